//! Light Up by clause learning: a variable for each white cell, true for a bulb; the rules propagate by counting.

use core::ops::ControlFlow;

use crate::learning::{Rules, Search, Trail, Value};
use crate::{Cost, StreamEnding};

use super::Puzzle;
use super::lines::{Clue, Lines};
use super::pigeonholes::shortage;

/// Hands each solution's bulbs to `each`.
pub(super) fn search(
    board: &Puzzle,
    keep_going: &mut impl FnMut(&Cost) -> bool,
    each: &mut impl FnMut(Vec<bool>) -> ControlFlow<()>,
) -> (StreamEnding, Cost) {
    let lines = Lines::new(board);
    let mut search = Search::new(Counts::new(&lines));
    let ending = search.run(keep_going, &mut |trail| each(lines.bulbs_on_board(board, |cell| trail.value(cell as u16) == Value::True)));
    (ending, search.cost())
}

#[derive(Clone, Copy)]
enum Reason {
    /// The bulb in that cell lights this one.
    LitBy(u16),
    /// No other cell can light that one.
    Dark(u16),
    /// That clue has all its bulbs.
    Full(u16),
    /// That clue needs all its open places.
    Tight(u16),
}

enum Conflict {
    /// Two bulbs light each other.
    Bulbs(u16, u16),
    /// No cell can light this one.
    Dark(u16),
    /// That clue has too many bulbs.
    Over(u16),
    /// That clue has too few open places.
    Under(u16),
    /// Too many lines need a bulb, because of these crossed cells.
    Shortage(Vec<u16>),
}

/// What a clue still needs: its open places less the bulbs that it needs, and these bulbs.
#[derive(Clone, Copy)]
struct Left {
    crosses: i32,
    bulbs: i32,
}

impl Left {
    /// Whether one of the two is used up but not both.
    fn is_urgent(self) -> bool {
        (self.crosses.min(self.bulbs) <= 0) & (self.crosses | self.bulbs != 0)
    }
}

/// The cells of a line that are not crossed, bulbs included, and its bulbs.
#[derive(Clone, Copy)]
struct Count {
    open: u16,
    bulbs: u16,
}

impl Count {
    fn is_nearly_dark(self) -> bool {
        (self.bulbs == 0) & (self.open <= 1)
    }
}

/// The board with the counts of its lines and clues.
struct Counts<'a> {
    lines: &'a Lines,
    line_counts: Vec<Count>,
    clue_counts: Vec<Left>,
}

impl<'a> Counts<'a> {
    fn new(lines: &'a Lines) -> Counts<'a> {
        let left = |clue: &Clue| Left { crosses: clue.places.len() as i32 - i32::from(clue.bulbs), bulbs: clue.bulbs.into() };
        Counts {
            lines,
            line_counts: (0..lines.lines()).map(|line| Count { open: lines.line(line as u16).len() as u16, bulbs: 0 }).collect(),
            clue_counts: lines.clues.iter().map(left).collect(),
        }
    }
}

impl Rules for Counts<'_> {
    type Reason = Reason;
    type Conflict = Conflict;
    const BYTES: u64 = 128;

    fn variables(&self) -> usize {
        self.lines.cells()
    }

    #[inline]
    fn count(&mut self, cell: u16, value: Value) {
        let bulb = value == Value::True;
        for line in self.lines.lines_of(cell) {
            let count = &mut self.line_counts[usize::from(line)];
            count.bulbs += u16::from(bulb);
            count.open -= u16::from(!bulb);
        }
        for &clue in self.lines.clues_of(cell) {
            let left = &mut self.clue_counts[usize::from(clue)];
            left.bulbs -= i32::from(bulb);
            left.crosses -= i32::from(!bulb);
        }
    }

    #[inline]
    fn take_back(&mut self, cell: u16, value: Value) {
        let bulb = value == Value::True;
        for line in self.lines.lines_of(cell) {
            let count = &mut self.line_counts[usize::from(line)];
            count.bulbs -= u16::from(bulb);
            count.open += u16::from(!bulb);
        }
        for &clue in self.lines.clues_of(cell) {
            let left = &mut self.clue_counts[usize::from(clue)];
            left.bulbs += i32::from(bulb);
            left.crosses += i32::from(!bulb);
        }
    }

    fn start(trail: &mut Trail<Self>) -> Result<(), Conflict> {
        for clue in 0..trail.rules.lines.clues.len() as u16 {
            trail.look_at_clue(clue)?;
        }
        for line in 0..trail.rules.line_counts.len() as u16 {
            trail.look_at_line(line)?;
        }
        Ok(())
    }

    #[inline]
    fn follow(trail: &mut Trail<Self>, cell: u16) -> Result<(), Conflict> {
        let lines = trail.rules.lines.lines_of(cell);
        let clues = trail.rules.lines.clues_of(cell);
        if trail.value(cell) == Value::True {
            for line in lines {
                let members = trail.rules.lines.line(line);
                if trail.rules.line_counts[usize::from(line)].bulbs > 1 {
                    let other = members.iter().find(|&&other| other != cell && trail.value(other) == Value::True);
                    return Err(Conflict::Bulbs(cell, *other.expect("the count of the line says that there is another")));
                }
                for &other in members {
                    if trail.value(other) == Value::Unknown {
                        trail.set(other, Value::False, Reason::LitBy(cell));
                    }
                }
            }
        } else {
            // Most cells have no consequence: one branch for all of them.
            let dark = lines.iter().fold(false, |any, &line| any | trail.rules.line_counts[usize::from(line)].is_nearly_dark());
            let any = clues.iter().fold(dark, |any, &clue| any | trail.rules.clue_counts[usize::from(clue)].is_urgent());
            if !any {
                return Ok(());
            }
            for line in lines {
                trail.look_at_line(line)?;
            }
        }
        for &clue in clues {
            trail.look_at_clue(clue)?;
        }
        Ok(())
    }

    fn look_harder(trail: &mut Trail<Self>) -> Result<(), Conflict> {
        shortage(trail.rules.lines, |cell| trail.value(cell)).map_or(Ok(()), |crossed| Err(Conflict::Shortage(crossed)))
    }

    fn blame(trail: &Trail<Self>, conflict: Conflict, mut cause: impl FnMut(u16)) {
        match conflict {
            Conflict::Bulbs(one, other) => {
                cause(one);
                cause(other);
            }
            Conflict::Dark(cell) => trail.around(cell).for_each(cause),
            Conflict::Over(clue) => trail.places(clue, Value::True).for_each(cause),
            Conflict::Under(clue) => trail.places(clue, Value::False).for_each(cause),
            Conflict::Shortage(crossed) => crossed.into_iter().for_each(cause),
        }
    }

    fn explain(trail: &Trail<Self>, cell: u16, reason: Reason, mut cause: impl FnMut(u16)) {
        let earlier = |other: &u16| trail.origin(*other).at < trail.origin(cell).at;
        match reason {
            Reason::LitBy(bulb) => cause(bulb),
            Reason::Dark(dark) => trail.around(dark).filter(|&other| other != cell).for_each(cause),
            Reason::Full(clue) => trail.places(clue, Value::True).filter(earlier).for_each(cause),
            Reason::Tight(clue) => trail.places(clue, Value::False).filter(earlier).for_each(cause),
        }
    }
}

impl Trail<Counts<'_>> {
    #[inline]
    fn look_at_clue(&mut self, clue: u16) -> Result<(), Conflict> {
        if self.rules.clue_counts[usize::from(clue)].is_urgent() { self.finish_clue(clue) } else { Ok(()) }
    }

    #[inline(never)]
    fn finish_clue(&mut self, clue: u16) -> Result<(), Conflict> {
        let (value, reason) = match self.rules.clue_counts[usize::from(clue)] {
            Left { bulbs: ..0, .. } => return Err(Conflict::Over(clue)),
            Left { crosses: ..0, .. } => return Err(Conflict::Under(clue)),
            Left { bulbs: 0, .. } => (Value::False, Reason::Full(clue)),
            _ => (Value::True, Reason::Tight(clue)),
        };
        let lines = self.rules.lines;
        for &place in &lines.clues[usize::from(clue)].places {
            if self.value(place) == Value::Unknown {
                self.set(place, value, reason);
            }
        }
        Ok(())
    }

    /// A cell that one cell can light lies on a line with at most one open cell: only such lines are checked.
    #[inline]
    fn look_at_line(&mut self, line: u16) -> Result<(), Conflict> {
        if self.rules.line_counts[usize::from(line)].is_nearly_dark() { self.look_at_cells(line) } else { Ok(()) }
    }

    #[inline(never)]
    fn look_at_cells(&mut self, line: u16) -> Result<(), Conflict> {
        let lines = self.rules.lines;
        for &cell in lines.line(line) {
            let [row, column] = lines.lines_of(cell);
            let (in_row, in_column) = (self.rules.line_counts[usize::from(row)], self.rules.line_counts[usize::from(column)]);
            if in_row.bulbs + in_column.bulbs > 0 {
                continue;
            }
            let itself = self.value(cell) != Value::False;
            match in_row.open + in_column.open - u16::from(itself) {
                0 => return Err(Conflict::Dark(cell)),
                1 => {
                    let place = if itself {
                        cell
                    } else {
                        let one = if in_row.open == 1 { row } else { column };
                        let open = |place: &&u16| self.value(**place) != Value::False;
                        *lines.line(one).iter().find(open).expect("the count of the line says that one is open")
                    };
                    self.set(place, Value::True, Reason::Dark(cell));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// A cell and all that would light it, each once.
    fn around(&self, cell: u16) -> impl Iterator<Item = u16> {
        core::iter::once(cell).chain(self.rules.lines.sees(cell))
    }

    fn places(&self, clue: u16, value: Value) -> impl Iterator<Item = u16> {
        self.rules.lines.clues[usize::from(clue)].places.iter().copied().filter(move |&place| self.value(place) == value)
    }
}
