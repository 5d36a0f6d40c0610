//! The path from a schema to a part of it, as steps within a value. Only members
//! and items are steps: keywords like `not` describe the same value and add none.

use super::Schema;
use openapi_source::token;
use std::fmt;

/// Two schemas for the same part of a value, and the next step towards a
/// difference; `None` where the difference is.
#[derive(Clone, Debug)]
pub(crate) struct PathLevel<'d> {
    pub(crate) left: Schema<'d>,
    pub(crate) right: Schema<'d>,
    pub(crate) step: Option<Step>,
}

/// A step from an object to a member, or from an array to an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// The member of this name.
    Member(String),
    /// Any member whose name matches this pattern.
    Matching(String),
    /// Any member that no name and no pattern covers.
    Additional,
    /// The item at this index.
    Item(usize),
    /// Any item at or after this index.
    Items(usize),
}

/// Formats the step as a part of a JSON Pointer (RFC 6901), with `*` for any member
/// or item.
impl fmt::Display for Step {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Member(name) => write!(formatter, "/{}", token(name)),
            Step::Item(index) => write!(formatter, "/{index}"),
            Step::Matching(_) | Step::Additional | Step::Items(_) => formatter.write_str("/*"),
        }
    }
}
