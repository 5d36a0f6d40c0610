//! A certificate with its key, as rustls uses it, and the end of its validity.

use std::sync::Arc;

use chrono::{DateTime, SecondsFormat, Utc};
use rustls::crypto::aws_lc_rs;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{InconsistentKeys, ServerConfig};
use x509_cert::Certificate;
use x509_cert::der::Decode;

use super::files::{Contents, Files};
use super::{PemError, TlsError};

/// The only protocol that is negotiated. The limits of the service assume one request
/// at a time; HTTP/2 has many on a connection.
const PROTOCOL: &[u8] = b"http/1.1";

/// A certificate with its key.
pub(super) struct Identity {
    pub(super) config: ServerConfig,
    pub(super) validity: Validity,
}

impl Identity {
    /// Parses the contents of the files.
    pub(super) fn parse(contents: &Contents, files: &Files) -> Result<Self, TlsError> {
        let (certificate, key) = (&files.certificate, &files.key);
        let certificates: Result<Vec<_>, _> =
            CertificateDer::pem_slice_iter(&contents.certificate).collect();
        let certificates = certificates
            .map_err(PemError::from)
            .and_then(|all| (!all.is_empty()).then_some(all).ok_or(PemError::MISSING))
            .map_err(|source| TlsError::Certificate { path: certificate.clone(), source })?;
        let private = PrivateKeyDer::from_pem_slice(&contents.key)
            .map_err(|error| TlsError::Key { path: key.clone(), source: error.into() })?;
        let pair = |source| {
            let (certificate, key) = (certificate.clone(), key.clone());
            match source {
                rustls::Error::InconsistentKeys(InconsistentKeys::KeyMismatch) => {
                    TlsError::Mismatch { certificate, key }
                }
                source => TlsError::Pair { certificate, key, source },
            }
        };
        let validity = Validity::of(&certificates[0]);
        let mut config =
            ServerConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
                .with_safe_default_protocol_versions()
                .map_err(pair)?
                .with_no_client_auth()
                .with_single_cert(certificates, private)
                .map_err(pair)?;
        config.alpn_protocols = vec![PROTOCOL.to_vec()];
        Ok(Identity { config, validity })
    }
}

/// The end of validity of the server's own certificate. `None` if its encoding is one
/// that only rustls accepts.
#[derive(Clone, Copy)]
pub(super) struct Validity(Option<DateTime<Utc>>);

impl Validity {
    fn of(certificate: &CertificateDer) -> Self {
        let parsed = Certificate::from_der(certificate);
        Validity(parsed.ok().map(|parsed| {
            let end = parsed.tbs_certificate.validity.not_after;
            end.to_system_time().into()
        }))
    }

    /// Returns the end in seconds since the epoch.
    pub(super) fn seconds(self) -> Option<i64> {
        self.0.map(|end| end.timestamp())
    }

    /// Returns the end, in the format of RFC 3339, if it has passed.
    pub(super) fn expired(self) -> Option<String> {
        let end = self.0.filter(|end| *end < Utc::now())?;
        Some(end.to_rfc3339_opts(SecondsFormat::Secs, true))
    }
}
