//! Registry of the engines by name.

use crate::classroom::{Classroom, Greedy};
use crate::connect_four::{self, PerfectConnectFour};
use crate::knights::{Exponential, LEVELS, Network, PrincipalVariation};
use crate::mcts::{Puct, Uct};
use crate::random_player::RandomPlayer;
use crate::{Engine, Evaluate, KeepSearching, SearchLimits, SearchObserver, SearchResult, TranspositionTable, tic_tac_toe};
use rules::{ConnectFour, Knights, Position, TicTacToe};
use std::sync::Arc;

#[derive(Clone)]
pub struct EngineSettings {
    pub seed: u64,
    /// The size of the transposition table or of the tree, in MiB.
    pub mebibytes: usize,
    /// A table shared with engines on other threads; none: the engine makes its own.
    pub table: Option<Arc<TranspositionTable>>,
    /// The number of a helper of a parallel search, from 1; 0 for the leader, or an engine alone.
    pub helper: u32,
    /// The exploration of `uct`: c in w/n + c·√(ln N / n).
    pub exploration: f64,
}

impl Default for EngineSettings {
    /// Seed 0, its own table of 64 MiB, c = √2.
    fn default() -> Self {
        EngineSettings { seed: 0, mebibytes: 64, table: None, helper: 0, exploration: std::f64::consts::SQRT_2 }
    }
}

impl EngineSettings {
    pub(crate) fn table(&self) -> Arc<TranspositionTable> {
        self.table.clone().unwrap_or_else(|| Arc::new(TranspositionTable::new(self.mebibytes)))
    }
}

#[derive(Clone, Debug, PartialEq, Eq, message::Coded)]
#[code("unknown_engine")]
pub struct UnknownEngine {
    pub name: String,
    pub known: &'static [&'static str],
}

/// The engines of a game; none if there is no such game.
pub fn engines(game: &str) -> &'static [&'static str] {
    match game {
        Knights::NAME => KNIGHTS_PLAYERS,
        ConnectFour::NAME | TicTacToe::NAME => PERFECT_PLAYERS,
        _ => &[],
    }
}

/// The engines for Chinese knights, the strong one at its levels last.
pub const KNIGHTS_PLAYERS: &[&str] = &[
    "greedy",
    "course",
    "mcts",
    "alphabeta",
    "minimax",
    "negamax",
    "classroom-alphabeta",
    "iterative-deepening",
    "alphabeta-memory",
    "mtd-f",
    "quiescence",
    "uct",
    "random",
    "alphabeta:1",
    "alphabeta:2",
    "alphabeta:3",
    "alphabeta:4",
    "alphabeta:5",
    "alphabeta:6",
];

/// The engines that search Chinese knights, without levels: the playing ones, weakest first, then the classroom's.
pub const KNIGHTS_ENGINES: &[&str] = KNIGHTS_PLAYERS.split_at(KNIGHTS_PLAYERS.len() - LEVELS.len() - 1).0;

/// The engines for Connect Four and for tic-tac-toe: first the perfect one, then the classroom's.
pub const PERFECT_PLAYERS: &[&str] = &[
    "perfect",
    "greedy",
    "minimax",
    "negamax",
    "classroom-alphabeta",
    "iterative-deepening",
    "alphabeta-memory",
    "mtd-f",
    "quiescence",
    "uct",
    "mcts",
    "random",
];

/// Those that search.
pub const PERFECT_ENGINES: &[&str] = PERFECT_PLAYERS.split_at(PERFECT_PLAYERS.len() - 1).0;

/// The classroom's engines, for any game and evaluation.
pub const CLASSROOM_ENGINES: &[&str] = PERFECT_ENGINES.split_at(1).1;

/// The engines that report the steps of their search to an observer.
pub const OBSERVABLE_ENGINES: &[&str] = PERFECT_ENGINES.split_at(2).1;

/// The engines that search without a depth limit: one looks one ply ahead, the others search until the proof, the time or the nodes end.
pub const ENGINES_WITHOUT_DEPTH: &[&str] = &["perfect", "greedy", "uct", "mcts"];

/// The classroom's engine of this name, for any game and evaluation.
///
/// # Errors
/// The known names.
pub fn classroom_engine<P, E>(name: &str, evaluation: E, settings: &EngineSettings) -> Result<Box<dyn Engine<P>>, UnknownEngine>
where
    P: Position<Move: Send> + Send + 'static,
    E: Evaluate<P> + 'static,
{
    let EngineSettings { seed, mebibytes, exploration, .. } = *settings;
    Ok(match name {
        "greedy" => Box::new(Greedy { evaluation, seed }),
        "uct" => Box::new(Uct::new(evaluation, exploration, seed, mebibytes)),
        "mcts" => Box::new(Puct::new(evaluation, mebibytes)),
        _ => {
            let unknown = || UnknownEngine { name: name.to_string(), known: CLASSROOM_ENGINES };
            Box::new(Classroom::new(name, evaluation, || settings.table()).ok_or_else(unknown)?)
        }
    })
}

/// One search by a new engine of this name, with an observer: the result is that of the engine that [`classroom_engine`] makes. None if the
/// engine is not one of [`OBSERVABLE_ENGINES`], or the game is over.
pub fn search_observed<P: Position<Move: Send> + Send, E: Evaluate<P>>(
    name: &str,
    evaluation: E,
    settings: &EngineSettings,
    (position, limits): (&P, &SearchLimits),
    observer: &mut impl SearchObserver<P>,
    keep_going: KeepSearching,
) -> Option<SearchResult<P::Move>> {
    let EngineSettings { seed, mebibytes, exploration, .. } = *settings;
    match name {
        "uct" => Uct::new(evaluation, exploration, seed, mebibytes).search_observed(position, limits, observer, keep_going),
        "mcts" => Puct::new(evaluation, mebibytes).search_observed(position, limits, observer, keep_going),
        _ => Classroom::new(name, evaluation, || settings.table())?.search_observed(position, limits, observer, keep_going),
    }
}

/// The engine for Chinese knights of this name. The classroom's use the exponential heuristic.
///
/// # Errors
/// The known names.
pub fn knights_engine(name: &str, settings: &EngineSettings) -> Result<Box<dyn Engine<Knights>>, UnknownEngine> {
    let unknown = || UnknownEngine { name: name.to_string(), known: KNIGHTS_PLAYERS };
    let level = name.strip_prefix("alphabeta:").and_then(|level| level.parse().ok());
    Ok(match (name, level) {
        (_, Some(level)) => Box::new(PrincipalVariation::at_level(level).ok_or_else(unknown)?),
        ("course", _) => Box::new(Classroom::course()),
        ("mcts", _) => Box::new(Puct::new(Network, settings.mebibytes)),
        ("random", _) => Box::new(RandomPlayer { seed: settings.seed }),
        ("alphabeta", _) => Box::new(PrincipalVariation::new(settings.table(), settings.helper)),
        _ => classroom_engine(name, Exponential, settings).map_err(|_| unknown())?,
    })
}

/// The engine for Connect Four of this name. The classroom's evaluate open lines.
///
/// # Errors
/// The known names.
pub fn connect_four_engine(name: &str, settings: &EngineSettings) -> Result<Box<dyn Engine<ConnectFour>>, UnknownEngine> {
    match name {
        "perfect" => Ok(Box::new(PerfectConnectFour::new(settings.mebibytes))),
        _ => classroom_or_random(name, connect_four::OpenLines, settings),
    }
}

/// The engine for tic-tac-toe of this name. The classroom's evaluate open lines.
///
/// # Errors
/// The known names.
pub fn tic_tac_toe_engine(name: &str, settings: &EngineSettings) -> Result<Box<dyn Engine<TicTacToe>>, UnknownEngine> {
    match name {
        "perfect" => Ok(Box::new(tic_tac_toe::PerfectTicTacToe)),
        _ => classroom_or_random(name, tic_tac_toe::OpenLines, settings),
    }
}

fn classroom_or_random<P, E>(name: &str, evaluation: E, settings: &EngineSettings) -> Result<Box<dyn Engine<P>>, UnknownEngine>
where
    P: Position<Move: Send> + Send + 'static,
    E: Evaluate<P> + 'static,
{
    match name {
        "random" => Ok(Box::new(RandomPlayer { seed: settings.seed })),
        _ => classroom_engine(name, evaluation, settings).map_err(|unknown| UnknownEngine { known: PERFECT_PLAYERS, ..unknown }),
    }
}
