//! Checks the structure of a document before a comparison. It finds everything that
//! the comparison would otherwise skip silently: a value of the wrong type, an
//! unresolvable reference, an undeclared security scheme.

use crate::Version;
use crate::field;
use crate::lift::EXTENSION;
use crate::reference;
use openapi_source::role::{self, Role};
use openapi_source::{Diagnostic, Node, Value};

/// Returns the version in the document's `openapi` field.
pub(crate) fn version(root: &Node) -> Result<Version, Diagnostic> {
    let Some(version) = root.get("openapi") else {
        let message = "`openapi` is missing; 3.0.x, 3.1.x and 3.2.x documents can be compared";
        let diagnostic = Diagnostic::error(&root.location, message);
        return Err(match root.get("swagger") {
            Some(_) => diagnostic.help("this is a Swagger 2.0 document: convert it first"),
            None => diagnostic,
        });
    };
    let text = match &version.value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    match text.rsplit_once('.') {
        Some(("3.0", patch)) if is_number(patch) => Ok(Version::V3_0),
        Some(("3.1" | "3.2", patch)) if is_number(patch) => Ok(Version::V3_1),
        _ => {
            let message = format!("OpenAPI {text} is not supported; 3.0.x, 3.1.x and 3.2.x are");
            Err(Diagnostic::error(&version.location, message))
        }
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Adds a diagnostic for each error in the document.
pub(crate) fn structure(root: &Node, version: Version, diagnostics: &mut Vec<Diagnostic>) {
    part(root, root, Role::Document, version, diagnostics);
}

/// Adds a diagnostic for each error in `node`, which has the role `role`, and below
/// it.
fn part(root: &Node, node: &Node, role: Role, version: Version, diagnostics: &mut Vec<Diagnostic>) {
    role::traverse(node, role, &mut |node, role| {
        if !has_expected_type(node, role) {
            let what = noun(node, role);
            diagnostics.push(Diagnostic::unexpected(node, &what, expected(role)));
            return;
        }
        if role.may_refer()
            && let Some(to) = node.get("$ref")
        {
            check_reference(root, to, diagnostics);
            // The siblings aren't checked: OpenAPI ignores them except in schemas.
            if role != Role::Schema {
                return;
            }
        }
        field::check(node, role, diagnostics);
        match role {
            Role::Schema if version == Version::V3_0 => {
                if let Some(keywords) = node.get(EXTENSION) {
                    check_extension(root, keywords, diagnostics);
                }
            }
            Role::Paths => check_paths(node, diagnostics),
            Role::Parameter => check_parameter(node, diagnostics),
            Role::SecurityRequirement => check_requirement(root, node, diagnostics),
            _ => {}
        }
    });
}

fn has_expected_type(node: &Node, role: Role) -> bool {
    match role {
        Role::Data => true,
        Role::List(_) => matches!(node.value, Value::Sequence(_)),
        Role::Schema => matches!(node.value, Value::Mapping(_) | Value::Bool(_)),
        _ => matches!(node.value, Value::Mapping(_)),
    }
}

fn expected(role: Role) -> &'static str {
    match role {
        Role::List(_) => "a list",
        Role::Schema => "an object or a boolean",
        _ => "an object",
    }
}

/// Returns the name of a part in messages: its role's, or the member's if the role
/// says too little.
fn noun(node: &Node, role: Role) -> String {
    match role {
        Role::Map(_) | Role::List(_) => {
            let name = node.location.pointer.last();
            format!("`{}`", name.unwrap_or_default())
        }
        _ => role.noun().to_owned(),
    }
}

fn check_reference(root: &Node, to: &Node, diagnostics: &mut Vec<Diagnostic>) {
    let unresolved = |reference: &str, reason| {
        let message = format!("`$ref: {reference}` leads nowhere: {reason}");
        Diagnostic::error(&to.location, message)
    };
    diagnostics.push(match to.string() {
        None => unresolved(&to.value.excerpt(), "it is not a string"),
        Some(text) => match reference::target(root, text) {
            Err(reason) => unresolved(text, reason),
            Ok(target) if reference::resolve(root, target).get("$ref").is_some() => {
                // A schema may have siblings beside its `$ref`, and they count even
                // in a cycle of references.
                unresolved(text, "it leads back to itself, or to what leads nowhere")
            }
            Ok(_) => return,
        },
    });
}

/// Requires that each path begins with `/`, so that it can't change the host of a URL.
fn check_paths(node: &Node, diagnostics: &mut Vec<Diagnostic>) {
    let is_path = |path: &str| path.starts_with('/') || path.starts_with("x-");
    for (path, at) in node.members().filter(|(path, _)| !is_path(path)) {
        let message = format!("a path begins with `/`, `{path}` does not");
        diagnostics.push(Diagnostic::error(&at.location, message));
    }
}

fn check_parameter(node: &Node, diagnostics: &mut Vec<Diagnostic>) {
    let what = Role::Parameter.noun();
    if node.member_text("name").is_none() {
        diagnostics.push(Diagnostic::missing(node, what, "name"));
    }
    let Some(place) = node.get("in") else {
        diagnostics.push(Diagnostic::missing(node, what, "in"));
        return;
    };
    if !matches!(place.string(), Some("path" | "query" | "header" | "cookie")) {
        let expected = "path, query, header or cookie";
        diagnostics.push(Diagnostic::unexpected(place, "`in`", expected));
    }
}

fn check_requirement(root: &Node, node: &Node, diagnostics: &mut Vec<Diagnostic>) {
    let schemes = root
        .get("components")
        .and_then(|components| components.get("securitySchemes"));
    for (name, scopes) in node.members() {
        if schemes.and_then(|schemes| schemes.get(name)).is_none() {
            let message = format!("`{name}` is not among `components/securitySchemes`");
            diagnostics.push(Diagnostic::error(&scopes.location, message));
        }
    }
}

/// Checks the keywords under the extension like a 3.1 schema, since lifting makes
/// them keywords of the schema.
fn check_extension(root: &Node, keywords: &Node, diagnostics: &mut Vec<Diagnostic>) {
    if keywords.mapping().is_none() {
        let what = format!("`{EXTENSION}`");
        diagnostics.push(Diagnostic::unexpected(keywords, &what, "an object"));
        return;
    }
    part(root, keywords, Role::Schema, Version::V3_1, diagnostics);
}
