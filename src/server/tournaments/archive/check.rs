//! What an archive tells must be possible: its games by the rules of the game, its log by the rules of the tournament.

use super::{Archive, bad};
use crate::core::Error;
use crate::matches::wire;
use crate::tournaments::{RecordedTournament, record};
use protocol::{Entry, GameResult, Line, TournamentEntry, TournamentStage};
use referee::tournament::{Course, GameKey};
use rules::Catalogue;

/// Whether the tournament's log can be, and speaks of just these matches. Gives the stage that it ends with, and the name of the game.
pub fn consistent(archive: &Archive, places: &[usize], games: Catalogue) -> Result<(TournamentStage, String), Error> {
    let first = *places.first().ok_or_else(|| bad(1, "there is no log of the tournament"))?;
    if !matches!(&archive.lines[0].entry, TournamentEntry::Created { plan, .. } if plan.name == archive.name) {
        return Err(bad(first, "the log should begin with the tournament that the header names"));
    }
    let (_, mut recorded) = RecordedTournament::read(&[record::json(&archive.lines[0])], games).map_err(|why| bad(first, why))?;
    let game_name = recorded.tournament.settings().game.name();
    let mut told = 0;
    for ((number, line), &place) in (0..).zip(&archive.lines).zip(places).skip(1) {
        if line.line != number {
            return Err(bad(place, format!("line {} of the log where {number} should be", line.line)));
        }
        match &line.entry {
            TournamentEntry::Created { .. } => return Err(bad(place, "a second beginning")),
            TournamentEntry::Begun { number, attempt, players, position, played_as } => {
                let key = GameKey { encounter: number.encounter, game: number.game };
                let game = recorded.tournament.game(key);
                if game.is_none_or(|game| game.course != Course::Pending || game.attempts.checked_add(1) != Some(*attempt)) {
                    return Err(bad(place, format!("game {key} cannot begin here for the time number {attempt}")));
                }
                // A game that could not begin was played as none.
                if *played_as != 0 {
                    let kept = archive.matches.get(played_as).ok_or_else(|| bad(place, format!("match {played_as} is missing")))?;
                    if kept.game_name != game_name {
                        return Err(bad(kept.at, format!("match {played_as} is {}, in a tournament of {game_name}", kept.game_name)));
                    }
                    if kept.players != *players || kept.position != *position {
                        return Err(bad(kept.at, format!("match {played_as} is not the game that the tournament's log speaks of")));
                    }
                    told += 1;
                }
            }
            TournamentEntry::Ended { number, attempt, result, .. } => {
                let key = GameKey { encounter: number.encounter, game: number.game };
                let game = recorded.tournament.game(key);
                if game.is_none_or(|game| game.course != Course::Running || game.attempts != *attempt) {
                    return Err(bad(place, format!("game {key} cannot end here for the time number {attempt}")));
                }
                let played_as = recorded.matches.get(&key).and_then(|matches| matches.last());
                let end = played_as.and_then(|game| archive.matches.get(game)).map(|kept| kept.end.0);
                let is_none = played_as == Some(&0) && *result == GameResult::Void;
                if end != Some(*result) && !is_none {
                    return Err(bad(place, format!("game {key} did not end with {} on the board", result.word())));
                }
            }
            _ => {}
        }
        recorded.take(line).map_err(|why| bad(place, why))?;
    }
    if told != archive.matches.len() {
        return Err(bad(first, format!("the tournament's log speaks of {told} matches, and {} are there", archive.matches.len())));
    }
    match record::stage(recorded.tournament.stage()) {
        stage @ (TournamentStage::Finished | TournamentStage::Archived) => Ok((stage, game_name.into())),
        stage => Err(bad(places[places.len() - 1], format!("the tournament had not finished: it was {}", stage.word()))),
    }
}

/// Plays a match again by the rules.
pub fn legal(game: u64, at: usize, log: &[Line], games: Catalogue) -> Result<(), Error> {
    let place = |line: usize| at + 1 + line;
    let Some(Entry::Created { game: number, game_name, position, .. }) = log.first().map(|line| &line.entry) else {
        return Err(bad(at, format!("match {game} has no beginning")));
    };
    if *number != game {
        return Err(bad(place(0), format!("the log of match {number} under match {game}")));
    }
    let rules = games.find(game_name).map_err(|error| bad(place(0), error.to_string()))?;
    let mut board = rules.read(position).map_err(|error| bad(place(0), format!("as a position of {game_name}: {error}")))?;
    for (number, line) in log.iter().enumerate().skip(1) {
        if line.line != number as u64 {
            return Err(bad(place(number), format!("line {} of match {game} where {number} should be", line.line)));
        }
        match &line.entry {
            Entry::Created { .. } => return Err(bad(place(number), "a second beginning")),
            Entry::Moved { ply, text, position, .. } => {
                if *ply != board.ply() {
                    return Err(bad(place(number), format!("ply {ply} where {} should be", board.ply())));
                }
                let illegal = |error| bad(place(number), format!("`{text}` at ply {ply} of match {game} is illegal: {error}"));
                board.play_text(text).map_err(illegal)?;
                if *position != board.position() {
                    return Err(bad(place(number), format!("after `{text}` the position is {}, not {position}", board.position())));
                }
            }
            Entry::Ended { result, reason, .. } => {
                if number + 1 != log.len() {
                    return Err(bad(place(number), format!("match {game} goes on after its end")));
                }
                if reason != "rules" && board.outcome().is_some() {
                    let why = format!("the board of match {game} had decided it, so that its reason can only be `rules`, not `{reason}`");
                    return Err(bad(place(number), why));
                }
                if reason == "rules" && board.outcome().map(Some) != Some(wire::outcome(*result)) {
                    return Err(bad(place(number), format!("by the rules, match {game} has not ended with {}", result.word())));
                }
            }
            _ => {}
        }
    }
    match log.last().map(|line| &line.entry) {
        Some(Entry::Ended { .. }) => Ok(()),
        _ => Err(bad(place(log.len()), format!("match {game} has no end"))),
    }
}
