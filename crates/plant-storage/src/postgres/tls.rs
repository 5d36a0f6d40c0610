//! TLS for connections to PostgreSQL, with rustls. As with libpq (PostgreSQL manual
//! §34.19), `sslmode` determines which parts of the server's certificate are
//! verified, and never fewer parts than the operator requested.

use std::net::IpAddr;
use std::path::Path;
use std::sync::Arc;

use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, aws_lc_rs};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{
    CertificateError, ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme,
};
use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::url::{Authorities, PostgresUrl, Trust};
use crate::OpenWarning;

/// The ALPN protocol name, which a server may require for direct TLS
/// (`sslnegotiation=direct`).
const ALPN: &[u8] = b"postgresql";

/// TLS could not be configured.
#[derive(Debug, thiserror::Error)]
pub(super) enum TlsError {
    /// The file can't be read as PEM.
    #[error("the certificates in {file} (sslrootcert) cannot be read: {reason}")]
    File {
        /// The file.
        file: String,
        /// The reason.
        reason: String,
    },
    /// There is no trusted certificate authority.
    #[error("no certificate authority is trusted here; name a file of them (sslrootcert)")]
    NoAuthority,
    /// rustls rejects the configuration.
    #[error("TLS cannot be set up: {0}")]
    Setup(String),
}

/// Returns a warning if a server on another machine may be reached without TLS by
/// `sslmode=prefer`, which is the default and so perhaps not a choice.
pub(super) fn warning(url: &PostgresUrl) -> Option<OpenWarning> {
    let is_remote = |host: &Config| match (host.get_hostaddrs(), host.get_hosts()) {
        ([address, ..], _) => !address.is_loopback(),
        ([], [Host::Tcp(name), ..]) => {
            let address = name.parse::<IpAddr>();
            !name.eq_ignore_ascii_case("localhost") && !address.is_ok_and(|it| it.is_loopback())
        }
        _ => false,
    };
    let mut hosts = url.hosts().into_iter();
    let is_warned = hosts.any(|host| host.get_ssl_mode() == SslMode::Prefer && is_remote(&host));
    is_warned.then(|| OpenWarning::Unencrypted { store: url.to_string() })
}

/// Returns a TLS connector that verifies servers as `trust` requires. `direct`:
/// TLS starts without a preceding request of the PostgreSQL protocol.
pub(super) fn connector(trust: &Trust, direct: bool) -> Result<MakeRustlsConnect, TlsError> {
    let provider = Arc::new(aws_lc_rs::default_provider());
    let verifier = Verifier::new(trust, &provider)?;
    let builder = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| TlsError::Setup(error.to_string()))?;
    let mut config = builder
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(verifier))
        .with_no_client_auth();
    if direct {
        config.alpn_protocols = vec![ALPN.to_vec()];
    }
    Ok(MakeRustlsConnect::new(config))
}

/// Verifies a server's certificate as far as [`Trust`] requires.
#[derive(Debug)]
struct Verifier {
    /// `None` if the certificate is not verified.
    authorities: Option<Arc<WebPkiServerVerifier>>,
    /// Whether the certificate must be valid for the host's name.
    verifies_name: bool,
    provider: Arc<CryptoProvider>,
}

impl Verifier {
    fn new(trust: &Trust, provider: &Arc<CryptoProvider>) -> Result<Self, TlsError> {
        let (authorities, verifies_name) = match trust {
            Trust::Anybody => (None, false),
            Trust::Authority(authorities) => (Some(authorities), false),
            Trust::AuthorityAndName(authorities) => (Some(authorities), true),
        };
        let verifier = |authorities| {
            let roots = Arc::new(roots(authorities)?);
            WebPkiServerVerifier::builder_with_provider(roots, Arc::clone(provider))
                .build()
                .map_err(|error| TlsError::Setup(error.to_string()))
        };
        Ok(Verifier {
            authorities: authorities.map(verifier).transpose()?,
            verifies_name,
            provider: Arc::clone(provider),
        })
    }
}

fn roots(authorities: &Authorities) -> Result<RootCertStore, TlsError> {
    let certificates = match authorities {
        // Unreadable certificates are ignored if others can be read.
        Authorities::System => rustls_native_certs::load_native_certs().certs,
        Authorities::File(path) => certificates(path)?,
    };
    let mut roots = RootCertStore::empty();
    match roots.add_parsable_certificates(certificates) {
        (0, _) => Err(TlsError::NoAuthority),
        _ => Ok(roots),
    }
}

fn certificates(path: &Path) -> Result<Vec<CertificateDer<'static>>, TlsError> {
    CertificateDer::pem_file_iter(path).and_then(Iterator::collect).map_err(|error| {
        TlsError::File { file: path.display().to_string(), reason: error.to_string() }
    })
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
        let Some(authorities) = &self.authorities else {
            return Ok(ServerCertVerified::assertion());
        };
        match authorities.verify_server_cert(certificate, intermediates, name, ocsp, now) {
            // The name is verified last, so everything else is valid.
            Err(Error::InvalidCertificate(
                CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
            )) if !self.verifies_name => Ok(ServerCertVerified::assertion()),
            result => result,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        rustls::crypto::verify_tls12_signature(message, certificate, signature, algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        rustls::crypto::verify_tls13_signature(message, certificate, signature, algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn a_remote_host_that_may_be_reached_without_tls_is_a_warning() {
        for (text, warned) in [
            ("postgres://u:secret@db.example/d", true),
            ("postgres://u@db.example/d?sslmode=prefer", true),
            ("postgres://u@10.0.0.1/d", true),
            ("postgres://u@localhost,db.example/d", true),
            ("postgres://u@localhost/d?hostaddr=10.0.0.1", true),
            ("postgres://u@db.example/d?sslmode=require", false),
            ("postgres://u@db.example/d?sslmode=disable", false),
            ("postgres://u@db.example/d?sslmode=verify-full", false),
            ("postgres://u@db.example/d?hostaddr=127.0.0.1", false),
            ("postgres://u@localhost,127.0.0.2,[::1]/d", false),
            ("postgres://u@%2Frun%2Fpg/d", false),
        ] {
            let url: PostgresUrl = text.parse().unwrap();
            let store = url.to_string();
            let expected = warned.then_some(OpenWarning::Unencrypted { store });
            assert_eq!(warning(&url), expected, "{text}");
        }
    }
}
