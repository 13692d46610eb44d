//! Extractors of the handlers: services, peer, path, query, JSON body, or a question for the solvers; and rejections as our errors.

use super::access::Actor;
use super::{HttpResult, Services};
use crate::Error;
use crate::config::{BODY_BYTES, SOLVE_BODY_BYTES};
use crate::error::RequestError;
use crate::listen::ConnectionGuard;
use crate::socket::with_small_buffers;
use axum::body::Bytes;
use axum::extract::path::ErrorKind;
use axum::extract::rejection::{BytesRejection, PathRejection};
use axum::extract::ws::{WebSocket, WebSocketUpgrade};
use axum::extract::{FromRequest, FromRequestParts, MatchedPath, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Uri, header};
use axum::middleware::Next;
use message::Language;
use protocol::json;
use runtime::work::WorkOwner;
use runtime::{Lifecycle, Peer, clipped};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use solving::{Kind, OutputFormat, Task};
use std::collections::BTreeSet;
use std::convert::Infallible;
use std::future::Future;
use std::sync::Arc;

/// A request that may ask for a WebSocket, and the guard of its connection.
pub struct WebSocketRequest {
    upgrade: Option<WebSocketUpgrade>,
    guard: Option<Arc<ConnectionGuard>>,
}

impl WebSocketRequest {
    pub fn is_upgrade(&self) -> bool {
        self.upgrade.is_some()
    }
}

impl FromRequestParts<Services> for WebSocketRequest {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, services: &Services) -> Result<WebSocketRequest, Infallible> {
        let guard = parts.extensions.get().cloned();
        Ok(WebSocketRequest { upgrade: WebSocketUpgrade::from_request_parts(parts, services).await.ok(), guard })
    }
}

/// Upgrades to a WebSocket with small buffers, whose task the process waits for at its end.
pub fn upgraded<F: Future<Output = ()> + Send + 'static>(
    path: &'static str,
    life: &Arc<Lifecycle>,
    request: WebSocketRequest,
    serve: impl FnOnce(WebSocket) -> F + Send + 'static,
) -> HttpResult {
    let (upgrade, life) = (request.upgrade.ok_or(RequestError::WebSocket { path })?, life.clone());
    Ok(with_small_buffers(upgrade).on_upgrade(move |socket| {
        let (serving, guard) = (serve(socket), request.guard);
        life.track(async move {
            serving.await;
            drop(guard);
        })
    }))
}

impl FromRequestParts<Services> for Peer {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &Services) -> Result<Peer, Infallible> {
        Ok(parts.extensions.get().copied().unwrap_or_default())
    }
}

impl FromRequestParts<Services> for WorkOwner {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, services: &Services) -> Result<WorkOwner, Infallible> {
        Ok(Peer::from_request_parts(parts, services).await?.address.into())
    }
}

/// The language that `Accept-Language` prefers.
pub fn language(headers: &HeaderMap) -> Language {
    Language::accepted(headers.get_all(header::ACCEPT_LANGUAGE).iter().filter_map(|value| value.to_str().ok()))
}

impl FromRequestParts<Services> for Language {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &Services) -> Result<Language, Infallible> {
        Ok(language(&parts.headers))
    }
}

/// The length of a page.
pub fn limit(asked: Option<usize>, usual: usize, most: usize) -> Result<usize, Error> {
    let limit = asked.unwrap_or(usual);
    if (1..=most).contains(&limit) { Ok(limit) } else { Err(RequestError::Limit { most, limit }.into()) }
}

pub struct Body<T>(pub T);

/// Bodies up to this size, in bytes, are parsed on the event loop; larger ones on a thread.
const INLINE_BYTES: usize = 4_096;

impl<T: DeserializeOwned + Send + 'static> FromRequest<Services> for Body<T> {
    type Rejection = Error;

    async fn from_request(request: Request, services: &Services) -> Result<Body<T>, Error> {
        if !is_json(request.headers()) {
            return Err(Error::NotJson);
        }
        let owner: WorkOwner = request.extensions().get::<Peer>().and_then(|peer| peer.address).into();
        let body = Bytes::from_request(request, services).await?;
        if body.len() <= INLINE_BYTES {
            return Ok(Body(json::from_body(&body)?));
        }
        Ok(Body(services.solving.parse(owner, move || json::from_body(&body)).await??))
    }
}

#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Path), rejection(Error))]
pub struct Path<T>(pub T);

pub struct Query<T>(pub T);

impl<T: DeserializeOwned, S: Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Query<T>, Error> {
        Ok(Query(query_of(&parts.uri)?))
    }
}

fn query_of<T: DeserializeOwned>(uri: &Uri) -> Result<T, RequestError> {
    let fields: Vec<_> = form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes()).into_owned().collect();
    json::from_texts(&fields).map_err(|why| RequestError::Query { why })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NoFields {}

/// Middleware that refuses every query field on the paths that read none.
pub async fn refuse_unread_query(
    State(unread): State<Arc<BTreeSet<String>>>,
    path: MatchedPath,
    request: Request,
    next: Next,
) -> HttpResult {
    if unread.contains(path.as_str()) {
        query_of::<NoFields>(request.uri())?;
    }
    Ok(next.run(request).await)
}

pub fn is_json(headers: &HeaderMap) -> bool {
    matches!(media_type(headers), "application/json") || media_type(headers).ends_with("+json")
}

/// The content type of the body, without its parameters.
pub fn media_type(headers: &HeaderMap) -> &str {
    let value = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    value.split(';').next().unwrap_or_default().trim()
}

impl From<BytesRejection> for Error {
    fn from(rejection: BytesRejection) -> Self {
        Error::body(&rejection, BODY_BYTES)
    }
}

impl From<PathRejection> for Error {
    fn from(rejection: PathRejection) -> Self {
        let kind = if let PathRejection::FailedToDeserializePathParams(error) = rejection { Some(error.into_kind()) } else { None };
        let error = match kind {
            // All that is parsed in a path is numbers.
            Some(
                ErrorKind::ParseError { value, .. } | ErrorKind::ParseErrorAtKey { value, .. } | ErrorKind::ParseErrorAtIndex { value, .. },
            ) => RequestError::Number { value: clipped(&value, 40) },
            _ => RequestError::PathNotUtf8,
        };
        error.into()
    }
}

/// A question for the solvers whose body has not been parsed, and the form that its answer should have.
#[derive(Clone)]
pub struct SolveRequest {
    body: Bytes,
    pub is_text: bool,
    accept: Vec<String>,
    language: Language,
    /// The client, for fair queues.
    pub owner: WorkOwner,
    actor: Arc<Actor>,
    /// Whether the answer is to be a job (`Prefer: respond-async`).
    pub as_job: bool,
    options: Options,
}

/// The query parameters of a body of plain text.
#[derive(Clone, Debug, Default, serde::Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Options {
    /// The method, for a body of `text/plain`.
    method: Option<String>,
}

impl FromRequest<Services> for SolveRequest {
    type Rejection = Error;

    async fn from_request(request: Request, services: &Services) -> Result<SolveRequest, Error> {
        let (mut parts, body) = request.into_parts();
        let Query(options) = Query::<Options>::from_request_parts(&mut parts, services).await?;
        let address = parts.extensions.get::<Peer>().and_then(|peer| peer.address);
        // A client with an invalid token has the rights of an anonymous one.
        let actor = Actor::from_request_parts(&mut parts, services).await.unwrap_or_else(|_| Actor::anonymous(address));
        let request = Request::from_parts(parts, body);
        let headers = request.headers();
        let is_text = match media_type(headers) {
            "text/plain" => true,
            _ if is_json(headers) => false,
            _ => return Err(Error::NotJson),
        };
        let length = headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
        if length.is_some_and(|length| length > SOLVE_BODY_BYTES) {
            return Err(Error::BodyTooLarge { most: SOLVE_BODY_BYTES });
        }
        let (accept, language) = (accepted(headers), language(headers));
        let as_job = headers.get_all("prefer").iter().any(|value| value.to_str().is_ok_and(|value| value.contains("respond-async")));
        // The body must come in time; the answer may take as long as its limits say.
        let body = tokio::time::timeout(services.config.hello_timeout, Bytes::from_request(request, services)).await;
        let body = body.map_err(|_| Error::TimedOut)?.map_err(|rejection| Error::body(&rejection, SOLVE_BODY_BYTES))?;
        let (owner, actor) = (address.into(), Arc::new(actor));
        Ok(SolveRequest { body, is_text, accept, language, owner, actor, as_job, options })
    }
}

/// The media types that the client takes, the ones it prefers first.
fn accepted(headers: &HeaderMap) -> Vec<String> {
    let mut ranges: Vec<(u32, String)> = Vec::new();
    for value in headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok()).flat_map(|value| value.split(',')) {
        let mut parts = value.split(';').map(str::trim);
        let range = parts.next().unwrap_or_default().to_ascii_lowercase();
        let weight = parts.find_map(|part| part.strip_prefix("q=")).and_then(|q| q.parse::<f32>().ok()).unwrap_or(1.0);
        if !range.is_empty() && weight > 0.0 {
            ranges.push(((weight * 1_000.0) as u32, range));
        }
    }
    // The sort is stable: of equals the first that was named.
    ranges.sort_by_key(|(weight, _)| std::cmp::Reverse(*weight));
    ranges.into_iter().map(|(_, range)| range).collect()
}

impl SolveRequest {
    /// Lets a thread parse the body: even a short one may have a thousand questions.
    pub async fn parse<T: Send + 'static>(
        &self,
        services: &Services,
        parse: impl FnOnce(&SolveRequest) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let asked = self.clone();
        services.solving.parse(self.owner, move || parse(&asked)).await?
    }

    /// The same for a question of this kind, of whose positions the client may ask.
    pub async fn parse_open<T: Send + 'static>(
        &self,
        services: &Services,
        kind: &Kind,
        parse: impl FnOnce(&SolveRequest) -> Result<T, Error> + Send + 'static,
        positions: impl FnOnce(&T) -> Vec<String> + Send + 'static,
    ) -> Result<T, Error> {
        let closed = self.actor.closed_games(services, kind.name).await?;
        let parse = move |asked: &SolveRequest| {
            let parsed = parse(asked)?;
            closed.check(positions(&parsed).iter().map(String::as_str))?;
            Ok(parsed)
        };
        self.parse(services, parse).await
    }

    /// A question of this kind, of whose position the client may ask.
    pub async fn open_task(&self, services: &Services, kind: &'static Kind) -> Result<Box<dyn Task>, Error> {
        self.parse_open(services, kind, |asked| asked.task(kind), |task| task.info().position.into_iter().collect()).await
    }

    /// The body as a question of this kind.
    pub fn task(&self, kind: &Kind) -> Result<Box<dyn Task>, Error> {
        Ok(kind.read_streamed(&self.fields(kind)?)?)
    }

    /// The body as a JSON question, into which a text is converted.
    pub fn fields(&self, kind: &Kind) -> Result<Value, Error> {
        if !self.is_text {
            return match self.options.method {
                None => Ok(json::value(&self.body)?),
                Some(_) => Err(RequestError::Method.into()),
            };
        }
        let text = std::str::from_utf8(&self.body).map_err(|_| RequestError::NotUtf8)?;
        let mut fields = kind.from_text(text);
        if let Some(method) = &self.options.method {
            fields.insert("method".into(), Value::String(method.clone()));
        }
        Ok(Value::Object(fields))
    }

    /// The form that the client likes best of those on offer, the first of which is the usual one.
    pub fn form(&self, offered: &[OutputFormat]) -> Result<OutputFormat, Error> {
        if self.accept.is_empty() {
            return Ok(offered[0].in_language(self.language));
        }
        let suits = |range: &String, form: &OutputFormat| {
            let media_type = form.media_type();
            range == "*/*"
                || range == media_type
                || range.strip_suffix("/*").is_some_and(|family| media_type.split('/').next() == Some(family))
        };
        let found = self.accept.iter().find_map(|range| offered.iter().find(|form| suits(range, form)));
        found.map(|form| form.in_language(self.language)).ok_or_else(|| {
            let offered: Vec<&str> = offered.iter().map(|form| form.media_type()).collect();
            solving::Error::NotAcceptable { offered: offered.join(", ") }.into()
        })
    }
}
