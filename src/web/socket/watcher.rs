//! Spectators, who follow the log of a match from any line on.

use super::Sockets;
use crate::Error;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use bytestring::ByteString;
use contest::matches::CloseReason;
use futures_util::stream::{self, Stream};
use runtime::{Peer, address_block};
use std::collections::VecDeque;
use std::sync::Arc;

/// Lines that are read from the storage at one time.
const PAGE: usize = 256;
/// Most unsolicited frames that are read from a spectator.
const MAX_UNSOLICITED: u32 = 100;

/// The lines of a match from `from` on, each with its number: first what there is, then what comes, until the match ends or the
/// referee stops.
pub async fn lines(sockets: Arc<Sockets>, match_id: u64, from: u64, peer: Peer) -> Result<impl Stream<Item = (u64, ByteString)>, Error> {
    let config = &sockets.config;
    let too_many = |what, most| Error::TooManyReaders { what, most };
    let of_match = sockets.readers_of.take(match_id, config.readers_per_match).ok_or(too_many("match", config.readers_per_match))?;
    let of_address = match peer.address.map(address_block) {
        None => None,
        Some(address) => {
            let most = config.readers_per_address;
            Some(sockets.readers_from.take(address, most).ok_or(too_many("address", most))?)
        }
    };
    if sockets.matches.find(match_id).is_none() && sockets.storage.find_match(match_id).await?.is_none() {
        return Err(contest::Error::NoSuchMatch { game: match_id }.into());
    }
    let start = (from, VecDeque::<ByteString>::new(), (of_match, of_address));
    Ok(stream::unfold(start, move |(number, mut waiting, place)| {
        let sockets = sockets.clone();
        async move {
            if waiting.is_empty() {
                waiting = more(&sockets, match_id, number).await.into();
            }
            waiting.pop_front().map(|line| ((number, line), (number + 1, waiting, place)))
        }
    }))
}

/// The lines from a number on, waiting for them while the match runs; empty at the end of the log.
async fn more(sockets: &Sockets, match_id: u64, from: u64) -> Vec<ByteString> {
    if let Some(running) = sockets.matches.find(match_id) {
        let next = tokio::select! {
            next = running.follow(from, PAGE) => next,
            () = sockets.life.stop.cancelled() => None,
        };
        return next.unwrap_or_default();
    }
    sockets.storage.read_log(match_id, from, PAGE).await.unwrap_or_default()
}

/// Sends the log of a match, a line a frame, and closes after the last.
pub async fn follow(mut socket: WebSocket, sockets: Arc<Sockets>, lines: impl Stream<Item = (u64, ByteString)>) {
    use futures_util::StreamExt;
    sockets.counters.watchers.inc();
    let mut lines = std::pin::pin!(lines);
    let limit = sockets.config.write_timeout;
    let mut pulse = tokio::time::interval(sockets.config.heartbeat);
    pulse.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let (mut asked, mut unanswered, mut unsolicited) = (0, 0, 0);
    let close = loop {
        let message = tokio::select! {
            line = lines.next() => match line {
                Some((_, line)) => Message::Text(Utf8Bytes::try_from(line.into_bytes()).expect("a string is UTF-8")),
                None if sockets.life.is_stopping() => break Some((1001, CloseReason::Stopping.to_string())),
                None => break Some((1000, "that was the last line".into())),
            },
            _ = pulse.tick() => {
                if unanswered == 3 {
                    let (code, why) = CloseReason::Silent.words();
                    break Some((code, why.into()));
                }
                (asked, unanswered) = (asked + 1, unanswered + 1);
                Message::Ping(Default::default())
            }
            said = socket.recv() => match said {
                // An answer to each ping is expected, and nothing else.
                Some(Ok(Message::Pong(_))) if asked > 0 => {
                    (asked, unanswered) = (asked - 1, 0);
                    continue;
                }
                Some(Ok(Message::Close(_))) | None => break None,
                Some(Ok(_)) if unsolicited < MAX_UNSOLICITED => {
                    unsolicited += 1;
                    continue;
                }
                Some(Ok(_)) => break Some((4008, "a spectator has nothing to say".into())),
                Some(Err(error)) => break super::broken(&error).map(|closing| (closing.words().0, closing.to_string())),
            },
        };
        match tokio::time::timeout(limit, socket.send(message)).await {
            Ok(Ok(())) => {}
            Ok(Err(_)) => break None,
            Err(_) => break Some((4004, "lines were not read in time; follow on from the next line".into())),
        }
    };
    sockets.counters.watchers.dec();
    if let Some((code, reason)) = close {
        super::close(socket, code, reason, super::close_timeout(&sockets.life)).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Config;
    use clap::Parser;
    use contest::Timekeeper;
    use contest::matches::{Connection, MatchCommand, Matches, Proposal};
    use contest::tournaments::Tournaments;
    use futures_util::StreamExt;
    use protocol::Transport;
    use referee::Micros;
    use rules::{BySide, Catalogue, Side};
    use runtime::{Lifecycle, SharedRng};

    #[derive(Parser)]
    struct Flags {
        #[command(flatten)]
        web: Config,
        #[command(flatten)]
        contest: contest::Config,
    }

    #[tokio::test]
    async fn a_reader_is_given_each_line_as_it_comes_and_the_end_of_the_log() {
        let config = Flags::parse_from(["arbitre"]);
        let (life, rng, storage) = (Arc::new(Lifecycle::new(Default::default())), Arc::new(SharedRng::new(Some(1))), storage::in_memory());
        let time = Arc::<Timekeeper>::default();
        let matches = Arc::new(Matches::new(&config.contest, storage.clone(), time, Arc::default(), life.clone(), rng.clone()));
        let tournaments = Arc::new(Tournaments::new(&config.contest, matches.clone(), storage.clone(), life.clone(), rng));
        let sockets = Arc::new(Sockets::new(&config.web, matches.clone(), tournaments, storage, Arc::default(), life));
        let players = BySide { white: "ann", black: "bob" }.map(|name| name.parse().expect("a name"));
        let position = Catalogue::ALL.find("knights").expect("a game").start();
        let settings = matches.match_settings(config.contest.time);
        let game = matches.create(Proposal { players, position, settings }).await.expect("a match").match_id;
        let running = matches.find(game).expect("it runs");
        let reading = lines(sockets.clone(), game, 0, Peer::default()).await.expect("it runs");
        let mut reading = std::pin::pin!(reading.map(|(number, _)| number));
        assert_eq!(reading.next().await, Some(0));
        assert!(futures_util::poll!(reading.next()).is_pending(), "nothing more is written");
        let (connection, _) = Connection::new(1, Transport::WebSocket);
        running.send(MatchCommand::Join { side: Side::White, connection, at: Micros::ZERO }).expect("it runs");
        assert_eq!(reading.next().await, Some(1));
        running.adjudicate(None, "enough");
        assert_eq!((reading.next().await, reading.next().await), (Some(2), None));
        assert!(lines(sockets, game + 1, 0, Peer::default()).await.is_err(), "this match is unknown");
    }
}
