//! The certificate and the key of the server, and their renewal while it runs.
//!
//! dropshot's own loader takes PKCS#8 keys only and panics at a pair that does
//! not match (dropshot 0.18.0, server.rs:583-603, 667), so the configuration of
//! rustls is made here.

mod error;
mod files;
mod identity;

use std::time::Duration;

use dropshot::{ConfigTls, HttpServer, ServerContext};
use slog::{Logger, info, warn};
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::time::{Interval, MissedTickBehavior, interval};

use crate::config::Config;
use crate::metrics::Metrics;
pub(crate) use error::without_pem;
pub use error::{PemError, TlsError};
use files::{Contents, Files};
use identity::{Identity, Validity};

/// The time between two checks of the files.
const PERIOD: Duration = Duration::from_secs(5);

/// The files of the certificate and the key, and the contents last read from them.
pub(crate) struct Tls {
    files: Files,
    /// The contents last read, also if the pair cannot be used; `None` if a file
    /// could not be read. Thus the same failure is logged once, and the next change
    /// is tried.
    known: Option<Contents>,
    /// The validity of the certificate in use.
    validity: Validity,
    hangup: Signal,
    period: Interval,
}

impl Tls {
    /// Reads the certificate and the key. Returns `None` if the configuration has
    /// none.
    ///
    /// # Errors
    /// The files cannot be read, or are not a certificate with its key.
    pub(crate) async fn read(config: &Config) -> Result<Option<(Self, ConfigTls)>, TlsError> {
        let (Some(certificate), Some(key)) = (&config.tls_certificate, &config.tls_key) else {
            return Ok(None);
        };
        let mut files = Files::new(certificate, key);
        let known = files.read().await?;
        let identity = Identity::parse(&known, &files)?;
        let mut period = interval(PERIOD);
        period.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let tls = Self {
            files,
            known: Some(known),
            validity: identity.validity,
            hangup: signal(SignalKind::hangup()).map_err(TlsError::Signal)?,
            period,
        };
        Ok(Some((tls, ConfigTls::Dynamic(identity.config))))
    }

    /// Returns a warning if the certificate in use has expired.
    pub(crate) fn warning(&self) -> Option<String> {
        let end = self.validity.expired()?;
        let certificate = self.files.certificate.display();
        Some(format!("the certificate {certificate} expired on {end}; callers refuse it"))
    }

    /// Logs a certificate that has expired, and exports the end of its validity.
    pub(crate) fn report_validity(&self, metrics: &Metrics, log: &Logger) {
        if let Some(warning) = self.warning() {
            warn!(log, "{warning}");
        }
        metrics.set_certificate_end(self.validity.seconds());
    }

    /// Reloads the files on SIGHUP and when they change, and passes them to the server.
    /// A pair that cannot be used is logged, and the server keeps the previous pair.
    /// Never returns.
    pub(crate) async fn renew<C: ServerContext>(
        &mut self,
        server: &HttpServer<C>,
        metrics: &Metrics,
        log: &Logger,
    ) -> std::convert::Infallible {
        loop {
            let is_asked = tokio::select! {
                _ = self.hangup.recv() => true,
                _ = self.period.tick() => false,
            };
            let reason = if is_asked { "SIGHUP" } else { "a file changed" };
            match self.changed(is_asked).await {
                Ok(None) => {}
                Ok(Some(identity)) => {
                    let config = ConfigTls::Dynamic(identity.config);
                    match server.refresh_tls(&config).await {
                        Ok(()) => {
                            info!(log, "the certificate is renewed"; "reason" => reason);
                            self.validity = identity.validity;
                            self.report_validity(metrics, log);
                        }
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

    /// Returns the certificate with its key if the files have changed since they were
    /// last read, or if `is_asked`.
    ///
    /// # Errors
    /// The files cannot be used, and the failure is new or `is_asked`.
    async fn changed(&mut self, is_asked: bool) -> Result<Option<Identity>, TlsError> {
        let before = self.known.take();
        let found = match self.files.read().await {
            Err(_) if before.is_none() && !is_asked => return Ok(None),
            found => found?,
        };
        let is_new = before.as_ref() != Some(&found);
        let found = self.known.insert(found);
        if !is_new && !is_asked {
            return Ok(None);
        }
        Identity::parse(found, &self.files).map(Some)
    }
}
