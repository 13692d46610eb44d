//! The line of play that a bot told with a move: the page knows no rules, so it is sent the positions.

use super::{Path, Query, Services, detail};
use crate::Error;
use crate::flaw::Flaw;
use axum::Json;
use axum::extract::State;
use protocol::{LineMove, LineOfPlay};
use serde::Deserialize;

/// A line has at most so many moves.
const MOST: usize = 64;

/// With which move.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct AtPly {
    /// Plies played before the move: 0 for the first of the game.
    ply: usize,
}

/// The line of play that a bot expected when it moved, with the position after each move; up to 64 moves, as far as they are legal.
#[utoipa::path(get, path = "/v1/matches/{game}/line", operation_id = "line", tag = "matches", params(("game" = u64, Path, description = "The match's number."), AtPly), responses(
    (status = 200, description = "The line; without moves if the bot told none.", body = LineOfPlay),
))]
pub async fn show(State(services): State<Services>, Path(game): Path<u64>, Query(at): Query<AtPly>) -> Result<Json<LineOfPlay>, Error> {
    let detail = detail::detail(&services, game).await?;
    let most = detail.moves.len();
    let Some(told) = detail.moves.get(at.ply) else {
        return Err(Error::bad(&Flaw::Ply { game, plies: most, ply: at.ply }));
    };
    let start = if at.ply == 0 { detail.start.clone() } else { detail.moves[at.ply - 1].position.clone() };
    let moves = told.info.as_ref().and_then(|info| info.pv.clone()).unwrap_or_default();
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
    let (moves, illegal) = services.tournaments.reports.submit(move |_| play())?.done().await?.unwrap_or_default();
    Ok(Json(LineOfPlay { game, ply, start, moves, illegal }))
}
