//! The doctor's own referee, in memory, and the bot that plays there against the one that is examined.

use super::link::Link;
use crate::error::Error;
use bots::{ClientConfig, Player, Replies, Reply, Turn};
use contest::BotName;
use protocol::{About, GameOver, State};
use server::{Config, Referee};
use std::sync::Arc;
use storage::Storage;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use web::in_memory;

/// The name of the opponent.
pub const OPPONENT: &str = "the doctor";

/// The doctor's own referee.
pub struct OwnReferee {
    config: Config,
    storage: Arc<dyn Storage>,
    link: Link,
    running: Running,
}

/// A referee, and how to stop it.
struct Running {
    referee: Referee,
    stop: CancellationToken,
    served: JoinHandle<Result<(), server::Error>>,
}

impl OwnReferee {
    /// Starts it. The link leads to it.
    ///
    /// # Errors
    /// When it does not start.
    pub async fn start(config: Config, link: Link) -> Result<OwnReferee, Error> {
        let storage = storage::in_memory();
        let running = run(&config, &storage, &link).await?;
        Ok(OwnReferee { config, storage, link, running })
    }

    /// The referee that runs.
    pub fn referee(&self) -> Referee {
        self.running.referee.clone()
    }

    /// Stops it as an operator would; who tries to connect finds nobody.
    pub async fn stop(&mut self) {
        self.link.change(|desk| desk.door = None);
        self.running.stop.cancel();
        // How it ended shows at the next start.
        let _ = (&mut self.running.served).await;
    }

    /// Starts it anew: games go on.
    ///
    /// # Errors
    /// When it does not start.
    pub async fn resume(&mut self) -> Result<(), Error> {
        self.running = run(&self.config, &self.storage, &self.link).await?;
        Ok(())
    }
}

impl Drop for OwnReferee {
    fn drop(&mut self) {
        self.running.stop.cancel();
    }
}

async fn run(config: &Config, storage: &Arc<dyn Storage>, link: &Link) -> Result<Running, Error> {
    let stop = CancellationToken::new();
    let referee = Referee::start(config.clone(), storage.clone(), stop.clone()).await?;
    let (door, pipes) = in_memory();
    let listening = referee.clone();
    let served = tokio::spawn(async move { listening.listen(pipes).await });
    link.change(|desk| desk.door = Some(door));
    Ok(Running { referee, stop, served })
}

/// Runs the opponent for ever.
///
/// # Errors
/// When the referee refuses it, which would be a defect.
pub async fn oppose(link: Link) -> Result<(), bots::Error> {
    let about = About::named(OPPONENT);
    let address = "ws://referee/ws".parse().expect("an address");
    let config = ClientConfig { address, about, token: None, seeking: None, seed: 1 };
    let dial = async || link.dial();
    bots::run_over(dial, &config, &mut AnyMove::default(), std::future::pending()).await
}

/// The opponent's name.
pub fn opponent() -> BotName {
    OPPONENT.parse().expect("a name")
}

/// Plays some legal move at once, the same in the same place.
#[derive(Default)]
struct AnyMove(Option<Replies>);

impl AnyMove {
    fn say(&self, reply: Reply) {
        if let Some(replies) = &self.0 {
            // The client has gone: nobody waits for it.
            let _ = replies.try_send(reply);
        }
    }
}

impl Player for AnyMove {
    fn begin(&mut self, replies: Replies) {
        self.0 = Some(replies);
    }

    fn prepare(&mut self, state: &State) {
        self.say(Reply::Ready { game: state.game });
    }

    fn turn(&mut self, turn: Turn) {
        let turn = turn.your_turn;
        let chosen = (turn.ply as usize / 2 * 7 + turn.game as usize) % turn.legal_moves.len().max(1);
        let Some(text) = turn.legal_moves.get(chosen).cloned() else { return };
        self.say(Reply::Move { game: turn.game, ply: turn.ply, text, info: None });
    }

    fn over(&mut self, _game: u64, _over: Option<&GameOver>) {}
}
