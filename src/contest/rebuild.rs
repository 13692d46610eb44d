//! Rebuilds from the logs what is stored beside them: the ends of matches, the records of bots, the stages and rated games of tournaments.

use crate::Error;
use crate::tournaments::{RatedTournament, RecordedTournament, is_over, log_entries};
use rules::Catalogue;
use storage::{Change, EndRow, MatchFilter, RatedRow, Storage, TournamentFilter, TournamentRow};

const PAGE: usize = 200;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rebuilt {
    pub matches: u64,
    pub tournaments: u64,
    /// The rows that differed from their logs.
    pub mended: u64,
}

/// Rebuilds the storage of a stopped referee. Times of the wall clock stay, since no log has them, and so do rows whose log cannot be read.
///
/// # Errors
/// Those of the storage.
pub async fn rebuild(storage: &dyn Storage, games: Catalogue) -> Result<Rebuilt, Error> {
    let mut rebuilt = Rebuilt::default();
    let mut last = 0;
    loop {
        let page = storage.list_matches(MatchFilter { after: Some(last), limit: PAGE, ..MatchFilter::default() }).await?;
        let Some(newest) = page.last() else { break };
        (last, rebuilt.matches) = (newest.match_id, rebuilt.matches + page.len() as u64);
        let mut changes = Vec::new();
        for row in page {
            let log = storage::whole_log(storage, row.match_id).await?;
            let lines: Vec<_> = log.iter().filter_map(|text| storage::read_line(text).ok()).collect();
            let at_us = lines.last().map_or(0, |line| line.at_us);
            let ended_ms = row.end.as_ref().map_or(row.created_ms + at_us as i64 / 1_000, |end| end.ended_ms);
            let end = EndRow::of(&lines, ended_ms).filter(|end| row.end.as_ref() != Some(end));
            changes.extend(end.map(|end| Change::EndRebuilt { match_id: row.match_id, end }));
        }
        rebuilt.mended += changes.len() as u64;
        storage.write(changes).await?;
    }
    storage.write(vec![Change::Rebuilt]).await?;
    for row in storage.list_tournaments(TournamentFilter { limit: usize::MAX, ..TournamentFilter::default() }).await? {
        let changes = tournament_changes(storage, games, &row).await?;
        rebuilt.tournaments += 1;
        rebuilt.mended += changes.iter().filter(|change| matches!(change, Change::TournamentState { .. })).count() as u64;
        storage.write(changes).await?;
    }
    Ok(rebuilt)
}

async fn tournament_changes(storage: &dyn Storage, games: Catalogue, row: &TournamentRow) -> Result<Vec<Change>, Error> {
    let (id, log) = (row.id, storage::whole_tournament(storage, row.id).await?);
    let Ok((plan, recorded)) = RecordedTournament::read(&log, games) else { return Ok(Vec::new()) };
    let (stage, entrants, winner) = log_entries::columns(&recorded.tournament);
    // An operator has closed a tournament whose row is over and whose log is not.
    let stage = if is_over(row.stage) && !is_over(stage) { row.stage } else { stage };
    let is_other = (stage, entrants, &winner) != (row.stage, row.entrants, &row.winner);
    let state = is_other.then_some(Change::TournamentState { id, stage, entrants, winner });
    let rated = is_over(stage).then(|| {
        let body = RatedTournament::of(id, row.created_ms, plan, &recorded).to_stored();
        Change::Rated(RatedRow { tournament: id, lines: log.len() as u64, body })
    });
    Ok(state.into_iter().chain(rated).collect())
}

#[cfg(test)]
async fn kept(storage: &dyn Storage) -> impl PartialEq + std::fmt::Debug {
    let matches = storage.list_matches(MatchFilter { limit: usize::MAX, ..MatchFilter::default() }).await.expect("a list");
    let bots: std::collections::BTreeSet<_> = matches.iter().flat_map(|row| [&row.players.white, &row.players.black]).collect();
    let mut records = Vec::new();
    for bot in bots {
        records.push(storage.tally(bot).await.expect("a list"));
    }
    let tournaments = storage.list_tournaments(TournamentFilter { limit: usize::MAX, ..TournamentFilter::default() }).await;
    (matches, records, tournaments, storage.list_rated(0, usize::MAX).await)
}

/// Checks that a rebuild changes nothing.
#[cfg(test)]
pub async fn check_rebuilt(storage: &dyn Storage) {
    let before = kept(storage).await;
    let rebuilt = rebuild(storage, Catalogue::ALL).await.expect("rebuilt");
    assert_eq!(kept(storage).await, before);
    assert_eq!(rebuilt.mended, 0);
}
