//! Writes an archive piece by piece, as fast as it is read.

use super::{KIND, VERSION, hex};
use crate::Error;
use crate::tournaments::{TournamentHandle, Tournaments};
use bytestring::ByteString;
use futures_util::Stream;
use protocol::ArchiveLine;
use referee::tournament::Stage;
use runtime::work::ThreadPool;
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};
use std::sync::Arc;
use storage::{self, Storage};

/// The lines of the tournament's log in a piece.
const LINES: usize = 500;

/// The unwritten rest of an archive.
struct ArchiveWriter {
    storage: Arc<dyn Storage>,
    reports: Arc<ThreadPool>,
    tournament: u64,
    /// The range of lines of the tournament's log.
    log: std::ops::Range<u64>,
    /// The matches of the log, in order.
    matches: std::vec::IntoIter<u64>,
    /// The header or the beginning of a match, before it is written.
    head: Option<ArchiveLine>,
    hash: Sha256,
    lines: u64,
    is_done: bool,
}

/// A stored line, without parsing it.
#[derive(serde::Serialize)]
#[serde(tag = "archive", rename_all = "snake_case")]
enum RawLine<'l> {
    Log { line: &'l RawValue },
    Move { line: &'l RawValue },
}

impl ArchiveWriter {
    async fn next(mut self) -> Result<Option<(String, ArchiveWriter)>, Error> {
        if self.is_done {
            return Ok(None);
        }
        let mut log = Vec::new();
        let is_move = self.log.is_empty();
        if !is_move {
            let limit = LINES.min((self.log.end - self.log.start) as usize);
            log = self.storage.read_tournament(self.tournament, self.log.start, limit).await?;
            self.log.start = if log.is_empty() { self.log.end } else { self.log.start + log.len() as u64 };
        } else if let Some(game) = self.matches.next() {
            let row = self.storage.find_match(game).await?.ok_or(Error::NoSuchMatch { game })?;
            self.head = Some(ArchiveLine::Match { game, created_ms: row.created_ms, ended_ms: row.end.map(|end| end.ended_ms) });
            log = storage::whole_log(&*self.storage, game).await?;
        } else {
            self.is_done = true;
        }
        let reports = self.reports.clone();
        Ok(Some(reports.run(move || self.piece(&log, is_move)).await??))
    }

    fn piece(mut self, log: &[ByteString], is_move: bool) -> Result<(String, ArchiveWriter), Error> {
        let mut text = String::new();
        if let Some(head) = self.head.take() {
            self.add(&mut text, &head);
        }
        for line in log {
            let line: &RawValue = storage::read_text(line)?;
            self.add(&mut text, &if is_move { RawLine::Move { line } } else { RawLine::Log { line } });
        }
        if self.is_done {
            let footer = ArchiveLine::Footer { lines: self.lines, sha256: hex(&self.hash.clone().finalize()) };
            self.add(&mut text, &footer);
        }
        self.hash.update(&text);
        Ok((text, self))
    }

    fn add(&mut self, text: &mut String, line: &impl serde::Serialize) {
        text.push_str(&serde_json::to_string(line).expect("a line is writable as JSON"));
        text.push('\n');
        self.lines += 1;
    }
}

/// The archive of a finished tournament, piece by piece.
///
/// # Errors
/// When it has not finished, or too much work waits.
pub async fn write(
    tournaments: &Tournaments,
    handle: &TournamentHandle,
) -> Result<impl Stream<Item = Result<String, Error>> + use<>, Error> {
    let (stage, lines, mut matches) = handle
        .read(|recorded| (recorded.tournament.stage(), recorded.lines, recorded.matches.values().flatten().copied().collect::<Vec<_>>()))
        .await?;
    if !matches!(stage, Stage::Finished | Stage::Archived) {
        return Err(Error::Refused(referee::tournament::TournamentCommandError::NotNow { stage, action: "export" }));
    }
    // A game that could not begin has match 0.
    matches.retain(|game| *game != 0);
    matches.sort_unstable();
    let header = ArchiveLine::Header { kind: KIND.into(), version: VERSION, name: handle.plan.name.clone(), created_ms: handle.created_ms };
    let writer = ArchiveWriter {
        storage: tournaments.storage.clone(),
        reports: tournaments.reports.clone(),
        tournament: handle.id,
        log: 0..lines,
        matches: matches.into_iter(),
        head: Some(header),
        hash: Sha256::new(),
        lines: 0,
        is_done: false,
    };
    Ok(futures_util::stream::try_unfold(writer, ArchiveWriter::next))
}

#[test]
fn a_raw_line_is_written_as_any_other() {
    let line = protocol::TournamentLine { line: 3, at_us: 7, entry: protocol::TournamentEntry::Started };
    let json = serde_json::to_string(&line).expect("JSON");
    let raw = serde_json::from_str(&json).expect("JSON");
    let raw = serde_json::to_string(&RawLine::Log { line: raw }).expect("JSON");
    assert_eq!(raw, serde_json::to_string(&ArchiveLine::Log { line }).expect("JSON"));
}
