//! Counts the requests to each operation by status and `error` value, and measures
//! their latency.

use std::collections::HashMap;

use http::StatusCode;
use openapi_dropshot::{Outcome, ResponseOrigin};
use plant_storage::{CreateError, CreateResult, Created};
use prometheus::{
    Error, Histogram, IntCounter, IntCounterVec, Registry,
    register_histogram_vec_with_registry as histogram_vec,
    register_int_counter_vec_with_registry as counter_vec,
};

use crate::api::types::ErrorCode;
use crate::document;
use crate::error;

/// The upper bounds of the latencies, in seconds. A create waits for a flush of the disk, for
/// ten seconds at most; what takes longer is a slow body.
const LATENCIES: [f64; 14] =
    [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];

/// The metrics of requests to operations of the document.
pub(crate) struct RequestMetrics {
    requests: IntCounterVec,
    operations: HashMap<String, OperationMetrics>,
    /// Creates of new plants, and repeated ones.
    stored: [IntCounter; 2],
}

struct OperationMetrics {
    /// By status and `error` value.
    requests: HashMap<(StatusCode, i32), IntCounter>,
    latency: Histogram,
}

/// The operation whose answers [`RequestMetrics::decided`] counts.
const CREATE: &str = "createPlant";

/// The `error` value of a response without an `Error`.
const NO_ERROR: i32 = 0;

impl RequestMetrics {
    pub(super) fn new(registry: &Registry) -> Result<Self, Error> {
        let help = "Requests by operation, status and the value of `error`";
        let labels = ["operation", "status", "error"];
        let requests = counter_vec!("requests_total", help, &labels, registry)?;
        let help = "Creates that are on stable storage, by outcome: new or repeated";
        let stored = counter_vec!("stored_plants_total", help, &["outcome"], registry)?;
        let (name, help) =
            ("request_duration_seconds", "The time from the head of a request to its response");
        let latency = histogram_vec!(name, help, &["operation"], LATENCIES.to_vec(), registry)?;
        let operations = document::operations().into_iter().map(|operation| {
            let id = operation.2;
            let expected = error::STATUSES
                .iter()
                .map(|(status, code)| (*status, i32::from(*code)))
                .chain([(StatusCode::OK, NO_ERROR)]);
            let metrics = OperationMetrics {
                requests: expected.map(|key| (key, counter(&requests, &id, key))).collect(),
                latency: latency.with_label_values(&[&id]),
            };
            (id, metrics)
        });
        let stored = ["new", "repeated"].map(|outcome| stored.with_label_values(&[outcome]));
        Ok(RequestMetrics { operations: operations.collect(), requests, stored })
    }

    /// Counts a request to the operation with this `operationId`, and its latency. A create that
    /// the handler itself answers is counted by [`RequestMetrics::decided`].
    pub(crate) fn answered(&self, operation: &str, outcome: &Outcome<'_>) {
        if let Some(metrics) = self.operations.get(operation) {
            metrics.latency.observe(outcome.latency.as_secs_f64());
        }
        let error = match outcome.origin {
            ResponseOrigin::Operation if operation == CREATE => return,
            ResponseOrigin::Rejection(rejection) => error::code_for(rejection).into(),
            _ => NO_ERROR,
        };
        self.count(operation, (outcome.status, error));
    }

    /// Counts a create that is stored or whose id is taken, also if its caller has gone. The
    /// request is counted already if it `was_answered` before, as it is when the store hangs.
    pub(crate) fn decided(&self, created: &CreateResult, was_answered: bool) {
        let key = match created {
            Ok(created) => {
                self.stored[usize::from(*created == Created::AlreadyExists)].inc();
                (StatusCode::OK, NO_ERROR)
            }
            Err(CreateError::Conflict { .. }) => {
                (StatusCode::BAD_REQUEST, ErrorCode::IdTaken.into())
            }
            Err(_) => return,
        };
        if !was_answered {
            self.count(CREATE, key);
        }
    }

    fn count(&self, operation: &str, key: (StatusCode, i32)) {
        match self.operations.get(operation).and_then(|metrics| metrics.requests.get(&key)) {
            Some(counter) => counter.inc(),
            // Unusual, such as a request that HTTP forbids. This look-up locks.
            None => counter(&self.requests, operation, key).inc(),
        }
    }
}

fn counter(requests: &IntCounterVec, operation: &str, key: (StatusCode, i32)) -> IntCounter {
    let (status, error) = key;
    let error = match error {
        NO_ERROR => String::new(),
        error => error.to_string(),
    };
    requests.with_label_values(&[operation, status.as_str(), &error])
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn a_create_that_is_decided_after_its_answer_is_no_second_request() {
        let registry = Registry::new();
        let metrics = RequestMetrics::new(&registry).unwrap();
        let total = |name: &str| -> f64 {
            let families = registry.gather();
            let family = families.iter().find(|family| family.name().ends_with(name)).unwrap();
            family.get_metric().iter().map(|metric| metric.get_counter().get_value()).sum()
        };
        metrics.decided(&Ok(Created::New), false);
        metrics.decided(&Ok(Created::New), true);
        assert_eq!((total("stored_plants_total"), total("requests_total")), (2.0, 1.0));
    }
}
