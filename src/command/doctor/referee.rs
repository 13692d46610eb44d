//! The doctor's referee, in memory, and the opponent of the examined bot.

use super::proxy::{Proxy, ProxyState};
use crate::embedded_referee::LocalReferee;
use crate::error::Error;
use bots::{BotPlayer, ClientConfig, PlayerTurn, Replies, Reply};
use contest::BotName;
use protocol::{About, GameOver, State};
use rules::knights::Move;
use rules::{Knights, Position, Rng, Side};
use server::{Config, Referee};
use std::sync::Arc;
use storage::Storage;
use web::in_memory;

const OPPONENT: &str = "the doctor";

pub struct OwnReferee {
    config: Config,
    storage: Arc<dyn Storage>,
    proxy: Proxy,
    running: LocalReferee,
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
        self.proxy.change(|shared| shared.referee = None);
        // A failure shows at the next start.
        let _ = self.running.stop().await;
    }

    /// Starts it again; its games resume.
    pub async fn resume(&mut self) -> Result<(), Error> {
        self.running = run(&self.config, &self.storage, &self.proxy).await?;
        Ok(())
    }
}

async fn run(config: &Config, storage: &Arc<dyn Storage>, proxy: &Proxy) -> Result<LocalReferee, Error> {
    let (connector, pipes) = in_memory();
    let running = LocalReferee::over(pipes, config.clone(), storage.clone()).await?;
    proxy.change(|shared| shared.referee = Some(connector));
    Ok(running)
}

/// Runs the opponent; ends only if the referee refuses it.
pub async fn oppose(proxy: Proxy) -> Result<(), bots::Error> {
    let about = About::named(OPPONENT);
    let address = "ws://referee/ws".parse().expect("an address");
    let config = ClientConfig { address, about, token: None, seeking: None, seed: 1 };
    let dial = async || proxy.dial();
    let mut player = AnyMove { proxy: proxy.clone(), replies: None };
    bots::run_over(dial, &config, &mut player, std::future::pending()).await
}

pub fn opponent() -> BotName {
    OPPONENT.parse().expect("a name")
}

/// Random games for each move that may lead to a pass.
const GAMES_PER_MOVE: usize = 20;

/// Plays a legal move immediately, the same in the same position; leads the bot to a pass where a step wants that.
struct AnyMove {
    proxy: Proxy,
    replies: Option<Replies>,
}

/// The move after which the other side has to pass in the most of some random games.
fn toward_pass(position: &Knights) -> Option<Move> {
    let (mut rng, passing) = (Rng::new(position.key()), position.side_to_move().other());
    let passes = |mv: &Move| (0..GAMES_PER_MOVE).filter(|_| comes_to_pass(position.child(*mv), passing, &mut rng)).count();
    position.legal_moves().into_iter().max_by_key(passes)
}

/// Whether this side has to pass in a random game.
fn comes_to_pass(mut position: Knights, side: Side, rng: &mut Rng) -> bool {
    while position.outcome().is_none() {
        let moves = position.legal_moves();
        if position.side_to_move() == side && moves[0] == Move::Pass {
            return true;
        }
        position.play(moves[rng.below(moves.len())]);
    }
    false
}

impl AnyMove {
    fn send(&self, reply: Reply) {
        if let Some(replies) = &self.replies {
            // The client may have ended.
            let _ = replies.try_send(reply);
        }
    }
}

impl BotPlayer for AnyMove {
    fn begin(&mut self, replies: Replies) {
        self.replies = Some(replies);
    }

    fn prepare(&mut self, state: &State) {
        self.send(Reply::Ready { game: state.game });
    }

    fn turn(&mut self, turn: PlayerTurn) {
        let turn = turn.your_turn;
        let chosen = (turn.ply as usize / 2 * 7 + turn.game as usize) % turn.legal_moves.len().max(1);
        let wants_pass = self.proxy.read_state(ProxyState::wants_pass);
        let leading = turn.position.parse::<Knights>().ok().filter(|_| wants_pass).and_then(|position| toward_pass(&position));
        let Some(text) = leading.map(|mv| mv.to_string()).or_else(|| turn.legal_moves.get(chosen).cloned()) else { return };
        self.send(Reply::Move { game: turn.game, ply: turn.ply, text, info: None });
    }

    fn over(&mut self, _game: u64, _over: Option<&GameOver>) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_random_player_is_led_to_a_pass() {
        let comes_to_pass = |seed: u64, side: Side| {
            let (mut position, mut rng) = (Knights::start(), Rng::new(seed));
            while position.outcome().is_none() {
                let moves = position.legal_moves();
                let is_led = position.side_to_move() == side;
                if is_led && moves[0] == Move::Pass {
                    return true;
                }
                let leading = || toward_pass(&position).expect("the game goes on");
                let mv = if is_led { moves[rng.below(moves.len())] } else { leading() };
                position.play(mv);
            }
            false
        };
        for side in Side::BOTH {
            let passes = (0..5).filter(|seed| comes_to_pass(*seed, side)).count();
            assert!(passes >= 3, "{side:?}: {passes} of 5 games");
        }
    }
}
