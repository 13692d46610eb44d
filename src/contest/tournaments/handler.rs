//! The command handler of a tournament, run on a worker thread: commands become events, and events become log lines and matches.

use super::RecordedTournament;
use super::handle::{AnswerSender, TournamentCommand};
use super::log_entries::{self, Recorded};
use super::openings::drawn;
use crate::matches::{BotSnapshot, MatchStopped, Prepared, Proposal, wire};
use crate::{BotName, Error, InternalError};
use message::{Coded, Param};
use protocol::{TournamentLine, TournamentStage};
use referee::MatchSettings;
use referee::format::Feature;
use referee::pairing::Player;
use referee::tournament::{GameKey, GameStatus, Tournament, TournamentDecision, TournamentEvent, TournamentEventKind, TournamentInput};
use rules::{BySide, Outcome, Side};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use storage::{Change, Storage};

pub struct Handler {
    pub id: u64,
    pub tournament: Tournament,
    /// The length of its log.
    pub lines: u64,
    pub settings: MatchSettings,
    pub storage: Arc<dyn Storage>,
    pub recorded: Arc<parking_lot::RwLock<Arc<RecordedTournament>>>,
    pub commands: Vec<TournamentCommand>,
    pub now: referee::Micros,
    /// The day of the calendar, from 1.
    pub day: u32,
    pub bots: Arc<BotSnapshot>,
    pub running: Vec<(GameKey, u32)>,
    /// Players of running games; they count as present even while disconnected.
    pub playing: BTreeSet<String>,
}

/// The result of a batch of commands: changes, and the actions that follow their commit.
pub struct BatchOutcome {
    pub tournament: Tournament,
    pub before: TournamentStage,
    pub answers: Vec<(AnswerSender, Result<(), Error>)>,
    pub lines: Vec<TournamentLine>,
    pub changes: Vec<Change>,
    pub stopped: Vec<Stopped>,
    pub begun: Vec<BegunMatch>,
    /// Games that cannot begin, with their attempt and the reason.
    pub impossible: Vec<(GameKey, u32, String)>,
}

pub struct Stopped {
    pub game: GameKey,
    pub outcome: Option<Outcome>,
    pub why: Param,
    /// Whether this is an automatic replay.
    pub anew: bool,
}

pub struct BegunMatch {
    pub game: GameKey,
    pub attempt: u32,
    /// Whether it still runs after the last event of the batch.
    pub continues: bool,
    pub prepared: Prepared,
}

impl Handler {
    pub fn handle(self) -> BatchOutcome {
        let Handler { id, mut tournament, lines, settings, storage, recorded, commands, now, day, bots, running, playing } = self;
        let before = log_entries::columns(&tournament);
        let (mut events, mut answers, mut why, mut why_all) = (Vec::new(), Vec::new(), BTreeMap::new(), MatchStopped::Skipped);
        let mut anew = BTreeSet::new();
        let game = tournament.settings().game;
        let tells_versions = tournament.settings().format.has(Feature::Versions);
        let is_new = |(name, version): &(&String, &String)| tells_versions && tournament.is_new_version(name, version);
        let version =
            |(name, version): (&String, &String)| TournamentInput::Version { name: name.clone(), version: version.clone() }.into();
        let versions: Vec<TournamentCommand> = bots.versions.iter().filter(is_new).map(version).collect();
        for TournamentCommand { input, reason, attempt, answer } in versions.into_iter().chain(commands) {
            if let (TournamentInput::Decide { game, .. }, Some(attempt)) = (&input, attempt) {
                // The annulled match may belong to an earlier attempt.
                if tournament.game(*game).is_none_or(|game| game.status != GameStatus::Running || game.attempts != attempt) {
                    continue;
                }
                anew.insert(*game);
            }
            let leaver = if let TournamentInput::Withdraw { name, .. } = &input { name.clone() } else { String::new() };
            match &input {
                TournamentInput::Decide { game, why: reason, .. } => drop(why.insert(*game, Param::from(reason.clone()))),
                TournamentInput::Withdraw { .. } => why_all = MatchStopped::Withdrawal,
                TournamentInput::Finish => why_all = MatchStopped::Finished,
                _ => {}
            }
            if let TournamentInput::Enter { name, .. } = &input
                && let Err(error) = bots.must_play(name, game)
            {
                answers.extend(answer.map(|answer| (answer, Err(error))));
                continue;
            }
            let ended = if let TournamentInput::Ended { game, .. } = input { Some(game) } else { None };
            let is_there = |name: &str| bots.plays(name, game) || playing.contains(name);
            let TournamentDecision { events: follow, error } = tournament.apply_among(input, now, day, &is_there);
            events.extend(follow.into_iter().map(|event| {
                let reason = reason.filter(|_| matches!(event.kind, TournamentEventKind::Ended { game, .. } if Some(game) == ended));
                let (event, opening) = with_opening(event, &tournament, &bots, &recorded);
                Recorded { event, leaver: leaver.clone(), reason, opening }
            }));
            answers.extend(answer.map(|answer| (answer, error.map_or(Ok(()), |error| Err(error.into())))));
        }
        let mut stopped = Vec::new();
        for (key, attempt) in running {
            let game = tournament.game(key);
            if game.is_none_or(|game| game.status != GameStatus::Running || game.attempts != attempt) {
                let outcome = if let Some(GameStatus::Over(end)) = game.map(|game| game.status) { end.outcome } else { None };
                let why = why.remove(&key).unwrap_or_else(|| why_all.message().into());
                stopped.push(Stopped { game: key, outcome, why, anew: anew.contains(&key) });
            }
        }
        let is_begun = |recorded: &&Recorded| matches!(recorded.event.kind, TournamentEventKind::Begun { .. });
        let mut numbers = storage.ids().match_ids(events.iter().filter(is_begun).count() as u64)..;
        let (lines, mut begun, mut impossible, mut matches) = (lines.., Vec::new(), Vec::new(), Vec::new());
        let mut line_of = |(line, recorded): (u64, &Recorded)| {
            let mut played_as = 0;
            if let TournamentEventKind::Begun { game, attempt, seats, position } = &recorded.event.kind {
                match proposal(&tournament, &settings, *seats, position) {
                    Ok(proposal) => {
                        played_as = numbers.next().unwrap_or_default();
                        let prepared = Prepared::new(played_as, proposal, Some(id), |name| bots.versions.get(name).cloned());
                        matches.extend(prepared.changes());
                        let is_it = |now: referee::tournament::GameView| now.status == GameStatus::Running && now.attempts == *attempt;
                        let continues = tournament.game(*game).is_some_and(is_it);
                        begun.push(BegunMatch { game: *game, attempt: *attempt, continues, prepared });
                    }
                    Err(error) => impossible.push((*game, *attempt, error.to_string())),
                }
            }
            log_entries::line(line, recorded, played_as, &tournament)
        };
        let lines: Vec<TournamentLine> = lines.zip(&events).map(&mut line_of).collect();
        let change = |line: &TournamentLine| Change::TournamentLine { id, number: line.line, body: wire::json(line) };
        let mut changes: Vec<Change> = lines.iter().map(change).chain(matches).collect();
        let after = log_entries::columns(&tournament);
        if after != before {
            let (stage, entrants, winner) = after;
            changes.push(Change::TournamentState { id, stage, entrants, winner });
        }
        BatchOutcome { tournament, before: before.0, answers, lines, changes, stopped, begun, impossible }
    }
}

/// Sets the position of a game that begins: the opening drawn for it, or the start position if a player knows no other. Returns the moves of an
/// opening that a search has drawn.
fn with_opening(
    mut event: TournamentEvent,
    tournament: &Tournament,
    bots: &BotSnapshot,
    recorded: &parking_lot::RwLock<Arc<RecordedTournament>>,
) -> (TournamentEvent, Vec<String>) {
    let TournamentEventKind::Begun { game, seats, position, .. } = &mut event.kind else { return (event, Vec::new()) };
    if Side::BOTH.into_iter().any(|side| bots.without_openings.contains(tournament.name(seats[side]))) {
        *position = tournament.settings().game.start().position();
        return (event, Vec::new());
    }
    let Some((drawn, moves)) = drawn(tournament, *game, &recorded.read()) else { return (event, Vec::new()) };
    *position = drawn;
    (event, moves)
}

fn proposal(tournament: &Tournament, settings: &MatchSettings, seats: BySide<Player>, position: &str) -> Result<Proposal, Error> {
    let name = |player| tournament.name(player).parse::<BotName>();
    let unread = |why| InternalError::Opening { position: position.into(), why };
    let position = tournament.settings().game.read(position).map_err(unread)?;
    Ok(Proposal { players: BySide { white: name(seats.white)?, black: name(seats.black)? }, position, settings: *settings })
}
