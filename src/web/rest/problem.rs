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

/// A code or a family of codes, its status, the last part of the problem's `type` if that is not the word of the code, and the level of the
/// log. The message of an error that is logged as an error is for the operator alone.
type StatusRow = (&'static str, StatusCode, Option<&'static str>, Level);

macro_rules! kind {
    () => {
        None
    };
    ($kind:literal) => {
        Some($kind)
    };
}

macro_rules! table {
    ($($status:ident $level:ident: $($family:ident $(.$word:ident)? $(= $kind:literal)?),+;)+) => {
        &[$($((concat!(stringify!($family) $(, ".", stringify!($word))?), StatusCode::$status, kind!($($kind)?), Level::$level)),+),+]
    };
}

/// A code before its family. What is in no row is a bad request.
const TABLE: &[StatusRow] = table! {
    BAD_REQUEST DEBUG: contest.bad_name, contest.self_play, contest.bad_archive, memory.needs = "needs-memory", request = "bad-request",
        json = "bad-request", field = "bad-request", question = "bad-request", plan = "bad-request", report = "bad-request",
        depths = "bad-request", token = "bad-request", unknown_game = "bad-request", class_list = "bad-request";
    UNAUTHORIZED DEBUG: token.shape = "unauthorized", rights.bad_token = "unauthorized", rights.header = "unauthorized",
        rights.operator_needed = "unauthorized", rights.must_show_token = "unauthorized", rights.token_needed = "unauthorized",
        rights.entry_by_token = "unauthorized";
    FORBIDDEN DEBUG: rights = "forbidden";
    NOT_FOUND DEBUG: contest.no_such_match, contest.no_such_tournament, contest.no_such_token, solving.no_such_match,
        solving.no_such_puzzle, solving.no_such_exercise = "no-such-puzzle", solving.no_such_job, http.no_such_bot, http.not_a_player,
        http.not_found, http.no_program = "not-found";
    METHOD_NOT_ALLOWED DEBUG: http.method_not_allowed;
    NOT_ACCEPTABLE DEBUG: solving.not_acceptable, solving.no_picture = "not-acceptable";
    REQUEST_TIMEOUT DEBUG: http.timed_out;
    CONFLICT DEBUG: contest.unknown_bot, contest.not_rehearsed, contest.played_in, contest.suspended, contest.closed, contest.match_over,
        contest.not_suspended, contest.bot_offline, contest.too_many_games, contest.too_many_sought, contest.over_quota,
        contest.no_openings, contest.plays_other_games, contest.looks_like = "looks-like-another", tournament_refused = "refused",
        solving.match_goes_on, http.no_report, http.part_of_tournament, http.job_over;
    PAYLOAD_TOO_LARGE DEBUG: http.body_too_large;
    UNSUPPORTED_MEDIA_TYPE DEBUG: http.not_json;
    UNPROCESSABLE_ENTITY DEBUG: http.bad_token, http.not_an_object;
    TOO_MANY_REQUESTS DEBUG: work.too_much_work, http.too_many_requests, http.too_many_entries;
    INTERNAL_SERVER_ERROR ERROR: contest.internal, solving.internal, solving.hidden = "internal", storage, work = "internal", http.internal,
        inside.hidden = "internal";
    SERVICE_UNAVAILABLE DEBUG: contest.too_many_matches, contest.storage_waits, solving.storage_waits, solving.no_threads = "only-referees",
        solving.no_worker, memory.full = "memory-full", work.stopping, work.busy, http.too_many_connections,
        http.too_many_strangers = "too-many-connections", http.too_many_readers, http.answer_late, http.storage_waits, http.damaged,
        http.only_referees, http.storage_slow, http.import_runs;
    SERVICE_UNAVAILABLE ERROR: storage.unavailable = "storage-waits", inside.unavailable = "storage-waits";
};

fn row(code: &str) -> Option<&'static StatusRow> {
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
        let no_row = ("", StatusCode::BAD_REQUEST, Some("bad-request"), Level::DEBUG);
        let (code, status, kind, level) = row(own.code()).copied().unwrap_or(no_row);
        let kind = kind.map_or_else(|| code.rsplit('.').next().unwrap_or_default().replace('_', "-"), String::from);
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
