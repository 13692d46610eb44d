//! Pairs of bots that play while something else happens.

use super::players::{Measured, Players};
use super::process::RefereeProcess;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;
use tokio::task::JoinSet;

/// The pairs of bots that play at one time, and the time of each move.
#[derive(Clone, Copy)]
pub struct Victims {
    pub pairs: u64,
    pub think: Duration,
}

/// Lets pairs of bots play while `work` runs on a thread; returns what they measured, and its result.
pub async fn play_while<T: Send + 'static>(
    server: &RefereeProcess,
    label: &str,
    Victims { pairs, think }: Victims,
    work: impl FnOnce() -> T + Send + 'static,
) -> (Measured, T) {
    let time = Some(format!("2s+{}s", think.as_secs_f64() + 0.01));
    let players = Players { think, time, ..Players::default() };
    let mut playing = JoinSet::new();
    // A bot's name has no comma.
    let bot = |colour: &str, pair: u64| format!("{} {colour} {pair}", label.replace(',', ""));
    for black in (0..pairs).map(|pair| bot("black", pair)) {
        playing.spawn(players.clone().play(server.bot(&black).await, black, None));
    }
    for pair in 0..pairs {
        let white = bot("white", pair);
        playing.spawn(players.clone().play(server.bot(&white).await, white, Some(bot("black", pair))));
    }
    let done = tokio::task::spawn_blocking(work).await.expect("no panic");
    players.enough.store(true, Relaxed);
    tokio::time::sleep(Duration::from_millis(300)).await;
    // White leaves after its game; Black, without an opponent, is abandoned after a while.
    while let Ok(Some(_)) = tokio::time::timeout(Duration::from_secs(3), playing.join_next()).await {}
    (std::mem::take(&mut *players.measured()), done)
}
