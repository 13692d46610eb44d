//! What a tournament writes down of events: lines of its log, and the matches that they begin.

use super::hearing::{Followed, State};
use super::record;
use crate::matches::{Prepared, Present, Proposal};
use crate::{BotName, Error};
use bytestring::ByteString;
use protocol::TournamentLine;
use referee::MatchSettings;
use referee::pairing::Player;
use referee::tournament::{EventKind, GameKey, GameStatus, Tournament};
use rules::BySide;
use std::sync::Arc;
use storage::Change;

/// A match that begins, and the game it is.
pub struct Begun {
    pub game: GameKey,
    pub attempt: u32,
    /// Whether it has not been decided in the same breath.
    pub goes_on: bool,
    pub prepared: Prepared,
}

/// What is to be written down.
pub struct Draft {
    pub judge: Tournament,
    pub lines: Vec<TournamentLine>,
    pub changes: Vec<Change>,
    pub begun: Vec<Begun>,
    /// Games that cannot begin, and why.
    pub impossible: Vec<(GameKey, u32, String)>,
}

/// What new matches are made with.
pub struct Makings {
    pub terms: MatchSettings,
    pub present: Arc<Present>,
}

/// What is to be written down of these events, the log having so many lines and the new matches these numbers.
pub fn draft(id: u64, lines: u64, judge: Tournament, events: Vec<Followed>, mut number: u64, makings: &Makings, before: State) -> Draft {
    let mut draft = Draft { judge, lines: Vec::new(), changes: Vec::new(), begun: Vec::new(), impossible: Vec::new() };
    let mut matches = Vec::new();
    for (number_of_line, Followed { event, leaver, cause, opening }) in (lines..).zip(&events) {
        let mut played_as = 0;
        if let EventKind::Begun { game, attempt, seats, position } = &event.kind {
            match proposal(&draft.judge, &makings.terms, *seats, position) {
                Ok(proposal) => {
                    played_as = number;
                    number += 1;
                    let prepared = Prepared::new(played_as, proposal, Some(id), |name| makings.present.versions.get(name).cloned());
                    matches.extend(prepared.changes());
                    let goes_on = draft.judge.game(*game).is_some_and(|now| now.status == GameStatus::Running && now.attempts == *attempt);
                    draft.begun.push(Begun { game: *game, attempt: *attempt, goes_on, prepared });
                }
                Err(error) => draft.impossible.push((*game, *attempt, error.to_string())),
            }
        }
        // Before the start, who leaves is forgotten; after it, some leave by rule.
        let leaver = match &event.kind {
            EventKind::Withdrawn { player, .. } if leaver.is_empty() => draft.judge.name(*player),
            _ => leaver,
        };
        let line = record::line(number_of_line, event, &draft.judge, &record::Besides { leaver, played_as, cause: *cause, opening });
        let body: ByteString = record::json(&line);
        draft.changes.push(Change::TournamentLine { id, number: number_of_line, body });
        draft.lines.push(line);
    }
    draft.changes.extend(matches);
    let now = State::of(&draft.judge);
    if now != before {
        draft.changes.push(Change::TournamentState { id, stage: record::stage(now.stage), entrants: now.entrants });
    }
    draft
}

fn proposal(judge: &Tournament, terms: &MatchSettings, seats: BySide<Player>, position: &str) -> Result<Proposal, Error> {
    let name = |player| judge.name(player).parse::<BotName>();
    let position = judge.settings().game.read(position).map_err(|error| Error::Internal(format!("{position}: {error}")))?;
    Ok(Proposal { players: BySide { white: name(seats.white)?, black: name(seats.black)? }, position, terms: *terms })
}
