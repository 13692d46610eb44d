//! TLS, for a referee behind a proxy, with the system's trusted certificates.

use crate::address::Address;
use message::Coded;
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, RootCertStore};
use std::io;
use std::sync::Arc;
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

#[derive(Debug, Coded)]
#[code("certificates")]
enum CertificateError {
    NoneTrusted { why: Option<String> },
    NoHostName { host: String },
    NotHttps { server: String },
}

/// The system's trusted certificates, or those of the file in `SSL_CERT_FILE`.
///
/// # Errors
/// No certificate was found.
pub(crate) fn trusting_the_system() -> io::Result<Arc<ClientConfig>> {
    let mut roots = RootCertStore::empty();
    let found = rustls_native_certs::load_native_certs();
    let (added, _) = roots.add_parsable_certificates(found.certs);
    if added == 0 {
        let why = found.errors.first().map(ToString::to_string);
        return Err(io::Error::other(CertificateError::NoneTrusted { why }.message()));
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let versions = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions().map_err(io::Error::other)?;
    Ok(Arc::new(versions.with_root_certificates(roots).with_no_client_auth()))
}

pub(crate) async fn encrypted(stream: TcpStream, to: &Address, trust: &Arc<ClientConfig>) -> io::Result<TlsStream<TcpStream>> {
    let host = &to.host;
    let unknown = |_| io::Error::new(io::ErrorKind::InvalidInput, CertificateError::NoHostName { host: host.clone() }.message());
    let name = ServerName::try_from(host.to_owned()).map_err(unknown)?;
    TlsConnector::from(trust.clone()).connect(name, stream).await.map_err(|error| match error {
        error if is_not_tls(&error) => {
            io::Error::other(CertificateError::NotHttps { server: format!("http://{host}:{}", to.port) }.message())
        }
        error => error,
    })
}

/// Whether the other side does not speak TLS: its first bytes are no record of TLS.
pub fn is_not_tls(error: &io::Error) -> bool {
    let rustls = error.get_ref().and_then(|source| source.downcast_ref::<rustls::Error>());
    matches!(rustls, Some(rustls::Error::InvalidMessage(_)))
}
