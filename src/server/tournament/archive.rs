//! A whole tournament as one file, out and in again: JSON lines, a header first and a footer with a checksum last.
//!
//! What is taken in is believed in nothing: every game is played again by the rules, and every table is worked out anew.

use super::{Room, Tournaments, record, room};
use crate::app::App;
use crate::store::{Change, EndRow, TournamentRow};
use crate::{Error, wire};
use axum::body::Bytes;
use axum::extract::ws::Utf8Bytes;
use futures_util::Stream;
use protocol::{ArchiveLine, Entry, GameResult, Line, TournamentEntry, TournamentLine, TournamentStage};
use referee::tournament::{Course, GameKey, Stage};
use rules::{Board, BySide, Knights};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::sync::Arc;

const KIND: &str = "arbitre tournament";
const VERSION: u32 = 1;

fn hex(digest: &[u8]) -> String {
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What is still to be written of an archive.
struct Writer {
    app: Arc<App>,
    /// The tournament's own lines; then the matches, one at a time.
    head: Option<Vec<ArchiveLine>>,
    matches: std::vec::IntoIter<u64>,
    hash: Sha256,
    lines: u64,
    done: bool,
}

impl Writer {
    fn text(&mut self, lines: &[ArchiveLine]) -> Bytes {
        let mut text = String::new();
        for line in lines {
            text.push_str(&serde_json::to_string(line).expect("a line is writable as JSON"));
            text.push('\n');
        }
        self.hash.update(&text);
        self.lines += lines.len() as u64;
        text.into()
    }

    async fn next(&mut self) -> Result<Option<Bytes>, Error> {
        if let Some(head) = self.head.take() {
            return Ok(Some(self.text(&head)));
        }
        if let Some(game) = self.matches.next() {
            let read = self.app.storage.read(move |store| Ok((store.find_match(game)?, store.read_log(game, 0, usize::MAX >> 1)?)));
            let (row, log) = read.await?;
            let row = row.ok_or(Error::NoSuchMatch { game })?;
            let ended_ms = row.end.map(|end| end.ended_ms);
            let mut lines = vec![ArchiveLine::Match { game, created_ms: row.created_ms, ended_ms }];
            for text in log {
                lines.push(ArchiveLine::Move { line: wire::read_line(&text)? });
            }
            return Ok(Some(self.text(&lines)));
        }
        if self.done {
            return Ok(None);
        }
        self.done = true;
        let footer = ArchiveLine::Footer { lines: self.lines, sha256: hex(&self.hash.clone().finalize()) };
        Ok(Some(self.text(&[footer])))
    }
}

/// The archive of a tournament that has finished, piece by piece.
pub fn write(app: &Arc<App>, room: &Room) -> Result<impl Stream<Item = Result<Bytes, Error>> + use<>, Error> {
    let shown = room.shown();
    if !matches!(shown.tournament.stage(), Stage::Finished | Stage::Archived) {
        let stage = shown.tournament.stage();
        return Err(Error::Refused(referee::tournament::Refusal::NotNow { stage, wish: "written to an archive before it has finished" }));
    }
    let mut head =
        vec![ArchiveLine::Header { kind: KIND.into(), version: VERSION, name: room.plan.name.clone(), created_ms: room.created_ms }];
    for text in &shown.lines {
        head.push(ArchiveLine::Log { line: room::read_line(text).map_err(Error::Storage)? });
    }
    let mut matches: Vec<u64> = shown.matches.values().flatten().copied().collect();
    matches.sort_unstable();
    let writer = Writer { app: app.clone(), head: Some(head), matches: matches.into_iter(), hash: Sha256::new(), lines: 0, done: false };
    Ok(futures_util::stream::unfold(writer, async |mut writer| match writer.next().await {
        Ok(None) => None,
        Ok(Some(bytes)) => Some((Ok(bytes), writer)),
        Err(error) => Some((Err(error), writer)),
    }))
}

/// A match of an archive.
struct Kept {
    created_ms: i64,
    ended_ms: Option<i64>,
    log: Vec<Line>,
    /// Where it is in the archive, from 1.
    at: usize,
}

/// An archive that reads, and whose games are legal.
pub struct Archive {
    name: String,
    created_ms: i64,
    lines: Vec<TournamentLine>,
    matches: BTreeMap<u64, Kept>,
    stage: TournamentStage,
}

fn bad(line: usize, why: impl Into<String>) -> Error {
    Error::BadArchive { line, why: why.into() }
}

impl Archive {
    /// Reads and checks an archive.
    ///
    /// # Errors
    /// The first line that is wrong, and why.
    pub fn read(text: &str) -> Result<Archive, Error> {
        let mut archive =
            Archive { name: String::new(), created_ms: 0, lines: Vec::new(), matches: BTreeMap::new(), stage: TournamentStage::Open };
        let mut places = Vec::new();
        let mut hash = Sha256::new();
        let mut at_hand: Option<u64> = None;
        let mut complete = false;
        let mut count = 0;
        for (number, text) in (1..).zip(text.split_inclusive('\n')) {
            count = number;
            if complete {
                return Err(bad(number, "something comes after the footer"));
            }
            let line = serde_json::from_str::<ArchiveLine>(text).map_err(|error| match number {
                1 => bad(1, "this is no archive of an Arbitre tournament: the first line should be its header"),
                _ if !text.ends_with('\n') => bad(number, "it breaks off here: the archive is truncated"),
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
                ArchiveLine::Log { line } if archive.matches.is_empty() => {
                    archive.lines.push(line);
                    places.push(number);
                }
                ArchiveLine::Log { .. } => return Err(bad(number, "the tournament's log comes before the matches")),
                ArchiveLine::Match { game, created_ms, ended_ms } => {
                    let kept = Kept { created_ms, ended_ms, log: Vec::new(), at: number };
                    if archive.matches.insert(game, kept).is_some() {
                        return Err(bad(number, format!("match {game} is there twice")));
                    }
                    at_hand = Some(game);
                }
                ArchiveLine::Move { line } => {
                    let kept = at_hand.and_then(|game| archive.matches.get_mut(&game));
                    kept.ok_or_else(|| bad(number, "a line of a match before any match"))?.log.push(line);
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
            hash.update(text);
        }
        if !complete {
            return Err(bad(count.max(1), "there is no footer: the archive is truncated"));
        }
        for (game, kept) in &archive.matches {
            legal(*game, kept)?;
        }
        archive.stage = archive.consistent(&places)?;
        Ok(archive)
    }

    /// Whether the tournament's log can be, and speaks of just these matches. Gives the stage that it ends with.
    fn consistent(&self, places: &[usize]) -> Result<TournamentStage, Error> {
        let first = *places.first().ok_or_else(|| bad(1, "there is no log of the tournament"))?;
        if !matches!(&self.lines[0].entry, TournamentEntry::Created { plan, .. } if plan.name == self.name) {
            return Err(bad(first, "the log should begin with the tournament that the header names"));
        }
        let beginning = vec![room::json(&self.lines[0])];
        let (_, mut shown) = room::Shown::read(beginning).map_err(|why| bad(first, why))?;
        let mut told = 0;
        for ((number, line), &place) in (0..).zip(&self.lines).zip(places).skip(1) {
            if line.line != number {
                return Err(bad(place, format!("line {} of the log where {number} should be", line.line)));
            }
            match &line.entry {
                TournamentEntry::Created { .. } => return Err(bad(place, "a second beginning")),
                TournamentEntry::Begun { number, attempt, players, position, played_as } => {
                    let key = GameKey { encounter: number.encounter, game: number.game };
                    let game = shown.tournament.game(key);
                    if game.is_none_or(|game| game.course != Course::Pending || game.attempts.checked_add(1) != Some(*attempt)) {
                        return Err(bad(place, format!("game {key} cannot begin here for the time number {attempt}")));
                    }
                    let kept = self.matches.get(played_as).ok_or_else(|| bad(place, format!("match {played_as} is missing")))?;
                    let fits = matches!(kept.log.first().map(|line| &line.entry), Some(Entry::Created { players: of, position: from, .. })
                        if of == players && from == position);
                    if !fits {
                        return Err(bad(kept.at, format!("match {played_as} is not the game that the tournament's log speaks of")));
                    }
                    told += 1;
                }
                TournamentEntry::Ended { number, attempt, result, .. } => {
                    let key = GameKey { encounter: number.encounter, game: number.game };
                    let game = shown.tournament.game(key);
                    if game.is_none_or(|game| game.course != Course::Running || game.attempts != *attempt) {
                        return Err(bad(place, format!("game {key} cannot end here for the time number {attempt}")));
                    }
                    let played_as = shown.matches.get(&key).and_then(|matches| matches.last());
                    let end = played_as.and_then(|game| self.matches.get(game)).and_then(Kept::end);
                    if end.is_none_or(|(of, ..)| of != *result) {
                        return Err(bad(place, format!("game {key} did not end with {} on the board", result.word())));
                    }
                }
                _ => {}
            }
            shown.take(line).map_err(|why| bad(place, why))?;
        }
        if told != self.matches.len() {
            return Err(bad(first, format!("the tournament's log speaks of {told} matches, and {} are there", self.matches.len())));
        }
        match record::stage(shown.tournament.stage()) {
            stage @ (TournamentStage::Finished | TournamentStage::Archived) => Ok(stage),
            stage => Err(bad(places[places.len() - 1], format!("the tournament had not finished: it was {}", stage.word()))),
        }
    }

    /// Puts it into storage, as a tournament of its own with new numbers.
    pub async fn take_in(self, app: &Arc<App>) -> Result<Arc<Room>, Error> {
        let id = app.tournaments.next_number();
        let numbers: BTreeMap<u64, u64> = self.matches.keys().map(|&old| (old, app.hall.next_number())).collect();
        let row = TournamentRow { id, name: self.name, stage: self.stage, created_ms: self.created_ms };
        let mut changes = vec![Change::Tournament(row)];
        for mut line in self.lines {
            if let TournamentEntry::Begun { played_as, .. } = &mut line.entry {
                *played_as = numbers.get(played_as).copied().unwrap_or(0);
            }
            changes.push(Change::TournamentLine { id, number: line.line, body: room::json(&line) });
        }
        for (old, kept) in self.matches {
            let game = numbers[&old];
            let Some(Entry::Created { players, .. }) = kept.log.first().map(|line| &line.entry) else { continue };
            let players = BySide { white: players.white.clone(), black: players.black.clone() };
            let row = crate::store::MatchRow { game, players, created_ms: kept.created_ms, end: None, tournament: Some(id) };
            changes.push(Change::Match(row));
            if let Some((result, reason, detail)) = kept.end() {
                let ended_ms = kept.ended_ms.unwrap_or(kept.created_ms);
                changes.push(Change::End { game, end: EndRow { result, reason, detail, ended_ms } });
                // No bot waits for this news.
                changes.extend([protocol::Seat::White, protocol::Seat::Black].map(|seat| Change::Seen { game, seat }));
            }
            for mut line in kept.log {
                if let Entry::Created { game: number, .. } = &mut line.entry {
                    *number = game;
                }
                let body: Utf8Bytes = serde_json::to_string(&line).expect("a line is writable as JSON").into();
                changes.push(Change::Line { game, number: line.line, body });
            }
        }
        app.storage.write(changes).await?;
        Tournaments::find(app, id).await
    }
}

impl Kept {
    fn end(&self) -> Option<(GameResult, String, String)> {
        match &self.log.last()?.entry {
            Entry::Ended { result, reason, detail } => Some((*result, reason.clone(), detail.clone())),
            _ => None,
        }
    }
}

/// Plays a match again by the rules.
fn legal(game: u64, kept: &Kept) -> Result<(), Error> {
    let place = |line: usize| kept.at + 1 + line;
    let Some(Entry::Created { game: number, position, .. }) = kept.log.first().map(|line| &line.entry) else {
        return Err(bad(kept.at, format!("match {game} has no beginning")));
    };
    if *number != game {
        return Err(bad(place(0), format!("the log of match {number} under match {game}")));
    }
    let mut board: Knights = position.parse().map_err(|error| bad(place(0), format!("{error}")))?;
    for (number, line) in kept.log.iter().enumerate().skip(1) {
        if line.line != number as u64 {
            return Err(bad(place(number), format!("line {} of match {game} where {number} should be", line.line)));
        }
        match &line.entry {
            Entry::Created { .. } => return Err(bad(place(number), "a second beginning")),
            Entry::Moved { ply, text, position, .. } => {
                if *ply != Board::ply(&board) {
                    return Err(bad(place(number), format!("ply {ply} where {} should be", Board::ply(&board))));
                }
                let illegal = |error| bad(place(number), format!("`{text}` at ply {ply} of match {game} is illegal: {error}"));
                board.play_text(text).map_err(illegal)?;
                if *position != board.position() {
                    return Err(bad(place(number), format!("after `{text}` the position is {}, not {position}", board.position())));
                }
            }
            Entry::Ended { result, reason, .. } => {
                if number + 1 != kept.log.len() {
                    return Err(bad(place(number), format!("match {game} goes on after its end")));
                }
                if reason == "rules" && Board::outcome(&board).map(Some) != Some(wire::outcome(*result)) {
                    return Err(bad(place(number), format!("by the rules, match {game} has not ended with {}", result.word())));
                }
            }
            _ => {}
        }
    }
    match kept.end() {
        Some(_) => Ok(()),
        None => Err(bad(place(kept.log.len()), format!("match {game} has no end"))),
    }
}
