//! REST handlers of match exports: JSON, text, PGN.

use super::pgn::{self, Occasion};
use super::{HttpResult, Path, Query, Services, detail};
use crate::Error;
use axum::Json;
use axum::http::header;
use axum::response::IntoResponse;
use message::Coded;
use protocol::MatchDetail;
use rules::Catalogue;
use serde::Deserialize;
use std::fmt::Write;
use storage::{StorageError, StorageFailure};

/// The format.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
pub struct ExportQuery {
    /// `json` (if left out), `text`, or `pgn`: with the headers of PGN.
    format: Option<String>,
}

/// Export a match: as JSON with all its evidence, as text (headers, the moves, and the last position as the course's board file), or with
/// the headers of PGN.
#[utoipa::path(get, path = "/v1/matches/{game}/export", tag = "matches", params(ExportQuery), responses(
    (status = 200, description = "The match.", content((MatchDetail = "application/json"), (String = "text/plain"), (String = "application/vnd.chess-pgn"))),
))]
pub async fn export(services: Services, Path(match_id): Path<u64>, Query(form): Query<ExportQuery>) -> HttpResult {
    let disposition = |ending: &str| (header::CONTENT_DISPOSITION, format!("attachment; filename=\"match-{match_id}.{ending}\""));
    match form.format.as_deref() {
        None | Some("json") => Ok(([disposition("json")], Json(detail::detail(&services, match_id).await?)).into_response()),
        Some("text") => {
            let text = text(&detail::detail(&services, match_id).await?, services.matches.config.games)?;
            Ok(([disposition("txt"), (header::CONTENT_TYPE, "text/plain; charset=utf-8".into())], text).into_response())
        }
        Some("pgn") => {
            let text = pgn::text(&detail::detail(&services, match_id).await?, &Occasion { event: "A match".into(), game: None });
            Ok(([disposition("pgn"), (header::CONTENT_TYPE, PGN.into())], text).into_response())
        }
        Some(other) => Err(Error::choice("format", &["json", "text", "pgn"], other)),
    }
}

pub const PGN: &str = "application/vnd.chess-pgn; charset=utf-8";

/// The format of a match in an export of several.
pub enum ExportForm {
    /// A line of JSON.
    Json,
    /// The text form and an empty line.
    Text,
    /// With the headers of PGN.
    Pgn(Occasion),
}

/// A match in an export of several.
pub async fn piece(services: &Services, match_id: u64, form: ExportForm) -> Result<String, Error> {
    let detail = detail::detail(services, match_id).await?;
    match form {
        ExportForm::Text => Ok(text(&detail, services.matches.config.games)? + "\n"),
        ExportForm::Pgn(occasion) => Ok(pgn::text(&detail, &occasion)),
        ExportForm::Json => Ok(serde_json::to_string(&detail).expect("a match is writable as JSON") + "\n"),
    }
}

/// The text form. Headers are comments of the board file, so that all of it is one; the board of another game is drawn as that game does.
fn text(detail: &MatchDetail, games: Catalogue) -> Result<String, Error> {
    let summary = &detail.summary;
    let mut text = String::new();
    let mut header = |name: &str, value: &str| {
        // Control characters from an archive must not begin a line.
        let value: String = value.chars().map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c }).collect();
        // Writing to a string does not fail.
        let _ = writeln!(text, "% {name}: {value}");
    };
    header("Match", &summary.game.to_string());
    header("Game", &summary.game_name);
    header("White", &summary.players.white);
    header("Black", &summary.players.black);
    header("Date", &summary.created);
    header("Result", summary.result.map_or("unfinished", |result| result.word()));
    if let Some(why) = &summary.why {
        header("Reason", &why.to_string());
    }
    header("Start", &detail.start);
    header("Plies", &detail.moves.len().to_string());
    let moves: Vec<&str> = detail.moves.iter().map(|mv| &*mv.text).collect();
    for (row, chunk) in moves.chunks(10).enumerate() {
        header(&format!("Moves {}", 10 * row + 1), &chunk.join(" "));
    }
    let damaged = |why| StorageError::damaged(StorageFailure::UnreadMatch { game: summary.game, why });
    let game = games.find(&summary.game_name).map_err(|error| damaged(error.message()))?;
    text.push_str(&game.read(&detail.position).map_err(damaged)?.drawing());
    Ok(text)
}
