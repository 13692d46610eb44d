//! Checks that the log of an archived tournament follows its rules and agrees with the archived matches.

use super::archive_error::{ArchiveError, bad};
use super::lines::LineReader;
use super::{ArchivedMatch, likeness};
use crate::Error;
use crate::matches::wire;
use crate::tournaments::{RecordedTournament, is_over, log_entries};
use protocol::{ArchiveLine, GameResult, NewTournament, TournamentEntry, TournamentLine};
use referee::tournament::GameStatus;
use rules::Catalogue;
use runtime::work::{Stop, WorkError};
use std::collections::BTreeMap;
use std::io::{Read, Seek};
use storage::TournamentRow;

/// Replays the log of the tournament, the next lines, against the archived matches, until `stop`. Returns the row that the header begins, and the plan.
pub fn consistent<S: Read + Seek>(
    lines: &mut LineReader<S>,
    matches: &BTreeMap<u64, ArchivedMatch>,
    header: TournamentRow,
    games: Catalogue,
    stop: &Stop,
) -> Result<(TournamentRow, NewTournament), Error> {
    let (first, line) = next(lines)?.ok_or_else(|| bad(1, ArchiveError::NoLog))?;
    let plan = match &line.entry {
        TournamentEntry::Created { plan, .. } if plan.name == header.name => plan.clone(),
        _ => return Err(bad(first, ArchiveError::OtherTournament)),
    };
    let (_, mut recorded) = RecordedTournament::read(&[wire::json(&line)], games).map_err(|why| bad(first, why))?;
    let game_name = recorded.tournament.settings().game.name();
    let (mut begun, mut last) = (0, first);
    while let Some((place, line)) = next(lines)? {
        if stop.is_set() {
            return Err(Error::Work(WorkError::Stopping));
        }
        if line.line != recorded.lines {
            return Err(bad(place, ArchiveError::LineOrder { line: line.line, expected: recorded.lines }));
        }
        match &line.entry {
            TournamentEntry::Created { .. } => return Err(bad(place, ArchiveError::SecondBeginning)),
            TournamentEntry::Begun { number, attempt, players, position, played_as, .. } => {
                let key = log_entries::key(*number);
                let game = recorded.tournament.game(key);
                if game.is_none_or(|game| game.status != GameStatus::Pending || game.attempts.checked_add(1) != Some(*attempt)) {
                    return Err(bad(place, ArchiveError::CannotBegin { game: key, attempt: *attempt }));
                }
                // A game that could not begin has match 0.
                if *played_as != 0 {
                    let found = matches.get(played_as).ok_or_else(|| bad(place, ArchiveError::Missing { game: *played_as }))?;
                    if found.game_name != game_name {
                        let name = found.game_name.into();
                        return Err(bad(found.at, ArchiveError::OtherGame { game: *played_as, name, expected: game_name }));
                    }
                    if found.likeness != likeness(players, position) {
                        return Err(bad(found.at, ArchiveError::NotThatGame { game: *played_as }));
                    }
                    begun += 1;
                }
            }
            TournamentEntry::Ended { number, attempt, result, played, .. } => {
                let key = log_entries::key(*number);
                let game = recorded.tournament.game(key);
                // A match abandoned before both players joined is void.
                let is_void = *result == GameResult::Void && !played;
                let may_end = |status| status == GameStatus::Running || (status == GameStatus::Pending && is_void);
                if game.is_none_or(|game| !may_end(game.status) || game.attempts != *attempt) {
                    return Err(bad(place, ArchiveError::CannotEnd { game: key, attempt: *attempt }));
                }
                let played_as = recorded.matches.get(&key).and_then(|matches| matches.last());
                let end = played_as.and_then(|game| matches.get(game)).map(|found| found.result);
                let is_none = played_as == Some(&0) && *result == GameResult::Void;
                let has_begun = game.is_some_and(|game| game.status == GameStatus::Running);
                if has_begun && end != Some(*result) && !is_none {
                    return Err(bad(place, ArchiveError::OtherEnd { game: key, result: *result }));
                }
            }
            _ => {}
        }
        recorded.apply(&line).map_err(|why| bad(place, why))?;
        last = place;
    }
    if begun != matches.len() {
        return Err(bad(first, ArchiveError::MatchCount { expected: begun, found: matches.len() }));
    }
    let (stage, entrants, winner) = log_entries::columns(&recorded.tournament);
    if !is_over(stage) {
        return Err(bad(last, ArchiveError::NotFinished { stage }));
    }
    Ok((TournamentRow { game: game_name.into(), format: plan.format, entrants, stage, winner, ..header }, *plan))
}

/// The next line of the log, with its number in the archive.
fn next<S: Read + Seek>(lines: &mut LineReader<S>) -> Result<Option<(usize, TournamentLine)>, Error> {
    Ok(match lines.read()? {
        Some((place, ArchiveLine::Log { line })) => Some((place, line)),
        _ => None,
    })
}
