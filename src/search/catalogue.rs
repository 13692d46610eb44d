//! The engines by name.

use crate::classroom::{AlphaBeta, Classroom, Greedy, IterativeDeepening, Memory, Minimax, MtdF, Negamax, Quiescence};
use crate::knights::{Course, Exponential};
use crate::mcts::{Mcts, Playout};
use crate::{Engine, Table};
use rules::Knights;
use std::sync::Arc;

/// What an engine is made with.
#[derive(Clone)]
pub struct Settings {
    /// Decides whatever is left to chance.
    pub seed: u64,
    /// The size of the transposition table or of the tree, in MiB.
    pub mebibytes: usize,
    /// A table to share with engines on other threads, instead of one of its own.
    pub table: Option<Arc<Table>>,
}

impl Default for Settings {
    /// Seed 0 and 64 MiB of its own.
    fn default() -> Self {
        Settings { seed: 0, mebibytes: 64, table: None }
    }
}

impl Settings {
    fn table(&self) -> Arc<Table> {
        self.table.clone().unwrap_or_else(|| Arc::new(Table::new(self.mebibytes)))
    }
}

/// A name that no engine has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no engine `{name}`; there are {}", KNIGHTS_ENGINES.join(", "))]
pub struct UnknownEngine {
    /// The name that was asked for.
    pub name: String,
}

/// The names of the engines for Chinese knights: first those that play in earnest, weakest first, then the classroom's.
pub const KNIGHTS_ENGINES: [&str; 11] = [
    "greedy",
    "course",
    "mcts",
    "alphabeta",
    "minimax",
    "negamax",
    "alpha-beta",
    "iterative-deepening",
    "alpha-beta-memory",
    "mtd-f",
    "quiescence",
];

/// The engine for Chinese knights that has this name.
pub fn knights_engine(name: &str, settings: &Settings) -> Result<Box<dyn Engine<Knights>>, UnknownEngine> {
    Ok(match name {
        "greedy" => Box::new(Greedy::new(Exponential, settings.seed)),
        "course" => Box::new(Classroom(Course::new())),
        "mcts" => Box::new(Mcts::new(Exponential, Playout::Guided, settings.seed, settings.mebibytes)),
        "alphabeta" => Box::new(Classroom(Memory::new(Exponential, settings.table()))),
        "minimax" => Box::new(Classroom(Minimax::new(Exponential))),
        "negamax" => Box::new(Classroom(Negamax::new(Exponential))),
        "alpha-beta" => Box::new(Classroom(AlphaBeta::new(Exponential))),
        "iterative-deepening" => Box::new(Classroom(IterativeDeepening::new(Exponential))),
        "alpha-beta-memory" => Box::new(Classroom(Memory::new(Exponential, settings.table()))),
        "mtd-f" => Box::new(Classroom(MtdF::new(Exponential, settings.table()))),
        "quiescence" => Box::new(Classroom(Quiescence::new(Exponential))),
        _ => return Err(UnknownEngine { name: name.to_string() }),
    })
}
