//! Half a tour: everything above the two middle rows, by what the middle rows see of it.

use super::frontier::{Ends, Frontier, Key};
use super::matching::{Degrees, HUB, Matching};
use super::meter::Meter;
use super::ways::{Layer, Ways};
use crate::Cost;
use crate::room::filled;

/// The cell that a cell of two rows becomes in the mirror.
pub(super) fn mirrored(width: usize) -> impl Fn(usize) -> usize {
    move |cell| cell / width * width + width - 1 - cell % width
}

/// The states of half a tour, those that fit the same other halves together. Where the mirror changes nothing, a group stands
/// for its mirror image too, and the one with the smaller degrees is kept.
pub(super) struct Half {
    width: usize,
    symmetric: bool,
    states: Vec<(Matching, u64)>,
    /// Degrees, and where the states begin; no group is smaller than one before it.
    groups: Vec<(Degrees, usize)>,
    /// Twice the number of a group, by its degrees; one more, by those of its mirror image.
    index: Ways,
}

impl Half {
    /// Follows all tours through the first rows; nothing when out of budget. Two rows and more must follow.
    pub(super) fn new(frontier: &Frontier, rows: usize, meter: &mut Meter<'_, impl FnMut(&Cost) -> bool>) -> Option<Half> {
        let layer = layer_after(frontier, rows, meter)?;
        let (width, symmetric) = (frontier.width(), frontier.is_symmetric());
        let mut sizes = Ways::default();
        for (key, _) in layer.iter() {
            meter.spend(1, 0)?;
            let (degrees, _) = seen(frontier, key);
            let image = image(frontier, degrees);
            // Of a pair of states only one is in the layer; both are in the group.
            let both = symmetric && image.is_none() && frontier.mirrored(key) != key;
            sizes.add(image.map_or(degrees, |image| image.min(degrees)).0, 1 + u64::from(both))?;
        }
        let mut groups: Vec<_> = sizes.iter().map(|(degrees, size)| (Degrees(degrees), size as usize)).collect();
        // The small ones first.
        groups.sort_unstable_by_key(|&(degrees, size)| (size, degrees));
        let mut index = Ways::default();
        let mut begin = 0;
        for (number, (degrees, size)) in groups.iter_mut().enumerate() {
            index.add(degrees.0, 2 * number as u64)?;
            if let Some(image) = image(frontier, *degrees) {
                index.add(image.0, 2 * number as u64 + 1)?;
            }
            begin += std::mem::replace(size, begin);
        }
        meter.hold(layer.bytes() + index.bytes() + (begin_bytes(&groups) + begin * size_of::<(Matching, u64)>()) as u64);
        meter.ask()?;
        let mut half = Half { width, symmetric, states: filled((Matching::NONE, 0), begin)?, groups, index };
        half.fill(frontier, layer, meter)?;
        Some(half)
    }

    fn fill(&mut self, frontier: &Frontier, mut layer: Layer, meter: &mut Meter<'_, impl FnMut(&Cost) -> bool>) -> Option<()> {
        let mut next: Vec<usize> = self.groups.iter().map(|&(_, begin)| begin).collect();
        let (index, states) = (&self.index, &mut self.states);
        let held = index.bytes() + (begin_bytes(&self.groups) + states.len() * size_of::<(Matching, u64)>()) as u64;
        let mut put = |degrees: Degrees, state| {
            let number = index.get(degrees.0).expect("its group was counted") as usize / 2;
            states[next[number]] = state;
            next[number] += 1;
        };
        while let Some(table) = layer.pop() {
            meter.hold(held + layer.bytes() + table.bytes());
            for (key, ways) in table.iter() {
                meter.spend(1, 0)?;
                let (degrees, matching) = seen(frontier, key);
                if !self.symmetric {
                    put(degrees, (matching, ways));
                    continue;
                }
                let image = degrees.moved(mirrored(self.width));
                let other = matching.moved(degrees.ends(), mirrored(self.width));
                if (degrees, matching) == (image, other) {
                    put(degrees, (matching, ways));
                    continue;
                }
                // The ways to both are in one number, half of them to each.
                let ways = ways / 2;
                if degrees <= image {
                    put(degrees, (matching, ways));
                }
                if image <= degrees {
                    put(image, (other, ways));
                }
            }
        }
        Some(())
    }

    /// The number of states.
    pub(super) fn len(&self) -> usize {
        self.states.len()
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.states.len() * size_of::<(Matching, u64)>() + begin_bytes(&self.groups)) as u64 + self.index.bytes()
    }

    /// The groups that are kept, small ones first, each with the number of groups it stands for.
    pub(super) fn groups(&self) -> impl Iterator<Item = (Degrees, &[(Matching, u64)], u64)> {
        (0..self.groups.len()).map(|number| {
            let degrees = self.groups[number].0;
            let is_image = self.symmetric && degrees.moved(mirrored(self.width)) != degrees;
            (degrees, self.states(number), 1 + u64::from(is_image))
        })
    }

    /// The number of the group with these degrees, or else of its mirror image.
    pub(super) fn number(&self, degrees: Degrees) -> Option<(usize, Side)> {
        let found = self.index.get(degrees.0)?;
        Some((found as usize / 2, if found % 2 == 0 { Side::Same } else { Side::Mirrored }))
    }

    /// The states of a group by its number.
    pub(super) fn states(&self, number: usize) -> &[(Matching, u64)] {
        let end = self.groups.get(number + 1).map_or(self.states.len(), |&(_, begin)| begin);
        &self.states[self.groups[number].1..end]
    }
}

/// The degrees of the mirror image, if the mirror changes nothing but them.
fn image(frontier: &Frontier, degrees: Degrees) -> Option<Degrees> {
    let image = degrees.moved(mirrored(frontier.width()));
    (frontier.is_symmetric() && image != degrees).then_some(image)
}

/// Whether a group is the one asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// It is.
    Same,
    /// It is its image in the mirror.
    Mirrored,
}

fn begin_bytes(groups: &[(Degrees, usize)]) -> usize {
    size_of_val(groups)
}

/// The states after the first rows. Where the mirror changes nothing, two images become one state whenever a row is full.
fn layer_after(frontier: &Frontier, rows: usize, meter: &mut Meter<'_, impl FnMut(&Cost) -> bool>) -> Option<Layer> {
    let mut layer = Layer::new();
    layer.add(frontier.initial(), 1)?;
    for square in 0..rows * frontier.width() {
        let step = frontier.step(square);
        let folds = frontier.is_symmetric() && (square + 1).is_multiple_of(frontier.width());
        let mut next = Layer::new();
        while let Some(table) = layer.pop() {
            for (number, (key, ways)) in table.iter().enumerate() {
                if number % 1024 == 0 {
                    meter.hold(layer.bytes() + table.bytes() + next.bytes());
                }
                let (mut generated, mut fits) = (0, true);
                step.successors(key, |_, to| {
                    generated += 1;
                    fits &= next.add(if folds { to.min(frontier.mirrored(to)) } else { to }, ways).is_some();
                });
                if !fits {
                    return None;
                }
                meter.spend(1, generated)?;
            }
        }
        layer = next;
        meter.square(layer.len() as u64);
    }
    Some(layer)
}

/// What the middle rows see of a state when the row before them is full.
fn seen(frontier: &Frontier, key: Key) -> (Degrees, Matching) {
    let cells = frontier.cells(key);
    let (mut degrees, mut matching) = (Degrees::default(), Matching::NONE);
    let mut first = [None; 16];
    let squares = 2 * frontier.width();
    let hub = (frontier.ends() != Ends::Closed).then_some((HUB, cells[squares + 1]));
    for (cell, state) in cells[..squares].iter().copied().enumerate().chain(hub) {
        degrees = degrees.more(cell, state.edges());
        if let Some(label) = state.label() {
            match first[label] {
                None => first[label] = Some(cell),
                Some(other) => matching = matching.paired(other, cell),
            }
        }
    }
    (degrees, matching)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict;
    use crate::knights_tour::{Chessboard, Counted, count};

    /// The plain frontier method is the judge: one half that is the whole.
    #[test]
    fn two_halves_are_what_one_run_from_end_to_end_is() {
        let boards = [(3, 4), (3, 10), (4, 4), (4, 7), (5, 5), (5, 6), (5, 8), (6, 6)];
        for (width, rows, ends) in boards.iter().flat_map(|&(width, rows)| [(width, rows, Ends::Closed), (width, rows, Ends::Free)]) {
            if ends == Ends::Free && width * rows > 30 {
                continue;
            }
            let frontier = Frontier::new(width, rows, ends);
            let (mut cost, go_on) = (Cost::default(), &mut |_: &Cost| true);
            let layer = layer_after(&frontier, rows, &mut Meter::new(&mut cost, go_on)).expect("no limit");
            let cycles: u64 = layer.iter().map(|(_, ways)| ways).sum();
            let board = Chessboard::new(width as u64, rows as u64).expect("a board");
            let (what, times) = match ends {
                Ends::Closed => (Counted::ClosedUndirected(board), 1),
                _ => (Counted::OpenDirected(board), 2),
            };
            let counted = count(what, go_on).expect("a small board").verdict;
            let Verdict::Solved(tours) = counted else { panic!("{what:?} gave up") };
            assert_eq!(tours, times * cycles, "{what:?}");
        }
    }
}
