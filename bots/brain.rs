//! What thinks about the games of one kind: an engine behind positions as text.

use crate::clockwork::{Wish, budget};
use crate::parallel::{Make, ParallelEngine};
use crate::player::{Reply, Turn};
use protocol::Info;
use rules::{Catalogue, ConnectFour, Knights, Position, TicTacToe, UnknownGame};
use search::{Engine, EngineSettings, Found, SearchLimits, UnknownEngine, connect_four_engine, knights_engine, score, tic_tac_toe_engine};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

/// The principal variation is told so far, in plies.
const TOLD_PLIES: usize = 12;

/// Why there is no such brain.
#[derive(Clone, Debug, PartialEq, Eq, message::Coded)]
#[code("engine")]
pub enum NoBrain {
    /// No such game.
    #[code(from)]
    Game(UnknownGame),
    /// No such engine for it.
    Engine {
        /// The name of the game.
        game: String,
        /// The engine that was asked for, and those that there are.
        unknown: UnknownEngine,
    },
}

/// Thinks about one game.
pub(crate) trait Brain: Send {
    /// How many helpers may search now.
    fn set_helpers(&mut self, helpers: usize);
    /// One move. Whatever goes wrong in the engine, a legal move comes out.
    fn think(&mut self, turn: &Turn, wish: &Wish, stopped: &dyn Fn() -> bool) -> Reply;
    /// Thinks on after this reply while the opponent does. What it finds is in its table when the turn comes.
    fn ponder(&mut self, turn: &Turn, reply: &Reply, go_on: &dyn Fn() -> bool);
}

/// A brain by the names of its game and its engine, for so many threads.
pub(crate) fn brain(game: &str, engine: &str, settings: &EngineSettings, threads: usize) -> Result<Box<dyn Brain>, NoBrain> {
    match game {
        Knights::NAME => boxed::<Knights>(knights_engine, engine, settings, threads),
        ConnectFour::NAME => boxed::<ConnectFour>(connect_four_engine, engine, settings, threads),
        TicTacToe::NAME => boxed::<TicTacToe>(tic_tac_toe_engine, engine, settings, threads),
        _ => {
            Catalogue::ALL.find(game)?;
            let unknown = UnknownEngine { name: engine.to_string(), known: search::engines(game) };
            Err(NoBrain::Engine { game: game.into(), unknown })
        }
    }
}

fn boxed<P>(make: Make<P>, engine: &str, settings: &EngineSettings, threads: usize) -> Result<Box<dyn Brain>, NoBrain>
where
    P: Position<Move: Send> + Send + Sync + 'static,
{
    let engine = ParallelEngine::new(make, engine, settings, threads);
    Ok(Box::new(engine.map_err(|unknown| NoBrain::Engine { game: P::NAME.into(), unknown })?))
}

impl<P: Position<Move: Send> + Send + Sync> Brain for ParallelEngine<P> {
    fn set_helpers(&mut self, helpers: usize) {
        self.at_hand = helpers;
    }

    fn think(&mut self, turn: &Turn, wish: &Wish, stopped: &dyn Fn() -> bool) -> Reply {
        think(self, turn, wish, Instant::now, stopped)
    }

    fn ponder(&mut self, turn: &Turn, reply: &Reply, go_on: &dyn Fn() -> bool) {
        if let Some(position) = after::<P>(turn, reply) {
            let search = || self.search(&position, &SearchLimits::default(), &mut |_| go_on());
            let _ = catch_unwind(AssertUnwindSafe(search));
        }
    }
}

/// One move, at moments that may be simulated.
pub(crate) fn think<P: Position>(
    engine: &mut dyn Engine<P>,
    turn: &Turn,
    wish: &Wish,
    now: impl Fn() -> Instant,
    stopped: impl Fn() -> bool,
) -> Reply {
    let began = now();
    let budget = budget(turn, wish, began);
    let mut go_on = |progress: &search::Progress| {
        let elapsed = now().saturating_duration_since(began).as_micros();
        !stopped() && budget.allows(progress, u64::try_from(elapsed).unwrap_or(u64::MAX))
    };
    let limits = SearchLimits { depth: budget.most_depth, nodes: None };
    let search = || engine.search(&turn.your_turn.position.parse().ok()?, &limits, &mut go_on);
    let found = catch_unwind(AssertUnwindSafe(search)).unwrap_or_default();
    let (text, info) = match found {
        Some(found) => (found.best.to_string(), Some(info(&found))),
        None => {
            tracing::error!(position = turn.your_turn.position, "the engine found nothing; the first legal move is played");
            (turn.your_turn.legal_moves.first().cloned().unwrap_or_default(), None)
        }
    };
    Reply::Move { game: turn.your_turn.game, ply: turn.your_turn.ply, text, info }
}

/// The position that the opponent has to think about.
fn after<P: Position>(turn: &Turn, reply: &Reply) -> Option<P> {
    let Reply::Move { text, .. } = reply else { return None };
    let mut position: P = turn.your_turn.position.parse().ok()?;
    let mv = text.parse().ok()?;
    position.explain(mv).ok()?;
    position.play(mv);
    Some(position)
}

pub(crate) fn info<M: ToString>(found: &Found<M>) -> Info {
    let ends_in = score::plies_to_end(found.score).and_then(|plies| i32::try_from(plies).ok());
    Info {
        depth: Some(found.depth),
        nodes: Some(found.cost.nodes),
        // The score of a decided game is but a way to write its end.
        score: ends_in.is_none().then_some(f64::from(found.score)),
        ends_in: ends_in.map(|plies| plies * found.score.signum()),
        pv: Some(found.pv.iter().take(TOLD_PLIES).map(ToString::to_string).collect()),
    }
}
