//! A refusal that is about what the service holds, told from one that is about the
//! request. It must never take a fault for the first without having seen one.

use super::Check;
use crate::cases::Case;
use crate::client::Answer;
use crate::document::Operation;
use crate::judge::{Meaning, meaning};
use crate::request::Request;
use serde_json::Value;

impl Check<'_, '_> {
    /// Whether a refusal is how the service refuses what belongs to something else:
    /// it says the same where a value was used by a good request just before.
    pub(super) fn is_taken(
        &self,
        operation: Option<&Operation>,
        case: &Case,
        refusal: &Answer,
    ) -> bool {
        let mut operations = self.contract.operations.iter();
        let index =
            operations.position(|known| operation.is_some_and(|own| std::ptr::eq(own, known)));
        let twins = index.zip(case.part.as_ref()).and_then(|(index, part)| {
            let twins = self.maker(index, self.other_seed).twins(part)?;
            Some((twins, part))
        });
        let Some(([first, second], part)) = twins else {
            return false;
        };
        let is_good = |answer: &Answer| meaning(operation, answer.status) == Meaning::Good;
        if !self
            .client
            .send(&first)
            .is_ok_and(|answer| is_good(&answer))
        {
            return false;
        }
        let Ok(twin) = self.client.send(&second) else {
            return false;
        };
        twin.status == refusal.status
            && without(&twin, &second, part) == without(refusal, &case.request, part)
    }
}

/// The body of an answer without the part of the request's that it may name.
fn without(answer: &Answer, request: &Request, part: &str) -> Option<String> {
    let sent: Value = serde_json::from_slice(request.body.as_deref()?).ok()?;
    let text = String::from_utf8_lossy(&answer.body);
    Some(match sent.pointer(part)? {
        Value::String(named) if named.is_empty() => text.into_owned(),
        Value::String(named) => text.replace(named, ""),
        // A whole number may be named without its fraction.
        named => text.replace(named.to_string().trim_end_matches(".0"), ""),
    })
}
