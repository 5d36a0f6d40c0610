//! A parsed document: its nodes, and resolution of `$ref`.
//!
//! References are followed only within the document. Another document is neither
//! read nor fetched, because a build must not depend on files outside version
//! control. Such documents have to be bundled first.

use std::collections::HashSet;
use std::path::Path;

use crate::{Diagnostic, Diagnostics, Location, Method, Node, Pointer, Value, text};

/// An OpenAPI 3.1 document with a position for every node.
#[derive(Clone, Debug)]
pub struct Document {
    root: Node,
    /// The operations by path and method, if the document is restricted to some of
    /// them. A path can contain others, because a reference leads into them.
    operations: Option<HashSet<(String, Method)>>,
}

impl Document {
    /// Reads a document from a file. Diagnostics name the file as written in
    /// `path`.
    ///
    /// # Errors
    /// The file can't be read as UTF-8, or [`Document::parse`] fails.
    pub fn read(path: &Path) -> Result<Self, Diagnostics> {
        let name = path.display().to_string();
        match std::fs::read_to_string(path) {
            Ok(text) => Self::parse(&name, text.strip_prefix('\u{feff}').unwrap_or(&text)),
            Err(error) => {
                let location = start_of(&name);
                Err(Diagnostic::error(&location, format!("the file can't be read: {error}")).into())
            }
        }
    }

    /// Parses a YAML or JSON text. `file` is the file name for messages.
    ///
    /// # Errors
    /// The text is not YAML or JSON, has a duplicate member, is not an object, or
    /// is of another version than OpenAPI 3.1.
    pub fn parse(file: &str, text: &str) -> Result<Self, Diagnostics> {
        let root = text::read(file, text)?;
        if root.mapping().is_none() {
            let message = format!(
                "an OpenAPI document is an object, this is {}",
                root.type_name()
            );
            return Err(Diagnostic::error(&root.location, message).into());
        }
        let version = root.get("openapi");
        match version.and_then(Node::string) {
            Some(text) if text == "3.1" || text.starts_with("3.1.") => Ok(Self {
                root,
                operations: None,
            }),
            Some(text) => {
                let location = version.map_or(&root.location, |node| &node.location);
                let message = format!("OpenAPI {text} is not supported, only 3.1");
                Err(Diagnostic::error(location, message).into())
            }
            None => {
                let (location, message) = match version {
                    Some(node) => {
                        let message =
                            format!("the version is a string, this is {}", node.type_name());
                        (&node.location, message)
                    }
                    None => (
                        &root.location,
                        "no `openapi` version, which says that this is an OpenAPI document"
                            .to_owned(),
                    ),
                };
                Err(Diagnostic::error(location, message)
                    .help("begin with `openapi: 3.1.0`")
                    .into())
            }
        }
    }

    /// Returns a part of a document, in which `operations` are served.
    pub(crate) fn part(root: Node, operations: HashSet<(String, Method)>) -> Self {
        Self {
            root,
            operations: Some(operations),
        }
    }

    /// Returns whether an operation belongs to the document, and doesn't stand there
    /// only because a reference leads into it.
    pub(crate) fn serves(&self, path: &str, method: Method) -> bool {
        let operations = self.operations.as_ref();
        operations.is_none_or(|served| served.contains(&(path.to_owned(), method)))
    }

    /// Returns the root node.
    pub fn root(&self) -> &Node {
        &self.root
    }

    /// Returns the node at a pointer.
    pub fn find(&self, pointer: &Pointer) -> Option<&Node> {
        pointer
            .tokens()
            .try_fold(&self.root, |node, token| match &node.value {
                Value::Mapping(members) => members.get(&token),
                Value::Sequence(items) => items.get(token.parse::<usize>().ok()?),
                _ => None,
            })
    }

    /// Returns the node that a `$ref` string points to, without following further
    /// references.
    ///
    /// # Errors
    /// The reference points into another document, to an anchor, or to nothing.
    pub fn target(&self, reference: &Node) -> Result<&Node, Diagnostic> {
        let location = &reference.location;
        let Some(text) = reference.string() else {
            let message = format!("`$ref` is a string, this is {}", reference.type_name());
            return Err(Diagnostic::error(location, message));
        };
        let Some(pointer) = Pointer::from_reference(text) else {
            let message = format!("`$ref: {text}` does not point into this document");
            return Err(Diagnostic::error(location, message).help(
                "bundle the document into one file, and use JSON Pointers instead of anchors",
            ));
        };
        self.find(&pointer)
            .ok_or_else(|| Diagnostic::error(location, format!("`$ref: {text}` points to nothing")))
    }

    /// Returns `node`, or the target of its chain of references if it is a
    /// Reference Object. For schemas use [`crate::Schema`], because keywords beside
    /// `$ref` count there.
    ///
    /// # Errors
    /// As for [`Document::target`], and for circular references.
    pub fn resolve<'d>(&'d self, node: &'d Node) -> Result<&'d Node, Diagnostic> {
        let mut seen = Vec::new();
        let mut current = node;
        while let Some(reference) = current.get("$ref") {
            if seen.contains(&&current.location) {
                return Err(Diagnostic::error(
                    &reference.location,
                    "references in a circle",
                ));
            }
            seen.push(&current.location);
            current = self.target(reference)?;
        }
        Ok(current)
    }

    /// Returns the JSON of a schema, or of an object that contains schemas, with
    /// every `$ref` replaced by its target.
    ///
    /// # Errors
    /// As for [`Document::target`], and for a schema that contains itself.
    pub fn inlined(&self, node: &Node) -> Result<serde_json::Value, Diagnostic> {
        self.inlined_below(node, &mut Vec::new())
    }

    fn inlined_below<'d>(
        &'d self,
        node: &'d Node,
        above: &mut Vec<&'d Location>,
    ) -> Result<serde_json::Value, Diagnostic> {
        let Some(members) = node.mapping() else {
            return match node.sequence() {
                Some(items) => items
                    .iter()
                    .map(|item| self.inlined_below(item, above))
                    .collect(),
                None => Ok(node.to_json()),
            };
        };
        let mut json = serde_json::Map::new();
        for (name, member) in members.iter().filter(|(name, _)| *name != "$ref") {
            json.insert(name.clone(), self.inlined_below(member, above)?);
        }
        let Some(reference) = members.get("$ref") else {
            return Ok(json.into());
        };
        let target = self.target(reference)?;
        if above.contains(&&target.location) {
            let message = "a schema that contains itself can't stand here";
            return Err(Diagnostic::error(&reference.location, message));
        }
        above.push(&target.location);
        let inlined = self.inlined_below(target, above)?;
        above.pop();
        if json.is_empty() {
            return Ok(inlined);
        }
        // In an `allOf` beside the siblings: both may have the same keyword.
        let siblings = std::mem::take(&mut json);
        Ok(serde_json::json!({ "allOf": [inlined, siblings] }))
    }
}

fn start_of(file: &str) -> Location {
    Location {
        file: file.into(),
        line: 1,
        column: 1,
        pointer: Pointer::root(),
    }
}
