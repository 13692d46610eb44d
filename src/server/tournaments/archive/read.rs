//! Reads an archive: line by line, and of each match no more is kept than has to be written down.

use super::check::{consistent, legal};
use super::{Archive, ArchivedMatch, KIND, VERSION, bad, hex};
use crate::core::Error;
use crate::core::work::Stop;
use protocol::{ArchiveLine, Entry, Line, TournamentStage};
use rules::Catalogue;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// A match that is being read.
struct Reading {
    game: u64,
    created_ms: i64,
    ended_ms: Option<i64>,
    log: Vec<Line>,
    at: usize,
}

impl Reading {
    /// Plays it again, and keeps what has to be. In an archive that was changed it is of no use to say where a game is illegal.
    fn finish(self, matches: &mut BTreeMap<u64, ArchivedMatch>, is_whole: bool, games: Catalogue) -> Result<(), Error> {
        if !is_whole {
            return Ok(());
        }
        let Reading { game, created_ms, ended_ms, log, at } = self;
        legal(game, at, &log, games)?;
        let end = match log.last().map(|line| &line.entry) {
            Some(Entry::Ended { result, reason, detail }) => (*result, reason.clone(), detail.clone()),
            _ => return Err(bad(at, format!("match {game} has no end"))),
        };
        let rest = log[1..].iter().map(|line| serde_json::to_string(line).expect("a line is writable as JSON").into()).collect();
        let Some(first) = log.into_iter().next() else { return Err(bad(at, format!("match {game} has no beginning"))) };
        let Entry::Created { game_name, players, position, .. } = &first.entry else {
            return Err(bad(at, format!("match {game} has no beginning")));
        };
        let (game_name, players, position) = (game_name.clone(), players.clone(), position.clone());
        matches.insert(game, ArchivedMatch { created_ms, ended_ms, game_name, players, position, end, first, rest, at });
        Ok(())
    }
}

impl Archive {
    /// Reads and checks an archive, until `stop`.
    ///
    /// # Errors
    /// The first line that is wrong, and why.
    pub fn read(text: &[u8], games: Catalogue, stop: &Stop) -> Result<Archive, Error> {
        let mut archive = Archive {
            name: String::new(),
            created_ms: 0,
            lines: Vec::new(),
            matches: BTreeMap::new(),
            stage: TournamentStage::Open,
            game: String::new(),
        };
        let mut places = Vec::new();
        let is_whole = has_its_checksum(text);
        let mut hash = Sha256::new();
        let mut at_hand: Option<Reading> = None;
        let mut complete = false;
        let mut count = 0;
        for (number, bytes) in (1..).zip(text.split_inclusive(|byte| *byte == b'\n')) {
            count = number;
            if stop.is_set() {
                return Err(Error::Stopping);
            }
            if complete {
                return Err(bad(number, "something comes after the footer"));
            }
            let line = serde_json::from_slice::<ArchiveLine>(bytes).map_err(|error| match number {
                1 => bad(1, "this is no archive of an Arbitre tournament: the first line should be its header"),
                _ if !bytes.ends_with(b"\n") => bad(number, "it breaks off here: the archive is truncated"),
                _ => bad(number, format!("it does not read: {error}")),
            })?;
            match line {
                ArchiveLine::Header { kind, version, name, created_ms } if number == 1 => {
                    if kind != KIND {
                        return Err(bad(1, format!("this is no archive of an Arbitre tournament, but of `{kind}`")));
                    }
                    if version != VERSION {
                        return Err(bad(1, format!("the archive is of version {version}; this program reads {VERSION}")));
                    }
                    (archive.name, archive.created_ms) = (name, created_ms);
                }
                _ if number == 1 => return Err(bad(1, "the first line should be the header")),
                ArchiveLine::Header { .. } => return Err(bad(number, "a second header")),
                ArchiveLine::Log { line } if archive.matches.is_empty() && at_hand.is_none() => {
                    archive.lines.push(line);
                    places.push(number);
                }
                ArchiveLine::Log { .. } => return Err(bad(number, "the tournament's log comes before the matches")),
                ArchiveLine::Match { game, created_ms, ended_ms } => {
                    if archive.matches.contains_key(&game) || at_hand.as_ref().is_some_and(|reading| reading.game == game) {
                        return Err(bad(number, format!("match {game} is there twice")));
                    }
                    let next = Reading { game, created_ms, ended_ms, log: Vec::new(), at: number };
                    at_hand.replace(next).map_or(Ok(()), |before| before.finish(&mut archive.matches, is_whole, games))?;
                }
                ArchiveLine::Move { line } => {
                    at_hand.as_mut().ok_or_else(|| bad(number, "a line of a match before any match"))?.log.push(line);
                }
                ArchiveLine::Footer { lines, sha256 } => {
                    if lines != number as u64 - 1 {
                        return Err(bad(number, format!("the footer counts {lines} lines before it, but there are {}", number - 1)));
                    }
                    if sha256 != hex(&hash.clone().finalize()) {
                        return Err(bad(number, "the checksum is another: something before this line was changed"));
                    }
                    complete = true;
                }
            }
            hash.update(bytes);
        }
        if !complete {
            return Err(bad(count.max(1), "there is no footer: the archive is truncated"));
        }
        at_hand.map_or(Ok(()), |last| last.finish(&mut archive.matches, is_whole, games))?;
        (archive.stage, archive.game) = consistent(&archive, &places, games)?;
        Ok(archive)
    }
}

/// Whether the last line has the checksum of those before it.
fn has_its_checksum(text: &[u8]) -> bool {
    let last = text.strip_suffix(b"\n").unwrap_or(text).iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    let (before, last) = text.split_at(last);
    let footer = serde_json::from_slice(last).ok();
    matches!(footer, Some(ArchiveLine::Footer { sha256, .. }) if sha256 == hex(&Sha256::digest(before)))
}
