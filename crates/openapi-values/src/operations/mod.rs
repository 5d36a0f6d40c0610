//! The operations of a document, with the JSON Pointers of their parts. An operation
//! for which no request can be made is noted, not skipped silently.

mod body;
mod credential;
mod link;
mod parameter;
mod response;
mod security;

pub use body::{Body, Encoding, Form};
pub use link::{Expression, Link, Target};
pub use openapi_document::ParameterLocation;
pub use parameter::Parameter;
pub use response::{Header, Response};
pub use security::{Scheme, SchemeKind, Security};

use openapi_document::{CheckedDocument, Node};

/// An operation.
#[derive(Clone, Debug)]
pub struct Operation {
    /// The method as written in HTTP.
    pub method: String,
    /// The template of the path.
    pub path: String,
    /// The `operationId`.
    pub id: Option<String>,
    /// The pointer of the operation.
    pub pointer: String,
    /// The parameters, those of the path item included.
    pub parameters: Vec<Parameter>,
    /// The request body.
    pub body: Option<Body>,
    /// Responses by status, as written in the document.
    pub responses: Vec<(String, Response)>,
    /// The security requirements.
    pub security: Security,
}

impl Operation {
    /// Returns the name in reports, such as `POST /things`.
    pub fn name(&self) -> String {
        format!("{} {}", self.method, self.path)
    }

    /// Returns whether `name` is the name in reports or the `operationId`.
    pub fn is_named(&self, name: &str) -> bool {
        self.id.as_deref() == Some(name) || self.name() == name
    }

    /// Returns whether the path has variables.
    pub fn has_path_parameters(&self) -> bool {
        self.path.contains('{')
    }

    /// Returns the response for a status: the exact status, its range or the
    /// default.
    pub fn response(&self, status: u16) -> Option<&Response> {
        let range = format!("{}XX", status / 100);
        let keys = [status.to_string(), range, "default".to_owned()];
        keys.iter().find_map(|key| {
            let mut responses = self.responses.iter();
            let found = responses.find(|(status, _)| status.eq_ignore_ascii_case(key));
            found.map(|(_, response)| response)
        })
    }
}

/// The operations of a document.
#[derive(Clone, Debug, Default)]
pub struct Operations {
    /// The operations for which requests can be made.
    pub list: Vec<Operation>,
    /// Operations for which no request is sent, with the reason.
    pub notes: Vec<String>,
    /// All path templates with their methods.
    pub paths: Vec<(String, Vec<String>)>,
}

impl Operations {
    /// Reads the operations of all paths.
    pub fn read(document: &CheckedDocument) -> Self {
        let mut read = Self::default();
        let paths = document.root().get("paths").into_iter();
        for (path, item) in paths.flat_map(Node::members) {
            if !path.starts_with("x-") {
                read.path(document, path, document.resolve(item));
            }
        }
        read
    }

    fn path(&mut self, document: &CheckedDocument, path: &str, item: &Node) {
        let mut operations: Vec<_> = openapi_source::operations(item).collect();
        let methods = operations.iter().map(|(method, _)| (*method).to_owned());
        self.paths.push((path.to_owned(), methods.collect()));
        // What changes nothing is sent first, and what removes last.
        operations.sort_by_key(|(method, _)| match *method {
            "GET" | "HEAD" | "OPTIONS" | "QUERY" => 0,
            "POST" => 1,
            "DELETE" => 3,
            _ => 2,
        });
        for (method, node) in operations {
            let operation = match method {
                // Many proxies block TRACE.
                "CONNECT" | "TRACE" => Err(format!("{method} is for proxies")),
                _ => Operation::read(document, (path, method), (item, node)),
            };
            match operation {
                Ok(operation) => self.list.push(operation),
                Err(reason) => self
                    .notes
                    .push(format!("{method} {path}: nothing is sent, {reason}")),
            }
        }
    }
}

impl Operation {
    fn read(
        document: &CheckedDocument,
        (path, method): (&str, &str),
        (item, node): (&Node, &Node),
    ) -> Result<Self, String> {
        let mut parameters = Parameter::read(document, node)?;
        for shared in Parameter::read(document, item)? {
            let is_same =
                |own: &Parameter| own.name == shared.name && own.location == shared.location;
            if !parameters.iter().any(is_same) {
                parameters.push(shared);
            }
        }
        for name in path
            .split('{')
            .skip(1)
            .filter_map(|rest| rest.split('}').next())
        {
            let is_same =
                |own: &Parameter| own.name == name && own.location == ParameterLocation::Path;
            if !parameters.iter().any(is_same) {
                return Err(format!("because the path's `{{{name}}}` is not declared"));
            }
        }
        let body = node.get("requestBody").map(|body| document.resolve(body));
        Ok(Self {
            method: method.to_owned(),
            path: path.to_owned(),
            id: node.member_text("operationId").map(str::to_owned),
            parameters,
            body: match body.map(|body| (Body::read(document, body), body)) {
                None => None,
                Some((Ok(body), _)) => Some(body),
                Some((Err(_), body)) if !body.flag("required") => None,
                Some((Err(reason), _)) => return Err(reason),
            },
            responses: response::read(document, node),
            security: Security::read(document, node),
            pointer: node.location.pointer.as_str().to_owned(),
        })
    }
}

/// Returns the values of `examples`.
fn named_examples<'n>(
    document: &'n CheckedDocument,
    node: &'n Node,
) -> impl Iterator<Item = &'n Node> {
    let named = node.get("examples").into_iter().flat_map(Node::members);
    named.filter_map(|(_, named)| document.resolve(named).get("value"))
}
