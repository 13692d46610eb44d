//! Requests of players and arbiters: returns, byes, players kept apart, versions.

use super::input::{RequestedBye, TournamentCommandError};
use super::settings::Stage;
use super::state::Tournament;
use crate::format::Feature;
use crate::pairing::{Absence, Player};
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

/// The most versions of one name; a further one plays as the last.
const MAX_VERSIONS: usize = 32;

impl Tournament {
    /// Groups of players who are not to meet.
    pub(super) fn apart(&self) -> Vec<Vec<Player>> {
        if self.settings.forbidden.is_empty() {
            return Vec::new();
        }
        let numbers: BTreeMap<&str, Player> = self.names.iter().map(String::as_str).zip(self.history.players()).collect();
        let of = |name: &String| numbers.get(name.as_str()).copied();
        self.settings.forbidden.iter().map(|group| group.iter().filter_map(of).collect()).collect()
    }

    pub(super) fn may_return(&self, name: String) -> Result<Player, TournamentCommandError> {
        let format = &self.settings.format;
        // Of several versions, the last one.
        let known = self.history.players().filter(|&player| self.name(player) == name).last();
        match known.filter(|_| format.has(Feature::Returns) && !self.closed) {
            Some(player) => Ok(player),
            None => Err(TournamentCommandError::Left { name, format: format.word() }),
        }
    }

    /// The player of a requested bye, and its half points.
    pub(super) fn may_be_excused(&self, name: String, round: u32, bye: RequestedBye) -> Result<(Player, u32), TournamentCommandError> {
        let player = self.whose_bye(&name, round)?;
        let of_another_round = |absence: &&Absence| absence.player == player && absence.round != round && absence.half_points > 0;
        let most = self.settings.half_point_byes;
        if bye == RequestedBye::HalfPoint && self.history.absences().iter().filter(of_another_round).count() >= most as usize {
            return Err(TournamentCommandError::NoMoreHalfPoints { name, most });
        }
        Ok((player, if bye == RequestedBye::HalfPoint { self.settings.format.games() } else { 0 }))
    }

    pub(super) fn may_cancel_bye(&self, name: String, round: u32) -> Result<Player, TournamentCommandError> {
        let player = self.whose_bye(&name, round)?;
        let is_it = |absence: &Absence| (absence.player, absence.round) == (player, round);
        if self.history.absences().iter().any(is_it) { Ok(player) } else { Err(TournamentCommandError::NoSuchBye { name, round }) }
    }

    /// The player, if the round can still be changed.
    fn whose_bye(&self, name: &str, round: u32) -> Result<Player, TournamentCommandError> {
        let format = &self.settings.format;
        if !format.has(Feature::RequestedByes) {
            return Err(TournamentCommandError::NoRequestedByes { format: format.word() });
        }
        if matches!(self.stage, Stage::Finished | Stage::Archived) {
            return Err(TournamentCommandError::NotNow { stage: self.stage, action: "bye" });
        }
        let player = self.present(name).ok_or_else(|| TournamentCommandError::NotAnEntrant { name: name.into() })?;
        let (first, last) = (self.history.round() + 1, self.rounds().unwrap_or(0));
        if (first..=last).contains(&round) { Ok(player) } else { Err(TournamentCommandError::NotThatRound { round, first, last }) }
    }

    /// Whether this is another version of a connected player without an open encounter.
    pub fn is_new_version(&self, name: &str, version: &str) -> bool {
        let Some(player) = self.present(name) else { return false };
        let is_busy = || self.history.encounters_of(player).any(|encounter| !encounter.is_over());
        let is_full = || self.names.len() >= *self.settings.format.entrants().end() as usize;
        let versions = || self.names.iter().filter(|known| *known == name).count();
        let is_known = || self.history.players().any(|p| self.name(p) == name && self.version(p) == Some(version));
        self.settings.format.has(Feature::Versions)
            && self.stage == Stage::Running
            && match self.version(player) {
                None => true,
                Some(before) => before != version && !is_busy() && (is_known() || (!is_full() && versions() < MAX_VERSIONS)),
            }
    }
}
