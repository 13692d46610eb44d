//! A tournament as its log tells it.

use super::outlook::Pace;
use super::{plan, record};
use bytestring::ByteString;
use message::Message;
use protocol::{GameNumber, NewTournament, TournamentAction, TournamentEntry, TournamentLine};
use referee::pairing::Player;
use referee::tournament::{GameKey, Settings, Stage, Tournament};
use referee::{EDITION, TerminationKind, UnknownTermination};
use rules::Catalogue;
use runtime::caught_by;
use runtime::clipped;
use std::collections::BTreeMap;

/// Why a log does not read is told in so many characters at most.
const MOST_OF_A_REASON: usize = 300;

/// What is known of a tournament: everything here is in storage.
pub struct RecordedTournament {
    /// The tournament.
    pub tournament: Tournament,
    /// How many lines its log has.
    pub lines: u64,
    /// The matches of each game, in the order of its beginnings.
    pub matches: BTreeMap<GameKey, Vec<u64>>,
    /// The openings of encounters that a search has drawn: the moves from the start.
    pub openings: BTreeMap<u32, Vec<String>>,
    /// How fast it has gone.
    pub pace: Pace,
    /// Why players have withdrawn after the start: of those who have, and of whom a reason was told.
    pub reasons: BTreeMap<Player, (String, Option<Message>)>,
    /// Why games ended: of those that have, and that a match has told it of.
    pub causes: BTreeMap<GameKey, TerminationKind>,
}

impl RecordedTournament {
    /// What a log tells, and the plan that it begins with.
    ///
    /// # Errors
    /// When a line does not read, or cannot follow those before it.
    pub fn read(log: &[ByteString], games: Catalogue) -> Result<(NewTournament, RecordedTournament), String> {
        let (plan, recorded, damage) = RecordedTournament::read_on(log, games)?;
        damage.map_or(Ok((plan, recorded)), Err)
    }

    /// The same, as far as it reads, and what is wrong with the line after that.
    ///
    /// # Errors
    /// When not even the first line reads.
    pub fn read_on(log: &[ByteString], games: Catalogue) -> Result<(NewTournament, RecordedTournament, Option<String>), String> {
        let (plan, mut recorded) = RecordedTournament::beginning(log.first().ok_or("there is no log")?, games)?;
        for (number, text) in log.iter().enumerate() {
            let taken = caught_by(|| recorded.take(&record::read_line(text)?)).unwrap_or_else(|panic| Err(panic.to_string()));
            if let Err(why) = taken {
                // The line may have changed something before it failed: those before it are read again without it.
                let (_, mut recorded) = RecordedTournament::beginning(&log[0], games)?;
                log[..number].iter().try_for_each(|text| recorded.take(&record::read_line(text)?))?;
                return Ok((plan, recorded, Some(clipped(&format!("line {number} of its log: {why}"), MOST_OF_A_REASON))));
            }
        }
        Ok((plan, recorded, None))
    }

    fn beginning(first: &str, games: Catalogue) -> Result<(NewTournament, RecordedTournament), String> {
        let TournamentEntry::Created { edition, plan } = record::read_line(first)?.entry else {
            return Err("line 0 should say `created`".into());
        };
        if edition != EDITION {
            return Err(format!(
                "it is played by edition {edition} of the rules of tournaments, and this program knows edition {EDITION} alone"
            ));
        }
        let settings: Settings = plan::settings(&plan, games).map_err(|error| error.to_string())?;
        let recorded = RecordedTournament {
            tournament: Tournament::new(settings),
            lines: 0,
            matches: BTreeMap::new(),
            openings: BTreeMap::new(),
            reasons: BTreeMap::new(),
            causes: BTreeMap::new(),
            pace: Pace::default(),
        };
        Ok((*plan, recorded))
    }

    /// Whether nobody has played in it, and nobody is about to.
    pub fn is_unplayed(&self) -> bool {
        matches!(self.tournament.stage(), Stage::Open | Stage::Finished) && self.tournament.rated_games().is_empty()
    }

    /// Whether somebody of this name takes part still.
    pub fn has(&self, name: &str) -> bool {
        let (tournament, history) = (&self.tournament, self.tournament.history());
        // In a ladder, one for each version, of which one is present.
        history.players().any(|player| history.is_present(player) && tournament.name(player) == name)
    }

    /// Takes in a line.
    pub fn take(&mut self, line: &TournamentLine) -> Result<(), String> {
        let is_open = self.tournament.stage() == Stage::Open;
        if let Some(event) = record::event(line, &self.tournament)? {
            self.tournament.absorb(&event);
        }
        let key = |number: &GameNumber| GameKey { encounter: number.encounter, game: number.game };
        match &line.entry {
            TournamentEntry::Begun { number, played_as, opening, .. } => {
                self.matches.entry(key(number)).or_default().push(*played_as);
                if !opening.is_empty() {
                    self.openings.entry(number.encounter).or_insert_with(|| opening.clone());
                }
            }
            // Who leaves before the start is forgotten, and those behind move up.
            TournamentEntry::Withdrawn { player, why: Some(why), reason, .. } if !is_open => {
                drop(self.reasons.insert(Player(*player), (why.clone(), reason.clone())))
            }
            TournamentEntry::Returned { player, .. } => drop(self.reasons.remove(&Player(*player))),
            TournamentEntry::Ended { number, reason: Some(reason), .. } => {
                let cause = reason.parse().map_err(|error: UnknownTermination| error.to_string())?;
                self.causes.insert(key(number), cause);
            }
            TournamentEntry::Decided { number, action: TournamentAction::Adjudicate, .. } => {
                self.causes.insert(key(number), TerminationKind::Adjudicated);
            }
            TournamentEntry::Decided { number, .. } => drop(self.causes.remove(&key(number))),
            _ => {}
        }
        self.pace.take(line);
        self.lines += 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::ArchiveLine;
    use referee::Micros;
    use referee::tournament::{EventKind, Input};

    /// Wherever the log of a tournament says who met whom, the rules say the same today, so that one under way at an upgrade is paired on as
    /// it began; and an edition that this program does not know is refused.
    #[test]
    fn an_edition_pairs_as_it_did() {
        for archive in [
            include_str!("../../../tests/golden/tournament-edition-1.jsonl"),
            // Its second round is one that all sit out.
            include_str!("../../../tests/golden/tournament-edition-1-sat-out.jsonl"),
        ] {
            let lines = archive.lines().filter_map(|line| match serde_json::from_str(line).expect("a line of an archive") {
                ArchiveLine::Log { line } => Some(line),
                _ => None,
            });
            let lines: Vec<TournamentLine> = lines.collect();
            let first = record::json(&lines[0]);
            let (_, mut recorded) = RecordedTournament::read(std::slice::from_ref(&first), Catalogue::ALL).expect("a plan");
            let refused = |first: String| RecordedTournament::read(&[first.into()], Catalogue::ALL).err().expect("it is refused");
            assert!(refused(first.replace(r#""edition":1"#, r#""edition":2"#)).contains("edition 2 of the rules of tournaments"));
            assert!(refused(first.replace(r#""edition":1,"#, "")).contains("missing field `edition`"));
            let mut paired = 0;
            for line in &lines[1..] {
                let event = record::event(line, &recorded.tournament).expect("a event");
                if matches!(line.entry, TournamentEntry::Paired { .. } | TournamentEntry::SatOut { .. }) {
                    let ruling = recorded.tournament.clone().apply(Input::Tick, Micros(line.at_us));
                    let first = ruling.events.first().map(|event| &event.kind);
                    assert!(matches!(first, Some(EventKind::Paired { .. } | EventKind::SatOut { .. })), "round {}: {first:?}", paired + 1);
                    assert_eq!(first, event.as_ref().map(|event| &event.kind), "round {}", paired + 1);
                    paired += 1;
                }
                recorded.take(line).expect("a line that fits");
            }
            assert_eq!(paired, 5);
        }
    }
}
