//! Protection against requests from pages of other sites (cross-site requests and DNS rebinding).

use super::Services;
use crate::Error;
use crate::error::AccessError;
use axum::extract::Request;
use axum::http::header;
use axum::http::uri::Authority;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;

/// Middleware: the `Origin` of a request must be this site, under a known name, since a foreign name may be made to resolve to this address after its
/// page was loaded (DNS rebinding).
pub async fn guarded(services: Services, request: Request, next: Next) -> Response {
    let headers = request.headers();
    if let Some(origin) = headers.get(header::ORIGIN) {
        let origin = origin.to_str().unwrap_or_default();
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
        let is_act = !request.method().is_safe() || headers.contains_key(header::UPGRADE);
        let is_own = origin.split_once("://").is_some_and(|(_, authority)| authority.eq_ignore_ascii_case(host));
        if is_act && !is_own {
            return Error::from(AccessError::OtherOrigin { origin: cut(origin) }).into_response();
        }
        if !is_known(host, services.config.public_names()) {
            return Error::from(AccessError::UnknownHost { host: cut(host) }).into_response();
        }
    }
    next.run(request).await
}

fn cut(text: &str) -> String {
    text.chars().take(80).collect()
}

/// Whether no stranger can make this name resolve to this address.
fn is_known<'n>(host: &str, mut public_names: impl Iterator<Item = &'n str>) -> bool {
    let Ok(authority) = host.parse::<Authority>() else { return false };
    let name = authority.host();
    let address = name.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(name);
    let is = |other: &str| name.eq_ignore_ascii_case(other);
    address.parse::<IpAddr>().is_ok()
        || is("localhost")
        || name.to_ascii_lowercase().ends_with(".localhost")
        || public_names.any(|public| is(public) || host.eq_ignore_ascii_case(public))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_anybody_can_point_here_are_not_known() {
        let public = ["Chess.Example.org", "school:8443"];
        for (host, known) in [
            ("127.0.0.1:8080", true),
            ("192.168.1.7", true),
            ("[::1]:8080", true),
            ("localhost:8080", true),
            ("LOCALHOST", true),
            ("arbitre.localhost:80", true),
            ("chess.example.org", true),
            ("chess.example.org:8443", true),
            ("school:8443", true),
            ("school", false),
            ("evil.example", false),
            ("evil.example:8080", false),
            ("127.0.0.1.evil.example", false),
            ("notlocalhost", false),
            ("user@127.0.0.1@evil", false),
            ("", false),
        ] {
            assert_eq!(is_known(host, public.into_iter()), known, "{host}");
        }
    }
}
