//! The one table of HTTP statuses, problem types and log levels by code, and errors as `application/problem+json` (RFC 9457).

use super::extract::language;
use crate::Error;
use crate::error::InternalError;
use axum::extract::Request;
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use message::{Code, Coded, Language, Message};
use protocol::Problem;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use tracing::Level;

/// A code or a family of codes, its status, the last part of the problem's `type`, and the level at which it is logged. The message of an error that
/// is logged as an error is for the operator alone.
type Row = (&'static str, StatusCode, &'static str, Level);

const BAD_REQUEST: (StatusCode, &str) = (StatusCode::BAD_REQUEST, "bad-request");

/// A code before its family. What is in no row is a bad request.
const TABLE: &[Row] = &[
    ("contest.bad_name", StatusCode::BAD_REQUEST, "bad-name", Level::DEBUG),
    ("contest.self_play", StatusCode::BAD_REQUEST, "self-play", Level::DEBUG),
    ("contest.no_such_match", StatusCode::NOT_FOUND, "no-such-match", Level::DEBUG),
    ("contest.no_such_tournament", StatusCode::NOT_FOUND, "no-such-tournament", Level::DEBUG),
    ("contest.unknown_bot", StatusCode::CONFLICT, "unknown-bot", Level::DEBUG),
    ("contest.not_rehearsed", StatusCode::CONFLICT, "not-rehearsed", Level::DEBUG),
    ("contest.played_in", StatusCode::CONFLICT, "played-in", Level::DEBUG),
    ("contest.suspended", StatusCode::CONFLICT, "suspended", Level::DEBUG),
    ("contest.closed", StatusCode::CONFLICT, "closed", Level::DEBUG),
    ("contest.bad_archive", StatusCode::BAD_REQUEST, "bad-archive", Level::DEBUG),
    ("contest.match_over", StatusCode::CONFLICT, "match-over", Level::DEBUG),
    ("contest.not_suspended", StatusCode::CONFLICT, "not-suspended", Level::DEBUG),
    ("contest.no_such_token", StatusCode::NOT_FOUND, "no-such-token", Level::DEBUG),
    ("contest.bot_offline", StatusCode::CONFLICT, "bot-offline", Level::DEBUG),
    ("contest.too_many_games", StatusCode::CONFLICT, "too-many-games", Level::DEBUG),
    ("contest.too_many_sought", StatusCode::CONFLICT, "too-many-sought", Level::DEBUG),
    ("contest.over_quota", StatusCode::CONFLICT, "over-quota", Level::DEBUG),
    ("contest.no_openings", StatusCode::CONFLICT, "no-openings", Level::DEBUG),
    ("contest.plays_other_games", StatusCode::CONFLICT, "plays-other-games", Level::DEBUG),
    ("contest.too_many_matches", StatusCode::SERVICE_UNAVAILABLE, "too-many-matches", Level::DEBUG),
    ("contest.looks_like", StatusCode::CONFLICT, "looks-like-another", Level::DEBUG),
    ("contest.storage_waits", StatusCode::SERVICE_UNAVAILABLE, "storage-waits", Level::DEBUG),
    ("contest.internal", StatusCode::INTERNAL_SERVER_ERROR, "internal", Level::ERROR),
    ("tournament_refused", StatusCode::CONFLICT, "refused", Level::DEBUG),
    ("token.shape", StatusCode::UNAUTHORIZED, "unauthorized", Level::DEBUG),
    ("solving.no_such_match", StatusCode::NOT_FOUND, "no-such-match", Level::DEBUG),
    ("solving.match_goes_on", StatusCode::CONFLICT, "match-goes-on", Level::DEBUG),
    ("solving.storage_waits", StatusCode::SERVICE_UNAVAILABLE, "storage-waits", Level::DEBUG),
    ("solving.no_threads", StatusCode::SERVICE_UNAVAILABLE, "only-referees", Level::DEBUG),
    ("solving.no_worker", StatusCode::SERVICE_UNAVAILABLE, "no-worker", Level::DEBUG),
    ("solving.not_acceptable", StatusCode::NOT_ACCEPTABLE, "not-acceptable", Level::DEBUG),
    ("solving.no_picture", StatusCode::NOT_ACCEPTABLE, "not-acceptable", Level::DEBUG),
    ("solving.no_such_puzzle", StatusCode::NOT_FOUND, "no-such-puzzle", Level::DEBUG),
    ("solving.no_such_exercise", StatusCode::NOT_FOUND, "no-such-puzzle", Level::DEBUG),
    ("solving.no_such_job", StatusCode::NOT_FOUND, "no-such-job", Level::DEBUG),
    ("solving.internal", StatusCode::INTERNAL_SERVER_ERROR, "internal", Level::ERROR),
    ("solving.hidden", StatusCode::INTERNAL_SERVER_ERROR, "internal", Level::ERROR),
    ("rights.bad_token", StatusCode::UNAUTHORIZED, "unauthorized", Level::DEBUG),
    ("rights.header", StatusCode::UNAUTHORIZED, "unauthorized", Level::DEBUG),
    ("rights.operator_needed", StatusCode::UNAUTHORIZED, "unauthorized", Level::DEBUG),
    ("rights.must_show_token", StatusCode::UNAUTHORIZED, "unauthorized", Level::DEBUG),
    ("rights.token_needed", StatusCode::UNAUTHORIZED, "unauthorized", Level::DEBUG),
    ("rights.entry_by_token", StatusCode::UNAUTHORIZED, "unauthorized", Level::DEBUG),
    ("rights", StatusCode::FORBIDDEN, "forbidden", Level::DEBUG),
    ("storage.unavailable", StatusCode::SERVICE_UNAVAILABLE, "storage-waits", Level::ERROR),
    ("storage", StatusCode::INTERNAL_SERVER_ERROR, "storage", Level::ERROR),
    ("memory.full", StatusCode::SERVICE_UNAVAILABLE, "memory-full", Level::DEBUG),
    ("memory.needs", StatusCode::BAD_REQUEST, "needs-memory", Level::DEBUG),
    ("work.stopping", StatusCode::SERVICE_UNAVAILABLE, "stopping", Level::DEBUG),
    ("work.busy", StatusCode::SERVICE_UNAVAILABLE, "busy", Level::DEBUG),
    ("work.too_much_work", StatusCode::TOO_MANY_REQUESTS, "too-much-work", Level::DEBUG),
    ("work", StatusCode::INTERNAL_SERVER_ERROR, "internal", Level::ERROR),
    ("http.no_such_bot", StatusCode::NOT_FOUND, "no-such-bot", Level::DEBUG),
    ("http.not_a_player", StatusCode::NOT_FOUND, "not-a-player", Level::DEBUG),
    ("http.no_report", StatusCode::CONFLICT, "no-report", Level::DEBUG),
    ("http.part_of_tournament", StatusCode::CONFLICT, "part-of-tournament", Level::DEBUG),
    ("http.not_found", StatusCode::NOT_FOUND, "not-found", Level::DEBUG),
    ("http.no_program", StatusCode::NOT_FOUND, "not-found", Level::DEBUG),
    ("http.method_not_allowed", StatusCode::METHOD_NOT_ALLOWED, "method-not-allowed", Level::DEBUG),
    ("http.bad_token", StatusCode::UNPROCESSABLE_ENTITY, "bad-token", Level::DEBUG),
    ("http.too_many_connections", StatusCode::SERVICE_UNAVAILABLE, "too-many-connections", Level::DEBUG),
    ("http.too_many_strangers", StatusCode::SERVICE_UNAVAILABLE, "too-many-connections", Level::DEBUG),
    ("http.too_many_readers", StatusCode::SERVICE_UNAVAILABLE, "too-many-readers", Level::DEBUG),
    ("http.too_many_requests", StatusCode::TOO_MANY_REQUESTS, "too-many-requests", Level::DEBUG),
    ("http.too_many_entries", StatusCode::TOO_MANY_REQUESTS, "too-many-entries", Level::DEBUG),
    ("http.body_too_large", StatusCode::PAYLOAD_TOO_LARGE, "body-too-large", Level::DEBUG),
    ("http.not_an_object", StatusCode::UNPROCESSABLE_ENTITY, "not-an-object", Level::DEBUG),
    ("http.not_json", StatusCode::UNSUPPORTED_MEDIA_TYPE, "not-json", Level::DEBUG),
    ("http.answer_late", StatusCode::SERVICE_UNAVAILABLE, "answer-late", Level::DEBUG),
    ("http.timed_out", StatusCode::REQUEST_TIMEOUT, "timed-out", Level::DEBUG),
    ("http.storage_waits", StatusCode::SERVICE_UNAVAILABLE, "storage-waits", Level::DEBUG),
    ("http.damaged", StatusCode::SERVICE_UNAVAILABLE, "damaged", Level::DEBUG),
    ("http.only_referees", StatusCode::SERVICE_UNAVAILABLE, "only-referees", Level::DEBUG),
    ("http.job_over", StatusCode::CONFLICT, "job-over", Level::DEBUG),
    ("http.storage_slow", StatusCode::SERVICE_UNAVAILABLE, "storage-slow", Level::DEBUG),
    ("http.import_runs", StatusCode::SERVICE_UNAVAILABLE, "import-runs", Level::DEBUG),
    ("http.internal", StatusCode::INTERNAL_SERVER_ERROR, "internal", Level::ERROR),
    ("inside.unavailable", StatusCode::SERVICE_UNAVAILABLE, "storage-waits", Level::ERROR),
    ("inside.hidden", StatusCode::INTERNAL_SERVER_ERROR, "internal", Level::ERROR),
    ("request", BAD_REQUEST.0, BAD_REQUEST.1, Level::DEBUG),
    ("json", BAD_REQUEST.0, BAD_REQUEST.1, Level::DEBUG),
    ("field", BAD_REQUEST.0, BAD_REQUEST.1, Level::DEBUG),
    ("question", BAD_REQUEST.0, BAD_REQUEST.1, Level::DEBUG),
    ("plan", BAD_REQUEST.0, BAD_REQUEST.1, Level::DEBUG),
    ("report", BAD_REQUEST.0, BAD_REQUEST.1, Level::DEBUG),
    ("depths", BAD_REQUEST.0, BAD_REQUEST.1, Level::DEBUG),
    ("token", BAD_REQUEST.0, BAD_REQUEST.1, Level::DEBUG),
    ("unknown_game", BAD_REQUEST.0, BAD_REQUEST.1, Level::DEBUG),
    ("class_list", BAD_REQUEST.0, BAD_REQUEST.1, Level::DEBUG),
];

fn row(code: &str) -> Option<&'static Row> {
    let family = code.split('.').next();
    TABLE.iter().find(|row| row.0 == code).or_else(|| TABLE.iter().find(|row| Some(row.0) == family))
}

/// Every code with the names and types of its parameters, its English sentence (the names in braces), and the HTTP status where it has one.
pub fn codes() -> Value {
    let entry = |(code, Code { params, .. }): (&str, &Code)| {
        let names: BTreeMap<_, _> = params.iter().map(|(name, _)| (name, format!("{{{name}}}"))).collect();
        let message: Message = serde_json::from_value(json!({"code": code, "params": names})).expect("texts by name");
        let params: Vec<_> = params.iter().map(|(name, kind)| json!({"name": name, "type": kind.to_string()})).collect();
        let mut entry = Map::from_iter([
            ("code".into(), json!(code)),
            ("params".into(), json!(params)),
            ("sentence".into(), message.sentence(Language::English).into()),
        ]);
        entry.extend(row(code).map(|row| ("status".into(), row.1.as_u16().into())));
        Value::Object(entry)
    };
    message::codes().into_iter().map(entry).collect()
}

impl Error {
    /// The status, the level in the log, and the error as the client sees it.
    fn judged(&self) -> (StatusCode, Level, Problem) {
        let own = match self {
            Error::Contest(contest::Error::StorageWaits { why }) | Error::Solving(solving::Error::StorageWaits { why }) => {
                Error::StorageWaits { why: why.clone() }.message()
            }
            error => error.message(),
        };
        let (_, status, kind, level) = row(own.code()).copied().unwrap_or(("", BAD_REQUEST.0, BAD_REQUEST.1, Level::DEBUG));
        let message = match level {
            Level::ERROR if status == StatusCode::SERVICE_UNAVAILABLE => InternalError::Unavailable { why: own }.message(),
            Level::ERROR => InternalError::Hidden.message(),
            _ => own,
        };
        let title = status.canonical_reason().unwrap_or_default().into();
        let kind = format!("/problems/{kind}");
        (status, level, Problem { kind, title, status: status.as_u16(), detail: message.to_string(), message })
    }

    /// The error as the client sees it; what is internal stays in the log.
    pub fn problem(&self) -> Problem {
        self.judged().2
    }
}

/// Writes a problem in the language of `Accept-Language`.
pub async fn localized(request: Request, next: Next) -> Response {
    let language = language(request.headers());
    let mut response = next.run(request).await;
    if let Some(mut problem) = response.extensions_mut().remove::<Problem>() {
        problem.detail = problem.message.sentence(language);
        *response.body_mut() = serde_json::to_vec(&problem).expect("a problem is writable as JSON").into();
        response.headers_mut().insert(header::CONTENT_LANGUAGE, HeaderValue::from_static(language.code()));
        response.headers_mut().append(header::VARY, HeaderValue::from_static("accept-language"));
    }
    response
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let (status, level, problem) = self.judged();
        match level {
            Level::ERROR => tracing::error!(%status, error = %self, "request failed"),
            _ => tracing::debug!(%status, error = %self, "request refused"),
        }
        let mut response = (status, axum::Json(&problem)).into_response();
        response.extensions_mut().insert(problem);
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        let more = match status {
            StatusCode::UNAUTHORIZED => Some((header::WWW_AUTHENTICATE, "Bearer")),
            StatusCode::TOO_MANY_REQUESTS => Some((header::RETRY_AFTER, "1")),
            StatusCode::SERVICE_UNAVAILABLE => Some((header::RETRY_AFTER, "5")),
            _ => None,
        };
        headers.extend(more.map(|(name, value)| (name, HeaderValue::from_static(value))));
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::AccessError;
    use runtime::memory::MemoryError;
    use runtime::work::WorkError;
    use storage::StorageError;

    #[test]
    fn every_code_has_a_status_and_every_row_a_code() {
        let families = [
            Error::CODES,
            AccessError::CODES,
            InternalError::CODES,
            contest::Error::CODES,
            solving::Error::CODES,
            StorageError::CODES,
            MemoryError::CODES,
            WorkError::CODES,
        ];
        for code in families.into_iter().flatten() {
            assert!(row(code.name).is_some(), "{} has no status", code.name);
        }
        let known = Language::English.entries();
        for (code, ..) in TABLE {
            assert!(known.keys().any(|known| known == code || known.split('.').next() == Some(code)), "{code} is no code");
        }
    }

    #[test]
    fn the_table_of_codes_has_the_types_of_parameters() {
        let codes = codes();
        let codes = codes.as_array().expect("a list");
        let sent = codes.iter().find(|entry| entry["code"] == "contest.no_such_match").expect("a code");
        let params = [json!({"name": "game", "type": "integer"})];
        assert_eq!(
            *sent,
            json!({"code": "contest.no_such_match", "params": params, "sentence": "there is no match {game}", "status": 404})
        );
        let blocked = codes.iter().find(|entry| entry["code"] == "knights_move.blocked").expect("a code");
        assert!(blocked["params"].as_array().is_some_and(|params| params.iter().all(|param| param["type"] == "Square")), "{blocked}");
        assert!(codes.iter().all(|entry| entry["sentence"].as_str().is_some_and(|sentence| !sentence.contains("()"))));
    }
}
