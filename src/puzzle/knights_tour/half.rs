//! Half a tour: everything above the two middle rows, by what the middle rows see of it.

use super::gather::{Groups, State, Table};
use super::index::Index;
use super::matching::{Degrees, HUB, Matching};
use super::meter::Meter;
use super::taking::{Rows, Turn};
use crate::Cost;

/// The cell that a cell of two rows becomes in the mirror.
pub(super) fn mirrored(width: usize) -> impl Fn(usize) -> usize + Copy {
    move |cell| cell / width * width + width - 1 - cell % width
}

/// The states of half a tour, those that fit the same other halves together. Where the mirror changes nothing, a group stands
/// for its mirror image too, and the one with the smaller degrees is kept.
pub(super) struct Half {
    width: usize,
    symmetric: bool,
    groups: Groups,
    /// Twice the number of a group, by its degrees; one more, by those of its mirror image.
    index: Index,
}

impl Half {
    /// Follows all tours through the first rows; nothing when out of budget. Two rows and more must follow.
    pub(super) fn new(board: &Rows, upper: usize, meter: &mut Meter<'_, impl FnMut(&Cost) -> bool>) -> Option<Half> {
        let mut table = Table::default();
        let mut groups = Groups::default();
        groups.push(Degrees::default(), 1, &mut table, |first| {
            first.add(Matching::NONE, 1);
            Some(())
        })?;
        for (row, place) in (0..upper).flat_map(|row| (0..board.width).map(move |place| (row, place))) {
            groups = after(&groups, &Turn::new(board, row, place), &mut table, meter)?;
            meter.square(groups.count());
        }
        let mut half = Half { width: board.width, symmetric: board.is_symmetric(), groups, index: Index::default() };
        half.place(board, upper);
        if half.symmetric && upper > 0 {
            half.unfold(&mut table)?;
        }
        for number in 0..half.groups.len() {
            let degrees = half.groups.degrees(number);
            half.index.insert(degrees, 2 * number as u64)?;
            let image = degrees.moved(mirrored(half.width));
            if half.symmetric && image != degrees {
                half.index.insert(image, 2 * number as u64 + 1)?;
            }
        }
        meter.hold(half.bytes());
        meter.ask()?;
        Some(half)
    }

    /// Numbers the cells as squares of the middle rows.
    fn place(&mut self, board: &Rows, upper: usize) {
        let mut to: [usize; HUB] = std::array::from_fn(|cell| cell);
        for cell in 0..2 * board.width {
            to[board.cell((upper + cell / board.width, cell % board.width))] = cell;
        }
        for number in 0..self.groups.len() {
            let degrees = self.groups.degrees(number);
            self.groups.rename(number, degrees.moved(|cell| to[cell]));
            let ends = degrees.ends();
            for (matching, _) in self.groups.states_mut(number) {
                *matching = matching.moved(ends, |cell| to[cell]);
            }
        }
    }

    /// Makes the ways to states what they are, from the sums of those to a state and to its mirror image.
    ///
    /// A row begins from some of the states alone, such that these and their images together have all ways twice. What comes of them has
    /// that too, since the mirror changes nothing. Numbers below 2⁶³ are halved rightly.
    fn unfold(&mut self, table: &mut Table) -> Option<()> {
        let image = mirrored(self.width);
        for number in 0..self.groups.len() {
            let degrees = self.groups.degrees(number);
            if degrees.moved(image) == degrees {
                let states = self.groups.states(number);
                let mut both = Vec::new();
                both.try_reserve(2 * states.len()).ok()?;
                let mut gathering = table.gather(&mut both, 2 * states.len())?;
                for &(matching, ways) in states {
                    gathering.add(matching, ways);
                    gathering.add(matching.moved(degrees.ends(), image), ways);
                }
                self.groups.replace(number, both)?;
            }
            self.groups.states_mut(number).iter_mut().for_each(|(_, ways)| *ways /= 2);
        }
        Some(())
    }

    pub(super) fn is_symmetric(&self) -> bool {
        self.symmetric
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> u64 {
        self.groups.bytes() + self.index.bytes()
    }

    /// The degrees of all groups, also of those for which another stands.
    pub(super) fn degrees(&self) -> impl Iterator<Item = Degrees> {
        (0..self.groups.len()).flat_map(|number| {
            let degrees = self.groups.degrees(number);
            let image = degrees.moved(mirrored(self.width));
            std::iter::once(degrees).chain((self.symmetric && image != degrees).then_some(image))
        })
    }

    /// The states with these degrees, or else those of their mirror image.
    pub(super) fn states(&self, degrees: Degrees) -> Option<(&[State], Side)> {
        let found = self.index.get(degrees)?;
        let side = if found % 2 == 0 { Side::Same } else { Side::Mirrored };
        Some((self.groups.states(found as usize / 2), side))
    }
}

/// Whether a group is the one asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// It is.
    Same,
    /// It is its image in the mirror.
    Mirrored,
}

/// A choice of edges that leads from a group to another.
struct Origin {
    degrees: Degrees,
    group: u32,
    choice: u8,
    /// The choice leads to the mirror image of the group.
    mirrored: bool,
}

/// The groups after a square is taken. Where the mirror changes nothing, two images become one group whenever a row is full.
fn after(groups: &Groups, turn: &Turn, table: &mut Table, meter: &mut Meter<'_, impl FnMut(&Cost) -> bool>) -> Option<Groups> {
    let mut origins: Vec<Origin> = Vec::new();
    for number in 0..groups.len() {
        let mut fits = true;
        turn.choices(groups.degrees(number), |choice, degrees| {
            let image = turn.mirror().map(|mirror| degrees.moved(|cell| mirror[cell])).filter(|image| image < &degrees);
            fits &= origins.try_reserve(1).is_ok();
            if fits {
                origins.push(Origin { degrees: image.unwrap_or(degrees), group: number as u32, choice, mirrored: image.is_some() });
            }
        });
        fits.then_some(())?;
    }
    origins.sort_unstable_by_key(|origin| (origin.degrees, origin.group, origin.choice, origin.mirrored));
    let held = groups.bytes() + (origins.capacity() * size_of::<Origin>()) as u64;
    let mut next = Groups::default();
    for origins_of_one in origins.chunk_by(|one, other| one.degrees == other.degrees) {
        let degrees = origins_of_one[0].degrees;
        let most = origins_of_one.iter().map(|origin| groups.states(origin.group as usize).len()).sum();
        next.push(degrees, most, table, |gathering| {
            for origin in origins_of_one {
                let (before, states) = (groups.degrees(origin.group as usize), groups.states(origin.group as usize));
                let link = turn.link(before, origin.choice);
                let mirror = turn.mirror().filter(|_| origin.mirrored);
                let ends = mirror.map_or(degrees, |mirror| degrees.moved(|cell| mirror[cell])).ends();
                for &(matching, ways) in states {
                    let Some(matching) = link.map_or(Some(matching), |link| link.put(matching)) else { continue };
                    gathering.add(mirror.map_or(matching, |mirror| matching.moved(ends, |cell| mirror[cell])), ways);
                }
                meter.spend(states.len() as u64, states.len() as u64)?;
            }
            Some(())
        })?;
        meter.hold(held + next.bytes() + table.bytes());
    }
    Some(next)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict;
    use crate::knights_tour::frontier::{Ends, Frontier};
    use crate::knights_tour::{Chessboard, Counted, count};
    use std::collections::BTreeMap;

    /// The plain frontier method is the judge: from end to end, state by state.
    #[test]
    fn two_halves_are_what_one_run_from_end_to_end_is() {
        let boards = [(3, 4), (3, 10), (4, 4), (4, 7), (5, 5), (5, 6), (5, 8), (6, 6)];
        for (width, rows, ends) in boards.iter().flat_map(|&(width, rows)| [(width, rows, Ends::Closed), (width, rows, Ends::Free)]) {
            if ends == Ends::Free && width * rows > 30 {
                continue;
            }
            let frontier = Frontier::new(width, rows, ends);
            let mut layer = BTreeMap::from([(frontier.initial(), 1)]);
            for square in 0..width * rows {
                let step = frontier.step(square);
                let mut next = BTreeMap::new();
                for (key, ways) in layer {
                    step.successors(key, |_, to| *next.entry(to).or_insert(0) += ways);
                }
                layer = next;
            }
            let cycles: u64 = layer.values().sum();
            let board = Chessboard::new(width as u64, rows as u64).expect("a board");
            let (what, times) = match ends {
                Ends::Closed => (Counted::ClosedUndirected(board), 1),
                _ => (Counted::OpenDirected(board), 2),
            };
            let counted = count(what, &mut |_: &Cost| true).expect("a small board").verdict;
            let Verdict::Solved(tours) = counted else { panic!("{what:?} gave up") };
            assert_eq!(tours, times * cycles, "{what:?}");
        }
    }
}
