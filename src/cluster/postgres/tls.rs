//! TLS to the database, for addresses that ask for it.

use super::trouble::DatabaseTrouble;
use super::url::DatabaseUrl;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};
use std::path::Path;
use std::sync::Arc;
use storage::{Fault, StorageError};
use tokio_postgres::config::SslMode;
use tokio_postgres_rustls::MakeRustlsConnect;

/// The TLS connector of a database. The trusted root certificates are those of the file that the address names, or of the system.
///
/// # Errors
/// When no root certificate can be read.
pub fn tls(url: &DatabaseUrl) -> Result<MakeRustlsConnect, StorageError> {
    let mut roots = RootCertStore::empty();
    if url.connection.get_ssl_mode() == SslMode::Require {
        match &url.root_certificates {
            Some(file) => roots.add_parsable_certificates(of_file(file)?),
            None => roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs),
        };
        if roots.is_empty() {
            return Err(StorageError::new(Fault::Unavailable, DatabaseTrouble::NoCertificates));
        }
    }
    let versions =
        ClientConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider())).with_safe_default_protocol_versions();
    let versions = versions.map_err(|error| StorageError::of(Fault::Unavailable, DatabaseTrouble::NoTls, error))?;
    Ok(MakeRustlsConnect::new(versions.with_root_certificates(roots).with_no_client_auth()))
}

fn of_file(file: &Path) -> Result<Vec<CertificateDer<'static>>, StorageError> {
    let cannot =
        |error| StorageError::of(Fault::Unavailable, DatabaseTrouble::UnreadCertificates { file: file.display().to_string() }, error);
    CertificateDer::pem_file_iter(file).map_err(cannot)?.collect::<Result<_, _>>().map_err(cannot)
}
