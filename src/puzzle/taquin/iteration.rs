//! Iterative deepening: one limit after the other, until a solution is found; a long search board by board of those after the first moves.

use super::deepening::{Ground, Heuristic, Root, dive};
use super::puzzle::{Direction, Puzzle};
use super::sequences::Sequences;
use crate::effort::{Effort, Found};
use crate::{Cost, Event, Nobody, Observer, Scene};

/// A search is long once an iteration has expanded so many boards.
const LONG: u64 = 250_000;
/// The roots of a long search are the boards after so many moves: some thousands.
const ROOT_MOVES: usize = 10;

/// The moves to the goal, for a puzzle that has a solution and at most 255 cells; out of budget, how many are needed at least.
pub(super) fn search<H: Heuristic, O: Observer>(
    puzzle: &Puzzle,
    heuristic: &H,
    effort: &mut Effort,
    observer: &mut O,
    cost: &mut Cost,
    go_on: &mut impl FnMut(&Cost) -> bool,
) -> Result<Vec<Direction>, u32> {
    let shape = puzzle.shape();
    let to: Vec<[u8; 4]> = (0..shape.cells()).map(|cell| Direction::ALL.map(|by| by.from(cell, shape).unwrap_or(cell) as u8)).collect();
    let cell = puzzle.start_blank();
    let board: Vec<u8> = puzzle.tiles().iter().map(|&tile| tile as u8).collect();
    let mut place = vec![0; board.len()];
    board.iter().enumerate().for_each(|(cell, &tile)| place[usize::from(tile)] = cell as u8);
    let estimate = heuristic.estimate(&heuristic.note(&place));
    let mut bound = effort.bound().max(estimate);
    let mut is_long = effort.from.is_some();
    let mut sequences = Sequences::new(shape, H::SEQUENCES[usize::from(is_long)]);
    loop {
        let start = Root { path: vec![], state: sequences.start(cell), board: board.clone(), blank: cell as u8 };
        let mut roots = vec![start];
        // Whoever watches sees every move from the start; and shorter solutions than the limit there are none.
        if is_long && !O::WATCHES && bound as usize > ROOT_MOVES {
            for _ in 0..ROOT_MOVES {
                roots = roots.iter().flat_map(|root| root.after(&to, &sequences)).collect();
            }
        }
        let ground = Ground { heuristic, sequences: &sequences, to: &to, blank: puzzle.blank_number() as u8, bound };
        let before = cost.expanded;
        let found = match &roots[..] {
            [start] if O::WATCHES => dive(&ground, start, observer, cost, &mut |cost| go_on(cost)),
            roots => effort.iterate(bound, roots, cost, go_on, |root, cost, go_on| dive(&ground, root, &mut Nobody, cost, go_on)),
        };
        bound = match found {
            Found::Solution(moves) => return Ok(moves),
            Found::GaveUp => return Err(bound),
            Found::No(next_bound) => next_bound,
        };
        tell_deepened(observer, &board, estimate, bound);
        if !is_long && cost.expanded - before >= LONG {
            is_long = true;
            sequences = Sequences::new(shape, H::SEQUENCES[1]);
        }
    }
}

/// Tells of the next limit, at the start.
fn tell_deepened(observer: &mut impl Observer, board: &[u8], estimate: u32, bound: u32) {
    observer.tell(Event::Deepened, || Scene {
        cells: board.iter().map(|&tile| tile.into()).collect(),
        estimate: Some(estimate),
        waiting: Some(bound.into()),
        ..Scene::default()
    });
}
