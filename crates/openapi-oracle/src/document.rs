//! The document as written, and its operations.
//!
//! It is read by an independent YAML parser as plain data, so that an error of
//! `openapi-model` is not repeated here.

use std::path::Path;

use percent_encoding::percent_decode_str;
use serde_json::Value;

use crate::judge::prepared;
use crate::schema::Schema;

/// The methods of a Path Item Object (OpenAPI §4.8.9), except TRACE.
const METHODS: [&str; 7] = ["get", "put", "post", "delete", "options", "head", "patch"];

/// The reason why a document can't be tested.
#[derive(Debug, thiserror::Error)]
pub enum DocumentError {
    /// The file can't be read.
    #[error("{path} can't be read: {source}")]
    Read {
        /// The file.
        path: String,
        /// The cause.
        source: std::io::Error,
    },
    /// The text is neither YAML nor JSON.
    #[error("the document is not YAML: {0}")]
    NotYaml(#[from] serde_yaml_ng::Error),
    /// A schema is invalid.
    #[error("the schema at {pointer} can't be used: {message}")]
    NotASchema {
        /// The JSON Pointer.
        pointer: String,
        /// The cause.
        message: String,
    },
    /// No operation has a JSON request body.
    #[error("no operation of the document takes a JSON body, so there is nothing to send")]
    NothingToSend,
}

/// An OpenAPI 3.1 document.
#[derive(Clone, Debug)]
pub struct Document {
    root: Value,
    /// The document prepared for validation.
    prepared: Value,
}

/// The location of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Path,
    Query,
    Header,
}

/// A parameter of an operation.
#[derive(Clone, Debug)]
pub(crate) struct Parameter<'d> {
    pub name: &'d str,
    pub place: Place,
    pub required: bool,
    pub schema: Schema<'d>,
}

/// An operation with a JSON request body.
#[derive(Clone, Debug)]
pub(crate) struct Operation<'d> {
    pub method: String,
    pub path: &'d str,
    pub parameters: Vec<Parameter<'d>>,
    pub body: Schema<'d>,
    /// The examples of the body in the document.
    pub examples: Vec<&'d Value>,
}

impl Operation<'_> {
    /// Returns the operation's name in a report.
    pub fn name(&self) -> String {
        format!("{} {}", self.method, self.path)
    }
}

impl Document {
    /// Reads a file.
    ///
    /// # Errors
    /// The file can't be read, or is neither YAML nor JSON.
    pub fn read(path: &Path) -> Result<Self, DocumentError> {
        let text = std::fs::read_to_string(path).map_err(|source| DocumentError::Read {
            path: path.display().to_string(),
            source,
        })?;
        Self::parse(&text)
    }

    /// Parses a text.
    ///
    /// # Errors
    /// The text is neither YAML nor JSON.
    pub fn parse(text: &str) -> Result<Self, DocumentError> {
        // JSON has its own parser, because YAML has no surrogate pairs.
        let root = match serde_json::from_str(text) {
            Ok(root) => root,
            Err(_) => serde_yaml_ng::from_str(text)?,
        };
        let prepared = prepared(&root);
        Ok(Self { root, prepared })
    }

    /// Returns the whole document.
    pub fn root(&self) -> &Value {
        &self.root
    }

    /// Returns the whole document, prepared for validation.
    pub(crate) fn prepared(&self) -> &Value {
        &self.prepared
    }

    /// Returns the target of a reference within the document, with its pointer.
    pub fn at(&self, reference: &str) -> Option<(String, &Value)> {
        let pointer = percent_decode_str(reference.strip_prefix('#')?)
            .decode_utf8()
            .ok()?;
        let value = self.root.pointer(&pointer)?;
        Some((pointer.into_owned(), value))
    }

    /// Returns the operations with a JSON request body.
    pub(crate) fn operations(&self) -> Vec<Operation<'_>> {
        self.operations_with(|pointer, operation| self.body(pointer, operation))
    }

    /// Returns the operations with parameters. The body of an operation without a
    /// request body is any value.
    #[cfg(feature = "serve")]
    pub(crate) fn operations_with_parameters(&self) -> Vec<Operation<'_>> {
        let mut operations = self.operations_with(|pointer, operation| {
            let body = self.body(pointer, operation);
            Some(body.unwrap_or_else(|| (Schema::anything(), Vec::new())))
        });
        operations.retain(|operation| !operation.parameters.is_empty());
        operations
    }

    fn operations_with<'d>(
        &'d self,
        body: impl Fn(&str, &'d Value) -> Option<(Schema<'d>, Vec<&'d Value>)>,
    ) -> Vec<Operation<'d>> {
        let paths = self.root.get("paths").and_then(Value::as_object);
        let mut operations = Vec::new();
        for (path, item) in paths.into_iter().flatten() {
            let item = self.followed(format!("/paths/{}", token(path)), item);
            for method in METHODS {
                let Some(operation) = item.1.get(method) else {
                    continue;
                };
                let pointer = format!("{}/{method}", item.0);
                let Some((body, examples)) = body(&pointer, operation) else {
                    continue;
                };
                let mut parameters = self.parameters(&pointer, operation);
                for shared in self.parameters(&item.0, item.1) {
                    let same =
                        |own: &Parameter<'_>| own.name == shared.name && own.place == shared.place;
                    if !parameters.iter().any(same) {
                        parameters.push(shared);
                    }
                }
                operations.push(Operation {
                    method: method.to_uppercase(),
                    path,
                    parameters,
                    body,
                    examples,
                });
            }
        }
        operations
    }

    /// Returns the schema of a request body, and the document's examples of it.
    fn body<'d>(
        &'d self,
        pointer: &str,
        operation: &'d Value,
    ) -> Option<(Schema<'d>, Vec<&'d Value>)> {
        let body = operation.get("requestBody")?;
        let (pointer, body) = self.followed(format!("{pointer}/requestBody"), body);
        let content = body.get("content")?.as_object()?;
        let is_json = |name: &str| {
            let essence = name.split(';').next().unwrap_or(name).trim();
            essence.eq_ignore_ascii_case("application/json")
        };
        let (name, media_type) = content.iter().find(|(name, _)| is_json(name))?;
        let schema = media_type.get("schema")?;
        let named = media_type.get("examples").and_then(Value::as_object);
        let named = named.into_iter().flat_map(|named| named.values());
        let examples = named.filter_map(|named| self.followed(String::new(), named).1.get("value"));
        let examples = media_type.get("example").into_iter().chain(examples);
        let pointer = format!("{pointer}/content/{}/schema", token(name));
        Some((Schema::new(pointer, schema), examples.collect()))
    }

    fn parameters<'d>(&'d self, pointer: &str, holder: &'d Value) -> Vec<Parameter<'d>> {
        let list = holder.get("parameters").and_then(Value::as_array);
        let parameter = |(index, node): (usize, &'d Value)| {
            let (pointer, node) = self.followed(format!("{pointer}/parameters/{index}"), node);
            let place = match node.get("in")?.as_str()? {
                "path" => Place::Path,
                "query" => Place::Query,
                "header" => Place::Header,
                _ => return None,
            };
            Some(Parameter {
                name: node.get("name")?.as_str()?,
                place,
                required: node
                    .get("required")
                    .and_then(Value::as_bool)
                    .unwrap_or(false),
                schema: Schema::new(format!("{pointer}/schema"), node.get("schema")?),
            })
        };
        list.into_iter()
            .flatten()
            .enumerate()
            .filter_map(parameter)
            .collect()
    }

    /// Returns a node or the target of its reference, with its location.
    pub fn followed<'d>(&'d self, pointer: String, node: &'d Value) -> (String, &'d Value) {
        let mut current = (pointer, node);
        // A limit on chains of references, to end at circular ones.
        for _ in 0..32 {
            let reference = current.1.get("$ref").and_then(Value::as_str);
            match reference.and_then(|reference| self.at(reference)) {
                Some(target) => current = target,
                None => break,
            }
        }
        current
    }
}

/// Escapes a name for a JSON Pointer (RFC 6901 §3).
pub(crate) fn token(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}
