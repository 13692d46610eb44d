//! Messages of bots about finished games, answered from storage in a task of their own.

use super::session_message::SessionMessage;
use bytestring::ByteString;
use contest::matches::{Connection, Outgoing, wire};
use contest::{BotName, MessageError};
use message::Coded;
use protocol::{Clocks, GameOver, RefereeMessage, Rejected, Rejection, Seat};
use rules::Side;
use storage::{self, Change, MatchRow, Storage, StorageError};

/// Most results that are sent again, because the bot may not have seen them.
const UNSEEN: usize = 50;

/// Sends the results again that the bot may not have seen.
pub async fn send_unseen(storage: &dyn Storage, name: &BotName, connection: &Connection) {
    let send = async {
        for row in storage.unseen(name, UNSEEN).await? {
            if let Some(message) = end(storage, name, row).await? {
                connection.send(message);
            }
        }
        Ok(())
    };
    send.await.unwrap_or_else(|error| storage_waits(name, connection, &error));
}

/// Answers a message about a match that is not running.
pub async fn answer(storage: &dyn Storage, name: &BotName, connection: &Connection, match_id: u64, asked: FinishedGameQuery) {
    match about(storage, name, match_id, asked).await {
        Ok(answer) => connection.send(answer),
        Err(error) => storage_waits(name, connection, &error),
    }
}

fn storage_waits(name: &BotName, connection: &Connection, error: &StorageError) {
    tracing::warn!(%error, bot = %name, "finished games cannot be read");
    connection.send(RefereeMessage::error("storage_waits", &SessionMessage::StorageWaits, false, None));
}

/// The result of a finished game, for a bot that played in it.
async fn end(storage: &dyn Storage, name: &BotName, row: MatchRow) -> Result<Option<Outgoing>, StorageError> {
    let game = row.match_id;
    let side = Side::BOTH.into_iter().find(|&side| row.players[side] == **name);
    let Some((end, side)) = row.end.zip(side) else { return Ok(None) };
    let log = storage::whole_log(storage, game).await?;
    let (plies, clocks) = last_move(&log);
    let over = GameOver { past: true, ..wire::game_over(game, &row.players, end.result, &end.reason, end.why.clone(), plies, clocks) };
    let (message, ending) = (RefereeMessage::GameOver(over), Some((game, wire::seat(side))));
    Ok(Some(Outgoing::Message { message, delivered: None, ending }))
}

/// A ping after a result was answered: the result has been read.
pub async fn mark_seen(storage: &dyn Storage, name: &BotName, match_id: u64, seat: Seat) {
    let is_its = storage.find_match(match_id).await.is_ok_and(|row| row.is_some_and(|row| row.players[wire::side(seat)] == **name));
    if is_its && let Err(error) = storage.write(vec![Change::Seen { match_id, seat }]).await {
        // The result is sent again.
        tracing::warn!(%error, game = match_id, "it cannot be written down that a result was seen");
    }
}

/// A bot's question about a match that does not run.
pub enum FinishedGameQuery {
    /// An action, which is too late.
    Nothing,
    /// The state of the match.
    Sync,
    /// Whether this move was played.
    Move { ply: u32, text: String },
}

async fn about(storage: &dyn Storage, name: &BotName, match_id: u64, asked: FinishedGameQuery) -> Result<Outgoing, StorageError> {
    let row = storage.find_match(match_id).await?;
    let Some(row) = row.filter(|row| [&row.players.white, &row.players.black].contains(&&name.to_string())) else {
        return Ok(rejected(match_id, Rejection::NotYourGame, &MessageError::NotYourGame { game: match_id }));
    };
    let over = MessageError::GameOver { why: row.end.as_ref().map(|end| end.why.clone()) };
    if let FinishedGameQuery::Sync = asked {
        return Ok(end(storage, name, row).await?.unwrap_or_else(|| rejected(match_id, Rejection::GameOver, &over)));
    }
    if let FinishedGameQuery::Move { ply, text } = asked
        && let Some(accepted) = wire::accepted_before(match_id, ply, &storage::whole_log(storage, match_id).await?)
        && accepted.text == text
        && row.players[Side::to_move_after(ply)] == **name
    {
        return Ok(RefereeMessage::Accepted(accepted).into());
    }
    Ok(rejected(match_id, Rejection::GameOver, &over))
}

fn rejected(match_id: u64, code: Rejection, why: &MessageError) -> Outgoing {
    let (message, why, legal_moves, strikes_left) = (why.to_string(), why.message(), Vec::new(), None);
    RefereeMessage::Rejected(Rejected { game: match_id, ply: None, code, message, why, legal_moves, strikes_left }).into()
}

/// The number of plies in a log, and both clocks after the last.
fn last_move(log: &[ByteString]) -> (u32, Clocks) {
    let lines = log.iter().rev().filter_map(|line| storage::read_line(line).ok());
    let mut none = (0, Clocks { white_us: None, black_us: None });
    for line in lines {
        match line.entry {
            protocol::Entry::Moved(moved) => return (moved.ply + 1, moved.clocks),
            protocol::Entry::Created { time, .. } => none.1 = Clocks { white_us: time.budget_us, black_us: time.budget_us },
            _ => {}
        }
    }
    none
}
