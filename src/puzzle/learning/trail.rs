//! The trail: assigned variables in order, each with its reason and level.

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

/// Why a variable has its value.
#[derive(Clone, Copy)]
pub(crate) enum Reason<R> {
    /// A decision.
    None,
    Rule(R),
    /// The learnt clause with this index, whose other literals are false.
    Learnt(u32),
    /// All solutions with the other value under the decisions so far are known.
    Exhausted,
}

/// Reason, level and place of an assignment.
#[derive(Clone, Copy)]
pub(crate) struct Origin<R> {
    pub(super) reason: Reason<R>,
    /// The number of decisions before it.
    pub(super) level: u32,
    /// The place in the order.
    pub(crate) at: u32,
}

/// The rules of a puzzle over numbered Boolean variables: a propagator with lazy explanations.
pub(crate) trait Rules: Sized {
    /// Why a rule gave a variable its value.
    type Reason: Copy;
    /// A rule that the values break.
    type Conflict;
    /// Approximate bytes for a variable.
    const BYTES: u64;

    /// The number of variables.
    fn variables(&self) -> usize;
    /// Updates the counts for a variable that is assigned.
    fn count(&mut self, variable: u16, value: Value);
    /// Updates the counts for a variable that is unassigned.
    fn take_back(&mut self, variable: u16, value: Value);
    /// Propagates the puzzle itself.
    fn start(trail: &mut Trail<Self>) -> Result<(), Self::Conflict>;
    /// Propagates an assigned variable.
    fn follow(trail: &mut Trail<Self>, variable: u16) -> Result<(), Self::Conflict>;
    /// Expensive checks before a decision, after many conflicts.
    fn look_harder(_: &mut Trail<Self>) -> Result<(), Self::Conflict> {
        Ok(())
    }
    /// Lists the variables whose values violate the rule.
    fn blame(trail: &Trail<Self>, conflict: Self::Conflict, cause: impl FnMut(u16));
    /// Lists the variables that were assigned earlier and imply the value of this one.
    fn explain(trail: &Trail<Self>, variable: u16, reason: Self::Reason, cause: impl FnMut(u16));
}

/// The values so far, and the rules, whose counts always agree with them. Values before `head` are propagated.
pub(crate) struct Trail<R: Rules> {
    pub(crate) rules: R,
    values: Vec<Value>,
    origins: Vec<Origin<R::Reason>>,
    order: Vec<u16>,
    head: usize,
    /// The place in the order of each decision.
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

    /// The decision variable of a level, from 1.
    pub(super) fn guess_at(&self, level: u32) -> u16 {
        self.order[self.guesses[level as usize - 1] as usize]
    }

    /// The number of variables assigned up to the end of a level.
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

    /// Undoes every level above `level`, and passes each variable to `freed`.
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

    /// The next variable to propagate.
    pub(super) fn next(&mut self) -> Option<u16> {
        let variable = self.order.get(self.head).copied()?;
        self.head += 1;
        Some(variable)
    }

    /// Lists the variables that imply the value of this one, unless the reason is a learnt clause.
    pub(super) fn explain(&self, variable: u16, mut cause: impl FnMut(u16)) {
        let Origin { reason, level, .. } = self.origin(variable);
        match reason {
            Reason::Rule(reason) => R::explain(self, variable, reason, cause),
            Reason::Exhausted => (1..=level).for_each(|level| cause(self.guess_at(level))),
            Reason::None | Reason::Learnt(_) => {}
        }
    }

    /// Updates the indices of learnt clauses.
    pub(super) fn renumber(&mut self, moved: &[u32]) {
        for &variable in &self.order {
            if let Reason::Learnt(index) = &mut self.origins[usize::from(variable)].reason {
                *index = moved[*index as usize];
            }
        }
    }
}
