//! Two halves of a tour and the edges between the two middle rows, put together in all ways that make one cycle.
//!
//! What is wanted is the sum of ways(upper) · ways(lower) over all upper halves, edges and lower halves that give every square
//! two edges and make one cycle. For each group of lower halves, the upper halves with edges that fit it are summed up by their
//! matching of ends. Of these and the lower halves not every pair is looked at: all the lower halves that join the first end to
//! the same other end join it in the upper ones at once, after which many of these are the same.

use super::half::{Half, Side, mirrored};
use super::matching::{Degrees, HUB, Matching};
use super::meter::Meter;
use super::share::Share;
use super::ways::Ways;
use crate::Cost;
use std::cmp::Ordering;

type Edge = (usize, usize);
type States = [(Matching, u64)];

/// The two middle rows.
pub(super) struct Middle {
    width: usize,
    /// The hub and the squares with all the edges that they need.
    whole: Degrees,
    /// An edge that every tour has: from the start to the hub.
    needed: Option<Edge>,
    /// The edges that a tour may have.
    edges: Vec<Edge>,
}

impl Middle {
    /// Of tours that are closed, or of open ones, in which a start in the middle rows is a cell.
    pub(super) fn new(width: usize, open: bool, start: Option<usize>) -> Middle {
        let cells = 2 * width;
        let mut whole = (0..cells).fold(Degrees::default(), |whole, cell| whole.more(cell, 2));
        let mut edges: Vec<Edge> = Vec::new();
        for column in 0..width - 2 {
            edges.extend([(column, width + column + 2), (column + 2, width + column)]);
        }
        if open {
            whole = whole.more(HUB, 2);
            edges.extend((0..cells).filter(|&cell| start != Some(cell)).map(|cell| (HUB, cell)));
        }
        Middle { width, whole, needed: start.map(|start| (HUB, start)), edges }
    }

    /// The number of tours of a share; nothing when out of budget. `lower` is the lower half upside down; without it, it is the upper one.
    pub(super) fn tours(
        &self,
        upper: &Half,
        lower: Option<&Half>,
        share: Share,
        squares: usize,
        meter: &mut Meter<'_, impl FnMut(&Cost) -> bool>,
    ) -> Option<u64> {
        let held = upper.bytes() + lower.map_or(0, Half::bytes);
        let alike = lower.is_none();
        let lower = lower.unwrap_or(upper);
        let flipped = |cell: usize| (cell + self.width) % (2 * self.width);
        let mut total = 0_u64;
        let (before, mut done) = (squares - 2 * self.width, 0);
        let mut fitting = Fitting { upper, middle: self, last: None, same: Ways::default(), mirrored: Ways::default(), chosen: Vec::new() };
        let mut below = Vec::new();
        for (number, (degrees, states, times)) in lower.groups().enumerate() {
            meter.squares(before + done * 2 * self.width / lower.len());
            done += states.len();
            if !share.has(number) {
                continue;
            }
            fitting.last = alike.then_some(number);
            let ends = degrees.ends();
            let degrees = degrees.moved(flipped);
            let mut wanted = Some(degrees.missing(self.whole));
            if let Some(edge) = self.needed {
                fitting.chosen.push(edge);
                wanted = wanted.and_then(|wanted| wanted.without(edge));
            }
            if let Some(wanted) = wanted {
                fitting.collect(wanted, 0, meter)?;
            }
            fitting.chosen.clear();
            let ends_below = degrees.ends();
            below.clear();
            below.extend(states.iter().map(|&(matching, ways)| (matching.moved(ends, flipped), ways)));
            below.sort_unstable_by_key(|(matching, _)| matching.rank());
            let above = fitting.take(ends_below)?;
            meter.hold(held + fitting.bytes() + 3 * (size_of_val(&above[..]) as u64));
            total = total.wrapping_add(times.wrapping_mul(cycles(above, &below, ends_below, meter)?));
        }
        meter.squares(squares);
        Some(total)
    }
}

/// Upper halves with edges between the middle rows, all with the same degrees.
struct Fitting<'h> {
    upper: &'h Half,
    middle: &'h Middle,
    /// Where both halves are alike, the number of the lower group: every pair of groups is a pair the other way round too, so
    /// that a group with a lower number counts twice, and one with a higher number is left out.
    last: Option<usize>,
    /// The ways to each matching.
    same: Ways,
    /// The ways to each matching, seen in the mirror.
    mirrored: Ways,
    /// The edges chosen so far.
    chosen: Vec<Edge>,
}

/// An edge put into a matching.
#[derive(Clone, Copy)]
enum Step {
    Pair(usize, usize),
    Extend(usize, usize),
    Join(usize, usize),
}

impl Fitting<'_> {
    /// Adds the upper halves that have the `wanted` degrees with the edges chosen, and with any edges from `first` on.
    fn collect(&mut self, wanted: Degrees, first: usize, meter: &mut Meter<'_, impl FnMut(&Cost) -> bool>) -> Option<()> {
        self.add(wanted, meter)?;
        let middle = self.middle;
        for (number, &edge) in middle.edges.iter().enumerate().skip(first) {
            if let Some(wanted) = wanted.without(edge) {
                self.chosen.push(edge);
                self.collect(wanted, number + 1, meter)?;
                self.chosen.pop();
            }
        }
        Some(())
    }

    fn add(&mut self, degrees: Degrees, meter: &mut Meter<'_, impl FnMut(&Cost) -> bool>) -> Option<()> {
        meter.spend(1, 0)?;
        let Some((number, side)) = self.upper.number(degrees) else { return Some(()) };
        let times = match self.last.map(|last| number.cmp(&last)) {
            None | Some(Ordering::Equal) => 1,
            Some(Ordering::Less) => 2,
            Some(Ordering::Greater) => return Some(()),
        };
        let image = mirrored(self.middle.width);
        let place = |cell| if side == Side::Same || cell == HUB { cell } else { image(cell) };
        let mut degrees = degrees.moved(place);
        let mut steps = [Step::Pair(0, 0); MOST_EDGES];
        for (step, &(a, b)) in steps.iter_mut().zip(&self.chosen) {
            let (a, b) = (place(a), place(b));
            *step = match (degrees.at(a), degrees.at(b)) {
                (0, 0) => Step::Pair(a, b),
                (1, 0) => Step::Extend(a, b),
                (0, _) => Step::Extend(b, a),
                _ => Step::Join(a, b),
            };
            degrees = degrees.more(a, 1).more(b, 1);
        }
        let steps = &steps[..self.chosen.len()];
        let sums = if side == Side::Same { &mut self.same } else { &mut self.mirrored };
        for &(matching, ways) in self.upper.states(number) {
            let with_edges = steps.iter().try_fold(matching, |matching, &step| match step {
                Step::Pair(a, b) => Some(matching.paired(a, b)),
                Step::Extend(from, to) => Some(matching.extended(from, to)),
                Step::Join(a, b) => matching.joined(a, b),
            });
            meter.spend(1, 1)?;
            if let Some(matching) = with_edges {
                sums.add(matching.0, times * ways)?;
            }
        }
        Some(())
    }

    /// Takes the sums out, whose ends are given; nothing if there is no room for them.
    fn take(&mut self, ends: u32) -> Option<Vec<(Matching, u64)>> {
        let image = mirrored(self.middle.width);
        let ends_in_mirror =
            (0..=HUB).filter(|cell| ends >> cell & 1 == 1).fold(0, |bits, cell| bits | 1 << if cell == HUB { HUB } else { image(cell) });
        for (matching, ways) in self.mirrored.iter() {
            self.same.add(Matching(matching).moved(ends_in_mirror, &image).0, ways)?;
        }
        let sums = self.same.iter().map(|(matching, ways)| (Matching(matching), ways)).collect();
        self.same.clear();
        self.mirrored.clear();
        Some(sums)
    }

    fn bytes(&self) -> u64 {
        self.same.bytes() + self.mirrored.bytes()
    }
}

/// The middle rows have at most two edges a square, and the hub has two.
const MOST_EDGES: usize = 18;

/// The sum of the products of all pairs, one of either side, that make one cycle of all `ends`. `below` is in order of rank.
fn cycles(above: Vec<(Matching, u64)>, below: &States, ends: u32, meter: &mut Meter<'_, impl FnMut(&Cost) -> bool>) -> Option<u64> {
    /// So few are looked at one by one.
    const FEW: usize = 3;
    let mut total = 0_u64;
    if ends == 0 || above.is_empty() {
        // Without ends the halves cannot be one.
        return Some(0);
    }
    if ends.count_ones() == 2 || below.len() <= FEW || above.len() <= FEW {
        for &(lower, ways) in below {
            let fit =
                above.iter().filter(|&&(upper, _)| is_cycle(upper, lower, ends)).fold(0, |sum: u64, &(_, ways)| sum.wrapping_add(ways));
            total = total.wrapping_add(ways.wrapping_mul(fit));
            meter.spend(above.len() as u64, 0)?;
        }
        return Some(total);
    }
    let first = ends.trailing_zeros() as usize;
    for below in below.chunk_by(|(one, _), (other, _)| one.partner(first) == other.partner(first)) {
        let far = below[0].0.partner(first);
        let mut joined = Ways::default();
        for &(upper, ways) in &above {
            if let Some(upper) = upper.joined(first, far) {
                joined.add(upper.0, ways)?;
            }
        }
        meter.spend(above.len() as u64, joined.len() as u64)?;
        let joined = joined.iter().map(|(matching, ways)| (Matching(matching), ways)).collect();
        total = total.wrapping_add(cycles(joined, below, ends & !(1 << first | 1 << far), meter)?);
    }
    Some(total)
}

/// Whether two matchings of the same ends make one cycle.
fn is_cycle(upper: Matching, lower: Matching, ends: u32) -> bool {
    let first = ends.trailing_zeros() as usize;
    let mut met = 0;
    let mut end = first;
    loop {
        end = upper.partner(lower.partner(end));
        met += 2;
        if end == first {
            return met == ends.count_ones();
        }
    }
}
