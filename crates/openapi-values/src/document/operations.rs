//! The operations of a document, with the JSON Pointers of their parts. An operation
//! for which no request can be made is noted, not skipped silently.

use openapi_validation::http::{essence, is_json};
use serde_json::Value;

use super::body::Body;
use super::security::Security;
use super::{Document, token};

/// The methods that are sent. TRACE is for proxies, and many of them block it.
const METHODS: [&str; 7] = ["get", "head", "options", "post", "put", "patch", "delete"];

/// Header parameters that OpenAPI ignores (§4.8.12.2.1).
const RESERVED: [&str; 3] = ["accept", "content-type", "authorization"];

/// The location of a parameter (`in`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterLocation {
    /// A variable of the path.
    Path,
    /// A pair of the query.
    Query,
    /// A header field.
    Header,
    /// A pair of the header `Cookie`.
    Cookie,
}

/// A parameter.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// The name, case-insensitive for headers.
    pub name: String,
    /// The location.
    pub location: ParameterLocation,
    /// Whether each request has the parameter.
    pub required: bool,
    /// How an array or object is serialized (`style`).
    pub style: String,
    /// Whether each item or member has a pair of its own (`explode`).
    pub explode: bool,
    /// Whether the value is a JSON text (`content`).
    pub is_json: bool,
    /// The pointer of the schema.
    pub schema: String,
    /// The pointer of the parameter.
    pub pointer: String,
    /// Examples and defaults in the document, as JSON texts.
    pub examples: Vec<String>,
}

/// A response.
#[derive(Clone, Debug)]
pub struct Response {
    /// The pointer of the response.
    pub pointer: String,
    /// Media types with the pointers of their schemas.
    pub content: Vec<(String, Option<String>)>,
    /// The declared header fields.
    pub headers: Vec<Header>,
}

/// A header field of a response.
#[derive(Clone, Debug)]
pub struct Header {
    /// The name, case-insensitive.
    pub name: String,
    /// Whether each response has the field.
    pub required: bool,
    /// The pointer of the schema.
    pub schema: Option<String>,
    /// The pointer of the field.
    pub pointer: String,
}

/// An operation.
#[derive(Clone, Debug)]
pub struct Operation {
    /// The method in capitals.
    pub method: String,
    /// The template of the path.
    pub path: String,
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
pub struct Contract {
    /// The operations for which requests can be made.
    pub operations: Vec<Operation>,
    /// Operations for which no request is sent, with the reason.
    pub notes: Vec<String>,
    /// All path templates with their methods.
    pub paths: Vec<(String, Vec<String>)>,
}

impl Contract {
    /// Reads the operations of all paths.
    pub fn read(document: &Document) -> Self {
        let reader = Reader { document };
        let mut contract = Self {
            operations: Vec::new(),
            notes: Vec::new(),
            paths: Vec::new(),
        };
        for (path, item) in members(document.root().get("paths")) {
            if path.starts_with("x-") {
                continue;
            }
            let (at, item) = document.followed(format!("/paths/{}", token(path)), item);
            let methods = members(Some(item)).map(|(name, _)| name.to_uppercase());
            contract.paths.push((path.clone(), methods.collect()));
            for method in METHODS {
                let Some(node) = item.get(method) else {
                    continue;
                };
                let pointer = format!("{at}/{method}");
                let name = format!("{} {path}", method.to_uppercase());
                match reader.operation((path, method), (&at, item), (pointer, node)) {
                    Ok(operation) => contract.operations.push(operation),
                    Err(reason) => contract
                        .notes
                        .push(format!("{name}: nothing is sent, {reason}")),
                }
            }
            if item.get("trace").is_some() {
                contract.notes.push(format!(
                    "TRACE {path}: nothing is sent, TRACE is for proxies"
                ));
            }
        }
        contract
    }
}

struct Reader<'d> {
    document: &'d Document,
}

impl Reader<'_> {
    fn operation(
        &self,
        (path, method): (&str, &str),
        (at, item): (&str, &Value),
        (pointer, node): (String, &Value),
    ) -> Result<Operation, String> {
        let mut parameters = self.parameters(&pointer, node)?;
        for shared in self.parameters(at, item)? {
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
        Ok(Operation {
            method: method.to_uppercase(),
            path: path.to_owned(),
            parameters,
            body: self.body(&pointer, node)?,
            responses: self.responses(&pointer, node),
            security: Security::read(self.document, &pointer, node),
            pointer,
        })
    }

    fn parameters(&self, pointer: &str, holder: &Value) -> Result<Vec<Parameter>, String> {
        let list = holder.get("parameters").and_then(Value::as_array);
        let mut parameters = Vec::new();
        for (index, node) in list.into_iter().flatten().enumerate() {
            let at = format!("{pointer}/parameters/{index}");
            let (pointer, node) = self.document.followed(at, node);
            let text = |name: &str| node.get(name).and_then(Value::as_str);
            let name = text("name").unwrap_or_default().to_owned();
            let (location, style) = match text("in") {
                Some("path") => (ParameterLocation::Path, "simple"),
                Some("query") => (ParameterLocation::Query, "form"),
                Some("header") => (ParameterLocation::Header, "simple"),
                Some("cookie") => (ParameterLocation::Cookie, "form"),
                _ => return Err(format!("because the parameter `{name}` is nowhere")),
            };
            if location == ParameterLocation::Header
                && RESERVED.contains(&&*name.to_ascii_lowercase())
            {
                continue;
            }
            let flag = |name: &str| node.get(name).and_then(Value::as_bool);
            let style = text("style").unwrap_or(style).to_owned();
            let content = members(node.get("content")).next();
            let schema = match content {
                Some((media_type, _))
                    if is_json(media_type) || essence(media_type).starts_with("text/") =>
                {
                    format!("{pointer}/content/{}/schema", token(media_type))
                }
                Some((media_type, _)) => {
                    return Err(format!("because the parameter `{name}` is {media_type}"));
                }
                None => format!("{pointer}/schema"),
            };
            let own = node
                .get("schema")
                .map(|own| self.document.followed(String::new(), own).1);
            let own = |name: &str| own.and_then(|own| own.get(name));
            let schema_examples = own("examples")
                .and_then(Value::as_array)
                .into_iter()
                .flatten();
            let single = [own("default"), node.get("example"), own("example")];
            let examples = single
                .into_iter()
                .flatten()
                .chain(named_examples(self.document, node))
                .chain(schema_examples);
            parameters.push(Parameter {
                examples: examples.map(Value::to_string).collect(),
                required: location == ParameterLocation::Path || is_required(node),
                explode: flag("explode").unwrap_or(style == "form"),
                is_json: content.is_some_and(|(media_type, _)| is_json(media_type)),
                name,
                location,
                style,
                schema,
                pointer,
            });
        }
        Ok(parameters)
    }

    fn body(&self, pointer: &str, node: &Value) -> Result<Option<Body>, String> {
        let Some(body) = node.get("requestBody") else {
            return Ok(None);
        };
        let (pointer, node) = self
            .document
            .followed(format!("{pointer}/requestBody"), body);
        match Body::read(self.document, pointer, node) {
            Ok(body) => Ok(Some(body)),
            Err(_) if !is_required(node) => Ok(None),
            Err(reason) => Err(reason),
        }
    }

    fn responses(&self, pointer: &str, node: &Value) -> Vec<(String, Response)> {
        let responses = members(node.get("responses")).map(|(status, node)| {
            let at = format!("{pointer}/responses/{}", token(status));
            let (pointer, node) = self.document.followed(at, node);
            let content = members(node.get("content")).map(|(name, media_type)| {
                let schema = media_type.get("schema");
                let at = |_| format!("{pointer}/content/{}/schema", token(name));
                (name.clone(), schema.map(at))
            });
            let headers = members(node.get("headers")).map(|(name, header)| {
                let at = format!("{pointer}/headers/{}", token(name));
                let (pointer, header) = self.document.followed(at, header);
                Header {
                    name: name.clone(),
                    required: header
                        .get("required")
                        .and_then(Value::as_bool)
                        .unwrap_or(false),
                    schema: header.get("schema").map(|_| format!("{pointer}/schema")),
                    pointer,
                }
            });
            // OpenAPI §4.8.17.1: `content` determines this header.
            let headers =
                headers.filter(|header| !header.name.eq_ignore_ascii_case("content-type"));
            let response = Response {
                content: content.collect(),
                headers: headers.collect(),
                pointer: pointer.clone(),
            };
            (status.clone(), response)
        });
        responses.collect()
    }
}

/// Returns the values of `examples`.
pub(super) fn named_examples<'n>(
    document: &'n Document,
    node: &'n Value,
) -> impl Iterator<Item = &'n Value> {
    let named = members(node.get("examples"));
    named.filter_map(|(_, named)| document.followed(String::new(), named).1.get("value"))
}

/// Returns the value of `required`.
pub(super) fn is_required(node: &Value) -> bool {
    let required = node.get("required").and_then(Value::as_bool);
    required.unwrap_or(false)
}

/// Returns the members of an object, or nothing for any other value.
pub(super) fn members(node: Option<&Value>) -> impl Iterator<Item = (&String, &Value)> {
    node.and_then(Value::as_object).into_iter().flatten()
}
