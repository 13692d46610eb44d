//! SVG pictures of a match: one position, or the animated game.

use super::{HttpResult, Path, Query, Services, detail, responses};
use crate::Error;
use crate::error::RequestError;
use protocol::MatchDetail;
use serde::Deserialize;
use solving::drawing;

/// Most positions of an animation: the last ones of a longer game.
const MOST: usize = 600;
/// Time of each position in an animation, in seconds.
const SECONDS_EACH: f64 = 0.9;

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
pub struct AfterPlies {
    /// The position after this many plies; the last if left out.
    ply: Option<usize>,
}

impl AfterPlies {
    /// The position, and the move that led to it.
    fn find(&self, detail: &MatchDetail) -> Result<(String, Option<String>), Error> {
        let plies = detail.moves.len();
        let ply = self.ply.unwrap_or(plies);
        if ply > plies {
            return Err(RequestError::Ply { game: detail.summary.game, plies, ply }.into());
        }
        let last = ply.checked_sub(1).map(|at| &detail.moves[at]);
        Ok((last.map_or(&detail.start, |last| &last.position).clone(), last.map(|last| last.text.clone())))
    }
}

fn title(detail: &MatchDetail) -> String {
    let players = &detail.summary.players;
    format!("{} – {}", players.white, players.black)
}

fn drawing(detail: &MatchDetail) -> Result<drawing::Drawing, Error> {
    let game = &detail.summary.game_name;
    drawing::of(game).ok_or_else(|| RequestError::NoPictures { game: game.into() }.into())
}

/// A position of a match as an SVG, with the move that led to it.
#[utoipa::path(get, path = "/v1/matches/{game}/position.svg", tag = "matches", params(AfterPlies), responses(
    (status = 200, description = "The picture.", body = String, content_type = "image/svg+xml"),
))]
pub async fn position(services: Services, Path(match_id): Path<u64>, Query(at): Query<AfterPlies>) -> HttpResult {
    let detail = detail::detail(&services, match_id).await?;
    let drawing = drawing(&detail)?;
    let (position, last) = at.find(&detail)?;
    responses::written(&services, "image/svg+xml", move || drawing.position(&title(&detail), &position, last.as_deref())).await
}

/// A whole match as an SVG that moves, again and again: up to its latest 600 positions, 0.9 seconds each.
#[utoipa::path(get, path = "/v1/matches/{game}/game.svg", tag = "matches", responses(
    (status = 200, description = "The picture.", body = String, content_type = "image/svg+xml"),
))]
pub async fn game(services: Services, Path(match_id): Path<u64>) -> HttpResult {
    let detail = detail::detail(&services, match_id).await?;
    let drawing = drawing(&detail)?;
    let draw = move || {
        let positions: Vec<&str> = std::iter::once(&*detail.start).chain(detail.moves.iter().map(|mv| &*mv.position)).collect();
        drawing.game(&title(&detail), &positions[positions.len().saturating_sub(MOST)..], SECONDS_EACH)
    };
    responses::written(&services, "image/svg+xml", draw).await
}
