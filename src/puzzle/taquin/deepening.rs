//! Iterative-deepening A* (Korf 1985), for any heuristic that follows the moves.

use super::grid::Shape;
use super::puzzle::{Direction, Puzzle};
use crate::{Cost, Event, Observer, Scene};

/// A consistent estimate that is kept up move by move.
pub(super) trait Heuristic {
    /// What is remembered of a board besides its cells.
    type Note: Copy;

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

/// The cells that the blank can go to from each cell.
type Neighbours = Vec<[Option<(u8, Direction)>; 4]>;

struct Search<'s, H: Heuristic, O, G> {
    heuristic: &'s H,
    neighbours: Neighbours,
    board: Vec<u8>,
    blank: u8,
    /// Of the boards on the path and of those beside them that are still to be looked at: estimate and note.
    notes: Vec<(u32, H::Note)>,
    path: Vec<Direction>,
    bound: u32,
    next_bound: u32,
    observer: &'s mut O,
    cost: &'s mut Cost,
    go_on: &'s mut G,
}

enum Found {
    Yes,
    No,
    GaveUp,
}

/// The moves to the goal, for a puzzle that has a solution and at most 255 cells; out of budget, how many are needed at least.
pub(super) fn search<H: Heuristic, O: Observer, G: FnMut(&Cost) -> bool>(
    puzzle: &Puzzle,
    heuristic: &H,
    observer: &mut O,
    cost: &mut Cost,
    go_on: &mut G,
) -> Result<Vec<Direction>, u32> {
    let shape = puzzle.shape();
    let next = |cell| Direction::ALL.map(|by| by.from(cell, shape).map(|to| (to as u8, by)));
    let mut place = vec![0; shape.cells()];
    for (cell, &tile) in puzzle.tiles().iter().enumerate() {
        place[usize::from(tile)] = cell as u8;
    }
    let note = heuristic.note(&place);
    let estimate = heuristic.estimate(&note);
    let mut search = Search {
        heuristic,
        neighbours: (0..shape.cells()).map(next).collect(),
        board: puzzle.tiles().iter().map(|&tile| tile as u8).collect(),
        blank: puzzle.blank_number() as u8,
        notes: vec![(estimate, note)],
        path: Vec::new(),
        bound: estimate,
        next_bound: u32::MAX,
        observer,
        cost,
        go_on,
    };
    let from = puzzle.start_blank() as u8;
    loop {
        search.cost.generated += 1;
        match search.dive(from, None, 0) {
            Found::Yes => return Ok(search.path),
            Found::GaveUp => return Err(search.bound),
            Found::No => {
                search.bound = std::mem::replace(&mut search.next_bound, u32::MAX);
                search.tell(Event::Deepened, None, estimate);
            }
        }
    }
}

impl<H: Heuristic, O: Observer, G: FnMut(&Cost) -> bool> Search<'_, H, O, G> {
    fn tell(&mut self, event: Event, cell: Option<usize>, estimate: u32) {
        let (board, depth, bound) = (&self.board, self.path.len() as u32, self.bound);
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
    fn dive(&mut self, blank: u8, came_by: Option<Direction>, at: usize) -> Found {
        let depth = self.path.len() as u32;
        self.cost.expanded += 1;
        self.cost.depth = self.cost.depth.max(depth);
        self.cost.frontier = self.cost.frontier.max(u64::from(depth) + 1);
        if self.cost.expanded.is_multiple_of(4096) && !(self.go_on)(self.cost) {
            return Found::GaveUp;
        }
        let (estimate, note) = self.notes[at];
        if estimate == 0 && self.board.iter().enumerate().all(|(cell, &tile)| usize::from(tile) == cell) {
            self.tell(Event::Found, None, 0);
            return Found::Yes;
        }
        self.tell(Event::Opened, None, estimate);
        let back = came_by.map(Direction::opposite);
        let (mut slides, mut directions, mut count) = ([Slide::default(); 4], [Direction::Up; 4], 0);
        for (to, by) in self.neighbours[usize::from(blank)].into_iter().flatten().filter(|(_, by)| Some(*by) != back) {
            slides[count] = Slide { tile: self.board[usize::from(to)], from: to, to: blank };
            directions[count] = by;
            count += 1;
        }
        let first = self.notes.len();
        self.notes.resize(first + count, (estimate, note));
        self.heuristic.slid(&slides[..count], self.bound.saturating_sub(depth + 1), &mut self.notes[first..]);
        for (i, (Slide { tile, from: to, .. }, by)) in slides.into_iter().zip(directions).take(count).enumerate() {
            let total = depth + 1 + self.notes[first + i].0;
            if total <= self.bound {
                self.cost.generated += 1;
                self.board[usize::from(blank)] = tile;
                self.board[usize::from(to)] = self.blank;
                self.path.push(by);
                match self.dive(to, Some(by), first + i) {
                    Found::No => {}
                    end => return end,
                }
                self.path.pop();
                self.board[usize::from(to)] = tile;
                self.board[usize::from(blank)] = self.blank;
            } else {
                self.next_bound = self.next_bound.min(total);
                if O::WATCHES {
                    self.tell_pruned((blank, to), by, total - depth - 1);
                }
            }
        }
        self.notes.truncate(first);
        Found::No
    }
}
