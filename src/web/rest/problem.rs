//! The one table of HTTP statuses, problem types and log levels by code, and errors as `application/problem+json` (RFC 9457).

use super::Services;
use super::extract::{language, media_type};
use crate::Error;
use crate::error::InternalError;
use axum::body::{Body, Bytes, HttpBody, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::{StreamExt, stream};
use message::{Code, Coded, Language, Message, Sentences};
use parking_lot::Mutex;
use protocol::Problem;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;
use tracing::Level;

/// A code or a family of codes, its status and the level of the log. The message of an error that is logged as an error is for the operator alone.
type StatusRow = (&'static str, StatusCode, Level);

macro_rules! table {
    ($($status:ident $level:ident: $($family:ident $(.$word:ident)?),+;)+) => {
        &[$($((concat!(stringify!($family) $(, ".", stringify!($word))?), StatusCode::$status, Level::$level)),+),+]
    };
}

/// A code before its family.
const TABLE: &[StatusRow] = table! {
    BAD_REQUEST DEBUG: contest.bad_name, contest.self_play, contest.bad_archive, memory.needs, request, json, field, question, plan, report,
        depths, token, unknown_game, class_list, too_many_games;
    UNAUTHORIZED DEBUG: token.shape, rights.bad_token, rights.header, rights.operator_needed, rights.must_show_token, rights.token_needed,
        rights.entry_by_token;
    FORBIDDEN DEBUG: rights;
    NOT_FOUND DEBUG: contest.no_such_match, contest.no_such_tournament, contest.no_such_token, solving.no_such_match,
        solving.no_such_puzzle, solving.no_such_game, solving.no_such_exercise, solving.no_such_job, http.no_such_bot, http.not_a_player,
        http.not_found, http.no_program, http.loopback_only;
    METHOD_NOT_ALLOWED DEBUG: http.method_not_allowed;
    NOT_ACCEPTABLE DEBUG: solving.not_acceptable, solving.no_picture;
    REQUEST_TIMEOUT DEBUG: http.timed_out;
    CONFLICT DEBUG: contest.unknown_bot, contest.not_rehearsed, contest.played_in, contest.here_already, contest.suspended, contest.closed, contest.match_over,
        contest.not_suspended, contest.bot_offline, contest.too_many_games, contest.too_many_seeks, contest.over_quota,
        contest.no_openings, contest.plays_other_games, contest.looks_like, tournament_refused, solving.match_goes_on, http.no_report,
        http.part_of_tournament, http.job_over;
    PAYLOAD_TOO_LARGE DEBUG: http.body_too_large;
    UNSUPPORTED_MEDIA_TYPE DEBUG: http.not_json;
    UNPROCESSABLE_ENTITY DEBUG: http.bad_token;
    TOO_MANY_REQUESTS DEBUG: work.too_much_work, http.too_many_requests, http.too_many_entries;
    INTERNAL_SERVER_ERROR ERROR: contest_defect, solving_defect, solving.hidden, storage, work, http.no_document, inside.hidden;
    SERVICE_UNAVAILABLE DEBUG: contest.too_many_matches, contest.storage_waits, solving.storage_waits, solving.no_threads,
        solving.no_worker, memory.full, work.stopping, work.busy, http.too_many_connections, http.too_many_anonymous,
        http.too_many_readers, http.answer_late, http.storage_waits, http.damaged, http.only_referees, http.storage_slow, http.import_runs;
    SERVICE_UNAVAILABLE ERROR: storage.unavailable, inside.unavailable;
};

/// What is wrong with a request as an error of another crate says it, which is only a [`Message`] here.
const REFUSED: StatusRow = ("", StatusCode::BAD_REQUEST, Level::DEBUG);

fn row(code: &str) -> Option<StatusRow> {
    let family = code.split('.').next();
    TABLE.iter().find(|row| row.0 == code).or_else(|| TABLE.iter().find(|row| Some(row.0) == family)).copied()
}

/// Every code with the names and types of its parameters, its English sentence (the names in braces), what it is about, if the sentence has no word
/// besides its parameters, and the HTTP status where it has one.
pub fn codes() -> Value {
    let entry = |(name, code): (&str, &Code)| {
        let names: BTreeMap<_, _> = code.params.iter().map(|(name, _)| (name, format!("{{{name}}}"))).collect();
        let message: Message = serde_json::from_value(json!({"code": name, "params": names})).expect("texts by name");
        let params: Vec<_> = code.params.iter().map(|(name, kind)| json!({"name": name, "type": kind.to_string()})).collect();
        let mut entry = Map::from_iter([
            ("code".into(), json!(name)),
            ("params".into(), json!(params)),
            ("sentence".into(), message.sentence(Language::English).into()),
        ]);
        entry.extend(code.about().map(|about| ("about".into(), json!(about))));
        entry.extend(row(name).map(|row| ("status".into(), row.1.as_u16().into())));
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
        let (_, status, level) = row(own.code()).unwrap_or(REFUSED);
        let message = match level {
            Level::ERROR if status == StatusCode::SERVICE_UNAVAILABLE => InternalError::Unavailable { why: own }.message(),
            Level::ERROR => InternalError::Hidden.message(),
            _ => own,
        };
        (status, level, Problem::new(status.as_u16(), status.canonical_reason().unwrap_or_default(), message))
    }

    /// The error as the client sees it; what is internal stays in the log.
    pub fn problem(&self) -> Problem {
        self.judged().2
    }
}

/// Bytes of an answer to which sentences are added at a time, on a thread; fewer take none.
const PIECE: usize = 32 << 10;

/// Writes each problem, and a sentence beside each code in other JSON, in the language of `Accept-Language`.
pub async fn localized(services: Services, request: Request, next: Next) -> Response {
    let language = language(request.headers());
    let mut response = next.run(request).await;
    if let Some(mut problem) = response.extensions_mut().remove::<Problem>() {
        problem.detail = problem.message.sentence(language);
        *response.body_mut() = serde_json::to_vec(&problem).expect("a problem is writable as JSON").into();
    } else if has_codes(response.headers()) && !response.body().is_end_stream() {
        let body = std::mem::take(response.body_mut());
        *response.body_mut() = with_sentences(services, body, language).await;
        response.headers_mut().remove(header::CONTENT_LENGTH);
    } else {
        return response;
    }
    response.headers_mut().insert(header::CONTENT_LANGUAGE, HeaderValue::from_static(language.code()));
    response.headers_mut().append(header::VARY, HeaderValue::from_static("accept-language"));
    response
}

/// Whether it is JSON for a reader: the lines of a log are sent as they are stored, and other streams say that they depend on the language.
fn has_codes(headers: &HeaderMap) -> bool {
    let depends = || headers.get(header::VARY).is_some_and(|names| names.as_bytes().ends_with(b"accept-language"));
    match media_type(headers) {
        "application/json" => !headers.contains_key(header::CONTENT_ENCODING),
        "application/x-ndjson" | "text/event-stream" => depends(),
        _ => false,
    }
}

/// The body with its sentences, made piece by piece, so that a long answer is not in memory twice.
async fn with_sentences(services: Services, body: Body, language: Language) -> Body {
    if body.size_hint().exact().is_some_and(|size| size <= PIECE as u64) {
        return match to_bytes(body, PIECE).await {
            Ok(json) => Sentences::of(language, &json).into(),
            Err(error) => Body::from_stream(stream::iter([Err::<Bytes, _>(error)])),
        };
    }
    let sentences = Arc::new(Mutex::new(Sentences::new(language)));
    // An error passes as it is.
    let split = |piece: Result<Bytes, axum::Error>| {
        stream::iter(match piece {
            Ok(bytes) => bytes.chunks(PIECE).map(|part| Ok(Some(bytes.slice_ref(part)))).collect(),
            Err(error) => vec![Err(error)],
        })
    };
    let pieces = body.into_data_stream().flat_map(split).chain(stream::once(async { Ok(None) }));
    Body::from_stream(pieces.then(move |piece| {
        let (services, sentences) = (services.clone(), sentences.clone());
        async move {
            let piece = piece?;
            let is_long = piece.as_ref().is_some_and(|piece| piece.len() == PIECE);
            let add = move || {
                let mut sentences = sentences.lock();
                match &piece {
                    Some(piece) => sentences.add(piece),
                    None => sentences.end(),
                }
            };
            // While no thread is free, the event loop does it: the answer has begun.
            let said = if is_long { services.report(add.clone()).await.unwrap_or_else(|_| add()) } else { add() };
            Ok::<_, axum::Error>(said)
        }
    }))
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

    #[test]
    fn every_code_has_a_status_and_every_row_a_code() {
        let mut lacking: Vec<&Code> = Vec::new();
        let mut each = |codes: &'static [Code]| lacking.extend(codes.iter().filter(|code| row(code.name).is_none()));
        Error::families(&mut each);
        InternalError::families(&mut each);
        assert!(lacking.is_empty(), "{lacking:?} have no status");
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
