//! The effect of events on the state.

use super::event::{TournamentEvent, TournamentEventKind};
use super::game::{GameKey, GameStatus, OperatorDecision, RecordedDecision, TournamentGameEnd};
use super::settings::Stage;
use super::state::{CutOff, GameRecord, Tournament};
use crate::Micros;
use crate::format::{Feature, Situation};
use crate::pairing::{Absence, Encounter, EncounterEnd, History, Next, Player, Seats};
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;
use rules::{BySide, Outcome, Side};

impl Tournament {
    /// Applies an event: the only way the state changes.
    pub fn absorb(&mut self, event: &TournamentEvent) {
        self.at = event.at;
        match &event.kind {
            TournamentEventKind::Entered { name, rating } => {
                self.join(name, *rating);
            }
            TournamentEventKind::Returned { player } => {
                self.absences.remove(player);
                self.history.rejoin(*player);
            }
            TournamentEventKind::Excused { player, round, half_points } => self.history.excuse(*player, *round, *half_points),
            TournamentEventKind::ByeCancelled { player, round } => self.history.cancel_absence(*player, *round),
            TournamentEventKind::SatOut { round } => self.history.sit_out(*round),
            TournamentEventKind::Versioned { player, version } => self.become_version(*player, version),
            TournamentEventKind::Withdrawn { player, .. } if self.stage == Stage::Open => self.forget(*player),
            TournamentEventKind::Withdrawn { player, .. } => self.withdraw(*player),
            TournamentEventKind::Started | TournamentEventKind::Resumed => {
                self.stage = Stage::Running;
                self.until = self.settings.format.duration().is_some().then(|| event.at + self.left);
            }
            TournamentEventKind::Paused => {
                self.stage = Stage::Paused;
                self.left = self.until.map_or(self.left, |until| until.since(event.at));
            }
            TournamentEventKind::Paired { encounters } => encounters.iter().for_each(|encounter| self.pair(encounter)),
            TournamentEventKind::Begun { game, attempt, .. } => self.set(*game, Some(*attempt), GameStatus::Running),
            TournamentEventKind::Ended { game, end, .. } => {
                // Only a game that had begun was waited for.
                let was_begun = self.game(*game).is_some_and(|view| view.status != GameStatus::Pending);
                for player in self.absent(*game, *end).into_iter().flatten().filter(|_| was_begun) {
                    *self.absences.entry(player).or_default() += 1;
                }
                self.came.extend(self.attending(*game, *end).into_iter().flatten());
                self.set(*game, None, GameStatus::Over(*end));
            }
            TournamentEventKind::Decided { game, decision, why } => {
                // A decision since the end is final.
                if let Some(cut_off) = &mut self.cut_off {
                    cut_off.games.retain(|cut| cut != game);
                }
                let played = self.was_played(*game);
                let status = match decision {
                    OperatorDecision::Adjudicate(outcome) => GameStatus::Over(TournamentGameEnd { outcome: Some(*outcome), played }),
                    OperatorDecision::Forfeit(outcome) => GameStatus::Over(TournamentGameEnd { outcome: Some(*outcome), played: false }),
                    OperatorDecision::Annul => GameStatus::Over(TournamentGameEnd { outcome: None, played: false }),
                    OperatorDecision::Replay => GameStatus::Pending,
                };
                self.set(*game, None, status);
                if let Some(game) = self.games.get_mut(game.encounter as usize).and_then(|games| games.get_mut(game.game as usize)) {
                    game.annulled_after_play = played && *decision == OperatorDecision::Annul;
                }
                if *decision == OperatorDecision::Replay && self.stage == Stage::Finished {
                    self.stage = Stage::Running;
                }
                self.decided.push(RecordedDecision { at: event.at, game: *game, decision: *decision, why: why.clone() });
            }
            TournamentEventKind::TimeUp => {
                self.closed = true;
                self.drop_pending();
            }
            TournamentEventKind::Finished => {
                if self.stage == Stage::Running {
                    self.left = self.until.map_or(self.left, |until| until.since(event.at));
                }
                let cut_off = self.cut_off.get_or_insert_with(|| CutOff { games: BTreeSet::new(), closed: self.closed });
                cut_off.games.extend(self.pending.union(&self.running).copied());
                self.stage = Stage::Finished;
                // No other player is paired after a later replay, except in a knockout, where a changed result may need tie-breaks.
                let format = &self.settings.format;
                let is_over = matches!(format.next(Situation::new(&self.history, &[])), Next::Over);
                self.closed |= !(format.has(Feature::EachResultPairs) && is_over);
                self.drop_pending();
                let void = GameStatus::Over(TournamentGameEnd { outcome: None, played: false });
                self.running.clone().into_iter().for_each(|game| self.set(game, None, void));
            }
            TournamentEventKind::Archived => {
                self.never_started = self.stage == Stage::Open;
                self.stage = Stage::Archived;
            }
            TournamentEventKind::Reopened => self.reopen(event.at),
        }
    }

    /// Whether a game that is decided about was played.
    fn was_played(&self, key: GameKey) -> bool {
        let Some(game) = self.games.get(key.encounter as usize).and_then(|games| games.get(key.game as usize)) else { return false };
        match game.status {
            GameStatus::Over(end) => end.played || game.annulled_after_play,
            status => status == GameStatus::Running,
        }
    }

    /// Undoes the end: what it cut off is to be played.
    fn reopen(&mut self, now: Micros) {
        if self.never_started {
            self.stage = Stage::Open;
            self.never_started = false;
            return;
        }
        self.stage = Stage::Running;
        self.until = self.settings.format.duration().is_some().then(|| now + self.left);
        if let Some(CutOff { games, closed }) = self.cut_off.take() {
            self.closed = closed;
            games.into_iter().for_each(|game| self.set(game, None, GameStatus::Pending));
        }
    }

    fn pair(&mut self, encounter: &Encounter) {
        let first = self.history.add(core::slice::from_ref(encounter)) as u32;
        let count = if matches!(encounter.seats, Seats::Bye(_)) { 0 } else { encounter.games };
        self.games.push(alloc::vec![GameRecord { attempts: 0, status: GameStatus::Pending, annulled_after_play: false }; count as usize]);
        self.game_count += u64::from(count);
        let keys = (0..count).map(|game| GameKey { encounter: first, game });
        self.pending.extend(keys.clone());
        // A fixed schedule continues for withdrawn players, who forfeit.
        for player in encounter.players().filter(|&player| !self.history.is_present(player)).collect::<Vec<_>>() {
            keys.clone().for_each(|game| self.forfeit(game, player, true));
        }
    }

    /// Removes a player who withdraws before the start.
    fn forget(&mut self, player: Player) {
        let left = self.history.entrants().iter().zip(core::mem::take(&mut self.names)).enumerate();
        let staying: Vec<(i32, String)> =
            left.filter(|(number, _)| *number != player.0 as usize).map(|(_, (entrant, name))| (entrant.rating, name)).collect();
        let excused: Vec<Absence> = self.history.absences().to_vec();
        self.history = History::default();
        self.versions.clear();
        for (rating, name) in staying {
            self.join(&name, rating);
        }
        for absence in excused.into_iter().filter(|absence| absence.player != player) {
            let number = absence.player.0 - u32::from(absence.player > player);
            self.history.excuse(Player(number), absence.round, absence.half_points);
        }
    }

    fn join(&mut self, name: &str, rating: i32) -> Player {
        self.names.push(name.into());
        self.versions.push(None);
        self.history.join(rating)
    }

    /// Gives a player its first version, or replaces it by the player of this version, who may have played before.
    fn become_version(&mut self, player: Player, version: &str) {
        let before = self.versions.get(player.index()).cloned().flatten();
        let now = if before.is_none() {
            player
        } else {
            self.withdraw(player);
            let name = String::from(self.name(player));
            let is_it = |other: &Player| self.name(*other) == name && self.version(*other) == Some(version);
            match self.history.players().find(is_it) {
                Some(other) => {
                    self.history.rejoin(other);
                    other
                }
                None => {
                    let rating = self.history.entrants().get(player.index()).map_or(0, |entrant| entrant.rating);
                    self.join(&name, rating)
                }
            }
        };
        if let Some(known) = self.versions.get_mut(now.index()) {
            *known = Some(version.into());
        }
    }

    fn drop_pending(&mut self) {
        self.pending.clone().into_iter().for_each(|game| self.set(game, None, GameStatus::Dropped));
    }

    /// Sets the status of a game and all that depends on it.
    pub(super) fn set(&mut self, key: GameKey, attempt: Option<u32>, status: GameStatus) {
        let Some(view) = self.game(key) else { return };
        let Some(game) = self.games.get_mut(key.encounter as usize).and_then(|games| games.get_mut(key.game as usize)) else { return };
        game.status = status;
        game.attempts = attempt.unwrap_or(game.attempts);
        if self.running.remove(&key) {
            Side::BOTH.into_iter().for_each(|side| *self.busy.entry(view.seats[side]).or_insert(1) -= 1);
        }
        self.pending.remove(&key);
        match status {
            GameStatus::Pending => drop(self.pending.insert(key)),
            GameStatus::Running => {
                self.running.insert(key);
                Side::BOTH.into_iter().for_each(|side| *self.busy.entry(view.seats[side]).or_insert(0) += 1);
            }
            GameStatus::Over(_) | GameStatus::Dropped => {}
        }
        self.conclude(key.encounter as usize);
    }

    /// Records in the history whether and how an encounter ended.
    fn conclude(&mut self, number: usize) {
        let games = &self.games[number];
        let open = games.iter().any(|game| matches!(game.status, GameStatus::Pending | GameStatus::Running));
        let ends: Vec<(usize, TournamentGameEnd)> = games
            .iter()
            .enumerate()
            .filter_map(|(k, game)| if let GameStatus::Over(end) = game.status { Some((k, end)) } else { None })
            .collect();
        if open || ends.is_empty() {
            self.history.reopen(number);
            return;
        }
        let mut points = BySide { white: 0, black: 0 };
        for (k, end) in &ends {
            let of_first = |side: Side| if k.is_multiple_of(2) { side } else { side.other() };
            match end.outcome {
                Some(Outcome::Win(side)) => points[of_first(side)] += 2,
                Some(Outcome::Draw) => Side::BOTH.into_iter().for_each(|side| points[side] += 1),
                None => {}
            }
        }
        let is_forfeit = ends.iter().all(|(_, end)| !end.played);
        self.history.finish(number, if is_forfeit { EncounterEnd::Forfeit(points) } else { EncounterEnd::Played(points) });
    }
}
