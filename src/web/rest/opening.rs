//! The moves that a tournament's lots drew before the first of a game. The log has those that a search has drawn; of others it has the position
//! alone, and the same lots draw the same again.

use super::{Path, Services};
use crate::Error;
use axum::Json;
use axum::extract::State;
use protocol::{Entry, LineMove, OpeningMoves};
use referee::tournament::GameKey;
use rules::Game;

/// The moves that were drawn by lot before the first of this match, the same for each game of an encounter.
#[utoipa::path(get, path = "/v1/matches/{game}/opening", operation_id = "opening", tag = "matches", params(("game" = u64, Path, description = "The match's number.")), responses(
    (status = 200, description = "The moves; none if it begins from the usual start, or from a position that was not drawn.", body = OpeningMoves),
))]
pub async fn show(State(services): State<Services>, Path(game): Path<u64>) -> Result<Json<OpeningMoves>, Error> {
    let row = services.storage.find_match(game).await?.ok_or(contest::Error::NoSuchMatch { game })?;
    let played = services.matches.game(Some(&row.game_name))?;
    let drawn = match row.tournament {
        Some(id) => {
            let handle = services.tournaments.find(id).await?;
            let moves = handle.read(move |recorded| {
                let found = recorded.matches.iter().find(|(_, matches)| matches.contains(&game));
                let drawn = |key: &GameKey| recorded.openings.get(&key.encounter).cloned();
                found.map(|(key, _)| drawn(key).unwrap_or_else(|| recorded.tournament.opening_moves(*key))).unwrap_or_default()
            });
            moves.await?
        }
        None => Vec::new(),
    };
    let start = played.start().position();
    if drawn.is_empty() {
        return Ok(Json(OpeningMoves { game, start, moves: Vec::new() }));
    }
    let log = match services.matches.find(game) {
        Some(running) => running.log(),
        None => storage::whole_log(&*services.storage, game).await?,
    };
    let read = move || {
        let first = log.first().and_then(|line| storage::read_line(line).ok());
        match first.map(|line| line.entry) {
            Some(Entry::Created { position, .. }) => played_out(played, drawn, &position).unwrap_or_default(),
            _ => Vec::new(),
        }
    };
    let moves = services.tournaments.reports.submit(move |_| read())?.done().await?;
    Ok(Json(OpeningMoves { game, start, moves }))
}

/// These moves with the position after each, if they lead to where the match begins: one of somebody who knows the usual start alone begins
/// there.
fn played_out(game: Game, drawn: Vec<String>, beginning: &str) -> Option<Vec<LineMove>> {
    let mut board = game.start();
    let mut moves = Vec::new();
    for text in drawn {
        board.play_text(&text).ok()?;
        moves.push(LineMove { text, position: board.position() });
    }
    moves.last().is_some_and(|last| last.position == beginning).then_some(moves)
}
