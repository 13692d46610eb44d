//! What is asked when a match is looked at again: its beginning and its moves, as its log tells them.

use crate::core::Error;
use crate::core::storage::{self, Storage, StorageError};
use crate::matches::wire;
use crate::solve::{Form, JobAct, JobQuestion};
use protocol::{Entry, ReviewQuestion};
use std::net::IpAddr;

/// The question about a match that is over. Who plays is not told what to play.
pub async fn of(storage: &dyn Storage, game: u64, from: Option<IpAddr>) -> Result<JobQuestion, Error> {
    let row = storage.find_match(game).await?.ok_or(Error::NoSuchMatch { game })?;
    if row.end.is_none() {
        return Err(Error::MatchGoesOn { game });
    }
    let (mut start, mut moves) = (None, Vec::new());
    for line in storage::whole_log(storage, game).await? {
        match wire::read_line(&line)?.entry {
            Entry::Created { position, .. } => start = Some(position),
            Entry::Moved { text, .. } => moves.push(text),
            _ => {}
        }
    }
    let start = start.ok_or_else(|| StorageError::damaged(format!("match {game} has no beginning")))?;
    let question = ReviewQuestion { position: Some(start), moves, nodes: None };
    let fields = serde_json::to_value(&question).expect("a question is writable as JSON");
    Ok(JobQuestion { act: JobAct::Review, puzzle: row.game_name, fields, form: Form::Json, game: Some(game), from })
}
