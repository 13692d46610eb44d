//! One dive of iterative-deepening A* (Korf 1985): all boards below one, up to a limit, by one thread, for any heuristic that follows the moves.

use super::grid::Shape;
use super::puzzle::Direction;
use super::sequences::{Sequences, State};
use crate::effort::Found;
use crate::{Cost, Event, Observer, Scene};

/// A consistent estimate that is kept up move by move.
pub(super) trait Heuristic: Sync {
    /// What is remembered of a board besides its cells.
    type Note: Copy;

    /// Superfluous sequences of so many moves are left out, in a search that may be short and in a long one, where a hundredth of a second of
    /// preparation is nothing: with 2 the way back alone, as the classroom does it.
    const SEQUENCES: [u32; 2];

    /// The note of a board, given the cell of each tile.
    fn note(&self, place: &[u8]) -> Self::Note;

    /// A lower bound of the moves to the goal.
    fn estimate(&self, note: &Self::Note) -> u32;

    /// What each of the slides leads to, which all start from one board: `after` holds the note of that board for each, and then the note after the
    /// slide with a lower bound of the moves from there. A note whose bound is above `most` is of no use, and need not be complete.
    fn slid(&self, slides: &[Slide], most: u32, after: &mut [(u32, Self::Note)]);
}

/// A tile goes from one cell to another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Slide {
    pub(super) tile: u8,
    pub(super) from: u8,
    pub(super) to: u8,
}

/// Rows and columns from each tile to its cell, summed.
pub(super) struct Manhattan {
    size: usize,
    distance: Vec<u8>,
    blank: usize,
}

impl Manhattan {
    pub(super) fn new(shape: Shape, blank: usize) -> Manhattan {
        let size = shape.cells();
        let distance = (0..size * size).map(|pair| shape.distance(pair / size, pair % size) as u8).collect();
        Manhattan { size, distance, blank }
    }

    /// The sum after a slide.
    pub(super) fn slid(&self, sum: u32, Slide { tile, from, to }: Slide) -> u32 {
        let row = &self.distance[usize::from(tile) * self.size..];
        sum + u32::from(row[usize::from(to)]) - u32::from(row[usize::from(from)])
    }
}

impl Heuristic for Manhattan {
    type Note = u32;

    const SEQUENCES: [u32; 2] = [2, 2];

    fn note(&self, place: &[u8]) -> u32 {
        let away = |(tile, &cell): (usize, &u8)| u32::from(self.distance[tile * self.size + usize::from(cell)]);
        place.iter().enumerate().filter(|&(tile, _)| tile != self.blank).map(away).sum()
    }

    fn estimate(&self, note: &u32) -> u32 {
        *note
    }

    fn slid(&self, slides: &[Slide], _: u32, after: &mut [(u32, u32)]) {
        for (slide, after) in slides.iter().zip(after) {
            let sum = self.slid(after.1, *slide);
            *after = (sum, sum);
        }
    }
}

/// A board, how it is come to, and what may follow.
#[derive(Clone)]
pub(super) struct Root {
    pub(super) path: Vec<Direction>,
    pub(super) state: State,
    pub(super) board: Vec<u8>,
    /// The cell of the blank.
    pub(super) blank: u8,
}

impl Root {
    /// The boards after another move.
    pub(super) fn after<'r>(&'r self, to: &'r [[u8; 4]], sequences: &'r Sequences) -> impl Iterator<Item = Root> + 'r {
        Direction::ALL.into_iter().zip(sequences.after(self.state)).zip(to[usize::from(self.blank)]).filter_map(|((by, state), blank)| {
            let mut root = Root { state: state?, blank, ..self.clone() };
            root.path.push(by);
            root.board.swap(self.blank.into(), blank.into());
            Some(root)
        })
    }
}

/// How the way below a board ends.
enum Way {
    Found,
    Nothing,
    GaveUp,
}

/// What all dives of an iteration stand on.
pub(super) struct Ground<'s, H> {
    pub(super) heuristic: &'s H,
    pub(super) sequences: &'s Sequences,
    /// Where the blank goes from each cell; off the board no sequence goes.
    pub(super) to: &'s [[u8; 4]],
    /// The number of the blank.
    pub(super) blank: u8,
    /// Solutions may have so many moves.
    pub(super) bound: u32,
}

/// A dive.
struct Dive<'s, H: Heuristic, O> {
    ground: &'s Ground<'s, H>,
    board: Vec<u8>,
    /// Of the boards on the path and of those beside them that are still to be looked at: estimate and note.
    notes: Vec<(u32, H::Note)>,
    path: Vec<Direction>,
    /// Of the boards that were not looked into, the fewest moves that a solution through one of them has.
    next_bound: u32,
    observer: &'s mut O,
    cost: &'s mut Cost,
    go_on: &'s mut dyn FnMut(&Cost) -> bool,
}

/// Looks for a solution through `root`: its moves; or none, and then how many moves one has at least; or the budget ended.
pub(super) fn dive<H: Heuristic, O: Observer>(
    ground: &Ground<H>,
    root: &Root,
    observer: &mut O,
    cost: &mut Cost,
    go_on: &mut dyn FnMut(&Cost) -> bool,
) -> Found<Vec<Direction>> {
    let mut place = vec![0; root.board.len()];
    for (cell, &tile) in root.board.iter().enumerate() {
        place[usize::from(tile)] = cell as u8;
    }
    let note = ground.heuristic.note(&place);
    let estimate = ground.heuristic.estimate(&note);
    let (board, path) = (root.board.clone(), root.path.clone());
    let mut dive = Dive { ground, board, notes: vec![(estimate, note)], path, next_bound: u32::MAX, observer, cost, go_on };
    let least = dive.path.len() as u32 + estimate;
    if least > ground.bound {
        return Found::No(least);
    }
    dive.cost.generated += 1;
    match dive.below(root.blank, root.state, 0) {
        Way::Found => Found::Solution(dive.path),
        Way::Nothing => Found::No(dive.next_bound),
        Way::GaveUp => Found::GaveUp,
    }
}

impl<H: Heuristic, O: Observer> Dive<'_, H, O> {
    fn tell(&mut self, event: Event, cell: Option<usize>, estimate: u32) {
        let (board, depth, bound) = (&self.board, self.path.len() as u32, self.ground.bound);
        self.observer.tell(event, || Scene {
            cells: board.iter().map(|&tile| tile.into()).collect(),
            cell,
            depth,
            estimate: Some(estimate),
            waiting: Some(bound.into()),
            ..Scene::default()
        });
    }

    /// Tells of the board after a slide that is not looked into, and takes the slide back.
    fn tell_pruned(&mut self, (blank, to): (u8, u8), by: Direction, estimate: u32) {
        let (hole, cell) = (usize::from(blank), usize::from(to));
        self.board.swap(hole, cell);
        self.path.push(by);
        self.tell(Event::Pruned, Some(hole), estimate);
        self.path.pop();
        self.board.swap(hole, cell);
    }

    /// From the board whose note is `at` this place among the notes.
    fn below(&mut self, blank: u8, state: State, at: usize) -> Way {
        let depth = self.path.len() as u32;
        self.cost.expanded += 1;
        self.cost.depth = self.cost.depth.max(depth);
        self.cost.frontier = self.cost.frontier.max(u64::from(depth) + 1);
        if self.cost.expanded.is_multiple_of(4096) && !(self.go_on)(self.cost) {
            return Way::GaveUp;
        }
        let (estimate, note) = self.notes[at];
        if estimate == 0 && self.board.iter().enumerate().all(|(cell, &tile)| usize::from(tile) == cell) {
            self.tell(Event::Found, None, 0);
            return Way::Found;
        }
        self.tell(Event::Opened, None, estimate);
        let (mut slides, mut moves, mut count) = ([Slide::default(); 4], [(Direction::Up, state); 4], 0);
        for (place, after) in self.ground.sequences.after(state).into_iter().enumerate() {
            if let Some(after) = after {
                let to = self.ground.to[usize::from(blank)][place];
                slides[count] = Slide { tile: self.board[usize::from(to)], from: to, to: blank };
                moves[count] = (Direction::ALL[place], after);
                count += 1;
            }
        }
        let first = self.notes.len();
        self.notes.resize(first + count, (estimate, note));
        self.ground.heuristic.slid(&slides[..count], self.ground.bound.saturating_sub(depth + 1), &mut self.notes[first..]);
        for (i, (Slide { tile, from: to, .. }, (by, after))) in slides.into_iter().zip(moves).take(count).enumerate() {
            let total = depth + 1 + self.notes[first + i].0;
            if total <= self.ground.bound {
                self.cost.generated += 1;
                self.board[usize::from(blank)] = tile;
                self.board[usize::from(to)] = self.ground.blank;
                self.path.push(by);
                match self.below(to, after, first + i) {
                    Way::Nothing => {}
                    end => return end,
                }
                self.path.pop();
                self.board[usize::from(to)] = tile;
                self.board[usize::from(blank)] = self.ground.blank;
            } else {
                self.next_bound = self.next_bound.min(total);
                if O::WATCHES {
                    self.tell_pruned((blank, to), by, total - depth - 1);
                }
            }
        }
        self.notes.truncate(first);
        Way::Nothing
    }
}
