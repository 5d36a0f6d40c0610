//! The certificate and the key of the server, and their renewal while it runs.
//!
//! dropshot's own loader takes PKCS#8 keys only and panics at a pair that does
//! not match (dropshot 0.18.0, server.rs:577-604, 663), so the configuration of
//! rustls is made here.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use dropshot::{ConfigTls, HttpServer, ServerContext};
use rustls::ServerConfig;
use rustls::crypto::aws_lc_rs;
use rustls::pki_types::pem::{self, PemObject};
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use slog::{Logger, info, warn};
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::time::{Interval, MissedTickBehavior, interval};

use crate::config::Config;

/// The time between two looks at the files.
const PERIOD: Duration = Duration::from_secs(5);

/// The only protocol that is negotiated. The limits of the service are those of
/// one request at a time; HTTP/2 has many on a connection.
const PROTOCOL: &[u8] = b"http/1.1";

/// A certificate and a key cannot be used.
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
        source: pem::Error,
    },
    /// The key file is not PEM.
    #[error("{} is not a PEM file with a private key (PKCS#8, SEC1 or PKCS#1)", .path.display())]
    Key {
        /// The file.
        path: PathBuf,
        /// The cause.
        #[source]
        source: pem::Error,
    },
    /// The two do not belong together, or rustls does not support them.
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

/// The contents of the two files.
#[derive(PartialEq, Eq)]
struct Pair {
    certificate: Vec<u8>,
    key: Vec<u8>,
}

/// The two files, and what they contained when they were last read.
pub(crate) struct Tls {
    certificate: PathBuf,
    key: PathBuf,
    known: Pair,
    hangup: Signal,
    period: Interval,
}

impl Tls {
    /// Reads the files of a configuration that has them.
    ///
    /// # Errors
    /// They cannot be read, or are no certificate with its key.
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
            known,
            hangup: signal(SignalKind::hangup()).map_err(TlsError::Signal)?,
            period,
        };
        Ok(Some((tls, ConfigTls::Dynamic(server_config))))
    }

    /// Passes renewed files on to the server, on SIGHUP and when they change. A
    /// pair that cannot be used is logged, and the server keeps the one it has.
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
            match self.changed(is_asked) {
                Ok(None) => {}
                Ok(Some(config)) => {
                    let renewed = server.refresh_tls(&ConfigTls::Dynamic(config)).await;
                    match renewed {
                        Ok(()) => info!(log, "the certificate is renewed"),
                        Err(error) => {
                            warn!(log, "the certificate is not renewed"; "error" => error)
                        }
                    }
                }
                Err(error) => {
                    let cause = std::error::Error::source(&error).map(ToString::to_string);
                    warn!(log, "the certificate is not renewed, the old one stays in use";
                        "error" => %error, "cause" => cause);
                }
            }
        }
    }

    /// Returns a configuration if the files have changed since they were last
    /// read, or if it is asked for.
    fn changed(&mut self, is_asked: bool) -> Result<Option<ServerConfig>, TlsError> {
        let found = Pair::read(&self.certificate, &self.key);
        // A file that is being replaced is missing for a moment.
        let found = match found {
            Err(_) if !is_asked => return Ok(None),
            found => found?,
        };
        if found == self.known && !is_asked {
            return Ok(None);
        }
        // Also a pair that cannot be used, so that it is logged once.
        self.known = found;
        let config = self.known.server_config(&self.certificate, &self.key)?;
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
        let certificates = certificates
            .and_then(|all| match all.is_empty() {
                true => Err(pem::Error::NoItemsFound),
                false => Ok(all),
            })
            .map_err(|source| TlsError::Certificate {
                path: certificate.to_owned(),
                source,
            })?;
        let private = PrivateKeyDer::from_pem_slice(&self.key).map_err(|source| TlsError::Key {
            path: key.to_owned(),
            source,
        })?;
        let pair = |source| TlsError::Pair {
            certificate: certificate.to_owned(),
            key: key.to_owned(),
            source,
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
