//! Stores an archive in small writes, so that matches are not delayed. The tournament's row is written last, which makes everything visible
//! in one step.

use super::Archive;
use crate::Error;
use crate::matches::wire;
use crate::tournaments::{TournamentHandle, Tournaments};
use protocol::{ArchiveLine, Entry, Line, Seat, TournamentEntry, TournamentLine};
use rules::BySide;
use runtime::work::WorkError;
use std::io::{Read, Seek};
use std::sync::Arc;
use storage::{Change, EndRow, Evidence, MatchRow, TournamentRow};
use tokio::sync::OwnedSemaphorePermit;

/// A write ends when it has this many changes or bytes.
const CHANGES: usize = 400;
const BYTES: usize = 1 << 20;

/// The import of an archive: its matches, then the tournament's log.
struct Import<S> {
    id: u64,
    first: u64,
    archive: Archive<S>,
    /// The match being read; none in the tournament's log.
    current: Option<Current>,
    is_log: bool,
    changes: Vec<Change>,
    bytes: usize,
}

struct Current {
    game: u64,
    created_ms: i64,
    ended_ms: i64,
    plies: u32,
    evidence: Evidence,
}

impl<S: Read + Seek> Import<S> {
    /// The next changes; none at the end.
    fn next(&mut self) -> Result<Vec<Change>, Error> {
        self.bytes = 0;
        while self.changes.len() < CHANGES && self.bytes < BYTES {
            match (self.is_log, self.archive.lines.read()?.map(|(_, line)| line)) {
                (false, Some(ArchiveLine::Match { game, created_ms, ended_ms })) => {
                    let ended_ms = ended_ms.unwrap_or(created_ms);
                    self.current = Some(Current { game: self.number(game), created_ms, ended_ms, plies: 0, evidence: Evidence::default() });
                }
                (false, Some(ArchiveLine::Move { line })) => self.add_move(line),
                (false, _) => {
                    self.archive.lines.go(self.archive.log_at)?;
                    self.is_log = true;
                }
                (true, Some(ArchiveLine::Log { line })) => self.add_line(line),
                (true, _) => break,
            }
        }
        Ok(std::mem::take(&mut self.changes))
    }

    fn number(&self, old: u64) -> u64 {
        self.archive.matches.get(&old).map_or(0, |found| self.first + found.order)
    }

    fn add_move(&mut self, mut line: Line) {
        let Some(Current { game, created_ms, ended_ms, plies, evidence }) = &mut self.current else { return };
        let game = *game;
        if let Entry::Created { game: number, game_name, players, time, .. } = &mut line.entry {
            *number = game;
            line.line = 0;
            self.changes.push(Change::Match(MatchRow {
                match_id: game,
                game_name: game_name.clone(),
                players: BySide { white: players.white.clone(), black: players.black.clone() },
                versions: BySide::default(),
                created_ms: *created_ms,
                end: None,
                tournament: Some(self.id),
                time: *time,
            }));
        }
        let body = wire::json(&line);
        self.bytes += body.len();
        self.changes.push(Change::Line { match_id: game, number: line.line, body });
        evidence.add(&line);
        match line.entry {
            Entry::Moved(_) => *plies += 1,
            Entry::Ended { result, reason, why, .. } => {
                let (plies, evidence) = (*plies, std::mem::take(evidence));
                self.changes
                    .push(Change::End { match_id: game, end: EndRow { result, reason, why, ended_ms: *ended_ms, plies, evidence } });
                // No bot is to be notified of it.
                self.changes.extend([Seat::White, Seat::Black].map(|seat| Change::Seen { match_id: game, seat }));
            }
            _ => {}
        }
    }

    fn add_line(&mut self, mut line: TournamentLine) {
        if let TournamentEntry::Begun { played_as, .. } = &mut line.entry {
            *played_as = self.number(*played_as);
        }
        let body = wire::json(&line);
        self.bytes += body.len();
        self.changes.push(Change::TournamentLine { id: self.id, number: line.line, body });
    }
}

impl<S: Read + Seek + Send + 'static> Archive<S> {
    /// Imports it as a tournament with new numbers, unless it is here.
    pub async fn import(self, tournaments: &Arc<Tournaments>, permit: OwnedSemaphorePermit) -> Result<Arc<TournamentHandle>, Error> {
        let owner = tournaments.clone();
        let importing = async move {
            let _one_at_a_time = permit;
            if let Some(id) = owner.archived(&self.row, &self.plan).await? {
                return Err(Error::HereAlready { id });
            }
            let id = owner.storage.allocate_tournament_id().await?;
            let first = owner.storage.allocate_match_ids(self.matches.len() as u64).await?;
            let row = TournamentRow { id, ..self.row.clone() };
            let import = Import { id, first, archive: self, current: None, is_log: false, changes: Vec::new(), bytes: 0 };
            let written = owner.life.stop.run_until_cancelled(owner.write_import(import, row)).await;
            let written = written.unwrap_or(Err(Error::Work(WorkError::Stopping)));
            if written.is_err() {
                tracing::error!(tournament = id, "an import broke off; what is there of it is forgotten at the next start");
            }
            owner.rated.changed(id);
            written?;
            owner.find(id).await
        };
        tournaments.commands.run(importing).await
    }
}

impl Tournaments {
    async fn write_import<S: Read + Seek + Send + 'static>(&self, mut import: Import<S>, row: TournamentRow) -> Result<(), Error> {
        loop {
            let changes;
            (import, changes) = self
                .reports
                .run(move || {
                    let changes = import.next();
                    (import, changes)
                })
                .await?;
            let changes = changes?;
            if changes.is_empty() {
                return Ok(self.storage.write(vec![Change::Tournament(row)]).await?);
            }
            self.storage.write(changes).await?;
        }
    }
}
