//! The house bots: the bundled engines as players of a running referee, for whoever comes.

use crate::BotError;
use crate::address::Address;
use crate::client::{ClientConfig, run};
use crate::clockwork::{Pace, Schedule};
use crate::pool::Pool;
use crate::thinker::{Thinker, ThinkerConfig};
use protocol::About;
use rules::{ConnectFour, Knights, Position, TicTacToe};
use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::sync::watch;

/// One of the house bots.
#[derive(Clone, Debug)]
pub struct HouseBot {
    /// Its name.
    pub name: String,
    /// The name of the game that it plays.
    pub game: String,
    /// Its engine: one of [`search::engines`] for this game.
    pub engine: String,
    /// Its token, where one is needed.
    pub token: Option<String>,
}

/// What the house bots are made with.
#[derive(Clone, Debug)]
pub struct HouseConfig {
    /// The referee's address.
    pub address: Address,
    /// The bots.
    pub bots: Vec<HouseBot>,
    /// With whom they don't hurry: their own games against each other, say, which people watch.
    pub pace: Pace,
    /// The most that one move takes.
    pub max_think: Option<Duration>,
    /// MiB a game.
    pub mebibytes: usize,
    /// Search threads, shared by all of them.
    pub threads: usize,
    /// Decides whatever is left to chance.
    pub seed: u64,
}

impl HouseConfig {
    /// `greedy`, `mcts` and `alphabeta`, named after their engines, for the knights; for Connect Four and tic-tac-toe one that never errs
    /// and one that looks one move ahead, such as `connect-four-perfect`. On one thread, with 16 MiB a game and at most 2 s a move.
    pub fn new(address: Address) -> HouseConfig {
        let bot = |(game, engine): (&str, &str)| {
            let name = if game == Knights::NAME { engine.into() } else { format!("{game}-{engine}") };
            HouseBot { name, game: game.into(), engine: engine.into(), token: None }
        };
        let knights = ["greedy", "mcts", "alphabeta"].map(|engine| (Knights::NAME, engine));
        let others = [ConnectFour::NAME, TicTacToe::NAME].into_iter().flat_map(|game| [(game, "greedy"), (game, "perfect")]);
        HouseConfig {
            address,
            bots: knights.into_iter().chain(others).map(bot).collect(),
            pace: Pace::default(),
            max_think: Some(Duration::from_secs(2)),
            mebibytes: 16,
            threads: 1,
            seed: 0,
        }
    }
}

impl HouseConfig {
    /// With these engines for the knights instead of the usual ones, each a bot named after it.
    pub fn with_knights(mut self, engines: &[String]) -> HouseConfig {
        self.bots.retain(|bot| bot.game != Knights::NAME);
        // The names of bots have no colon, as that of a level has.
        let bot =
            |engine: &String| HouseBot { name: engine.replace(':', "-"), game: Knights::NAME.into(), engine: engine.clone(), token: None };
        self.bots.splice(0..0, engines.iter().map(bot));
        self
    }
}

/// The house bots at play, on threads of their own. Dropping it stops them and waits for that.
pub struct HouseBots {
    stop: watch::Sender<bool>,
    thread: Option<JoinHandle<()>>,
}

impl HouseBots {
    /// Starts the bots; they connect as soon as the referee answers. A bot that the referee refuses for good ends with a line in the
    /// log; the others play on.
    pub fn start(config: HouseConfig) -> Result<HouseBots, BotError> {
        let pool = Arc::new(Pool::new(config.threads)?);
        let (stop, stopped) = watch::channel(false);
        let mut players = Vec::new();
        for (number, bot) in (1..).zip(&config.bots) {
            let seed = config.seed.wrapping_add(number);
            let thinker = ThinkerConfig {
                game: bot.game.clone(),
                engine: bot.engine.clone(),
                schedule: Schedule::Own,
                max_think: config.max_think,
                mebibytes: config.mebibytes,
                seed,
                pace: config.pace.clone(),
                threads: 1,
                ponders: false,
            };
            let thinker = Thinker::new(thinker, pool.clone())?;
            let version = Some(env!("CARGO_PKG_VERSION").to_owned());
            let about = About { version, lang: Some("Rust".into()), games: vec![bot.game.clone()], ..About::named(&bot.name) };
            let client = ClientConfig { address: config.address.clone(), about, token: bot.token.clone(), seeking: None, seed };
            players.push((client, thinker));
        }
        // Last, for a runtime must not be dropped on an async thread, from which this may be called.
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let play = move || {
            runtime.block_on(all(players.into_iter().map(|(client, mut thinker)| {
                let mut stopped = stopped.clone();
                async move {
                    // The sender is dropped only together with the house, which is a reason to stop as well.
                    let stop = async { drop(stopped.wait_for(|&stop| stop).await) };
                    if let Err(error) = run(&client, &mut thinker, stop).await {
                        tracing::error!(bot = client.about.name, "{error}");
                    }
                }
            })));
        };
        let thread = std::thread::Builder::new().name("house-bots".into()).spawn(play)?;
        Ok(HouseBots { stop, thread: Some(thread) })
    }

    /// Stops the bots and waits until they have said goodbye: at most about a second. Blocks: not for an async thread.
    pub fn stop(self) {}
}

impl Drop for HouseBots {
    fn drop(&mut self) {
        self.stop.send_replace(true);
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

/// Runs all of these to their ends, on one thread.
async fn all(futures: impl Iterator<Item = impl Future<Output = ()>>) {
    let mut running: Vec<_> = futures.map(Box::pin).collect();
    poll_fn(|context| {
        running.retain_mut(|future| pin!(future).poll(context).is_pending());
        if running.is_empty() { Poll::Ready(()) } else { Poll::Pending }
    })
    .await;
}
