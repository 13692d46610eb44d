//! The address of a referee's WebSocket.

use std::fmt;
use std::str::FromStr;
use tokio_tungstenite::tungstenite::http::Uri;

/// The address of a referee's WebSocket, such as `ws://127.0.0.1:8080/ws` or `wss://chess.example.org/ws`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    pub(crate) uri: Uri,
    /// Without the brackets of an IPv6 address.
    pub(crate) host: String,
    pub(crate) port: u16,
    pub(crate) is_encrypted: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, message::Coded)]
#[code("bot_address")]
pub enum AddressError {
    Unreadable { text: String },
}

impl FromStr for Address {
    type Err = AddressError;

    /// `HOST:PORT` and `http://` are read as `ws://`, `https://` as `wss://`, and `/ws` is added to a path that does not end in it.
    fn from_str(text: &str) -> Result<Self, AddressError> {
        let unreadable = || AddressError::Unreadable { text: text.to_owned() };
        let (is_encrypted, rest) = match text.split_once("://") {
            Some(("ws" | "http", rest)) => (false, rest),
            Some(("wss" | "https", rest)) => (true, rest),
            None => (false, text),
            _ => return Err(unreadable()),
        };
        let rest = rest.trim_end_matches('/');
        let path = format!("{}/ws", rest.strip_suffix("/ws").unwrap_or(rest));
        let scheme = if is_encrypted { "wss" } else { "ws" };
        let uri: Uri = format!("{scheme}://{path}").parse().map_err(|_| unreadable())?;
        let authority = uri.authority().filter(|authority| !authority.as_str().contains('@')).ok_or_else(unreadable)?;
        let host = authority.host().trim_start_matches('[').trim_end_matches(']').to_owned();
        let port = match authority.as_str().strip_prefix(authority.host()).ok_or_else(unreadable)? {
            "" if is_encrypted => 443,
            "" => 80,
            port => port.strip_prefix(':').and_then(|port| port.parse().ok()).ok_or_else(unreadable)?,
        };
        if host.is_empty() {
            return Err(unreadable());
        }
        Ok(Address { uri, host, port, is_encrypted })
    }
}

impl Address {
    /// The address of the referee's REST interface, without a slash at the end: `http://127.0.0.1:8080`.
    pub fn http(&self) -> String {
        self.to_string().trim_end_matches("/ws").replacen("ws", "http", 1)
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.uri, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses() {
        for (text, expected) in [
            ("ws://127.0.0.1:8080/ws", Some(("127.0.0.1", 8080, "ws://127.0.0.1:8080/ws", "http://127.0.0.1:8080"))),
            ("http://example.org", Some(("example.org", 80, "ws://example.org/ws", "http://example.org"))),
            ("ws://example.org:81/", Some(("example.org", 81, "ws://example.org:81/ws", "http://example.org:81"))),
            ("ws://[::1]:9/deep/ws", Some(("::1", 9, "ws://[::1]:9/deep/ws", "http://[::1]:9/deep"))),
            ("wss://a/ws/", Some(("a", 443, "wss://a/ws", "https://a"))),
            ("https://a:8443", Some(("a", 8443, "wss://a:8443/ws", "https://a:8443"))),
            ("127.0.0.1:8080", Some(("127.0.0.1", 8080, "ws://127.0.0.1:8080/ws", "http://127.0.0.1:8080"))),
            ("https://a/deep", Some(("a", 443, "wss://a/deep/ws", "https://a/deep"))),
            ("wsrv:1", Some(("wsrv", 1, "ws://wsrv:1/ws", "http://wsrv:1"))),
            ("", None),
            ("ws://", None),
            ("ws://:80/ws", None),
            ("ws://a:b@c/ws", None),
            ("ws://a:99999/ws", None),
            ("ftp://a/ws", None),
        ] {
            let address = text.parse::<Address>().ok();
            let found = address.map(|a| (a.host.clone(), a.port, a.to_string(), a.http()));
            assert_eq!(found, expected.map(|(host, port, ws, http)| (host.into(), port, ws.into(), http.into())), "{text}");
        }
    }
}
