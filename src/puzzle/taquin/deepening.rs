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

    /// The note after `tile` has moved; `place` is as after the move.
    fn moved(&self, note: Self::Note, place: &[u8], tile: u8, from: u8, to: u8) -> Self::Note;

    /// A lower bound of the moves to the goal.
    fn estimate(&self, note: Self::Note) -> u32;
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
}

impl Heuristic for Manhattan {
    type Note = u32;

    fn note(&self, place: &[u8]) -> u32 {
        let away = |(tile, &cell): (usize, &u8)| u32::from(self.distance[tile * self.size + usize::from(cell)]);
        place.iter().enumerate().filter(|&(tile, _)| tile != self.blank).map(away).sum()
    }

    fn moved(&self, note: u32, _: &[u8], tile: u8, from: u8, to: u8) -> u32 {
        let row = &self.distance[usize::from(tile) * self.size..];
        note + u32::from(row[usize::from(to)]) - u32::from(row[usize::from(from)])
    }

    fn estimate(&self, note: u32) -> u32 {
        note
    }
}

/// The cells that the blank can go to from each cell.
type Neighbours = Vec<[Option<(u8, Direction)>; 4]>;

struct Search<'s, H: Heuristic, O, G> {
    heuristic: &'s H,
    neighbours: Neighbours,
    board: Vec<u8>,
    place: Vec<u8>,
    blank: u8,
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
    let mut search = Search {
        heuristic,
        neighbours: (0..shape.cells()).map(next).collect(),
        board: puzzle.tiles().iter().map(|&tile| tile as u8).collect(),
        place,
        blank: puzzle.blank_number() as u8,
        path: Vec::new(),
        bound: heuristic.estimate(note),
        next_bound: u32::MAX,
        observer,
        cost,
        go_on,
    };
    let from = puzzle.start_blank() as u8;
    loop {
        search.cost.generated += 1;
        match search.dive(from, None, note) {
            Found::Yes => return Ok(search.path),
            Found::GaveUp => return Err(search.bound),
            Found::No => {
                search.bound = std::mem::replace(&mut search.next_bound, u32::MAX);
                search.tell(Event::Deepened, None, search.heuristic.estimate(note));
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

    fn dive(&mut self, blank: u8, came_by: Option<Direction>, note: H::Note) -> Found {
        let depth = self.path.len() as u32;
        self.cost.expanded += 1;
        self.cost.depth = self.cost.depth.max(depth);
        self.cost.frontier = self.cost.frontier.max(u64::from(depth) + 1);
        if self.cost.expanded.is_multiple_of(4096) && !(self.go_on)(self.cost) {
            return Found::GaveUp;
        }
        let estimate = self.heuristic.estimate(note);
        if estimate == 0 && self.board.iter().enumerate().all(|(cell, &tile)| usize::from(tile) == cell) {
            self.tell(Event::Found, None, 0);
            return Found::Yes;
        }
        self.tell(Event::Opened, None, estimate);
        let back = came_by.map(Direction::opposite);
        for (to, by) in self.neighbours[usize::from(blank)].into_iter().flatten() {
            if Some(by) == back {
                continue;
            }
            let tile = self.board[usize::from(to)];
            self.place[usize::from(tile)] = blank;
            let after = self.heuristic.moved(note, &self.place, tile, to, blank);
            let total = depth + 1 + self.heuristic.estimate(after);
            if total <= self.bound {
                self.cost.generated += 1;
                self.board[usize::from(blank)] = tile;
                self.board[usize::from(to)] = self.blank;
                self.place[usize::from(self.blank)] = to;
                self.path.push(by);
                match self.dive(to, Some(by), after) {
                    Found::No => {}
                    end => return end,
                }
                self.path.pop();
                self.place[usize::from(self.blank)] = blank;
                self.board[usize::from(to)] = tile;
                self.board[usize::from(blank)] = self.blank;
            } else {
                self.next_bound = self.next_bound.min(total);
                self.tell(Event::Pruned, Some(usize::from(to)), estimate);
            }
            self.place[usize::from(tile)] = to;
        }
        Found::No
    }
}
