//! Iterative-deepening A* (Korf 1985), resumable and parallel, for any heuristic that is updated move by move.

use super::sequences::{AutomatonState, Sequences};
use super::{Direction, TaquinPuzzle, TaquinShape};
use crate::resumable::BoundedResult;
use crate::{Cost, KeepGoing, NoObserver, Observer, ResumableSearch, Snapshot, TraceEvent};

/// A search is long once an iteration has expanded this many boards.
const LONG: u64 = 250_000;
/// The roots of a long search are the boards after this many moves: some thousands.
const ROOT_MOVES: usize = 10;

/// A consistent estimate that is updated move by move.
pub(super) trait IncrementalHeuristic: Sync {
    /// The stored data of a board besides its cells.
    type Note: Copy;

    /// The longest superfluous sequences that are pruned, in a short search and in a long one. 2 is the way back alone.
    const SEQUENCES: [u32; 2];

    /// A lower bound of the moves to the goal and the note of a board, given the cell of each tile.
    fn note(&self, place: &[u8]) -> (u32, Self::Note);

    /// Updates `after`, which holds the note of one board for each of its slides, to the note after that slide with its lower bound. A note whose
    /// bound exceeds `most` may be incomplete.
    fn slid(&self, slides: &[TileSlide], most: u32, after: &mut [(u32, Self::Note)]);
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct TileSlide {
    pub(super) tile: u8,
    pub(super) from: u8,
    pub(super) to: u8,
}

/// Tiles that are not in their cell (h1).
pub fn misplaced(puzzle: &TaquinPuzzle) -> u32 {
    let blank = puzzle.blank_number();
    puzzle.tiles().iter().enumerate().filter(|&(cell, &tile)| tile != blank && cell != usize::from(tile)).count() as u32
}

/// Rows and columns from each tile to its cell, summed (h2).
pub fn manhattan(puzzle: &TaquinPuzzle) -> u32 {
    let blank = puzzle.blank_number();
    let away = |(cell, &tile): (usize, &u16)| puzzle.shape().distance(cell, tile.into());
    puzzle.tiles().iter().enumerate().filter(|&(_, &tile)| tile != blank).map(away).sum()
}

pub(super) struct Manhattan {
    size: usize,
    distance: Vec<u8>,
    blank: usize,
}

impl Manhattan {
    pub(super) fn new(shape: TaquinShape, blank: usize) -> Manhattan {
        let size = shape.cells();
        let distance = (0..size * size).map(|pair| shape.distance(pair / size, pair % size) as u8).collect();
        Manhattan { size, distance, blank }
    }

    pub(super) fn slid(&self, sum: u32, TileSlide { tile, from, to }: TileSlide) -> u32 {
        let row = &self.distance[usize::from(tile) * self.size..];
        sum + u32::from(row[usize::from(to)]) - u32::from(row[usize::from(from)])
    }
}

impl IncrementalHeuristic for Manhattan {
    type Note = u32;

    const SEQUENCES: [u32; 2] = [2, 2];

    fn note(&self, place: &[u8]) -> (u32, u32) {
        let away = |(tile, &cell): (usize, &u8)| u32::from(self.distance[tile * self.size + usize::from(cell)]);
        let sum = place.iter().enumerate().filter(|&(tile, _)| tile != self.blank).map(away).sum();
        (sum, sum)
    }

    fn slid(&self, slides: &[TileSlide], _: u32, after: &mut [(u32, u32)]) {
        for (slide, after) in slides.iter().zip(after) {
            let sum = self.slid(after.1, *slide);
            *after = (sum, sum);
        }
    }
}

/// The moves to the goal, for a puzzle that has a solution and at most 255 cells; when the budget ends, a lower bound of their number.
pub(super) fn search<H: IncrementalHeuristic, O: Observer>(
    puzzle: &TaquinPuzzle,
    heuristic: &H,
    resumable: &mut ResumableSearch,
    observer: &mut O,
    cost: &mut Cost,
    keep_going: KeepGoing,
) -> Result<Vec<Direction>, u32> {
    let shape = puzzle.shape();
    let to: Vec<[u8; 4]> = (0..shape.cells()).map(|cell| Direction::ALL.map(|by| by.from(cell, shape).unwrap_or(cell) as u8)).collect();
    let cell = puzzle.start_blank();
    let board: Vec<u8> = puzzle.tiles().iter().map(|&tile| tile as u8).collect();
    let estimate = heuristic.note(&places(&board)).0;
    let mut bound = resumable.bound().max(estimate);
    let mut is_long = resumable.from.is_some();
    let mut sequences = Sequences::new(shape, H::SEQUENCES[usize::from(is_long)]);
    loop {
        let start = Root { path: vec![], state: sequences.start(cell), board: board.clone(), blank: cell as u8 };
        let mut roots = vec![start];
        // An observer sees every move from the start. No solution is shorter than the bound.
        if is_long && !O::OBSERVES && bound as usize > ROOT_MOVES {
            for _ in 0..ROOT_MOVES {
                roots = roots.iter().flat_map(|root| root.after(&to, &sequences)).collect();
            }
        }
        let shared = IterationState { heuristic, sequences: &sequences, to: &to, blank: puzzle.blank_number() as u8, bound };
        let before = cost.expanded;
        let found = match &roots[..] {
            [start] if O::OBSERVES => dive(&shared, start, observer, cost, &mut |cost| keep_going(cost)),
            roots => resumable
                .iterate(bound, roots, cost, keep_going, |root, cost, keep_going| dive(&shared, root, &mut NoObserver, cost, keep_going)),
        };
        bound = match found {
            BoundedResult::Solution(moves) => return Ok(moves),
            BoundedResult::LimitReached => return Err(bound),
            BoundedResult::No(next_bound) => next_bound,
        };
        observer.record(TraceEvent::Deepened, || Snapshot {
            cells: board.iter().map(|&tile| tile.into()).collect(),
            estimate: Some(estimate),
            waiting: Some(bound.into()),
            ..Snapshot::default()
        });
        if !is_long && cost.expanded - before >= LONG {
            is_long = true;
            sequences = Sequences::new(shape, H::SEQUENCES[1]);
        }
    }
}

fn places(board: &[u8]) -> Vec<u8> {
    let mut places = vec![0; board.len()];
    board.iter().enumerate().for_each(|(cell, &tile)| places[usize::from(tile)] = cell as u8);
    places
}

#[derive(Clone)]
struct Root {
    path: Vec<Direction>,
    state: AutomatonState,
    board: Vec<u8>,
    blank: u8,
}

impl Root {
    fn after<'r>(&'r self, to: &'r [[u8; 4]], sequences: &'r Sequences) -> impl Iterator<Item = Root> + 'r {
        Direction::ALL.into_iter().zip(sequences.after(self.state)).zip(to[usize::from(self.blank)]).filter_map(|((by, state), blank)| {
            let mut root = Root { state: state?, blank, ..self.clone() };
            root.path.push(by);
            root.board.swap(self.blank.into(), blank.into());
            Some(root)
        })
    }
}

enum Way {
    Found,
    Nothing,
    LimitReached,
}

struct IterationState<'s, H> {
    heuristic: &'s H,
    sequences: &'s Sequences,
    /// The cell in each direction of each cell.
    to: &'s [[u8; 4]],
    blank: u8,
    bound: u32,
}

struct BoundedSearch<'s, H: IncrementalHeuristic, O> {
    shared: &'s IterationState<'s, H>,
    board: Vec<u8>,
    /// Estimate and note of the boards on the path and of their unvisited siblings.
    notes: Vec<(u32, H::Note)>,
    path: Vec<Direction>,
    /// The lower bound of solutions through the pruned boards.
    next_bound: u32,
    observer: &'s mut O,
    cost: &'s mut Cost,
    keep_going: KeepGoing<'s>,
}

/// Searches for a solution through `root`.
fn dive<H: IncrementalHeuristic, O: Observer>(
    shared: &IterationState<H>,
    root: &Root,
    observer: &mut O,
    cost: &mut Cost,
    keep_going: KeepGoing,
) -> BoundedResult<Vec<Direction>> {
    let notes = vec![shared.heuristic.note(&places(&root.board))];
    let least = root.path.len() as u32 + notes[0].0;
    let (board, path) = (root.board.clone(), root.path.clone());
    let mut dive = BoundedSearch { shared, board, notes, path, next_bound: u32::MAX, observer, cost, keep_going };
    if least > shared.bound {
        return BoundedResult::No(least);
    }
    dive.cost.generated += 1;
    match dive.below(root.blank, root.state, 0) {
        Way::Found => BoundedResult::Solution(dive.path),
        Way::Nothing => BoundedResult::No(dive.next_bound),
        Way::LimitReached => BoundedResult::LimitReached,
    }
}

impl<H: IncrementalHeuristic, O: Observer> BoundedSearch<'_, H, O> {
    fn record(&mut self, event: TraceEvent, cell: Option<usize>, estimate: u32) {
        let (board, path, depth, bound) = (&self.board, &self.path, self.path.len() as u32, self.shared.bound);
        self.observer.record(event, || Snapshot {
            cells: board.iter().map(|&tile| tile.into()).collect(),
            cell,
            depth,
            estimate: Some(estimate),
            waiting: Some(bound.into()),
            moves: path.iter().map(ToString::to_string).collect(),
            ..Snapshot::default()
        });
    }

    fn record_pruned(&mut self, (blank, to): (u8, u8), by: Direction, estimate: u32) {
        let (hole, cell) = (usize::from(blank), usize::from(to));
        self.board.swap(hole, cell);
        self.path.push(by);
        self.record(TraceEvent::Pruned, Some(hole), estimate);
        self.path.pop();
        self.board.swap(hole, cell);
    }

    /// Searches from the board whose note is at this index.
    fn below(&mut self, blank: u8, state: AutomatonState, at: usize) -> Way {
        let depth = self.path.len() as u32;
        self.cost.expanded += 1;
        self.cost.depth = self.cost.depth.max(depth);
        self.cost.frontier = self.cost.frontier.max(u64::from(depth) + 1);
        if self.cost.expanded.is_multiple_of(4096) && !(self.keep_going)(self.cost) {
            return Way::LimitReached;
        }
        let (estimate, note) = self.notes[at];
        if estimate == 0 && self.board.iter().enumerate().all(|(cell, &tile)| usize::from(tile) == cell) {
            self.record(TraceEvent::Found, None, 0);
            return Way::Found;
        }
        self.record(TraceEvent::Opened, None, estimate);
        let (mut slides, mut moves, mut count) = ([TileSlide::default(); 4], [(Direction::Up, state); 4], 0);
        for (place, after) in self.shared.sequences.after(state).into_iter().enumerate() {
            if let Some(after) = after {
                let to = self.shared.to[usize::from(blank)][place];
                slides[count] = TileSlide { tile: self.board[usize::from(to)], from: to, to: blank };
                moves[count] = (Direction::ALL[place], after);
                count += 1;
            }
        }
        let first = self.notes.len();
        self.notes.resize(first + count, (estimate, note));
        self.shared.heuristic.slid(&slides[..count], self.shared.bound.saturating_sub(depth + 1), &mut self.notes[first..]);
        for (i, (TileSlide { tile, from: to, .. }, (by, after))) in slides.into_iter().zip(moves).take(count).enumerate() {
            let total = depth + 1 + self.notes[first + i].0;
            if total <= self.shared.bound {
                self.cost.generated += 1;
                self.board[usize::from(blank)] = tile;
                self.board[usize::from(to)] = self.shared.blank;
                self.path.push(by);
                match self.below(to, after, first + i) {
                    Way::Nothing => {}
                    end => return end,
                }
                self.path.pop();
                self.board[usize::from(to)] = tile;
                self.board[usize::from(blank)] = self.shared.blank;
            } else {
                self.next_bound = self.next_bound.min(total);
                if O::OBSERVES {
                    self.record_pruned((blank, to), by, total - depth - 1);
                }
            }
        }
        self.notes.truncate(first);
        Way::Nothing
    }
}
