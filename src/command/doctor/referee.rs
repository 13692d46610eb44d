//! The doctor's referee, in memory, and the opponent of the examined bot.

use super::proxy::Proxy;
use crate::error::Error;
use bots::{BotPlayer, ClientConfig, PlayerTurn, Replies, Reply};
use contest::BotName;
use protocol::{About, GameOver, State};
use server::{Config, Referee};
use std::sync::Arc;
use storage::Storage;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use web::in_memory;

const OPPONENT: &str = "the doctor";

pub struct OwnReferee {
    config: Config,
    storage: Arc<dyn Storage>,
    proxy: Proxy,
    running: RunningReferee,
}

struct RunningReferee {
    referee: Referee,
    stop: CancellationToken,
    served: JoinHandle<Result<(), server::Error>>,
}

impl OwnReferee {
    pub async fn start(config: Config, proxy: Proxy) -> Result<OwnReferee, Error> {
        let storage = storage::in_memory();
        let running = run(&config, &storage, &proxy).await?;
        Ok(OwnReferee { config, storage, proxy, running })
    }

    pub fn referee(&self) -> Referee {
        self.running.referee.clone()
    }

    /// Stops it as an operator would; connections are refused meanwhile.
    pub async fn stop(&mut self) {
        self.proxy.change(|shared| shared.door = None);
        self.running.stop.cancel();
        // A failure shows at the next start.
        let _ = (&mut self.running.served).await;
    }

    /// Starts it again; its games resume.
    pub async fn resume(&mut self) -> Result<(), Error> {
        self.running = run(&self.config, &self.storage, &self.proxy).await?;
        Ok(())
    }
}

impl Drop for OwnReferee {
    fn drop(&mut self) {
        self.running.stop.cancel();
    }
}

async fn run(config: &Config, storage: &Arc<dyn Storage>, proxy: &Proxy) -> Result<RunningReferee, Error> {
    let stop = CancellationToken::new();
    let referee = Referee::start(config.clone(), storage.clone(), stop.clone()).await?;
    let (door, pipes) = in_memory();
    let listening = referee.clone();
    let served = tokio::spawn(async move { listening.listen(pipes).await });
    proxy.change(|shared| shared.door = Some(door));
    Ok(RunningReferee { referee, stop, served })
}

/// Runs the opponent; ends only if the referee refuses it.
pub async fn oppose(proxy: Proxy) -> Result<(), bots::Error> {
    let about = About::named(OPPONENT);
    let address = "ws://referee/ws".parse().expect("an address");
    let config = ClientConfig { address, about, token: None, seeking: None, seed: 1 };
    let dial = async || proxy.dial();
    bots::run_over(dial, &config, &mut AnyMove::default(), std::future::pending()).await
}

pub fn opponent() -> BotName {
    OPPONENT.parse().expect("a name")
}

/// Plays a legal move immediately, the same in the same position.
#[derive(Default)]
struct AnyMove(Option<Replies>);

impl AnyMove {
    fn send(&self, reply: Reply) {
        if let Some(replies) = &self.0 {
            // The client may have ended.
            let _ = replies.try_send(reply);
        }
    }
}

impl BotPlayer for AnyMove {
    fn begin(&mut self, replies: Replies) {
        self.0 = Some(replies);
    }

    fn prepare(&mut self, state: &State) {
        self.send(Reply::Ready { game: state.game });
    }

    fn turn(&mut self, turn: PlayerTurn) {
        let turn = turn.your_turn;
        let chosen = (turn.ply as usize / 2 * 7 + turn.game as usize) % turn.legal_moves.len().max(1);
        let Some(text) = turn.legal_moves.get(chosen).cloned() else { return };
        self.send(Reply::Move { game: turn.game, ply: turn.ply, text, info: None });
    }

    fn over(&mut self, _game: u64, _over: Option<&GameOver>) {}
}
