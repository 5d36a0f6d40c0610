//! The metrics of the service, in the text format of Prometheus.
//!
//! A request changes atomic counters: each series that requests usually change exists from
//! the start, so that no request has to look it up, which locks, and so that a rate is known
//! before the first failure. What the store and the system count anyway is read when the
//! metrics are.

mod process;
mod requests;
mod store;
mod tokens;

use std::sync::Arc;

use plant_storage::Storage;
use prometheus::{
    Error, IntGaugeVec, Registry, TextEncoder, register_int_gauge_vec_with_registry as gauge_vec,
};

use crate::logging::LogCounts;
use process::Process;
pub(crate) use requests::RequestMetrics;
use store::StoreMetrics;
pub(crate) use tokens::TokenMetrics;

/// Each name begins with this, except those that Prometheus defines for processes.
const NAMESPACE: &str = "plant_store";

/// All metrics of the service.
pub struct Metrics {
    registry: Registry,
    pub(crate) requests: RequestMetrics,
    pub(crate) tokens: TokenMetrics,
    store: StoreMetrics,
    process: Process,
    /// Without a series unless there is a certificate whose end is known.
    certificate_end: IntGaugeVec,
}

impl Metrics {
    /// Returns the metrics of a service on this store with this log, and observes the
    /// store's batches.
    ///
    /// # Errors
    ///
    /// Two metrics have the same name.
    pub fn new(storage: Arc<dyn Storage>, log: &LogCounts) -> Result<Self, Error> {
        let registry = Registry::new_custom(Some(NAMESPACE.to_owned()), None)?;
        let help = "The version of the service; always 1";
        let build = gauge_vec!("build_info", help, &["version", "commit"], registry)?;
        build.with_label_values(&[crate::VERSION, crate::COMMIT]).set(1);
        let help = "The end of validity of the certificate, in seconds since the epoch";
        let certificate_end = gauge_vec!("certificate_end_timestamp_seconds", help, &[], registry)?;
        for counter in [&log.dropped, &log.limited, &log.accept_errors] {
            registry.register(Box::new(counter.clone()))?;
        }
        let tokens = TokenMetrics::new(&registry)?;
        Ok(Metrics {
            requests: RequestMetrics::new(&registry)?,
            store: StoreMetrics::new(&registry, storage, tokens.clone())?,
            tokens,
            process: Process::new(),
            certificate_end,
            registry,
        })
    }

    /// Sets the end of validity of the certificate, in seconds since the epoch; `None` if
    /// it is unknown.
    pub(crate) fn set_certificate_end(&self, end: Option<i64>) {
        match end {
            Some(end) => self.certificate_end.with_label_values::<&str>(&[]).set(end),
            None => self.certificate_end.reset(),
        }
    }

    /// Returns all metrics as text.
    ///
    /// # Errors
    ///
    /// A metric cannot be represented.
    pub(crate) async fn text(&self) -> Result<String, Error> {
        self.store.read().await;
        let mut families = self.registry.gather();
        families.extend(self.process.gather()?);
        TextEncoder::new().encode_to_string(&families)
    }
}

/// Returns a number as the value of a gauge: `i64::MAX` if it is larger.
fn value(number: impl TryInto<i64>) -> i64 {
    number.try_into().unwrap_or(i64::MAX)
}
