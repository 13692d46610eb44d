//! Reads and checks an archive: its form, its checksum, every match, and the log.

use super::archive_error::{ArchiveError, bad};
use super::check::consistent;
use super::lines::LineReader;
use super::replay::MatchReplay;
use super::{Archive, ArchivedMatch, KIND, VERSION, hex};
use crate::Error;
use protocol::ArchiveLine;
use rules::Catalogue;
use runtime::work::{Stop, WorkError};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::io::{Read, Seek};
use storage::TournamentRow;

/// The matches of an archive, in order.
#[derive(Default)]
struct ArchivedMatches {
    done: BTreeMap<u64, ArchivedMatch>,
    current: Option<MatchReplay>,
    /// The first violation of the rules. It is reported after the checksum has been verified; nothing more is replayed.
    illegal: Option<Error>,
}

impl ArchivedMatches {
    fn are_none(&self) -> bool {
        self.done.is_empty() && self.current.is_none()
    }

    fn has(&self, match_id: u64) -> bool {
        self.done.contains_key(&match_id) || self.current.as_ref().is_some_and(|replay| replay.match_id == match_id)
    }

    fn finish(&mut self) {
        if let Some(replay) = self.current.take().filter(|_| self.illegal.is_none()) {
            match replay.finish(self.done.len() as u64) {
                Ok((game, replayed)) => drop(self.done.insert(game, replayed)),
                Err(illegal) => self.illegal = Some(illegal),
            }
        }
    }
}

impl<S: Read + Seek> Archive<S> {
    /// Reads and checks an archive, until `stop`.
    ///
    /// # Errors
    /// The first line that is wrong, and why.
    pub fn read(source: S, games: Catalogue, stop: &Stop) -> Result<Archive<S>, Error> {
        let mut lines = LineReader::new(source);
        let header = lines.read()?.ok_or_else(|| bad(1, ArchiveError::NoFooter))?;
        let (name, created_ms) = match header.1 {
            ArchiveLine::Header { kind, .. } if kind != KIND => return Err(bad(1, ArchiveError::OtherKind { kind })),
            ArchiveLine::Header { version, .. } if version != VERSION => {
                return Err(bad(1, ArchiveError::OtherVersion { version, read: VERSION }));
            }
            ArchiveLine::Header { name, created_ms, .. } => (name, created_ms),
            _ => return Err(bad(1, ArchiveError::NoHeader)),
        };
        let mut hash = Sha256::new();
        hash.update(lines.text());
        let (log_at, mut matches_at) = (lines.place(), lines.place());
        let mut matches = ArchivedMatches::default();
        let mut complete = false;
        while let Some((number, line)) = lines.read()? {
            if stop.is_set() {
                return Err(Error::Work(WorkError::Stopping));
            }
            if complete {
                return Err(bad(number, ArchiveError::AfterFooter));
            }
            match line {
                ArchiveLine::Header { .. } => return Err(bad(number, ArchiveError::SecondHeader)),
                ArchiveLine::Log { .. } if matches.are_none() => matches_at = lines.place(),
                ArchiveLine::Log { .. } => return Err(bad(number, ArchiveError::LogAfterMatches)),
                ArchiveLine::Match { game, .. } => {
                    if matches.has(game) {
                        return Err(bad(number, ArchiveError::Twice { game }));
                    }
                    matches.finish();
                    matches.current = Some(MatchReplay::new(game, number));
                }
                ArchiveLine::Move { line } => {
                    let replay = matches.current.as_mut().ok_or_else(|| bad(number, ArchiveError::BeforeAnyMatch))?;
                    if matches.illegal.is_none() {
                        matches.illegal = replay.play(number, &line, games).err();
                    }
                }
                ArchiveLine::Footer { lines, sha256 } => {
                    if lines != number as u64 - 1 {
                        return Err(bad(number, ArchiveError::FooterCounts { lines, found: number as u64 - 1 }));
                    }
                    if sha256 != hex(&hash.clone().finalize()) {
                        return Err(bad(number, ArchiveError::Checksum));
                    }
                    complete = true;
                }
            }
            hash.update(lines.text());
        }
        if !complete {
            return Err(bad(lines.place().number - 1, ArchiveError::NoFooter));
        }
        matches.finish();
        if let Some(illegal) = matches.illegal {
            return Err(illegal);
        }
        // The log has the rest of the row.
        let row = TournamentRow { name, created_ms, ..TournamentRow::default() };
        lines.go(log_at)?;
        let (row, plan) = consistent(&mut lines, &matches.done, row, games, stop)?;
        lines.go(matches_at)?;
        Ok(Archive { lines, log_at, matches: matches.done, row, plan })
    }
}
