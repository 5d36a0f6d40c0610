//! The certificate and the key of the server, and their renewal while it runs.
//!
//! dropshot's own loader takes PKCS#8 keys only and panics at a pair that does
//! not match (dropshot 0.18.0, server.rs:583-603, 667), so the configuration of
//! rustls is made here.

use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use dropshot::{ConfigTls, HttpServer, ServerContext};
use rustls::crypto::aws_lc_rs;
use rustls::pki_types::pem::{self, PemObject};
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{InconsistentKeys, ServerConfig};
use slog::{Logger, info, warn};
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::time::{Interval, MissedTickBehavior, interval};

use crate::config::Config;

/// The time between two checks of the files.
const PERIOD: Duration = Duration::from_secs(5);

/// The only protocol that is negotiated. The limits of the service assume one request
/// at a time; HTTP/2 has many on a connection.
const PROTOCOL: &[u8] = b"http/1.1";

/// An error of the certificate and its key.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// A file cannot be read.
    #[error("{} cannot be read", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The cause.
        #[source]
        source: io::Error,
    },
    /// The certificate file is not PEM.
    #[error("{} is not a PEM file with certificates", .path.display())]
    Certificate {
        /// The file.
        path: PathBuf,
        /// The cause.
        #[source]
        source: PemError,
    },
    /// The key file is not PEM.
    #[error("{} is not a PEM file with a private key (PKCS#8, SEC1 or PKCS#1)", .path.display())]
    Key {
        /// The file.
        path: PathBuf,
        /// The cause.
        #[source]
        source: PemError,
    },
    /// The key does not belong to the certificate.
    #[error("the key {} does not belong to the certificate {}", .key.display(), .certificate.display())]
    Mismatch {
        /// The file of the certificate.
        certificate: PathBuf,
        /// The file of the key.
        key: PathBuf,
    },
    /// rustls does not support the certificate or the key.
    #[error("the certificate {} cannot be used with the key {}", .certificate.display(), .key.display())]
    Pair {
        /// The file of the certificate.
        certificate: PathBuf,
        /// The file of the key.
        key: PathBuf,
        /// The cause.
        #[source]
        source: rustls::Error,
    },
    /// The process cannot wait for SIGHUP.
    #[error("SIGHUP cannot be received")]
    Signal(#[source] io::Error),
}

/// An error in a PEM file. `pem::Error` is not used because it repeats lines of the
/// file, which may be the private key: a key without line breaks is a single line.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct PemError(&'static str);

impl PemError {
    const MISSING: Self = Self("it has no such section");
}

impl From<pem::Error> for PemError {
    fn from(error: pem::Error) -> Self {
        Self(match error {
            pem::Error::NoItemsFound => return Self::MISSING,
            pem::Error::MissingSectionEnd { .. } => "a section has no END line",
            pem::Error::IllegalSectionStart { .. } => "a BEGIN line is malformed",
            pem::Error::Base64Decode(_) => "a section is not base64",
            _ => "it cannot be parsed",
        })
    }
}

/// Returns a text without PEM, which may be a private key. A message contains PEM if
/// the contents of a file are given instead of its name.
pub(crate) fn without_pem(text: &str) -> Cow<'_, str> {
    const BEGIN: &str = "-----BEGIN ";
    const END: &str = "-----END ";
    const DASHES: &str = "-----";
    let Some(begin) = text.find(BEGIN) else {
        return Cow::Borrowed(text);
    };
    let (before, pem) = text.split_at(begin);
    let after = pem.rsplit_once(END).map_or("", |(_, label)| {
        label.split_once(DASHES).map_or("", |(_, after)| after)
    });
    Cow::Owned(format!("{before}(PEM){after}"))
}

/// The contents of the two files.
#[derive(PartialEq, Eq)]
struct Pair {
    certificate: Vec<u8>,
    key: Vec<u8>,
}

/// The paths of the certificate and the key, and the contents last read from them.
pub(crate) struct Tls {
    certificate: PathBuf,
    key: PathBuf,
    /// The contents last read, also if the pair cannot be used; `None` if a file
    /// could not be read. Thus the same failure is logged once, and the next change
    /// is tried.
    known: Option<Pair>,
    hangup: Signal,
    period: Interval,
}

impl Tls {
    /// Reads the certificate and the key. Returns `None` if the configuration has
    /// none.
    ///
    /// # Errors
    /// The files cannot be read, or are not a certificate with its key.
    pub(crate) fn read(config: &Config) -> Result<Option<(Self, ConfigTls)>, TlsError> {
        let (Some(certificate), Some(key)) = (&config.tls_certificate, &config.tls_key) else {
            return Ok(None);
        };
        let known = Pair::read(certificate, key)?;
        let server_config = known.server_config(certificate, key)?;
        let mut period = interval(PERIOD);
        period.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let tls = Self {
            certificate: certificate.clone(),
            key: key.clone(),
            known: Some(known),
            hangup: signal(SignalKind::hangup()).map_err(TlsError::Signal)?,
            period,
        };
        Ok(Some((tls, ConfigTls::Dynamic(server_config))))
    }

    /// Reloads the files on SIGHUP and when they change, and passes them to the server.
    /// A pair that cannot be used is logged, and the server keeps the previous pair.
    /// Never returns.
    pub(crate) async fn renew<C: ServerContext>(
        &mut self,
        server: &HttpServer<C>,
        log: &Logger,
    ) -> std::convert::Infallible {
        loop {
            let is_asked = tokio::select! {
                _ = self.hangup.recv() => true,
                _ = self.period.tick() => false,
            };
            let reason = if is_asked { "SIGHUP" } else { "a file changed" };
            match self.changed(is_asked) {
                Ok(None) => {}
                Ok(Some(config)) => {
                    let renewed = server.refresh_tls(&ConfigTls::Dynamic(config)).await;
                    match renewed {
                        Ok(()) => info!(log, "the certificate is renewed"; "reason" => reason),
                        Err(error) => {
                            warn!(log, "the certificate is not renewed"; "error" => error)
                        }
                    }
                }
                Err(error) => {
                    let cause = std::error::Error::source(&error).map(ToString::to_string);
                    warn!(log, "the certificate is not renewed, the old one stays in use";
                        "reason" => reason, "error" => %error, "cause" => cause);
                }
            }
        }
    }

    /// Returns a configuration if the files have changed since they were last read,
    /// or if `is_asked`.
    ///
    /// # Errors
    /// The files cannot be used, and the failure is new or `is_asked`.
    fn changed(&mut self, is_asked: bool) -> Result<Option<ServerConfig>, TlsError> {
        let before = self.known.take();
        let found = match Pair::read(&self.certificate, &self.key) {
            Err(_) if before.is_none() && !is_asked => return Ok(None),
            found => found?,
        };
        let is_new = before.as_ref() != Some(&found);
        let found = self.known.insert(found);
        if !is_new && !is_asked {
            return Ok(None);
        }
        let config = found.server_config(&self.certificate, &self.key)?;
        Ok(Some(config))
    }
}

impl Pair {
    fn read(certificate: &Path, key: &Path) -> Result<Self, TlsError> {
        let read = |path: &Path| {
            std::fs::read(path).map_err(|source| TlsError::Read {
                path: path.to_owned(),
                source,
            })
        };
        Ok(Self {
            certificate: read(certificate)?,
            key: read(key)?,
        })
    }

    fn server_config(&self, certificate: &Path, key: &Path) -> Result<ServerConfig, TlsError> {
        let certificates: Result<Vec<_>, _> =
            CertificateDer::pem_slice_iter(&self.certificate).collect();
        let certificates = certificates.map_err(PemError::from);
        let certificates = certificates
            .and_then(|all| (!all.is_empty()).then_some(all).ok_or(PemError::MISSING))
            .map_err(|source| TlsError::Certificate {
                path: certificate.to_owned(),
                source,
            })?;
        let private = PrivateKeyDer::from_pem_slice(&self.key).map_err(|error| TlsError::Key {
            path: key.to_owned(),
            source: error.into(),
        })?;
        let pair = |source| {
            let (certificate, key) = (certificate.to_owned(), key.to_owned());
            match source {
                rustls::Error::InconsistentKeys(InconsistentKeys::KeyMismatch) => {
                    TlsError::Mismatch { certificate, key }
                }
                source => TlsError::Pair {
                    certificate,
                    key,
                    source,
                },
            }
        };
        let mut config =
            ServerConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
                .with_safe_default_protocol_versions()
                .map_err(pair)?
                .with_no_client_auth()
                .with_single_cert(certificates, private)
                .map_err(pair)?;
        config.alpn_protocols = vec![PROTOCOL.to_vec()];
        Ok(config)
    }
}
