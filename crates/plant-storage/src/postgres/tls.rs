//! TLS for connections to PostgreSQL, by rustls. How much of the server's
//! identity is judged is what `sslmode` says, as with libpq (PostgreSQL manual
//! §34.19); it is never less than the operator asked for.

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
use tokio_postgres_rustls::MakeRustlsConnect;

use super::url::{Authorities, Trust};

/// The protocol's name, which a server may ask for when TLS comes first
/// (`sslnegotiation=direct`).
const ALPN: &[u8] = b"postgresql";

/// The certificates of authorities can't be had.
#[derive(Debug, thiserror::Error)]
pub(super) enum TlsError {
    /// The file can't be read as PEM.
    #[error("the certificates in {file} (sslrootcert) cannot be read: {reason}")]
    File {
        /// The file.
        file: String,
        /// Why.
        reason: String,
    },
    /// There is no certificate to trust.
    #[error("no certificate authority is trusted here; name a file of them (sslrootcert)")]
    NoAuthority,
    /// rustls refuses what it is given.
    #[error("TLS cannot be set up: {0}")]
    Setup(String),
}

/// Makes connections that trust whom they are told to.
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

/// Judges a server's certificate as far as it is to be judged.
#[derive(Debug)]
struct Verifier {
    /// Absent when anybody is believed.
    authorities: Option<Arc<WebPkiServerVerifier>>,
    /// Whether the certificate has to be for the host's name.
    name: bool,
    provider: Arc<CryptoProvider>,
}

impl Verifier {
    fn new(trust: &Trust, provider: &Arc<CryptoProvider>) -> Result<Self, TlsError> {
        let (authorities, name) = match trust {
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
            name,
            provider: Arc::clone(provider),
        })
    }
}

fn roots(authorities: &Authorities) -> Result<RootCertStore, TlsError> {
    let certificates = match authorities {
        // Some that can't be read are not missed if others can.
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
    CertificateDer::pem_file_iter(path)
        .and_then(Iterator::collect)
        .map_err(|error| TlsError::File {
            file: path.display().to_string(),
            reason: error.to_string(),
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
            // The name is the last that is judged; all else is in order.
            Err(Error::InvalidCertificate(
                CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
            )) if !self.name => Ok(ServerCertVerified::assertion()),
            verdict => verdict,
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
        self.provider
            .signature_verification_algorithms
            .supported_schemes()
    }
}
