//! The start of a referee: the matches that ran when it last stopped go on.

use super::feed::Feed;
use super::sought::Origin;
use super::{Matches, wire};
use crate::Error;
use crate::Timeline;
use protocol::Status;
use referee::{Input, Match};
use std::sync::Arc;
use storage::{self, ListedMatch, MatchFilter, StorageError};

impl Matches {
    /// Takes up every match that was running when the referee last stopped.
    ///
    /// # Errors
    /// When the storage does not answer, or a log does not read.
    pub async fn resume(self: &Arc<Matches>) -> Result<(), Error> {
        let unfinished = MatchFilter { ended: Some(false), limit: usize::MAX, ..MatchFilter::default() };
        for ListedMatch { row, .. } in self.storage.list_matches(unfinished).await?.into_iter().rev() {
            let game = row.game;
            let damaged = |why: String| Error::from(StorageError::damaged(format!("match {game}: {why}")));
            let log = storage::whole_log(&*self.storage, game).await?;
            let lines = log.iter().map(|text| storage::read_line(text)).collect::<Result<Vec<_>, _>>()?;
            let first = lines.first().ok_or_else(|| damaged("there is no log".into()))?;
            let wire::Beginning { game_name, position, terms, .. } = wire::beginning(first)?;
            let rules = self.settings.games.find(&game_name).map_err(|error| damaged(error.to_string()))?;
            let board = rules.read(&position).map_err(|error| damaged(error.to_string()))?;
            let facts: Vec<_> = lines.iter().filter_map(wire::fact).collect();
            let judge = Match::replay(board, terms, &facts);
            let timeline = Timeline { base: judge.last_fact_at(), origin: self.time.now() };
            tracing::info!(
                game,
                game_name,
                white = row.players.white,
                black = row.players.black,
                ply = judge.board().ply(),
                "a match goes on"
            );
            let has_begun = matches!(judge.phase(), referee::Phase::Playing { .. });
            let status = if has_begun { Status::Playing } else { Status::Waiting };
            let first = match wire::without_return(&lines).filter(|_| has_begun) {
                Some(side) => {
                    let name = &row.players[side];
                    Input::Annul { why: format!("the referee was restarted, and {name}, by line protocol, has no way back into the game") }
                }
                None => Input::Restarted,
            };
            self.run(row, judge, Feed::new(timeline, log, status), Origin::default(), Some(first));
        }
        Ok(())
    }
}
