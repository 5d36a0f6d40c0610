//! Versions that could be retired.

use std::fmt;

use chrono::{NaiveDate, Utc};
use openapi_compare::Document;
use openapi_source::{Node, operations};

/// Why a version could be retired.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Retirement {
    /// The date of `x-sunset` has passed.
    Sunset(NaiveDate),
    /// The date of `x-sunset` is in the future.
    Until(NaiveDate),
    /// Each operation is deprecated.
    Deprecated,
}

impl fmt::Display for Retirement {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sunset(date) => write!(formatter, "could be retired: x-sunset {date} has passed"),
            Self::Until(date) => write!(formatter, "could be retired after x-sunset {date}"),
            Self::Deprecated => {
                formatter.write_str("could be retired: every operation is deprecated")
            }
        }
    }
}

/// Returns why a version could be retired: `x-sunset` of `info`, or else the latest of all
/// operations, or that all are deprecated.
pub(crate) fn of(document: &Document) -> Option<Retirement> {
    let root = document.root();
    let date = |node: &Node| node.member_text("x-sunset")?.get(..10)?.parse().ok();
    let paths = root.get("paths").into_iter().flat_map(Node::members);
    let items = paths.map(|(_, item)| document.resolve(item));
    let operations: Vec<_> = items.flat_map(operations).map(|(_, one)| one).collect();
    let dates: Option<Vec<NaiveDate>> = operations.iter().map(|one| date(one)).collect();
    let latest = dates.and_then(|dates| dates.into_iter().max());
    match root.get("info").and_then(date).or(latest) {
        Some(date) if date < Utc::now().date_naive() => Some(Retirement::Sunset(date)),
        Some(date) => Some(Retirement::Until(date)),
        None if !operations.is_empty() && operations.iter().all(|one| one.flag("deprecated")) => {
            Some(Retirement::Deprecated)
        }
        None => None,
    }
}
