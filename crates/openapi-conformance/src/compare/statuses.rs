//! Which emitted response stands for which status of the contract. It must
//! never take a status for answered on less than the emitted document's word.
//!
//! dropshot itself names one success status, and errors only as `4XX` with
//! `5XX`. An error status of the contract is therefore answered if the emitted
//! document has it, or else if it has its range. A server that names every
//! status exactly is held to exactly those.

use crate::document::Node;
use std::fmt;

/// A key of a responses object (OpenAPI 3.1.1 §4.8.16).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    Exact(u16),
    /// `Range(4)` is `4XX`.
    Range(u16),
    Default,
}

pub(super) type Declared<'d> = Vec<(Status, &'d Node)>;

impl Status {
    fn parse(text: &str) -> Option<Status> {
        if text == "default" {
            return Some(Status::Default);
        }
        match text.strip_suffix("XX").or_else(|| text.strip_suffix("xx")) {
            Some(digit) => digit.parse().ok().map(Status::Range),
            None => text.parse().ok().map(Status::Exact),
        }
    }

    /// Whether every status that `other` stands for is one of these.
    fn covers(self, other: Status) -> bool {
        match (self, other) {
            (Status::Default, _) => true,
            (Status::Range(range), Status::Exact(status)) => status / 100 == range,
            (one, other) => one == other,
        }
    }

    fn is_error(self) -> bool {
        match self {
            Status::Exact(status) => status >= 400,
            Status::Range(range) => range >= 4,
            Status::Default => false,
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Status::Exact(status) => write!(formatter, "{status}"),
            Status::Range(range) => write!(formatter, "{range}XX"),
            Status::Default => formatter.write_str("default"),
        }
    }
}

/// The responses that `operation` declares.
pub(super) fn declared(operation: &Node) -> Declared<'_> {
    let responses = operation
        .get("responses")
        .into_iter()
        .flat_map(Node::members);
    responses
        .filter_map(|(key, node)| Some((Status::parse(key)?, node)))
        .collect()
}

/// What answers `status` of the contract, taken by the letter: itself, else its
/// range, else the default (OpenAPI 3.1.1 §4.8.16), and whatever the other side
/// names more exactly than the contract does.
pub(super) fn exact<'d>(
    status: Status,
    contract: &Declared<'d>,
    other: &Declared<'d>,
) -> Vec<&'d Node> {
    let nearest = most_exact(status, other);
    let within = other.iter().filter(|(known, _)| {
        *known != status
            && status.covers(*known)
            && most_exact(*known, contract).is_some_and(|(nearest, _)| *nearest == status)
    });
    nearest
        .into_iter()
        .chain(within)
        .map(|(_, node)| *node)
        .collect()
}

/// Whether one of `declared` stands for all of `status`.
pub(super) fn has(status: Status, declared: &Declared) -> bool {
    most_exact(status, declared).is_some()
}

/// Of the statuses that stand for `status`, the one that says most about it.
fn most_exact<'s, 'd>(
    status: Status,
    declared: &'s Declared<'d>,
) -> Option<&'s (Status, &'d Node)> {
    let covering = declared.iter().filter(|(known, _)| known.covers(status));
    covering.min_by_key(|(known, _)| match known {
        Status::Exact(_) => 0,
        Status::Range(_) => 1,
        Status::Default => 2,
    })
}

/// The statuses of `other` that `contract` doesn't have, by the letter.
pub(super) fn not_covered<'d>(contract: &Declared<'d>, other: &Declared<'d>) -> Declared<'d> {
    let mut rest = other.clone();
    rest.retain(|(status, _)| !contract.iter().any(|(known, _)| known.covers(*status)));
    rest
}

/// What stands for `status` of the contract; nothing, if it isn't answered.
pub(super) fn counterparts<'d>(
    status: Status,
    contract: &Declared<'d>,
    emitted: &Declared<'d>,
) -> Vec<&'d Node> {
    let select = |is_wanted: &dyn Fn(Status) -> bool| -> Vec<&'d Node> {
        let wanted = emitted.iter().filter(|(other, _)| is_wanted(*other));
        wanted.map(|(_, node)| *node).collect()
    };
    let same = select(&|other| other == status);
    match status {
        // Stands for all that neither side names.
        Status::Default => select(&|other| {
            !contract.iter().any(|(known, _)| {
                *known != Status::Default && (known.covers(other) || other.covers(*known))
            }) || other == Status::Default
        }),
        _ if !same.is_empty() => same,
        Status::Range(_) => {
            let within = select(&|other| status.covers(other));
            if within.is_empty() {
                select(&|other| other == Status::Default)
            } else {
                within
            }
        }
        Status::Exact(_) => {
            let range = select(&|other| other != Status::Default && other.covers(status));
            if status.is_error() && !range.is_empty() {
                range
            } else {
                select(&|other| other == Status::Default)
            }
        }
    }
}

/// The statuses that are answered and that the contract doesn't have, each
/// with its place.
pub(super) fn undocumented<'d>(contract: &Declared<'d>, emitted: &Declared<'d>) -> Declared<'d> {
    let is_documented = |status: Status| contract.iter().any(|(known, _)| known.covers(status));
    let mut undocumented = emitted.clone();
    undocumented
        .retain(|(status, _)| !is_documented(*status) && !shows(*status, contract, emitted));
    undocumented
}

/// Whether `status` of the emitted document, which the contract doesn't have,
/// is only how dropshot shows one that it has: `4XX` for 404, or `default` for
/// a response whose status dropshot doesn't know. What the emitted document
/// names more exactly needs no such showing.
fn shows(status: Status, contract: &Declared, emitted: &Declared) -> bool {
    let is_named = |known: Status| {
        emitted
            .iter()
            .any(|(other, _)| *other != status && status.covers(*other) && other.covers(known))
    };
    contract
        .iter()
        .any(|(known, _)| status.covers(*known) && !is_named(*known))
}
