//! Reads an OpenAPI document: every value with its source location, every reference
//! resolvable, 3.0 lifted to 3.1. The module shares no code with the generator's
//! reader, because the comparison is there to find that reader's misreadings.

mod check;
mod field;
mod identifier;
mod json;
mod keyword;
mod lift;
mod node;
mod number;
mod path_item;
mod problem;
mod reference;
mod role;
mod unreadable;
mod value;
mod yaml;

pub(crate) use node::{Content, Node, Source, excerpt, quoted};
pub use problem::{Fault, Problem, ReadError};
pub(crate) use role::{METHODS, Role, walk};
pub(crate) use value::{decimal, number, plain, representable};

use crate::report::Place;
use std::path::Path;

/// A document that can be compared: OpenAPI 3.0.x or 3.1.x, YAML or JSON.
#[derive(Debug)]
pub struct Document {
    name: String,
    version: Version,
    root: Node,
    /// The original text, for excerpts.
    text: String,
    /// The keywords that were left out because they can't be read.
    problems: Vec<Problem>,
}

/// The versions of OpenAPI, as far as their schemas differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Version {
    V3_0,
    V3_1,
}

impl Document {
    /// Reads a file. Findings show `path` as given.
    ///
    /// # Errors
    ///
    /// When the file can't be read, and for everything that
    /// [`parse`](Document::parse) refuses.
    pub fn read(path: &Path) -> Result<Document, ReadError> {
        let text = read_text(path)?;
        Document::parse(&path.display().to_string(), &text)
    }

    /// Reads a text. Findings show `name` as the file.
    ///
    /// Text that begins with `{` and is JSON is read as JSON, all other as
    /// YAML 1.2 (core schema, one document, no merge keys).
    ///
    /// # Errors
    ///
    /// [`ReadError::Invalid`] with every error: syntax, duplicate names, a version
    /// other than 3.0.x and 3.1.x, values of the wrong type, references without a
    /// target or out of the document, security requirements without a scheme. Only
    /// a syntax error hides other problems. A schema keyword whose value has the
    /// wrong type is left out, and is among the [`problems`](Document::problems).
    /// So that a small text can't exhaust memory or time, more than 128 levels of
    /// nesting, two million values, or numbers of a thousand digits are errors,
    /// too.
    pub fn parse(name: &str, text: &str) -> Result<Document, ReadError> {
        let mut problems = Vec::new();
        let mut root = match parse_text(text, &mut problems) {
            Ok(root) => root,
            Err(problem) => {
                problems.push(problem);
                return Err(invalid(name, problems));
            }
        };
        if root.mapping().is_none() {
            let fault = Fault::WrongKind {
                what: Role::Document.noun().to_owned(),
                expected: "an object",
                found: root.content.excerpt(),
            };
            problems.push(fault.at(&root.source));
            return Err(invalid(name, problems));
        }
        match check::version(&root) {
            Err(problem) => problems.push(problem),
            Ok(version) => {
                path_item::complete(&mut root);
                if version == Version::V3_1 {
                    identifier::resolve(&mut root);
                }
                check::structure(&root, version, &mut problems);
                let mut left_out = Vec::new();
                unreadable::remove(&mut root, Role::Document, version, &mut left_out);
                if problems.is_empty() {
                    let document = Document::lifted(name, version, root, text);
                    let problems = left_out;
                    return Ok(Document {
                        problems,
                        ..document
                    });
                }
                problems.append(&mut left_out);
            }
        }
        Err(invalid(name, problems))
    }

    fn lifted(name: &str, version: Version, mut root: Node, text: &str) -> Document {
        if version == Version::V3_0 {
            lift::lift(&mut root, Role::Document);
        }
        Document {
            name: name.to_owned(),
            version,
            root,
            text: text.to_owned(),
            problems: Vec::new(),
        }
    }

    /// Returns the keywords that were left out because they can't be read.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// Returns the location of `problem` in this document.
    pub(crate) fn place_of(&self, problem: &Problem) -> Place {
        Place::new(
            &self.text,
            &self.name,
            problem.line,
            problem.column,
            &problem.pointer,
        )
    }

    pub(crate) fn root(&self) -> &Node {
        &self.root
    }

    /// Returns the target of `node`'s `$ref`, or `node` if it has none.
    pub(crate) fn resolve<'d>(&'d self, node: &'d Node) -> &'d Node {
        reference::resolve(&self.root, node)
    }

    /// Returns the target of `node`'s `$ref`, if it has one. Chains of pure
    /// references are followed to the first schema with keywords of its own, since
    /// a 3.1 schema may have keywords beside its `$ref`.
    pub(crate) fn target<'d>(&'d self, node: &'d Node) -> Option<&'d Node> {
        let first = reference::target(&self.root, node.member_text("$ref")?).ok()?;
        let (mut target, mut mark) = (first, first);
        let mut steps = 0_usize;
        while let Some(next) = self.single_constituent(target) {
            if std::ptr::eq(next, mark) {
                // A cycle (found by Brent's algorithm), which has no meaning.
                return Some(first);
            }
            target = next;
            steps += 1;
            if steps.is_power_of_two() {
                mark = target;
            }
        }
        Some(target)
    }

    /// Returns the only schema that `schema` consists of: the target of a `$ref` or
    /// the single branch of an `allOf`, without siblings.
    fn single_constituent<'d>(&'d self, schema: &'d Node) -> Option<&'d Node> {
        let mut members = schema.members();
        match (members.next()?, members.next()) {
            (("$ref", to), None) => reference::target(&self.root, to.text()?).ok(),
            (("allOf", all), None) => match all.items() {
                [only] => Some(only),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns whether `schema` allows null in addition to the values that its
    /// other keywords allow. OpenAPI 3.0.3 gives `nullable` a meaning only beside
    /// `type`; schemars and dropshot also write it beside `allOf`, with the same
    /// intention. 3.1 has no such keyword.
    pub(crate) fn allows_null(&self, schema: &Node) -> bool {
        self.version == Version::V3_0 && schema.flag("nullable")
    }

    /// Returns whether `allows_null` already handles `keyword`.
    pub(crate) fn is_lifted(&self, keyword: &str) -> bool {
        self.version == Version::V3_0 && keyword == "nullable"
    }

    /// Returns the location of `node`, which is part of this document.
    pub(crate) fn place(&self, node: &Node) -> Place {
        let source = &node.source;
        Place::new(
            &self.text,
            &self.name,
            source.line,
            source.column,
            &source.pointer,
        )
    }
}

/// Reads a YAML or JSON file that isn't an OpenAPI document. Returns the file's
/// name and its value.
pub(crate) fn read_data(path: &Path) -> Result<(String, Node), ReadError> {
    let (name, text) = (path.display().to_string(), read_text(path)?);
    let mut problems = Vec::new();
    match parse_text(&text, &mut problems) {
        Ok(root) if problems.is_empty() => return Ok((name, root)),
        Ok(_) => {}
        Err(problem) => problems.push(problem),
    }
    Err(invalid(&name, problems))
}

fn read_text(path: &Path) -> Result<String, ReadError> {
    let bytes = std::fs::read(path).map_err(|source| {
        let path = path.to_owned();
        match source.kind() {
            std::io::ErrorKind::NotFound => ReadError::NotFound { path },
            _ => ReadError::Unreadable { path, source },
        }
    })?;
    String::from_utf8(bytes).map_err(|error| ReadError::Unreadable {
        path: path.to_owned(),
        source: std::io::Error::new(std::io::ErrorKind::InvalidData, error.utf8_error()),
    })
}

fn parse_text(text: &str, problems: &mut Vec<Problem>) -> Result<Node, Problem> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if !text.trim_start().starts_with('{') {
        return yaml::read(text, problems);
    }
    json::read(text, problems).or_else(|json_problem| {
        // A YAML flow mapping begins like JSON. Text that is neither was most
        // likely meant as JSON.
        let mut yaml_problems = Vec::new();
        let root = yaml::read(text, &mut yaml_problems).map_err(|_| json_problem)?;
        problems.append(&mut yaml_problems);
        Ok(root)
    })
}

fn invalid(name: &str, problems: Vec<Problem>) -> ReadError {
    ReadError::Invalid {
        name: name.to_owned(),
        problems,
    }
}
