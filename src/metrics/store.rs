//! Metrics of the store: its batches as they are written, and what it has and waits
//! for when the metrics are read.

use std::sync::Arc;

use plant_storage::Storage;
use prometheus::{
    Error, IntGauge, Registry, register_histogram_with_registry as histogram,
    register_int_counter_with_registry as counter, register_int_gauge_with_registry as gauge,
};

use super::{TokenMetrics, value};

/// The upper bounds of the times for a commit, in seconds.
const TIMES: [f64; 15] = [
    0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5,
    10.0,
];

/// The upper bounds of the sizes of batches; the last is the maximum.
const SIZES: [f64; 11] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0, 1024.0];

pub(super) struct StoreMetrics {
    storage: Arc<dyn Storage>,
    queued_creates: IntGauge,
    queued_bytes: IntGauge,
    bytes: IntGauge,
    standbys: IntGauge,
    tokens: TokenMetrics,
    /// `None` for a backend without a log of its own.
    log: Option<LogMetrics>,
}

struct LogMetrics {
    bytes: IntGauge,
    checkpoint_age: IntGauge,
}

impl StoreMetrics {
    pub(super) fn new(
        registry: &Registry,
        storage: Arc<dyn Storage>,
        tokens: TokenMetrics,
    ) -> Result<Self, Error> {
        observe_batches(registry, &*storage)?;
        let gauge = |name, help| gauge!(name, help, registry);
        let log = match storage.health() {
            None => None,
            Some(_) => Some(LogMetrics {
                bytes: gauge("store_log_bytes", "The size of the write-ahead log in use")?,
                checkpoint_age: gauge(
                    "store_checkpoint_age_seconds",
                    "The time since the whole log was last moved into the database file",
                )?,
            }),
        };
        Ok(StoreMetrics {
            tokens,
            queued_creates: gauge("queued_creates", "Creates that are not answered")?,
            queued_bytes: gauge(
                "queued_bytes",
                "The size of the names and tags of queued creates, at most 64 MiB",
            )?,
            bytes: gauge(
                "store_bytes",
                "The size of the plants and tokens in the store; 0 if it is unknown",
            )?,
            standbys: gauge(
                "store_synchronous_standbys",
                "The standbys for which commits wait; 0 if it is unknown, and with SQLite",
            )?,
            log,
            storage,
        })
    }

    /// Reads the state of the store into the gauges.
    pub(super) async fn read(&self) {
        let queue = self.storage.queue();
        self.queued_creates.set(value(queue.creates));
        self.queued_bytes.set(value(queue.bytes));
        if let (Some(metrics), Some(health)) = (&self.log, self.storage.health()) {
            metrics.bytes.set(value(health.log_bytes));
            let age = health.since_checkpoint.as_secs();
            metrics.checkpoint_age.set(value(age));
        }
        // A store that cannot be read has failed creates, which are counted.
        if let Ok(Some(bytes)) = self.storage.size().await {
            self.bytes.set(value(bytes));
        }
        let standbys = self.storage.synchronous_standbys().await;
        self.standbys.set(value(standbys.ok().flatten().unwrap_or(0)));
        if let Ok(tokens) = self.storage.token_list().await {
            self.tokens.read(&tokens);
        }
    }
}

fn observe_batches(registry: &Registry, storage: &dyn Storage) -> Result<(), Error> {
    let help = "Creates in one transaction";
    let sizes = histogram!("batch_creates", help, SIZES.to_vec(), registry)?;
    let help = "The time until a batch is on stable storage or has failed";
    let times = histogram!("commit_duration_seconds", help, TIMES.to_vec(), registry)?;
    let help = "Batches of creates that could not be written";
    let failed = counter!("failed_batches_total", help, registry)?;
    storage.observe_batches(Box::new(move |report| {
        // The size of a batch fits into 52 bits.
        sizes.observe(report.creates as f64);
        times.observe(report.duration.as_secs_f64());
        failed.inc_by(u64::from(!report.is_written));
    }));
    Ok(())
}
