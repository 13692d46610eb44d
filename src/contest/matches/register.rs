//! The index of running matches by number and by player.

use super::RunningMatch;
use message::Message;
use protocol::Status;
use rules::Side;
use std::collections::{BTreeMap, BTreeSet};
use storage::{MatchFilter, MatchRow};

/// The running matches, by number and by player.
#[derive(Default)]
pub struct MatchRegister {
    pub by_number: BTreeMap<u64, RunningMatch>,
    pub by_bot: BTreeMap<String, BTreeSet<u64>>,
    /// Matches that failed, with the reason.
    pub suspended: BTreeMap<u64, Message>,
}

impl MatchRegister {
    pub fn insert(&mut self, running: RunningMatch) {
        for side in Side::BOTH {
            self.by_bot.entry(running.row.players[side].clone()).or_default().insert(running.row.match_id);
        }
        self.by_number.insert(running.row.match_id, running);
    }

    pub fn remove(&mut self, match_id: u64) {
        let Some(running) = self.by_number.remove(&match_id) else { return };
        for name in Side::BOTH.map(|side| &running.row.players[side]) {
            if self.by_bot.get_mut(name).is_some_and(|games| games.remove(&match_id) && games.is_empty()) {
                self.by_bot.remove(name);
            }
        }
    }

    /// Matches of this status, newest first; oldest first with `after`. Conditions on the end match nothing; `ended` is ignored.
    pub fn list(&self, status: Status, filter: &MatchFilter) -> Vec<MatchRow> {
        let is_wanted = |running: &&RunningMatch| {
            let row = &running.row;
            running.status() == status
                && filter.result.is_none()
                && filter.reason.is_none()
                && filter.bot_won.is_none()
                && filter.least_plies.is_none()
                && filter.most_plies.is_none()
                && filter.opponent.as_ref().is_none_or(|bot| running.side_of(bot).is_some())
                && filter.since_ms.is_none_or(|since| row.created_ms >= since)
                && filter.until_ms.is_none_or(|until| row.created_ms < until)
                && filter.game_name.as_ref().is_none_or(|name| row.game_name == *name)
                && filter.tournament.is_none_or(|id| row.tournament == Some(id))
                && filter.bot.as_ref().is_none_or(|bot| running.side_of(bot).is_some())
        };
        let row = |running: &RunningMatch| MatchRow::clone(&running.row);
        let below = self.by_number.range(..filter.before.unwrap_or(u64::MAX)).map(|(_, running)| running).filter(is_wanted);
        match filter.after {
            Some(after) => below.filter(|running| running.row.match_id > after).take(filter.limit).map(row).collect(),
            None => below.rev().take(filter.limit).map(row).collect(),
        }
    }
}
