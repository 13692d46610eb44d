//! TLS, for a referee behind a proxy, with the system's trusted certificates.

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

pub(crate) async fn encrypted(stream: TcpStream, host: &str, trust: &Arc<ClientConfig>) -> io::Result<TlsStream<TcpStream>> {
    let unknown = |_| io::Error::new(io::ErrorKind::InvalidInput, CertificateError::NoHostName { host: host.into() }.message());
    let name = ServerName::try_from(host.to_owned()).map_err(unknown)?;
    TlsConnector::from(trust.clone()).connect(name, stream).await
}
