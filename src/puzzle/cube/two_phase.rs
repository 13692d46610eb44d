//! Kociemba's two-phase search for the 3×3×3.
//!
//! Iterative deepening over the length of phase 1; each way into G1 is completed in phase 2 if that makes a shorter
//! solution than the best so far. The cube is searched from six sides at once: along its three axes, and inverted.

use super::cubies::{Cube3, State};
use super::facelets::{Facelets, Size};
use super::notation::{Move, Part, Sequence};
use super::reach::Cube;
use super::tables::{First, SECOND_TURNS, Second, Tables};
use super::turn::{Amount, Face, Turn};
use crate::{Cost, Solved, Verdict};
use std::ops::ControlFlow::{self, Break, Continue};

/// How many expansions between two questions to `go_on`.
const POLL: u64 = 4096;

/// Every cube has a solution of this length or less (20 suffice: Rokicki and others, 2010), and this one is found in no time.
pub(super) const AT_ONCE: usize = 22;

/// A solution, and whether it is known that none is shorter.
pub(super) struct Found {
    pub(super) turns: Vec<Turn>,
    pub(super) shortest: bool,
}

/// Searches until a solution has at most `enough` moves, none shorter exists, or `go_on` says stop; then answers with
/// the best so far.
pub(super) fn solve(tables: &Tables, cube: Cube3, enough: usize, go_on: &mut impl FnMut(&Cost) -> bool) -> Solved<Found> {
    let sides: Vec<Side> = [false, true].into_iter().flat_map(|inverted| sides(cube, inverted)).collect();
    let mut search = Search {
        tables,
        go_on,
        enough,
        most: enough.max(AT_ONCE),
        best: None,
        cost: Cost { generated: 1, bytes: tables.bytes(), ..Cost::default() },
        path: [0; 40],
        depth: 0,
        cubes: [cube; 40],
        known: 0,
        side: 0,
    };
    let mut length = 0;
    let ended = 'deepen: loop {
        for (i, side) in sides.iter().enumerate() {
            let start = First::of(side.cube);
            if length > search.most {
                break 'deepen Continue(());
            }
            if tables.first_bound(start) as usize <= length {
                (search.side, search.cubes[0], search.known) = (i, side.cube, 0);
                if search.first(start, length).is_break() {
                    break 'deepen Break(());
                }
            }
        }
        length += 1;
    };
    // Depth first: what waits is what is on the path.
    let cost = Cost { frontier: search.cost.depth as u64 + 1, ..search.cost };
    let verdict = match search.best {
        None => Verdict::GaveUp,
        Some((turns, side)) => {
            let turns = sides[side].seen_from_front(&turns);
            let shortest = ended.is_continue() || turns.is_empty();
            Verdict::Solved(Found { turns, shortest })
        }
    };
    Solved { verdict, cost }
}

/// The same problem as seen from another side: a solution of one gives a solution of the other.
struct Side {
    cube: Cube3,
    inverted: bool,
    /// For each face, by its number: the face that is there when the cube is held as the client holds it.
    front: [Face; 6],
}

impl Side {
    fn seen_from_front(&self, turns: &[Turn]) -> Vec<Turn> {
        let mut turns: Vec<_> = turns.iter().map(|turn| Turn { face: self.front[turn.face as usize], ..*turn }).collect();
        if self.inverted {
            turns.reverse();
            turns.iter_mut().for_each(|turn| *turn = turn.inverse());
        }
        turns
    }
}

/// The cube along its three axes: held another way, and repainted so that its centres are at home.
fn sides(cube: Cube3, inverted: bool) -> impl Iterator<Item = Side> {
    let facelets = if inverted { cube.inverse() } else { cube }.facelets();
    let whole = |face, amount| Move { part: Part::Whole(face), amount };
    let holds = [
        vec![],
        vec![whole(Face::R, Amount::Quarter), whole(Face::U, Amount::Quarter)],
        vec![whole(Face::U, Amount::Counter), whole(Face::R, Amount::Counter)],
    ];
    holds.into_iter().map(move |hold| {
        let hold = Sequence(hold);
        let held = |cube: &Facelets| cube.after(&hold).expect("a whole-cube rotation needs no middle layer");
        let solved = held(&Facelets::solved(Size::Three));
        let front = Face::ALL.map(|face| solved.face(face)[4]);
        let Ok(Cube::Three(cube)) = Cube::try_from(&held(&facelets)) else { unreachable!("a cube held another way is the same cube") };
        Side { cube, inverted, front }
    })
}

struct Search<'a, G> {
    tables: &'a Tables,
    go_on: &'a mut G,
    enough: usize,
    /// The most moves that a solution may have to be of interest.
    most: usize,
    best: Option<(Vec<Turn>, usize)>,
    cost: Cost,
    /// The turns so far, by their places in [`Turn::ALL`]: the first `depth` of them.
    path: [u8; 40],
    depth: usize,
    /// The cube after each of the first `known` turns.
    cubes: [Cube3; 40],
    known: usize,
    side: usize,
}

impl<G: FnMut(&Cost) -> bool> Search<'_, G> {
    /// Whether a turn of `face` may be next: not the face just turned, and opposite faces in one order.
    fn may_turn(&self, face: usize) -> bool {
        if self.depth == 0 {
            return true;
        }
        let last = self.path[self.depth - 1] as usize / 3;
        face != last && (face + 3 != last)
    }

    fn push(&mut self, turn: usize) {
        self.path[self.depth] = turn as u8;
        self.known = self.known.min(self.depth);
        self.depth += 1;
        self.cost.generated += 1;
        self.cost.depth = self.cost.depth.max(self.depth as u32);
    }

    fn poll(&mut self) -> ControlFlow<()> {
        if self.cost.expanded.is_multiple_of(POLL) && !(self.go_on)(&self.cost) {
            return Break(());
        }
        self.cost.expanded += 1;
        Continue(())
    }

    /// Tries every phase 1 of exactly `left` more moves.
    fn first(&mut self, at: First, left: usize) -> ControlFlow<()> {
        if left == 0 {
            return self.complete();
        }
        self.poll()?;
        for face in 0..6 {
            if !self.may_turn(face) {
                continue;
            }
            for turn in face * 3..face * 3 + 3 {
                // The last turn of phase 1 is none of G1, or phase 1 could have ended before it.
                if left == 1 && (face % 3 == 0 || turn % 3 == 1) {
                    continue;
                }
                let next = self.tables.first_after(at, turn);
                let bound = self.tables.first_bound(next) as usize;
                if bound > left {
                    // The other amounts are one turn from this one, and so no nearer than left.
                    break;
                }
                if bound == left {
                    continue;
                }
                self.push(turn);
                let end = self.first(next, left - 1);
                self.depth -= 1;
                end?;
            }
        }
        Continue(())
    }

    /// A phase 1 is complete: tries to complete the solution, and then to find an even shorter phase 2.
    fn complete(&mut self) -> ControlFlow<()> {
        while self.known < self.depth {
            let turn = Turn::ALL[self.path[self.known] as usize];
            self.cubes[self.known + 1] = self.cubes[self.known].turned(turn);
            self.known += 1;
        }
        let cube = self.cubes[self.depth];
        while let Some(limit) = self.most.checked_sub(self.depth) {
            let Some(at) = self.tables.second_within(cube.corners, cube.edges, limit as u8) else {
                break;
            };
            let depth = self.depth;
            let found = self.second(at, limit)?;
            if !found {
                break;
            }
            let turns: Vec<_> = self.path[..self.depth].iter().map(|turn| Turn::ALL[*turn as usize]).collect();
            let length = turns.len();
            self.depth = depth;
            self.best = Some((turns, self.side));
            if length <= self.enough || length == 0 {
                return Break(());
            }
            self.most = length - 1;
        }
        Continue(())
    }

    /// Whether there is a phase 2 of at most `left` moves; if so it is left on the path.
    fn second(&mut self, at: Second, left: usize) -> ControlFlow<(), bool> {
        let bound = self.tables.second_bound(at) as usize;
        if bound == 0 {
            return Continue(true);
        }
        if bound > left {
            return Continue(false);
        }
        self.poll()?;
        for (i, turn) in SECOND_TURNS.into_iter().enumerate() {
            if self.may_turn(turn as usize / 3) {
                self.push(turn as usize);
                if self.second(self.tables.second_after(at, i), left - 1)? {
                    return Continue(true);
                }
                self.depth -= 1;
            }
        }
        Continue(false)
    }
}
