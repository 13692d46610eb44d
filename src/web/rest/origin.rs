//! Protection against requests from pages of other sites (cross-site requests and DNS rebinding).

use super::Services;
use crate::Error;
use crate::error::AccessError;
use axum::extract::Request;
use axum::http::header;
use axum::http::uri::Authority;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use runtime::system::host_name;
use std::net::IpAddr;

/// Middleware against DNS rebinding and cross-site requests: a browser's request must have a known host name, since a foreign name may resolve to this
/// address after its page was loaded; and an act must come from a page of this site. A browser sends `Origin` with each act and each WebSocket.
pub async fn check(services: Services, request: Request, next: Next) -> Response {
    let headers = request.headers();
    let host = headers.get(header::HOST).map(|host| host.to_str().unwrap_or_default());
    let is_act = !request.method().is_safe() || headers.contains_key(header::UPGRADE);
    if let Some(origin) = headers.get(header::ORIGIN) {
        let origin = origin.to_str().unwrap_or_default();
        let is_own = origin.split_once("://").is_some_and(|(_, authority)| host.is_some_and(|host| authority.eq_ignore_ascii_case(host)));
        if is_act && !is_own {
            return Error::from(AccessError::OtherOrigin { origin: cut(origin) }).into_response();
        }
    } else if is_act || host.is_none() {
        // No browser sends this.
        return next.run(request).await;
    }
    let host = host.unwrap_or_default();
    if !is_known(host, &host_name(), services.config.public_names()) {
        return Error::from(AccessError::UnknownHost { host: cut(host) }).into_response();
    }
    next.run(request).await
}

fn cut(text: &str) -> String {
    text.chars().take(80).collect()
}

/// Whether no web site can make this name resolve to this address: an address, `localhost`, a name without a dot (which the public DNS does not have),
/// the name of this machine, alone or with `.local`, or a public name of the options.
fn is_known<'n>(host: &str, own: &str, mut public_names: impl Iterator<Item = &'n str>) -> bool {
    let Some(authority) = host.parse::<Authority>().ok().filter(|authority| !authority.as_str().contains('@')) else { return false };
    let name = authority.host().to_ascii_lowercase();
    let address = name.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(&name);
    let own = own.to_ascii_lowercase();
    let short = own.split('.').next().filter(|short| !short.is_empty());
    address.parse::<IpAddr>().is_ok()
        || name == "localhost"
        || name.ends_with(".localhost")
        || !name.contains('.')
        || short.is_some_and(|short| name == own || name == short || name.strip_suffix(".local") == Some(short))
        || public_names.any(|public| name.eq_ignore_ascii_case(public) || host.eq_ignore_ascii_case(public))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn public_names_that_could_resolve_here_are_refused() {
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
            ("school", true),
            ("referee:8080", true),
            ("evil.local:8080", false),
            ("evil.internal", false),
            ("laptop.local:8080", true),
            ("Laptop", true),
            ("laptop.lan", true),
            ("laptop.evil.example", false),
            (".local", false),
            ("evil.localdomain", false),
            ("local.evil.example", false),
            ("evil.example", false),
            ("evil.example:8080", false),
            ("127.0.0.1.evil.example", false),
            ("user@127.0.0.1@evil", false),
            ("", false),
        ] {
            assert!(!is_known(host, "", std::iter::empty()) || known, "{host}");
            assert_eq!(is_known(host, "laptop.lan", public.into_iter()), known, "{host}");
        }
    }
}
