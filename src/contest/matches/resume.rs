//! Matches that go on after the referee was stopped, and those that cannot: one that fails is suspended alone, until an operator resumes or
//! decides it.

use super::feed::Feed;
use super::running::MatchStopped;
use super::sought::Origin;
use super::{Matches, wire};
use crate::Error;
use crate::Timeline;
use bytestring::ByteString;
use message::Coded;
use protocol::Status;
use protocol::{Entry, Line};
use referee::Termination;
use referee::TerminationKind;
use referee::{Input, Match};
use rules::Outcome;
use runtime::caught_by;
use runtime::clipped;
use runtime::wall_clock_ms;
use std::sync::Arc;
use storage::{self, Change, EndRow, ListedMatch, MatchFilter, MatchRow};

/// The reason for a decision has at most so many characters.
const MOST_OF_A_REASON: usize = 200;

impl Matches {
    /// Takes up every match that was running when the referee last stopped. One whose log does not read is suspended.
    ///
    /// # Errors
    /// When the storage does not answer.
    pub async fn resume(self: &Arc<Matches>) -> Result<(), Error> {
        let unfinished = MatchFilter { ended: Some(false), limit: usize::MAX, ..MatchFilter::default() };
        for ListedMatch { row, .. } in self.storage.list_matches(unfinished).await?.into_iter().rev() {
            self.take_up(row).await?;
        }
        Ok(())
    }

    /// Lets a match go on that its log tells of, or suspends it; says whether it goes on.
    async fn take_up(self: &Arc<Matches>, row: MatchRow) -> Result<bool, Error> {
        let log = storage::whole_log(&*self.storage, row.game).await?;
        match caught_by(|| self.judge_of(&row, &log)).map_err(Error::from).and_then(|judged| judged) {
            Ok((judge, first)) => {
                let (game, white, black) = (row.game, &row.players.white, &row.players.black);
                tracing::info!(game, game_name = row.game_name, white, black, ply = judge.board().ply(), "a match goes on");
                let has_begun = matches!(judge.phase(), referee::Phase::Playing { .. });
                let status = if has_begun { Status::Playing } else { Status::Waiting };
                let timeline = Timeline { base: judge.last_event_at(), origin: self.time.now() };
                self.run(row, judge, Feed::new(timeline, log, status), Origin::default(), Some(first));
                Ok(true)
            }
            Err(error) => {
                self.suspend(row.game, error);
                Ok(false)
            }
        }
    }

    /// The match as its log tells it, and what it hears first.
    fn judge_of(&self, row: &MatchRow, log: &[ByteString]) -> Result<(Match, Input), Error> {
        let damaged = |why: String| Error::Internal(why);
        let lines = log.iter().map(|text| storage::read_line(text)).collect::<Result<Vec<_>, _>>()?;
        let first = lines.first().ok_or_else(|| damaged("there is no log".into()))?;
        let wire::Beginning { game_name, position, terms, .. } = wire::beginning(first)?;
        let rules = self.settings.games.find(&game_name).map_err(|error| damaged(error.to_string()))?;
        let board = rules.read(&position).map_err(|error| damaged(error.to_string()))?;
        let events: Vec<_> = lines.iter().filter_map(wire::event).collect();
        let judge = Match::replay(board, terms, &events);
        let has_begun = matches!(judge.phase(), referee::Phase::Playing { .. });
        let first = match wire::without_return(&lines).filter(|_| has_begun) {
            Some(side) => {
                let name = row.players[side].clone();
                Input::Annul { why: MatchStopped::NoWayBack { name }.message().into() }
            }
            None => Input::Restarted,
        };
        Ok((judge, first))
    }

    /// A match goes on no more until an operator resumes or decides it.
    pub(super) fn suspend(&self, game: u64, error: Error) {
        let why = error.reason();
        tracing::error!(game, why, "a match is suspended: an operator resumes or decides it");
        self.lock().suspended.insert(game, why);
    }

    /// Why a match is suspended, if it is.
    pub fn suspension(&self, game: u64) -> Option<String> {
        self.lock().suspended.get(&game).cloned()
    }

    /// How many matches are suspended.
    pub fn suspended(&self) -> usize {
        self.lock().suspended.len()
    }

    /// Lets a suspended match go on from what is in storage.
    ///
    /// # Errors
    /// When it is not suspended, fails again, or the storage does not answer.
    pub async fn resume_suspended(self: &Arc<Matches>, game: u64) -> Result<(), Error> {
        let matches = self.clone();
        let resuming = async move {
            let row = matches.storage.find_match(game).await?.ok_or(Error::NoSuchMatch { game })?;
            // Of several commands at one time, the first resumes it.
            let Some(why) = matches.lock().suspended.remove(&game) else {
                return Err(if row.end.is_some() { Error::MatchOver { game } } else { Error::MatchGoesOn { game } });
            };
            let goes_on = matches.take_up(row).await.inspect_err(|_| drop(matches.lock().suspended.insert(game, why)))?;
            let again = || Error::Suspended { what: format!("match {game}"), why: matches.suspension(game).unwrap_or_default() };
            if goes_on { Ok(()) } else { Err(again()) }
        };
        self.commands.run(resuming).await
    }

    /// Ends a suspended match as an operator decides.
    ///
    /// # Errors
    /// When it is not suspended, or nothing can be written.
    pub async fn decide_suspended(self: &Arc<Matches>, game: u64, outcome: Option<Outcome>, why: &str) -> Result<(), Error> {
        let (matches, why) = (self.clone(), Termination::Adjudicated { why: clipped(why, MOST_OF_A_REASON).into() }.message());
        let deciding = async move {
            let log = storage::whole_log(&*matches.storage, game).await?;
            let Some(suspended) = matches.lock().suspended.remove(&game) else { return Err(Error::MatchOver { game }) };
            let lines: Vec<Line> = log.iter().filter_map(|text| storage::read_line(text).ok()).collect();
            let plies = lines.iter().filter(|line| matches!(line.entry, Entry::Moved { .. })).count() as u32;
            let (result, reason) = (wire::result(outcome), TerminationKind::Adjudicated.code().to_string());
            let end = EndRow { result, reason: reason.clone(), why: why.clone(), ended_ms: wall_clock_ms(), plies };
            let (number, at_us) = (log.len() as u64, lines.last().map_or(0, |line| line.at_us));
            let line = Line { line: number, at_us, entry: Entry::Ended { result, reason, why } };
            let body = serde_json::to_string(&line).expect("a line is writable as JSON").into();
            let written = matches.storage.write(vec![Change::Line { game, number, body }, Change::End { game, end }]).await;
            Ok(written.inspect_err(|_| drop(matches.lock().suspended.insert(game, suspended)))?)
        };
        self.commands.run(deciding).await
    }
}
