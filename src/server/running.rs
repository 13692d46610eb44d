//! The referee as a value: started, listened with, asked for matches, stopped.

use crate::app::App;
use crate::desk::Jobs;
use crate::hall::{self, BotName, Hall, Proposal};
use crate::store::Storage;
use crate::tournament::Tournaments;
use crate::{Config, Error, listen, rest, wire};
use axum::serve::Listener;
use protocol::{Entry, GameResult};
use referee::TimeControl;
use rules::{BySide, Knights};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// How long the end may take.
const DRAIN: Duration = Duration::from_secs(9);

/// A running referee.
#[derive(Clone)]
pub struct Referee(Arc<App>);

/// A match that has been played.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// How it ended.
    pub result: GameResult,
    /// Why, in a sentence.
    pub detail: String,
    /// Plies played.
    pub plies: u32,
    /// What each player was charged in all.
    pub charged: BySide<Duration>,
}

impl Referee {
    /// Takes up every match that was running when the referee last stopped. It runs until `stop` is cancelled.
    pub async fn start(config: Config, storage: Storage, stop: CancellationToken) -> Result<Referee, Error> {
        let app = Arc::new(App::new(config, storage, stop));
        let names = app.config.friendly.iter().map(|name| name.parse()).collect::<Result<Vec<BotName>, _>>()?;
        Hall::resume(&app).await?;
        Jobs::resume(&app).await?;
        Tournaments::resume(&app).await?;
        app.ready.store(true, Relaxed);
        let beating = app.clone();
        app.tasks.spawn(async move {
            tokio::select! {
                () = beating.time.beat() => {}
                () = beating.stop.cancelled() => {}
            }
        });
        if names.len() > 1 {
            let friendly = app.clone();
            app.tasks.spawn(async move {
                tokio::select! {
                    () = hall::keep_friendly(&friendly, names) => {}
                    () = friendly.stop.cancelled() => {}
                }
            });
        }
        Ok(Referee(app))
    }

    /// Serves every connection that comes, until the referee is stopped; then says good-bye to all, which takes ten seconds at most.
    /// What was promised by then is in storage. An error is the storage's.
    pub async fn listen(&self, listener: impl Listener<Addr: 'static>) -> Result<(), Error> {
        let app = &self.0;
        listen::listen(app.clone(), listener, rest::router(app.clone())).await;
        app.desk.close();
        tracing::info!(bots = app.lobby.list().len(), matches = app.hall.len(), "stopping; what is not over goes on at the next start");
        app.tasks.close();
        if tokio::time::timeout(DRAIN, app.tasks.wait()).await.is_err() {
            tracing::warn!("some connections did not say good-bye");
        }
        app.failure().map_or(Ok(()), Err)
    }

    /// Waits until a bot is connected.
    pub async fn meet(&self, name: &BotName) {
        while self.0.lobby.link(name).is_none() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Plays one match to its end.
    pub async fn play(&self, players: BySide<BotName>, position: Knights, time: TimeControl) -> Result<Played, Error> {
        let terms = Hall::terms(&self.0, time);
        let game = Hall::create(&self.0, Proposal { players, position, terms }).await?.game;
        if let Some(running) = self.0.hall.find(game) {
            running.feed.ended().await;
        }
        let log = self.0.storage.read(move |store| store.read_log(game, 0, usize::MAX >> 1)).await?;
        let mut played = Played { result: GameResult::Void, detail: String::new(), plies: 0, charged: BySide::default() };
        for line in &log {
            match wire::read_line(line)?.entry {
                Entry::Moved { seat, charge, .. } => {
                    played.plies += 1;
                    played.charged[wire::side(seat)] += Duration::from_micros(charge.charged_us);
                }
                Entry::Ended { result, detail, .. } => (played.result, played.detail) = (result, detail),
                _ => {}
            }
        }
        Ok(played)
    }
}
