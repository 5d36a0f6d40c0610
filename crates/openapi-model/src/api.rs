//! Paths, operations, parameters, bodies and responses, references resolved.
//!
//! Reading goes on after a fault, so that all of them are reported together;
//! what was faulty is left out of the result, never guessed.

use std::fmt;
use std::str::FromStr;

use crate::fields;
use crate::security::{requirements, schemes};
use crate::{
    Diagnostic, Diagnostics, Document, Location, Node, Schema, SecurityRequirement, SecurityScheme,
};

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
    const FIELDS: [(&'static str, Self); 8] = [
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
    /// The path template, for example `/plants/{id}`.
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

impl<'d> Api<'d> {
    /// Reads all operations; what is wrong goes to `diagnostics`.
    pub fn read(document: &'d Document, diagnostics: &mut Diagnostics) -> Self {
        let root = document.root();
        fields::check(root, diagnostics);
        let info = |field| {
            root.get("info")
                .and_then(|info| info.get(field))
                .and_then(Node::string)
        };
        let security_schemes = schemes(document, diagnostics);
        let mut reader = Reader {
            document,
            diagnostics,
            schemes: &security_schemes,
        };
        let mut operations = Vec::new();
        for (path, item) in reader.members(root, "paths") {
            operations.extend(reader.path_item(path, item));
        }
        Self {
            title: info("title").unwrap_or_default(),
            version: info("version").unwrap_or_default(),
            description: info("summary").or_else(|| info("description")),
            operations,
            security_schemes,
            webhooks: root.get("webhooks"),
        }
    }
}

struct Reader<'d, 'r> {
    document: &'d Document,
    diagnostics: &'r mut Diagnostics,
    schemes: &'r [SecurityScheme<'d>],
}

impl<'d> Reader<'d, '_> {
    /// The members of `node.field`, without extensions; nothing if it is absent.
    fn members(&mut self, node: &'d Node, field: &str) -> Vec<(&'d str, &'d Node)> {
        let Some(value) = node.get(field) else {
            return Vec::new();
        };
        let Some(members) = value.mapping() else {
            self.expected(value, field, "an object");
            return Vec::new();
        };
        let members = members.iter().filter(|(name, _)| !name.starts_with("x-"));
        members.map(|(name, node)| (name.as_str(), node)).collect()
    }

    fn items(&mut self, node: &'d Node, field: &str) -> &'d [Node] {
        let Some(value) = node.get(field) else {
            return &[];
        };
        value.sequence().unwrap_or_else(|| {
            self.expected(value, field, "an array");
            &[]
        })
    }

    fn flag(&mut self, node: &'d Node, field: &str) -> bool {
        let Some(value) = node.get(field) else {
            return false;
        };
        value.boolean().unwrap_or_else(|| {
            self.expected(value, field, "a boolean");
            false
        })
    }

    fn expected(&mut self, node: &Node, field: &str, expected: &str) {
        let message = format!("`{field}` is {expected}, this is {}", node.type_name());
        self.diagnostics
            .push(Diagnostic::error(&node.location, message));
    }

    fn taken<T>(&mut self, result: Result<T, Diagnostic>) -> Option<T> {
        result
            .map_err(|diagnostic| self.diagnostics.push(diagnostic))
            .ok()
    }

    fn path_item(&mut self, path: &'d str, node: &'d Node) -> Vec<Operation<'d>> {
        let Some(item) = self.taken(self.document.resolve(node)) else {
            return Vec::new();
        };
        if !path.starts_with('/') {
            let message = format!("a path begins with `/`, `{path}` does not");
            self.diagnostics
                .push(Diagnostic::error(&node.location, message));
        }
        let shared = self.parameters(item);
        let mut operations = Vec::new();
        for (field, node) in item.mapping().into_iter().flatten() {
            if let Some((_, method)) = Method::FIELDS.iter().find(|(name, _)| name == field) {
                operations.extend(self.operation(path, *method, node, &shared));
            }
        }
        operations
    }

    fn operation(
        &mut self,
        path: &'d str,
        method: Method,
        node: &'d Node,
        shared: &[Parameter<'d>],
    ) -> Option<Operation<'d>> {
        if node.mapping().is_none() {
            self.expected(node, &method.as_str().to_lowercase(), "an object");
            return None;
        }
        let text = |field: &str| node.get(field).and_then(Node::string);
        let mut parameters = self.parameters(node);
        let own: Vec<_> = parameters
            .iter()
            .map(|parameter| (parameter.place, parameter.name))
            .collect();
        // An operation's parameter stands before the path's of the same place and name (§4.8.10).
        let inherited = shared
            .iter()
            .filter(|parameter| !own.contains(&(parameter.place, parameter.name)));
        parameters.extend(inherited.cloned());
        let request_body = node
            .get("requestBody")
            .and_then(|body| self.request_body(body));
        let mut responses = Vec::new();
        for (status, response) in self.members(node, "responses") {
            responses.extend(self.response(status, response));
        }
        let security = match node
            .get("security")
            .or_else(|| self.document.root().get("security"))
        {
            Some(security) => requirements(security, self.schemes, self.diagnostics),
            None => Vec::new(),
        };
        Some(Operation {
            path,
            method,
            id: text("operationId"),
            summary: text("summary"),
            description: text("description"),
            tags: self
                .items(node, "tags")
                .iter()
                .filter_map(Node::string)
                .collect(),
            deprecated: self.flag(node, "deprecated"),
            parameters,
            request_body,
            responses,
            security,
            callbacks: node.get("callbacks"),
            location: &node.location,
        })
    }

    fn parameters(&mut self, node: &'d Node) -> Vec<Parameter<'d>> {
        let items = self.items(node, "parameters");
        items
            .iter()
            .filter_map(|item| self.parameter(item))
            .collect()
    }

    fn parameter(&mut self, node: &'d Node) -> Option<Parameter<'d>> {
        let node = self.taken(self.document.resolve(node))?;
        let text = |field: &str| node.get(field).and_then(Node::string);
        let place = match text("in") {
            Some("path") => ParameterLocation::Path,
            Some("query") => ParameterLocation::Query,
            Some("header") => ParameterLocation::Header,
            Some("cookie") => ParameterLocation::Cookie,
            _ => {
                let message = "a parameter's `in` is path, query, header or cookie";
                self.diagnostics
                    .push(Diagnostic::error(&node.location, message));
                return None;
            }
        };
        let Some(name) = text("name") else {
            self.diagnostics.push(Diagnostic::error(
                &node.location,
                "a parameter has a `name`",
            ));
            return None;
        };
        // These three say nothing as parameters (§4.8.12.2.1).
        if place == ParameterLocation::Header
            && ["accept", "content-type", "authorization"].contains(&name.to_lowercase().as_str())
        {
            return None;
        }
        let required = self.flag(node, "required");
        if place == ParameterLocation::Path && !required {
            let message = format!("the path parameter `{name}` must say `required: true`");
            self.diagnostics
                .push(Diagnostic::error(&node.location, message));
        }
        let content = self.content(node).into_iter().next();
        let schema = match node.get("schema") {
            Some(schema) => self.taken(Schema::new(self.document, schema)),
            None => content.as_ref().and_then(|media_type| media_type.schema),
        };
        Some(Parameter {
            name,
            place,
            required,
            description: text("description"),
            style: text("style"),
            schema,
            content: content.map(|media_type| media_type.name),
            location: &node.location,
        })
    }

    fn request_body(&mut self, node: &'d Node) -> Option<RequestBody<'d>> {
        let node = self.taken(self.document.resolve(node))?;
        Some(RequestBody {
            required: self.flag(node, "required"),
            description: node.get("description").and_then(Node::string),
            content: self.content(node),
            location: &node.location,
        })
    }

    fn response(&mut self, status: &'d str, node: &'d Node) -> Option<Response<'d>> {
        let located = |message| Diagnostic::error(&node.location, message);
        let status = self.taken(status.parse().map_err(located))?;
        let node = self.taken(self.document.resolve(node))?;
        let mut headers = Vec::new();
        for (name, header) in self.members(node, "headers") {
            if name.eq_ignore_ascii_case("content-type") {
                continue;
            }
            let Some(header) = self.taken(self.document.resolve(header)) else {
                continue;
            };
            let schema = header
                .get("schema")
                .map(|schema| Schema::new(self.document, schema));
            headers.push(Header {
                name,
                required: self.flag(header, "required"),
                description: header.get("description").and_then(Node::string),
                schema: schema.and_then(|schema| self.taken(schema)),
                location: &header.location,
            });
        }
        Some(Response {
            status,
            description: node.get("description").and_then(Node::string),
            headers,
            content: self.content(node),
            location: &node.location,
        })
    }

    fn content(&mut self, node: &'d Node) -> Vec<MediaType<'d>> {
        let members = self.members(node, "content");
        let media_types = members.into_iter().map(|(name, node)| {
            let schema = node
                .get("schema")
                .map(|schema| Schema::new(self.document, schema));
            MediaType {
                name,
                schema: schema.and_then(|schema| self.taken(schema)),
                location: &node.location,
            }
        });
        media_types.collect()
    }
}
