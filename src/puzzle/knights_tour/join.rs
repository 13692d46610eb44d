//! Two halves of a tour and the edges between the two middle rows, put together in all ways that make one cycle.
//!
//! What is wanted is the sum of ways(upper) · ways(lower) over all upper halves, edges and lower halves that give every square two edges and
//! make one cycle. Half of the edges that the middle rows may have are put to the upper half, the others to the lower one: then both have to
//! fit as they are, and neither has to be looked at with all subsets of all edges. The upper half's edges are such that the lower half's are
//! the same upside down and, on boards of even width, such that the mirror changes nothing: one pair of groups stands for up to four.
//!
//! Of the states of two groups that fit not every pair is looked at: all the lower halves that join the first end to the same other end
//! join it in the upper ones at once, after which many of these are the same.

use super::gather::{Gathering, Link, State, Table};
use super::half::{Half, Side, mirrored};
use super::matching::{Degrees, HUB, Matching};
use super::meter::Meter;
use super::share::Share;
use crate::Cost;
use crate::room::filled;

type Edge = (usize, usize);

/// The two middle rows.
pub(super) struct Middle {
    width: usize,
    /// The hub and the squares with all the edges that they need.
    whole: Degrees,
    upper: Edges,
    /// As the lower half has them: upside down.
    lower: Edges,
}

/// Edges of the middle rows that are put to a half.
#[derive(Clone, Default)]
struct Edges {
    /// One that every tour has: from the start to the hub.
    needed: Option<Edge>,
    /// Those that a tour may have.
    free: Vec<Edge>,
}

/// Turns the two middle rows upside down.
fn flipped(width: usize) -> impl Fn(usize) -> usize + Copy {
    move |cell| if cell == HUB { HUB } else { (cell + width) % (2 * width) }
}

impl Middle {
    /// Of tours that are closed, or of open ones, in which a start in the middle rows is a cell.
    pub(super) fn new(width: usize, open: bool, start: Option<usize>) -> Middle {
        let cells = 2 * width;
        let mut whole = (0..cells).fold(Degrees::default(), |whole, cell| whole.more(cell, 2));
        // The edges make four paths, which change rows with each step; each goes to one half as a whole.
        let is_upper = |cell: usize| {
            let (row, column) = (cell / width, cell % width);
            let begins_below = (row + column / 2) % 2;
            (if width.is_multiple_of(4) { begins_below + column } else { begins_below }).is_multiple_of(2)
        };
        let mut edges: Vec<Edge> = Vec::new();
        for column in 0..width - 2 {
            edges.extend([(column, width + column + 2), (width + column, column + 2)]);
        }
        if open {
            whole = whole.more(HUB, 2);
            edges.extend((0..cells).filter(|&cell| start != Some(cell)).map(|cell| (cell, HUB)));
        }
        let flip = flipped(width);
        let upside_down = |(a, b): Edge| (flip(a), flip(b));
        let (upper, lower): (Vec<Edge>, Vec<Edge>) = edges.into_iter().partition(|&(cell, _)| is_upper(cell));
        let needed = |above| start.filter(|&start| is_upper(start) == above).map(|start| (start, HUB));
        let lower = Edges { needed: needed(false).map(upside_down), free: lower.into_iter().map(upside_down).collect() };
        Middle { width, whole, upper: Edges { needed: needed(true), free: upper }, lower }
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
        let reached_above = Reached::new(upper, &self.upper, 2 * self.width, meter)?;
        let reached_below =
            lower.map(|lower| Reached::new(lower, &self.lower, 2 * self.width, meter)).map_or(Some(None), |all| all.map(Some))?;
        let below = reached_below.as_ref().unwrap_or(&reached_above);
        let held = held + reached_above.bytes() + reached_below.as_ref().map_or(0, Reached::bytes);
        let symmetric = self.width.is_multiple_of(2) && upper.is_symmetric();
        let (mut above_fitting, mut below_fitting) = (Fitting::new(self.width), Fitting::new(self.width));
        let mut pairs = Pairs::default();
        let before = squares - 2 * self.width;
        let (mut total, mut number) = (0_u64, 0);
        for (degrees, done) in reached_above.iter() {
            let other = degrees.missing(self.whole).moved(flipped(self.width));
            if !below.has(other) {
                continue;
            }
            // Of those that are the same upside down or in the mirror, the least stands for all.
            let mut same = [degrees; 4];
            if alike {
                same[1] = other;
            }
            if symmetric {
                same[2] = degrees.moved(mirrored(self.width));
                same[3] = same[1].moved(mirrored(self.width));
            }
            if same.iter().any(|&one| one < degrees) {
                continue;
            }
            same.sort_unstable();
            let times = same.chunk_by(|one, other| one == other).count() as u64;
            number += 1;
            if !share.has(number) {
                continue;
            }
            meter.squares(before + (done * 2 * self.width as u64 / reached_above.len()) as usize);
            let above = above_fitting.all(upper, &self.upper, degrees, meter)?;
            if above.is_empty() {
                continue;
            }
            let below = below_fitting.all(lower.unwrap_or(upper), &self.lower, other, meter)?;
            let ends = other.ends();
            for (matching, _) in below.iter_mut() {
                *matching = matching.moved(ends, flipped(self.width));
            }
            // The fewer ones are those that are followed one by one.
            let (many, few) = if above.len() < below.len() { (below, above) } else { (above, below) };
            few.sort_unstable_by_key(|(matching, _)| matching.rank());
            let cycles = pairs.cycles(many, few, degrees.ends(), meter)?;
            total = total.wrapping_add(times.wrapping_mul(cycles));
            meter.hold(held + above_fitting.bytes() + below_fitting.bytes() + pairs.bytes());
        }
        meter.squares(squares);
        Some(total)
    }
}

impl Edges {
    /// All ways to take edges away from degrees, so that none is below zero: what is left, and the free edges taken, as bits.
    fn taken(&self, degrees: Degrees, found: &mut impl FnMut(Degrees, u32) -> Option<()>) -> Option<()> {
        match self.needed.map_or(Some(degrees), |edge| degrees.without(edge)) {
            Some(left) => self.taken_from(0, left, 0, found),
            None => Some(()),
        }
    }

    fn taken_from(&self, first: usize, degrees: Degrees, taken: u32, found: &mut impl FnMut(Degrees, u32) -> Option<()>) -> Option<()> {
        found(degrees, taken)?;
        for (number, &edge) in self.free.iter().enumerate().skip(first) {
            if let Some(left) = degrees.without(edge) {
                self.taken_from(number + 1, left, taken | 1 << number, found)?;
            }
        }
        Some(())
    }

    /// The edges of which [`Edges::taken`] told.
    fn all(&self, taken: u32) -> impl Iterator<Item = Edge> {
        let free = self.free.iter().enumerate().filter(move |&(number, _)| taken >> number & 1 == 1);
        self.needed.into_iter().chain(free.map(|(_, &edge)| edge))
    }
}

/// The degrees of a half with some of its edges, one bit for each that there could be.
struct Reached {
    cells: usize,
    bits: Vec<u64>,
}

impl Reached {
    fn new(half: &Half, edges: &Edges, cells: usize, meter: &mut Meter<'_, impl FnMut(&Cost) -> bool>) -> Option<Reached> {
        let all = 3_usize.pow(cells as u32 + 1);
        let mut reached = Reached { cells, bits: filled(0, all.div_ceil(64))? };
        // To take edges away from what is missing is to add them.
        let two = (0..cells).chain([HUB]).fold(Degrees::default(), |two, cell| two.more(cell, 2));
        for degrees in half.degrees() {
            edges.taken(degrees.missing(two), &mut |left, _| {
                let at = reached.number(left.missing(two));
                reached.bits[at / 64] |= 1 << (at % 64);
                meter.spend(1, 0)
            })?;
        }
        Some(reached)
    }

    /// The degrees as the digits of a number to base 3.
    fn number(&self, degrees: Degrees) -> usize {
        (0..self.cells).fold(degrees.at(HUB) as usize, |number, cell| 3 * number + degrees.at(cell) as usize)
    }

    fn has(&self, degrees: Degrees) -> bool {
        let at = self.number(degrees);
        self.bits[at / 64] >> (at % 64) & 1 == 1
    }

    fn len(&self) -> u64 {
        self.bits.len() as u64
    }

    /// All degrees, each with how many words of [`Reached::len`] are done.
    fn iter(&self) -> impl Iterator<Item = (Degrees, u64)> {
        let degrees = move |mut number: usize| {
            let mut degrees = Degrees::default();
            for cell in (0..self.cells).rev() {
                degrees = degrees.more(cell, number as u64 % 3);
                number /= 3;
            }
            degrees.more(HUB, number as u64)
        };
        self.bits.iter().enumerate().flat_map(move |(word, &bits)| {
            let bits = (0..64).filter(move |bit| bits >> bit & 1 == 1);
            bits.map(move |bit| (degrees(64 * word + bit), word as u64))
        })
    }

    fn bytes(&self) -> u64 {
        (self.bits.len() * size_of::<u64>()) as u64
    }
}

/// The states of a half with edges of the middle rows, all with the same degrees.
struct Fitting {
    width: usize,
    states: Vec<State>,
    table: Table,
    /// Those seen in the mirror.
    mirrored: Vec<State>,
    mirrored_table: Table,
    /// The groups that come together, with their edges as bits.
    groups: Vec<(Degrees, u32)>,
}

impl Fitting {
    fn new(width: usize) -> Fitting {
        let (states, mirrored, groups) = Default::default();
        Fitting { width, states, table: Table::default(), mirrored, mirrored_table: Table::default(), groups }
    }

    /// All states with such degrees; nothing if there is no room for them.
    fn all(
        &mut self,
        half: &Half,
        edges: &Edges,
        degrees: Degrees,
        meter: &mut Meter<'_, impl FnMut(&Cost) -> bool>,
    ) -> Option<&mut Vec<State>> {
        let (mut most, mut most_mirrored) = (0, 0);
        let groups = &mut self.groups;
        groups.clear();
        edges.taken(degrees, &mut |left, taken| {
            if let Some((states, side)) = half.states(left) {
                most += states.len();
                most_mirrored += if side == Side::Mirrored { states.len() } else { 0 };
                groups.push((left, taken));
            }
            meter.spend(1, 0)
        })?;
        self.states.clear();
        self.states.try_reserve(most).ok()?;
        self.mirrored.clear();
        self.mirrored.try_reserve(most_mirrored).ok()?;
        let image = mirrored(self.width);
        let place = |side: Side, cell| if side == Side::Same || cell == HUB { cell } else { image(cell) };
        let mut same = self.table.gather(&mut self.states, most)?;
        let mut seen_in_mirror = self.mirrored_table.gather(&mut self.mirrored, most_mirrored)?;
        for &(left, taken) in &self.groups {
            let (states, side) = half.states(left).expect("it was found before");
            let mut before = left.moved(|cell| place(side, cell));
            let mut links = [Link::Pair(0, 0); MOST_EDGES];
            let mut count = 0;
            for (link, (a, b)) in links.iter_mut().zip(edges.all(taken)) {
                *link = Link::between(&mut before, place(side, a), place(side, b));
                count += 1;
            }
            let links = &links[..count];
            match side {
                Side::Same => put(links, states, &mut same),
                Side::Mirrored => put(links, states, &mut seen_in_mirror),
            }
            meter.spend(states.len() as u64, states.len() as u64)?;
        }
        let ends_in_mirror = degrees.moved(image).ends();
        for &(matching, ways) in &self.mirrored {
            same.add(matching.moved(ends_in_mirror, image), ways);
        }
        Some(&mut self.states)
    }

    fn bytes(&self) -> u64 {
        let states = (self.states.capacity() + self.mirrored.capacity()) * size_of::<State>();
        states as u64 + self.table.bytes() + self.mirrored_table.bytes()
    }
}

/// Puts edges into states and gathers what comes of them.
fn put(links: &[Link], states: &[State], gathering: &mut Gathering<'_>) {
    for &(matching, ways) in states {
        if let Some(matching) = links.iter().try_fold(matching, |matching, link| link.put(matching)) {
            gathering.add(matching, ways);
        }
    }
}

/// The middle rows have at most two edges a square, and the hub has two.
const MOST_EDGES: usize = 18;

/// Pairs of states, one of either half. What was joined to some depth is kept to be written over.
#[derive(Default)]
struct Pairs {
    joined: Vec<Vec<State>>,
    table: Table,
}

impl Pairs {
    /// The sum of the products of all pairs, one of either side, that make one cycle of all `ends`. `below` is in order of rank.
    fn cycles(&mut self, above: &[State], below: &[State], ends: u32, meter: &mut Meter<'_, impl FnMut(&Cost) -> bool>) -> Option<u64> {
        /// So few are looked at one by one.
        const FEW: usize = 3;
        let mut total = 0_u64;
        if ends == 0 || above.is_empty() || below.is_empty() {
            // Without ends the halves cannot be one.
            return Some(0);
        }
        if ends.count_ones() == 2 || below.len() <= FEW || above.len() <= FEW {
            for &(lower, ways) in below {
                let fit =
                    above.iter().filter(|&&(upper, _)| is_cycle(upper, lower, ends)).fold(0, |sum: u64, &(_, ways)| sum.wrapping_add(ways));
                total = total.wrapping_add(ways.wrapping_mul(fit));
            }
            meter.spend((above.len() * below.len()) as u64, 0)?;
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
            meter.spend(above.len() as u64, joined.len() as u64)?;
            total = total.wrapping_add(self.cycles(&joined, below, ends & !(1 << first | 1 << far), meter)?);
        }
        self.joined.push(joined);
        Some(total)
    }

    fn bytes(&self) -> u64 {
        let states: usize = self.joined.iter().map(Vec::capacity).sum();
        (states * size_of::<State>()) as u64 + self.table.bytes()
    }
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
