//! Puts an archive into storage, in writes so small that matches go on beside it. Its row comes last, and makes all of it visible at once.

use super::Archive;
use crate::Error;
use crate::tournaments::{TournamentHandle, Tournaments, record};
use bytestring::ByteString;
use protocol::{ArchiveLine, Entry, Line, Seat, TournamentEntry, TournamentLine};
use rules::BySide;
use runtime::work::WorkError;
use std::io::{Read, Seek};
use std::sync::Arc;
use storage::{Change, EndRow, MatchRow, TournamentRow};
use tokio::sync::OwnedSemaphorePermit;

/// A write ends with the change that brings it to so many, or with the line that brings it to so many bytes.
const CHANGES: usize = 400;
const BYTES: usize = 1 << 20;

/// What is to be written down of an archive: its matches, then the tournament's log.
struct Writer<S> {
    id: u64,
    /// The number of the first match.
    first: u64,
    archive: Archive<S>,
    at_hand: Option<AtHand>,
    part: Part,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Beginning,
    Matches,
    Log,
    Nothing,
}

/// The match whose lines are being read.
#[derive(Clone, Copy)]
struct AtHand {
    game: u64,
    created_ms: i64,
    ended_ms: i64,
    plies: u32,
}

/// Changes that are written together.
#[derive(Default)]
struct Write {
    changes: Vec<Change>,
    bytes: usize,
}

impl Write {
    fn is_full(&self) -> bool {
        self.changes.len() >= CHANGES || self.bytes >= BYTES
    }

    fn line(&mut self, body: ByteString, change: impl FnOnce(ByteString) -> Change) {
        self.bytes += body.len();
        self.changes.push(change(body));
    }
}

impl<S: Read + Seek> Writer<S> {
    /// The next changes; none when all are written.
    fn next(&mut self) -> Result<Vec<Change>, Error> {
        let mut write = Write::default();
        if self.part == Part::Beginning {
            self.archive.lines.go(self.archive.matches_at)?;
            self.part = Part::Matches;
        }
        while self.part != Part::Nothing && !write.is_full() {
            let line = self.archive.lines.read()?.map(|(_, line)| line);
            self.part = match (self.part, line) {
                (Part::Matches, Some(ArchiveLine::Match { game, created_ms, ended_ms })) => {
                    let ended_ms = ended_ms.unwrap_or(created_ms);
                    self.at_hand = Some(AtHand { game: self.number(game), created_ms, ended_ms, plies: 0 });
                    Part::Matches
                }
                (Part::Matches, Some(ArchiveLine::Move { line })) => {
                    self.add_move(line, &mut write);
                    Part::Matches
                }
                (Part::Matches, _) => {
                    self.archive.lines.go(self.archive.log_at)?;
                    Part::Log
                }
                (Part::Log, Some(ArchiveLine::Log { line })) => {
                    self.add_line(line, &mut write);
                    Part::Log
                }
                _ => Part::Nothing,
            };
        }
        Ok(write.changes)
    }

    /// The new number of a match.
    fn number(&self, old: u64) -> u64 {
        self.archive.matches.get(&old).map_or(0, |kept| self.first + kept.order)
    }

    fn add_move(&mut self, mut line: Line, write: &mut Write) {
        let Some(AtHand { game, created_ms, ended_ms, plies }) = &mut self.at_hand else { return };
        let game = *game;
        let number = if let Entry::Created { game: number, game_name, players, .. } = &mut line.entry {
            *number = game;
            let players = BySide { white: players.white.clone(), black: players.black.clone() };
            let (game_name, tournament) = (game_name.clone(), Some(self.id));
            write.changes.push(Change::Match(MatchRow {
                game,
                game_name,
                players,
                versions: BySide::default(),
                created_ms: *created_ms,
                end: None,
                tournament,
            }));
            0
        } else {
            line.line
        };
        let body = ByteString::from(serde_json::to_string(&line).expect("a line is writable as JSON"));
        write.line(body, |body| Change::Line { game, number, body });
        match line.entry {
            Entry::Moved { .. } => *plies += 1,
            Entry::Ended { result, reason, why, .. } => {
                write.changes.push(Change::End { game, end: EndRow { result, reason, why, ended_ms: *ended_ms, plies: *plies } });
                // No bot waits for this news.
                write.changes.extend([Seat::White, Seat::Black].map(|seat| Change::Seen { game, seat }));
            }
            _ => {}
        }
    }

    fn add_line(&self, mut line: TournamentLine, write: &mut Write) {
        if let TournamentEntry::Begun { played_as, .. } = &mut line.entry {
            *played_as = self.number(*played_as);
        }
        write.line(record::json(&line), |body| Change::TournamentLine { id: self.id, number: line.line, body });
    }
}

impl<S: Read + Seek + Send + 'static> Archive<S> {
    /// Puts it into storage, as a tournament of its own with new numbers.
    ///
    /// # Errors
    /// When nothing can be written.
    pub async fn take_in(self, tournaments: &Arc<Tournaments>, permit: OwnedSemaphorePermit) -> Result<Arc<TournamentHandle>, Error> {
        let at_work = tournaments.clone();
        let importing = async move {
            let _one_at_a_time = permit;
            let id = at_work.storage.number_tournament().await?;
            let first = at_work.storage.number_matches(self.matches.len() as u64).await?;
            let row = TournamentRow { id, ..self.row.clone() };
            let writer = Writer { id, first, archive: self, at_hand: None, part: Part::Beginning };
            let written = at_work
                .life
                .stop
                .run_until_cancelled(at_work.write_archive(writer, row))
                .await
                .unwrap_or(Err(Error::Work(WorkError::Stopping)));
            if written.is_err() {
                tracing::error!(tournament = id, "an import broke off; what is there of it is forgotten at the next start");
            }
            at_work.rated.changed(id);
            written?;
            at_work.find(id).await
        };
        tournaments.commands.run(importing).await
    }
}

impl Tournaments {
    async fn write_archive<S: Read + Seek + Send + 'static>(&self, mut writer: Writer<S>, row: TournamentRow) -> Result<(), Error> {
        loop {
            let mut working = self.reports.submit(move |_| {
                let changes = writer.next();
                (writer, changes)
            })?;
            let (after, changes) = working.done().await?;
            writer = after;
            let changes = changes?;
            if changes.is_empty() {
                return Ok(self.storage.write(vec![Change::Tournament(row)]).await?);
            }
            self.storage.write(changes).await?;
        }
    }
}
