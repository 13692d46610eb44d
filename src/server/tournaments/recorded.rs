//! A tournament as its log tells it.

use super::{plan, record};
use bytestring::ByteString;
use protocol::{GameNumber, NewTournament, TournamentAction, TournamentEntry, TournamentLine};
use referee::pairing::Player;
use referee::tournament::{GameKey, Settings, Tournament};
use referee::{Cause, Edition};
use rules::Catalogue;
use std::collections::BTreeMap;

/// What is known of a tournament: everything here is in storage.
pub struct RecordedTournament {
    /// The tournament.
    pub tournament: Tournament,
    /// How many lines its log has.
    pub lines: u64,
    /// The matches of each game, in the order of its beginnings.
    pub matches: BTreeMap<GameKey, Vec<u64>>,
    /// When it was started, if it was: microseconds since it was made.
    pub started_us: Option<u64>,
    /// Why games ended, as one word: of those that have, and that a match has told it of.
    pub reasons: BTreeMap<GameKey, String>,
}

impl RecordedTournament {
    /// What a log tells, and the plan that it begins with.
    pub fn read(log: &[ByteString], games: Catalogue) -> Result<(NewTournament, RecordedTournament), String> {
        let first = log.first().ok_or("there is no log")?;
        let TournamentEntry::Created { edition, plan } = record::read_line(first)?.entry else {
            return Err("line 0 should say `created`".into());
        };
        let edition = Edition::of_log(edition).map_err(|error| error.to_string())?;
        let settings: Settings = plan::settings(&plan, edition, games).map_err(|error| error.to_string())?;
        let mut recorded = RecordedTournament {
            tournament: Tournament::new(settings),
            lines: 0,
            matches: BTreeMap::new(),
            reasons: BTreeMap::new(),
            started_us: None,
        };
        for text in log {
            recorded.take(&record::read_line(text)?)?;
        }
        Ok((*plan, recorded))
    }

    /// Whether somebody of this name takes part still.
    pub fn has(&self, name: &str) -> bool {
        let number = self.tournament.names().iter().position(|known| known == name);
        number.is_some_and(|number| self.tournament.history().is_present(Player(number as u32)))
    }

    /// Takes in a line.
    pub fn take(&mut self, line: &TournamentLine) -> Result<(), String> {
        if let Some(fact) = record::fact(line, &self.tournament).map_err(|why| format!("line {}: {why}", line.line))? {
            self.tournament.absorb(&fact);
        }
        let key = |number: &GameNumber| GameKey { encounter: number.encounter, game: number.game };
        match &line.entry {
            TournamentEntry::Begun { number, played_as, .. } => self.matches.entry(key(number)).or_default().push(*played_as),
            TournamentEntry::Ended { number, reason: Some(reason), .. } => drop(self.reasons.insert(key(number), reason.clone())),
            TournamentEntry::Decided { number, action: TournamentAction::Adjudicate, .. } => {
                self.reasons.insert(key(number), Cause::Adjudicated.code().into());
            }
            TournamentEntry::Decided { number, .. } => drop(self.reasons.remove(&key(number))),
            _ => {}
        }
        if matches!(line.entry, TournamentEntry::Started) {
            self.started_us = Some(line.at_us);
        }
        self.lines += 1;
        Ok(())
    }
}
