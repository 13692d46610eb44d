//! Conflict-driven clause learning by `batsat`, a MiniSat (Eén and Sörensson, 2003): constraints as clauses, further rules as a theory beside
//! them, and all solutions one by one.

use core::cell::Cell;
use core::ops::ControlFlow;
use std::rc::Rc;

use batsat::{Callbacks, ClauseKind, Lit, Solver, SolverInterface, SolverOpts, Theory, TheoryArg, Var, lbool};

use crate::{Cost, KeepGoing, StreamEnding};

/// Checks of the theory between two polls of the budget.
const POLL: u64 = 256;

/// Of a longer list of variables at most one is true by a sequential counter, of a shorter one by its pairs.
const MAX_PAIRED: usize = 32;

/// Rules that are no clauses. They see the true literals in the order in which these became true.
pub(crate) trait Rules {
    /// Looks at the literals of [`TheoryArg::model`] from `from` on; propagates, or raises a conflict.
    fn follow(&mut self, _values: &mut TheoryArg, _from: usize) {}

    /// Forgets all but the first `length` literals.
    fn back_to(&mut self, _length: usize) {}

    /// The true literals that imply a propagated one.
    fn explain(&self, _literal: Lit) -> Vec<Lit> {
        Vec::new()
    }
}

impl Rules for () {}

/// What the solver and the search around it share.
#[derive(Clone, Default)]
struct SolverState {
    stopped: Rc<Cell<bool>>,
    /// Bytes of all clauses with their watches.
    bytes: Rc<Cell<u64>>,
}

impl SolverState {
    fn hold(&self, clause: &[Lit]) {
        self.bytes.update(|bytes| bytes + bytes_of(clause));
    }
}

fn bytes_of(clause: &[Lit]) -> u64 {
    size_of_val(clause) as u64 + 32
}

impl Callbacks for SolverState {
    fn on_new_clause(&mut self, clause: &[Lit], _: ClauseKind) {
        self.hold(clause);
    }

    fn on_delete_clause(&mut self, clause: &[Lit]) {
        self.bytes.update(|bytes| bytes.saturating_sub(bytes_of(clause)));
    }

    fn stop(&self) -> bool {
        self.stopped.get()
    }
}

/// A formula in conjunctive normal form.
pub(crate) struct Formula {
    solver: Solver<SolverState>,
    shared: SolverState,
}

impl Formula {
    pub(crate) fn new() -> Formula {
        let shared = SolverState::default();
        // Restarts after 100, 150, 225 … conflicts: Luby's come too often for a large Sudoku.
        let options = SolverOpts { luby_restart: false, restart_inc: 1.5, ..SolverOpts::default() };
        Formula { solver: Solver::new(options, shared.clone()), shared }
    }

    pub(crate) fn variable(&mut self) -> Var {
        self.solver.new_var_default()
    }

    pub(crate) fn clause(&mut self, literals: impl IntoIterator<Item = Lit>) {
        let mut literals: Vec<Lit> = literals.into_iter().collect();
        self.shared.hold(&literals);
        self.solver.add_clause_reuse(&mut literals);
    }

    pub(crate) fn exactly(&mut self, count: usize, variables: &[Var]) {
        combinations(variables, count + 1).into_iter().for_each(|some| self.clause(some.into_iter().map(is_false)));
        let some_true = (variables.len() + 1).saturating_sub(count);
        combinations(variables, some_true).into_iter().for_each(|some| self.clause(some.into_iter().map(is_true)));
    }

    pub(crate) fn exactly_one(&mut self, variables: &[Var]) {
        self.clause(variables.iter().copied().map(is_true));
        self.at_most_one(variables);
    }

    pub(crate) fn at_most_one(&mut self, variables: &[Var]) {
        if variables.len() <= MAX_PAIRED {
            combinations(variables, 2).into_iter().for_each(|pair| self.clause(pair.into_iter().map(is_false)));
            return;
        }
        // Sinz, 2005: whether one of the variables so far is true.
        let mut before: Option<Var> = None;
        for &variable in variables {
            let now = self.variable();
            self.clause([is_false(variable), is_true(now)]);
            self.clause([is_false(now), is_true(variable)].into_iter().chain(before.map(is_true)));
            if let Some(before) = before {
                self.clause([is_false(before), is_true(now)]);
                self.clause([is_false(before), is_false(variable)]);
            }
            before = Some(now);
        }
    }

    /// Passes the solutions to `each`.
    pub(crate) fn solve<R: Rules>(
        mut self,
        rules: R,
        keep_going: KeepGoing,
        each: &mut dyn FnMut(&TheoryArg) -> ControlFlow<()>,
    ) -> (StreamEnding, Cost) {
        let cost = Cost { generated: 1, frontier: 1, ..Cost::default() };
        let (shared, levels, explained, decisions) = (self.shared.clone(), Vec::new(), Vec::new(), Vec::new());
        let ending = StreamEnding::LimitReached;
        let mut search = RuleTheory { rules, shared, keep_going, each, cost, polls: 0, seen: 0, levels, explained, decisions, ending };
        search.poll();
        while self.solver.solve_limited_th(&mut search, &[]) == lbool::TRUE && search.ending == StreamEnding::LimitReached {
            self.clause(core::mem::take(&mut search.decisions).into_iter().map(|decision| !decision));
        }
        let is_exhausted = !self.solver.is_ok();
        (if is_exhausted { StreamEnding::Exhausted } else { search.ending }, search.cost)
    }
}

pub(crate) fn is_true(variable: Var) -> Lit {
    Lit::new(variable, true)
}

pub(crate) fn is_false(variable: Var) -> Lit {
    Lit::new(variable, false)
}

/// The subsets of a size, in lexicographic order.
pub(crate) fn combinations<T: Copy>(items: &[T], size: usize) -> Vec<Vec<T>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (at, &first) in items.iter().enumerate() {
        for mut rest in combinations(&items[at + 1..], size - 1) {
            rest.insert(0, first);
            all.push(rest);
        }
    }
    all
}

/// The theory of a formula: the budget, the rules, and the solutions.
struct RuleTheory<'a, R> {
    rules: R,
    shared: SolverState,
    keep_going: KeepGoing<'a>,
    each: &'a mut dyn FnMut(&TheoryArg) -> ControlFlow<()>,
    cost: Cost,
    polls: u64,
    /// The literals that the rules have seen.
    seen: usize,
    /// For each decision the number of literals before it.
    levels: Vec<usize>,
    explained: Vec<Lit>,
    /// The decisions that led to the last solution.
    decisions: Vec<Lit>,
    ending: StreamEnding,
}

impl<R> RuleTheory<'_, R> {
    fn poll(&mut self) {
        self.cost.bytes = self.cost.bytes.max(self.shared.bytes.get());
        if self.polls.is_multiple_of(POLL) && !(self.keep_going)(&self.cost) {
            self.shared.stopped.set(true);
        }
        self.polls += 1;
    }
}

impl<R: Rules> Theory for RuleTheory<'_, R> {
    fn partial_check(&mut self, values: &mut TheoryArg) {
        self.poll();
        let from = core::mem::replace(&mut self.seen, values.model().len());
        self.rules.follow(values, from);
    }

    fn final_check(&mut self, values: &mut TheoryArg) {
        if !self.shared.stopped.get() && (self.each)(values).is_break() {
            self.ending = StreamEnding::Stopped;
        }
        self.decisions = self.levels.iter().map(|&place| values.model()[place]).collect();
    }

    fn create_level(&mut self) {
        // The rules have seen all literals before a decision.
        self.levels.push(self.seen);
        self.cost.expanded += 1;
        self.cost.generated += 2;
        self.cost.depth = self.cost.depth.max(self.levels.len() as u32);
        self.cost.frontier = self.cost.frontier.max(self.levels.len() as u64 + 1);
    }

    fn pop_levels(&mut self, levels: usize) {
        let left = self.levels.len() - levels;
        self.seen = self.seen.min(self.levels[left]);
        self.levels.truncate(left);
        self.rules.back_to(self.seen);
    }

    fn n_levels(&self) -> usize {
        self.levels.len()
    }

    fn explain_propagation(&mut self, literal: Lit) -> &[Lit] {
        self.explained = self.rules.explain(literal);
        &self.explained
    }
}
