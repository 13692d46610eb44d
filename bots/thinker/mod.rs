//! The player that searches: an engine a game, the clock, and the threads.

use crate::brain::{Brain, NoBrain, brain};
use crate::clockwork::{Delay, Pace, Schedule, Wish};
use crate::player::{Player, Replies, Reply, Turn};
use crate::pool::Pool;
use protocol::{Accepted, GameOver, State};
use search::EngineSettings;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// From so many games at once the tables of further games are smaller.
const FULL_TABLES: usize = 4;

/// What a thinker is made with.
#[derive(Clone, Debug)]
pub struct ThinkerConfig {
    /// The name of the game that it plays.
    pub game: String,
    /// The engine's name: one of [`search::engines`] for this game.
    pub engine: String,
    /// Which schedule shares the time over the moves.
    pub schedule: Schedule,
    /// The most that one move takes; without it, what the schedule says.
    pub max_think: Option<Duration>,
    /// The transposition table or tree of one game, in MiB. From the fifth game at once, further games get less.
    pub mebibytes: usize,
    /// Decides whatever the engine leaves to chance.
    pub seed: u64,
    /// With whom not to hurry.
    pub pace: Pace,
    /// The most threads that think about one game at once, of those that are idle; more than one help `alphabeta` alone.
    pub threads: usize,
    /// Whether to think on while the opponent does. Only for a thinker that has its threads for itself: they are busy all the time.
    pub ponders: bool,
}

/// A player that searches. Dropping it ends its searches.
pub struct Thinker {
    config: ThinkerConfig,
    pool: Arc<Pool>,
    replies: Option<Replies>,
    games: BTreeMap<u64, Seat>,
    delay: Delay,
}

/// One game of a thinker.
struct Seat {
    brain: Arc<Mutex<Box<dyn Brain>>>,
    stop: Arc<AtomicBool>,
    /// Ends the thinking in the opponent's time.
    wake: Arc<AtomicBool>,
    /// The ply that was answered last, and what this client spent on it.
    spent: Arc<Mutex<Option<(u32, Duration)>>>,
}

impl Thinker {
    /// A thinker that searches on these threads, which others may share.
    pub fn new(config: ThinkerConfig, pool: Arc<Pool>) -> Result<Thinker, NoBrain> {
        brain(&config.game, &config.engine, &EngineSettings { seed: config.seed, mebibytes: 1, ..EngineSettings::default() }, 1)?;
        Ok(Thinker { config, pool, replies: None, games: BTreeMap::new(), delay: Delay::default() })
    }

    fn seat(&mut self, game: u64) -> &mut Seat {
        let mebibytes = (self.config.mebibytes * FULL_TABLES / (self.games.len() + 1).max(FULL_TABLES)).max(1);
        let settings = EngineSettings { seed: self.config.seed.wrapping_add(game), mebibytes, ..EngineSettings::default() };
        self.games.entry(game).or_insert_with(|| {
            let brain = brain(&self.config.game, &self.config.engine, &settings, self.config.threads);
            let brain = brain.expect("the names were tried when the thinker was made");
            Seat { brain: Arc::new(Mutex::new(brain)), stop: Arc::default(), wake: Arc::default(), spent: Arc::default() }
        })
    }
}

impl Seat {
    fn awake(&mut self) {
        std::mem::take(&mut self.wake).store(true, Ordering::Relaxed);
    }
}

impl Player for Thinker {
    fn begin(&mut self, replies: Replies) {
        self.replies = Some(replies);
    }

    fn prepare(&mut self, state: &State) {
        self.seat(state.game);
        if let Some(replies) = &self.replies {
            // The client may have gone by now: then nobody waits.
            drop(replies.try_send(Reply::Ready { game: state.game }));
        }
    }

    fn turn(&mut self, turn: Turn) {
        let Some(replies) = self.replies.clone() else { return };
        let wait = self.config.pace.wait(&turn);
        let wish =
            Wish { schedule: self.config.schedule, most: self.config.max_think, paced: wait.is_some(), sharing: 1, delay: self.delay };
        let (pool, ponders) = (self.pool.clone(), self.config.ponders);
        // Whatever else is thought about can wait.
        self.games.values_mut().for_each(Seat::awake);
        let seat = self.seat(turn.your_turn.game);
        let (brain, stop, wake, spent) = (seat.brain.clone(), seat.stop.clone(), seat.wake.clone(), seat.spent.clone());
        let since = turn.since.unwrap_or_else(Instant::now);
        let deadline = since + turn.time_left().unwrap_or(Duration::from_secs(3600));
        let submit = move || {
            pool.submit(deadline, move |load| {
                let wish = Wish { sharing: load.sharing, ..wish };
                let mut brain = brain.lock().unwrap_or_else(PoisonError::into_inner);
                brain.set_helpers(load.idle);
                let reply = brain.think(&turn, &wish, &|| stop.load(Ordering::Relaxed));
                *spent.lock().unwrap_or_else(PoisonError::into_inner) = Some((turn.your_turn.ply, since.elapsed()));
                // The client may have gone by now.
                drop(replies.try_send(reply.clone()));
                if ponders {
                    brain.ponder(&turn, &reply, &|| !wake.load(Ordering::Relaxed) && !stop.load(Ordering::Relaxed));
                }
            });
        };
        match wait {
            None => submit(),
            // A sleeping game holds no thread.
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
            seat.awake();
        }
    }

    fn over(&mut self, game: u64, _over: Option<&GameOver>) {
        if let Some(seat) = self.games.remove(&game) {
            seat.stop.store(true, Ordering::Relaxed);
            seat.wake.store(true, Ordering::Relaxed);
        }
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.hurry();
    }
}

#[cfg(test)]
mod tests;
