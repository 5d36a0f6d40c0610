//! Interceptors, which run around each attempt to send a request.

use std::cell::Cell;
use std::error::Error;

use reqwest::{Request, Response};

tokio::task_local! {
    /// The attempt of a policy of [`Retry`](crate::Retry).
    pub(crate) static ATTEMPT: Attempt;
}

/// An attempt of a policy.
pub(crate) struct Attempt {
    /// The number, from 1.
    pub number: usize,
    /// The idempotency key of the next request, which is the same in each attempt. `None` if the
    /// policy makes one attempt only.
    pub key: Cell<Option<u128>>,
}

impl Attempt {
    /// Returns the idempotency key of the next request: that of the policy plus the number of
    /// requests before it in this attempt, as a random UUID (RFC 9562 §5.4).
    pub fn next_key() -> Option<String> {
        let key = ATTEMPT.try_with(|attempt| {
            let key = attempt.key.get();
            attempt.key.set(key.map(|key| key.wrapping_add(1)));
            key
        });
        let (version, variant) = (0x4 << 76, 0x2 << 62);
        let bits = key.ok()?? & !(0xf << 76 | 0x3 << 62) | version | variant;
        let digits = format!("{bits:032x}");
        let groups =
            [&digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..]];
        Some(groups.join("-"))
    }
}

/// Runs around each attempt to send a request: of each [`Retry`](crate::Retry), and after a
/// token was replaced.
pub trait Interceptor: Send + Sync + 'static {
    /// Changes a request before it is sent. It is validated and has its credentials, so a log
    /// of it has to leave out what is sensitive.
    fn before(&self, _request: &mut Request, _call: &Call<'_>) {}

    /// Takes the response, or the reason why there is none. The body of the response is not
    /// read, and the response is not validated.
    fn after(&self, _result: Result<&Response, &(dyn Error + 'static)>, _call: &Call<'_>) {}
}

/// An attempt to send the request of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Call<'c> {
    /// The name of the client's method.
    pub operation: &'c str,
    /// The path template, for example `/trees/{id}`.
    pub path: &'c str,
    /// The number of the attempt of [`Retry`](crate::Retry), from 1. The request after a token was
    /// replaced has the next number, which can be that of the policy's next attempt, too.
    pub attempt: usize,
}
