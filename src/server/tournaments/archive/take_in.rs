//! Puts an archive into storage, in writes so small that matches go on beside it. Its row comes last, and makes all of it visible at once.

use super::{Archive, ArchivedMatch};
use crate::core::Error;
use crate::core::storage::{Change, EndRow, MatchRow, TournamentRow};
use crate::tournaments::{TournamentHandle, Tournaments, record};
use protocol::{Entry, Seat, TournamentEntry};
use rules::BySide;
use std::collections::BTreeMap;
use std::sync::Arc;
use tokio::sync::OwnedSemaphorePermit;

/// At least so many changes are in one write, and a match more at most.
const CHANGES: usize = 400;

/// What is to be written down of an archive.
struct Writer {
    id: u64,
    /// The number of the first match.
    first: u64,
    archive: Archive,
    /// The new number of each match.
    numbers: BTreeMap<u64, u64>,
    lines_written: usize,
}

impl Writer {
    /// The next changes: matches first, then the log, then the row; none after that.
    fn next(&mut self) -> Vec<Change> {
        let mut changes = Vec::new();
        while changes.len() < CHANGES
            && let Some((old, kept)) = self.archive.matches.pop_first()
        {
            let game = self.first + self.numbers.len() as u64;
            self.numbers.insert(old, game);
            add(&mut changes, self.id, game, kept);
        }
        while changes.len() < CHANGES
            && let Some(line) = self.archive.lines.get_mut(self.lines_written)
        {
            self.lines_written += 1;
            if let TournamentEntry::Begun { played_as, .. } = &mut line.entry {
                *played_as = self.numbers.get(played_as).copied().unwrap_or(0);
            }
            changes.push(Change::TournamentLine { id: self.id, number: line.line, body: record::json(line) });
        }
        changes
    }
}

fn add(changes: &mut Vec<Change>, tournament: u64, game: u64, kept: ArchivedMatch) {
    let ArchivedMatch { created_ms, ended_ms, game_name, players, end: (result, reason, detail), mut first, rest, .. } = kept;
    let players = BySide { white: players.white, black: players.black };
    changes.push(Change::Match(MatchRow {
        game,
        game_name,
        players,
        versions: BySide::default(),
        created_ms,
        end: None,
        tournament: Some(tournament),
    }));
    let plies = rest.iter().filter(|line| line.contains("\"t\":\"moved\"")).count() as u32;
    changes.push(Change::End { game, end: EndRow { result, reason, detail, ended_ms: ended_ms.unwrap_or(created_ms), plies } });
    // No bot waits for this news.
    changes.extend([Seat::White, Seat::Black].map(|seat| Change::Seen { game, seat }));
    if let Entry::Created { game: number, .. } = &mut first.entry {
        *number = game;
    }
    let body = serde_json::to_string(&first).expect("a line is writable as JSON").into();
    changes.push(Change::Line { game, number: 0, body });
    changes.extend((1..).zip(rest).map(|(number, body)| Change::Line { game, number, body }));
}

impl Archive {
    /// Puts it into storage, as a tournament of its own with new numbers. It is done whether anybody waits for it or not.
    ///
    /// # Errors
    /// When nothing can be written.
    pub async fn take_in(self, tournaments: &Arc<Tournaments>, permit: OwnedSemaphorePermit) -> Result<Arc<TournamentHandle>, Error> {
        let storage = &tournaments.storage;
        let id = storage.number_tournament().await?;
        let first = storage.number_matches(self.matches.len() as u64).await?;
        let row = TournamentRow { id, name: self.name.clone(), game: self.game.clone(), stage: self.stage, created_ms: self.created_ms };
        let writer = Writer { id, first, archive: self, numbers: BTreeMap::new(), lines_written: 0 };
        let (done, answer) = tokio::sync::oneshot::channel();
        let at_work = tournaments.clone();
        tournaments.life.spawn_until_stopped(async move {
            let _one_at_a_time = permit;
            let written = at_work.write_archive(writer, row).await;
            if written.is_err() {
                tracing::error!(tournament = id, "an import broke off; what is there of it is forgotten at the next start");
            }
            at_work.rated.changed();
            // Whoever asked may have gone.
            let _ = done.send(written);
        });
        answer.await.map_err(|_| Error::Stopping)??;
        tournaments.find(id).await
    }
}

impl Tournaments {
    async fn write_archive(&self, mut writer: Writer, row: TournamentRow) -> Result<(), Error> {
        loop {
            let mut working = self.reports.submit(move |_| {
                let changes = writer.next();
                (writer, changes)
            })?;
            let (after, changes) = working.done().await?;
            writer = after;
            if changes.is_empty() {
                return Ok(self.storage.write(vec![Change::Tournament(row)]).await?);
            }
            self.storage.write(changes).await?;
        }
    }
}
