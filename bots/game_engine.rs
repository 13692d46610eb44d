//! An engine of any game behind positions as text.

use crate::log_message::LogMessage;
use crate::parallel::{Make, ParallelEngine};
use crate::player::{PlayerTurn, Reply};
use crate::time_manager::{TimeRequest, budget};
use protocol::Info;
use rules::{Catalogue, ConnectFour, Knights, Position, TicTacToe, UnknownGame};
use search::{
    Engine, EngineSettings, SearchLimits, SearchResult, UnknownEngine, connect_four_engine, knights_engine, score, tic_tac_toe_engine,
};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

/// The plies of the principal variation that are sent.
const SENT_PLIES: usize = 12;

/// There is no such engine.
#[derive(Clone, Debug, PartialEq, Eq, message::Coded)]
#[code("engine")]
pub enum EngineError {
    Game(UnknownGame),
    Engine { game: String, unknown: UnknownEngine, others: Option<Vec<String>> },
}

/// An engine for the games of one kind.
pub(crate) trait GameEngine: Send {
    /// Sets the number of helpers that may search.
    fn set_helpers(&mut self, helpers: usize);
    /// Searches a move. If the engine fails, it is any legal move.
    fn think(&mut self, turn: &PlayerTurn, request: &TimeRequest, stopped: &dyn Fn() -> bool) -> Reply;
    /// Searches the position after a reply, in the opponent's time, to fill the table.
    fn ponder(&mut self, turn: &PlayerTurn, reply: &Reply, keep_going: &dyn Fn() -> bool);
}

/// The engine of a name for a game, on a number of threads.
pub(crate) fn game_engine(game: &str, engine: &str, settings: &EngineSettings, threads: usize) -> Result<Box<dyn GameEngine>, EngineError> {
    match game {
        Knights::NAME => boxed::<Knights>(knights_engine, engine, settings, threads),
        ConnectFour::NAME => boxed::<ConnectFour>(connect_four_engine, engine, settings, threads),
        TicTacToe::NAME => boxed::<TicTacToe>(tic_tac_toe_engine, engine, settings, threads),
        _ => {
            Catalogue::ALL.find(game)?;
            Err(unknown_engine(game, UnknownEngine { name: engine.to_string(), known: search::engines(game) }))
        }
    }
}

fn unknown_engine(game: &str, unknown: UnknownEngine) -> EngineError {
    let has_it = |other: &rules::Game| search::engines(other.name()).contains(&&*unknown.name);
    let others: Vec<String> = Catalogue::ALL.games().filter(has_it).map(|other| other.name().into()).collect();
    EngineError::Engine { game: game.into(), others: Some(others).filter(|others| !others.is_empty()), unknown }
}

fn boxed<P>(make: Make<P>, engine: &str, settings: &EngineSettings, threads: usize) -> Result<Box<dyn GameEngine>, EngineError>
where
    P: Position<Move: Send> + Send + Sync + 'static,
{
    let engine = ParallelEngine::new(make, engine, settings, threads);
    Ok(Box::new(engine.map_err(|unknown| unknown_engine(P::NAME, unknown))?))
}

impl<P: Position<Move: Send> + Send + Sync> GameEngine for ParallelEngine<P> {
    fn set_helpers(&mut self, helpers: usize) {
        self.active_helpers = helpers;
    }

    fn think(&mut self, turn: &PlayerTurn, request: &TimeRequest, stopped: &dyn Fn() -> bool) -> Reply {
        think(self, turn, request, Instant::now, stopped)
    }

    fn ponder(&mut self, turn: &PlayerTurn, reply: &Reply, keep_going: &dyn Fn() -> bool) {
        if let Some(position) = after::<P>(turn, reply) {
            let search = || self.search(&position, &SearchLimits::default(), &mut |_| keep_going());
            let _ = catch_unwind(AssertUnwindSafe(search));
        }
    }
}

/// Searches a move; `now` may be simulated.
pub(crate) fn think<P: Position>(
    engine: &mut dyn Engine<P>,
    turn: &PlayerTurn,
    request: &TimeRequest,
    now: impl Fn() -> Instant,
    stopped: impl Fn() -> bool,
) -> Reply {
    let began = now();
    let budget = budget(turn, request, began);
    let mut keep_going = |progress: &search::Progress| {
        let elapsed = now().saturating_duration_since(began).as_micros();
        !stopped() && budget.allows(progress, u64::try_from(elapsed).unwrap_or(u64::MAX))
    };
    let limits = SearchLimits { depth: budget.most_depth, nodes: None };
    let search = || engine.search(&turn.your_turn.position.parse().ok()?, &limits, &mut keep_going);
    let found = catch_unwind(AssertUnwindSafe(search)).unwrap_or_default();
    let (text, info) = match found {
        Some(found) => (found.best.to_string(), Some(info(&found))),
        None => {
            tracing::error!(position = turn.your_turn.position, "{}", LogMessage::NoMove.localized());
            (turn.your_turn.legal_moves.first().cloned().unwrap_or_default(), None)
        }
    };
    Reply::Move { game: turn.your_turn.game, ply: turn.your_turn.ply, text, info }
}

fn after<P: Position>(turn: &PlayerTurn, reply: &Reply) -> Option<P> {
    let Reply::Move { text, .. } = reply else { return None };
    let position: P = turn.your_turn.position.parse().ok()?;
    let mv = text.parse().ok()?;
    position.check_move(mv).ok()?;
    Some(position.child(mv))
}

pub(crate) fn info<M: ToString>(found: &SearchResult<M>) -> Info {
    let ends_in = score::plies_to_end(found.score).and_then(|plies| i32::try_from(plies).ok());
    Info {
        depth: Some(found.depth),
        nodes: Some(found.cost.nodes),
        // The score of a decided game encodes its end.
        score: ends_in.is_none().then_some(f64::from(found.score)),
        ends_in: ends_in.map(|plies| plies * found.score.signum()),
        pv: Some(found.pv.iter().take(SENT_PLIES).map(ToString::to_string).collect()),
    }
}
