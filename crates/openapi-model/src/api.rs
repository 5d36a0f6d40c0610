//! Paths, operations, parameters, bodies and responses, references resolved.
//!
//! Plain values with positions; how they are read from nodes is `read`'s part.

use std::fmt;
use std::str::FromStr;

use crate::{Location, Node, Schema, SecurityRequirement, SecurityScheme};

/// The methods that a Path Item Object has fields for (§4.8.9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum Method {
    Get,
    Put,
    Post,
    Delete,
    Options,
    Head,
    Patch,
    Trace,
}

impl Method {
    pub(crate) const FIELDS: [(&'static str, Self); 8] = [
        ("get", Self::Get),
        ("put", Self::Put),
        ("post", Self::Post),
        ("delete", Self::Delete),
        ("options", Self::Options),
        ("head", Self::Head),
        ("patch", Self::Patch),
        ("trace", Self::Trace),
    ];

    /// The name as HTTP writes it, for example `POST`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Put => "PUT",
            Self::Post => "POST",
            Self::Delete => "DELETE",
            Self::Options => "OPTIONS",
            Self::Head => "HEAD",
            Self::Patch => "PATCH",
            Self::Trace => "TRACE",
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

/// Where a parameter is sent (§4.8.12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum ParameterLocation {
    Path,
    Query,
    Header,
    Cookie,
}

impl fmt::Display for ParameterLocation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Path => "path",
            Self::Query => "query",
            Self::Header => "header",
            Self::Cookie => "cookie",
        })
    }
}

/// The first digit of a status range such as `5XX`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StatusClass(u16);

impl StatusClass {
    /// 1 to 5.
    pub fn digit(self) -> u16 {
        self.0
    }
}

/// A key of a Responses Object (§4.8.16).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Status {
    /// One status, 100 to 599.
    Code(u16),
    /// All statuses of a class that have no key of their own.
    Class(StatusClass),
    /// All statuses that no other key covers.
    Default,
}

impl Status {
    /// The class of the status, unless this is `default`.
    pub fn class(self) -> Option<u16> {
        match self {
            Self::Code(code) => Some(code / 100),
            Self::Class(class) => Some(class.0),
            Self::Default => None,
        }
    }
}

impl FromStr for Status {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let invalid =
            || format!("`{text}` is not a status from 100 to 599, `1XX` to `5XX`, or `default`");
        match text.as_bytes() {
            b"default" => Ok(Self::Default),
            [digit @ b'1'..=b'5', b'X', b'X'] => {
                Ok(Self::Class(StatusClass(u16::from(digit - b'0'))))
            }
            [b'1'..=b'5', _, _] => text.parse().map(Self::Code).map_err(|_| invalid()),
            _ => Err(invalid()),
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Code(code) => write!(formatter, "{code}"),
            Self::Class(class) => write!(formatter, "{}XX", class.0),
            Self::Default => formatter.write_str("default"),
        }
    }
}

/// What a media type of a body holds.
#[derive(Clone, Debug)]
pub struct MediaType<'d> {
    /// The media type or range, for example `application/json`.
    pub name: &'d str,
    /// The schema, if it has one.
    pub schema: Option<Schema<'d>>,
    /// Where it stands.
    pub location: &'d Location,
}

/// A parameter of an operation.
#[derive(Clone, Debug)]
pub struct Parameter<'d> {
    /// Its name; a header's is compared without case.
    pub name: &'d str,
    /// Where it is sent.
    pub place: ParameterLocation,
    /// Whether a request without it is refused.
    pub required: bool,
    /// What it is for.
    pub description: Option<&'d str>,
    /// `style`, where one is given.
    pub style: Option<&'d str>,
    /// `schema`, or that of `content`.
    pub schema: Option<Schema<'d>>,
    /// The media type, for a parameter with `content`.
    pub content: Option<&'d str>,
    /// Where it stands.
    pub location: &'d Location,
}

/// The body of a request.
#[derive(Clone, Debug)]
pub struct RequestBody<'d> {
    /// Whether a request without a body is refused.
    pub required: bool,
    /// What it is for.
    pub description: Option<&'d str>,
    /// Its forms.
    pub content: Vec<MediaType<'d>>,
    /// Where it stands.
    pub location: &'d Location,
}

/// A header of a response.
#[derive(Clone, Debug)]
pub struct Header<'d> {
    /// The field's name.
    pub name: &'d str,
    /// Whether it is always sent.
    pub required: bool,
    /// What it is for.
    pub description: Option<&'d str>,
    /// The schema of its value.
    pub schema: Option<Schema<'d>>,
    /// Where it stands.
    pub location: &'d Location,
}

/// A response that an operation declares.
#[derive(Clone, Debug)]
pub struct Response<'d> {
    /// The statuses it stands for.
    pub status: Status,
    /// What it means.
    pub description: Option<&'d str>,
    /// Its headers, without `Content-Type`, which says nothing here (§4.8.17).
    pub headers: Vec<Header<'d>>,
    /// The forms of its body; none for a response without one.
    pub content: Vec<MediaType<'d>>,
    /// Where it stands.
    pub location: &'d Location,
}

/// An operation.
#[derive(Clone, Debug)]
pub struct Operation<'d> {
    /// The path template, for example `/trees/{id}`.
    pub path: &'d str,
    /// The method.
    pub method: Method,
    /// `operationId`, if it has one.
    pub id: Option<&'d str>,
    /// A short name.
    pub summary: Option<&'d str>,
    /// What it does.
    pub description: Option<&'d str>,
    /// Its tags.
    pub tags: Vec<&'d str>,
    /// Whether it should no longer be used.
    pub deprecated: bool,
    /// Its own parameters and those of its path.
    pub parameters: Vec<Parameter<'d>>,
    /// The body of its requests.
    pub request_body: Option<RequestBody<'d>>,
    /// The responses it declares.
    pub responses: Vec<Response<'d>>,
    /// The alternatives of credentials; empty when none is asked for.
    pub security: Vec<SecurityRequirement<'d>>,
    /// Whether it has `callbacks`.
    pub callbacks: Option<&'d Node>,
    /// Where it stands.
    pub location: &'d Location,
}

/// What a document offers.
#[derive(Clone, Debug)]
pub struct Api<'d> {
    /// `info.title`
    pub title: &'d str,
    /// `info.version`
    pub version: &'d str,
    /// `info.summary` or `info.description`
    pub description: Option<&'d str>,
    /// All operations, in the order of the document.
    pub operations: Vec<Operation<'d>>,
    /// All security schemes.
    pub security_schemes: Vec<SecurityScheme<'d>>,
    /// `webhooks`, which a server calls instead of serving.
    pub webhooks: Option<&'d Node>,
}
