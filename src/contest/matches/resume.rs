//! Resumes matches after a restart. A match that fails is suspended until an operator resumes or decides it.

use super::feed::Feed;
use super::running::MatchStopped;
use super::seek_limits::Origin;
use super::{Matches, wire};
use crate::{Error, Suspendable, Timeline};
use bytestring::ByteString;
use message::{Coded, Message};
use protocol::{Entry, Line};
use referee::{Input, Match, Phase, Termination, TerminationKind};
use rules::Outcome;
use runtime::{caught_by, clipped, wall_clock_ms};
use std::sync::Arc;
use storage::{self, Change, EndRow, MatchFilter, MatchRow, StorageError, StorageFailure};

/// Matches per log query; a log has about 50 lines of 200 bytes.
const PAGE: usize = 250;
/// The longest reason for a decision, in characters.
const MAX_OF_A_REASON: usize = 200;

impl Matches {
    /// Resumes all unfinished matches. A match with an unreadable log is suspended.
    pub async fn resume(self: &Arc<Matches>) -> Result<(), Error> {
        let unfinished = MatchFilter { ended: Some(false), limit: usize::MAX, ..MatchFilter::default() };
        // With a remote database, a query per match would make a take-over slow.
        let listed = self.storage.list_matches(unfinished).await?;
        let rows: Vec<MatchRow> = listed.into_iter().rev().collect();
        for page in rows.chunks(PAGE) {
            let mut logs = self.storage.unfinished_logs(page[0].match_id..=page[page.len() - 1].match_id).await?;
            for row in page {
                if let Err(error) = self.resume_one(row.clone(), logs.remove(&row.match_id).unwrap_or_default()) {
                    self.suspend(row.match_id, error);
                }
            }
        }
        Ok(())
    }

    fn resume_one(self: &Arc<Matches>, row: MatchRow, log: Vec<ByteString>) -> Result<(), Error> {
        let (state, first) = caught_by(|| self.replay(&row, &log))??;
        let (game, white, black) = (row.match_id, &row.players.white, &row.players.black);
        tracing::info!(game, game_name = row.game_name, white, black, ply = state.board().ply(), "a match continues");
        let status = wire::status(state.phase());
        let timeline = Timeline { base: state.last_event_at(), origin: self.time.now() };
        self.run(row, state, Feed::new(timeline, log, status), Origin::default(), Some(first));
        Ok(())
    }

    /// Replays a log: the match, and its first input.
    fn replay(&self, row: &MatchRow, log: &[ByteString]) -> Result<(Match, Input), Error> {
        let lines = log.iter().map(|text| storage::read_line(text)).collect::<Result<Vec<_>, _>>()?;
        let (game_name, position, settings) = wire::beginning(row.match_id, &lines)?;
        let unread = |why| StorageError::damaged(StorageFailure::UnreadMatch { game: row.match_id, why });
        let rules = self.config.games.find(game_name).map_err(|error| unread(error.message()))?;
        let board = rules.read(position).map_err(unread)?;
        let events: Vec<_> = lines.iter().filter_map(wire::event).collect();
        let state = Match::replay(board, settings, &events);
        let has_begun = matches!(state.phase(), Phase::Playing { .. });
        let annul = |side| Input::Annul { why: MatchStopped::CannotResume { name: row.players[side].clone() }.message().into() };
        let first = wire::last_by_line(&lines).filter(|_| has_begun).map_or(Input::Restarted, annul);
        Ok((state, first))
    }

    pub(super) fn suspend(&self, match_id: u64, error: Error) {
        let why = error.reason();
        tracing::error!(game = match_id, %why, "a match is suspended: an operator resumes or decides it");
        self.put_aside(match_id, why);
    }

    fn put_aside(&self, match_id: u64, why: Message) {
        self.running.lock().suspended.insert(match_id, why);
    }

    pub fn suspension(&self, match_id: u64) -> Option<Message> {
        self.running.lock().suspended.get(&match_id).cloned()
    }

    pub fn suspended(&self) -> usize {
        self.running.lock().suspended.len()
    }

    /// Resumes a suspended match from storage.
    ///
    /// # Errors
    /// When it is not suspended or fails again, and those of the storage.
    pub async fn resume_suspended(self: &Arc<Matches>, match_id: u64) -> Result<(), Error> {
        let matches = self.clone();
        let resuming = async move {
            let row = matches.storage.find_match(match_id).await?.ok_or(Error::NoSuchMatch { game: match_id })?;
            // The first of concurrent commands resumes it.
            let Some(why) = matches.running.lock().suspended.remove(&match_id) else {
                return Err(if row.end.is_some() { Error::MatchOver { game: match_id } } else { Error::NotSuspended { game: match_id } });
            };
            let log = storage::whole_log(&*matches.storage, match_id).await.inspect_err(|_| matches.put_aside(match_id, why))?;
            let Err(error) = matches.resume_one(row, log) else { return Ok(()) };
            let why = error.reason();
            matches.put_aside(match_id, why.clone());
            Err(Error::Suspended { what: Suspendable::Match { game: match_id }, why })
        };
        self.commands.run(resuming).await
    }

    /// Ends a suspended match by an operator's decision.
    ///
    /// # Errors
    /// When it is not suspended, or nothing can be written.
    pub async fn decide_suspended(self: &Arc<Matches>, match_id: u64, outcome: Option<Outcome>, why: &str) -> Result<(), Error> {
        let (matches, why) = (self.clone(), Termination::Adjudicated { why: clipped(why, MAX_OF_A_REASON).into() }.message());
        let deciding = async move {
            let log = storage::whole_log(&*matches.storage, match_id).await?;
            let Some(suspended) = matches.running.lock().suspended.remove(&match_id) else {
                return Err(Error::MatchOver { game: match_id });
            };
            let mut lines: Vec<Line> = log.iter().filter_map(|text| storage::read_line(text).ok()).collect();
            let (result, reason) = (wire::result(outcome), TerminationKind::Adjudicated.code().to_string());
            let (number, at_us) = (log.len() as u64, lines.last().map_or(0, |line| line.at_us));
            let last = Line { line: number, at_us, entry: Entry::Ended { result, reason, why } };
            let line = Change::Line { match_id, number, body: wire::json(&last) };
            lines.push(last);
            let end = EndRow::of(&lines, wall_clock_ms()).map(|end| Change::End { match_id, end });
            let written = matches.storage.write([line].into_iter().chain(end).collect()).await;
            Ok(written.inspect_err(|_| matches.put_aside(match_id, suspended))?)
        };
        self.commands.run(deciding).await
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Prepared, Proposal};
    use super::*;
    use crate::Config;
    use referee::TimeControl;
    use rules::{BySide, Catalogue};
    use runtime::SharedRng;
    use storage::Storage;
    use storage::laws::plans::StatementRecorder;
    use storage::sql::Dialect;

    #[tokio::test]
    async fn a_start_does_not_query_each_match() {
        let storage = Arc::new(StatementRecorder::new(Dialect::Sqlite));
        let (config, rng) = (Config::of_flags(&[]), Arc::new(SharedRng::new(Some(1))));
        let matches = Arc::new(Matches::new(&config, storage.clone(), Arc::default(), Arc::default(), Arc::default(), rng));
        let position = Catalogue::ALL.find("tic-tac-toe").expect("a game").start();
        let settings = matches.match_settings(TimeControl::default());
        for game in 1..=600 {
            let players = BySide { white: format!("w{game}"), black: format!("b{game}") }.map(|name| name.parse().expect("a name"));
            let proposal = Proposal { players, position: position.clone(), settings };
            let mut changes = Prepared::new(game, proposal, None, |_| None).changes();
            if game == 300 {
                changes[1] = Change::Line { match_id: game, number: 0, body: "no JSON".into() };
            }
            storage.write(changes).await.expect("written");
        }
        matches.resume().await.expect("a list and logs");
        assert_eq!((matches.count(), matches.suspended()), (599, 1), "one log does not read");
        let queries = storage.statements().len();
        assert!(queries <= 4, "{queries} queries");
        matches.resume_suspended(300).await.expect_err("its log does not read");
    }
}
