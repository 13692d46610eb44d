//! The question of a match's review, from its log.

use crate::{Error, JobAct, JobQuestion, OutputFormat};
use protocol::{Entry, MoveRecord, PlayedGame, ReviewQuestion};
use std::net::IpAddr;
use storage::{self, Storage, StorageError};

/// The question about a match that is over: a running match gets no advice.
pub async fn of(storage: &dyn Storage, match_id: u64, from: Option<IpAddr>) -> Result<JobQuestion, Error> {
    let row = storage.find_match(match_id).await?.ok_or(Error::NoSuchMatch { game: match_id })?;
    let Some(end) = row.end else { return Err(Error::MatchGoesOn { game: match_id }) };
    let (mut agreed, mut moves, mut charged_us) = (None, Vec::new(), Vec::new());
    for line in storage::whole_log(storage, match_id).await? {
        match storage::read_line(&line)?.entry {
            Entry::Created { position, players, time, .. } => agreed = Some((position, players, time.budget_us)),
            Entry::Moved(MoveRecord { text, charge, .. }) => {
                moves.push(text);
                charged_us.push(charge.charged_us);
            }
            _ => {}
        }
    }
    let (start, players, budget_us) =
        agreed.ok_or_else(|| StorageError::damaged(storage::StorageFailure::NoBeginning { game: match_id }))?;
    let played = PlayedGame { players, budget_us, charged_us, result: end.result, reason: end.reason };
    let question = ReviewQuestion { position: Some(start), moves, nodes: None, played: Some(played) };
    let fields = serde_json::to_value(&question).expect("a question is writable as JSON");
    Ok(JobQuestion { act: JobAct::Review, puzzle: row.game_name, fields, form: OutputFormat::Json, game: Some(match_id), from })
}
