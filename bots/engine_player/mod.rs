//! The player that searches with an engine a game, on the threads of a pool.

use crate::game_engine::{EngineError, GameEngine, game_engine};
use crate::player::{BotPlayer, PlayerTurn, Replies, Reply};
use crate::pool::DeadlinePool;
use crate::time_manager::{Delay, Schedule, SlowPace, TimeRequest};
use protocol::{Accepted, GameOver, State};
use search::EngineSettings;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// With more concurrent games than this, the tables of further games are smaller.
const FULL_TABLES: usize = 4;

#[derive(Clone, Debug)]
pub(crate) struct EnginePlayerConfig {
    pub(crate) game: String,
    /// One of [`search::engines`] for this game.
    pub(crate) engine: String,
    pub(crate) schedule: Schedule,
    /// The limit of one move; none: that of the schedule.
    pub(crate) max_think: Option<Duration>,
    /// The transposition table or tree of one game, in MiB.
    pub(crate) mebibytes: usize,
    pub(crate) seed: u64,
    pub(crate) pace: SlowPace,
    /// The most idle threads that one game uses; only `alphabeta` uses more than one.
    pub(crate) threads: usize,
    /// Whether to search in the opponent's time, too, which keeps the threads busy.
    pub(crate) ponders: bool,
}

/// A player that searches. Dropping it stops its searches.
pub(crate) struct EnginePlayer {
    config: EnginePlayerConfig,
    pool: Arc<DeadlinePool>,
    replies: Option<Replies>,
    games: BTreeMap<u64, Seat>,
    delay: Delay,
}

struct Seat {
    engine: Arc<Mutex<Box<dyn GameEngine>>>,
    stop: Arc<AtomicBool>,
    stop_pondering: Arc<AtomicBool>,
    /// The last ply, and the time spent on it.
    spent: Arc<Mutex<Option<(u32, Duration)>>>,
}

impl EnginePlayer {
    /// A player that searches on these threads, which others may share.
    pub(crate) fn new(config: EnginePlayerConfig, pool: Arc<DeadlinePool>) -> Result<EnginePlayer, EngineError> {
        game_engine(&config.game, &config.engine, &EngineSettings { seed: config.seed, mebibytes: 1, ..EngineSettings::default() }, 1)?;
        Ok(EnginePlayer { config, pool, replies: None, games: BTreeMap::new(), delay: Delay::default() })
    }

    fn seat(&mut self, game: u64) -> &mut Seat {
        let mebibytes = (self.config.mebibytes * FULL_TABLES / (self.games.len() + 1).max(FULL_TABLES)).max(1);
        let settings = EngineSettings { seed: self.config.seed.wrapping_add(game), mebibytes, ..EngineSettings::default() };
        self.games.entry(game).or_insert_with(|| {
            let engine = game_engine(&self.config.game, &self.config.engine, &settings, self.config.threads);
            let engine = engine.expect("the names were checked when the player was made");
            Seat { engine: Arc::new(Mutex::new(engine)), stop: Arc::default(), stop_pondering: Arc::default(), spent: Arc::default() }
        })
    }
}

impl Seat {
    fn stop_pondering(&mut self) {
        std::mem::take(&mut self.stop_pondering).store(true, Ordering::Relaxed);
    }
}

impl BotPlayer for EnginePlayer {
    fn begin(&mut self, replies: Replies) {
        self.replies = Some(replies);
    }

    fn prepare(&mut self, state: &State) {
        self.seat(state.game);
        if let Some(replies) = &self.replies {
            drop(replies.try_send(Reply::Ready { game: state.game }));
        }
    }

    fn turn(&mut self, turn: PlayerTurn) {
        let Some(replies) = self.replies.clone() else { return };
        let wait = self.config.pace.wait(&turn);
        let EnginePlayerConfig { schedule, max_think: most, .. } = self.config;
        let request = TimeRequest { schedule, most, paced: wait.is_some(), sharing: 1, delay: self.delay };
        let (pool, ponders) = (self.pool.clone(), self.config.ponders);
        self.games.values_mut().for_each(Seat::stop_pondering);
        let seat = self.seat(turn.your_turn.game);
        let (engine, spent) = (seat.engine.clone(), seat.spent.clone());
        let (stop, stop_pondering) = (seat.stop.clone(), seat.stop_pondering.clone());
        let since = turn.since.unwrap_or_else(Instant::now);
        let deadline = since + turn.time_left().unwrap_or(Duration::from_secs(3600));
        let submit = move || {
            pool.submit(deadline, move |load| {
                let request = TimeRequest { sharing: load.sharing, ..request };
                let mut engine = engine.lock().unwrap_or_else(PoisonError::into_inner);
                engine.set_helpers(load.idle);
                let reply = engine.think(&turn, &request, &|| stop.load(Ordering::Relaxed));
                *spent.lock().unwrap_or_else(PoisonError::into_inner) = Some((turn.your_turn.ply, since.elapsed()));
                drop(replies.try_send(reply.clone()));
                if ponders {
                    engine.ponder(&turn, &reply, &|| !stop_pondering.load(Ordering::Relaxed) && !stop.load(Ordering::Relaxed));
                }
            });
        };
        match wait {
            None => submit(),
            // A waiting game occupies no thread.
            Some(wait) => drop(tokio::spawn(async move {
                tokio::time::sleep_until((since + wait).into()).await;
                submit();
            })),
        }
    }

    fn accepted(&mut self, accepted: &Accepted) {
        let Some(seat) = self.games.get(&accepted.game) else { return };
        let last = *seat.spent.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((ply, spent)) = last
            && ply == accepted.ply
        {
            self.delay.observe(Duration::from_micros(accepted.charge.charged_us), spent);
        }
    }

    fn hurry(&mut self) {
        for seat in self.games.values_mut() {
            std::mem::take(&mut seat.stop).store(true, Ordering::Relaxed);
            seat.stop_pondering();
        }
    }

    fn over(&mut self, game: u64, _over: Option<&GameOver>) {
        if let Some(seat) = self.games.remove(&game) {
            seat.stop.store(true, Ordering::Relaxed);
        }
    }
}

impl Drop for EnginePlayer {
    fn drop(&mut self) {
        self.hurry();
    }
}

#[cfg(test)]
mod tests;
