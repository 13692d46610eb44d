//! Parallel search by lazy SMP: several engines on one position share a transposition table.
//!
//! Two threads against one over the wire, on two idle cores, at 1 s + 10 ms: 141 games won, 4 drawn, 95 lost, +67 [+23, +112] Elo
//! (`tests/strength/alphabeta.py --threads 2 --concurrency 1 --time 1s+0.01s --elo1 20 --seed 21`, accepted). At 10 s + 10 ms: 211 won, 6 drawn,
//! 183 lost, +24 [−3, +52] from the 200 pairs (`--time 10s+0.01s --games 400 --seed 41`).

use rules::Position;
use search::{Engine, EngineSettings, Progress, SearchLimits, SearchResult, TranspositionTable, UnknownEngine};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The engine that supports helpers.
const SHARES: &str = "alphabeta";

pub(crate) type Make<P> = fn(&str, &EngineSettings) -> Result<Box<dyn Engine<P>>, UnknownEngine>;

/// A leader, whose result counts, and helpers that fill its table.
pub(crate) struct ParallelEngine<P: Position> {
    leader: Box<dyn Engine<P>>,
    helpers: Vec<Box<dyn Engine<P>>>,
    /// The number of helpers that may search now.
    pub(crate) active_helpers: usize,
}

impl<P: Position> ParallelEngine<P> {
    /// An engine by name, with helpers for a number of threads if it supports them.
    pub(crate) fn new(make: Make<P>, name: &str, settings: &EngineSettings, threads: usize) -> Result<ParallelEngine<P>, UnknownEngine> {
        let helpers = if name == SHARES { threads.saturating_sub(1) } else { 0 };
        if helpers == 0 {
            return Ok(ParallelEngine { leader: make(name, settings)?, helpers: Vec::new(), active_helpers: 0 });
        }
        let table = Arc::new(TranspositionTable::new(settings.mebibytes));
        let member = |helper: u32| make(name, &EngineSettings { helper, table: Some(table.clone()), ..settings.clone() });
        let helpers = (1..=u32::try_from(helpers).unwrap_or(u32::MAX)).map(member).collect::<Result<Vec<_>, _>>()?;
        Ok(ParallelEngine { leader: member(0)?, active_helpers: helpers.len(), helpers })
    }
}

impl<P: Position<Move: Send> + Sync> Engine<P> for ParallelEngine<P> {
    fn new_game(&mut self) {
        self.leader.new_game();
        self.helpers.iter_mut().for_each(|helper| helper.new_game());
    }

    /// The result includes the nodes of the helpers; `keep_going` does not.
    fn search(
        &mut self,
        position: &P,
        limits: &SearchLimits,
        keep_going: &mut dyn FnMut(&Progress) -> bool,
    ) -> Option<SearchResult<P::Move>> {
        let done = AtomicBool::new(false);
        let ParallelEngine { leader, helpers, active_helpers } = self;
        std::thread::scope(|threads| {
            let help = |helper: &mut Box<dyn Engine<P>>| {
                let unlimited = SearchLimits { nodes: None, ..*limits };
                let found = helper.search(position, &unlimited, &mut |_| !done.load(Ordering::Relaxed));
                found.map_or(0, |found| found.cost.nodes)
            };
            let start = |helper| std::thread::Builder::new().name("search-help".into()).spawn_scoped(threads, move || help(helper));
            // Without threads, the leader searches alone.
            let helping: Vec<_> = helpers.iter_mut().take(*active_helpers).map_while(|helper| start(helper).ok()).collect();
            // Dropped even if the leader panics: the scope waits for the helpers.
            let stop = StopOnDrop(&done);
            let mut found = leader.search(position, limits, keep_going);
            drop(stop);
            for helper in helping {
                match helper.join() {
                    Ok(nodes) => found.iter_mut().for_each(|found| found.cost.nodes += nodes),
                    Err(_) => tracing::error!("{}", crate::log_message::LogMessage::Panicked.localized()),
                }
            }
            found
        })
    }
}

struct StopOnDrop<'a>(&'a AtomicBool);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Knights;
    use search::knights_engine;

    #[test]
    fn helpers_search_too_and_stop_with_the_leader() {
        let settings = EngineSettings { mebibytes: 1, ..EngineSettings::default() };
        let limits = SearchLimits { depth: None, nodes: Some(200_000) };
        let mut engine = ParallelEngine::new(knights_engine, "alphabeta", &settings, 3).unwrap();
        let found = engine.search(&Knights::start(), &limits, &mut |_| true).unwrap();
        assert!(found.cost.nodes > 200_000 && Knights::start().legal_moves().contains(&found.best));
        engine.active_helpers = 0;
        assert!(engine.search(&Knights::start(), &limits, &mut |_| true).unwrap().cost.nodes <= 200_000);
        assert!(ParallelEngine::new(knights_engine, "greedy", &settings, 3).unwrap().helpers.is_empty());
    }

    #[test]
    fn alone_it_is_the_engine_itself() {
        let settings = EngineSettings { mebibytes: 1, ..EngineSettings::default() };
        let limits = SearchLimits { depth: None, nodes: Some(20_000) };
        let mut alone = ParallelEngine::new(knights_engine, "alphabeta", &settings, 1).unwrap();
        let found = knights_engine("alphabeta", &settings).unwrap().search(&Knights::start(), &limits, &mut |_| true);
        assert_eq!(alone.search(&Knights::start(), &limits, &mut |_| true), found);
    }
}
