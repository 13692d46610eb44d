//! Conversions between the events of a tournament and the lines of its log.

use super::LogFlaw;
use super::plan::PlanError;
use crate::matches::wire;
use crate::{Error, Suspendable};
use message::{Coded, Message, Param};
use protocol::{GameNumber, Pairing, Participants, TournamentAction, TournamentEntry, TournamentLine, TournamentStage, json};
use referee::pairing::{Encounter, Player, Seats};
use referee::tournament::{
    GameKey, OperatorDecision, RequestedBye, Stage, Tournament, TournamentEvent, TournamentEventKind, TournamentGameEnd, TournamentInput,
};
use referee::{Micros, TerminationKind};
use rules::{BySide, Game};

pub fn stage(stage: Stage) -> TournamentStage {
    match stage {
        Stage::Open => TournamentStage::Open,
        Stage::Running => TournamentStage::Running,
        Stage::Paused => TournamentStage::Paused,
        Stage::Finished => TournamentStage::Finished,
        Stage::Archived => TournamentStage::Archived,
    }
}

/// What may change of a tournament's row: the stage, the number of entrants and the winner.
pub fn columns(tournament: &Tournament) -> (TournamentStage, u32, Option<String>) {
    (stage(tournament.stage()), tournament.names().len() as u32, tournament.winner().map(String::from))
}

fn number(game: GameKey) -> GameNumber {
    GameNumber { encounter: game.encounter, game: game.game }
}

/// A game's number in the referee's type.
pub(super) fn key(number: GameNumber) -> GameKey {
    GameKey { encounter: number.encounter, game: number.game }
}

pub fn action(decision: OperatorDecision) -> (TournamentAction, Option<protocol::GameResult>) {
    match decision {
        OperatorDecision::Adjudicate(outcome) | OperatorDecision::Forfeit(outcome) => {
            (TournamentAction::Adjudicate, Some(wire::result(Some(outcome))))
        }
        OperatorDecision::Annul => (TournamentAction::Annul, None),
        OperatorDecision::Replay => (TournamentAction::Replay, None),
    }
}

/// Reads a decision; an adjudication needs a result other than void.
pub fn decision(action: TournamentAction, result: Option<protocol::GameResult>) -> Result<OperatorDecision, Error> {
    let refused = |why: PlanError| Err(Error::field("result", &why));
    match (action, result.map(wire::outcome)) {
        (TournamentAction::Adjudicate, Some(Some(outcome))) => Ok(OperatorDecision::Adjudicate(outcome)),
        (TournamentAction::Adjudicate, _) => refused(PlanError::Result),
        (TournamentAction::Annul, None) => Ok(OperatorDecision::Annul),
        (TournamentAction::Replay, None) => Ok(OperatorDecision::Replay),
        (_, Some(_)) => refused(PlanError::ResultOfAnother),
    }
}

/// An event with the additional fields of its log line.
pub struct Recorded {
    pub event: TournamentEvent,
    /// The name of a player who withdraws before the start: the event removes the player.
    pub leaver: String,
    /// How the match of an ended game ended.
    pub reason: Option<TerminationKind>,
    /// The opening moves of a game that begins, if a search has drawn them.
    pub opening: Vec<String>,
}

/// Converts an event to a log line. `tournament` has already applied the event; `played_as` is the match number of a game that begins.
pub fn line(line: u64, recorded: &Recorded, played_as: u64, tournament: &Tournament) -> TournamentLine {
    let Recorded { event, leaver, reason, opening } = recorded;
    let entry = match &event.kind {
        TournamentEventKind::Entered { name, rating } => TournamentEntry::Entered { bot: name.clone(), rating: *rating },
        TournamentEventKind::Withdrawn { player, why } => {
            let bot = if leaver.is_empty() { tournament.name(*player) } else { leaver }.into();
            let reason = why.as_ref().and_then(|why| if let Param::Message(message) = why { Some((**message).clone()) } else { None });
            TournamentEntry::Withdrawn { player: player.0, bot, why: why.as_ref().map(ToString::to_string), reason }
        }
        TournamentEventKind::Returned { player } => TournamentEntry::Returned { player: player.0, bot: tournament.name(*player).into() },
        TournamentEventKind::Excused { player, round, half_points } => {
            TournamentEntry::Excused { player: player.0, bot: tournament.name(*player).into(), round: *round, half_points: *half_points }
        }
        TournamentEventKind::ByeCancelled { player, round } => {
            TournamentEntry::ByeCancelled { player: player.0, bot: tournament.name(*player).into(), round: *round }
        }
        TournamentEventKind::SatOut { round } => TournamentEntry::SatOut { round: *round },
        TournamentEventKind::Versioned { player, version } => {
            TournamentEntry::Versioned { player: player.0, bot: tournament.name(*player).into(), version: version.clone() }
        }
        TournamentEventKind::Started => TournamentEntry::Started,
        TournamentEventKind::Paused => TournamentEntry::Paused,
        TournamentEventKind::Resumed => TournamentEntry::Resumed,
        TournamentEventKind::Paired { encounters } => TournamentEntry::Paired { pairings: encounters.iter().map(pairing).collect() },
        TournamentEventKind::Begun { game, attempt, seats, position } => TournamentEntry::Begun {
            number: number(*game),
            attempt: *attempt,
            players: Participants { white: tournament.name(seats.white).into(), black: tournament.name(seats.black).into() },
            position: position.clone(),
            opening: opening.clone(),
            played_as,
        },
        TournamentEventKind::Ended { game, attempt, end } => TournamentEntry::Ended {
            number: number(*game),
            attempt: *attempt,
            result: wire::result(end.outcome),
            played: end.played,
            reason: reason.map(|reason| reason.code().into()),
        },
        TournamentEventKind::Decided { game, decision, why } => {
            let (action, result) = action(*decision);
            let unplayed = matches!(decision, OperatorDecision::Forfeit(_));
            TournamentEntry::Decided { number: number(*game), action, result, unplayed, why: why.clone() }
        }
        TournamentEventKind::TimeUp => TournamentEntry::TimeUp,
        TournamentEventKind::Finished => TournamentEntry::Finished,
        TournamentEventKind::Archived => TournamentEntry::Archived,
        TournamentEventKind::Reopened => TournamentEntry::Reopened,
    };
    TournamentLine { line, at_us: event.at.0, entry }
}

fn leads(game: Game, moves: &[String], position: &str) -> bool {
    let mut board = game.start();
    moves.iter().all(|mv| board.play_text(mv).is_ok()) && board.position() == position
}

fn pairing(encounter: &Encounter) -> Pairing {
    let (white, black) = match encounter.seats {
        Seats::Game(seats) => (seats.white.0, Some(seats.black.0)),
        Seats::Bye(player) => (player.0, None),
    };
    Pairing { round: encounter.round, white, black, games: encounter.games }
}

/// The event of a line; none for line 0, and an error if it is impossible in this tournament.
pub fn event(line: &TournamentLine, before: &Tournament) -> Result<Option<TournamentEvent>, LogFlaw> {
    let player = |number: u32| match (number as usize) < before.names().len() {
        true => Ok(Player(number)),
        false => Err(LogFlaw::Entrant { number }),
    };
    let game = |number: GameNumber| match before.game(key(number)) {
        Some(view) => Ok(view),
        None => Err(LogFlaw::Game { game: key(number) }),
    };
    let kind = match &line.entry {
        TournamentEntry::Created { .. } => return Ok(None),
        TournamentEntry::Entered { bot, rating } => TournamentEventKind::Entered { name: bot.clone(), rating: *rating },
        TournamentEntry::Withdrawn { player: number, why, reason, .. } => {
            let why = reason.clone().map(Param::from).or_else(|| why.clone().map(Param::from));
            TournamentEventKind::Withdrawn { player: player(*number)?, why }
        }
        TournamentEntry::Returned { player: number, .. } => TournamentEventKind::Returned { player: player(*number)? },
        TournamentEntry::Excused { player: number, round, half_points, .. } => {
            TournamentEventKind::Excused { player: player(*number)?, round: *round, half_points: *half_points }
        }
        TournamentEntry::ByeCancelled { player: number, round, .. } => {
            TournamentEventKind::ByeCancelled { player: player(*number)?, round: *round }
        }
        TournamentEntry::SatOut { round } => TournamentEventKind::SatOut { round: *round },
        TournamentEntry::Versioned { player: number, version, .. } => {
            TournamentEventKind::Versioned { player: player(*number)?, version: version.clone() }
        }
        TournamentEntry::Started => TournamentEventKind::Started,
        TournamentEntry::Paused => TournamentEventKind::Paused,
        TournamentEntry::Resumed => TournamentEventKind::Resumed,
        TournamentEntry::Paired { pairings } => {
            let encounter = |pairing: &Pairing| {
                let white = player(pairing.white)?;
                if !(1..=100).contains(&pairing.games) {
                    return Err(LogFlaw::Games { games: pairing.games });
                }
                Ok(match pairing.black {
                    Some(black) => Encounter::new(pairing.round, white, player(black)?, pairing.games),
                    None => Encounter::bye(pairing.round, white, pairing.games),
                })
            };
            TournamentEventKind::Paired { encounters: pairings.iter().map(encounter).collect::<Result<_, LogFlaw>>()? }
        }
        TournamentEntry::Begun { number, attempt, position, opening, players, .. } => {
            let seats = game(*number)?.seats;
            let names: BySide<&str> = seats.map(|player| before.name(player));
            if names.white != players.white || names.black != players.black {
                let Participants { white, black } = players.clone();
                return Err(LogFlaw::Players { game: key(*number), white, black });
            }
            if !opening.is_empty() && !leads(before.settings().game, opening, position) {
                return Err(LogFlaw::Opening { game: key(*number) });
            }
            TournamentEventKind::Begun { game: key(*number), attempt: *attempt, seats, position: position.clone() }
        }
        TournamentEntry::Ended { number, attempt, result, played, .. } => {
            game(*number)?;
            let end = TournamentGameEnd { outcome: wire::outcome(*result), played: *played };
            TournamentEventKind::Ended { game: key(*number), attempt: *attempt, end }
        }
        TournamentEntry::Decided { number, action, result, unplayed, why } => {
            game(*number)?;
            let decision = match decision(*action, *result).map_err(|error| LogFlaw::Invalid(error.message()))? {
                OperatorDecision::Adjudicate(outcome) if *unplayed => OperatorDecision::Forfeit(outcome),
                decision => decision,
            };
            TournamentEventKind::Decided { game: key(*number), decision, why: why.clone() }
        }
        TournamentEntry::TimeUp => TournamentEventKind::TimeUp,
        TournamentEntry::Finished => TournamentEventKind::Finished,
        TournamentEntry::Archived => TournamentEventKind::Archived,
        TournamentEntry::Reopened => TournamentEventKind::Reopened,
    };
    Ok(Some(TournamentEvent { at: Micros(line.at_us), kind }))
}

pub fn excuse(name: String, bye: &protocol::NewBye) -> TournamentInput {
    let worth = match bye.bye {
        protocol::RequestedBye::HalfPoint => RequestedBye::HalfPoint,
        protocol::RequestedBye::ZeroPoint => RequestedBye::ZeroPoint,
    };
    TournamentInput::Excuse { name, round: bye.round, bye: worth }
}

/// The end of a match as the end of a game.
pub fn end(result: protocol::GameResult, reason: TerminationKind) -> TournamentGameEnd {
    TournamentGameEnd { outcome: wire::outcome(result), played: reason.was_played() }
}

/// Parses a game's number, such as `12.2`.
pub fn parse_key(field: &'static str, text: &str) -> Result<GameKey, Error> {
    let from_one = |text: &str| text.parse::<u32>().ok()?.checked_sub(1);
    let key = text.split_once('.').and_then(|(encounter, game)| Some(GameKey { encounter: from_one(encounter)?, game: from_one(game)? }));
    key.ok_or_else(|| Error::field(field, &PlanError::GameNumber))
}

pub fn read_line(text: &str) -> Result<TournamentLine, LogFlaw> {
    Ok(json::from_bytes(text.as_bytes())?)
}

pub fn suspended(id: u64, why: Message) -> Error {
    Error::Suspended { what: Suspendable::Tournament { id }, why }
}
