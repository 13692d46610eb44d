//! The player that searches: an engine a game, the clock, and the threads.

use crate::clockwork::{Delay, Pace, Schedule, Wish, budget};
use crate::parallel::ParallelEngine;
use crate::player::{Player, Replies, Reply, Turn};
use crate::pool::Pool;
use protocol::{Accepted, GameOver, Info, State};
use rules::{Knights, Position};
use search::{Engine, Found, Limits, Settings, UnknownEngine, knights_engine, score};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// From so many games at once the tables of further games are smaller.
const FULL_TABLES: usize = 4;
/// The principal variation is told so far, in plies.
const TOLD_PLIES: usize = 12;

/// What a thinker is made with.
#[derive(Clone, Debug)]
pub struct ThinkerConfig {
    /// The engine's name: one of [`search::KNIGHTS_ENGINES`].
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
    brain: Arc<Mutex<ParallelEngine>>,
    stop: Arc<AtomicBool>,
    /// Ends the thinking in the opponent's time.
    wake: Arc<AtomicBool>,
    /// The ply that was answered last, and what this client spent on it.
    spent: Arc<Mutex<Option<(u32, Duration)>>>,
}

impl Thinker {
    /// A thinker that searches on these threads, which others may share.
    pub fn new(config: ThinkerConfig, pool: Arc<Pool>) -> Result<Thinker, UnknownEngine> {
        knights_engine(&config.engine, &Settings { seed: config.seed, mebibytes: 1, ..Settings::default() })?;
        Ok(Thinker { config, pool, replies: None, games: BTreeMap::new(), delay: Delay::default() })
    }

    fn seat(&mut self, game: u64) -> &mut Seat {
        let mebibytes = (self.config.mebibytes * FULL_TABLES / (self.games.len() + 1).max(FULL_TABLES)).max(1);
        let settings = Settings { seed: self.config.seed.wrapping_add(game), mebibytes, ..Settings::default() };
        self.games.entry(game).or_insert_with(|| {
            let engine = ParallelEngine::new(&self.config.engine, &settings, self.config.threads);
            let engine = engine.expect("the name was tried when the thinker was made");
            Seat { brain: Arc::new(Mutex::new(engine)), stop: Arc::default(), wake: Arc::default(), spent: Arc::default() }
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
            drop(replies.send(Reply::Ready { game: state.game }));
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
                brain.at_hand = load.idle;
                let reply = think(&mut *brain, &turn, &wish, Instant::now, || stop.load(Ordering::Relaxed));
                let after = if ponders { after(&turn, &reply) } else { None };
                *spent.lock().unwrap_or_else(PoisonError::into_inner) = Some((turn.your_turn.ply, since.elapsed()));
                // The client may have gone by now.
                drop(replies.send(reply));
                if let Some(position) = after {
                    let asleep = || !wake.load(Ordering::Relaxed) && !stop.load(Ordering::Relaxed);
                    // What it finds is in its table when the turn comes.
                    let _ = catch_unwind(AssertUnwindSafe(|| brain.search(&position, &Limits::default(), &mut |_| asleep())));
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

/// One move. Whatever goes wrong in the engine, a legal move comes out.
fn think(engine: &mut dyn Engine<Knights>, turn: &Turn, wish: &Wish, now: impl Fn() -> Instant, stopped: impl Fn() -> bool) -> Reply {
    let began = now();
    let budget = budget(turn, wish, began);
    let mut go_on = |progress: &search::Progress| {
        let elapsed = now().saturating_duration_since(began).as_micros();
        !stopped() && budget.allows(progress, u64::try_from(elapsed).unwrap_or(u64::MAX))
    };
    let limits = Limits { depth: budget.most_depth, nodes: None };
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
fn after(turn: &Turn, reply: &Reply) -> Option<Knights> {
    let Reply::Move { text, .. } = reply else { return None };
    let mut position: Knights = turn.your_turn.position.parse().ok()?;
    let mv = text.parse().ok()?;
    position.explain(mv).ok()?;
    position.play(mv);
    Some(position)
}

fn info(found: &Found<rules::knights::Move>) -> Info {
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

#[cfg(test)]
mod tests;
