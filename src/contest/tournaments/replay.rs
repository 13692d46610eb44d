//! A tournament replayed from its log.

use super::estimate::MeasuredPace;
use super::{LogFlaw, log_entries, plan};
use crate::error::{Error, WithdrawalReason};
use bytestring::ByteString;
use message::{Coded, Message};
use protocol::{NewTournament, TournamentAction, TournamentEntry, TournamentLine};
use referee::pairing::Player;
use referee::tournament::{GameKey, Settings, Stage, Tournament, TournamentCommandError};
use referee::{RULES_VERSION, TerminationKind};
use rules::Catalogue;
use runtime::caught_by;
use serde_json::json;
use std::collections::BTreeMap;
use storage::TournamentRow;

/// The state of a tournament as stored.
#[derive(Clone)]
pub struct RecordedTournament {
    pub tournament: Tournament,
    /// The number of lines of its log.
    pub lines: u64,
    pub matches: BTreeMap<GameKey, Vec<u64>>,
    /// Drawn openings by encounter, as moves from the start.
    pub openings: BTreeMap<u32, Vec<String>>,
    pub pace: MeasuredPace,
    /// The given reasons of withdrawals after the start.
    pub reasons: BTreeMap<Player, Message>,
    /// The terminations of games that were played as matches.
    pub terminations: BTreeMap<GameKey, TerminationKind>,
}

impl RecordedTournament {
    pub fn new(tournament: Tournament) -> RecordedTournament {
        RecordedTournament {
            tournament,
            lines: 0,
            matches: BTreeMap::new(),
            openings: BTreeMap::new(),
            pace: MeasuredPace::default(),
            reasons: BTreeMap::new(),
            terminations: BTreeMap::new(),
        }
    }

    /// Replays a log; returns its plan too.
    ///
    /// # Errors
    /// When a line cannot be parsed, or cannot follow the earlier ones.
    pub fn read(log: &[ByteString], games: Catalogue) -> Result<(NewTournament, RecordedTournament), LogFlaw> {
        let (plan, recorded, damage) = RecordedTournament::read_partial(log, games)?;
        damage.map_or(Ok((plan, recorded)), Err)
    }

    /// Replays a log up to the first invalid line; returns its error, too.
    ///
    /// # Errors
    /// When the first line is wrong.
    pub fn read_partial(log: &[ByteString], games: Catalogue) -> Result<(NewTournament, RecordedTournament, Option<LogFlaw>), LogFlaw> {
        let first = log.first().ok_or(LogFlaw::Empty)?;
        let (plan, mut recorded) = caught_by(|| RecordedTournament::beginning(first, games)).unwrap_or_else(|panic| Err(panic.into()))?;
        for (number, text) in log.iter().enumerate() {
            let taken = caught_by(|| recorded.apply(&log_entries::read_line(text)?)).unwrap_or_else(|panic| Err(panic.into()));
            if let Err(why) = taken {
                // The line may have changed something before it failed.
                let (_, mut recorded) = RecordedTournament::beginning(&log[0], games)?;
                log[..number].iter().try_for_each(|text| recorded.apply(&log_entries::read_line(text)?))?;
                return Ok((plan, recorded, Some(LogFlaw::Line { line: number, why: why.message() })));
            }
        }
        Ok((plan, recorded, None))
    }

    /// A placeholder for a tournament with an unreadable log: the plan has only the fields of the tournament's row, and no entrants.
    pub fn unread(row: &TournamentRow, games: Catalogue, why: LogFlaw) -> (NewTournament, RecordedTournament, Option<LogFlaw>) {
        let plan = |fields| serde_json::from_value(fields).expect("a test makes this plan");
        let none = plan(json!({"name": "-", "format": "round_robin", "time": "unlimited", "ready_timeout": "1s"}));
        let settings = plan::settings(&none, games).expect("a test makes these settings");
        let plan = plan(json!({"name": row.name, "game": row.game, "format": row.format}));
        (plan, RecordedTournament::new(Tournament::new(settings)), Some(why))
    }

    fn beginning(first: &str, games: Catalogue) -> Result<(NewTournament, RecordedTournament), LogFlaw> {
        let TournamentEntry::Created { rules_version: version, plan } = log_entries::read_line(first)?.entry else {
            return Err(LogFlaw::Beginning);
        };
        if version != RULES_VERSION {
            return Err(LogFlaw::RulesVersion { version, known: RULES_VERSION });
        }
        let settings: Settings = plan::settings(&plan, games).map_err(|error| LogFlaw::Invalid(error.message()))?;
        Ok((*plan, RecordedTournament::new(Tournament::new(settings))))
    }

    /// Whether it may be deleted: no game has been played or begun.
    pub fn check_unplayed(&self, id: u64) -> Result<(), Error> {
        match self.tournament.stage() {
            _ if !self.tournament.rated_games().is_empty() => Err(Error::PlayedIn { id }),
            Stage::Open | Stage::Finished => Ok(()),
            stage => Err(Error::Refused(TournamentCommandError::NotNow { stage, action: "delete" })),
        }
    }

    /// Whether this name is an active entrant; in a ladder, in any version.
    pub fn has(&self, name: &str) -> bool {
        let (tournament, history) = (&self.tournament, self.tournament.history());
        history.players().any(|player| history.is_present(player) && tournament.name(player) == name)
    }

    pub fn apply(&mut self, line: &TournamentLine) -> Result<(), LogFlaw> {
        let is_open = self.tournament.stage() == Stage::Open;
        if let Some(event) = log_entries::event(line, &self.tournament)? {
            self.tournament.absorb(&event);
        }
        match &line.entry {
            TournamentEntry::Begun { number, played_as, opening, .. } => {
                self.matches.entry(log_entries::key(*number)).or_default().push(*played_as);
                if !opening.is_empty() {
                    self.openings.entry(number.encounter).or_insert_with(|| opening.clone());
                }
            }
            // Before the start, a withdrawal removes the entrant and renumbers those after it.
            TournamentEntry::Withdrawn { player, why: Some(why), reason, .. } if !is_open => drop(
                self.reasons.insert(Player(*player), reason.clone().unwrap_or_else(|| WithdrawalReason { text: why.clone() }.message())),
            ),
            TournamentEntry::Returned { player, .. } => drop(self.reasons.remove(&Player(*player))),
            TournamentEntry::Ended { number, reason: Some(reason), .. } => {
                self.terminations.insert(log_entries::key(*number), reason.parse()?);
            }
            TournamentEntry::Decided { number, action: TournamentAction::Adjudicate, .. } => {
                self.terminations.insert(log_entries::key(*number), TerminationKind::Adjudicated);
            }
            TournamentEntry::Decided { number, .. } => drop(self.terminations.remove(&log_entries::key(*number))),
            _ => {}
        }
        self.pace.measure(line);
        self.lines += 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::wire;
    use protocol::ArchiveLine;
    use referee::Micros;
    use referee::tournament::{TournamentEventKind, TournamentInput};

    /// The pairs of an event without board order: these logs predate the order of C.04.2.
    fn pairs(event: &TournamentEventKind) -> String {
        let mut event = event.clone();
        if let TournamentEventKind::Paired { encounters } = &mut event {
            encounters.sort_by_key(|encounter| format!("{:?}", encounter.seats));
        }
        format!("{event:?}")
    }

    /// And a log of another version of the rules is refused.
    #[test]
    fn stored_logs_replay_to_the_same_pairings() {
        for archive in [
            include_str!("../../../tests/golden/tournament-rules-1.jsonl"),
            // All sit out its second round.
            include_str!("../../../tests/golden/tournament-rules-1-sat-out.jsonl"),
        ] {
            let lines = archive.lines().filter_map(|line| match serde_json::from_str(line).expect("a line of an archive") {
                ArchiveLine::Log { line } => Some(line),
                _ => None,
            });
            let lines: Vec<TournamentLine> = lines.collect();
            let first = wire::json(&lines[0]);
            let (_, mut recorded) = RecordedTournament::read(std::slice::from_ref(&first), Catalogue::ALL).expect("a plan");
            let refused =
                |first: String| RecordedTournament::read(&[first.into()], Catalogue::ALL).err().expect("it is refused").to_string();
            assert!(
                refused(first.replace(r#""rules_version":1"#, r#""rules_version":2"#)).contains("version 2 of the rules of tournaments")
            );
            assert!(refused(first.replace(r#""rules_version":1,"#, "")).contains("missing field `rules_version`"));
            let mut paired = 0;
            for line in &lines[1..] {
                let event = log_entries::event(line, &recorded.tournament).expect("an event");
                if matches!(line.entry, TournamentEntry::Paired { .. } | TournamentEntry::SatOut { .. }) {
                    let decision = recorded.tournament.clone().apply(TournamentInput::Tick, Micros(line.at_us));
                    let first = decision.events.first().map(|event| &event.kind);
                    assert!(
                        matches!(first, Some(TournamentEventKind::Paired { .. } | TournamentEventKind::SatOut { .. })),
                        "round {}: {first:?}",
                        paired + 1
                    );
                    assert_eq!(first.map(pairs), event.as_ref().map(|event| pairs(&event.kind)), "round {}", paired + 1);
                    paired += 1;
                }
                recorded.apply(line).expect("a line that fits");
            }
            assert_eq!(paired, 5);
        }
    }
}
