//! The course's own player, NegEchecAlphaBeta: negamax alpha-beta with memory on the exponential heuristic.

use super::Exponential;
use crate::classroom::{Method, Walk};
use crate::{Evaluate, SearchObserver, score};
use rules::knights::{Move, Square};
use rules::{Knights, Position};

/// What the course's table keeps of a position: 74 bits.
#[derive(Clone, Copy)]
struct Entry {
    /// Half of the position's key; the other half chooses the place.
    key: u32,
    depth: u8,
    /// Six knights are worth at most 6·e⁸ = 17,886; what is beyond is a won or lost game.
    value: i16,
    /// The best move, as two intersections; a pass goes from A1 to A1.
    best: (u8, u8),
    exact: bool,
    /// If it is not exact: whether it bounds the true value from below or from above.
    lower: bool,
}

/// The value of a game already won.
const WIN: i16 = i16::MAX;

fn shorten(score: i32) -> i16 {
    match score::plies_to_end(score) {
        Some(plies) if score > 0 => WIN - plies as i16,
        Some(plies) => plies as i16 - WIN,
        None => score as i16,
    }
}

fn lengthen(value: i16) -> i32 {
    let value = i32::from(value);
    let decided = i32::from(WIN) - value.abs();
    if decided < 1000 { value.signum() * (score::WIN - decided) } else { value }
}

fn squares_of(mv: Move) -> (u8, u8) {
    match mv {
        Move::Step { from, to } => (from.index() as u8, to.index() as u8),
        Move::Pass => (0, 0),
    }
}

fn move_of((from, to): (u8, u8)) -> Move {
    let square = |index: u8| Square::from_index(usize::from(index));
    match (square(from), square(to)) {
        (Some(from), Some(to)) if from != to => Move::Step { from, to },
        _ => Move::Pass,
    }
}

/// The course's search. How deep it looks is for the [schedule](crate::schedule::course) to say.
pub struct Course {
    table: Box<[Option<Entry>]>,
}

impl Course {
    /// How many positions the table has places for.
    const PLACES: usize = 1 << 20;

    /// With an empty table of a million places.
    pub fn new() -> Self {
        Course { table: vec![None; Course::PLACES].into_boxed_slice() }
    }

    fn place(position: &Knights) -> (usize, u32) {
        let key = position.key();
        (key as usize % Course::PLACES, (key >> 32) as u32)
    }

    fn negamax<O: SearchObserver<Knights>>(
        &mut self,
        position: &Knights,
        depth: u32,
        (mut alpha, mut beta): (i32, i32),
        line: &mut Vec<Move>,
        walk: &mut Walk<Knights, O>,
    ) -> Option<i32> {
        let ply = walk.enter(position, (alpha, beta))?;
        line.clear();
        if let Some(value) = walk.ended(position, ply) {
            return Some(value);
        }
        if depth == 0 {
            return Some(walk.evaluated(Exponential.evaluate(position)));
        }
        let (place, key) = Course::place(position);
        let known = self.table[place].filter(|entry| entry.key == key);
        let moves = position.legal_moves();
        // Half a key may be another position's.
        let remembered = known.map(|entry| move_of(entry.best)).filter(|mv| moves.contains(mv));
        if let (Some(entry), Some(mv)) = (known.filter(|entry| u32::from(entry.depth) >= depth), remembered) {
            let value = score::from_root(lengthen(entry.value), ply);
            match (entry.exact, entry.lower) {
                (true, _) => {}
                (false, true) => alpha = alpha.max(value),
                (false, false) => beta = beta.min(value),
            }
            if entry.exact || alpha >= beta {
                line.push(mv);
                return Some(walk.remembered(value, false));
            }
        }
        let lowest = alpha;
        let mut best = (-score::INFINITY, moves[0]);
        let others = moves.iter().copied().filter(|&mv| Some(mv) != remembered);
        let mut ordered = remembered.into_iter().chain(others).enumerate();
        while let Some((number, mv)) = ordered.next() {
            let mut rest = Vec::new();
            let mut child = position.clone();
            child.play(mv);
            walk.descend(mv);
            let value = -self.negamax(&child, depth - 1, (-beta, -alpha), &mut rest, walk)?;
            walk.ascend(value, (alpha, beta));
            if value > best.0 {
                best = (value, mv);
                crate::classroom::follow(line, mv, rest);
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                walk.cut(number, ordered.map(|(_, mv)| mv));
                break;
            }
        }
        let (value, mv) = best;
        let (exact, lower) = (lowest < value && value < beta, value >= beta);
        let value = shorten(score::from_here(value, ply));
        self.table[place] = Some(Entry { key, depth: depth as u8, value, best: squares_of(mv), exact, lower });
        Some(best.0)
    }
}

impl Default for Course {
    fn default() -> Self {
        Course::new()
    }
}

impl Method<Knights> for Course {
    const NAME: &'static str = "course";
    const DEEPENS: bool = true;

    fn new_game(&mut self) {
        self.table.fill(None);
    }

    fn value<O: SearchObserver<Knights>>(
        &mut self,
        position: &Knights,
        depth: u32,
        line: &mut Vec<Move>,
        walk: &mut Walk<Knights, O>,
    ) -> Option<i32> {
        self.negamax(position, depth, (-score::INFINITY, score::INFINITY), line, walk)
    }
}
