//! The index of running matches by number and by player.

use super::RunningMatch;
use message::Message;
use rules::Side;
use std::collections::{BTreeMap, BTreeSet};

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
}
