//! What dropshot's router can't serve, said before it panics.
//!
//! Its tree has at each node either literals or one variable, and a variable
//! is a whole segment.

use openapi_model::{Diagnostic, Diagnostics, Operation, ParameterLocation};

/// Reports paths that can't be registered, alone or beside each other.
pub(crate) fn check(operations: &[Operation<'_>], diagnostics: &mut Diagnostics) {
    let mut known: Vec<(&Operation<'_>, Vec<&str>)> = Vec::new();
    for operation in operations {
        let segments: Vec<_> = operation.path.split('/').skip(1).collect();
        for message in alone(operation, &segments) {
            diagnostics.push(Diagnostic::error(operation.location, message));
        }
        let message = known
            .iter()
            .filter(|(other, _)| other.path != operation.path)
            .find_map(|(other, others)| beside(operation.path, &segments, other.path, others));
        diagnostics.extend(message.map(|message| Diagnostic::error(operation.location, message)));
        known.push((operation, segments));
    }
}

fn variable(segment: &str) -> Option<&str> {
    segment
        .strip_prefix('{')?
        .strip_suffix('}')
        .filter(|name| !name.contains(['{', '}']))
}

fn alone(operation: &Operation<'_>, segments: &[&str]) -> Vec<String> {
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
        if segment.is_empty() && index > 0 && index + 1 == segments.len() {
            messages.push(format!(
                "the path {} ends in `/`; dropshot does not tell it from the path without",
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

/// Why two different paths can't be registered beside each other.
fn beside(path: &str, segments: &[&str], other_path: &str, others: &[&str]) -> Option<String> {
    for (segment, other) in segments.iter().zip(others) {
        match (variable(segment), variable(other)) {
            _ if segment == other => {}
            (None, None) => return None,
            (Some(name), Some(other)) => {
                return Some(format!(
                    "the path {path} has the variable `{name}` where {other_path} has `{other}`; give them the same name"
                ));
            }
            _ => {
                return Some(format!(
                    "the path {path} has a literal segment where {other_path} has a variable, or the other way round, \
                     which is not supported"
                ));
            }
        }
    }
    None
}
