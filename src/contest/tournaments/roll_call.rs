//! Before the start, and before somebody comes late: who is there, whom nobody knows, and who has rehearsed.

use super::plan::PlanError;
use super::{RecordedTournament, Tournaments, record};
use crate::{BotName, Error};
use protocol::{Attendance, ForbiddenStranger, NewRehearsal, Rehearsal, RollCall, RollCallRow, TournamentStage};
use referee::is_hidden;
use referee::pairing::Player;
use runtime::{rfc3339, wall_clock_ms};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use storage::{Change, MatchFilter, RehearsalRow};

/// How many bots' rehearsals are kept.
const KEPT: u32 = 4_096;
/// How many steps may have failed.
const MOST_STEPS: usize = 64;
/// The name of a step has at most so many characters.
const LONGEST_STEP: usize = 80;
/// How many names are told at most.
const MOST_TOLD: usize = 10;

fn rehearsal(row: RehearsalRow) -> Rehearsal {
    let failed: Vec<String> = row.failed.lines().map(str::to_string).collect();
    Rehearsal { bot: row.bot, passed: failed.is_empty(), failed, at: rfc3339(row.at_ms) }
}

/// The name among these that comes nearest to another; none if none is near.
fn nearest<'n>(name: &str, known: impl Iterator<Item = &'n String>) -> Option<&'n String> {
    let wanted = name.to_lowercase();
    let farthest = (wanted.chars().count() / 3).max(1);
    let distance = |other: &String| strsim::osa_distance(&wanted, &other.to_lowercase());
    known.map(|other| (distance(other), other)).filter(|(distance, _)| *distance <= farthest).min().map(|(_, other)| other)
}

/// Names, and how many more there are.
fn told(names: &[String]) -> String {
    let more = names.len().saturating_sub(MOST_TOLD);
    let shown = names[..names.len() - more].join(", ");
    if more > 0 { format!("{shown} and {more} more") } else { shown }
}

impl Tournaments {
    /// Notes how a bot's rehearsal went.
    ///
    /// # Errors
    /// When it is too long, or nothing can be written.
    pub async fn rehearsed(&self, bot: &BotName, new: NewRehearsal) -> Result<Rehearsal, Error> {
        let is_too_long = |step: &String| step.chars().count() > LONGEST_STEP || step.chars().any(is_hidden) || step.is_empty();
        if new.failed.len() > MOST_STEPS || new.failed.iter().any(is_too_long) {
            let steps = new.failed.len();
            let why = PlanError::Steps { most: MOST_STEPS, steps, longest: LONGEST_STEP };
            return Err(Error::field("failed", &why));
        }
        let row = RehearsalRow { bot: bot.to_string(), failed: new.failed.join("\n"), at_ms: wall_clock_ms() };
        let (storage, rehearsed) = (self.storage.clone(), Change::Rehearsed { row: row.clone(), kept: KEPT });
        self.commands.run(async move { storage.write(vec![rehearsed]).await.map_err(Error::from) }).await?;
        Ok(rehearsal(row))
    }

    /// The names that are known without having played here: of bots that have a token, have rehearsed, or are connected.
    async fn known(&self) -> Result<(BTreeSet<String>, BTreeMap<String, RehearsalRow>), Error> {
        let rehearsals = self.storage.list_rehearsals().await?;
        let mut names: BTreeSet<String> = self.storage.list_tokens().await?.into_iter().filter_map(|row| row.bot).collect();
        names.extend(self.matches.lobby.present().games.keys().cloned());
        names.extend(rehearsals.iter().map(|row| row.bot.clone()));
        Ok((names, rehearsals.into_iter().map(|row| (row.bot.clone(), row)).collect()))
    }

    async fn has_played(&self, name: &str) -> Result<bool, Error> {
        let of_it = MatchFilter { bot: Some(name.into()), ended: Some(true), limit: 1, ..MatchFilter::default() };
        Ok(!self.storage.list_matches(of_it).await?.is_empty())
    }

    /// The entrants of a tournament, and for each whether it is there.
    ///
    /// # Errors
    /// When there is no such tournament, or the storage does not answer.
    pub async fn roll_call(self: &Arc<Self>, id: u64) -> Result<RollCall, Error> {
        let handle = self.find(id).await?;
        let entrants = self.entrants(id).await?;
        let game = self.matches.game(handle.plan.game.as_deref())?;
        let present = self.matches.lobby.present();
        let (known, mut rehearsals) = self.known().await?;
        let mut rows = Vec::new();
        for bot in entrants {
            let attendance = match present.games.contains_key(&bot) {
                true if present.plays(&bot, game) => Attendance::Connected,
                true => Attendance::OtherGame,
                false if known.contains(&bot) || self.has_played(&bot).await? => Attendance::Absent,
                false => Attendance::Unknown,
            };
            let rehearsal = rehearsals.remove(&bot).map(rehearsal);
            rows.push(RollCallRow { bot, attendance, nearest: None, rehearsal });
        }
        let forbidden: BTreeSet<String> = handle.plan.forbidden.iter().flatten().cloned().collect();
        let finding = move || {
            let entered: BTreeSet<String> = rows.iter().map(|row| row.bot.clone()).collect();
            let strangers = forbidden.into_iter().filter(|name| !entered.contains(name));
            let stranger = |bot: String| ForbiddenStranger { nearest: nearest(&bot, entered.iter()).cloned(), bot };
            let strangers: Vec<ForbiddenStranger> = strangers.map(stranger).collect();
            for row in rows.iter_mut().filter(|row| row.attendance == Attendance::Unknown) {
                row.nearest = nearest(&row.bot, known.iter().filter(|name| !entered.contains(*name))).cloned();
            }
            (rows, strangers)
        };
        let (entrants, forbidden_strangers) = self.reports.submit(move |_| finding())?.done().await?;
        let (name, rehearsed) = (handle.plan.name.clone(), handle.plan.rehearsed == Some(true));
        Ok(RollCall { tournament: id, name, rehearsed, entrants, forbidden_strangers })
    }

    /// Who takes part still, by the order of entry.
    async fn entrants(self: &Arc<Self>, id: u64) -> Result<Vec<String>, Error> {
        let staying = |recorded: &RecordedTournament| {
            let tournament = &recorded.tournament;
            let is_there = |number: &usize| tournament.history().is_present(Player(*number as u32));
            (0..tournament.names().len()).filter(is_there).map(|number| tournament.names()[number].clone()).collect()
        };
        self.find(id).await?.read(staying).await
    }

    /// Whether a tournament can be started: where the plan demands a rehearsal, everybody must have passed it.
    ///
    /// # Errors
    /// Who has not.
    pub async fn must_have_rehearsed(self: &Arc<Self>, id: u64) -> Result<(), Error> {
        if self.find(id).await?.plan.rehearsed != Some(true) {
            return Ok(());
        }
        let passed = self.passed().await?;
        let missing: Vec<String> = self.entrants(id).await?.into_iter().filter(|bot| !passed.contains(bot)).collect();
        if missing.is_empty() { Ok(()) } else { Err(Error::NotRehearsed { names: told(&missing) }) }
    }

    async fn passed(&self) -> Result<BTreeSet<String>, Error> {
        let rehearsals = self.storage.list_rehearsals().await?;
        Ok(rehearsals.into_iter().filter(|row| row.failed.is_empty()).map(|row| row.bot).collect())
    }

    /// Whether a bot may come to a tournament as it is now: to one that runs, somebody must know its name, and it must have rehearsed
    /// where the plan demands that.
    ///
    /// # Errors
    /// Why it may not.
    pub async fn may_enter(self: &Arc<Self>, id: u64, name: &BotName) -> Result<(), Error> {
        let handle = self.find(id).await?;
        if handle.read(|recorded| record::stage(recorded.tournament.stage())).await? == TournamentStage::Open {
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

    /// Whether nobody takes a name for that of an entrant, of a bot that is there, or of one that has a token.
    ///
    /// # Errors
    /// Whose name it looks like.
    pub async fn must_look_like_nobody(self: &Arc<Self>, id: u64, name: &BotName) -> Result<(), Error> {
        let mut other = self.matches.lobby.looks_like(name);
        if other.is_none() {
            let name = name.clone();
            let is_like =
                move |entrant: &&String| **entrant != *name && entrant.parse().is_ok_and(|other: BotName| other.look() == name.look());
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
    fn not_all_of_many_names_are_told() {
        let names: Vec<String> = (0..12).map(|number| number.to_string()).collect();
        assert_eq!(told(&names), "0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 2 more");
        assert_eq!(told(&names[..2]), "0, 1");
    }
}
