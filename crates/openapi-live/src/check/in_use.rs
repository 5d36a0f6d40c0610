//! Distinguishes a rejection because a value is in use from a rejection because the
//! request is invalid. A rejection counts as the former only if one was provoked.

use super::Check;
use crate::cases::Case;
use crate::client::Answer;
use crate::error::Error;
use crate::validate::{Meaning, meaning};
use openapi_document::Operation;
use openapi_values::wire::Request;
use serde_json::Value;

impl Check<'_, '_> {
    /// Returns whether `refusal` is how the service rejects values that are in use:
    /// two valid requests with the same value are sent, and the second is rejected
    /// with the same response.
    pub(super) fn is_value_in_use(
        &mut self,
        operation: Option<&Operation<'_>>,
        case: &Case,
        refusal: &Answer,
    ) -> Result<bool, Error> {
        let mut operations = self.operations.list.iter();
        let index =
            operations.position(|known| operation.is_some_and(|own| std::ptr::eq(own, known)));
        let pair = index.zip(case.part.as_ref()).and_then(|(index, part)| {
            let pair = self.generator(index, self.other_seed).collision_pair(part)?;
            Some((pair, part))
        });
        let Some((pair, part)) = pair else {
            return Ok(false);
        };
        let [first, second] = pair.map(|request| Case { request, ..case.clone() });
        let is_good = |answer: Answer| meaning(operation, answer.status) == Meaning::Good;
        if !self.repeat(operation, &first)?.is_some_and(is_good) {
            return Ok(false);
        }
        let answer = self.repeat(operation, &second)?;
        Ok(answer.is_some_and(|answer| {
            answer.status == refusal.status
                && without(&answer, &second.request, part) == without(refusal, &case.request, part)
        }))
    }
}

/// Returns the response body without the value of the request that it may quote.
fn without(answer: &Answer, request: &Request, part: &str) -> Option<String> {
    let sent: Value = serde_json::from_slice(request.body.as_deref()?).ok()?;
    let text = String::from_utf8_lossy(&answer.body);
    Some(match sent.pointer(part)? {
        Value::String(named) if named.is_empty() => text.into_owned(),
        Value::String(named) => text.replace(named, ""),
        // A whole number may be quoted without its fraction.
        named => text.replace(named.to_string().trim_end_matches(".0"), ""),
    })
}
