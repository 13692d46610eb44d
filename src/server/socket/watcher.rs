//! Spectators: anybody, reading the log of a match from any line on, live.

use crate::Error;
use crate::app::App;
use crate::config::duration;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use futures_util::stream::{self, Stream};
use std::collections::VecDeque;
use std::sync::Arc;

/// How many lines are read from storage at one time.
const PAGE: usize = 256;

/// The lines of a match from `from` on, each with its number: first what there is, then what comes, until the match ends or the
/// referee stops.
pub async fn lines(app: Arc<App>, game: u64, from: u64) -> Result<impl Stream<Item = (u64, Utf8Bytes)>, Error> {
    if app.hall.find(game).is_none() && app.storage.read(move |store| store.find_match(game)).await?.is_none() {
        return Err(Error::NoSuchMatch { game });
    }
    let start = (from, VecDeque::<Utf8Bytes>::new());
    Ok(stream::unfold(start, move |(number, mut waiting)| {
        let app = app.clone();
        async move {
            if waiting.is_empty() {
                waiting = more(&app, game, number).await.into();
            }
            waiting.pop_front().map(|line| ((number, line), (number + 1, waiting)))
        }
    }))
}

/// What there is from a line on; waits for it while the match runs. Nothing: the log has ended.
async fn more(app: &App, game: u64, from: u64) -> Vec<Utf8Bytes> {
    if let Some(running) = app.hall.find(game) {
        let next = running.feed.next(usize::try_from(from).unwrap_or(usize::MAX));
        let next = tokio::select! {
            next = next => next,
            () = app.stop.cancelled() => None,
        };
        return next.unwrap_or_default();
    }
    app.storage.read(move |store| store.read_log(game, from, PAGE)).await.unwrap_or_default()
}

/// Sends the log of a match, a line a frame, and closes after the last.
pub async fn follow(mut socket: WebSocket, app: Arc<App>, lines: impl Stream<Item = (u64, Utf8Bytes)>) {
    use futures_util::StreamExt;
    app.metrics.watchers.inc();
    let mut lines = std::pin::pin!(lines);
    let patience = duration(app.config.slow_reader);
    let mut pulse = tokio::time::interval(duration(app.config.heartbeat));
    pulse.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let close = loop {
        let message = tokio::select! {
            line = lines.next() => match line {
                Some((_, line)) => Message::Text(line),
                None if app.stop.is_cancelled() => break Some((1001, "the referee is going away; connect again in a moment")),
                None => break Some((1000, "that was the last line")),
            },
            _ = pulse.tick() => Message::Ping(Default::default()),
            said = socket.recv() => match said {
                Some(Ok(_)) => continue,
                _ => break None,
            },
        };
        match tokio::time::timeout(patience, socket.send(message)).await {
            Ok(Ok(())) => {}
            Ok(Err(_)) => break None,
            Err(_) => break Some((4004, "lines were not read in time; follow on from the next line")),
        }
    };
    app.metrics.watchers.dec();
    if let Some((code, reason)) = close {
        super::farewell(socket, code, reason).await;
    }
}
