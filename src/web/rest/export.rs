//! REST handlers of match exports: JSON, text, PGN.

use super::access::Operator;
use super::pgn::{self, Occasion};
use super::{HttpResult, Path, Query, Services, choices, detail, matches};
use crate::Error;
use axum::body::Body;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::{Stream, stream};
use message::Coded;
use protocol::{GameResult, MatchDetail};
use rules::knights::KnightsPositionError;
use rules::{Knights, Position};
use serde::Deserialize;
use std::fmt::Write;
use storage::{MatchFilter, StorageError, StorageFailure};

choices!(MatchForm: Json, Text, Pgn);

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
pub struct ExportQuery {
    /// `json` (if left out), `text`, or `pgn`: with the headers of PGN.
    #[serde(default)]
    #[param(inline)]
    format: MatchForm,
}

/// Export a match: as JSON with all its evidence, as text (headers, the moves, and the last position as the course's board file), or with
/// the headers of PGN.
#[utoipa::path(get, path = "/v1/matches/{game}/export", tag = "matches", params(ExportQuery), responses(
    (status = 200, description = "The match.", content((MatchDetail = "application/json"), (String = "text/plain"), (String = "application/vnd.chess-pgn"))),
))]
pub async fn export(services: Services, Path(match_id): Path<u64>, Query(form): Query<ExportQuery>) -> HttpResult {
    let mut detail = detail::detail(&services, match_id).await?;
    detail::add_decisions(&services, detail.summary.tournament, [&mut detail.summary]).await;
    let (kind, ending, body) = match form.format {
        MatchForm::Json => ("application/json", "json", serde_json::to_string(&detail).expect("a match is writable as JSON")),
        MatchForm::Text => ("text/plain; charset=utf-8", "txt", text(&detail)?),
        MatchForm::Pgn => (PGN, "pgn", pgn::text(&detail, &Occasion { event: "A match".into(), game: None, decision: None })),
    };
    let disposition = format!("attachment; filename=\"match-{match_id}.{ending}\"");
    Ok(([(header::CONTENT_TYPE, kind.into()), (header::CONTENT_DISPOSITION, disposition)], body).into_response())
}

const PGN: &str = "application/vnd.chess-pgn; charset=utf-8";

// Of several matches.
choices!(ExportForm: Jsonl, Text, Pgn);

impl ExportForm {
    /// A match of the export.
    pub async fn piece(self, services: &Services, match_id: u64, occasion: &Occasion) -> Result<String, Error> {
        let mut detail = detail::detail(services, match_id).await?;
        detail.summary.decision.clone_from(&occasion.decision);
        match self {
            ExportForm::Jsonl => Ok(serde_json::to_string(&detail).expect("a match is writable as JSON") + "\n"),
            ExportForm::Text => Ok(text(&detail)? + "\n"),
            ExportForm::Pgn => Ok(pgn::text(&detail, occasion)),
        }
    }

    /// The file with these pieces.
    pub fn response(self, name: &str, pieces: impl Stream<Item = Result<String, Error>> + Send + 'static) -> Response {
        let (kind, ending) = match self {
            ExportForm::Jsonl => ("application/x-ndjson", "jsonl"),
            ExportForm::Text => ("text/plain; charset=utf-8", "txt"),
            ExportForm::Pgn => (PGN, "pgn"),
        };
        let disposition = format!("attachment; filename=\"{name}.{ending}\"");
        ([(header::CONTENT_TYPE, kind.to_string()), (header::CONTENT_DISPOSITION, disposition)], Body::from_stream(pieces)).into_response()
    }
}

/// Matches a read.
const PAGE: usize = 200;

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
pub struct PeriodQuery {
    /// The earliest creation, in RFC 3339.
    since: String,
    /// The end of the creations, exclusive, in RFC 3339.
    until: String,
    /// `jsonl` (if left out): a match a line with all its moves and their evidence, `text` or `pgn`.
    #[serde(default)]
    #[param(inline)]
    format: ExportForm,
}

/// Export all finished matches that were made in a period, oldest first.
#[utoipa::path(get, path = "/v1/matches/export", tag = "operator", params(PeriodQuery), security(("token" = [])), responses(
    (status = 200, description = "The matches.", content((String = "application/x-ndjson"), (String = "text/plain"), (String = "application/vnd.chess-pgn"))),
))]
pub async fn export_period(Operator(actor): Operator, services: Services, Query(query): Query<PeriodQuery>) -> HttpResult {
    let form = query.format;
    let [since_ms, until_ms] = matches::period(Some(&query.since), Some(&query.until))?;
    tracing::info!(by = %actor, act = "export", since = query.since, until = query.until, "operator action");
    let filter = MatchFilter { ended: Some(true), since_ms, until_ms, after: Some(0), limit: PAGE, ..MatchFilter::default() };
    let pieces = stream::unfold((services, filter, Vec::new().into_iter()), move |(services, mut filter, mut page)| async move {
        if page.len() == 0 {
            match services.storage.list_matches(filter.clone()).await {
                Ok(rows) => page = rows.into_iter(),
                Err(error) => return Some((Err(error.into()), (services, filter, page))),
            }
        }
        let match_id = page.next()?.match_id;
        filter.after = Some(match_id);
        let piece = form.piece(&services, match_id, &Occasion { event: "A match".into(), game: None, decision: None }).await;
        Some((piece, (services, filter, page)))
    });
    Ok(form.response("matches", pieces))
}

/// The text form. Headers are comments of the board file, so that all of it is one; the board of another game is drawn as that game does.
fn text(detail: &MatchDetail) -> Result<String, Error> {
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
    let decided = summary.decision.as_ref().map(|decision| decision.result.unwrap_or(GameResult::Void));
    header("Result", decided.or(summary.result).map_or("unfinished", |result| result.word()));
    if let Some(decision) = &summary.decision {
        header("Decision", &format!("{}: {}", decision.action.word(), decision.why));
    }
    if let Some(why) = &summary.why {
        header("Reason", &why.to_string());
    }
    header("Start", &detail.start);
    header("Plies", &detail.moves.len().to_string());
    let moves: Vec<&str> = detail.moves.iter().map(|mv| &*mv.text).collect();
    for (row, chunk) in moves.chunks(10).enumerate() {
        header(&format!("Moves {}", 10 * row + 1), &chunk.join(" "));
    }
    let damaged = |why: KnightsPositionError| StorageError::damaged(StorageFailure::UnreadMatch { game: summary.game, why: why.message() });
    text += &match &*summary.game_name {
        Knights::NAME => detail.position.parse::<Knights>().map_err(damaged)?.board_file(),
        game => solving::drawn(game, &detail.position),
    };
    Ok(text)
}
