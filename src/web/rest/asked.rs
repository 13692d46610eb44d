//! A request for work: its body, and the form that its answer should have.

use super::extract::{is_json, media_type};
use super::{Query, Services};
use crate::Error;
use crate::config::SOLVE_BODY_BYTES;
use crate::flaw::Flaw;
use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::{HeaderMap, StatusCode, header};
use protocol::json;
use runtime::Peer;
use runtime::work::Asker;
use serde_json::Value;
use solving::{Form, Kind, Task};

/// What is asked, before anybody has looked into the body.
pub struct Asked {
    body: Bytes,
    is_text: bool,
    accept: Vec<String>,
    /// Who asks.
    pub asker: Asker,
    /// Whether a job is wanted.
    pub as_job: bool,
    options: Options,
}

/// What goes with a body of plain text.
#[derive(Debug, Default, serde::Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Options {
    /// The method, for a body of `text/plain`.
    method: Option<String>,
}

impl FromRequest<Services> for Asked {
    type Rejection = Error;

    async fn from_request(request: Request, services: &Services) -> Result<Asked, Error> {
        let (mut parts, body) = request.into_parts();
        let Query(options) = Query::<Options>::from_request_parts(&mut parts, services).await?;
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
        let asker = request.extensions().get::<Peer>().and_then(|peer| peer.address).into();
        let accept = accepted(headers);
        let as_job = headers.get_all("prefer").iter().any(|value| value.to_str().is_ok_and(|value| value.contains("respond-async")));
        // The body must come in time; the answer may take as long as its limits say.
        let body = tokio::time::timeout(services.config.hello_within, Bytes::from_request(request, services)).await;
        let body = body.map_err(|_| Error::TimedOut)?.map_err(|rejection| match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => Error::BodyTooLarge { most: SOLVE_BODY_BYTES },
            _ => Error::body(&rejection),
        })?;
        Ok(Asked { body, is_text, accept, asker, as_job, options })
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

impl Asked {
    /// The body as a question of this kind.
    pub fn task(&self, kind: &Kind) -> Result<Box<dyn Task>, Error> {
        if !self.is_text {
            return match self.options.method {
                None => Ok(kind.read(&self.body)?),
                Some(_) => Err(Error::bad(&Flaw::Method)),
            };
        }
        Ok(kind.read_fields(&self.fields(kind)?)?)
    }

    /// The body as a JSON question, which a text stands for as well.
    pub fn fields(&self, kind: &Kind) -> Result<Value, Error> {
        if !self.is_text {
            return Ok(json::from_bytes(&self.body)?);
        }
        let text = std::str::from_utf8(&self.body).map_err(|_| Error::bad(&Flaw::NotUtf8))?;
        let mut fields = kind.from_text(text);
        if let Some(method) = &self.options.method {
            fields.insert("method".into(), Value::String(method.clone()));
        }
        Ok(Value::Object(fields))
    }

    /// The body as it came, which must be JSON.
    pub fn json(&self) -> Result<&[u8], Error> {
        if self.is_text { Err(Error::NotJson) } else { Ok(&self.body) }
    }

    /// The form that the client likes best of those on offer, the first of which is the usual one.
    pub fn form(&self, offered: &[Form]) -> Result<Form, Error> {
        if self.accept.is_empty() {
            return Ok(offered[0]);
        }
        let suits = |range: &String, form: &Form| {
            let media_type = form.media_type();
            range == "*/*"
                || range == media_type
                || range.strip_suffix("/*").is_some_and(|family| media_type.split('/').next() == Some(family))
        };
        let found = self.accept.iter().find_map(|range| offered.iter().find(|form| suits(range, form)));
        found.copied().ok_or_else(|| {
            let offered: Vec<&str> = offered.iter().map(|form| form.media_type()).collect();
            solving::Error::NotAcceptable { offered: offered.join(", ") }.into()
        })
    }
}
