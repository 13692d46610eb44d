//! What is known of each cell, in the order in which it became known, with the reason; and what the rules make of it.

use super::lines::{Clue, Lines};

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

/// How the value of a cell came about.
#[derive(Clone, Copy)]
pub(super) struct Origin {
    pub(super) reason: Reason,
    /// The guesses before it.
    pub(super) level: u32,
    /// Its place in the trail.
    pub(super) at: u32,
}

/// What a clue leaves: how many more of its places can be crossed out, and how many more bulbs it takes.
#[derive(Clone, Copy)]
struct Left {
    crosses: i32,
    bulbs: i32,
}

impl Left {
    fn of(clue: &Clue) -> Left {
        let (places, bulbs) = (clue.places().len() as i32, i32::from(clue.bulbs));
        Left { crosses: places - bulbs, bulbs }
    }

    /// Whether it has run out of one but not of both.
    fn is_urgent(self) -> bool {
        (self.crosses.min(self.bulbs) <= 0) & (self.crosses | self.bulbs != 0)
    }

    fn count(&mut self, value: Value) {
        let bulb = i32::from(value == Value::Bulb);
        self.bulbs -= bulb;
        self.crosses -= 1 - bulb;
    }

    fn take_back(&mut self, value: Value) {
        let bulb = i32::from(value == Value::Bulb);
        self.bulbs += bulb;
        self.crosses += 1 - bulb;
    }
}

/// Of a line: how many cells are not crossed, below, and how many have bulbs, in the upper half.
#[derive(Clone, Copy)]
struct Count(u32);

impl Count {
    const BULB: u32 = 1 << 16;

    fn of(open: usize) -> Count {
        Count(open as u32)
    }

    fn open(self) -> u32 {
        self.0 % Count::BULB
    }

    fn bulbs(self) -> u32 {
        self.0 / Count::BULB
    }

    /// No bulb, and at most one cell not crossed.
    fn is_nearly_dark(self) -> bool {
        self.0 <= 1
    }

    /// In two lines that cross in a cell: how many cells may take a bulb that lights it, or very many if one has a bulb.
    fn places_for_a_bulb(self, other: Count, crossing_is_open: bool) -> u32 {
        self.0 + other.0 - u32::from(crossing_is_open)
    }

    /// One more bulb, or one cell less that is not crossed.
    fn count(&mut self, value: Value) {
        self.0 = self.0.wrapping_add(if value == Value::Bulb { Count::BULB } else { u32::MAX });
    }

    fn take_back(&mut self, value: Value) {
        self.0 = self.0.wrapping_sub(if value == Value::Bulb { Count::BULB } else { u32::MAX });
    }
}

/// The values so far. Counts always agree with the values; `head` parts the values whose consequences were drawn.
pub(super) struct Trail<'a> {
    pub(super) lines: &'a Lines,
    values: Vec<Value>,
    origins: Vec<Origin>,
    line_counts: Vec<Count>,
    /// One more than there are clues: the last never runs out, and is that of cells with no clue beside them.
    clue_counts: Vec<Left>,
    order: Vec<u16>,
    head: usize,
    /// Where in the order each guess stands.
    guesses: Vec<u32>,
}

impl<'a> Trail<'a> {
    pub(super) fn new(lines: &'a Lines) -> Trail<'a> {
        let unknown = Origin { reason: Reason::None, level: 0, at: 0 };
        Trail {
            lines,
            values: vec![Value::Unknown; lines.cells()],
            origins: vec![unknown; lines.cells()],
            line_counts: (0..lines.lines()).map(|line| Count::of(lines.line(line as u16).len())).collect(),
            clue_counts: lines.clues.iter().map(Left::of).chain([Left { crosses: i32::MAX, bulbs: i32::MAX }]).collect(),
            order: Vec::with_capacity(lines.cells()),
            head: 0,
            guesses: Vec::new(),
        }
    }

    /// Of a cell with a value.
    pub(super) fn origin(&self, cell: u16) -> Origin {
        self.origins[usize::from(cell)]
    }

    pub(super) fn value(&self, cell: u16) -> Value {
        self.values[usize::from(cell)]
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
        self.values[usize::from(cell)] = value;
        self.origins[usize::from(cell)] = Origin { reason, level, at };
        self.order.push(cell);
        for line in self.lines.lines_of(cell) {
            self.line_counts[usize::from(line)].count(value);
        }
        for &clue in self.lines.slots_of(cell) {
            self.clue_counts[usize::from(clue)].count(value);
        }
    }

    /// Takes back every level above `level`; `freed` hears of each cell.
    pub(super) fn back_to(&mut self, level: u32, mut freed: impl FnMut(u16, Value)) {
        let Some(&length) = self.guesses.get(level as usize) else {
            return;
        };
        for cell in self.order.drain(length as usize..).rev() {
            let value = core::mem::replace(&mut self.values[usize::from(cell)], Value::Unknown);
            for line in self.lines.lines_of(cell) {
                self.line_counts[usize::from(line)].take_back(value);
            }
            for &clue in self.lines.slots_of(cell) {
                self.clue_counts[usize::from(clue)].take_back(value);
            }
            freed(cell, value);
        }
        self.guesses.truncate(level as usize);
        self.head = length as usize;
    }

    /// What follows from the board alone.
    pub(super) fn start(&mut self) -> Result<(), Conflict> {
        for clue in 0..self.lines.clues.len() as u16 {
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
        let lines = self.lines.lines_of(cell);
        let clues = self.lines.slots_of(cell);
        if self.value(cell) == Value::Bulb {
            for line in lines {
                let members = self.lines.line(line);
                if self.line_counts[usize::from(line)].bulbs() > 1 {
                    let other = members.iter().find(|&&other| other != cell && self.value(other) == Value::Bulb);
                    return Err(Conflict::Bulbs(cell, *other.expect("the count of the line says that there is another")));
                }
                for &other in members {
                    if self.value(other) == Value::Unknown {
                        self.set(other, Value::Crossed, Reason::LitBy(cell));
                    }
                }
            }
        } else {
            // Most cells lead to nothing: one branch for all that they might lead to.
            let dark = lines.iter().fold(false, |any, &line| any | self.line_counts[usize::from(line)].is_nearly_dark());
            let any = clues.iter().fold(dark, |any, &clue| any | self.clue_counts[usize::from(clue)].is_urgent());
            if !any {
                return Ok(());
            }
            for line in lines {
                self.look_at_line(line)?;
            }
        }
        for &clue in clues {
            self.look_at_clue(clue)?;
        }
        Ok(())
    }

    #[inline]
    fn look_at_clue(&mut self, clue: u16) -> Result<(), Conflict> {
        if self.clue_counts[usize::from(clue)].is_urgent() { self.finish_clue(clue) } else { Ok(()) }
    }

    #[inline(never)]
    fn finish_clue(&mut self, clue: u16) -> Result<(), Conflict> {
        let (value, reason) = match self.clue_counts[usize::from(clue)] {
            Left { bulbs: ..0, .. } => return Err(Conflict::Over(clue)),
            Left { crosses: ..0, .. } => return Err(Conflict::Under(clue)),
            Left { bulbs: 0, .. } => (Value::Crossed, Reason::Full(clue)),
            _ => (Value::Bulb, Reason::Tight(clue)),
        };
        let lines = self.lines;
        for &place in lines.clues[usize::from(clue)].places() {
            if self.value(place) == Value::Unknown {
                self.set(place, value, reason);
            }
        }
        Ok(())
    }

    /// A cell with one place left to light it lies on a line with at most one: only such lines need a look.
    #[inline]
    fn look_at_line(&mut self, line: u16) -> Result<(), Conflict> {
        if self.line_counts[usize::from(line)].is_nearly_dark() { self.look_at_cells(line) } else { Ok(()) }
    }

    #[inline(never)]
    fn look_at_cells(&mut self, line: u16) -> Result<(), Conflict> {
        let lines = self.lines;
        for &cell in lines.line(line) {
            let [row, column] = lines.lines_of(cell);
            let (in_row, in_column) = (self.line_counts[usize::from(row)], self.line_counts[usize::from(column)]);
            let itself = self.value(cell) != Value::Crossed;
            match in_row.places_for_a_bulb(in_column, itself) {
                0 => return Err(Conflict::Dark(cell)),
                1 => {
                    let place = if itself {
                        cell
                    } else {
                        let one = if in_row.open() == 1 { row } else { column };
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
        let Origin { reason, level, at } = self.origin(cell);
        let earlier = |other: &u16| self.origin(*other).at < at;
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
            if let Reason::Learnt(index) = &mut self.origins[usize::from(cell)].reason {
                *index = moved[*index as usize];
            }
        }
    }
}
