//! Paths, operations, parameters, bodies and responses of a document, with all
//! references resolved.
//!
//! Plain values with positions. `read.rs` reads them from nodes.

use crate::path_template::variables;
use crate::{
    Diagnostics, Location, Method, Node, ParameterLocation, Schema, SecurityRequirement,
    SecurityScheme, Status,
};

impl Header<'_> {
    /// Returns whether HTTP itself sends a header with this name (RFC 9112 §6 and §9).
    pub fn is_of_connection(name: &str) -> bool {
        ["connection", "content-length", "keep-alive", "transfer-encoding"]
            .contains(&name.to_ascii_lowercase().as_str())
    }
}

/// A Media Type Object of a body.
#[derive(Clone, Debug)]
pub struct MediaType<'d> {
    /// The media type or range, for example `application/json`.
    pub name: &'d str,
    /// The schema, if declared.
    pub schema: Option<Schema<'d>>,
    /// The `encoding` of the fields of a form, if declared.
    pub encoding: Option<&'d Node>,
    /// The values of `example` and `examples`.
    pub examples: Vec<&'d Node>,
    /// The source location.
    pub location: &'d Location,
}

/// A parameter of an operation.
#[derive(Clone, Debug)]
pub struct Parameter<'d> {
    /// The name. The name of a header is compared without case.
    pub name: &'d str,
    /// The location in the request.
    pub place: ParameterLocation,
    /// Whether a request without the parameter is rejected.
    pub required: bool,
    /// The `description`.
    pub description: Option<&'d str>,
    /// The paragraph about the deprecation, with its reason (`x-deprecated-reason`).
    pub deprecation: Option<String>,
    /// The `style`, if declared.
    pub style: Option<&'d str>,
    /// The `explode`, if declared.
    pub explode: Option<bool>,
    /// Whether an empty value is a parameter that is not sent (`allowEmptyValue`).
    pub allows_empty: bool,
    /// Whether reserved characters are sent as they are (`allowReserved`).
    pub allows_reserved: bool,
    /// Whether the HTTP client of a webhook or a callback adds the header, such as a signature
    /// of the bytes that are sent (`x-rust-transport`).
    pub is_of_transport: bool,
    /// The `schema`, or the schema of `content`.
    pub schema: Option<Schema<'d>>,
    /// The media type of a parameter with `content`.
    pub content: Option<&'d str>,
    /// The values of `example` and `examples`, without those of the schema.
    pub examples: Vec<&'d Node>,
    /// The source location.
    pub location: &'d Location,
}

impl<'d> Parameter<'d> {
    /// Returns the `style`, or that which parameters of the location have without one.
    pub fn style(&self) -> &'d str {
        self.style.unwrap_or(match self.place {
            ParameterLocation::Path | ParameterLocation::Header => "simple",
            ParameterLocation::Query | ParameterLocation::Cookie => "form",
        })
    }

    /// Returns whether each item or member has a pair of its own (`explode`).
    pub fn explodes(&self) -> bool {
        self.explode.unwrap_or(self.style() == "form")
    }
}

/// The body of a request.
#[derive(Clone, Debug)]
pub struct RequestBody<'d> {
    /// Whether a request without a body is rejected.
    pub required: bool,
    /// The `description`.
    pub description: Option<&'d str>,
    /// The media types of the body.
    pub content: Vec<MediaType<'d>>,
    /// The source location.
    pub location: &'d Location,
}

/// A header of a response.
#[derive(Clone, Debug)]
pub struct Header<'d> {
    /// The field name.
    pub name: &'d str,
    /// Whether the header is always sent.
    pub required: bool,
    /// The `description`.
    pub description: Option<&'d str>,
    /// The schema of the header's value, unless it has `content`.
    pub schema: Option<Schema<'d>>,
    /// The media type of a header with `content`, whose value is a text of this type.
    pub content: Option<MediaType<'d>>,
    /// Whether the members of an object are written as `name=value`.
    pub explode: bool,
    /// The source location.
    pub location: &'d Location,
}

/// A response of an operation.
#[derive(Clone, Debug)]
pub struct Response<'d> {
    /// The statuses that this response covers.
    pub status: Status,
    /// The `description`.
    pub description: Option<&'d str>,
    /// The headers, without `Content-Type`, which the Specification ignores here
    /// (§4.8.17).
    pub headers: Vec<Header<'d>>,
    /// The media types of the body; empty for a response without a body.
    pub content: Vec<MediaType<'d>>,
    /// The Link Objects, by name.
    pub links: Vec<(&'d str, &'d Node)>,
    /// The source location.
    pub location: &'d Location,
}

/// An operation.
#[derive(Clone, Debug)]
pub struct Operation<'d> {
    /// The path template, for example `/trees/{id}`.
    pub path: &'d str,
    /// The method.
    pub method: Method,
    /// The `operationId`, if declared.
    pub id: Option<&'d str>,
    /// The `summary`.
    pub summary: Option<&'d str>,
    /// The `description`.
    pub description: Option<&'d str>,
    /// The tags.
    pub tags: Vec<&'d str>,
    /// Whether the operation is deprecated.
    pub deprecated: bool,
    /// The paragraph about the deprecation, with its reason (`x-deprecated-reason`).
    pub deprecation: Option<String>,
    /// The operation's own parameters and the parameters of its path item.
    pub parameters: Vec<Parameter<'d>>,
    /// The request body.
    pub request_body: Option<RequestBody<'d>>,
    /// The declared responses.
    pub responses: Vec<Response<'d>>,
    /// Whether the document declares any response, also one with an error.
    pub declares_responses: bool,
    /// The alternative security requirements; empty when no credential is required.
    pub security: Vec<SecurityRequirement<'d>>,
    /// The source location of `security`, or of the operation without it.
    pub security_location: &'d Location,
    /// The `callbacks`, if declared.
    pub callbacks: Option<&'d Node>,
    /// Whether dropshot calls it a WebSocket (`x-dropshot-websocket`).
    pub is_websocket: bool,
    /// The source location.
    pub location: &'d Location,
}

impl<'d> Operation<'d> {
    /// Returns the name in messages, such as `POST /trees`.
    pub fn name(&self) -> String {
        format!("{} {}", self.method, self.path)
    }

    /// Returns whether no requirement is empty, which would allow requests without a credential.
    pub fn needs_credential(&self) -> bool {
        !self.security.is_empty() && self.security.iter().all(|one| !one.schemes.is_empty())
    }

    /// Returns the schemas of the bodies and headers of the responses; `None` for one without a
    /// schema.
    pub fn response_schemas(&self) -> impl Iterator<Item = Option<Schema<'d>>> {
        self.responses.iter().flat_map(|response| {
            let content = response.content.iter().map(|one| one.schema);
            content.chain(response.headers.iter().map(|header| header.schema))
        })
    }

    /// Returns whether the connection becomes one of another protocol.
    pub fn upgrades(&self) -> bool {
        let mut statuses = self.responses.iter().map(|response| response.status);
        self.is_websocket || statuses.any(|status| status == Status::Code(101))
    }

    /// Returns the variables of the path that no parameter declares.
    pub fn undeclared_variables(&self) -> impl Iterator<Item = &'d str> {
        let is_declared = |name: &str| {
            let mut parameters = self.parameters.iter();
            parameters.any(|one| one.name == name && one.place == ParameterLocation::Path)
        };
        variables(self.path).into_iter().filter(move |name| !is_declared(name))
    }

    /// Returns the response with a status: that of the exact status, of its class, or the
    /// default.
    pub fn response(&self, status: u16) -> Option<&Response<'d>> {
        let with = |key| self.responses.iter().find(|one| one.status == key);
        Status::covering(status).into_iter().find_map(with)
    }
}

/// The callback that an operation belongs to (§4.8.18).
#[derive(Clone, Debug)]
pub struct Callback<'d> {
    /// The operation with the callback: its `operationId`, or its method and path.
    pub caller: String,
    /// The runtime expression of the URL.
    pub expression: &'d str,
}

/// An operation of a webhook or a callback, which the service sends.
#[derive(Clone, Debug)]
pub struct OutgoingOperation<'d> {
    /// The name of the webhook or the callback.
    pub name: &'d str,
    /// The callback; `None` for a webhook.
    pub callback: Option<Callback<'d>>,
    /// The operation with its warnings, or its errors.
    pub operation: Result<(Operation<'d>, Diagnostics), Diagnostics>,
    /// The source location of the Path Item Object.
    pub location: &'d Location,
}

/// The operations and security schemes of a document.
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
    /// The operations of webhooks and of callbacks.
    pub outgoing: Vec<OutgoingOperation<'d>>,
    /// The `webhooks`.
    pub webhooks: Option<&'d Node>,
}
