//! Who may do what over HTTP.

use crate::Error;
use crate::app::App;
use crate::config::Registration;
use crate::tokens::Secret;
use axum::extract::{FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

/// Proof that the request comes from an operator.
pub struct Operator;

impl FromRequestParts<Arc<App>> for Operator {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Error> {
        let secret = bearer(&parts.headers)?;
        match app.storage.read(move |store| store.find_token(&secret.hash())).await? {
            Some(row) if row.bot.is_none() => Ok(Operator),
            Some(_) => Err(Error::Forbidden("this is a bot's token; only an operator's will do here".into())),
            None => Err(Error::Unauthorized("this token is not valid".into())),
        }
    }
}

/// Proof that the request may make matches: from an operator, or from anybody where registration is open.
pub struct Organiser;

impl FromRequestParts<Arc<App>> for Organiser {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Error> {
        if app.config.registration() == Registration::Closed {
            Operator::from_request_parts(parts, app).await?;
        }
        Ok(Organiser)
    }
}

fn bearer(headers: &HeaderMap) -> Result<Secret, Error> {
    let text = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()).and_then(|value| value.strip_prefix("Bearer "));
    let missing = "an operator's token is needed: `Authorization: Bearer TOKEN`; `arbitre token mint --operator` makes one";
    text.ok_or_else(|| Error::Unauthorized(missing.into()))?.trim().parse()
}

/// A page of another site must not act here in its visitor's name: a browser that says where it comes from must come from here.
pub async fn same_origin(request: Request, next: Next) -> Response {
    let headers = request.headers();
    let is_act = !request.method().is_safe() || headers.contains_key(header::UPGRADE);
    if is_act && let (Some(origin), Some(host)) = (headers.get(header::ORIGIN), headers.get(header::HOST)) {
        let origin = origin.to_str().unwrap_or_default();
        let own = origin.split_once("://").is_some_and(|(_, authority)| authority.as_bytes() == host.as_bytes());
        if !own {
            return Error::Forbidden(format!("a page of {origin} may not act on this referee")).into_response();
        }
    }
    next.run(request).await
}
