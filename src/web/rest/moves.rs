//! Moves with the positions they lead to: the line of play that a bot sent with a move, and the opening that was drawn for a match.

use super::{JsonResult, Path, Query, Services, detail};
use crate::error::RequestError;
use axum::Json;
use protocol::{Entry, LineMove, LineOfPlay, OpeningMoves};
use referee::tournament::GameKey;
use rules::Game;
use serde::Deserialize;

const MOST: usize = 64;

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
pub struct AtPly {
    /// Plies played before the move: 0 for the first of the game.
    ply: usize,
}

/// The line of play that a bot expected when it moved, with the position after each move; up to 64 moves, as far as they are legal.
#[utoipa::path(get, path = "/v1/matches/{game}/line", operation_id = "line", tag = "matches", params(AtPly), responses(
    (status = 200, description = "The line; without moves if the bot sent none.", body = LineOfPlay),
))]
pub async fn line(services: Services, Path(match_id): Path<u64>, Query(at): Query<AtPly>) -> JsonResult<LineOfPlay> {
    let detail = detail::detail(&services, match_id).await?;
    let most = detail.moves.len();
    let Some(played) = detail.moves.get(at.ply) else {
        return Err(RequestError::Ply { game: match_id, plies: most, ply: at.ply }.into());
    };
    let start = if at.ply == 0 { detail.start.clone() } else { detail.moves[at.ply - 1].position.clone() };
    let moves = played.info.as_ref().and_then(|info| info.pv.clone()).unwrap_or_default();
    let (ply, start_of_line) = (at.ply as u32, start.clone());
    let game_played = services.matches.game(Some(&detail.summary.game_name))?;
    let play = move || {
        let mut board = game_played.read(&start_of_line).ok()?;
        let (mut played, mut illegal) = (Vec::new(), None);
        for text in moves.into_iter().take(MOST) {
            if board.play_text(&text).is_err() {
                illegal = Some(text);
                break;
            }
            played.push(LineMove { text, position: board.position() });
        }
        Some((played, illegal))
    };
    let (moves, illegal) = services.report(play).await?.unwrap_or_default();
    Ok(Json(LineOfPlay { game: match_id, ply, start, moves, illegal }))
}

/// The random opening moves of this match, the same for each game of an encounter.
#[utoipa::path(get, path = "/v1/matches/{game}/opening", operation_id = "opening", tag = "matches", responses(
    (status = 200, description = "The moves; none if it begins from the start position, or from a position that was not drawn.", body = OpeningMoves),
))]
pub async fn opening(services: Services, Path(match_id): Path<u64>) -> JsonResult<OpeningMoves> {
    let row = services.storage.find_match(match_id).await?.ok_or(contest::Error::NoSuchMatch { game: match_id })?;
    let played = services.matches.game(Some(&row.game_name))?;
    let drawn = match row.tournament {
        Some(id) => {
            let handle = services.tournaments.find(id).await?;
            let moves = handle.read(move |recorded| {
                let found = recorded.matches.iter().find(|(_, matches)| matches.contains(&match_id));
                let drawn = |key: &GameKey| recorded.openings.get(&key.encounter).cloned();
                found.map(|(key, _)| drawn(key).unwrap_or_else(|| recorded.tournament.opening_moves(*key))).unwrap_or_default()
            });
            moves.await?
        }
        None => Vec::new(),
    };
    let start = played.start().position();
    if drawn.is_empty() {
        return Ok(Json(OpeningMoves { game: match_id, start, moves: Vec::new() }));
    }
    let log = match services.matches.find(match_id) {
        Some(running) => running.log(),
        None => storage::whole_log(&*services.storage, match_id).await?,
    };
    let read = move || {
        let first = log.first().and_then(|line| storage::read_line(line).ok());
        match first.map(|line| line.entry) {
            Some(Entry::Created { position, .. }) => played_out(played, drawn, &position).unwrap_or_default(),
            _ => Vec::new(),
        }
    };
    let moves = services.report(read).await?;
    Ok(Json(OpeningMoves { game: match_id, start, moves }))
}

/// These moves with the position after each, if they lead to the position in which the match begins.
fn played_out(game: Game, drawn: Vec<String>, beginning: &str) -> Option<Vec<LineMove>> {
    let mut board = game.start();
    let mut moves = Vec::new();
    for text in drawn {
        board.play_text(&text).ok()?;
        moves.push(LineMove { text, position: board.position() });
    }
    moves.last().is_some_and(|last| last.position == beginning).then_some(moves)
}
