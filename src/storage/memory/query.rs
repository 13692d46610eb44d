//! What lists ask for, of all that is in memory.

use super::{MatchRecord, Memory};
use crate::{EndRow, JobRow, ListedMatch, MOST_TALLIES, MatchFilter, MatchRow, ReviewedMatch, Tally, TournamentFilter, TournamentRow};
use protocol::GameResult;
use std::collections::BTreeMap;

impl Memory {
    pub(super) fn is_visible(&self, row: &MatchRow) -> bool {
        row.tournament.is_none_or(|id| self.tournaments.contains_key(&id))
    }

    pub(super) fn list_matches(&self, filter: &MatchFilter) -> Vec<ListedMatch> {
        let plays = |bot: &String, row: &MatchRow| *bot == row.players.white || *bot == row.players.black;
        let end = |row: &MatchRow, is_wanted: &dyn Fn(&EndRow) -> bool| row.end.as_ref().is_some_and(is_wanted);
        let won = |row: &MatchRow, bot: &String, won: bool| {
            let winner = if (*bot == row.players.white) == won { GameResult::White } else { GameResult::Black };
            end(row, &|end| end.result == winner)
        };
        let wanted = |row: &MatchRow| {
            filter.ended.is_none_or(|ended| row.end.is_some() == ended)
                && filter.game_name.as_ref().is_none_or(|name| row.game_name == *name)
                && filter.tournament.is_none_or(|id| row.tournament == Some(id))
                && filter.bot.as_ref().is_none_or(|bot| plays(bot, row))
                && filter.opponent.as_ref().is_none_or(|bot| plays(bot, row))
                && filter.result.is_none_or(|result| end(row, &|end| end.result == result))
                && filter.reason.as_ref().is_none_or(|reason| end(row, &|end| end.reason == *reason))
                && filter.bot.as_ref().zip(filter.bot_won).is_none_or(|(bot, has_won)| won(row, bot, has_won))
                && filter.since_ms.is_none_or(|since| row.created_ms >= since)
                && filter.until_ms.is_none_or(|until| row.created_ms < until)
                && filter.least_plies.is_none_or(|least| end(row, &|end| end.plies >= least))
                && filter.most_plies.is_none_or(|most| end(row, &|end| end.plies <= most))
                && filter.after.is_none_or(|after| row.game > after)
                && self.is_visible(row)
        };
        let below = self.matches.range(..filter.before.unwrap_or(u64::MAX)).map(|(_, kept)| kept).filter(|kept| wanted(&kept.row));
        let listed = |kept: &MatchRecord| ListedMatch { row: kept.row.clone(), first_line: kept.log.first().cloned().unwrap_or_default() };
        match filter.after {
            Some(_) => below.take(filter.limit).map(listed).collect(),
            None => below.rev().take(filter.limit).map(listed).collect(),
        }
    }

    pub(super) fn unreviewed(&self, since_ms: i64, among: usize) -> Vec<u64> {
        let is_wanted = |row: &&MatchRow| {
            let is_played = |end: &EndRow| end.ended_ms >= since_ms && end.plies > 0 && end.result != GameResult::Void;
            row.tournament.is_some() && self.is_visible(row) && row.end.as_ref().is_some_and(is_played)
        };
        let newest = self.matches.values().rev().map(|kept| &kept.row).filter(is_wanted).take(among).map(|row| row.game);
        let mut games: Vec<u64> = newest.filter(|game| self.jobs.values().all(|row| row.game != Some(*game))).collect();
        games.reverse();
        games
    }

    pub(super) fn tally(&self, bot: &str) -> Vec<Tally> {
        let mut tallies = BTreeMap::new();
        for row in self.matches.values().map(|kept| &kept.row).filter(|row| self.is_visible(row)) {
            let Some(end) = &row.end else { continue };
            for (name, opponent, had_white) in
                [(&row.players.white, &row.players.black, true), (&row.players.black, &row.players.white, false)]
            {
                if name == bot {
                    let version = if had_white { &row.versions.white } else { &row.versions.black };
                    let how = (end.result.word().to_string(), end.reason.clone());
                    let key = (row.game_name.clone(), opponent.clone(), had_white, how, version.clone());
                    let (since_ms, games) = tallies.entry(key).or_insert((i64::MAX, 0));
                    (*since_ms, *games) = (row.created_ms.min(*since_ms), *games + 1);
                }
            }
        }
        let tally = |((game_name, opponent, had_white, (result, reason), version), (since_ms, games))| Tally {
            game_name,
            opponent,
            had_white,
            result,
            reason,
            version,
            since_ms,
            games,
        };
        tallies.into_iter().take(MOST_TALLIES).map(tally).collect()
    }

    pub(super) fn unseen(&self, bot: &str, limit: usize) -> Vec<MatchRow> {
        let is_unseen = |kept: &&MatchRecord| {
            (kept.unseen.white && kept.row.players.white == bot) || (kept.unseen.black && kept.row.players.black == bot)
        };
        let mut rows: Vec<_> = self.matches.values().rev().filter(is_unseen).take(limit).map(|kept| kept.row.clone()).collect();
        rows.reverse();
        rows
    }

    pub(super) fn review_of(&self, game: u64) -> Option<&JobRow> {
        self.jobs.values().filter(|row| row.game == Some(game)).max_by_key(|row| (row.created_ms, row.id))
    }

    pub(super) fn list_reviewed(&self, filter: &MatchFilter) -> Vec<ReviewedMatch> {
        let reviewed = |listed: ListedMatch| {
            let result = self.review_of(listed.row.game).cloned().and_then(JobRow::result);
            ReviewedMatch { review: result.map(|result| (result, self.matches[&listed.row.game].log.clone())), listed }
        };
        self.list_matches(filter).into_iter().map(reviewed).collect()
    }

    pub(super) fn list_tournaments(&self, filter: &TournamentFilter) -> Vec<TournamentRow> {
        let below = self.tournaments.range(..filter.before.unwrap_or(u64::MAX)).rev().map(|(_, row)| row);
        below.filter(|row| filter.stages.is_empty() || filter.stages.contains(&row.stage)).take(filter.limit).cloned().collect()
    }
}
