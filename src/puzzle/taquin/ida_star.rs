//! Iterative-deepening A* (Korf 1985), resumable and parallel, for any heuristic that is updated move by move.

use super::sequences::{AutomatonState, Sequences};
use super::{Direction, TaquinPuzzle, TaquinShape};
use crate::resumable::BoundedResult;
use crate::{Cost, KeepGoing, NoObserver, Observer, ResumableSearch, Snapshot, TraceEvent};

/// A search is long, and very long, once an iteration has expanded this many boards.
const LONG: [u64; 2] = [250_000, 50_000_000];
/// The roots of a long search are the boards after this many moves: some thousands.
const ROOT_MOVES: usize = 10;

/// A consistent estimate that is updated move by move.
pub(super) trait IncrementalHeuristic: Sync {
    /// What is stored of a board besides its cells.
    type State: Clone + Sync;
    /// What undoes a slide.
    type Back;

    /// The longest superfluous sequences that are pruned, in a short search, a long one and a very long one. 2 is the way back alone.
    const SEQUENCES: [u32; 3];

    /// A lower bound of the moves to the goal and the state of a board, given the cell of each tile.
    fn state(&self, place: &[u8]) -> (u32, Self::State);

    /// Slides a tile if the lower bound after it is at most `most`.
    ///
    /// # Errors
    /// A larger lower bound.
    fn slide(&self, state: &mut Self::State, slide: TileSlide, most: u32) -> Result<(u32, Self::Back), u32>;

    fn slide_back(&self, state: &mut Self::State, slide: TileSlide, back: Self::Back);
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
    type State = u32;
    type Back = u32;

    const SEQUENCES: [u32; 3] = [2, 2, 2];

    fn state(&self, place: &[u8]) -> (u32, u32) {
        let away = |(tile, &cell): (usize, &u8)| u32::from(self.distance[tile * self.size + usize::from(cell)]);
        let sum = place.iter().enumerate().filter(|&(tile, _)| tile != self.blank).map(away).sum();
        (sum, sum)
    }

    fn slide(&self, state: &mut u32, slide: TileSlide, most: u32) -> Result<(u32, u32), u32> {
        let sum = self.slid(*state, slide);
        if sum > most { Err(sum) } else { Ok((sum, std::mem::replace(state, sum))) }
    }

    fn slide_back(&self, state: &mut u32, _: TileSlide, back: u32) {
        *state = back;
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
    let (estimate, state) = heuristic.state(&places(&board));
    let start = Start { board: &board, cell: cell as u8, estimate, state };
    let mut bound = resumable.bound().max(estimate);
    let mut length = usize::from(resumable.from.is_some());
    let mut sequences = Sequences::new(shape, H::SEQUENCES[length]);
    loop {
        let mut roots = vec![Root { path: vec![], state: sequences.start(cell), blank: cell as u8 }];
        // An observer sees every move from the start. No solution is shorter than the bound.
        if length > 0 && !O::OBSERVES && bound as usize > ROOT_MOVES {
            for _ in 0..ROOT_MOVES {
                roots = roots.iter().flat_map(|root| root.after(&to, &sequences)).collect();
            }
        }
        let blank = puzzle.blank_number() as u8;
        let shared = IterationState { heuristic, sequences: &sequences, to: &to, start: &start, blank, bound };
        let before = cost.expanded;
        let found = match &roots[..] {
            [start] if O::OBSERVES => dive(&shared, start, observer, cost, &mut |cost| keep_going(cost)),
            roots => resumable
                .iterate(bound, roots, cost, keep_going, |root, cost, keep_going| dive(&shared, root, &mut NoObserver, cost, keep_going)),
        };
        bound = match found {
            BoundedResult::Solution(moves) => return Ok(moves),
            BoundedResult::LimitReached => return Err(bound),
            BoundedResult::No { next_bound, .. } => next_bound,
        };
        observer.record(TraceEvent::Deepened, || Snapshot {
            cells: board.iter().map(|&tile| tile.into()).collect(),
            estimate: Some(estimate),
            waiting: Some(bound.into()),
            ..Snapshot::default()
        });
        while LONG.get(length).is_some_and(|&boards| cost.expanded - before >= boards) {
            length += 1;
            sequences = Sequences::new(shape, H::SEQUENCES[length]);
        }
    }
}

fn places(board: &[u8]) -> Vec<u8> {
    let mut places = vec![0; board.len()];
    board.iter().enumerate().for_each(|(cell, &tile)| places[usize::from(tile)] = cell as u8);
    places
}

/// The board before the first move.
struct Start<'s, S> {
    board: &'s [u8],
    cell: u8,
    estimate: u32,
    state: S,
}

struct Root {
    path: Vec<Direction>,
    state: AutomatonState,
    blank: u8,
}

impl Root {
    fn after<'r>(&'r self, to: &'r [[u8; 4]], sequences: &'r Sequences) -> impl Iterator<Item = Root> + 'r {
        Direction::ALL.into_iter().enumerate().filter_map(|(place, by)| {
            let state = sequences.after(self.state, place)?;
            Some(Root { path: [&self.path[..], &[by]].concat(), state, blank: to[usize::from(self.blank)][place] })
        })
    }
}

enum Way {
    Found,
    Nothing,
    LimitReached,
}

struct IterationState<'s, H: IncrementalHeuristic> {
    heuristic: &'s H,
    start: &'s Start<'s, H::State>,
    sequences: &'s Sequences,
    /// The cell in each direction of each cell.
    to: &'s [[u8; 4]],
    blank: u8,
    bound: u32,
}

struct BoundedSearch<'s, H: IncrementalHeuristic, O> {
    shared: &'s IterationState<'s, H>,
    board: Vec<u8>,
    state: H::State,
    path: Vec<Direction>,
    /// The lower bound of solutions through the pruned boards.
    next_bound: u32,
    /// The smallest estimate of a pruned board.
    closest: u32,
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
    let Start { cell: mut blank, mut estimate, .. } = *shared.start;
    let (mut board, mut state) = (shared.start.board.to_vec(), shared.start.state.clone());
    for by in &root.path {
        let to = shared.to[usize::from(blank)][*by as usize];
        let slide = TileSlide { tile: board[usize::from(to)], from: to, to: blank };
        let Ok((after, _)) = shared.heuristic.slide(&mut state, slide, u32::MAX) else { unreachable!("no estimate is larger") };
        board.swap(blank.into(), to.into());
        (blank, estimate) = (to, after);
    }
    let (least, path) = (root.path.len() as u32 + estimate, root.path.clone());
    let mut dive = BoundedSearch { shared, board, state, path, next_bound: u32::MAX, closest: u32::MAX, observer, cost, keep_going };
    if least > shared.bound {
        return BoundedResult::No { next_bound: least, closest: estimate };
    }
    dive.cost.generated += 1;
    match dive.below(blank, root.state, estimate) {
        Way::Found => BoundedResult::Solution(dive.path),
        Way::Nothing => BoundedResult::No { next_bound: dive.next_bound, closest: dive.closest },
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

    fn below(&mut self, blank: u8, state: AutomatonState, estimate: u32) -> Way {
        let depth = self.path.len() as u32;
        self.cost.expanded += 1;
        self.cost.depth = self.cost.depth.max(depth);
        self.cost.frontier = self.cost.frontier.max(u64::from(depth) + 1);
        if self.cost.expanded.is_multiple_of(4096) && !(self.keep_going)(self.cost) {
            return Way::LimitReached;
        }
        if estimate == 0 && self.board.iter().enumerate().all(|(cell, &tile)| usize::from(tile) == cell) {
            self.record(TraceEvent::Found, None, 0);
            return Way::Found;
        }
        self.record(TraceEvent::Opened, None, estimate);
        let most = self.shared.bound.saturating_sub(depth + 1);
        for (place, by) in Direction::ALL.into_iter().enumerate() {
            let Some(after) = self.shared.sequences.after(state, place) else { continue };
            let to = self.shared.to[usize::from(blank)][place];
            let tile = self.board[usize::from(to)];
            let slide = TileSlide { tile, from: to, to: blank };
            match self.shared.heuristic.slide(&mut self.state, slide, most) {
                Ok((estimate, back)) => {
                    self.cost.generated += 1;
                    self.board[usize::from(blank)] = tile;
                    self.board[usize::from(to)] = self.shared.blank;
                    self.path.push(by);
                    match self.below(to, after, estimate) {
                        Way::Nothing => {}
                        end => return end,
                    }
                    self.path.pop();
                    self.board[usize::from(to)] = tile;
                    self.board[usize::from(blank)] = self.shared.blank;
                    self.shared.heuristic.slide_back(&mut self.state, slide, back);
                }
                Err(estimate) => {
                    self.next_bound = self.next_bound.min(depth + 1 + estimate);
                    self.closest = self.closest.min(estimate);
                    if O::OBSERVES {
                        self.record_pruned((blank, to), by, estimate);
                    }
                }
            }
        }
        Way::Nothing
    }
}
