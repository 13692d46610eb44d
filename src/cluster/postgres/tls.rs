//! TLS to the database, for addresses that ask for it.

use super::failure::DatabaseFailure;
use super::url::{Certificates, DatabaseUrl};
use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::CryptoProvider;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime};
use rustls::server::ParsedCertificate;
use rustls::{CertificateError, ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme};
use std::path::Path;
use std::sync::Arc;
use storage::StorageError;
use tokio_postgres::config::SslMode;
use tokio_postgres_rustls::MakeRustlsConnect;

/// The TLS connector of a database. The trusted certificates are those of the file that the address names, or of the system.
///
/// # Errors
/// When a certificate or key cannot be read.
pub fn tls(url: &DatabaseUrl) -> Result<MakeRustlsConnect, StorageError> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let no_tls = |error| StorageError::unavailable(DatabaseFailure::NoTls, error);
    let versions = ClientConfig::builder_with_provider(provider.clone()).with_safe_default_protocol_versions().map_err(no_tls)?;
    if url.connection.get_ssl_mode() != SslMode::Require {
        return Ok(MakeRustlsConnect::new(versions.with_root_certificates(RootCertStore::empty()).with_no_client_auth()));
    }
    let verifier = Arc::new(Verifier::new(&url.certificates, provider)?);
    let checked = versions.dangerous().with_custom_certificate_verifier(verifier);
    let Some((certificate, key)) = &url.certificates.own else { return Ok(MakeRustlsConnect::new(checked.with_no_client_auth())) };
    let secret = PrivateKeyDer::from_pem_file(key).map_err(|error| unread(key, error))?;
    let unfit = |error| StorageError::unavailable(DatabaseFailure::OwnCertificate, error);
    Ok(MakeRustlsConnect::new(checked.with_client_auth_cert(of_file(certificate)?, secret).map_err(unfit)?))
}

fn of_file(file: &Path) -> Result<Vec<CertificateDer<'static>>, StorageError> {
    let read = CertificateDer::pem_file_iter(file).and_then(Iterator::collect);
    read.map_err(|error| unread(file, error))
}

fn unread(file: &Path, error: rustls::pki_types::pem::Error) -> StorageError {
    StorageError::unavailable(DatabaseFailure::UnreadCertificates { file: file.display().to_string() }, error)
}

/// Verifies the database's certificate as `libpq` does. A certificate listed in the file of trusted certificates is accepted without an
/// authority, which the usual verifier requires; with `verify-ca` the host name is not checked.
#[derive(Debug)]
struct Verifier {
    usual: Arc<WebPkiServerVerifier>,
    trusted: Vec<CertificateDer<'static>>,
    any_name: bool,
}

impl Verifier {
    fn new(certificates: &Certificates, provider: Arc<CryptoProvider>) -> Result<Verifier, StorageError> {
        let trusted = certificates.roots.as_deref().map(of_file).transpose()?.unwrap_or_default();
        let mut roots = RootCertStore::empty();
        match certificates.roots {
            Some(_) => roots.add_parsable_certificates(trusted.clone()),
            None => roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs),
        };
        let usual = WebPkiServerVerifier::builder_with_provider(Arc::new(roots), provider).build();
        let usual = usual.map_err(|error| StorageError::unavailable(DatabaseFailure::NoCertificates, error))?;
        Ok(Verifier { usual, trusted, any_name: certificates.any_name })
    }
}

impl ServerCertVerifier for Verifier {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        ocsp: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let verified = if self.trusted.iter().any(|trusted| trusted == certificate) {
            rustls::client::verify_server_name(&ParsedCertificate::try_from(certificate)?, name).map(|()| ServerCertVerified::assertion())
        } else {
            self.usual.verify_server_cert(certificate, intermediates, name, ocsp, now)
        };
        // The name is checked last.
        use CertificateError::{NotValidForName, NotValidForNameContext};
        match verified {
            Err(Error::InvalidCertificate(NotValidForName | NotValidForNameContext { .. })) if self.any_name => {
                Ok(ServerCertVerified::assertion())
            }
            verified => verified,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.usual.verify_tls12_signature(message, certificate, signed)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.usual.verify_tls13_signature(message, certificate, signed)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.usual.supported_verify_schemes()
    }
}
