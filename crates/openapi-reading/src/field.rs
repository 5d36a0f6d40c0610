//! Checks the types of fields whose values are compared literally. A field of the
//! wrong type must not pass as absent: `required: yes` is a string in YAML 1.2, and
//! would be ignored.

use openapi_source::role::Role;
use openapi_source::{Diagnostic, Node, Value};

/// Adds a diagnostic for each field of `node` whose value has the wrong type.
pub(crate) fn check(node: &Node, role: Role, diagnostics: &mut Vec<Diagnostic>) {
    check_each(node, |field| expectation(role, field), diagnostics);
}

/// An expected value: a description for messages, and a predicate.
pub(super) type Expectation = (&'static str, fn(&Node) -> bool);

/// Adds a diagnostic for each member of `node` that doesn't meet the expectation for
/// its name.
pub(super) fn check_each(
    node: &Node,
    expectation: impl Fn(&str) -> Option<Expectation>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    for (name, value) in node.members() {
        if let Some((expected, fits)) = expectation(name)
            && !fits(value)
        {
            let what = format!("`{name}`");
            diagnostics.push(Diagnostic::unexpected(value, &what, expected));
        }
    }
}

pub(super) const BOOLEAN: Expectation = ("a boolean", |value| value.boolean().is_some());
pub(super) const STRING: Expectation = ("a string", |value| value.string().is_some());
pub(super) const STRINGS: Expectation = ("a list of strings", |value| {
    matches!(value.value, Value::Sequence(_))
        && value.items().iter().all(|item| item.string().is_some())
});
const SERVERS: Expectation = ("a list of servers, each with a `url`", |value| {
    let has_url = |server: &Node| server.member_text("url").is_some();
    matches!(value.value, Value::Sequence(_)) && value.items().iter().all(has_url)
});

fn expectation(role: Role, field: &str) -> Option<Expectation> {
    Some(match (role, field) {
        (Role::Document | Role::PathItem | Role::Operation, "servers") => SERVERS,
        (Role::Operation, "operationId" | "summary" | "description") => STRING,
        (Role::Operation, "deprecated") => BOOLEAN,
        (Role::Operation, "tags") => STRINGS,
        (Role::Parameter | Role::Header, "required" | "deprecated" | "explode") => BOOLEAN,
        (Role::Parameter | Role::Header, "allowReserved" | "allowEmptyValue") => BOOLEAN,
        (Role::Parameter | Role::Header, "style" | "description") => STRING,
        (Role::RequestBody, "required") => BOOLEAN,
        (Role::RequestBody | Role::Response, "description") => STRING,
        (Role::SecurityRequirement, _) => STRINGS,
        (Role::SecurityScheme, "type" | "scheme" | "name" | "in" | "openIdConnectUrl") => STRING,
        _ => return None,
    })
}
