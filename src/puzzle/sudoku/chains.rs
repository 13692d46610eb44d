//! Alternating inference chains: if the first candidate is false the second is true, so the third is false, and so on to one that is true. The
//! first or the last is true, which removes the candidates that clash with both.

use std::collections::{HashMap, HashSet, VecDeque};

use super::patterns::{open_cells, places};
use super::{Chain, Notes, SudokuCell, SudokuReason, SudokuStep, Technique};

/// A candidate: a cell and a digit that it may hold.
type Candidate = (SudokuCell, u8);

/// The first chain of a kind that removes a candidate; from each first candidate the shortest chains come first.
pub(super) fn find(notes: &Notes, technique: Technique) -> Option<SudokuStep> {
    let all: Vec<Candidate> = open_cells(notes).flat_map(|cell| notes.candidates(cell).iter().map(move |digit| (cell, digit))).collect();
    all.iter().find_map(|&first| from(notes, technique, first))
}

/// Follows every chain from one candidate, breadth first.
fn from(notes: &Notes, technique: Technique, first: Candidate) -> Option<SudokuStep> {
    // Most candidates of an empty grid begin no chain; the tables below would cost more than all else.
    if_false(notes, technique, first).first()?;
    // For each true candidate the false one before it, and the true one before that.
    let mut before: HashMap<Candidate, (Candidate, Option<Candidate>)> = HashMap::new();
    let mut was_false = HashSet::from([first]);
    let mut falses = VecDeque::from([(first, None)]);
    while let Some((here, cause)) = falses.pop_front() {
        for last in if_false(notes, technique, here) {
            if before.contains_key(&last) {
                continue;
            }
            before.insert(last, (here, cause));
            let removals = clashing(notes, first).into_iter().filter(|&one| one != last && clash(notes, one, last)).collect();
            let chain = || {
                let mut links = vec![last];
                let mut at = Some(last);
                while let Some((false_one, true_one)) = at.and_then(|at| before.get(&at)).copied() {
                    links.push(false_one);
                    links.extend(true_one);
                    at = true_one;
                }
                links.reverse();
                SudokuReason::Chain { links: Chain(links) }
            };
            if let Some(step) = technique.remove(removals, chain) {
                return Some(step);
            }
            for next in clashing(notes, last) {
                let allowed = match technique {
                    Technique::SimpleColouring => if_false(notes, technique, next).contains(&last),
                    Technique::XChain => next.1 == last.1,
                    Technique::XyChain => next.1 == last.1 && notes.candidates(next.0).len() == 2,
                    _ => true,
                };
                if allowed && was_false.insert(next) {
                    falses.push_back((next, Some(last)));
                }
            }
        }
    }
    None
}

fn if_false(notes: &Notes, technique: Technique, (cell, digit): Candidate) -> Vec<Candidate> {
    let mut found = Vec::new();
    let here = notes.candidates(cell);
    if !matches!(technique, Technique::SimpleColouring | Technique::XChain) && here.len() == 2 {
        found.extend(here.iter().filter(|&other| other != digit).map(|other| (cell, other)));
    }
    if technique != Technique::XyChain {
        for unit in notes.shape().units_of(cell) {
            let mut others = places(notes, unit, digit).filter(|&other| other != cell);
            if let (Some(other), None) = (others.next(), others.next()) {
                found.push((other, digit));
            }
        }
    }
    found
}

fn clashing(notes: &Notes, (cell, digit): Candidate) -> Vec<Candidate> {
    let in_cell = notes.candidates(cell).iter().filter(|&other| other != digit).map(|other| (cell, other));
    let mut all: Vec<Candidate> = in_cell.collect();
    for unit in notes.shape().units_of(cell) {
        for other in places(notes, unit, digit) {
            if other != cell && !all.contains(&(other, digit)) {
                all.push((other, digit));
            }
        }
    }
    all
}

fn clash(notes: &Notes, a: Candidate, b: Candidate) -> bool {
    a != b && if a.0 == b.0 { true } else { a.1 == b.1 && notes.shape().see(a.0, b.0) }
}
