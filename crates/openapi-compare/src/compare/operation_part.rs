//! The parts of an operation: their names in messages, and the line on the wire
//! that shows a difference. Such a line is always one that a caller or a server
//! could write.

use crate::rule::Rule;
use std::fmt;

/// A part of an operation, or the whole document.
#[derive(Clone, Debug)]
pub(super) enum OperationPart {
    /// The document: everything that all operations share.
    Document,
    /// The operation itself.
    Operation,
    Parameter {
        location: String,
        name: String,
    },
    RequestBody {
        media_type: Option<String>,
    },
    Response {
        status: String,
        media_type: Option<String>,
    },
    Header {
        status: String,
        name: String,
    },
}

impl OperationPart {
    /// Returns the same body with this media type.
    pub(super) fn of_type(&self, name: &str) -> OperationPart {
        let media_type = Some(name.to_owned());
        match self.clone() {
            OperationPart::RequestBody { .. } => OperationPart::RequestBody { media_type },
            OperationPart::Response { status, .. } => {
                OperationPart::Response { status, media_type }
            }
            other => other,
        }
    }

    /// Returns the part with its operation, as `POST /things, request body`.
    pub(super) fn within(&self, (method, path): &(String, String)) -> String {
        match self {
            OperationPart::Document => "the document".to_owned(),
            OperationPart::Operation => format!("{method} {path}"),
            part => format!("{method} {path}, {part}"),
        }
    }

    /// Returns the line of a request or a response that shows a finding of `rule`;
    /// `None` if nothing on the wire does.
    pub(super) fn shown_by(&self, (method, path): &(String, String), rule: Rule) -> Option<String> {
        let line = format!("{method} {path} HTTP/1.1");
        match (self, rule) {
            (
                _,
                Rule::OperationIdDifferent
                | Rule::OperationDeprecationDifferent
                | Rule::ParameterDeprecationDifferent
                | Rule::SchemaAnnotationDifferent
                | Rule::DiscriminatorDifferent
                | Rule::SunsetDifferent
                | Rule::TagsDifferent
                | Rule::TextDifferent,
            )
            | (OperationPart::Document, _) => None,
            (OperationPart::Operation, Rule::SecurityDifferent | Rule::SecurityNotShown) => {
                Some("Authorization:".to_owned())
            }
            (OperationPart::Operation, _) => Some(line),
            (OperationPart::Parameter { location, name }, _) => Some(match location.as_str() {
                "query" => format!("{method} {path}?{name}= HTTP/1.1"),
                "header" => format!("{name}:"),
                "cookie" => format!("Cookie: {name}="),
                _ => line,
            }),
            (OperationPart::RequestBody { media_type: Some(name) }, _)
            | (OperationPart::Response { media_type: Some(name), .. }, _) => {
                (!name.contains('*')).then(|| format!("Content-Type: {name}"))
            }
            (OperationPart::RequestBody { .. }, _) => Some("Content-Length: 0".to_owned()),
            (OperationPart::Response { status, .. }, _) => Some(format!("HTTP/1.1 {status}")),
            (OperationPart::Header { name, .. }, _) => Some(format!("{name}:")),
        }
    }
}

impl fmt::Display for OperationPart {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let media_type = match self {
            OperationPart::Document => return formatter.write_str("document"),
            OperationPart::Operation => return formatter.write_str("operation"),
            OperationPart::Parameter { location, name } => {
                return write!(formatter, "{location} parameter `{name}`");
            }
            OperationPart::Header { status, name } => {
                return write!(formatter, "response {status}, header `{name}`");
            }
            OperationPart::RequestBody { media_type } => {
                formatter.write_str("request body")?;
                media_type
            }
            OperationPart::Response { status, media_type } => {
                write!(formatter, "response {status}")?;
                media_type
            }
        };
        match media_type {
            Some(name) => write!(formatter, " ({name})"),
            None => Ok(()),
        }
    }
}
