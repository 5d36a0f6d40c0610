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

/// Returns the indices of the responses that can report a rejection. There is a warning
/// for the kinds of rejections without a response.
pub fn select(
    responses: &[Response],
    inputs: Inputs,
    operation: &Operation<'_>,
    diagnostics: &mut Diagnostics,
) -> Vec<usize> {
    // The kinds of rejections that a request can cause, with the suitable statuses in order of
    // preference, as in `openapi-dropshot` (RFC 9110 §15.5 and §15.6).
    let Inputs { has_credential, has_scopes, has_parameters, has_body } = inputs;
    let kinds: [(&str, &[u16], bool); 8] = [
        ("a missing or refused credential", &[401, 403], has_credential),
        ("a credential without the required scopes", &[403, 401], has_scopes),
        ("an invalid request", &[400, 422], has_parameters || has_body),
        ("a wrong content type", &[415, 400, 422], has_body),
        ("a body that is too large", &[413, 400, 422], has_body),
        ("a body that does not arrive in time", &[408, 400, 422], has_body),
        ("an unavailable service", &[503, 500], true),
        ("a defect of the service", &[500], true),
    ];
    let missing = kinds
        .into_iter()
        .filter(|(_, statuses, is_possible)| *is_possible && find(responses, statuses).is_none());
    let missing: Vec<_> = missing.map(|(description, ..)| description).collect();
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
