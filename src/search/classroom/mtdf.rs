//! MTD(f) (Plaat, Schaeffer, Pijls, de Bruin 1996): the value found by asking only whether it is at least this or that.

use super::{Memory, Method, Walk};
use crate::table::Table;
use crate::{Evaluate, SearchObserver, score};
use rules::Position;
use std::sync::Arc;

/// Alpha-beta with memory and windows of width one, from the last iteration's value up or down until both bounds meet.
pub struct MtdF<E> {
    memory: Memory<E>,
    guess: i32,
}

impl<E> MtdF<E> {
    /// Judges leaves with `evaluation` and remembers in `table`.
    pub const fn new(evaluation: E, table: Arc<Table>) -> Self {
        MtdF { memory: Memory::new(evaluation, table), guess: 0 }
    }
}

impl<P: Position, E: Evaluate<P>> Method<P> for MtdF<E> {
    const NAME: &'static str = "mtd-f";
    const DEEPENS: bool = true;

    fn new_game(&mut self) {
        self.memory.clear();
    }

    fn begin(&mut self) {
        self.memory.grow_older();
        self.guess = 0;
    }

    fn value<O: SearchObserver<P>>(&mut self, position: &P, depth: u32, line: &mut Vec<P::Move>, walk: &mut Walk<P, O>) -> Option<i32> {
        let (mut least, mut most) = (-score::INFINITY, score::INFINITY);
        let mut value = self.guess;
        while least < most {
            let beta = if value == least { value + 1 } else { value };
            let mut refutation = Vec::new();
            value = self.memory.search(position, depth, (beta - 1, beta), &mut refutation, walk)?;
            if value < beta {
                most = value;
            } else {
                least = value;
                // Only a move that proves `at least` is known to be good.
                *line = refutation;
            }
        }
        self.guess = value;
        Some(value)
    }
}
