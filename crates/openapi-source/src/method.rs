//! The methods of HTTP that a path item has operations for: the one list of them.

use std::fmt;

use crate::Node;

/// The fields of a Path Item Object for operations, each named as its method in lower case
/// (OpenAPI 3.2.0 §4.9), whether the method is safe (RFC 9110 §9.2.1), and whether OpenAPI 3.2
/// adds the field.
const FIELDS: [(&str, bool, bool); 9] = [
    ("get", true, false),
    ("put", false, false),
    ("post", false, false),
    ("delete", false, false),
    ("options", true, false),
    ("head", true, false),
    ("patch", false, false),
    ("trace", true, false),
    ("query", true, true),
];

/// A method as written in HTTP, for example `POST`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Method(String);

impl Method {
    /// Returns the method of a field of a Path Item Object, if it is one.
    pub fn of_field(field: &str) -> Option<Self> {
        Self::fields(true).any(|one| one == field).then(|| Self(field.to_ascii_uppercase()))
    }

    /// Returns the fields of a Path Item Object for operations.
    pub fn fields(is_3_2: bool) -> impl Iterator<Item = &'static str> {
        FIELDS.into_iter().filter(move |(.., added)| is_3_2 || !added).map(|(field, ..)| field)
    }

    /// Returns whether a request with the method is known to change nothing.
    pub fn is_safe(&self) -> bool {
        FIELDS.iter().any(|(field, is_safe, _)| *is_safe && field.to_ascii_uppercase() == self.0)
    }

    /// Returns whether a Path Item Object has a field for the method. All others are in
    /// `additionalOperations`.
    pub fn has_field(&self) -> bool {
        Self::of_field(&self.0.to_ascii_lowercase()).as_ref() == Some(self)
    }

    /// Returns the method as written in HTTP.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl PartialEq<&str> for Method {
    fn eq(&self, other: &&str) -> bool {
        self.0 == *other
    }
}

impl fmt::Display for Method {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// Returns the operations of a Path Item Object: those of its fields, and then those of
/// `additionalOperations` (OpenAPI 3.2).
pub fn operations(item: &Node) -> impl Iterator<Item = (Method, &Node)> {
    let fields = item.members().filter_map(|(field, node)| Some((Method::of_field(field)?, node)));
    let others = item.get("additionalOperations").into_iter().flat_map(Node::members);
    fields.chain(others.map(|(method, node)| (Method(method.to_owned()), node)))
}

/// Returns the operation of a Path Item Object with this method.
pub fn operation<'n>(item: &'n Node, method: &Method) -> Option<&'n Node> {
    operations(item).find_map(|(known, node)| (known == *method).then_some(node))
}
