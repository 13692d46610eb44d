//! Meet-in-the-middle count of tours: joins the states of two halves by edges between the two middle rows.
//!
//! The count is the sum of ways(upper) · ways(lower) over all upper halves, edges and lower halves that give every square two edges and form one
//! cycle. One half of the possible edges of the middle rows is assigned to the upper half, the other to the lower one, so that neither is
//! combined with all subsets of all edges. The assignment is the same upside down and, on boards of even width, in the mirror, so that one pair
//! of groups represents up to four.
//!
//! The states of two groups that fit are not compared pair by pair: the lower states that join the first end to the same other end are applied
//! to the upper ones together, after which many of these are equal.

use super::count::{CountShare, Meter};
use super::groups::{CountedMatching, Gathering, Link, MatchingTable};
use super::half::{Half, mirrored};
use super::matching::{Degrees, HUB, PathMatching};
use crate::memory::filled;

type Edge = (usize, usize);

pub(super) struct Middle {
    width: usize,
    /// The degrees of the complete tour.
    whole: Degrees,
    upper: Edges,
    /// As the lower half sees them: upside down.
    lower: Edges,
}

/// The edges of the middle rows that are assigned to a half.
struct Edges {
    /// The edge from the start to the hub, which every tour has.
    needed: Option<Edge>,
    free: Vec<Edge>,
}

fn flipped(width: usize) -> impl Fn(usize) -> usize + Copy {
    move |cell| if cell == HUB { HUB } else { (cell + width) % (2 * width) }
}

impl Middle {
    /// `start` is the cell of a given start in the middle rows.
    pub(super) fn new(width: usize, is_open: bool, start: Option<usize>) -> Middle {
        let cells = 2 * width;
        // The edges form four paths, which change rows with each step; each path goes to one half.
        let is_upper = |cell: usize| {
            let (row, column) = (cell / width, cell % width);
            let begins_below = (row + column / 2) % 2;
            (if width.is_multiple_of(4) { begins_below + column } else { begins_below }).is_multiple_of(2)
        };
        let mut edges: Vec<Edge> = (0..width - 2).flat_map(|column| [(column, width + column + 2), (width + column, column + 2)]).collect();
        if is_open {
            edges.extend((0..cells).filter(|&cell| start != Some(cell)).map(|cell| (cell, HUB)));
        }
        let flip = flipped(width);
        let upside_down = |(a, b): Edge| (flip(a), flip(b));
        let (upper, lower): (Vec<Edge>, Vec<Edge>) = edges.into_iter().partition(|&(cell, _)| is_upper(cell));
        let needed = |above| start.filter(|&start| is_upper(start) == above).map(|start| (start, HUB));
        Middle {
            width,
            whole: (0..cells).chain(is_open.then_some(HUB)).fold(Degrees::default(), |whole, cell| whole.more(cell, 2)),
            upper: Edges { needed: needed(true), free: upper },
            lower: Edges { needed: needed(false).map(upside_down), free: lower.into_iter().map(upside_down).collect() },
        }
    }

    /// The number of tours of a share; `None` when the budget ends. `lower` is upside down; without it, it equals `upper`.
    pub(super) fn tours(&self, upper: &Half, lower: Option<&Half>, share: CountShare, squares: usize, meter: &mut Meter) -> Option<u64> {
        let flip = flipped(self.width);
        let reachable_above = Reachable::new(upper, &self.upper, 2 * self.width, meter)?;
        let reachable_below = match lower {
            Some(lower) => Some(Reachable::new(lower, &self.lower, 2 * self.width, meter)?),
            None => None,
        };
        let bytes = |half: &Half, reachable: &Reachable| half.bytes() + (reachable.bits.len() * size_of::<u64>()) as u64;
        let held = bytes(upper, &reachable_above) + lower.zip(reachable_below.as_ref()).map_or(0, |(half, below)| bytes(half, below));
        let below = reachable_below.as_ref().unwrap_or(&reachable_above);
        let is_symmetric = self.width.is_multiple_of(2) && upper.is_symmetric;
        let (mut above_fitting, mut below_fitting) = (Fitting::default(), Fitting::default());
        let mut pairs = Pairs::default();
        let before = squares - 2 * self.width;
        let (mut total, mut number) = (0_u64, 0);
        for at in (0..64 * reachable_above.bits.len()).filter(|&at| reachable_above.has(at)) {
            let degrees = reachable_above.degrees(at);
            let other = degrees.missing(self.whole).moved(flip);
            if !below.has(below.number(other)) {
                continue;
            }
            // Of equivalent degrees, upside down or in the mirror, the least represents all.
            let mut equivalent = [degrees; 4];
            if lower.is_none() {
                equivalent[1] = other;
            }
            if is_symmetric {
                equivalent[2] = degrees.moved(mirrored(self.width));
                equivalent[3] = equivalent[1].moved(mirrored(self.width));
            }
            if equivalent.iter().any(|&one| one < degrees) {
                continue;
            }
            equivalent.sort_unstable();
            let times = equivalent.chunk_by(|one, other| one == other).count() as u64;
            number += 1;
            if !share.has(number) {
                continue;
            }
            meter.cost.depth = (before + at / 64 * 2 * self.width / reachable_above.bits.len()) as u32;
            let above = above_fitting.all(upper, &self.upper, degrees, self.width, meter)?;
            if above.is_empty() {
                continue;
            }
            let below = below_fitting.all(lower.unwrap_or(upper), &self.lower, other, self.width, meter)?;
            let ends = other.ends();
            for (matching, _) in below.iter_mut() {
                *matching = matching.moved(ends, flip);
            }
            // Each state of the shorter list is looked up in the other.
            let (many, few) = if above.len() < below.len() { (below, above) } else { (above, below) };
            few.sort_unstable_by_key(|(matching, _)| matching.rank());
            let cycles = pairs.cycles(many, few, degrees.ends(), meter)?;
            total = total.wrapping_add(times.wrapping_mul(cycles));
            meter.hold(held + above_fitting.bytes() + below_fitting.bytes() + pairs.bytes());
        }
        meter.cost.depth = squares as u32;
        Some(total)
    }
}

impl Edges {
    /// All ways to remove edges from degrees without going below zero: the rest, and the free edges removed, as bits.
    fn removed(&self, degrees: Degrees, found: &mut impl FnMut(Degrees, u32) -> Option<()>) -> Option<()> {
        match self.needed.map_or(Some(degrees), |edge| degrees.without(edge)) {
            Some(rest) => self.removed_from(0, rest, 0, found),
            None => Some(()),
        }
    }

    fn removed_from(&self, first: usize, degrees: Degrees, removed: u32, found: &mut impl FnMut(Degrees, u32) -> Option<()>) -> Option<()> {
        found(degrees, removed)?;
        for (number, &edge) in self.free.iter().enumerate().skip(first) {
            if let Some(rest) = degrees.without(edge) {
                self.removed_from(number + 1, rest, removed | 1 << number, found)?;
            }
        }
        Some(())
    }

    /// The needed edge and the free ones of these bits.
    fn of_bits(&self, bits: u32) -> impl Iterator<Item = Edge> {
        let free = self.free.iter().enumerate().filter(move |&(number, _)| bits >> number & 1 == 1);
        self.needed.into_iter().chain(free.map(|(_, &edge)| edge))
    }
}

/// The degrees of a half with some of its edges: a bit for each vector of degrees, numbered in base 3.
struct Reachable {
    cells: usize,
    bits: Vec<u64>,
}

impl Reachable {
    fn new(half: &Half, edges: &Edges, cells: usize, meter: &mut Meter) -> Option<Reachable> {
        let all = 3_usize.pow(cells as u32 + 1);
        let mut reachable = Reachable { cells, bits: filled(0, all.div_ceil(64))? };
        // Removing edges from the missing ones adds them.
        let two = (0..cells).chain([HUB]).fold(Degrees::default(), |two, cell| two.more(cell, 2));
        for degrees in half.degrees() {
            edges.removed(degrees.missing(two), &mut |rest, _| {
                let at = reachable.number(rest.missing(two));
                reachable.bits[at / 64] |= 1 << (at % 64);
                meter.charge(1, 0)
            })?;
        }
        Some(reachable)
    }

    fn number(&self, degrees: Degrees) -> usize {
        (0..self.cells).fold(degrees.at(HUB) as usize, |number, cell| 3 * number + degrees.at(cell) as usize)
    }

    fn degrees(&self, mut number: usize) -> Degrees {
        let mut degrees = Degrees::default();
        for cell in (0..self.cells).rev() {
            degrees = degrees.more(cell, number as u64 % 3);
            number /= 3;
        }
        degrees.more(HUB, number as u64)
    }

    fn has(&self, number: usize) -> bool {
        self.bits[number / 64] >> (number % 64) & 1 == 1
    }
}

/// The states of a half with edges of the middle rows, all of the same degrees.
#[derive(Default)]
struct Fitting {
    states: Vec<CountedMatching>,
    table: MatchingTable,
    /// The groups that are combined, with their edges as bits.
    groups: Vec<(Degrees, u32)>,
}

impl Fitting {
    fn all(&mut self, half: &Half, edges: &Edges, degrees: Degrees, width: usize, meter: &mut Meter) -> Option<&mut Vec<CountedMatching>> {
        let mut most = 0;
        let groups = &mut self.groups;
        groups.clear();
        edges.removed(degrees, &mut |rest, removed| {
            if let Some((states, _)) = half.states(rest) {
                most += states.len();
                groups.push((rest, removed));
            }
            meter.charge(1, 0)
        })?;
        self.states.clear();
        self.states.try_reserve(most).ok()?;
        let image = mirrored(width);
        let image_ends = degrees.moved(image).ends();
        let mut gathering = self.table.gather(&mut self.states, most)?;
        for &(rest, removed) in &self.groups {
            let (states, is_mirrored) = half.states(rest).expect("it was found before");
            // Edges are added to a mirror image in the mirror.
            let place = |cell| if is_mirrored && cell != HUB { image(cell) } else { cell };
            let mut before = rest.moved(place);
            let mut links = [Link::Pair(0, 0); MAX_EDGES];
            let mut count = 0;
            for (link, (a, b)) in links.iter_mut().zip(edges.of_bits(removed)) {
                *link = Link::between(&mut before, place(a), place(b));
                count += 1;
            }
            let links = &links[..count];
            if is_mirrored {
                put(links, states, &mut gathering, |matching| matching.moved(image_ends, image));
            } else {
                put(links, states, &mut gathering, |matching| matching);
            }
            meter.charge(states.len() as u64, states.len() as u64)?;
        }
        Some(&mut self.states)
    }

    fn bytes(&self) -> u64 {
        (self.states.capacity() * size_of::<CountedMatching>()) as u64 + self.table.bytes()
    }
}

/// Adds edges to states and gathers the results.
fn put(links: &[Link], states: &[CountedMatching], gathering: &mut Gathering<'_>, placed: impl Fn(PathMatching) -> PathMatching) {
    for &(matching, ways) in states {
        if let Some(matching) = links.iter().try_fold(matching, |matching, link| link.put(matching)) {
            gathering.add(placed(matching), ways);
        }
    }
}

/// The middle rows have at most two edges a square, and the hub has two.
const MAX_EDGES: usize = 18;

/// Pairs of states, one of either half, with the buffers of each depth.
#[derive(Default)]
struct Pairs {
    joined: Vec<Vec<CountedMatching>>,
    table: MatchingTable,
}

impl Pairs {
    /// The sum of the products of all pairs that form one cycle of all `ends`. `below` is sorted by rank.
    fn cycles(&mut self, above: &[CountedMatching], below: &[CountedMatching], ends: u32, meter: &mut Meter) -> Option<u64> {
        /// Lists of at most this length are compared pair by pair.
        const FEW: usize = 3;
        let mut total = 0_u64;
        if ends == 0 || above.is_empty() || below.is_empty() {
            // Without ends the halves are not connected.
            return Some(0);
        }
        if ends.count_ones() == 2 || below.len() <= FEW || above.len() <= FEW {
            for &(lower, ways) in below {
                let fit = above.iter().filter(|&&(upper, _)| is_cycle(upper, lower, ends));
                total = total.wrapping_add(ways.wrapping_mul(fit.fold(0, |sum: u64, &(_, ways)| sum.wrapping_add(ways))));
            }
            meter.charge((above.len() * below.len()) as u64, 0)?;
            return Some(total);
        }
        let first = ends.trailing_zeros() as usize;
        let mut joined = self.joined.pop().unwrap_or_default();
        for below in below.chunk_by(|(one, _), (other, _)| one.partner(first) == other.partner(first)) {
            let far = below[0].0.partner(first);
            joined.clear();
            joined.try_reserve(above.len()).ok()?;
            let mut gathering = self.table.gather(&mut joined, above.len())?;
            for &(upper, ways) in above {
                if let Some(upper) = upper.joined(first, far) {
                    gathering.add(upper, ways);
                }
            }
            meter.charge(above.len() as u64, joined.len() as u64)?;
            total = total.wrapping_add(self.cycles(&joined, below, ends & !(1 << first | 1 << far), meter)?);
        }
        self.joined.push(joined);
        Some(total)
    }

    fn bytes(&self) -> u64 {
        let states: usize = self.joined.iter().map(Vec::capacity).sum();
        (states * size_of::<CountedMatching>()) as u64 + self.table.bytes()
    }
}

/// Whether two matchings of the same ends form one cycle.
fn is_cycle(upper: PathMatching, lower: PathMatching, ends: u32) -> bool {
    let first = ends.trailing_zeros() as usize;
    let (mut met, mut end) = (0, first);
    loop {
        end = upper.partner(lower.partner(end));
        met += 2;
        if end == first {
            return met == ends.count_ones();
        }
    }
}
