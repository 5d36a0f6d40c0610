//! The way from a schema to a part of it, as steps within a value. It must only
//! hold steps that a value really has: what a keyword like `not` says about the
//! same value is no step.

use super::Schema;
use std::fmt;

/// Two schemas that are about the same part of a value, and the step from there
/// towards a difference; `None` where it was reached.
#[derive(Clone, Debug)]
pub(crate) struct Level<'d> {
    pub(crate) left: Schema<'d>,
    pub(crate) right: Schema<'d>,
    pub(crate) step: Option<Step>,
}

/// From an object to a member, or from an array to an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// The member of this name.
    Member(String),
    /// Any member whose name matches this pattern.
    Matching(String),
    /// Any member that neither a name nor a pattern is about.
    Additional,
    /// The item at this index.
    Item(usize),
    /// Any item from this index on.
    Items(usize),
}

/// As a part of a JSON Pointer (RFC 6901), with `*` for any.
impl fmt::Display for Step {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Member(name) => {
                let name = name.replace('~', "~0").replace('/', "~1");
                write!(formatter, "/{name}")
            }
            Step::Item(index) => write!(formatter, "/{index}"),
            Step::Matching(_) | Step::Additional | Step::Items(_) => formatter.write_str("/*"),
        }
    }
}
