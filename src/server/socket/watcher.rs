//! Spectators: anybody, reading the log of a match from any line on, live.

use super::Sockets;
use crate::core::Error;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use bytestring::ByteString;
use futures_util::stream::{self, Stream};
use std::collections::VecDeque;
use std::sync::Arc;

/// How many lines are read from storage at one time.
const PAGE: usize = 256;

/// The lines of a match from `from` on, each with its number: first what there is, then what comes, until the match ends or the
/// referee stops.
pub async fn lines(sockets: Arc<Sockets>, game: u64, from: u64) -> Result<impl Stream<Item = (u64, ByteString)>, Error> {
    if sockets.matches.find(game).is_none() && sockets.storage.find_match(game).await?.is_none() {
        return Err(Error::NoSuchMatch { game });
    }
    let start = (from, VecDeque::<ByteString>::new());
    Ok(stream::unfold(start, move |(number, mut waiting)| {
        let sockets = sockets.clone();
        async move {
            if waiting.is_empty() {
                waiting = more(&sockets, game, number).await.into();
            }
            waiting.pop_front().map(|line| ((number, line), (number + 1, waiting)))
        }
    }))
}

/// What there is from a line on; waits for it while the match runs. Nothing: the log has ended.
async fn more(sockets: &Sockets, game: u64, from: u64) -> Vec<ByteString> {
    if let Some(running) = sockets.matches.find(game) {
        let next = tokio::select! {
            next = running.follow(from, PAGE) => next,
            () = sockets.life.stop.cancelled() => None,
        };
        return next.unwrap_or_default();
    }
    sockets.storage.read_log(game, from, PAGE).await.unwrap_or_default()
}

/// Sends the log of a match, a line a frame, and closes after the last.
pub async fn follow(mut socket: WebSocket, sockets: Arc<Sockets>, lines: impl Stream<Item = (u64, ByteString)>) {
    use futures_util::StreamExt;
    sockets.counters.watchers.inc();
    let mut lines = std::pin::pin!(lines);
    let patience = sockets.settings.slow_reader;
    let mut pulse = tokio::time::interval(sockets.settings.heartbeat);
    pulse.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let close = loop {
        let message = tokio::select! {
            line = lines.next() => match line {
                Some((_, line)) => Message::Text(Utf8Bytes::try_from(line.into_bytes()).expect("a string is UTF-8")),
                None if sockets.life.is_stopping() => break Some((1001, "the referee is going away; connect again in a moment")),
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
    sockets.counters.watchers.dec();
    if let Some((code, reason)) = close {
        super::farewell(socket, code, reason).await;
    }
}
