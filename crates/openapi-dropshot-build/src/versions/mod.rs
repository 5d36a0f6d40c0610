//! Several versions of an API: the code of each version, and the adapters through which the
//! implementation of the newest version serves the older ones.
//!
//! Each version is a module with what differs from the next version. [`Comparison`] decides
//! what differs; `matching` decides which version serves which operation, `shared` which
//! types exist once, and `emit::versions` writes the adapters.

pub(crate) mod generate;
mod matching;
mod shared;

use openapi_document::{Document, OperationName};
use openapi_rust::Model;

pub(crate) use matching::{Counterpart, Matching, is_named};
pub(crate) use shared::Shared;

/// Compares parts of operations in two versions of a document. Versions are given by their
/// index, oldest first.
pub trait Comparison {
    /// Returns whether each value of a part that the first version allows is one of the
    /// second. A request is compared from the older to the newer version, and a response
    /// from the newer to the older.
    fn verdict(
        &mut self,
        from: (usize, &OperationName),
        to: (usize, &OperationName),
        part: Part<'_>,
    ) -> Verdict;

    /// Returns whether a component schema allows the same values in two versions.
    fn is_equal(&mut self, older: usize, newer: usize, component: &str) -> bool;

    /// Returns whether each value of a component schema in the first version is one in the
    /// second, as a response.
    fn component(&mut self, from: usize, to: usize, component: &str) -> Verdict;
}

/// A part of an operation that has a schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part<'p> {
    /// The parameter with this location and name.
    Parameter(&'p str, &'p str),
    /// The JSON request body.
    RequestBody,
    /// The JSON body of the response with these keys in the first and the second document,
    /// such as `200` and `2XX`.
    Response(&'p str, &'p str),
}

/// The result of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Each value is one of the other version: there is a proof.
    Proved,
    /// A value is not one of the other version, or there is no proof.
    ///
    /// These are all places where values differ, the first and the others, of which those with a
    /// value come first. The rest is proved to be that of the other version.
    Different(Place, Vec<Place>),
}

/// A place where values of two versions differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The reason, with the value.
    pub reason: String,
    /// A JSON Pointer with `*` for any item and any member that is not named.
    pub at: String,
    /// Whether the place is a member that the second version requires, and the first does not.
    pub is_missing: bool,
}

impl Verdict {
    /// Returns the same verdict about values that may differ anywhere.
    #[must_use]
    pub fn whole(self) -> Self {
        match self {
            Self::Proved => Self::Proved,
            Self::Different(first, _) => first.reason.into(),
        }
    }
}

impl Place {
    /// Returns whether a function for this place converts the other one, too. A member that is
    /// made is no part of what was there.
    pub fn contains(&self, other: &Self) -> bool {
        let rest = other.at.strip_prefix(&self.at);
        rest.is_some_and(|rest| match rest.is_empty() {
            true => self.is_missing || !other.is_missing,
            false => rest.starts_with('/'),
        })
    }
}

impl From<String> for Verdict {
    /// Returns the verdict about values that may differ anywhere.
    fn from(reason: String) -> Self {
        Self::Different(Place { reason, at: String::new(), is_missing: false }, Vec::new())
    }
}

/// How an operation of an older version is served.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServedOperation {
    /// The method and the path in the older version.
    pub name: String,
    /// How the operation is served.
    pub service: Service,
}

/// How an operation of an older version is served by a newer one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Service {
    /// Nothing differs: the endpoint of the newer version is that of the older one.
    Unchanged,
    /// The operation differs, and each request and response is proved to be one of the
    /// other version.
    Compatible,
    /// These functions of the version's trait convert the requests and responses.
    Converted(Vec<Function>),
    /// A function of the version's trait implements the operation.
    Implemented(Function),
}

/// A function that the trait of a version asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// The name.
    pub name: String,
    /// Why the function is needed.
    pub reason: String,
}

/// The versions, and what they share.
pub(crate) struct Plan {
    /// The versions, oldest first.
    pub modules: Vec<Module>,
    pub matching: Matching,
    pub shared: Shared,
}

/// A version, with the operations that its own module serves.
pub(crate) struct Module {
    /// The name of the module, such as `v1_0_0`.
    pub name: String,
    pub version: String,
    pub document: Document,
    pub read: Model,
}

impl Module {
    /// Returns the name of a file of the version, where `name` is that of all versions.
    pub fn file(&self, name: &str, extension: &str) -> String {
        format!("{name}_{}.{extension}", self.name)
    }
}
