//! Reads files and texts, as JSON or as YAML.

use crate::{Diagnostic, Node, ReadError, json, yaml};
use std::path::Path;

/// Reads a YAML or JSON file that isn't an OpenAPI document. Returns the file's
/// name and its value.
///
/// # Errors
///
/// When the file can't be read, or for every error in its text.
pub fn read_data(path: &Path) -> Result<(String, Node), ReadError> {
    let (name, text) = (path.display().to_string(), read_text(path)?);
    let mut diagnostics = Vec::new();
    match parse(&text, &mut diagnostics) {
        Ok(root) if diagnostics.is_empty() => return Ok((name, root)),
        Ok(_) => {}
        Err(diagnostic) => diagnostics.push(diagnostic),
    }
    Err(ReadError::invalid(&name, diagnostics))
}

/// Reads a file as text.
///
/// # Errors
///
/// When the file can't be read or isn't UTF-8.
pub fn read_text(path: &Path) -> Result<String, ReadError> {
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

/// Parses a text. Text that begins with `{` and is JSON is read as JSON, all other as
/// YAML 1.2 (core schema, one document, no merge keys). Adds a diagnostic for each
/// error after which reading can go on, such as a duplicate name.
///
/// # Errors
///
/// A syntax error.
pub fn parse(text: &str, diagnostics: &mut Vec<Diagnostic>) -> Result<Node, Diagnostic> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if !text.trim_start().starts_with('{') {
        return yaml::read(text, diagnostics);
    }
    json::read(text, diagnostics).or_else(|json_problem| {
        // A YAML flow mapping begins like JSON. Text that is neither was most
        // likely meant as JSON.
        let mut yaml_problems = Vec::new();
        let root = yaml::read(text, &mut yaml_problems).map_err(|_| json_problem)?;
        diagnostics.append(&mut yaml_problems);
        Ok(root)
    })
}
