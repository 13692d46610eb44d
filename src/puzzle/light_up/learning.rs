//! Conflict-driven search: from every contradiction a clause is learnt that rules out its cause (Marques-Silva and Sakallah,
//! 1996; first unique implication point as in Chaff, 2001). The rules of the puzzle are no clauses: they propagate by
//! counting and explain themselves when asked. After a solution the last guess is turned around instead of a clause
//! being kept, so that any number of solutions takes no memory (Gebser, Kaufmann, Neumann and Schaub, 2007).

use core::ops::ControlFlow;

use crate::{Cost, Ending};

use super::{
    Board,
    lines::Lines,
    queue::Queue,
    trail::{Conflict, Reason, Trail, Value},
};

/// When the learnt clauses hold more literals than this, half of them are forgotten.
const MOST_LITERALS: usize = 1 << 20;
/// Contradictions between two restarts, times Luby's sequence.
const RESTART: u64 = 64;

/// A cell and a value for it: twice the cell, plus one for a bulb.
type Literal = u32;

fn literal(cell: u16, value: Value) -> Literal {
    u32::from(cell) * 2 + u32::from(value == Value::Bulb)
}

fn cell_of(literal: Literal) -> u16 {
    (literal / 2) as u16
}

fn value_of(literal: Literal) -> Value {
    if literal % 2 == 1 { Value::Bulb } else { Value::Crossed }
}

/// A disjunction of literals; the first two are watched.
struct Clause {
    literals: Vec<Literal>,
    /// How many levels its literals stood on when it was learnt: the fewer, the more useful.
    levels: u32,
}

struct Search<'a> {
    trail: Trail<'a>,
    /// Empty until there is something to guess.
    queue: Queue,
    clauses: Vec<Clause>,
    literals: usize,
    /// The clauses that watch each literal; empty until there are clauses.
    watches: Vec<Vec<u32>>,
    /// The value that each cell had last.
    phase: Vec<Value>,
    seen: Vec<bool>,
    /// No level up to this one is undone before it is exhausted.
    floor: u32,
    conflicts: u64,
    cost: Cost,
}

/// Hands each solution's bulbs to `each`.
pub(super) fn search(
    board: &Board,
    go_on: &mut impl FnMut(&Cost) -> bool,
    each: &mut impl FnMut(Vec<bool>) -> ControlFlow<()>,
) -> (Ending, Cost) {
    let lines = Lines::new(board);
    let mut search = Search::new(&lines);
    let ending = search.run(go_on, &mut |trail| {
        let mut bulbs = vec![false; board.squares().len()];
        for (cell, &index) in lines.on_board.iter().enumerate() {
            bulbs[usize::from(index)] = trail.value(cell as u16) == Value::Bulb;
        }
        each(bulbs)
    });
    (ending, search.cost)
}

impl<'a> Search<'a> {
    fn new(lines: &'a Lines) -> Search<'a> {
        let cells = lines.cells();
        let cost = Cost { generated: 1, frontier: 1, bytes: 128 * cells as u64, ..Cost::default() };
        Search {
            trail: Trail::new(lines),
            queue: Queue::new(0),
            clauses: Vec::new(),
            literals: 0,
            watches: Vec::new(),
            phase: vec![Value::Bulb; cells],
            seen: vec![false; cells],
            floor: 0,
            conflicts: 0,
            cost,
        }
    }

    fn run(&mut self, go_on: &mut impl FnMut(&Cost) -> bool, each: &mut impl FnMut(&Trail) -> ControlFlow<()>) -> Ending {
        if self.trail.start().is_err() {
            return Ending::Exhausted;
        }
        let mut next_restart = RESTART;
        let mut restarts = 0;
        let mut steps = 0_u64;
        loop {
            steps += 1;
            if steps % 256 == 1 && !go_on(&self.cost) {
                return Ending::GaveUp;
            }
            let level = self.trail.level();
            if let Err(conflict) = self.propagate() {
                self.conflicts += 1;
                if level > self.floor {
                    self.learn(conflict);
                } else if !self.turn_around() {
                    return Ending::Exhausted;
                }
                continue;
            }
            if self.conflicts >= next_restart {
                restarts += 1;
                next_restart = self.conflicts + RESTART * luby(restarts);
                self.back_to(self.floor);
                if self.literals > MOST_LITERALS {
                    self.forget();
                }
                continue;
            }
            if self.trail.order().len() == self.seen.len() {
                if each(&self.trail).is_break() {
                    return Ending::Stopped;
                }
                if !self.turn_around() {
                    return Ending::Exhausted;
                }
                continue;
            }
            if self.cost.expanded == 0 {
                self.queue = Queue::new(self.seen.len() as u16);
            }
            let trail = &self.trail;
            let cell = self.queue.next(|cell| trail.value(cell) == Value::Unknown).expect("a cell is unknown");
            self.trail.guess(cell, self.phase[usize::from(cell)]);
            self.cost.expanded += 1;
            self.cost.generated += 2;
            self.cost.depth = self.cost.depth.max(level + 1);
            self.cost.frontier = self.cost.frontier.max(u64::from(level) + 2);
        }
    }

    /// Leaves the present level for good: its guess becomes the other value, one level down. Whether there was a guess.
    fn turn_around(&mut self) -> bool {
        let level = self.trail.level();
        if level == 0 {
            return false;
        }
        let cell = self.trail.guess_at(level);
        let other = if self.trail.value(cell) == Value::Bulb { Value::Crossed } else { Value::Bulb };
        self.back_to(level - 1);
        self.floor = level - 1;
        self.trail.set(cell, other, Reason::Exhausted);
        true
    }

    fn back_to(&mut self, level: u32) {
        let (phase, queue) = (&mut self.phase, &mut self.queue);
        self.trail.back_to(level, |cell, value| {
            phase[usize::from(cell)] = value;
            queue.freed(cell);
        });
    }

    fn propagate(&mut self) -> Result<(), Conflict> {
        while let Some(cell) = self.trail.next() {
            self.trail.follow(cell)?;
            if !self.clauses.is_empty() {
                let other = if self.trail.value(cell) == Value::Bulb { Value::Crossed } else { Value::Bulb };
                self.visit(literal(cell, other))?;
            }
        }
        Ok(())
    }

    fn holds(&self, literal: Literal) -> Option<bool> {
        match self.trail.value(cell_of(literal)) {
            Value::Unknown => None,
            value => Some(value == value_of(literal)),
        }
    }

    /// Finds the clauses that watch a literal, now false, something else to watch.
    fn visit(&mut self, broken: Literal) -> Result<(), Conflict> {
        let mut watching = core::mem::take(&mut self.watches[broken as usize]);
        let mut at = 0;
        let mut result = Ok(());
        while at < watching.len() {
            let index = watching[at];
            let literals = &mut self.clauses[index as usize].literals;
            if literals[0] == broken {
                literals.swap(0, 1);
            }
            let other = literals[0];
            let trail = &self.trail;
            let alive = |literal: &Literal| match trail.value(cell_of(*literal)) {
                Value::Unknown => true,
                value => value == value_of(*literal),
            };
            if trail.value(cell_of(other)) == value_of(other) {
                at += 1;
            } else if let Some(found) = literals[2..].iter().position(alive) {
                literals.swap(1, found + 2);
                self.watches[literals[1] as usize].push(index);
                watching.swap_remove(at);
            } else if self.holds(other).is_none() {
                self.trail.set(cell_of(other), value_of(other), Reason::Learnt(index));
                at += 1;
            } else {
                result = Err(Conflict::Learnt(index));
                break;
            }
        }
        self.watches[broken as usize] = watching;
        result
    }

    /// Learns the clause of the first unique implication point, jumps back as far as it allows and asserts it.
    fn learn(&mut self, conflict: Conflict) {
        let level = self.trail.level();
        let mut literals: Vec<Literal> = vec![0];
        let mut touched: Vec<u16> = Vec::new();
        let mut pending = 0_u32;
        let mut at = self.trail.order().len();
        let mut causes: Vec<u16> = Vec::new();
        match conflict {
            Conflict::Learnt(index) => {
                causes.extend(self.clauses[index as usize].literals.iter().map(|&literal| cell_of(literal)));
            }
            rule => self.trail.blame(rule, |cell| causes.push(cell)),
        }
        let asserting = loop {
            for cell in causes.drain(..) {
                let origin = self.trail.origin(cell);
                if origin.level == 0 || core::mem::replace(&mut self.seen[usize::from(cell)], true) {
                    continue;
                }
                touched.push(cell);
                if origin.level == level {
                    pending += 1;
                } else {
                    literals.push(literal(cell, self.trail.value(cell)) ^ 1);
                }
            }
            let cell = loop {
                at -= 1;
                let cell = self.trail.order()[at];
                if self.seen[usize::from(cell)] {
                    break cell;
                }
            };
            let origin = self.trail.origin(cell);
            pending -= 1;
            if pending == 0 {
                break literal(cell, self.trail.value(cell)) ^ 1;
            }
            match origin.reason {
                Reason::Learnt(index) => {
                    let others = self.clauses[index as usize].literals.iter().map(|&literal| cell_of(literal));
                    causes.extend(others.filter(|&other| other != cell));
                }
                _ => self.trail.explain(cell, |other| causes.push(other)),
            }
        };
        literals[0] = asserting;
        self.shorten(&mut literals);
        let level_of = |literal: &Literal| self.trail.origin(cell_of(*literal)).level;
        let mut back = 0;
        if let Some(second) = (1..literals.len()).max_by_key(|&at| level_of(&literals[at])) {
            back = level_of(&literals[second]);
            literals.swap(1, second);
        }
        let mut levels: Vec<u32> = literals.iter().map(level_of).collect();
        levels.sort_unstable();
        levels.dedup();
        self.back_to(back.max(self.floor));
        // Cells are seen from late to early: bumped the other way round, the latest ends at the front.
        touched.sort_unstable_by_key(|&cell| self.trail.origin(cell).at);
        for cell in touched {
            self.seen[usize::from(cell)] = false;
            self.queue.bump(cell, self.trail.value(cell) == Value::Unknown);
        }
        let index = self.clauses.len() as u32;
        self.watches.resize_with(2 * self.seen.len(), Vec::new);
        if let [first, second, ..] = literals[..] {
            self.watches[first as usize].push(index);
            self.watches[second as usize].push(index);
        }
        self.trail.set(cell_of(asserting), value_of(asserting), Reason::Learnt(index));
        self.literals += literals.len();
        self.clauses.push(Clause { literals, levels: levels.len() as u32 });
        self.cost.bytes = self.cost.bytes.max(128 * self.seen.len() as u64 + 48 * self.clauses.len() as u64 + 4 * self.literals as u64);
    }

    /// Drops the literals that the others imply in one step.
    fn shorten(&self, literals: &mut Vec<Literal>) {
        let implied = |cell: u16| {
            let mut all = true;
            let mut any = false;
            let mut hear = |other: u16| {
                any = true;
                all &= self.seen[usize::from(other)] || self.trail.origin(other).level == 0;
            };
            match self.trail.origin(cell).reason {
                Reason::Learnt(index) => {
                    let others = self.clauses[index as usize].literals.iter().map(|&literal| cell_of(literal));
                    others.filter(|&other| other != cell).for_each(&mut hear);
                }
                _ => self.trail.explain(cell, &mut hear),
            }
            any && all
        };
        let first = literals[0];
        literals.retain(|&literal| literal == first || !implied(cell_of(literal)));
    }

    /// Forgets the less useful half of the clauses, but none that is the reason of a value.
    fn forget(&mut self) {
        let mut needed = vec![false; self.clauses.len()];
        for &cell in self.trail.order() {
            if let Reason::Learnt(index) = self.trail.origin(cell).reason {
                needed[index as usize] = true;
            }
        }
        let mut levels: Vec<u32> = self.clauses.iter().map(|clause| clause.levels).collect();
        levels.sort_unstable();
        let median = levels[levels.len() / 2];
        let mut moved = vec![u32::MAX; self.clauses.len()];
        let mut kept = Vec::new();
        for (index, clause) in core::mem::take(&mut self.clauses).into_iter().enumerate() {
            if needed[index] || clause.levels < median || clause.levels <= 2 {
                moved[index] = kept.len() as u32;
                kept.push(clause);
            }
        }
        self.clauses = kept;
        self.literals = self.clauses.iter().map(|clause| clause.literals.len()).sum();
        for watching in &mut self.watches {
            watching.retain_mut(|index| {
                *index = moved[*index as usize];
                *index != u32::MAX
            });
        }
        self.trail.renumber(&moved);
    }
}

/// The `n`th number, from 1, of Luby's sequence 1 1 2 1 1 2 4 … (Luby, Sinclair and Zuckerman, 1993).
fn luby(mut n: u64) -> u64 {
    loop {
        let power = (n + 1).next_power_of_two();
        if power == n + 1 {
            return power / 2;
        }
        n -= power / 2 - 1;
    }
}
