//! Storage that keeps nothing beyond the process: for simulation, and for matches that nobody wants to keep.

use super::{Change, JobRow, MatchFilter, MatchRow, Store, TokenRow, TournamentRow};
use crate::Error;
use axum::extract::ws::Utf8Bytes;
use protocol::Seat;
use rules::BySide;
use std::collections::BTreeMap;

struct Kept {
    row: MatchRow,
    log: Vec<Utf8Bytes>,
    unseen: BySide<bool>,
}

/// Everything in memory.
#[derive(Default)]
pub struct MemoryStore {
    matches: BTreeMap<u64, Kept>,
    tournaments: BTreeMap<u64, (TournamentRow, Vec<Utf8Bytes>)>,
    tokens: BTreeMap<u64, TokenRow>,
    jobs: BTreeMap<u64, JobRow>,
}

impl MemoryStore {
    /// What would go wrong, before anything is written. Changes are checked against what those before them will have made.
    fn check(&self, changes: &[Change]) -> Result<(), Error> {
        let (mut matches, mut tournaments) = (BTreeMap::new(), BTreeMap::new());
        let lines_of_match = |game: &u64| self.matches.get(game).map(|kept| kept.log.len() as u64);
        let lines_of_tournament = |id: &u64| self.tournaments.get(id).map(|(_, log)| log.len() as u64);
        let follow = |what: &str, id: u64, number: u64, lines: &mut Option<u64>, missing: Error| match lines {
            None => Err(missing),
            Some(lines) if *lines == number => {
                *lines += 1;
                Ok(())
            }
            Some(lines) => Err(Error::Storage(format!("{what} {id}: line {number} does not follow {lines} lines"))),
        };
        for change in changes {
            match change {
                Change::Match(row) => drop(matches.insert(row.game, Some(0))),
                Change::Line { game, number, .. } => {
                    let lines = matches.entry(*game).or_insert_with(|| lines_of_match(game));
                    follow("match", *game, *number, lines, Error::NoSuchMatch { game: *game })?;
                }
                Change::End { game, .. } => {
                    matches.entry(*game).or_insert_with(|| lines_of_match(game)).ok_or(Error::NoSuchMatch { game: *game })?;
                }
                Change::Tournament(row) => drop(tournaments.insert(row.id, Some(0))),
                Change::TournamentLine { id, number, .. } => {
                    let lines = tournaments.entry(*id).or_insert_with(|| lines_of_tournament(id));
                    follow("tournament", *id, *number, lines, Error::NoSuchTournament { id: *id })?;
                }
                Change::TournamentStage { id, .. } => {
                    tournaments.entry(*id).or_insert_with(|| lines_of_tournament(id)).ok_or(Error::NoSuchTournament { id: *id })?;
                }
                Change::Seen { .. } | Change::Token(_) | Change::Revoked { .. } => {}
                Change::Job(_) | Change::JobEnd { .. } | Change::JobsForgotten { .. } => {}
            }
        }
        Ok(())
    }

    /// Writes a change that has been checked.
    fn apply(&mut self, change: &Change) {
        match change {
            Change::Match(row) => {
                self.matches.insert(row.game, Kept { row: row.clone(), log: Vec::new(), unseen: BySide::default() });
            }
            Change::Line { game, body, .. } => {
                if let Some(kept) = self.matches.get_mut(game) {
                    kept.log.push(body.clone());
                }
            }
            Change::End { game, end } => {
                if let Some(kept) = self.matches.get_mut(game) {
                    kept.row.end = Some(end.clone());
                    kept.unseen = BySide { white: true, black: true };
                }
            }
            Change::Seen { game, seat } => {
                if let Some(kept) = self.matches.get_mut(game) {
                    match seat {
                        Seat::White => kept.unseen.white = false,
                        Seat::Black => kept.unseen.black = false,
                    }
                }
            }
            Change::Tournament(row) => drop(self.tournaments.insert(row.id, (row.clone(), Vec::new()))),
            Change::TournamentLine { id, body, .. } => {
                if let Some((_, log)) = self.tournaments.get_mut(id) {
                    log.push(body.clone());
                }
            }
            Change::TournamentStage { id, stage } => {
                if let Some((row, _)) = self.tournaments.get_mut(id) {
                    row.stage = *stage;
                }
            }
            Change::Token(row) => drop(self.tokens.insert(row.id, row.clone())),
            Change::Revoked { id } => drop(self.tokens.remove(id)),
            Change::Job(row) => drop(self.jobs.insert(row.id, row.clone())),
            Change::JobEnd { id, end } => {
                if let Some(row) = self.jobs.get_mut(id) {
                    row.end = Some(end.clone());
                }
            }
            Change::JobsForgotten { kept } => {
                let over = |row: &JobRow| Some((row.end.as_ref()?.ended_ms, row.id));
                let mut ended: Vec<_> = self.jobs.values().filter_map(over).collect();
                ended.sort_unstable_by(|a, b| b.cmp(a));
                for (_, id) in ended.into_iter().skip(*kept as usize) {
                    self.jobs.remove(&id);
                }
            }
        }
    }
}

impl Store for MemoryStore {
    fn write(&mut self, changes: &[Change]) -> Result<(), Error> {
        self.check(changes)?;
        changes.iter().for_each(|change| self.apply(change));
        Ok(())
    }

    fn sync(&mut self) -> Result<(), Error> {
        Ok(())
    }

    fn tidy(&mut self) -> Result<bool, Error> {
        Ok(true)
    }

    fn last_match(&mut self) -> Result<u64, Error> {
        Ok(self.matches.last_key_value().map_or(0, |(game, _)| *game))
    }

    fn find_match(&mut self, game: u64) -> Result<Option<MatchRow>, Error> {
        Ok(self.matches.get(&game).map(|kept| kept.row.clone()))
    }

    fn list_matches(&mut self, filter: &MatchFilter) -> Result<Vec<MatchRow>, Error> {
        let wanted = |row: &&MatchRow| {
            filter.ended.is_none_or(|ended| row.end.is_some() == ended)
                && filter.tournament.is_none_or(|id| row.tournament == Some(id))
                && filter.bot.as_ref().is_none_or(|bot| *bot == row.players.white || *bot == row.players.black)
        };
        let below = self.matches.range(..filter.before.unwrap_or(u64::MAX));
        Ok(below.rev().map(|(_, kept)| &kept.row).filter(wanted).take(filter.limit).cloned().collect())
    }

    fn read_log(&mut self, game: u64, from: u64, limit: usize) -> Result<Vec<Utf8Bytes>, Error> {
        let log = self.matches.get(&game).map_or(&[][..], |kept| &kept.log);
        Ok(log.iter().skip(usize::try_from(from).unwrap_or(usize::MAX)).take(limit).cloned().collect())
    }

    fn unseen(&mut self, bot: &str, limit: usize) -> Result<Vec<MatchRow>, Error> {
        let is_unseen =
            |kept: &&Kept| (kept.unseen.white && kept.row.players.white == bot) || (kept.unseen.black && kept.row.players.black == bot);
        let mut rows: Vec<_> = self.matches.values().rev().filter(is_unseen).take(limit).map(|kept| kept.row.clone()).collect();
        rows.reverse();
        Ok(rows)
    }

    fn last_tournament(&mut self) -> Result<u64, Error> {
        Ok(self.tournaments.last_key_value().map_or(0, |(id, _)| *id))
    }

    fn list_tournaments(&mut self) -> Result<Vec<TournamentRow>, Error> {
        Ok(self.tournaments.values().rev().map(|(row, _)| row.clone()).collect())
    }

    fn read_tournament(&mut self, id: u64) -> Result<Vec<Utf8Bytes>, Error> {
        Ok(self.tournaments.get(&id).map(|(_, log)| log.clone()).unwrap_or_default())
    }

    fn list_tokens(&mut self) -> Result<Vec<TokenRow>, Error> {
        Ok(self.tokens.values().cloned().collect())
    }

    fn find_token(&mut self, hash: &[u8; 32]) -> Result<Option<TokenRow>, Error> {
        Ok(self.tokens.values().find(|row| row.hash == *hash).cloned())
    }

    fn has_token(&mut self, bot: &str) -> Result<bool, Error> {
        Ok(self.tokens.values().any(|row| row.bot.as_deref() == Some(bot)))
    }

    fn find_job(&mut self, id: u64) -> Result<Option<JobRow>, Error> {
        Ok(self.jobs.get(&id).cloned())
    }

    fn unfinished_jobs(&mut self) -> Result<Vec<u64>, Error> {
        Ok(self.jobs.values().filter(|row| row.end.is_none()).map(|row| row.id).collect())
    }
}
