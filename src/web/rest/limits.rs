//! Not too many requests from one token, nor from one address; and every refusal is counted.

use super::access::bearer;
use super::{Services, large};
use crate::Error;
use crate::config::PLAN_BYTES;
use axum::body::HttpBody;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use contest::tokens::Secret;
use runtime::Peer;
use sha2::{Digest, Sha256};
use std::net::IpAddr;

/// Lets a request through or not. The bots' socket is not limited here: a move that is expected never is, and floods end there.
pub async fn limited(State(services): State<Services>, request: Request, next: Next) -> Response {
    let peer = request.extensions().get::<Peer>().copied().unwrap_or_default();
    let token = request.headers().get(header::AUTHORIZATION).map(|value| Sha256::digest(value.as_bytes()).into());
    let is_bot = request.uri().path() == "/ws" || request.uri().path() == "/echo";
    let admitted = match is_bot {
        true => Ok(()),
        false => match services.limits.admit(token, peer.address) {
            Ok(()) if peer.reserved => may_take_the_last(&services, bearer(request.headers()).ok()).await,
            admitted => admitted,
        },
    };
    let response = match admitted {
        Ok(()) => next.run(request).await,
        Err(error) => {
            let mut response = error.into_response();
            if peer.reserved {
                response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
            }
            response
        }
    };
    match response.status() {
        StatusCode::UNAUTHORIZED => services.counters.count_refusal("unauthorized"),
        StatusCode::FORBIDDEN => services.counters.count_refusal("forbidden"),
        StatusCode::TOO_MANY_REQUESTS => services.counters.count_refusal("too_many_requests"),
        _ => {}
    }
    response
}

/// What a question takes while it is read, for each byte of its text.
const BYTES_READ_A_BYTE: u64 = 8;

/// Reserves memory for a question that is not small, before it is read, until it is answered or its answer begins.
pub async fn held(State(services): State<Services>, request: Request, next: Next) -> Response {
    let bytes = request.body().size_hint().upper().unwrap_or(u64::MAX).min(PLAN_BYTES as u64);
    if bytes <= large::SMALL_BYTES as u64 {
        return next.run(request).await;
    }
    match services.solving.memory.reserve(bytes * BYTES_READ_A_BYTE) {
        Ok(_room) => next.run(request).await,
        Err(error) => Error::from(error).into_response(),
    }
}

/// The last connections are for whoever shows a token.
async fn may_take_the_last(services: &Services, shown: Option<Secret>) -> Result<(), Error> {
    let secret = shown.ok_or(Error::TooManyStrangers)?;
    services.storage.find_token(secret.hash()).await?.map(drop).ok_or(Error::TooManyStrangers)
}

/// Believes a proxy that is known what it says of whom it speaks for: the last address of `X-Forwarded-For` that is no such proxy's.
pub async fn forwarded(State(services): State<Services>, mut request: Request, next: Next) -> Response {
    let peer = request.extensions().get::<Peer>().copied().unwrap_or_default();
    if peer.address.is_some_and(|address| services.config.trusts(address)) {
        let told = request.headers().get_all("x-forwarded-for").into_iter().filter_map(|value| value.to_str().ok());
        let addresses: Vec<&str> = told.flat_map(|value| value.split(',')).map(str::trim).collect();
        // What stands before an address that does not read was written by nobody who is known.
        let read = addresses.iter().rev().map_while(|text| text.parse::<IpAddr>().ok());
        let known: Vec<IpAddr> = read.collect();
        let address = known.iter().copied().find(|address| !services.config.trusts(*address)).or(known.last().copied()).or(peer.address);
        request.extensions_mut().insert(Peer { address, ..peer });
    }
    next.run(request).await
}
