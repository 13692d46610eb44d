//! How loud and how public each failure is: from an error to its status, its body and its line in the log.

use crate::Error;
use axum::extract::Request;
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use message::Language;
use protocol::Problem;
use runtime::memory::MemoryError;
use runtime::work::WorkError;
use storage::Fault;

impl Error {
    /// The one table: status, and the word that names the kind.
    fn status(&self) -> (StatusCode, &'static str) {
        match self {
            Error::BadRequest(_) => (StatusCode::BAD_REQUEST, "bad-request"),
            Error::NoSuchBot { .. } => (StatusCode::NOT_FOUND, "no-such-bot"),
            Error::NoReport(_) => (StatusCode::CONFLICT, "no-report"),
            Error::PartOfTournament { .. } => (StatusCode::CONFLICT, "part-of-tournament"),
            Error::NotFound { .. } => (StatusCode::NOT_FOUND, "not-found"),
            Error::MethodNotAllowed => (StatusCode::METHOD_NOT_ALLOWED, "method-not-allowed"),
            Error::BadToken => (StatusCode::UNPROCESSABLE_ENTITY, "bad-token"),
            Error::TooManyStrangers => (StatusCode::SERVICE_UNAVAILABLE, "too-many-connections"),
            Error::TooManyReaders { .. } => (StatusCode::SERVICE_UNAVAILABLE, "too-many-readers"),
            Error::TooManyConnections { .. } => (StatusCode::SERVICE_UNAVAILABLE, "too-many-connections"),
            Error::TooManyEntries { .. } => (StatusCode::TOO_MANY_REQUESTS, "too-many-entries"),
            Error::TooManyRequests { .. } => (StatusCode::TOO_MANY_REQUESTS, "too-many-requests"),
            Error::Unauthorized(_) => (StatusCode::UNAUTHORIZED, "unauthorized"),
            Error::Forbidden(_) => (StatusCode::FORBIDDEN, "forbidden"),
            Error::BodyTooLarge { .. } => (StatusCode::PAYLOAD_TOO_LARGE, "body-too-large"),
            Error::NotAnObject => (StatusCode::UNPROCESSABLE_ENTITY, "not-an-object"),
            Error::NotJson => (StatusCode::UNSUPPORTED_MEDIA_TYPE, "not-json"),
            Error::AnswerLate => (StatusCode::SERVICE_UNAVAILABLE, "answer-late"),
            Error::TimedOut => (StatusCode::REQUEST_TIMEOUT, "timed-out"),
            Error::Storage(error) if error.fault == Fault::Unavailable => (StatusCode::SERVICE_UNAVAILABLE, "storage-waits"),
            Error::Storage(_) => (StatusCode::INTERNAL_SERVER_ERROR, "storage"),
            Error::StorageWaits { .. } => (StatusCode::SERVICE_UNAVAILABLE, "storage-waits"),
            Error::Damaged { .. } => (StatusCode::SERVICE_UNAVAILABLE, "damaged"),
            Error::StorageSlow { .. } => (StatusCode::SERVICE_UNAVAILABLE, "storage-slow"),
            Error::ImportRuns => (StatusCode::SERVICE_UNAVAILABLE, "import-runs"),
            Error::OnlyReferees => (StatusCode::SERVICE_UNAVAILABLE, "only-referees"),
            Error::Memory(MemoryError::Full) => (StatusCode::SERVICE_UNAVAILABLE, "memory-full"),
            Error::Memory(MemoryError::Needs { .. }) => (StatusCode::BAD_REQUEST, "needs-memory"),
            Error::JobOver { .. } => (StatusCode::CONFLICT, "job-over"),
            Error::Work(WorkError::Stopping) => (StatusCode::SERVICE_UNAVAILABLE, "stopping"),
            Error::Work(WorkError::Busy { .. }) => (StatusCode::SERVICE_UNAVAILABLE, "busy"),
            Error::Work(WorkError::TooMuchWork { .. }) => (StatusCode::TOO_MANY_REQUESTS, "too-much-work"),
            Error::Internal(_) | Error::Failed(_) | Error::Work(WorkError::Panicked(_) | WorkError::NoThread(_)) => {
                (StatusCode::INTERNAL_SERVER_ERROR, "internal")
            }
            Error::Bind(_) => (StatusCode::INTERNAL_SERVER_ERROR, "cannot-listen"),
            Error::Contest(error) => of_contest(error),
            Error::Solving(error) => of_solving(error),
        }
    }

    /// The error as the client sees it.
    pub fn problem(&self) -> Problem {
        let ((status, word), message) = (self.status(), self.public());
        Problem {
            kind: format!("/problems/{word}"),
            title: status.canonical_reason().unwrap_or_default().into(),
            status: status.as_u16(),
            detail: message.to_string(),
            message,
        }
    }
}

/// The same for matches, tournaments and tokens.
fn of_contest(error: &contest::Error) -> (StatusCode, &'static str) {
    use contest::Error;
    match error {
        Error::BadName { .. } => (StatusCode::BAD_REQUEST, "bad-name"),
        Error::SelfPlay { .. } => (StatusCode::BAD_REQUEST, "self-play"),
        Error::NoSuchMatch { .. } => (StatusCode::NOT_FOUND, "no-such-match"),
        Error::NoSuchTournament { .. } => (StatusCode::NOT_FOUND, "no-such-tournament"),
        Error::UnknownBot { .. } => (StatusCode::CONFLICT, "unknown-bot"),
        Error::NotRehearsed { .. } => (StatusCode::CONFLICT, "not-rehearsed"),
        Error::PlayedIn { .. } => (StatusCode::CONFLICT, "played-in"),
        Error::Suspended { .. } => (StatusCode::CONFLICT, "suspended"),
        Error::Refused(_) => (StatusCode::CONFLICT, "refused"),
        Error::BadPlan { .. } => (StatusCode::BAD_REQUEST, "bad-plan"),
        Error::BadArchive { .. } => (StatusCode::BAD_REQUEST, "bad-archive"),
        Error::MatchOver { .. } => (StatusCode::CONFLICT, "match-over"),
        Error::MatchGoesOn { .. } => (StatusCode::CONFLICT, "match-goes-on"),
        Error::NoSuchToken { .. } => (StatusCode::NOT_FOUND, "no-such-token"),
        Error::BotOffline { .. } => (StatusCode::CONFLICT, "bot-offline"),
        Error::TooManyGames { .. } => (StatusCode::CONFLICT, "too-many-games"),
        Error::TooManySought { .. } => (StatusCode::CONFLICT, "too-many-sought"),
        Error::OverQuota { .. } => (StatusCode::CONFLICT, "over-quota"),
        Error::NoOpenings { .. } => (StatusCode::CONFLICT, "no-openings"),
        Error::PlaysOtherGames { .. } => (StatusCode::CONFLICT, "plays-other-games"),
        Error::TooManyMatches { .. } => (StatusCode::SERVICE_UNAVAILABLE, "too-many-matches"),
        Error::LooksLike { .. } => (StatusCode::CONFLICT, "looks-like-another"),
        // These are converted to errors of the same name.
        Error::BadRequest(_)
        | Error::Unauthorized(_)
        | Error::Storage(_)
        | Error::StorageWaits { .. }
        | Error::Memory(_)
        | Error::Work(_)
        | Error::Internal(_) => (StatusCode::INTERNAL_SERVER_ERROR, "internal"),
    }
}

/// The same for puzzles, jobs and reviews.
fn of_solving(error: &solving::Error) -> (StatusCode, &'static str) {
    use solving::Error;
    match error {
        Error::NotAcceptable { .. } | Error::NoPicture { .. } => (StatusCode::NOT_ACCEPTABLE, "not-acceptable"),
        Error::NoSuchPuzzle { .. } => (StatusCode::NOT_FOUND, "no-such-puzzle"),
        Error::NoSuchJob { .. } => (StatusCode::NOT_FOUND, "no-such-job"),
        Error::NoThreads => (StatusCode::SERVICE_UNAVAILABLE, "only-referees"),
        Error::MatchGoesOn { .. } => (StatusCode::CONFLICT, "match-goes-on"),
        Error::NoSuchMatch { .. } => (StatusCode::NOT_FOUND, "no-such-match"),
        // These are converted to errors of the same name.
        Error::BadRequest(_)
        | Error::Storage(_)
        | Error::StorageWaits { .. }
        | Error::Memory(_)
        | Error::Work(_)
        | Error::Internal(_)
        | Error::Hidden => (StatusCode::INTERNAL_SERVER_ERROR, "internal"),
    }
}

/// Says a problem in the language that the client reads.
pub async fn in_its_language(request: Request, next: Next) -> Response {
    let asked = request.headers().get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    let language = asked.map(Language::accepted).unwrap_or_default();
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
        let problem = self.problem();
        let (status, _) = self.status();
        match &self {
            Error::Internal(why) => tracing::error!(%status, why, "request failed"),
            error if error.is_internal() => tracing::error!(%status, %error, "request failed"),
            error => tracing::debug!(%status, %error, "request refused"),
        }
        let mut response = (status, axum::Json(&problem)).into_response();
        response.extensions_mut().insert(problem);
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        if status == StatusCode::UNAUTHORIZED {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        if status == StatusCode::TOO_MANY_REQUESTS {
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        if status == StatusCode::SERVICE_UNAVAILABLE {
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static("5"));
        }
        response
    }
}
