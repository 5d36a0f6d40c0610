//! Reads the operations of a document from its nodes.
//!
//! Reading continues after an error, so that all errors are reported together. A
//! faulty element is omitted from the result, except a response whose status is plainly meant,
//! such as `4xx`.

use std::collections::HashSet;

use openapi_schema::http::{Syntax, essence};

use crate::fields;
use crate::parameter_location::parameter_location;
use crate::path_template::check_path;
use crate::security::{requirements, schemes};
use crate::{
    Api, Diagnostic, Diagnostics, Document, Fix, Header, MediaType, Method, Node, Operation,
    Parameter, ParameterLocation, RequestBody, Response, Schema, SecurityScheme, Status,
    deprecation, other_dialect,
};

impl<'d> Api<'d> {
    /// Reads all operations. Errors and warnings go to `diagnostics`.
    pub fn read(document: &'d Document, diagnostics: &mut Diagnostics) -> Self {
        let root = document.root();
        fields::check(root, diagnostics);
        diagnostics.extend(root.get("jsonSchemaDialect").and_then(other_dialect));
        let warnings = document.warnings.clone().into_iter();
        diagnostics.extend(warnings.filter(|warning| {
            // A part of a document has the warnings of its own nodes. The node of a keyword that
            // was left out is gone, but not its schema.
            let pointer = &warning.location.pointer;
            let parent = pointer.parent();
            let mut places = [Some(pointer), parent.as_ref()].into_iter().flatten();
            places.any(|place| document.find(place).is_some())
        }));
        let info = |field| root.get("info").and_then(|info| info.get(field)).and_then(Node::string);
        let security_schemes = schemes(document, diagnostics);
        let mut reader = Reader { document, diagnostics, schemes: &security_schemes };
        let mut operations = Vec::new();
        let paths = reader.members(root, "paths").into_iter();
        for (path, item) in paths.filter(|(path, _)| !is_extension(path)) {
            operations.extend(reader.path_item(path, item));
        }
        reader.check_ids(&operations);
        let outgoing = reader.outgoing(&operations);
        Self {
            title: info("title").unwrap_or_default(),
            version: info("version").unwrap_or_default(),
            // The first paragraph of the generated documentation.
            description: info("summary").or_else(|| info("description")),
            operations,
            security_schemes,
            outgoing,
            webhooks: root.get("webhooks"),
        }
    }
}

pub(crate) struct Reader<'d, 'r> {
    pub(crate) document: &'d Document,
    pub(crate) diagnostics: &'r mut Diagnostics,
    schemes: &'r [SecurityScheme<'d>],
}

/// Returns whether a name is one of an extension. Paths and responses can have some; other maps
/// such as those of headers can't (§4.9), but documents also have some in `content`.
fn is_extension(name: &str) -> bool {
    name.starts_with("x-")
}

/// Returns what no two parameters of an operation have in common: the location and the name,
/// which has no case in a header.
fn identity(parameter: &Parameter<'_>) -> (ParameterLocation, String) {
    let Parameter { place, name, .. } = *parameter;
    let is_header = place == ParameterLocation::Header;
    (place, if is_header { name.to_lowercase() } else { name.to_owned() })
}

impl<'d> Reader<'d, '_> {
    /// Returns the members of `node.field`; empty if the field is absent.
    pub(crate) fn members(&mut self, node: &'d Node, field: &str) -> Vec<(&'d str, &'d Node)> {
        let members = self.typed(node, field, "an object", Node::mapping);
        members.into_iter().flatten().map(|(name, node)| (name.as_str(), node)).collect()
    }

    fn items(&mut self, node: &'d Node, field: &str) -> &'d [Node] {
        self.typed(node, field, "an array", Node::sequence).unwrap_or_default()
    }

    fn flag(&mut self, node: &'d Node, field: &str) -> bool {
        self.typed(node, field, "a boolean", Node::boolean).unwrap_or_default()
    }

    fn typed<T>(
        &mut self,
        node: &'d Node,
        field: &str,
        expected: &str,
        read: impl FnOnce(&'d Node) -> Option<T>,
    ) -> Option<T> {
        let value = node.get(field)?;
        let typed = read(value);
        if typed.is_none() {
            self.expected(value, field, expected);
        }
        typed
    }

    fn expected(&mut self, node: &Node, field: &str, expected: &str) {
        let what = format!("`{field}`");
        self.diagnostics.push(Diagnostic::unexpected(node, &what, expected));
    }

    pub(crate) fn report<T>(&mut self, result: Result<T, Diagnostic>) -> Option<T> {
        self.diagnostics.report(result)
    }

    fn path_item(&mut self, path: &'d str, node: &'d Node) -> Vec<Operation<'d>> {
        let Some(item) = self.report(self.document.resolve(node)) else {
            return Vec::new();
        };
        self.diagnostics.extend(check_path(path, node));
        let inherited = self.parameters(item);
        let mut operations: Vec<Operation<'d>> = Vec::new();
        for (method, node) in openapi_source::operations(item) {
            if self.document.serves(path, &method) {
                operations.extend(self.operation(path, method, node, &inherited));
            }
        }
        for operation in &operations {
            self.check_variables(operation);
        }
        operations
    }

    pub(crate) fn operation(
        &mut self,
        path: &'d str,
        method: Method,
        node: &'d Node,
        inherited: &[Parameter<'d>],
    ) -> Option<Operation<'d>> {
        if node.mapping().is_none() {
            self.expected(node, &method.as_str().to_lowercase(), "an object");
            return None;
        }
        let mut parameters = self.parameters(node);
        let own: HashSet<_> = parameters.iter().map(identity).collect();
        // A parameter of the operation overrides the path's of the same location
        // and name (§4.8.10).
        let inherited = inherited.iter().filter(|parameter| !own.contains(&identity(parameter)));
        parameters.extend(inherited.cloned());
        let request_body = node.get("requestBody").and_then(|body| self.request_body(body));
        let mut responses = self.members(node, "responses");
        responses.retain(|(status, _)| !is_extension(status));
        // Malformed `responses` are reported as such.
        let is_malformed = |field: &Node| field.mapping().is_none();
        let declares_responses =
            !responses.is_empty() || node.get("responses").is_some_and(is_malformed);
        let responses = responses
            .into_iter()
            .filter_map(|(status, response)| self.response(&method, status, response))
            .collect();
        let security = node.get("security").or_else(|| self.document.root().get("security"));
        let security_location = &security.unwrap_or(node).location;
        let security = match security {
            Some(security) => requirements(security, self.schemes, self.diagnostics),
            None => Vec::new(),
        };
        Some(Operation {
            path,
            method,
            id: node.member_text("operationId"),
            summary: node.member_text("summary"),
            description: node.member_text("description"),
            tags: self.items(node, "tags").iter().filter_map(Node::string).collect(),
            deprecated: self.flag(node, "deprecated"),
            deprecation: deprecation(node),
            parameters,
            request_body,
            responses,
            declares_responses,
            security,
            security_location,
            callbacks: node.get("callbacks"),
            is_websocket: node.get("x-dropshot-websocket").is_some(),
            location: &node.location,
        })
    }

    pub(crate) fn parameters(&mut self, node: &'d Node) -> Vec<Parameter<'d>> {
        let mut known = HashSet::new();
        let mut parameters = Vec::new();
        for item in self.items(node, "parameters") {
            let Some(parameter) = self.parameter(item) else { continue };
            if known.insert(identity(&parameter)) {
                parameters.push(parameter);
                continue;
            }
            let Parameter { place, name, .. } = parameter;
            self.declared_twice(item, &format!("the {place} parameter `{name}`"));
        }
        parameters
    }

    fn declared_twice(&mut self, node: &Node, what: &str) {
        let error = Diagnostic::error(&node.location, format!("{what} is declared twice"));
        self.diagnostics.push(error.help("remove or rename one"));
    }

    fn parameter(&mut self, node: &'d Node) -> Option<Parameter<'d>> {
        let node = self.report(self.document.resolve(node))?;
        let what = "a Parameter Object";
        if node.mapping().is_none() {
            self.diagnostics.push(Diagnostic::unexpected(node, what, "an object"));
            return None;
        }
        let field = |field| node.get(field).ok_or_else(|| Diagnostic::missing(node, what, field));
        let place = self.report(field("in").and_then(parameter_location))?;
        self.report(field("name"))?;
        let name = self.typed(node, "name", "a string", Node::string)?;
        // The Specification ignores these three as parameters (§4.8.12.2.1).
        if place == ParameterLocation::Header
            && ["accept", "content-type", "authorization"].contains(&name.to_lowercase().as_str())
        {
            return None;
        }
        let required = self.flag(node, "required");
        let is_in_path = place == ParameterLocation::Path;
        if is_in_path && !required {
            let message = format!("the path parameter `{name}` is not `required: true`");
            self.diagnostics.push(
                Diagnostic::error(&node.location, message)
                    .reason("a path without the value is another path")
                    .help("add `required: true`")
                    .fix(Fix::OptionalPathParameter),
            );
        }
        let (schema, content) = self.schema_or_content(node);
        Some(Parameter {
            name,
            place,
            required: required || is_in_path,
            description: node.member_text("description"),
            deprecation: deprecation(node),
            style: node.member_text("style"),
            explode: node.get("explode").map(|_| self.flag(node, "explode")),
            allows_empty: place == ParameterLocation::Query && self.flag(node, "allowEmptyValue"),
            allows_reserved: place == ParameterLocation::Query && self.flag(node, "allowReserved"),
            is_of_transport: place == ParameterLocation::Header
                && self.flag(node, "x-rust-transport"),
            schema: schema.or(content.as_ref().and_then(|media_type| media_type.schema)),
            content: content.map(|media_type| media_type.name),
            examples: self.document.examples(node).map(|(_, value)| value).collect(),
            location: &node.location,
        })
    }

    fn request_body(&mut self, node: &'d Node) -> Option<RequestBody<'d>> {
        let node = self.report(self.document.resolve(node))?;
        let content = self.content(node);
        if content.is_empty() && node.get("content").and_then(Node::mapping).is_some() {
            let message = "a body without a media type, which no request can have";
            let warning = Diagnostic::warning(&node.location, message);
            let warning = warning.reason("the operation has no body");
            self.diagnostics.push(warning.help("declare the media type"));
            return None;
        }
        Some(RequestBody {
            required: self.flag(node, "required"),
            description: node.member_text("description"),
            content,
            location: &node.location,
        })
    }

    fn response(&mut self, of: &Method, status: &'d str, node: &'d Node) -> Option<Response<'d>> {
        let located = |message| {
            let help = fields::did_you_mean(status, ["default"].into_iter());
            Diagnostic { help, ..Diagnostic::error(&node.location.of_name(), message) }
                .reason("HTTP has no other status (RFC 9110 §15)")
        };
        let known = self.report(status.parse().map_err(located));
        // A check goes on in spite of errors, and takes `4xx` for what it is meant to be.
        let status: Status = known.or_else(|| status.to_ascii_uppercase().parse().ok())?;
        let node = self.report(self.document.resolve(node))?;
        let content = self.content(node);
        // The handler sets Content-Length only for HEAD, 304, and bodies that certainly are bytes.
        let is_bytes = |one: &MediaType<'_>| {
            let is_binary = |schema: Schema<'_>| schema.text("format") == Some("binary");
            match Syntax::of(one.name) {
                Syntax::Bytes => !one.name.contains('*') || one.schema.is_none_or(is_binary),
                Syntax::Text if essence(one.name).starts_with("text/") => {
                    one.schema.is_some_and(is_binary)
                }
                _ => false,
            }
        };
        let has_length = *of == "HEAD"
            || status == Status::Code(304)
            || (!content.is_empty() && content.iter().all(is_bytes));
        let mut known = HashSet::new();
        let mut headers = Vec::new();
        for (name, header) in self.members(node, "headers") {
            if name.eq_ignore_ascii_case("content-type") {
                continue;
            }
            if !known.insert(name.to_lowercase()) {
                self.declared_twice(header, &format!("the header `{name}`"));
                continue;
            }
            let is_length = || name.eq_ignore_ascii_case("content-length");
            if Header::is_of_connection(name) && !(has_length && is_length()) {
                let message = format!("the header `{name}` is left out");
                let warning = Diagnostic::warning(&header.location, message);
                self.diagnostics.push(warning.reason("HTTP itself sends it (RFC 9112 §6)"));
                continue;
            }
            let Some(header) = self.report(self.document.resolve(header)) else {
                continue;
            };
            let (schema, content) = self.schema_or_content(header);
            headers.push(Header {
                name,
                required: self.flag(header, "required"),
                description: header.member_text("description"),
                schema,
                content,
                explode: self.flag(header, "explode"),
                location: &header.location,
            });
        }
        let links = node.get("links").into_iter().flat_map(Node::members);
        let links = links.filter_map(|(name, one)| Some((name, self.document.resolve(one).ok()?)));
        Some(Response {
            status,
            description: node.member_text("description"),
            headers,
            content,
            links: links.collect(),
            location: &node.location,
        })
    }

    fn schema(&mut self, node: &'d Node) -> Option<Schema<'d>> {
        self.report(Schema::new(self.document, node.get("schema")?))
    }

    /// Reads the value of a parameter or a header, which has a schema or one media type (§4.8.12).
    fn schema_or_content(&mut self, node: &'d Node) -> (Option<Schema<'d>>, Option<MediaType<'d>>) {
        let content = self.content(node);
        if content.len() + usize::from(node.get("schema").is_some()) > 1 {
            let message = "the value has more than one `schema` or media type";
            self.diagnostics.push(Diagnostic::error(&node.location, message).help("keep one"));
        }
        (self.schema(node), content.into_iter().next())
    }

    fn content(&mut self, node: &'d Node) -> Vec<MediaType<'d>> {
        let members = self.members(node, "content");
        let is_media_type = |name: &str| name.contains('/') || !is_extension(name);
        let members = members.into_iter().filter(|(name, _)| is_media_type(name));
        let media_types = members.map(|(name, node)| {
            if !name.contains('/') && name != "$ref" {
                let message = format!("`{name}` is no media type, such as `application/json`");
                let error = Diagnostic::error(&node.location.of_name(), message);
                self.diagnostics.push(error.help("write a media type in its place, or above it"));
            }
            MediaType {
                name,
                schema: self.schema(node),
                encoding: node.get("encoding"),
                examples: self.document.examples(node).map(|(_, value)| value).collect(),
                location: &node.location,
            }
        });
        media_types.collect()
    }
}
