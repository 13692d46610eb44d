//! Pigeonhole check by bipartite matching: the lines that need a bulb against the lines across that can give one each. By resolution such a
//! proof takes exponential time (Haken, 1985).

use super::lines::Lines;

const NONE: u16 = u16::MAX;

/// The lines in one direction that need a bulb, matched with lines across.
struct LineMatching<'a, V> {
    lines: &'a Lines,
    value: V,
    /// For each line across the line that it is matched with.
    matched: Vec<u16>,
    /// For each line across the last augmentation that visited it.
    visited_by: Vec<u16>,
}

/// The crossed cells that prove that the lines in need cannot all have their bulbs, if they cannot.
pub(super) fn shortage(lines: &Lines, value: impl Fn(u16) -> Option<bool> + Copy) -> Option<Vec<u16>> {
    let mut matching = LineMatching { lines, value, matched: vec![NONE; lines.lines()], visited_by: vec![NONE; lines.lines()] };
    // Rows match columns and columns rows: the two directions are independent.
    (0..lines.lines() as u16).find_map(|line| {
        matching.witness(line)?;
        (!matching.augment(line, line)).then(|| matching.conflict(line))
    })
}

impl<V: Fn(u16) -> Option<bool>> LineMatching<'_, V> {
    fn across(&self, line: u16, cell: u16) -> u16 {
        let [row, column] = self.lines.lines_of(cell);
        if row == line { column } else { row }
    }

    /// A cell of a line without a bulb that only a bulb in that line can light.
    fn witness(&self, line: u16) -> Option<u16> {
        let members = self.lines.line(line);
        if members.iter().any(|&cell| (self.value)(cell) == Some(true)) {
            return None;
        }
        let others_crossed = |cell: u16| {
            let across = self.lines.line(self.across(line, cell));
            across.iter().all(|&other| other == cell || (self.value)(other) == Some(false))
        };
        members.iter().copied().find(|&cell| others_crossed(cell))
    }

    /// Finds an augmenting path from `line`. Each line across is visited once for `root`.
    fn augment(&mut self, line: u16, root: u16) -> bool {
        let lines = self.lines;
        for &cell in lines.line(line) {
            let across = usize::from(self.across(line, cell));
            if (self.value)(cell).is_some() || self.visited_by[across] == root {
                continue;
            }
            self.visited_by[across] = root;
            if self.matched[across] == NONE || self.augment(self.matched[across], root) {
                self.matched[across] = line;
                return true;
            }
        }
        false
    }

    /// The proof after a failed augmentation of `root`: the visited lines (Hall violator) need more lines across than they have. It consists of
    /// the crossed cells where they cross other lines, and those that leave each of them in need.
    fn conflict(&self, root: u16) -> Vec<u16> {
        let visited = self.visited_by.iter().zip(&self.matched).filter(|(by, _)| **by == root).map(|(_, taken)| *taken);
        let mut crossed = Vec::new();
        for line in visited.chain([root]) {
            let elsewhere = |&cell: &u16| self.visited_by[usize::from(self.across(line, cell))] != root;
            crossed.extend(self.lines.line(line).iter().copied().filter(elsewhere));
            let witness = self.witness(line).expect("only lines that need a bulb were asked for");
            crossed.extend(self.lines.line(self.across(line, witness)).iter().copied().filter(|&other| other != witness));
        }
        crossed.retain(|&cell| (self.value)(cell) == Some(false));
        crossed
    }
}
