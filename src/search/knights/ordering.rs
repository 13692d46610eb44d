//! Move ordering: killer moves, history and continuation history.

use rules::knights::{Move, Square};
use rules::{Knights, Position};

/// The longest line that is searched, in plies.
pub(super) const LONGEST_LINE: usize = 256;
const MAX_MOVES: usize = 24;
/// Any capture comes before any quiet move.
const CAPTURE: i32 = 1 << 24;
const KILLER: i32 = 1 << 22;
const MOST: i32 = 1 << 14;

/// The number of steps on the board: four from each intersection, for either side.
const STEPS: usize = 2 * 4 * Square::COUNT;
/// A pass, or a move before the root.
const NO_STEP: u16 = STEPS as u16;

/// A step's number, different for the two sides.
#[inline]
fn number(mv: Move) -> u16 {
    let Move::Step { from, to } = mv else { return NO_STEP };
    let by = to.index() as i32 - from.index() as i32;
    let jump = match by.unsigned_abs() {
        17 => 0,
        19 => 1,
        7 => 2,
        _ => 3,
    };
    (from.index() * 8 + 2 * jump + usize::from(by > 0)) as u16
}

/// The history of each step after each other step.
type Replies = Box<[[i16; STEPS]]>;

fn replies() -> Replies {
    vec![[0; STEPS]; STEPS + 1].into_boxed_slice()
}

/// History gravity: the nearer to its bound, the less a value changes.
#[inline]
fn change(value: &mut i16, by: i32) {
    let old = i32::from(*value);
    *value = (old + by - old * by.abs() / MOST) as i16;
}

/// The history of quiet moves: of this search and, decayed, of the last ones.
pub(super) struct Ordering {
    /// By plies from the root, the last two killer moves (Akl & Newborn 1977).
    killers: Box<[[Option<Move>; 2]; LONGEST_LINE]>,
    /// By step: history heuristic (Schaeffer 1983).
    history: Box<[i16; STEPS]>,
    /// By the opponent's last step, and by the side's own before that: continuation history.
    replies: [Replies; 2],
    /// The steps from the root to the current node, after two of `NO_STEP`.
    path: Box<[u16; LONGEST_LINE + 2]>,
}

impl Ordering {
    pub(super) fn new() -> Ordering {
        Ordering {
            killers: Box::new([[None; 2]; LONGEST_LINE]),
            history: Box::new([0; STEPS]),
            replies: [replies(), replies()],
            path: Box::new([NO_STEP; LONGEST_LINE + 2]),
        }
    }

    /// Begins a search: clears the killers and decays the history.
    pub(super) fn begin(&mut self) {
        self.killers.fill([None; 2]);
        self.history.iter_mut().for_each(|value| *value /= 4);
    }

    /// Notes a move made `ply` plies from the root.
    #[inline]
    pub(super) fn play(&mut self, ply: u32, mv: Move) {
        self.path[(ply as usize + 2) % (LONGEST_LINE + 2)] = number(mv);
    }

    /// The opponent's last step and the side's own before it.
    #[inline]
    fn before(&self, ply: u32) -> [usize; 2] {
        let place = (ply as usize).min(LONGEST_LINE - 1);
        [usize::from(self.path[place + 1]), usize::from(self.path[place])]
    }

    /// The move-ordering score: larger is earlier. `attacked` is where the opponent could capture.
    #[inline]
    fn score(&self, position: &Knights, mv: Move, ply: u32, attacked: u128) -> i32 {
        let Move::Step { to, .. } = mv else { return 0 };
        if is_capture(position, mv) {
            return CAPTURE - most_valuable_first(position, mv);
        }
        if self.killers[ply as usize % LONGEST_LINE].contains(&Some(mv)) {
            return KILLER;
        }
        let rows = i32::from(Knights::advanced(position.side_to_move(), to));
        let risk = if attacked & to.bit() != 0 { MOST / 4 } else { 0 };
        let (step, [last, own]) = (usize::from(number(mv)), self.before(ply));
        let known = [self.history[step], self.replies[0][last][step], self.replies[1][own][step]];
        known.iter().map(|&value| i32::from(value)).sum::<i32>() + 64 * rows - risk
    }

    /// Rewards a quiet move that cut off after those of `tried` had not.
    pub(super) fn reward(&mut self, mv: Move, ply: u32, depth: i32, tried: &[Move]) {
        let killers = &mut self.killers[ply as usize % LONGEST_LINE];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        let bonus = (depth * depth * 8).min(MOST / 8);
        let before = self.before(ply);
        self.change(mv, before, bonus);
        tried.iter().for_each(|&other| self.change(other, before, -bonus));
    }

    fn change(&mut self, mv: Move, [last, own]: [usize; 2], by: i32) {
        let step = usize::from(number(mv));
        if step < STEPS {
            change(&mut self.history[step], by);
            change(&mut self.replies[0][last][step], by);
            change(&mut self.replies[1][own][step], by);
        }
    }
}

#[inline]
pub(super) fn is_capture(position: &Knights, mv: Move) -> bool {
    matches!(mv, Move::Step { to, .. } if position.set(position.side_to_move().other()) & to.bit() != 0)
}

/// Neither a capture, nor an arrival on the far row, nor a pass.
#[inline]
pub(super) fn is_quiet(position: &Knights, mv: Move) -> bool {
    let arrives = |to: Square| Knights::far_row(position.side_to_move()) & to.bit() != 0;
    matches!(mv, Move::Step { to, .. } if !arrives(to)) && !is_capture(position, mv)
}

/// The sort key of captures (MVV-LVA): the most advanced victim first, then the least advanced attacker.
#[inline]
pub(super) fn most_valuable_first(position: &Knights, capture: Move) -> i32 {
    let Move::Step { from, to } = capture else { return 0 };
    let side = position.side_to_move();
    i32::from(Knights::advanced(side, from)) - 16 * i32::from(Knights::advanced(side.other(), to))
}

/// Lazy selection sort of the moves: the others are scored after the table's move, which often cuts off.
pub(super) struct Picker<'a> {
    moves: &'a [Move],
    remembered: Option<usize>,
    scores: Option<[i32; MAX_MOVES]>,
    left: usize,
}

impl<'a> Picker<'a> {
    pub(super) fn new(moves: &'a [Move], remembered: Option<usize>) -> Self {
        Picker { moves, remembered, scores: None, left: moves.len() }
    }

    /// The next move's index and its ordering score (0 for the table's move).
    #[inline]
    pub(super) fn next(&mut self, ordering: &Ordering, position: &Knights, ply: u32) -> Option<(usize, i32)> {
        self.left = self.left.checked_sub(1)?;
        if let Some(index) = self.remembered.filter(|_| self.left + 1 == self.moves.len()) {
            return Some((index, 0));
        }
        let scores = self.scores.get_or_insert_with(|| {
            let attacked = position.guarded(position.side_to_move().other());
            let mut scores = [i32::MIN; MAX_MOVES];
            for (index, &mv) in self.moves.iter().enumerate().filter(|&(index, _)| Some(index) != self.remembered) {
                scores[index] = ordering.score(position, mv, ply, attacked);
            }
            scores
        });
        let mut first = 0;
        for index in 1..self.moves.len() {
            if scores[index] > scores[first] {
                first = index;
            }
        }
        let score = scores[first];
        scores[first] = i32::MIN;
        Some((first, score))
    }
}
