//! The address of a database.

use super::failure::AddressFlaw;
use super::password_file;
use clap::builder::ValueParserFactory;
use message::Coded;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;
use storage::RedactedParser;
use tokio_postgres::config::SslMode;

/// The longest identifier of PostgreSQL.
const LONGEST_SCHEMA: usize = 63;
const USUAL_PORT: u16 = 5432;
const USUAL_SCHEMA: &str = "arbitre";

/// TCP keepalive: the idle time, the interval, and the time without acknowledgement after which a connection is lost.
const PROBED_AFTER: Duration = Duration::from_secs(10);
const PROBED_EVERY: Duration = Duration::from_secs(5);
const SILENT_FOR: Duration = Duration::from_secs(20);

/// `postgres://USER:PASSWORD@HOST:PORT/DATABASE?schema=NAME`, as `libpq` reads it. Each schema of a database is the storage of one referee.
#[derive(Clone, PartialEq, Eq)]
pub struct DatabaseUrl {
    pub(super) connection: Box<tokio_postgres::Config>,
    /// Lower-case letters, digits and `_`, so that it needs no quotes.
    pub(super) schema: String,
    pub(super) certificates: Certificates,
}

/// Trusted certificates and the client's certificate for TLS.
#[derive(Clone, Default, PartialEq, Eq)]
pub(super) struct Certificates {
    /// The file of trusted certificates; those of the system if there is none.
    pub roots: Option<PathBuf>,
    /// Whether the database may have a certificate for another name: `verify-ca`.
    pub any_name: bool,
    /// The files of this node's own certificate and key.
    pub own: Option<(PathBuf, PathBuf)>,
}

/// A text that is not an address of a database.
#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("database_url")]
pub struct UnreadableUrl {
    pub why: AddressFlaw,
}

/// Why a file gives no address of a database.
#[derive(Debug, Coded)]
#[code("store_file")]
pub enum StoreFileError {
    Unread { source: std::io::Error },
    Url(UnreadableUrl),
}

impl DatabaseUrl {
    /// Whether a text is meant to be one.
    pub fn is_meant(text: &str) -> bool {
        text.starts_with("postgres:") || text.starts_with("postgresql:")
    }

    /// Whether this text is an address that shows a password.
    pub fn shows_password(text: &str) -> bool {
        let credentials = text.split_once("://").and_then(|(_, rest)| rest.split_once('@'));
        DatabaseUrl::is_meant(text) && credentials.is_some_and(|(credentials, _)| credentials.contains(':'))
    }

    pub fn schema(&self) -> &str {
        &self.schema
    }
}

impl FromStr for DatabaseUrl {
    type Err = UnreadableUrl;

    fn from_str(text: &str) -> Result<DatabaseUrl, UnreadableUrl> {
        if !DatabaseUrl::is_meant(text) {
            return Err(UnreadableUrl { why: AddressFlaw::Beginning });
        }
        let (address, parameters) = text.split_once('?').unwrap_or((text, ""));
        // A password with an unescaped `@` would otherwise show up in messages as a host or parameter.
        if parameters.contains('@') || address.matches('@').count() > 1 {
            return Err(UnreadableUrl { why: AddressFlaw::Password });
        }
        let (mut schema, mut certificates, mut own, mut is_secret, mut others) =
            (USUAL_SCHEMA, Certificates::default(), (None, None), false, Vec::new());
        for parameter in parameters.split('&').filter(|parameter| !parameter.is_empty()) {
            match parameter.split_once('=') {
                Some(("schema", name)) => schema = name,
                Some(("sslrootcert", file)) => certificates.roots = Some(PathBuf::from(file)),
                Some(("sslcert", file)) => own.0 = Some(PathBuf::from(file)),
                Some(("sslkey", file)) => own.1 = Some(PathBuf::from(file)),
                // With TLS the certificate is always checked.
                Some(("sslmode", mode @ ("require" | "verify-ca" | "verify-full"))) => {
                    (is_secret, certificates.any_name) = (true, mode == "verify-ca");
                }
                Some(("sslmode", "disable" | "allow" | "prefer")) => is_secret = false,
                Some(("sslmode", other)) => {
                    return Err(UnreadableUrl { why: AddressFlaw::SslMode { mode: other.into() } });
                }
                _ => others.push(parameter),
            }
        }
        certificates.own = match own {
            (Some(certificate), Some(key)) => Some((certificate, key)),
            (None, None) => None,
            _ => return Err(UnreadableUrl { why: AddressFlaw::OwnCertificate }),
        };
        let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
        if !schema.starts_with(|first: char| first.is_ascii_lowercase())
            || !schema.bytes().all(is_plain)
            || schema.len() > LONGEST_SCHEMA
            || schema.starts_with("pg_")
        {
            return Err(UnreadableUrl { why: AddressFlaw::Schema { schema: schema.into(), most: LONGEST_SCHEMA } });
        }
        let address = if others.is_empty() { address.to_string() } else { format!("{address}?{}", others.join("&")) };
        // The parser's error is dropped: it may contain the password.
        let mut connection: tokio_postgres::Config = address.parse().map_err(|error: tokio_postgres::Error| {
            let why = std::error::Error::source(&error).map_or_else(|| error.to_string(), ToString::to_string);
            UnreadableUrl { why: AddressFlaw::Unreadable { why } }
        })?;
        if connection.get_hosts().is_empty() {
            return Err(UnreadableUrl { why: AddressFlaw::NoHost });
        }
        if connection.get_password().is_none()
            && let Some(password) = password_file::password(&connection, connection.get_ports().first().copied().unwrap_or(USUAL_PORT))
        {
            connection.password(password);
        }
        connection.ssl_mode(if is_secret { SslMode::Require } else { SslMode::Disable });
        connection.keepalives_idle(PROBED_AFTER).keepalives_interval(PROBED_EVERY).tcp_user_timeout(SILENT_FOR);
        connection.application_name(format!("arbitre {schema}")).options(format!("-c search_path={schema} -c client_min_messages=warning"));
        Ok(DatabaseUrl { connection: Box::new(connection), schema: schema.into(), certificates })
    }
}

/// Without the password.
impl fmt::Display for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use tokio_postgres::config::Host;
        // One port for each host, one for all, or none: the default.
        let ports = self.connection.get_ports();
        let port = |place: usize| ports.get(place).or(ports.last()).copied().unwrap_or(USUAL_PORT);
        let hosts = self.connection.get_hosts().iter().enumerate().map(|(place, host)| match host {
            Host::Tcp(name) if name.contains(':') => format!("[{name}]:{}", port(place)),
            Host::Tcp(name) => format!("{name}:{}", port(place)),
            #[cfg(unix)]
            Host::Unix(path) => path.display().to_string(),
        });
        let hosts: Vec<String> = hosts.collect();
        write!(f, "postgres://{}/{}?schema={}", hosts.join(","), self.connection.get_dbname().unwrap_or_default(), self.schema)
    }
}

impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// An error never shows the text.
impl ValueParserFactory for DatabaseUrl {
    type Parser = RedactedParser<DatabaseUrl>;

    fn value_parser() -> Self::Parser {
        RedactedParser::default()
    }
}

/// Reads the address of a database from a file.
///
/// # Errors
/// When it cannot be read, or holds none.
pub fn read_store_file(file: &str) -> Result<DatabaseUrl, StoreFileError> {
    let text = std::fs::read_to_string(file).map_err(|source| StoreFileError::Unread { source })?;
    Ok(text.trim().parse::<DatabaseUrl>()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<DatabaseUrl, String> {
        text.parse().map_err(|error: UnreadableUrl| error.why.to_string())
    }

    #[test]
    fn a_displayed_address_has_no_password() {
        let url = read("postgres://ann:secret@db.example.org:5433/cup?connect_timeout=3&schema=cup2026").expect("an address");
        assert_eq!((url.to_string(), &*url.schema), ("postgres://db.example.org:5433/cup?schema=cup2026".into(), "cup2026"));
        assert_eq!(url.connection.get_connect_timeout().map(|limit| limit.as_secs()), Some(3));
        assert!(!format!("{url:?}").contains("secret"));
        assert_eq!(read("postgresql://localhost/cup").expect("an address").schema, "arbitre");
        for (text, expected) in [
            ("postgres://db/cup", "postgres://db:5432/cup?schema=arbitre"),
            ("postgres://one:7001,two:7002/cup", "postgres://one:7001,two:7002/cup?schema=arbitre"),
            ("postgres://[2001:db8::1]:7001/cup", "postgres://[2001:db8::1]:7001/cup?schema=arbitre"),
        ] {
            assert_eq!(read(text).expect("an address").to_string(), expected);
        }
        assert_eq!(
            read("postgres:///cup?host=/run/postgresql").expect("a socket").to_string(),
            "postgres:///run/postgresql/cup?schema=arbitre"
        );
    }

    #[test]
    fn who_asks_for_tls_has_it() {
        for (parameters, mode) in
            [("", SslMode::Disable), ("?sslmode=prefer", SslMode::Disable), ("?sslmode=require&schema=cup", SslMode::Require)]
        {
            let url = read(&format!("postgres://ann@db/cup{parameters}")).expect("an address");
            assert_eq!(url.connection.get_ssl_mode(), mode, "{parameters}");
        }
        for (mode, any_name) in [("require", false), ("verify-full", false), ("verify-ca", true)] {
            let url = read(&format!("postgres://ann@db/cup?sslmode={mode}&sslrootcert=/etc/db.pem")).expect("an address");
            assert_eq!(url.connection.get_ssl_mode(), SslMode::Require);
            assert_eq!((url.certificates.roots, url.certificates.any_name), (Some("/etc/db.pem".into()), any_name), "{mode}");
        }
        let url = read("postgres://ann@db/cup?sslmode=require&sslcert=ann.pem&sslkey=ann.key").expect("an address");
        assert_eq!(url.certificates.own, Some(("ann.pem".into(), "ann.key".into())));
    }

    #[test]
    fn an_error_does_not_repeat_the_address() {
        for (text, why) in [
            ("mysql://ann@db/cup", "does not begin"),
            ("postgres://ann:secret@db/cup?schema=Cup", "`Cup` is not a schema"),
            ("postgres://ann:secret@db/cup?schema=", "`` is not a schema"),
            ("postgres://ann:secret@db/cup?schema=pg_catalog", "is not a schema"),
            ("postgres://ann:secret@db/cup?schema=a;drop", "is not a schema"),
            ("postgres://ann:secret@db:port/cup", "invalid"),
            ("postgres://ann:secret@db/cup?colour=blue", "colour"),
            ("postgres://ann:secret@db/cup?sslmode=verify", "`sslmode=verify` is none of"),
            ("postgres://ann:secret@db/cup?sslmode=require&sslcert=ann.pem", "sslkey"),
            ("postgres://", "no host"),
            ("postgres://ann:se?secret@db/cup", "%3F"),
            ("postgres://ann:se@secret@db/cup", "%40"),
            ("postgres://ann:se@db/cup?password=secret@db", "%40"),
        ] {
            let expected = read(text).expect_err(text);
            assert!(expected.contains(why) && !expected.contains("secret"), "{text}: {expected}");
        }
    }
}
