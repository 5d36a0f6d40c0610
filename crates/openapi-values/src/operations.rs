//! The operations of a document in the order in which they are sent. One for which no request
//! can be made is noted, not skipped silently.

use openapi_document::{CheckedDocument, Operation};
use openapi_schema::http::{essence, is_json};

use crate::wire::sent;

/// The operations of a document.
#[derive(Clone, Debug, Default)]
pub struct Operations<'d> {
    /// The operations for which requests can be made.
    pub list: Vec<Operation<'d>>,
    /// Operations for which no request is sent, with the reason.
    pub notes: Vec<String>,
    /// All operations.
    pub declared: Vec<Operation<'d>>,
}

impl<'d> Operations<'d> {
    pub(crate) fn new(document: &'d CheckedDocument) -> Self {
        let mut operations = document.api().operations;
        // What changes nothing is sent first, and what removes last.
        for of_path in operations.chunk_by_mut(|one, other| one.path == other.path) {
            of_path.sort_by_key(|operation| match operation.method.as_str() {
                _ if operation.method.is_safe() => 0,
                "POST" => 1,
                "DELETE" => 3,
                _ => 2,
            });
        }
        let mut read = Self::default();
        for operation in operations {
            read.declared.push(operation.clone());
            match obstacle(&operation) {
                None => read.list.push(operation),
                Some(reason) => {
                    let name = operation.name();
                    read.notes.push(format!("{name}: nothing is sent, {reason}"));
                }
            }
        }
        read
    }

    /// Returns the operations that are declared and not in the list.
    pub fn unsent(&self) -> impl Iterator<Item = &Operation<'d>> {
        let is_sent = |one: &Operation<'_>| {
            self.list.iter().any(|sent| sent.path == one.path && sent.method == one.method)
        };
        self.declared.iter().filter(move |one| !is_sent(one))
    }
}

/// Returns why no request can be made.
fn obstacle(operation: &Operation<'_>) -> Option<String> {
    // Many proxies block TRACE.
    if ["CONNECT", "TRACE"].contains(&operation.method.as_str()) {
        return Some(format!("{} is for proxies", operation.method));
    }
    if operation.upgrades() {
        return Some("because it upgrades the connection".to_owned());
    }
    for parameter in &operation.parameters {
        let is_text = |name| is_json(name) || essence(name).starts_with("text/");
        if let Some(content) = parameter.content.filter(|name| !is_text(name)) {
            let name = parameter.name;
            return Some(format!("because the parameter `{name}` is {content}"));
        }
    }
    if let Some(name) = operation.undeclared_variables().next() {
        return Some(format!("because the path's `{{{name}}}` is not declared"));
    }
    let body = operation.request_body.as_ref().filter(|body| body.required)?;
    let names: Vec<_> = body.content.iter().map(|media_type| media_type.name).collect();
    let none = || format!("because no body is made of {}", names.join(", "));
    sent(body).is_none().then(none)
}
