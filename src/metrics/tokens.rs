//! Metrics of tokens, by their names.

use chrono::Utc;
use plant_storage::TokenRecord;
use prometheus::{
    Error, IntCounterVec, IntGaugeVec, Registry,
    register_int_counter_vec_with_registry as counter_vec,
    register_int_gauge_vec_with_registry as gauge_vec,
};

use crate::tokens::is_accepted;

/// The metrics of tokens.
#[derive(Clone)]
pub(crate) struct TokenMetrics {
    pub(crate) requests: IntCounterVec,
    pub(crate) bytes: IntCounterVec,
    pub(crate) limited: IntCounterVec,
    /// Of accepted tokens with an end.
    ends: IntGaugeVec,
}

impl TokenMetrics {
    pub(crate) fn new(registry: &Registry) -> Result<Self, Error> {
        let counter = |name, help| counter_vec!(name, help, &["token"], registry);
        let help = "The end of validity of an accepted token, in seconds since the epoch";
        let ends = gauge_vec!("token_end_timestamp_seconds", help, &["token"], registry)?;
        Ok(TokenMetrics {
            requests: counter("token_requests_total", "Requests with an accepted token")?,
            bytes: counter(
                "token_bytes_total",
                "The lengths of the bodies of admitted requests, as their heads declare them",
            )?,
            limited: counter(
                "token_limited_total",
                "Requests that are refused because their token is beyond its limit",
            )?,
            ends,
        })
    }

    /// Exports the ends of tokens, and the series of tokens that are not used yet.
    pub(super) fn read(&self, tokens: &[TokenRecord]) {
        self.ends.reset();
        let now = Utc::now().timestamp();
        for token in tokens.iter().filter(|token| is_accepted(token, now)) {
            let name = [&token.name];
            for counter in [&self.requests, &self.bytes, &self.limited] {
                counter.with_label_values(&name);
            }
            if let Some(end) = token.expires_at {
                self.ends.with_label_values(&name).set(end);
            }
        }
    }
}
