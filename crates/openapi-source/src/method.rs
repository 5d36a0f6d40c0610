//! The methods of HTTP that a path item has operations for: the one list of them.

use std::fmt;

use crate::Node;

/// The methods that a Path Item Object has fields for (OpenAPI 3.2.0 §4.9).
#[expect(missing_docs, reason = "each variant is the method of this name")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Method {
    Get,
    Put,
    Post,
    Delete,
    Options,
    Head,
    Patch,
    Trace,
    /// Of OpenAPI 3.2.
    Query,
}

impl Method {
    const ALL: [(Self, &'static str, &'static str); 9] = [
        (Self::Get, "get", "GET"),
        (Self::Put, "put", "PUT"),
        (Self::Post, "post", "POST"),
        (Self::Delete, "delete", "DELETE"),
        (Self::Options, "options", "OPTIONS"),
        (Self::Head, "head", "HEAD"),
        (Self::Patch, "patch", "PATCH"),
        (Self::Trace, "trace", "TRACE"),
        (Self::Query, "query", "QUERY"),
    ];

    /// Returns the method of a field of a Path Item Object, if it is one.
    pub fn of_field(field: &str) -> Option<Self> {
        let known = Self::ALL.iter().find(|(_, name, _)| *name == field);
        known.map(|(method, ..)| *method)
    }

    /// Returns the method as written in HTTP, for example `POST`.
    pub fn as_str(self) -> &'static str {
        Self::ALL[self as usize].2
    }
}

impl fmt::Display for Method {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

/// Returns the operations of a Path Item Object with their methods as written in HTTP: those
/// of its fields, and then those of `additionalOperations` (OpenAPI 3.2).
pub fn operations(item: &Node) -> impl Iterator<Item = (&str, &Node)> {
    let fields = Method::ALL.iter();
    let fields = fields.filter_map(|(_, field, method)| Some((*method, item.get(field)?)));
    let others = item.get("additionalOperations").into_iter();
    fields.chain(others.flat_map(Node::members))
}

/// Returns the operation of a Path Item Object with this method, as written in HTTP.
pub fn operation<'n>(item: &'n Node, method: &str) -> Option<&'n Node> {
    let mut operations = operations(item);
    operations.find_map(|(known, node)| (known == method).then_some(node))
}

#[cfg(test)]
mod tests {
    use super::Method;

    #[test]
    fn the_list_has_each_method_at_its_place() {
        for (index, (method, field, name)) in Method::ALL.into_iter().enumerate() {
            assert_eq!(method as usize, index);
            assert_eq!(Method::of_field(field), Some(method));
            assert_eq!(name, field.to_uppercase());
        }
    }
}
