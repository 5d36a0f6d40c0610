//! Reports paths that can't be served, alone or together with others.
//!
//! `openapi-dropshot` distinguishes overlapping templates, but not two operations that
//! match the same requests.

use std::collections::HashMap;

use openapi_document::{Diagnostic, Diagnostics, Operation};
use openapi_schema::http::{decoded_literal, path_shape};

/// Reports paths that can't be registered, alone or together with others.
pub fn check(operations: &[Operation<'_>], diagnostics: &mut Diagnostics) {
    let mut known: HashMap<String, Vec<&Operation<'_>>> = HashMap::new();
    for operation in operations {
        let segments: Vec<_> = operation.path.split('/').skip(1).collect();
        for message in check_path(operation, &segments) {
            diagnostics.push(Diagnostic::error(operation.location, message));
        }
        if operation.path.contains(['?', '#']) {
            let message = format!("the path {} has a query or a fragment", operation.path);
            let reason =
                "a path has neither, so that only requests with an encoded `?` or `#` match";
            diagnostics.push(Diagnostic::warning(operation.location, message).reason(reason));
        }
        let same = known.entry(path_shape(operation.path)).or_default();
        let mut others = same.iter().filter(|other| other.path != operation.path);
        let same_method = others.clone().find(|other| other.method == operation.method);
        if let Some(other) = same_method.or_else(|| others.next()) {
            diagnostics.push(same_path(operation, other));
        }
        same.push(operation);
    }
}

/// Returns the diagnostic for a path that differs from the path of another operation only
/// in the names of variables or in its percent-encoding.
fn same_path(operation: &Operation<'_>, other: &Operation<'_>) -> Diagnostic {
    let message =
        format!("the path {} matches the same requests as {}", operation.path, other.path);
    if operation.method == other.method {
        return Diagnostic::error(operation.location, message);
    }
    Diagnostic::warning(operation.location, message)
        .reason("the Specification takes both for one path (OpenAPI 3.1.1 §4.8.8)")
        .help("use the same names of variables and the same percent-encoding in both")
}

/// Returns the variables of a segment, or nothing if its braces are unbalanced.
fn variables(segment: &str) -> Option<Vec<&str>> {
    let (mut variables, mut texts) = (Vec::new(), Vec::new());
    let mut rest = segment;
    while let Some((text, variable)) = rest.split_once('{') {
        let (variable, after) = variable.split_once('}')?;
        texts.push(text);
        variables.push(variable);
        rest = after;
    }
    texts.push(rest);
    let has_braces = |text: &&str| text.contains(['{', '}']);
    let mut all = variables.iter().chain(&texts);
    (!all.any(has_braces)).then_some(variables)
}

/// Returns whether a variable is only a part of its segment, as in `{name}.{ext}`.
pub fn is_partial(path: &str, name: &str) -> bool {
    let variable = format!("{{{name}}}");
    path.split('/').any(|segment| segment != variable && segment.contains(&variable))
}

fn check_path(operation: &Operation<'_>, segments: &[&str]) -> Vec<String> {
    let mut messages = Vec::new();
    let mut used = Vec::new();
    for (index, segment) in segments.iter().enumerate() {
        let mut wrong = |what: &str| {
            messages.push(format!("the path {} has {what}", operation.path));
        };
        match variables(segment) {
            None => wrong("a brace that no variable has"),
            Some(variables) => {
                let is_invalid = |name: &&str| name.is_empty() || name.contains(':');
                if variables.iter().any(is_invalid) {
                    wrong(
                        "a variable without a name or with a colon in it, which is not supported",
                    );
                }
                for variable in variables {
                    if used.contains(&variable) {
                        wrong("the same variable twice");
                    }
                    used.push(variable);
                }
                if !segment.contains('{') && decoded_literal(segment).is_none() {
                    wrong(&format!("the segment `{segment}`, which no request reaches"));
                }
            }
        }
        if segment.is_empty() && index + 1 < segments.len() {
            wrong("an empty segment, which is not supported");
        }
    }
    messages
}
