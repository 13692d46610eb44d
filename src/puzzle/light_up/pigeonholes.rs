//! Lines that need a bulb against the lines across them that can give one, each to one of them: where there are not enough, no
//! solution is left. By steps from cell to cell such a proof takes exponentially long (Haken, 1985); a matching finds it at once.

use crate::learning::Value;

use super::lines::Lines;

/// No line.
const NONE: u16 = u16::MAX;

/// The lines in one direction that need a bulb, matched with lines across.
struct Matching<'a, V> {
    lines: &'a Lines,
    value: V,
    /// For each line across, the line that it gives its bulb to.
    taken_by: Vec<u16>,
    /// The last line that asked each line across.
    asked_by: Vec<u16>,
}

/// The crossed cells that show that the needy lines cannot all have their bulbs, if they cannot.
pub(super) fn shortage(lines: &Lines, value: impl Fn(u16) -> Value + Copy) -> Option<Vec<u16>> {
    let mut matching = Matching { lines, value, taken_by: vec![NONE; lines.lines()], asked_by: vec![NONE; lines.lines()] };
    // Rows give to columns and columns to rows: the two directions do not meet.
    (0..lines.lines() as u16).find_map(|line| {
        matching.witness(line)?;
        (!matching.augment(line, line)).then(|| matching.blame(line))
    })
}

impl<V: Fn(u16) -> Value> Matching<'_, V> {
    fn across(&self, line: u16, cell: u16) -> u16 {
        let [row, column] = self.lines.lines_of(cell);
        if row == line { column } else { row }
    }

    /// A cell of a line without a bulb that only a bulb in that line can light.
    fn witness(&self, line: u16) -> Option<u16> {
        let members = self.lines.line(line);
        if members.iter().any(|&cell| (self.value)(cell) == Value::True) {
            return None;
        }
        let others_crossed = |cell: u16| {
            let across = self.lines.line(self.across(line, cell));
            across.iter().all(|&other| other == cell || (self.value)(other) == Value::False)
        };
        members.iter().copied().find(|&cell| others_crossed(cell))
    }

    /// Finds a line across for `line`, moving others on if need be. Each line across is asked once for `asker`.
    fn augment(&mut self, line: u16, asker: u16) -> bool {
        let lines = self.lines;
        for &cell in lines.line(line) {
            let across = usize::from(self.across(line, cell));
            if (self.value)(cell) != Value::Unknown || self.asked_by[across] == asker {
                continue;
            }
            self.asked_by[across] = asker;
            if self.taken_by[across] == NONE || self.augment(self.taken_by[across], asker) {
                self.taken_by[across] = line;
                return true;
            }
        }
        false
    }

    /// After `asker` found none: it and those it asked to move on need more lines across than they have. What shows it are the crossed
    /// cells where they meet any other line, and those that leave each of them in need.
    fn blame(&self, asker: u16) -> Vec<u16> {
        let asked = self.asked_by.iter().zip(&self.taken_by).filter(|(by, _)| **by == asker).map(|(_, taken)| *taken);
        let mut crossed = Vec::new();
        for line in asked.chain([asker]) {
            let elsewhere = |&cell: &u16| self.asked_by[usize::from(self.across(line, cell))] != asker;
            crossed.extend(self.lines.line(line).iter().copied().filter(elsewhere));
            let witness = self.witness(line).expect("only lines that need a bulb were asked for");
            crossed.extend(self.lines.line(self.across(line, witness)).iter().copied().filter(|&other| other != witness));
        }
        crossed.retain(|&cell| (self.value)(cell) == Value::False);
        crossed
    }
}
