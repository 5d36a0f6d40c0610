//! The document as it is written, and its operations. Read by a YAML parser of
//! its own lineage and taken as plain data: what `openapi-model` might misread
//! must not be misread here too.

use std::path::Path;

use percent_encoding::percent_decode_str;
use serde_json::Value;

use crate::judge::prepared;
use crate::schema::Schema;

/// The methods that a path item may have (OpenAPI §4.8.9), but TRACE.
const METHODS: [&str; 7] = ["get", "put", "post", "delete", "options", "head", "patch"];

/// Why there is nothing to hold a server to.
#[derive(Debug, thiserror::Error)]
pub enum DocumentError {
    /// The file can't be read.
    #[error("{path} can't be read: {source}")]
    Read {
        /// The file.
        path: String,
        /// Why.
        source: std::io::Error,
    },
    /// The text is neither YAML nor JSON.
    #[error("the document is not YAML: {0}")]
    NotYaml(#[from] serde_yaml_ng::Error),
    /// A schema is none.
    #[error("the schema at {pointer} can't be used: {message}")]
    NotASchema {
        /// The JSON Pointer.
        pointer: String,
        /// Why.
        message: String,
    },
    /// No operation takes a JSON body.
    #[error("no operation of the document takes a JSON body, so there is nothing to send")]
    NothingToSend,
}

/// An OpenAPI 3.1 document.
#[derive(Clone, Debug)]
pub struct Document {
    root: Value,
    /// The same as it is judged by.
    prepared: Value,
}

/// Where a parameter is sent.
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

/// An operation that takes a JSON body.
#[derive(Clone, Debug)]
pub(crate) struct Operation<'d> {
    pub method: String,
    pub path: &'d str,
    pub parameters: Vec<Parameter<'d>>,
    pub body: Schema<'d>,
    /// The bodies that the document shows.
    pub examples: Vec<&'d Value>,
}

impl Operation<'_> {
    /// What it is called in a report.
    pub fn name(&self) -> String {
        format!("{} {}", self.method, self.path)
    }
}

impl Document {
    /// Reads a file.
    ///
    /// # Errors
    /// It can't be read, or is neither YAML nor JSON.
    pub fn read(path: &Path) -> Result<Self, DocumentError> {
        let text = std::fs::read_to_string(path).map_err(|source| DocumentError::Read {
            path: path.display().to_string(),
            source,
        })?;
        Self::parse(&text)
    }

    /// Reads a text.
    ///
    /// # Errors
    /// It is neither YAML nor JSON.
    pub fn parse(text: &str) -> Result<Self, DocumentError> {
        // JSON by its own reader: YAML has no surrogate pairs.
        let root = match serde_json::from_str(text) {
            Ok(root) => root,
            Err(_) => serde_yaml_ng::from_str(text)?,
        };
        let prepared = prepared(&root);
        Ok(Self { root, prepared })
    }

    /// The whole of it.
    pub fn root(&self) -> &Value {
        &self.root
    }

    /// The whole of it, as it is judged by.
    pub(crate) fn prepared(&self) -> &Value {
        &self.prepared
    }

    /// What a reference within the document points to, by its pointer.
    pub fn at(&self, reference: &str) -> Option<(String, &Value)> {
        let pointer = percent_decode_str(reference.strip_prefix('#')?)
            .decode_utf8()
            .ok()?;
        let value = self.root.pointer(&pointer)?;
        Some((pointer.into_owned(), value))
    }

    /// The operations that take a JSON body.
    pub(crate) fn operations(&self) -> Vec<Operation<'_>> {
        self.operations_with(|pointer, operation| self.body(pointer, operation))
    }

    /// The operations that have parameters. One without a body has any.
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

    /// The schema of a body, and the document's examples of it.
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

    /// A node, or what it refers to, with where it stands.
    pub fn followed<'d>(&'d self, pointer: String, node: &'d Value) -> (String, &'d Value) {
        let mut current = (pointer, node);
        // As many as there may be in a row without being a circle.
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

/// A name as part of a JSON Pointer (RFC 6901 §3).
pub(crate) fn token(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}
