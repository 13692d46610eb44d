//! Half a tour: the states of all squares above the two middle rows, as the middle rows see them.

use super::count::Meter;
use super::frontier_step::{FrontierStep, Rows};
use super::groups::{CountedMatching, Groups, MatchingTable};
use super::matching::{Degrees, HUB, PathMatching};
use crate::memory::Reserve;
use rustc_hash::FxHashMap;

/// The mirror image of a cell of two rows.
pub(super) fn mirrored(width: usize) -> impl Fn(usize) -> usize + Copy {
    move |cell| cell / width * width + width - 1 - cell % width
}

/// The states of half a tour, in groups of equal degrees. On a symmetric board a group represents its mirror image too.
pub(super) struct Half {
    width: usize,
    pub(super) is_symmetric: bool,
    groups: Groups,
    /// By degrees, the number of the group, and whether it is that of the mirror image.
    index: FxHashMap<Degrees, (u32, bool)>,
}

impl Half {
    /// Follows all tours through the first `upper` rows; at least two rows must follow. `None` when the budget ends.
    pub(super) fn new(board: &Rows, upper: usize, meter: &mut Meter) -> Option<Half> {
        let mut table = MatchingTable::default();
        let mut groups = Groups::default();
        groups.push(Degrees::default(), 1, &mut table, |first| {
            first.add(PathMatching::NONE, 1);
            Some(())
        })?;
        for step in 0..upper * board.width {
            groups = after(&groups, &FrontierStep::new(board, step), &mut table, meter)?;
            meter.cost.depth += 1;
            meter.cost.frontier = meter.cost.frontier.max(groups.count());
        }
        let mut half = Half { width: board.width, is_symmetric: board.is_symmetric(), groups, index: FxHashMap::default() };
        half.renumber(board, upper);
        if half.is_symmetric && upper > 0 {
            half.unfold(&mut table)?;
        }
        for number in 0..half.groups.len() {
            let degrees = half.groups.degrees(number);
            half.index.reserve_more(2)?;
            half.index.insert(degrees, (number as u32, false));
            if half.is_symmetric {
                half.index.entry(degrees.moved(mirrored(half.width))).or_insert((number as u32, true));
            }
        }
        meter.hold(half.bytes());
        meter.poll()?;
        Some(half)
    }

    /// Numbers the cells as squares of the middle rows.
    fn renumber(&mut self, board: &Rows, upper: usize) {
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

    /// Converts the sums of the ways to a state and to its mirror image into the ways to each.
    ///
    /// A row begins from some of the states alone, such that these and their images together have all ways twice. So have the states after it,
    /// as the board is symmetric. Halving is right for numbers below 2⁶³.
    fn unfold(&mut self, table: &mut MatchingTable) -> Option<()> {
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

    pub(super) fn bytes(&self) -> u64 {
        self.groups.bytes() + self.index.bytes_with(0) as u64
    }

    /// The degrees of all groups and of the mirror images that they represent.
    pub(super) fn degrees(&self) -> impl Iterator<Item = Degrees> {
        (0..self.groups.len()).flat_map(|number| {
            let degrees = self.groups.degrees(number);
            let image = degrees.moved(mirrored(self.width));
            std::iter::once(degrees).chain((self.is_symmetric && image != degrees).then_some(image))
        })
    }

    /// The states with these degrees, or those of their mirror image: then with `true`.
    pub(super) fn states(&self, degrees: Degrees) -> Option<(&[CountedMatching], bool)> {
        let &(number, is_mirrored) = self.index.get(&degrees)?;
        Some((self.groups.states(number as usize), is_mirrored))
    }
}

/// A choice of edges that leads from a group to another.
struct Origin {
    degrees: Degrees,
    group: u32,
    choice: u8,
    /// The choice leads to the mirror image of the group.
    is_mirrored: bool,
}

/// The groups after a step. On a symmetric board, two mirror images become one group after each full row.
fn after(groups: &Groups, step: &FrontierStep, table: &mut MatchingTable, meter: &mut Meter) -> Option<Groups> {
    let mut origins: Vec<Origin> = Vec::new();
    for number in 0..groups.len() {
        let mut fits = true;
        step.choices(groups.degrees(number), |choice, degrees| {
            let image = step.mirror.map(|mirror| degrees.moved(|cell| mirror[cell])).filter(|image| image < &degrees);
            fits &= origins.try_reserve(1).is_ok();
            if fits {
                origins.push(Origin { degrees: image.unwrap_or(degrees), group: number as u32, choice, is_mirrored: image.is_some() });
            }
        });
        fits.then_some(())?;
    }
    origins.sort_unstable_by_key(|origin| (origin.degrees, origin.group, origin.choice, origin.is_mirrored));
    let held = groups.bytes() + (origins.capacity() * size_of::<Origin>()) as u64;
    let mut next = Groups::default();
    for origins_of_one in origins.chunk_by(|one, other| one.degrees == other.degrees) {
        let degrees = origins_of_one[0].degrees;
        let most = origins_of_one.iter().map(|origin| groups.states(origin.group as usize).len()).sum();
        next.push(degrees, most, table, |gathering| {
            for origin in origins_of_one {
                let (before, states) = (groups.degrees(origin.group as usize), groups.states(origin.group as usize));
                let link = step.link(before, origin.choice);
                let mirror = step.mirror.filter(|_| origin.is_mirrored);
                let ends = mirror.map_or(degrees, |mirror| degrees.moved(|cell| mirror[cell])).ends();
                for &(matching, ways) in states {
                    let Some(matching) = link.map_or(Some(matching), |link| link.put(matching)) else { continue };
                    gathering.add(mirror.map_or(matching, |mirror| matching.moved(ends, |cell| mirror[cell])), ways);
                }
                meter.charge(states.len() as u64, states.len() as u64)?;
            }
            Some(())
        })?;
        meter.hold(held + next.bytes() + table.bytes());
    }
    Some(next)
}
