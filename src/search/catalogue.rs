//! The engines by name.

use crate::classroom::{AlphaBeta, Classroom, Greedy, IterativeDeepening, Memory, Minimax, MtdF, Negamax, Quiescence};
use crate::connect_four::{self, Perfect};
use crate::knights::{Course, Exponential, LEVELS, Levelled, Network, PrincipalVariation};
use crate::mcts::{Mcts, Uct};
use crate::stand_in::StandIn;
use crate::{Engine, Evaluate, Table, tic_tac_toe};
use rules::{ConnectFour, Knights, Position, TicTacToe};
use std::sync::Arc;

/// What an engine is made with.
#[derive(Clone)]
pub struct EngineSettings {
    /// Decides whatever is left to chance.
    pub seed: u64,
    /// The size of the transposition table or of the tree, in MiB.
    pub mebibytes: usize,
    /// A table to share with engines on other threads, instead of one of its own.
    pub table: Option<Arc<Table>>,
    /// The number of this engine among those that help another one at its table, from 1 on; 0 for the one that is helped, or is alone.
    pub helper: u32,
    /// How much `uct` is drawn to the unexplored: c in w/n + c·√(ln N / n).
    pub exploration: f64,
}

impl Default for EngineSettings {
    /// Seed 0, 64 MiB of its own, c = √2.
    fn default() -> Self {
        EngineSettings { seed: 0, mebibytes: 64, table: None, helper: 0, exploration: std::f64::consts::SQRT_2 }
    }
}

impl EngineSettings {
    pub(crate) fn table(&self) -> Arc<Table> {
        self.table.clone().unwrap_or_else(|| Arc::new(Table::new(self.mebibytes)))
    }
}

/// A name that no engine has.
#[derive(Clone, Debug, PartialEq, Eq, message::Coded)]
#[code("unknown_engine")]
pub struct UnknownEngine {
    /// The name that was asked for.
    pub name: String,
    /// The names that there are.
    pub known: &'static [&'static str],
}

/// The names of the engines for the game of this name; none if there is no such game.
pub fn engines(game: &str) -> &'static [&'static str] {
    match game {
        Knights::NAME => KNIGHTS_PLAYERS,
        ConnectFour::NAME | TicTacToe::NAME => PERFECT_ENGINES,
        _ => &[],
    }
}

/// The names of the classroom's engines.
pub const CLASSROOM_ENGINES: &[&str] =
    &["greedy", "minimax", "negamax", "alpha-beta", "iterative-deepening", "alpha-beta-memory", "mtd-f", "quiescence", "uct", "mcts"];

/// The classroom's engine that has this name, for any game and evaluation.
pub fn classroom_engine<P, E>(name: &str, evaluation: E, settings: &EngineSettings) -> Result<Box<dyn Engine<P>>, UnknownEngine>
where
    P: Position<Move: Send> + Send + 'static,
    E: Evaluate<P> + 'static,
{
    Ok(match name {
        "greedy" => Box::new(Greedy::new(evaluation, settings.seed)),
        "minimax" => Box::new(Classroom(Minimax::new(evaluation))),
        "negamax" => Box::new(Classroom(Negamax::new(evaluation))),
        "alpha-beta" => Box::new(Classroom(AlphaBeta::new(evaluation))),
        "iterative-deepening" => Box::new(Classroom(IterativeDeepening::new(evaluation))),
        "alpha-beta-memory" => Box::new(Classroom(Memory::new(evaluation, settings.table()))),
        "mtd-f" => Box::new(Classroom(MtdF::new(evaluation, settings.table()))),
        "quiescence" => Box::new(Classroom(Quiescence::new(evaluation))),
        "uct" => Box::new(Uct::new(evaluation, settings.exploration, settings.seed, settings.mebibytes)),
        "mcts" => Box::new(Mcts::new(evaluation, settings.mebibytes)),
        _ => return Err(UnknownEngine { name: name.to_string(), known: CLASSROOM_ENGINES }),
    })
}

/// What plays Chinese knights, by name: the engines, and the strong one at its levels.
pub const KNIGHTS_PLAYERS: &[&str] = &[
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
    "uct",
    "alphabeta:1",
    "alphabeta:2",
    "alphabeta:3",
    "alphabeta:4",
    "alphabeta:5",
    "alphabeta:6",
];

/// The names of the engines for Chinese knights: first those that play in earnest, weakest first, then the classroom's.
pub const KNIGHTS_ENGINES: &[&str] = KNIGHTS_PLAYERS.split_at(KNIGHTS_PLAYERS.len() - LEVELS.len()).0;

/// The level in a name such as `alphabeta:3`, or `alphabeta-3`, since the names of bots have no colon.
fn level(name: &str) -> Option<usize> {
    name.strip_prefix("alphabeta")?.strip_prefix([':', '-'])?.parse().ok()
}

/// The engine for Chinese knights that has this name. The classroom's judge by the exponential heuristic.
pub fn knights_engine(name: &str, settings: &EngineSettings) -> Result<Box<dyn Engine<Knights>>, UnknownEngine> {
    if let Some(level) = level(name) {
        // The smallest table is more than enough for so few nodes.
        let engine = Levelled::new(PrincipalVariation::new(Arc::new(Table::new(1)), 0), level);
        let unknown = || UnknownEngine { name: name.to_string(), known: KNIGHTS_PLAYERS };
        return engine.map(|engine| Box::new(engine) as Box<dyn Engine<Knights>>).ok_or_else(unknown);
    }
    match name {
        "course" => Ok(Box::new(Classroom(Course::new()))),
        "mcts" => Ok(Box::new(Mcts::new(Network, settings.mebibytes))),
        // Nobody would choose it: it stands in for bots that are not there.
        "random" => Ok(Box::new(StandIn::new(settings.seed))),
        "alphabeta" => Ok(Box::new(PrincipalVariation::new(settings.table(), settings.helper))),
        _ => classroom_engine(name, Exponential, settings).map_err(|unknown| UnknownEngine { known: KNIGHTS_PLAYERS, ..unknown }),
    }
}

/// The names of the engines for Connect Four and for tic-tac-toe: first the one that never errs, then the classroom's.
pub const PERFECT_ENGINES: &[&str] = &[
    "perfect",
    "greedy",
    "minimax",
    "negamax",
    "alpha-beta",
    "iterative-deepening",
    "alpha-beta-memory",
    "mtd-f",
    "quiescence",
    "uct",
    "mcts",
];

/// The engine for Connect Four that has this name. The classroom's judge by the lines that are still open.
pub fn connect_four_engine(name: &str, settings: &EngineSettings) -> Result<Box<dyn Engine<ConnectFour>>, UnknownEngine> {
    match name {
        "perfect" => Ok(Box::new(Perfect::new(settings.mebibytes))),
        "random" => Ok(Box::new(StandIn::new(settings.seed))),
        _ => {
            classroom_engine(name, connect_four::OpenLines, settings).map_err(|unknown| UnknownEngine { known: PERFECT_ENGINES, ..unknown })
        }
    }
}

/// The engine for tic-tac-toe that has this name. The classroom's judge by the lines that are still open.
pub fn tic_tac_toe_engine(name: &str, settings: &EngineSettings) -> Result<Box<dyn Engine<TicTacToe>>, UnknownEngine> {
    match name {
        "perfect" => Ok(Box::new(tic_tac_toe::Perfect)),
        "random" => Ok(Box::new(StandIn::new(settings.seed))),
        _ => {
            classroom_engine(name, tic_tac_toe::OpenLines, settings).map_err(|unknown| UnknownEngine { known: PERFECT_ENGINES, ..unknown })
        }
    }
}
