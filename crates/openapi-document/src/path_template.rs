//! Paths with variables, such as `/trees/{id}` (OpenAPI 3.1.1 §4.8.8.2).

use crate::{Diagnostic, Node};

/// Returns the error of a path that doesn't begin with `/`, and could change the host of a URL.
pub(crate) fn check_path(path: &str, item: &Node) -> Option<Diagnostic> {
    let message = || format!("a path begins with `/`, `{path}` does not");
    (!path.starts_with('/')).then(|| Diagnostic::error(&item.location.of_name(), message()))
}

/// Returns the names between the braces of a path. Generators report braces that are not
/// balanced.
pub(crate) fn variables(path: &str) -> Vec<&str> {
    path.split('{').skip(1).filter_map(|part| Some(part.split_once('}')?.0)).collect()
}

/// Returns a path with braces around the variables that it has in the notation of other
/// frameworks, `:id`. A colon within a segment is none: `/{name}:cancel` is a custom verb.
pub(crate) fn without_colons(path: &str) -> String {
    let segments = path.split('/').map(|segment| {
        let name = segment.strip_prefix(':').filter(|name| {
            let is_letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
            !name.is_empty() && name.chars().all(is_letter)
        });
        name.map_or(segment.to_owned(), |name| format!("{{{name}}}"))
    });
    segments.collect::<Vec<_>>().join("/")
}
