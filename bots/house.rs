//! House bots: the bundled engines as players of a running referee.

use crate::BotError;
use crate::address::Address;
use crate::client::{ClientConfig, run};
use crate::engine_player::{EnginePlayer, EnginePlayerConfig};
use crate::pool::DeadlinePool;
use crate::time_manager::{Schedule, SlowPace};
use protocol::About;
use rules::{ConnectFour, Knights, Position, TicTacToe};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::{JoinSet, LocalSet};

#[derive(Clone, Debug)]
pub struct HouseBot {
    pub name: String,
    pub game: String,
    /// Its engine: one of [`search::engines`] for this game.
    pub engine: String,
    /// Its token, where one is needed.
    pub token: Option<String>,
}

#[derive(Clone, Debug)]
pub struct HouseConfig {
    /// The referee's address.
    pub address: Address,
    pub bots: Vec<HouseBot>,
    /// A slow pace against some opponents, such as each other.
    pub pace: SlowPace,
    /// The limit of one move.
    pub max_think: Option<Duration>,
    /// The memory of a game, in MiB.
    pub mebibytes: usize,
    /// The search threads of all bots together.
    pub threads: usize,
    pub seed: u64,
}

impl HouseBot {
    fn at_knights(engine: &str) -> HouseBot {
        HouseBot { name: bot_name(engine), game: Knights::NAME.into(), engine: engine.into(), token: None }
    }
}

/// The default name of an engine's bot: it has no colon, as that of a level has.
pub(crate) fn bot_name(engine: &str) -> String {
    engine.replace(':', "-")
}

fn usual_bots() -> impl Iterator<Item = HouseBot> {
    let knights = ["greedy", "mcts", "alphabeta"].map(HouseBot::at_knights);
    let others = [ConnectFour::NAME, TicTacToe::NAME].into_iter().flat_map(|game| [(game, "greedy"), (game, "perfect")]);
    let others = others.map(|(game, engine)| {
        let (name, game, engine) = (format!("{game}-{engine}"), game.into(), engine.into());
        HouseBot { name, game, engine, token: None }
    });
    knights.into_iter().chain(others)
}

impl HouseConfig {
    /// `greedy`, `mcts` and `alphabeta` for the knights; `greedy` and `perfect` for Connect Four and tic-tac-toe, such as
    /// `connect-four-perfect`. One thread, 16 MiB a game, at most 2 s a move.
    pub fn new(address: Address) -> HouseConfig {
        HouseConfig {
            address,
            bots: usual_bots().collect(),
            pace: SlowPace::default(),
            max_think: Some(Duration::from_secs(2)),
            mebibytes: 16,
            threads: 1,
            seed: 0,
        }
    }

    pub fn usual_names() -> Vec<String> {
        usual_bots().map(|bot| bot.name).collect()
    }

    /// With these engines for the knights instead of the usual ones.
    pub fn with_knights(mut self, engines: &[String]) -> HouseConfig {
        self.bots.retain(|bot| bot.game != Knights::NAME);
        self.bots.splice(0..0, engines.iter().map(|engine| HouseBot::at_knights(engine)));
        self
    }
}

/// The running house bots, on their own threads. Dropping it stops them and waits for that.
pub struct HouseBots {
    stop: watch::Sender<bool>,
    thread: Option<JoinHandle<()>>,
}

impl HouseBots {
    /// Starts the bots, which connect as soon as the referee answers. A bot that the referee refuses ends with an entry in the log; the
    /// others play on.
    ///
    /// # Errors
    /// An unknown engine, or no threads.
    pub fn start(config: HouseConfig) -> Result<HouseBots, BotError> {
        let pool = Arc::new(DeadlinePool::new(config.threads)?);
        let (stop, stopped) = watch::channel(false);
        let mut players = Vec::new();
        for (number, bot) in (1..).zip(&config.bots) {
            let seed = config.seed.wrapping_add(number);
            let player = EnginePlayerConfig {
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
            let player = EnginePlayer::new(player, pool.clone())?;
            let version = Some(env!("CARGO_PKG_VERSION").to_owned());
            let about = About { version, lang: Some("Rust".into()), games: vec![bot.game.clone()], ..About::named(&bot.name) };
            let client = ClientConfig { address: config.address.clone(), about, token: bot.token.clone(), seeking: None, seed };
            players.push((client, player));
        }
        // Last, because a runtime must not be dropped on an async thread, which may call this.
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let play = move || {
            LocalSet::new().block_on(&runtime, async {
                let mut bots = JoinSet::new();
                for (client, mut player) in players {
                    let mut stopped = stopped.clone();
                    bots.spawn_local(async move {
                        // The sender is dropped with the house, which stops the bots, too.
                        let stop = async { drop(stopped.wait_for(|&stop| stop).await) };
                        if let Err(error) = run(&client, &mut player, stop).await {
                            tracing::error!(bot = client.about.name, "{}", message::Coded::message(&error).localized());
                        }
                    });
                }
                bots.join_all().await;
            });
        };
        let thread = std::thread::Builder::new().name("house-bots".into()).spawn(play)?;
        Ok(HouseBots { stop, thread: Some(thread) })
    }
}

impl Drop for HouseBots {
    fn drop(&mut self) {
        self.stop.send_replace(true);
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}
