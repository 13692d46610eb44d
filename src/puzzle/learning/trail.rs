//! What is known of each variable, in the order in which it became known, with the reason.

/// What is known of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Value {
    Unknown,
    True,
    False,
}

impl Value {
    pub(crate) fn of(truth: bool) -> Value {
        if truth { Value::True } else { Value::False }
    }
}

/// Why a variable has its value: which earlier ones imply it.
#[derive(Clone, Copy)]
pub(crate) enum Reason<R> {
    /// Guessed, or known from the start.
    None,
    /// A rule of the puzzle.
    Rule(R),
    /// The other literals of that learnt clause are false.
    Learnt(u32),
    /// All solutions with the other value under the guesses so far are known.
    Exhausted,
}

/// How the value of a variable came about.
#[derive(Clone, Copy)]
pub(crate) struct Origin<R> {
    pub(super) reason: Reason<R>,
    /// The guesses before it.
    pub(super) level: u32,
    /// Its place in the order.
    pub(crate) at: u32,
}

/// The rules of a puzzle over numbered variables, each true or false. They propagate by counting, and explain what they did when asked.
pub(crate) trait Rules: Sized {
    /// Why a rule gave a variable its value.
    type Reason: Copy;
    /// A rule that the values break.
    type Conflict;
    /// Bytes held for a variable, roughly.
    const BYTES: u64;

    /// The number of variables.
    fn variables(&self) -> usize;
    /// A variable has become known.
    fn count(&mut self, variable: u16, value: Value);
    /// It has become unknown again.
    fn take_back(&mut self, variable: u16, value: Value);
    /// Draws what follows from the puzzle alone.
    fn start(trail: &mut Trail<Self>) -> Result<(), Self::Conflict>;
    /// Draws what the rules say when a variable has become known.
    fn follow(trail: &mut Trail<Self>, variable: u16) -> Result<(), Self::Conflict>;
    /// Draws, before a guess, what takes too long to draw always: it is asked for when many contradictions were met.
    fn look_harder(_: &mut Trail<Self>) -> Result<(), Self::Conflict> {
        Ok(())
    }
    /// Hears each variable whose value, with those of the others, breaks the rule.
    fn blame(trail: &Trail<Self>, conflict: Self::Conflict, hear: impl FnMut(u16));
    /// Hears each variable that was known earlier and implies this one's value.
    fn explain(trail: &Trail<Self>, variable: u16, reason: Self::Reason, hear: impl FnMut(u16));
}

/// The values so far, and the rules, whose counts always agree with them. `head` parts the values whose consequences were drawn.
pub(crate) struct Trail<R: Rules> {
    pub(crate) rules: R,
    values: Vec<Value>,
    origins: Vec<Origin<R::Reason>>,
    order: Vec<u16>,
    head: usize,
    /// Where in the order each guess stands.
    guesses: Vec<u32>,
}

impl<R: Rules> Trail<R> {
    pub(super) fn new(rules: R) -> Trail<R> {
        let variables = rules.variables();
        let unknown = Origin { reason: Reason::None, level: 0, at: 0 };
        Trail {
            rules,
            values: vec![Value::Unknown; variables],
            origins: vec![unknown; variables],
            order: Vec::with_capacity(variables),
            head: 0,
            guesses: Vec::new(),
        }
    }

    pub(crate) fn value(&self, variable: u16) -> Value {
        self.values[usize::from(variable)]
    }

    /// Of a variable with a value.
    pub(crate) fn origin(&self, variable: u16) -> Origin<R::Reason> {
        self.origins[usize::from(variable)]
    }

    pub(super) fn level(&self) -> u32 {
        self.guesses.len() as u32
    }

    pub(super) fn order(&self) -> &[u16] {
        &self.order
    }

    /// The variable guessed to open a level, from 1.
    pub(super) fn guess_at(&self, level: u32) -> u16 {
        self.order[self.guesses[level as usize - 1] as usize]
    }

    /// How many variables were known at the end of a level.
    pub(super) fn length_at(&self, level: u32) -> usize {
        self.guesses.get(level as usize).map_or(self.order.len(), |&length| length as usize)
    }

    pub(super) fn guess(&mut self, variable: u16, value: Value) {
        self.guesses.push(self.order.len() as u32);
        self.put(variable, value, Reason::None);
    }

    /// Gives an unknown variable the value that a rule demands.
    #[inline]
    pub(crate) fn set(&mut self, variable: u16, value: Value, reason: R::Reason) {
        self.put(variable, value, Reason::Rule(reason));
    }

    #[inline]
    pub(super) fn put(&mut self, variable: u16, value: Value, reason: Reason<R::Reason>) {
        let (level, at) = (self.level(), self.order.len() as u32);
        self.values[usize::from(variable)] = value;
        self.origins[usize::from(variable)] = Origin { reason, level, at };
        self.order.push(variable);
        self.rules.count(variable, value);
    }

    /// Takes back every level above `level`; `freed` hears of each variable.
    pub(super) fn back_to(&mut self, level: u32, mut freed: impl FnMut(u16, Value)) {
        let Some(&length) = self.guesses.get(level as usize) else {
            return;
        };
        for variable in self.order.drain(length as usize..).rev() {
            let value = core::mem::replace(&mut self.values[usize::from(variable)], Value::Unknown);
            self.rules.take_back(variable, value);
            freed(variable, value);
        }
        self.guesses.truncate(level as usize);
        self.head = length as usize;
    }

    /// The next variable whose consequences are to be drawn, by the rules and whoever else has some.
    pub(super) fn next(&mut self) -> Option<u16> {
        let variable = self.order.get(self.head).copied()?;
        self.head += 1;
        Some(variable)
    }

    /// Hears each variable that was known earlier and implies this one's value (learnt clauses aside).
    pub(super) fn explain(&self, variable: u16, mut hear: impl FnMut(u16)) {
        let Origin { reason, level, .. } = self.origin(variable);
        match reason {
            Reason::Rule(reason) => R::explain(self, variable, reason, hear),
            Reason::Exhausted => (1..=level).for_each(|level| hear(self.guess_at(level))),
            Reason::None | Reason::Learnt(_) => {}
        }
    }

    /// The learnt clauses have new numbers.
    pub(super) fn renumber(&mut self, moved: &[u32]) {
        for &variable in &self.order {
            if let Reason::Learnt(index) = &mut self.origins[usize::from(variable)].reason {
                *index = moved[*index as usize];
            }
        }
    }
}
