//! The classroom's engines at work, for people to look at.

use crate::classroom::{AlphaBeta, Classroom, IterativeDeepening, Memory, Minimax, MtdF, Negamax, Quiescence};
use crate::mcts::{Mcts, Uct};
use crate::{EngineSettings, Evaluate, Found, Progress, SearchLimits, SearchObserver};
use rules::Position;

/// The names of the engines that tell their steps.
pub const WATCHED_ENGINES: &[&str] =
    &["minimax", "negamax", "alpha-beta", "iterative-deepening", "alpha-beta-memory", "mtd-f", "quiescence", "uct", "mcts"];

/// One search by the engine of this name, with somebody who watches it: it finds what the engine finds that [`classroom_engine`] makes. None if
/// the engine does not tell its steps, or the game is over.
///
/// [`classroom_engine`]: crate::classroom_engine
pub fn watch<P, E>(
    name: &str,
    evaluation: E,
    settings: &EngineSettings,
    (position, limits): (&P, &SearchLimits),
    observer: &mut impl SearchObserver<P>,
    go_on: &mut dyn FnMut(&Progress) -> bool,
) -> Option<Found<P::Move>>
where
    P: Position<Move: Send> + Send,
    E: Evaluate<P>,
{
    match name {
        "minimax" => Classroom(Minimax::new(evaluation)).search_watched(position, limits, observer, go_on),
        "negamax" => Classroom(Negamax::new(evaluation)).search_watched(position, limits, observer, go_on),
        "alpha-beta" => Classroom(AlphaBeta::new(evaluation)).search_watched(position, limits, observer, go_on),
        "iterative-deepening" => Classroom(IterativeDeepening::new(evaluation)).search_watched(position, limits, observer, go_on),
        "alpha-beta-memory" => Classroom(Memory::new(evaluation, settings.table())).search_watched(position, limits, observer, go_on),
        "mtd-f" => Classroom(MtdF::new(evaluation, settings.table())).search_watched(position, limits, observer, go_on),
        "quiescence" => Classroom(Quiescence::new(evaluation)).search_watched(position, limits, observer, go_on),
        "uct" => {
            let mut uct = Uct::new(evaluation, settings.exploration, settings.seed, settings.mebibytes);
            uct.search_watched(position, limits, observer, go_on)
        }
        "mcts" => Mcts::new(evaluation, settings.mebibytes).search_watched(position, limits, observer, go_on),
        _ => None,
    }
}
