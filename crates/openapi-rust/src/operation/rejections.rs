//! The declared responses that can report a rejection.
//!
//! HTTP has a status for each kind of rejection, and the service may choose another. A
//! document may declare this status, a broader status, or none. `openapi-dropshot` chooses
//! among the declared responses when a request is rejected. Where none fits a kind of
//! rejection that a request can cause, there is a warning.

use openapi_document::{Diagnostic, Diagnostics, Operation, Status};

use super::Response;

/// The parts of a request to an operation that can be rejected.
#[derive(Clone, Copy, Debug)]
pub struct Inputs {
    pub has_credential: bool,
    pub has_scopes: bool,
    pub has_parameters: bool,
    pub has_body: bool,
}

/// A kind of rejection that a request can cause.
struct Kind {
    description: &'static str,
    /// The suitable statuses, in order of preference, as in `openapi-dropshot` (RFC 9110
    /// §15.5 and §15.6).
    statuses: &'static [u16],
    is_possible: fn(Inputs) -> bool,
}

const KINDS: [Kind; 8] = [
    Kind {
        description: "a missing or refused credential",
        statuses: &[401, 403],
        is_possible: |inputs| inputs.has_credential,
    },
    Kind {
        description: "a credential without the required scopes",
        statuses: &[403, 401],
        is_possible: |inputs| inputs.has_scopes,
    },
    Kind {
        description: "an invalid request",
        statuses: &[400, 422],
        is_possible: |inputs| inputs.has_parameters || inputs.has_body,
    },
    Kind {
        description: "a wrong content type",
        statuses: &[415, 400, 422],
        is_possible: |inputs| inputs.has_body,
    },
    Kind {
        description: "a body that is too large",
        statuses: &[413, 400, 422],
        is_possible: |inputs| inputs.has_body,
    },
    Kind {
        description: "a body that does not arrive in time",
        statuses: &[408, 400, 422],
        is_possible: |inputs| inputs.has_body,
    },
    Kind { description: "an unavailable service", statuses: &[503, 500], is_possible: |_| true },
    Kind { description: "a defect of the service", statuses: &[500], is_possible: |_| true },
];

/// Returns the indices of the responses that can report a rejection. There is a warning
/// for the kinds of rejections without a response.
pub fn select(
    responses: &[Response],
    inputs: Inputs,
    operation: &Operation<'_>,
    diagnostics: &mut Diagnostics,
) -> Vec<usize> {
    let missing: Vec<_> = KINDS
        .iter()
        .filter(|kind| (kind.is_possible)(inputs) && find(responses, kind.statuses).is_none())
        .map(|kind| kind.description)
        .collect();
    if !missing.is_empty() {
        let message = format!(
            "no declared response fits {}; the bare status will be sent, which the document does not declare",
            missing.join(", ")
        );
        let diagnostic = Diagnostic::warning(operation.location, message);
        diagnostics.push(diagnostic.help("declare `4XX` and `5XX`, or `default`"));
    }
    (0..responses.len()).filter(|index| reports_rejections(&responses[*index])).collect()
}

pub fn for_defect(responses: &[Response]) -> Option<&Response> {
    find(responses, &[500])
}

/// Returns the response for a rejection with these statuses.
fn find<'r>(responses: &'r [Response], statuses: &[u16]) -> Option<&'r Response> {
    let exact = statuses.iter().map(|code| Status::Code(*code));
    exact.chain(Status::covering(statuses[0])).find_map(|wanted| {
        responses.iter().find(|one| one.status == wanted && reports_rejections(one))
    })
}

fn reports_rejections(response: &Response) -> bool {
    response.status.class().is_none_or(|class| class >= 4)
}
