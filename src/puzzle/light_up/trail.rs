//! What is known of each cell, in the order in which it became known, with the reason; and what the rules make of it.

use super::lines::Lines;

/// What is known of a white cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Value {
    Unknown,
    Bulb,
    Crossed,
}

/// Why a cell has its value: which earlier cells imply it.
#[derive(Clone, Copy)]
pub(super) enum Reason {
    /// Guessed, or known from the start.
    None,
    /// The bulb in that cell lights this one.
    LitBy(u16),
    /// No other cell is left that lights that one.
    Dark(u16),
    /// That clue has all its bulbs.
    Full(u16),
    /// That clue needs every place it has left.
    Tight(u16),
    /// The other literals of that learnt clause are false.
    Learnt(u32),
    /// All solutions with the other value under the guesses so far are known.
    Exhausted,
}

/// A rule that the values break.
#[derive(Clone, Copy)]
pub(super) enum Conflict {
    /// Two bulbs light each other.
    Bulbs(u16, u16),
    /// Nothing is left that lights this cell.
    Dark(u16),
    /// That clue has too many bulbs.
    Over(u16),
    /// That clue has too few places left.
    Under(u16),
    /// Every literal of that learnt clause is false.
    Learnt(u32),
}

#[derive(Clone, Copy)]
pub(super) struct Known {
    pub(super) value: Value,
    pub(super) reason: Reason,
    /// The guesses before it.
    pub(super) level: u32,
    /// Its place in the trail.
    pub(super) at: u32,
}

#[derive(Clone, Copy)]
struct LineCount {
    /// Cells not crossed.
    open: u16,
    bulbs: u16,
}

#[derive(Clone, Copy)]
struct ClueCount {
    /// Places not crossed.
    open: u8,
    bulbs: u8,
}

/// The values so far. Counts always agree with the values; `head` parts the values whose consequences were drawn.
pub(super) struct Trail<'a> {
    pub(super) lines: &'a Lines,
    known: Vec<Known>,
    line_counts: Vec<LineCount>,
    clue_counts: Vec<ClueCount>,
    order: Vec<u16>,
    head: usize,
    /// Where in the order each guess stands.
    guesses: Vec<u32>,
}

impl<'a> Trail<'a> {
    pub(super) fn new(lines: &'a Lines) -> Trail<'a> {
        let unknown = Known { value: Value::Unknown, reason: Reason::None, level: 0, at: 0 };
        let open = |line: usize| LineCount { open: lines.line(line as u16).len() as u16, bulbs: 0 };
        Trail {
            lines,
            known: vec![unknown; lines.cells()],
            line_counts: (0..lines.lines()).map(open).collect(),
            clue_counts: lines.clues.iter().map(|c| ClueCount { open: c.places().len() as u8, bulbs: 0 }).collect(),
            order: Vec::with_capacity(lines.cells()),
            head: 0,
            guesses: Vec::new(),
        }
    }

    pub(super) fn known(&self, cell: u16) -> Known {
        self.known[usize::from(cell)]
    }

    pub(super) fn value(&self, cell: u16) -> Value {
        self.known[usize::from(cell)].value
    }

    pub(super) fn level(&self) -> u32 {
        self.guesses.len() as u32
    }

    pub(super) fn order(&self) -> &[u16] {
        &self.order
    }

    /// The cell guessed to open a level, from 1.
    pub(super) fn guess_at(&self, level: u32) -> u16 {
        self.order[self.guesses[level as usize - 1] as usize]
    }

    pub(super) fn guess(&mut self, cell: u16, value: Value) {
        self.guesses.push(self.order.len() as u32);
        self.set(cell, value, Reason::None);
    }

    /// Gives an unknown cell its value.
    pub(super) fn set(&mut self, cell: u16, value: Value, reason: Reason) {
        let (level, at) = (self.level(), self.order.len() as u32);
        self.known[usize::from(cell)] = Known { value, reason, level, at };
        self.order.push(cell);
        for line in self.lines.lines_of[usize::from(cell)] {
            let count = &mut self.line_counts[usize::from(line)];
            match value {
                Value::Bulb => count.bulbs += 1,
                _ => count.open -= 1,
            }
        }
        for clue in self.lines.clues_of(cell) {
            let count = &mut self.clue_counts[usize::from(clue)];
            match value {
                Value::Bulb => count.bulbs += 1,
                _ => count.open -= 1,
            }
        }
    }

    /// Takes back every level above `level`; `freed` hears of each cell.
    pub(super) fn back_to(&mut self, level: u32, mut freed: impl FnMut(u16, Value)) {
        let Some(&length) = self.guesses.get(level as usize) else {
            return;
        };
        for cell in self.order.drain(length as usize..).rev() {
            let value = core::mem::replace(&mut self.known[usize::from(cell)].value, Value::Unknown);
            for line in self.lines.lines_of[usize::from(cell)] {
                let count = &mut self.line_counts[usize::from(line)];
                match value {
                    Value::Bulb => count.bulbs -= 1,
                    _ => count.open += 1,
                }
            }
            for clue in self.lines.clues_of(cell) {
                let count = &mut self.clue_counts[usize::from(clue)];
                match value {
                    Value::Bulb => count.bulbs -= 1,
                    _ => count.open += 1,
                }
            }
            freed(cell, value);
        }
        self.guesses.truncate(level as usize);
        self.head = length as usize;
    }

    /// What follows from the board alone.
    pub(super) fn start(&mut self) -> Result<(), Conflict> {
        for clue in 0..self.clue_counts.len() as u16 {
            self.look_at_clue(clue)?;
        }
        for line in 0..self.line_counts.len() as u16 {
            self.look_at_line(line)?;
        }
        Ok(())
    }

    /// The next cell whose consequences are to be drawn, by [`Self::follow`] and whoever else has rules.
    pub(super) fn next(&mut self) -> Option<u16> {
        let cell = self.order.get(self.head).copied()?;
        self.head += 1;
        Some(cell)
    }

    /// Draws what the rules say when a cell has become known.
    pub(super) fn follow(&mut self, cell: u16) -> Result<(), Conflict> {
        let lines = self.lines.lines_of[usize::from(cell)];
        if self.value(cell) == Value::Bulb {
            for line in lines {
                for &other in self.lines.line(line) {
                    match self.value(other) {
                        Value::Unknown => self.set(other, Value::Crossed, Reason::LitBy(cell)),
                        Value::Bulb if other != cell => return Err(Conflict::Bulbs(cell, other)),
                        _ => {}
                    }
                }
            }
        } else {
            for line in lines {
                self.look_at_line(line)?;
            }
        }
        for clue in self.lines.clues_of(cell) {
            self.look_at_clue(clue)?;
        }
        Ok(())
    }

    fn look_at_clue(&mut self, clue: u16) -> Result<(), Conflict> {
        let lines = self.lines;
        let ClueCount { open, bulbs } = self.clue_counts[usize::from(clue)];
        let need = lines.clues[usize::from(clue)].bulbs;
        if bulbs > need {
            return Err(Conflict::Over(clue));
        }
        if open < need {
            return Err(Conflict::Under(clue));
        }
        if bulbs == open {
            return Ok(());
        }
        let (value, reason) = if bulbs == need {
            (Value::Crossed, Reason::Full(clue))
        } else if open == need {
            (Value::Bulb, Reason::Tight(clue))
        } else {
            return Ok(());
        };
        for &place in lines.clues[usize::from(clue)].places() {
            if self.value(place) == Value::Unknown {
                self.set(place, value, reason);
            }
        }
        Ok(())
    }

    /// A cell with one place left to light it lies on a line with at most one: only such lines need a look.
    fn look_at_line(&mut self, line: u16) -> Result<(), Conflict> {
        let LineCount { open, bulbs } = self.line_counts[usize::from(line)];
        if open > 1 || bulbs > 0 {
            return Ok(());
        }
        let lines = self.lines;
        for &cell in lines.line(line) {
            let [row, column] = lines.lines_of[usize::from(cell)];
            let (in_row, in_column) = (self.line_counts[usize::from(row)], self.line_counts[usize::from(column)]);
            if in_row.bulbs + in_column.bulbs > 0 {
                continue;
            }
            let itself = u16::from(self.value(cell) != Value::Crossed);
            match in_row.open + in_column.open - itself {
                0 => return Err(Conflict::Dark(cell)),
                1 => {
                    let place = if itself == 1 {
                        cell
                    } else {
                        let one = if in_row.open == 1 { row } else { column };
                        let open = |place: &&u16| self.value(**place) != Value::Crossed;
                        *lines.line(one).iter().find(open).expect("the count of the line says that one is open")
                    };
                    self.set(place, Value::Bulb, Reason::Dark(cell));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Hears each cell whose value, with those of the others, breaks the rule of a conflict (learnt clauses aside).
    pub(super) fn blame(&self, conflict: Conflict, mut hear: impl FnMut(u16)) {
        match conflict {
            Conflict::Bulbs(one, other) => {
                hear(one);
                hear(other);
            }
            Conflict::Dark(cell) => self.around(cell).for_each(hear),
            Conflict::Over(clue) => self.places(clue, Value::Bulb).for_each(hear),
            Conflict::Under(clue) => self.places(clue, Value::Crossed).for_each(hear),
            Conflict::Learnt(_) => {}
        }
    }

    /// Hears each cell that was known earlier and implies this one's value (learnt clauses aside).
    pub(super) fn explain(&self, cell: u16, mut hear: impl FnMut(u16)) {
        let Known { reason, level, at, .. } = self.known(cell);
        let earlier = |other: &u16| self.known(*other).at < at;
        match reason {
            Reason::LitBy(bulb) => hear(bulb),
            Reason::Dark(dark) => self.around(dark).filter(|&other| other != cell).for_each(hear),
            Reason::Full(clue) => self.places(clue, Value::Bulb).filter(earlier).for_each(hear),
            Reason::Tight(clue) => self.places(clue, Value::Crossed).filter(earlier).for_each(hear),
            Reason::Exhausted => (1..=level).for_each(|level| hear(self.guess_at(level))),
            Reason::None | Reason::Learnt(_) => {}
        }
    }

    /// A cell and all that would light it, each once.
    fn around(&self, cell: u16) -> impl Iterator<Item = u16> {
        core::iter::once(cell).chain(self.lines.sees(cell))
    }

    fn places(&self, clue: u16, value: Value) -> impl Iterator<Item = u16> {
        self.lines.clues[usize::from(clue)].places().iter().copied().filter(move |&place| self.value(place) == value)
    }
}

impl Trail<'_> {
    /// The learnt clauses have new numbers.
    pub(super) fn renumber(&mut self, moved: &[u32]) {
        for &cell in &self.order {
            if let Reason::Learnt(index) = &mut self.known[usize::from(cell)].reason {
                *index = moved[*index as usize];
            }
        }
    }
}
