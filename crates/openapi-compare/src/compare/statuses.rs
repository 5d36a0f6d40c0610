//! Matches emitted responses to the statuses of the contract. A status counts as
//! answered only if the emitted document declares it.
//!
//! dropshot itself emits one success status, and errors only as `4XX` and `5XX`. An
//! error status of the contract is therefore answered if the emitted document has
//! it or else its range. If the emitted document names a status exactly, that
//! declaration is used.

use openapi_schema::http::Status;
use openapi_source::Node;

pub(super) type Responses<'d> = Vec<(Status, &'d Node)>;

/// Returns the responses that `operation` declares.
pub(super) fn responses(operation: &Node) -> Responses<'_> {
    let responses = operation.get("responses").into_iter().flat_map(Node::members);
    let status = |key: &str| match key.replace('x', "X").parse() {
        Ok(status) => Some(status),
        // No status of HTTP, but what it describes is compared all the same.
        Err(_) => key.parse().ok().map(Status::Code),
    };
    responses.filter_map(|(key, node)| Some((status(key)?, node))).collect()
}

/// Returns the responses for `status` of the base document, taken literally: the same
/// status, else its range, else the default (OpenAPI 3.1.1 §4.8.16), and any status
/// that the other side declares more exactly than the base document does.
pub(super) fn exact<'d>(
    status: Status,
    base: &Responses<'d>,
    other: &Responses<'d>,
) -> Vec<&'d Node> {
    let nearest = most_exact(status, other);
    let within = other.iter().filter(|(known, _)| {
        *known != status
            && status.covers(*known)
            && most_exact(*known, base).is_some_and(|(nearest, _)| *nearest == status)
    });
    nearest.into_iter().chain(within).map(|(_, node)| *node).collect()
}

/// Returns whether one of `responses` covers all of `status`.
pub(super) fn has(status: Status, responses: &Responses) -> bool {
    most_exact(status, responses).is_some()
}

/// Returns the most specific of the responses that cover `status`.
fn most_exact<'s, 'd>(
    status: Status,
    responses: &'s Responses<'d>,
) -> Option<&'s (Status, &'d Node)> {
    let covering = responses.iter().filter(|(known, _)| known.covers(status));
    covering.min_by_key(|(known, _)| *known)
}

/// Returns the statuses of `other` that `base`, taken literally, doesn't cover.
pub(super) fn not_covered<'d>(base: &Responses<'d>, other: &Responses<'d>) -> Responses<'d> {
    let mut rest = other.clone();
    rest.retain(|(status, _)| !base.iter().any(|(known, _)| known.covers(*status)));
    rest
}

/// Returns the emitted responses for `status` of the contract; empty if there is
/// none.
pub(super) fn counterparts<'d>(
    status: Status,
    base: &Responses<'d>,
    candidate: &Responses<'d>,
) -> Vec<&'d Node> {
    let select = |is_wanted: &dyn Fn(Status) -> bool| -> Vec<&'d Node> {
        candidate.iter().filter(|(other, _)| is_wanted(*other)).map(|(_, node)| *node).collect()
    };
    let same = select(&|other| other == status);
    match status {
        // Covers every status that neither side names.
        Status::Default => select(&|other| {
            !base.iter().any(|(known, _)| {
                *known != Status::Default && (known.covers(other) || other.covers(*known))
            }) || other == Status::Default
        }),
        _ if !same.is_empty() => same,
        _ => {
            let is_error = status.class() >= Some(4);
            let near = select(&|other| {
                status.covers(other) || is_error && other != Status::Default && other.covers(status)
            });
            if near.is_empty() { select(&|other| other == Status::Default) } else { near }
        }
    }
}

/// Returns the emitted statuses that the contract doesn't declare, with their
/// responses.
pub(super) fn undocumented<'d>(base: &Responses<'d>, candidate: &Responses<'d>) -> Responses<'d> {
    let mut undocumented = not_covered(base, candidate);
    undocumented.retain(|(status, _)| !represents(*status, base, candidate));
    undocumented
}

/// Returns whether `status` of the emitted document, which the contract doesn't
/// declare, is how dropshot emits a status that the contract does declare: `4XX`
/// for 404, or `default` for a response whose status dropshot doesn't know. A
/// status that the emitted document names more exactly isn't represented that way.
fn represents(status: Status, base: &Responses, candidate: &Responses) -> bool {
    let is_named = |known: Status| {
        candidate
            .iter()
            .any(|(other, _)| *other != status && status.covers(*other) && other.covers(known))
    };
    base.iter().any(|(known, _)| status.covers(*known) && !is_named(*known))
}
