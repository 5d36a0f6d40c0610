//! Repeats a call whose failure is transient, with pauses in between and a deadline for
//! all of it.

use std::cell::Cell;
use std::time::Duration;

use backon::{BackoffBuilder, ExponentialBuilder};
use progenitor_client::Error;
use tokio::time::{Instant, sleep_until, timeout_at};

use crate::CallError;
use crate::intercept::{ATTEMPT, Attempt};
use crate::multipart::random;

/// The default deadline.
const DEADLINE: Duration = Duration::from_secs(60);

/// The largest deadline, which a clock can be sure to represent: a year.
const LONGEST_DEADLINE: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// A policy for repeating a call.
///
/// A call is repeated while [`CallError::is_retryable`], so use the policy only for
/// operations that may be repeated. Where the document declares the header `Idempotency-Key`
/// and the caller gives none, all attempts have the same random UUID, by which the service
/// recognizes them; where the schema of the header refuses a UUID, they have none.
///
/// The pause doubles from attempt to attempt, and a random part of up to the same length is
/// added, so that callers who failed together don't return together. `Retry-After` is waited for
/// in addition.
#[derive(Clone, Copy, Debug)]
#[must_use = "a policy does nothing until `run` makes a call"]
pub struct Retry {
    pauses: ExponentialBuilder,
    deadline: Duration,
}

impl Default for Retry {
    fn default() -> Self {
        Self::new()
    }
}

impl Retry {
    /// Creates a policy with pauses from 100 ms to 10 s, a deadline of 60 s and any
    /// number of attempts.
    pub const fn new() -> Self {
        Self {
            pauses: ExponentialBuilder::new()
                .with_min_delay(Duration::from_millis(100))
                .with_max_delay(Duration::from_secs(10))
                .without_max_times()
                .with_jitter(),
            deadline: DEADLINE,
        }
    }

    /// Sets the time within which [`Retry::run`] returns, at most a year: it ends an
    /// attempt that takes longer and begins no pause that would. The time-out of the
    /// client limits a single attempt.
    pub fn deadline(self, deadline: Duration) -> Self {
        let deadline = deadline.min(LONGEST_DEADLINE);
        Self { deadline, ..self }
    }

    /// Sets the largest number of attempts; 1 means that the call is not repeated.
    pub const fn max_attempts(self, attempts: usize) -> Self {
        Self { pauses: self.pauses.with_max_times(attempts.saturating_sub(1)), ..self }
    }

    /// Sets the first and the longest pause, without their random parts.
    pub const fn pauses(self, first: Duration, longest: Duration) -> Self {
        Self { pauses: self.pauses.with_min_delay(first).with_max_delay(longest), ..self }
    }

    /// Makes a call, and repeats it if necessary. Needs tokio's runtime with a timer. Of a
    /// closure with several calls, each attempt makes all of them in the same order.
    ///
    /// # Errors
    /// The error of the last attempt that ended by itself.
    pub async fn run<T, E, Call>(&self, mut call: impl FnMut() -> Call) -> Result<T, CallError<E>>
    where
        Call: Future<Output = Result<T, Error<E>>>,
    {
        let end = Instant::now() + self.deadline;
        let mut pauses = self.pauses.build().peekable();
        let key = pauses.peek().map(|_| random());
        let mut last: Option<CallError<E>> = None;
        for attempt in 1.. {
            let of_policy = Attempt { number: attempt, key: Cell::new(key) };
            let error = match timeout_at(end, ATTEMPT.scope(of_policy, call())).await {
                Ok(Ok(value)) => return Ok(value),
                Ok(Err(error)) => CallError::of_attempt(attempt, error),
                Err(_) => break,
            };
            let resumed = match pauses.next() {
                Some(pause) if error.is_retryable() => {
                    let pause = pause.saturating_add(error.retry_after().unwrap_or_default());
                    Instant::now().checked_add(pause)
                }
                _ => None,
            };
            let Some(resumed) = resumed.filter(|resumed| *resumed < end) else {
                return Err(error);
            };
            sleep_until(resumed).await;
            last = Some(error);
        }
        Err(match last {
            Some(error) => error.and_one_attempt(),
            None => CallError::deadline(self.deadline),
        })
    }
}
