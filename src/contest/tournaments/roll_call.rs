//! The roll call before a start or a late entry: which entrants are connected, unknown, or not rehearsed.

use super::plan::PlanError;
use super::{RecordedTournament, Tournaments};
use crate::{BotName, Error};
use message::is_hidden;
use protocol::{Attendance, NewRehearsal, Rehearsal, RollCall, RollCallRow, UnknownForbidden};
use referee::pairing::Player;
use referee::tournament::Stage;
use runtime::{address_block, rfc3339, wall_clock_ms};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use storage::{Change, MatchFilter, RehearsalRow};

const MAX_REHEARSALS: u32 = 4_096;
/// The most failed steps of a rehearsal.
const MAX_STEPS: usize = 64;
/// The longest name of a step, in characters.
const LONGEST_STEP: usize = 80;
const MAX_NAMES: usize = 10;

fn rehearsal(row: RehearsalRow) -> Rehearsal {
    let failed: Vec<String> = row.failed.lines().map(str::to_string).collect();
    Rehearsal { bot: row.bot, passed: failed.is_empty(), failed, at: rfc3339(row.at_ms) }
}

/// The nearest known name by edit distance, at most a third of the length away.
fn nearest<'n>(name: &str, known: impl Iterator<Item = &'n String>) -> Option<&'n String> {
    let wanted = name.to_lowercase();
    let farthest = (wanted.chars().count() / 3).max(1);
    let distance = |other: &String| strsim::osa_distance(&wanted, &other.to_lowercase());
    known.map(|other| (distance(other), other)).filter(|(distance, _)| *distance <= farthest).min().map(|(_, other)| other)
}

/// The first names, then the number of the others.
fn list(names: &[String]) -> String {
    let more = names.len().saturating_sub(MAX_NAMES);
    let shown = names[..names.len() - more].join(", ");
    if more > 0 { format!("{shown} and {more} more") } else { shown }
}

impl Tournaments {
    /// Stores the result of a bot's rehearsal.
    ///
    /// # Errors
    /// When it is too long, or nothing can be written.
    pub async fn rehearsed(&self, bot: &BotName, new: NewRehearsal) -> Result<Rehearsal, Error> {
        let is_too_long = |step: &String| step.chars().count() > LONGEST_STEP || step.chars().any(is_hidden) || step.is_empty();
        if new.failed.len() > MAX_STEPS || new.failed.iter().any(is_too_long) {
            let steps = new.failed.len();
            let why = PlanError::Steps { most: MAX_STEPS, steps, longest: LONGEST_STEP };
            return Err(Error::field("failed", &why));
        }
        let row = RehearsalRow { bot: bot.to_string(), failed: new.failed.join("\n"), at_ms: wall_clock_ms() };
        let (storage, rehearsed) = (self.storage.clone(), Change::Rehearsed { row: row.clone(), limit: MAX_REHEARSALS });
        self.commands.run(async move { storage.write(vec![rehearsed]).await.map_err(Error::from) }).await?;
        Ok(rehearsal(row))
    }

    /// Known names: bots with a token, a rehearsal or a connection. Also returns the rehearsals.
    async fn known(&self) -> Result<(BTreeSet<String>, BTreeMap<String, RehearsalRow>), Error> {
        let rehearsals = self.storage.list_rehearsals().await?;
        let mut names: BTreeSet<String> = self.storage.list_tokens().await?.into_iter().filter_map(|row| row.bot).collect();
        names.extend(self.matches.connected.snapshot().games.keys().cloned());
        names.extend(rehearsals.iter().map(|row| row.bot.clone()));
        Ok((names, rehearsals.into_iter().map(|row| (row.bot.clone(), row)).collect()))
    }

    async fn has_played(&self, name: &str) -> Result<bool, Error> {
        let of_it = MatchFilter { bot: Some(name.into()), ended: Some(true), limit: 1, ..MatchFilter::default() };
        Ok(!self.storage.list_matches(of_it).await?.is_empty())
    }

    /// The entrants of a tournament with their attendance.
    ///
    /// # Errors
    /// [`Error::NoSuchTournament`], or a storage error.
    pub async fn roll_call(self: &Arc<Self>, id: u64) -> Result<RollCall, Error> {
        let handle = self.find(id).await?;
        let entrants = self.entrants(id).await?;
        let game = self.matches.game(handle.plan.game.as_deref())?;
        let bots = self.matches.connected.snapshot();
        let (known, mut rehearsals) = self.known().await?;
        let mut rows = Vec::new();
        for bot in entrants {
            let turned_away = self.matches.connected.history.times_turned_away(&bot);
            let attendance = match bots.games.contains_key(&bot) {
                true if bots.plays(&bot, game) => Attendance::Connected,
                true => Attendance::OtherGame,
                false if known.contains(&bot) || turned_away > 0 || self.has_played(&bot).await? => Attendance::Absent,
                false => Attendance::Unknown,
            };
            let rehearsal = rehearsals.remove(&bot).map(rehearsal);
            let mut versions = self.matches.connected.history.of(&bot).into_iter().filter_map(|connection| connection.version);
            let version = versions.next().filter(|_| attendance == Attendance::Connected);
            let earlier_version = versions.find(|earlier| version.as_ref().is_some_and(|version| version != earlier));
            rows.push(RollCallRow { bot, attendance, nearest: None, turned_away, version, earlier_version, rehearsal });
        }
        let forbidden: BTreeSet<String> = handle.plan.forbidden.iter().flatten().cloned().collect();
        let finding = move || {
            let entered: BTreeSet<String> = rows.iter().map(|row| row.bot.clone()).collect();
            let unknown = forbidden.into_iter().filter(|name| !entered.contains(name));
            let row = |bot: String| UnknownForbidden { nearest: nearest(&bot, entered.iter()).cloned(), bot };
            let unknown: Vec<UnknownForbidden> = unknown.map(row).collect();
            for row in rows.iter_mut().filter(|row| row.attendance == Attendance::Unknown) {
                row.nearest = nearest(&row.bot, known.iter().filter(|name| !entered.contains(*name))).cloned();
            }
            (rows, unknown)
        };
        let (entrants, unknown_forbidden) = self.reports.run(finding).await?;
        let (name, rehearsed) = (handle.plan.name.clone(), handle.plan.rehearsed == Some(true));
        Ok(RollCall { tournament: id, name, rehearsed, entrants, unknown_forbidden })
    }

    /// Entrants with an unknown name that have never connected.
    ///
    /// # Errors
    /// [`Error::NoSuchTournament`], or a storage error.
    pub async fn never_connected(self: &Arc<Self>, id: u64) -> Result<Vec<String>, Error> {
        let history = &self.matches.connected.history;
        let rows = self.roll_call(id).await?.entrants.into_iter();
        let never = rows.filter(|row| row.attendance == Attendance::Unknown && history.of(&row.bot).is_empty());
        Ok(never.map(|row| row.bot).collect())
    }

    /// Entrants with the same address as this one (of the last connection or of the entry), itself included.
    ///
    /// # Errors
    /// [`Error::NoSuchTournament`], or a storage error.
    pub async fn entered_from_address_of(self: &Arc<Self>, id: u64, bot: &BotName) -> Result<Vec<String>, Error> {
        let history = &self.matches.connected.history;
        let own = history.last_address(bot).map(address_block);
        let is_beside = |name: &String| *name == **bot || own.is_some() && history.last_address(name).map(address_block) == own;
        Ok(self.entrants(id).await?.into_iter().filter(is_beside).collect())
    }

    /// Active entrants, in order of entry.
    async fn entrants(self: &Arc<Self>, id: u64) -> Result<Vec<String>, Error> {
        let staying = |recorded: &RecordedTournament| {
            let tournament = &recorded.tournament;
            let is_there = |number: &usize| tournament.history().is_present(Player(*number as u32));
            (0..tournament.names().len()).filter(is_there).map(|number| tournament.names()[number].clone()).collect()
        };
        self.find(id).await?.read(staying).await
    }

    /// Checks that all entrants have passed the rehearsal, where the plan requires one.
    pub async fn must_have_rehearsed(self: &Arc<Self>, id: u64) -> Result<(), Error> {
        if self.find(id).await?.plan.rehearsed != Some(true) {
            return Ok(());
        }
        let passed = self.passed().await?;
        let missing: Vec<String> = self.entrants(id).await?.into_iter().filter(|bot| !passed.contains(bot)).collect();
        if missing.is_empty() { Ok(()) } else { Err(Error::NotRehearsed { names: list(&missing) }) }
    }

    async fn passed(&self) -> Result<BTreeSet<String>, Error> {
        let rehearsals = self.storage.list_rehearsals().await?;
        Ok(rehearsals.into_iter().filter(|row| row.failed.is_empty()).map(|row| row.bot).collect())
    }

    /// Checks that a bot may enter now: after the start it must be known, and have passed the rehearsal if the plan requires one.
    pub async fn may_enter(self: &Arc<Self>, id: u64, name: &BotName) -> Result<(), Error> {
        let handle = self.find(id).await?;
        if !matches!(handle.read(|recorded| recorded.tournament.stage()).await?, Stage::Running | Stage::Paused) {
            return Ok(());
        }
        let (known, _) = self.known().await?;
        if !known.contains(&**name) && !self.has_played(name).await? {
            let nearest = nearest(name, known.iter());
            return Err(Error::UnknownBot { name: name.to_string(), nearest: nearest.cloned() });
        }
        if handle.plan.rehearsed == Some(true) && !self.passed().await?.contains(&**name) {
            return Err(Error::NotRehearsed { names: name.to_string() });
        }
        Ok(())
    }

    /// Refuses a name that looks like that of an entrant, or of a bot that is connected or has a token.
    pub async fn check_look(self: &Arc<Self>, id: u64, name: &BotName) -> Result<(), Error> {
        let mut other = self.matches.connected.confusable_with(name);
        if other.is_none() {
            let name = name.clone();
            let is_like = move |entrant: &&String| {
                **entrant != *name && entrant.parse().is_ok_and(|other: BotName| other.skeleton() == name.skeleton())
            };
            let entrant = move |recorded: &RecordedTournament| recorded.tournament.names().iter().find(is_like).cloned();
            other = self.find(id).await?.read(entrant).await?;
        }
        other.map_or(Ok(()), |other| Err(Error::LooksLike { name: name.to_string(), other }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_typing_error_has_a_nearest_name() {
        let known = ["BUTET LEGUET", "ann", "anna", "les cavaliers"].map(String::from);
        for (name, expected) in [
            ("BUTTET LEGUET", Some("BUTET LEGUET")),
            ("butet leguet", Some("BUTET LEGUET")),
            ("nan", Some("ann")),
            ("annna", Some("anna")),
            ("les cavalierz", Some("les cavaliers")),
            ("bob", None),
            ("x", None),
        ] {
            assert_eq!(nearest(name, known.iter()).map(String::as_str), expected, "{name}");
        }
    }

    #[test]
    fn long_lists_of_names_are_cut() {
        let names: Vec<String> = (0..12).map(|number| number.to_string()).collect();
        assert_eq!(list(&names), "0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 2 more");
        assert_eq!(list(&names[..2]), "0, 1");
    }
}
