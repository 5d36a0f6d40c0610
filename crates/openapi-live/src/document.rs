//! The operations of a document, by where their parts stand. It is read as plain
//! data, apart from what generates servers. What no request can be made of is
//! noted, never left out in silence.

mod security;

pub(crate) use security::{Scheme, SchemeKind, Security};

use openapi_oracle::Document;
use serde_json::Value;

/// The methods that are sent. TRACE is for proxies, and not let through by many.
const METHODS: [&str; 7] = ["get", "head", "options", "post", "put", "patch", "delete"];

/// Header parameters that are not theirs to say (OpenAPI §4.8.12.2.1).
const RESERVED: [&str; 3] = ["accept", "content-type", "authorization"];

/// Where a parameter stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Path,
    Query,
    Header,
    Cookie,
}

#[derive(Clone, Debug)]
pub(crate) struct Parameter {
    pub name: String,
    pub place: Place,
    pub required: bool,
    pub style: String,
    pub explode: bool,
    /// Whether it is a JSON text (`content`).
    pub is_json: bool,
    pub schema: String,
    pub pointer: String,
    /// What the document shows or takes for it, as JSON texts.
    pub shown: Vec<String>,
}

/// A request body, as far as it can be made.
#[derive(Clone, Debug)]
pub(crate) struct Body {
    pub required: bool,
    pub media_type: String,
    pub schema: String,
    pub pointer: String,
    /// The media types that it may have.
    pub declared: Vec<String>,
}

#[derive(Clone, Debug)]
pub(crate) struct Response {
    pub pointer: String,
    /// Media types and their schemas.
    pub content: Vec<(String, Option<String>)>,
    pub headers: Vec<Header>,
}

#[derive(Clone, Debug)]
pub(crate) struct Header {
    pub name: String,
    pub required: bool,
    pub schema: Option<String>,
    pub pointer: String,
}

#[derive(Clone, Debug)]
pub(crate) struct Operation {
    pub method: String,
    pub path: String,
    pub pointer: String,
    pub parameters: Vec<Parameter>,
    pub body: Option<Body>,
    /// By status, as it is written.
    pub responses: Vec<(String, Response)>,
    pub security: Security,
}

impl Operation {
    pub fn name(&self) -> String {
        format!("{} {}", self.method, self.path)
    }

    pub fn has_path_parameters(&self) -> bool {
        self.path.contains('{')
    }

    /// The response for a status: its own, its range's or the default.
    pub fn response(&self, status: u16) -> Option<&Response> {
        let range = format!("{}XX", status / 100);
        let wanted = [status.to_string(), range, "default".to_owned()];
        wanted.iter().find_map(|wanted| {
            let mut responses = self.responses.iter();
            let found = responses.find(|(status, _)| status.eq_ignore_ascii_case(wanted));
            found.map(|(_, response)| response)
        })
    }
}

/// Everything that requests are made of and answers judged by.
pub(crate) struct Contract {
    pub operations: Vec<Operation>,
    /// What nothing is sent for, and why.
    pub notes: Vec<String>,
    /// All path templates with the methods that they have.
    pub paths: Vec<(String, Vec<String>)>,
}

impl Contract {
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
            let is_same = |own: &Parameter| own.name == shared.name && own.place == shared.place;
            if !parameters.iter().any(is_same) {
                parameters.push(shared);
            }
        }
        for name in path
            .split('{')
            .skip(1)
            .filter_map(|rest| rest.split('}').next())
        {
            let is_it = |own: &Parameter| own.name == name && own.place == Place::Path;
            if !parameters.iter().any(is_it) {
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
            let (place, style) = match text("in") {
                Some("path") => (Place::Path, "simple"),
                Some("query") => (Place::Query, "form"),
                Some("header") => (Place::Header, "simple"),
                Some("cookie") => (Place::Cookie, "form"),
                _ => return Err(format!("because the parameter `{name}` is nowhere")),
            };
            if place == Place::Header && RESERVED.contains(&&*name.to_ascii_lowercase()) {
                continue;
            }
            let flag = |name: &str| node.get(name).and_then(Value::as_bool);
            let style = text("style").unwrap_or(style).to_owned();
            let content = members(node.get("content")).next();
            let schema = match content {
                Some((media_type, _)) if is_json(media_type) => {
                    format!("{pointer}/content/{}/schema", token(media_type))
                }
                Some((media_type, _)) => {
                    return Err(format!("because the parameter `{name}` is {media_type}"));
                }
                None => format!("{pointer}/schema"),
            };
            let named = members(node.get("examples")).filter_map(|(_, named)| {
                self.document.followed(String::new(), named).1.get("value")
            });
            let own = node
                .get("schema")
                .map(|own| self.document.followed(String::new(), own).1);
            let own = |name: &str| own.and_then(|own| own.get(name));
            let listed = own("examples")
                .and_then(Value::as_array)
                .into_iter()
                .flatten();
            let single = [own("default"), node.get("example"), own("example")];
            let shown = single.into_iter().flatten().chain(named).chain(listed);
            parameters.push(Parameter {
                shown: shown.map(Value::to_string).collect(),
                required: place == Place::Path || flag("required").unwrap_or(false),
                explode: flag("explode").unwrap_or(style == "form"),
                is_json: content.is_some(),
                name,
                place,
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
        let (pointer, body) = self
            .document
            .followed(format!("{pointer}/requestBody"), body);
        let required = body
            .get("required")
            .and_then(Value::as_bool)
            .unwrap_or(false);
        let declared: Vec<_> = members(body.get("content"))
            .map(|(name, _)| name.clone())
            .collect();
        let Some(media_type) = declared.iter().find(|name| is_json(name)).cloned() else {
            return match required {
                true => Err(format!(
                    "because no body is made of {}",
                    declared.join(", ")
                )),
                false => Ok(None),
            };
        };
        Ok(Some(Body {
            required,
            schema: format!("{pointer}/content/{}/schema", token(&media_type)),
            pointer,
            media_type,
            declared,
        }))
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
            // OpenAPI §4.8.17.1: the media types say that one.
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

/// The members of an object; none of anything else.
pub(crate) fn members(node: Option<&Value>) -> impl Iterator<Item = (&String, &Value)> {
    node.and_then(Value::as_object).into_iter().flatten()
}

/// A name as part of a JSON Pointer (RFC 6901 §3).
pub(crate) fn token(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// A media type without its parameters.
pub(crate) fn essence(media_type: &str) -> String {
    let essence = media_type.split(';').next().unwrap_or(media_type);
    essence.trim().to_ascii_lowercase()
}

/// Whether a media type is a JSON text (RFC 6839 §3.1).
pub(crate) fn is_json(media_type: &str) -> bool {
    let essence = essence(media_type);
    essence == "application/json" || essence.ends_with("+json")
}
