//! What routes take from a request, with our own words for what is wrong with it.

use super::Services;
use crate::Error;
use crate::flaw::Flaw;
use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::{HeaderMap, header};
use protocol::json;
use serde::de::DeserializeOwned;

/// How many of something a page is to hold.
pub fn limit(asked: Option<usize>, usual: usize, most: usize) -> Result<usize, Error> {
    let limit = asked.unwrap_or(usual);
    if (1..=most).contains(&limit) { Ok(limit) } else { Err(Error::bad(&Flaw::Limit { most, limit })) }
}

/// A JSON body, with our own words for what is wrong with it.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned> FromRequest<Services> for Body<T> {
    type Rejection = Error;

    async fn from_request(request: Request, services: &Services) -> Result<Body<T>, Error> {
        if !is_json(request.headers()) {
            return Err(Error::NotJson);
        }
        let body = Bytes::from_request(request, services).await?;
        // A list would be taken for an object whose fields have no names.
        if body.trim_ascii_start().first() == Some(&b'[') {
            return Err(Error::NotAnObject);
        }
        Ok(Body(json::from_bytes(&body)?))
    }
}

/// A path parameter, likewise.
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Path), rejection(Error))]
pub struct Path<T>(pub T);

/// The query, likewise.
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Query), rejection(Error))]
pub struct Query<T>(pub T);

/// Whether the body says that it is JSON.
pub fn is_json(headers: &HeaderMap) -> bool {
    matches!(media_type(headers), "application/json") || media_type(headers).ends_with("+json")
}

/// What the body says that it is, without its parameters.
pub fn media_type(headers: &HeaderMap) -> &str {
    let value = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    value.split(';').next().unwrap_or_default().trim()
}
