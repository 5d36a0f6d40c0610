//! Reports paths that can't be served, alone or together with others.
//!
//! `openapi-runtime` distinguishes overlapping templates, but not two templates
//! that match the same requests.

use openapi_model::{Diagnostic, Diagnostics, Operation, ParameterLocation};

/// Reports paths that can't be registered, alone or together with others.
pub(crate) fn check(operations: &[Operation<'_>], diagnostics: &mut Diagnostics) {
    let mut known: Vec<&Operation<'_>> = Vec::new();
    for operation in operations {
        let segments: Vec<_> = operation.path.split('/').skip(1).collect();
        for message in check_path(operation, &segments) {
            diagnostics.push(Diagnostic::error(operation.location, message));
        }
        let same = |other: &&&Operation<'_>| {
            other.path != operation.path
                && without_names(other.path) == without_names(operation.path)
        };
        if let Some(other) = known.iter().find(same) {
            let message = format!(
                "the path {} matches the same requests as {}",
                operation.path, other.path
            );
            diagnostics.push(Diagnostic::error(operation.location, message));
        }
        known.push(operation);
    }
}

/// Returns a path without the names of its variables.
fn without_names(path: &str) -> Vec<&str> {
    let segments = path.split('/');
    segments
        .map(|segment| variable(segment).map_or(segment, |_| "{}"))
        .collect()
}

fn variable(segment: &str) -> Option<&str> {
    segment
        .strip_prefix('{')?
        .strip_suffix('}')
        .filter(|name| !name.contains(['{', '}']))
}

fn check_path(operation: &Operation<'_>, segments: &[&str]) -> Vec<String> {
    let mut messages = Vec::new();
    for (index, segment) in segments.iter().enumerate() {
        if segment.contains(['{', '}'])
            && variable(segment).is_none_or(|name| name.is_empty() || name.contains(':'))
        {
            messages.push(format!(
                "in the path {} the variable is not a whole segment, which is not supported",
                operation.path
            ));
        }
        if segment.is_empty() && index + 1 < segments.len() {
            messages.push(format!(
                "the path {} has an empty segment, which is not supported",
                operation.path
            ));
        }
    }
    let declared = operation
        .parameters
        .iter()
        .filter(|parameter| parameter.place == ParameterLocation::Path);
    let declared: Vec<_> = declared.map(|parameter| parameter.name).collect();
    let used: Vec<_> = segments
        .iter()
        .filter_map(|segment| variable(segment))
        .collect();
    for name in used.iter().filter(|name| !declared.contains(name)) {
        messages.push(format!(
            "the path {} has the variable `{name}`, which is not declared as a parameter",
            operation.path
        ));
    }
    for name in declared.iter().filter(|name| !used.contains(name)) {
        messages.push(format!(
            "the path parameter `{name}` does not stand in the path {}",
            operation.path
        ));
    }
    messages
}
