//! What a tournament is told is judged by a thread for work: what follows, and what has to stop.

use super::RecordedTournament;
use super::handle::{AnswerSender, Command};
use super::openings::drawn;
use crate::Error;
use crate::matches::{MatchStopped, Present};
use message::{Coded, Param};
use referee::TerminationKind;
use referee::format::Feature;
use referee::tournament::{Decision, Event, EventKind, GameKey, GameStatus, Input, Stage, Tournament};
use rules::{Outcome, Side};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, PoisonError, RwLock};

/// What a thread is given to judge.
pub struct Hearing {
    pub judge: Tournament,
    /// What is written down.
    pub recorded: Arc<RwLock<RecordedTournament>>,
    pub words: Vec<Command>,
    pub now: referee::Micros,
    /// The day of the calendar, from 1.
    pub day: u32,
    pub present: Arc<Present>,
    pub running: Vec<(GameKey, u32)>,
    /// Who plays a game that has begun: a connection that is lost for a moment is no absence.
    pub playing: BTreeSet<String>,
}

/// A event, with what its line says besides.
pub struct Followed {
    pub event: Event,
    /// Who asked to leave, if somebody did.
    pub leaver: String,
    /// What the match of a game that has ended ended by, if one has.
    pub cause: Option<TerminationKind>,
    /// The moves before the first of a game that begins, where they were drawn by a search.
    pub opening: Vec<String>,
}

/// What follows from some words, not yet written down.
pub struct Judged {
    pub judge: Tournament,
    pub before: State,
    pub events: Vec<Followed>,
    pub answers: Vec<(AnswerSender, Result<(), Error>)>,
    pub stopped: Vec<Stopped>,
}

/// A game that is being played and has to stop.
pub struct Stopped {
    pub game: GameKey,
    /// What it counts as.
    pub outcome: Option<Outcome>,
    pub why: Param,
    /// Whether it begins anew, and nobody has decided anything.
    pub anew: bool,
}

/// What lists show of a tournament, and that may change.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct State {
    pub stage: Stage,
    pub entrants: u32,
}

impl State {
    pub fn of(judge: &Tournament) -> State {
        State { stage: judge.stage(), entrants: judge.names().len() as u32 }
    }
}

impl Hearing {
    /// Judges all words in turn.
    pub fn judge(self) -> Judged {
        let Hearing { mut judge, recorded, words, now, day, present, running, playing } = self;
        let before = State::of(&judge);
        let (mut events, mut answers, mut why, mut why_all) = (Vec::new(), Vec::new(), BTreeMap::new(), MatchStopped::GoneOn);
        let mut anew = BTreeSet::new();
        let is_new = |(name, version): &(&String, &String)| judge.is_new_version(name, version);
        let tells_versions = judge.settings().format.has(Feature::Versions);
        let new: Vec<_> = present.versions.iter().filter(|_| tells_versions).filter(is_new).collect();
        let new = new.into_iter().map(|(name, version)| Command {
            input: Input::Version { name: name.clone(), version: version.clone() },
            cause: None,
            attempt: None,
            answer: None,
        });
        for Command { input, cause, attempt, answer } in new.chain(words).collect::<Vec<_>>() {
            if let (Input::Decide { game, .. }, Some(attempt)) = (&input, attempt) {
                // It may have begun anew already, for which its match was annulled.
                if judge.game(*game).is_none_or(|game| game.status != GameStatus::Running || game.attempts != attempt) {
                    continue;
                }
                anew.insert(*game);
            }
            let leaver = if let Input::Withdraw { name, .. } = &input { name.clone() } else { String::new() };
            match &input {
                Input::Decide { game, why: reason, .. } => drop(why.insert(*game, Param::from(reason.clone()))),
                Input::Withdraw { .. } => why_all = MatchStopped::Withdrawal,
                Input::Finish => why_all = MatchStopped::Finished,
                _ => {}
            }
            if let Input::Enter { name, .. } = &input
                && let Err(error) = present.must_play(name, judge.settings().game)
            {
                answers.extend(answer.map(|answer| (answer, Err(error))));
                continue;
            }
            let game = judge.settings().game;
            let ended = if let Input::Ended { game, .. } = input { Some(game) } else { None };
            let is_there = |name: &str| present.plays(name, game) || playing.contains(name);
            let Decision { events: follow, error } = judge.apply_among(input, now, day, &is_there);
            events.extend(follow.into_iter().map(|event| {
                let cause = cause.filter(|_| matches!(event.kind, EventKind::Ended { game, .. } if Some(game) == ended));
                let (event, opening) = with_opening(event, &judge, &present, &recorded);
                Followed { event, leaver: leaver.clone(), cause, opening }
            }));
            if let Some(answer) = answer {
                answers.push((answer, error.map_or(Ok(()), |error| Err(error.into()))));
            }
        }
        let mut stopped = Vec::new();
        for (key, attempt) in running {
            let game = judge.game(key);
            if game.is_none_or(|game| game.status != GameStatus::Running || game.attempts != attempt) {
                let outcome = match game.map(|game| game.status) {
                    Some(GameStatus::Over(end)) => end.outcome,
                    _ => None,
                };
                stopped.push(Stopped {
                    game: key,
                    outcome,
                    why: why.remove(&key).unwrap_or_else(|| why_all.message().into()),
                    anew: anew.contains(&key),
                });
            }
        }
        Judged { judge, before, events, answers, stopped }
    }
}

/// A game that begins does so from the opening that was drawn for it, or, of somebody who plays from the usual start alone, there; and the
/// moves that a search has drawn.
fn with_opening(mut event: Event, judge: &Tournament, present: &Present, recorded: &RwLock<RecordedTournament>) -> (Event, Vec<String>) {
    let EventKind::Begun { game, seats, position, .. } = &mut event.kind else { return (event, Vec::new()) };
    if Side::BOTH.into_iter().any(|side| present.without_openings.contains(judge.name(seats[side]))) {
        *position = judge.settings().game.start().position();
        return (event, Vec::new());
    }
    let Some(drawn) = drawn(judge, *game, &recorded.read().unwrap_or_else(PoisonError::into_inner)) else { return (event, Vec::new()) };
    *position = drawn.position;
    (event, drawn.moves)
}
