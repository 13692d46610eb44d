//! The matches that run, found by their numbers and by their players.

use super::RunningMatch;
use protocol::Status;
use rules::Side;
use std::collections::{BTreeMap, BTreeSet};
use storage::{ListedMatch, MatchFilter};

/// The matches that run, by their numbers and by their players.
#[derive(Default)]
pub struct Register {
    pub by_number: BTreeMap<u64, RunningMatch>,
    pub by_bot: BTreeMap<String, BTreeSet<u64>>,
    /// Matches that do not run because something failed in them, and what.
    pub suspended: BTreeMap<u64, String>,
}

impl Register {
    pub fn insert(&mut self, running: RunningMatch) {
        for side in Side::BOTH {
            self.by_bot.entry(running.players()[side].clone()).or_default().insert(running.game());
        }
        self.by_number.insert(running.game(), running);
    }

    pub fn remove(&mut self, game: u64) {
        let Some(running) = self.by_number.remove(&game) else { return };
        for side in Side::BOTH {
            let name = &running.players()[side];
            if let Some(games) = self.by_bot.get_mut(name) {
                games.remove(&game);
                if games.is_empty() {
                    self.by_bot.remove(name);
                }
            }
        }
    }

    /// Matches that stand so, newest first (oldest first after a number). Of `filter`, what only a match that is over can have makes the list
    /// empty; `ended` is not looked at.
    pub fn list(&self, status: Status, filter: &MatchFilter) -> Vec<ListedMatch> {
        let is_wanted = |running: &&RunningMatch| {
            running.status() == status
                && filter.result.is_none()
                && filter.reason.is_none()
                && filter.bot_won.is_none()
                && filter.least_plies.is_none()
                && filter.most_plies.is_none()
                && filter.opponent.as_ref().is_none_or(|bot| running.side_of(bot).is_some())
                && filter.since_ms.is_none_or(|since| running.created_ms() >= since)
                && filter.until_ms.is_none_or(|until| running.created_ms() < until)
                && filter.game_name.as_ref().is_none_or(|name| running.game_name() == name)
                && filter.tournament.is_none_or(|id| running.tournament() == Some(id))
                && filter.bot.as_ref().is_none_or(|bot| running.side_of(bot).is_some())
        };
        let below = self.by_number.range(..filter.before.unwrap_or(u64::MAX)).map(|(_, running)| running).filter(is_wanted);
        match filter.after {
            Some(after) => below.filter(|running| running.game() > after).take(filter.limit).map(RunningMatch::listed).collect(),
            None => below.rev().take(filter.limit).map(RunningMatch::listed).collect(),
        }
    }
}
