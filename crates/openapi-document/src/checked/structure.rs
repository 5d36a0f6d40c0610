//! Checks the structure of a document. It finds everything that a check would
//! otherwise skip silently: a value of the wrong type, an unresolvable reference, an
//! undeclared security scheme.

use openapi_source::role::{self, Role};

use crate::lift::EXTENSION;
use crate::parameter_location::parameter_location;
use crate::path_template::check_path;
use crate::{Diagnostic, Diagnostics, Document, Node, Schema, Value, fields, security};

/// Returns an error for each fault of the document.
pub(super) fn errors(document: &Document) -> Diagnostics {
    let mut errors = fields::needed_by_checks(document.root());
    part(document, document.root(), Role::Document, &mut errors);
    errors
}

/// Adds an error for each fault of `node`, which has the role `role`, and below it.
fn part(document: &Document, node: &Node, role: Role, errors: &mut Diagnostics) {
    role::traverse(node, role, &mut |node, role| {
        if let Some(error) = mistyped(document, node, role) {
            errors.push(error);
            return;
        }
        if role.may_refer()
            && let Some(to) = node.get("$ref")
        {
            // A schema may have siblings beside its `$ref`, and they count even in a cycle of
            // references.
            let target = document.target(to);
            let end = target.and_then(|target| document.resolve(target));
            errors.extend(end.err());
            // The siblings aren't checked, but what is in them is: OpenAPI ignores both except in
            // schemas.
            if role != Role::Schema {
                return;
            }
        }
        match role {
            Role::Schema if document.is_3_0 => {
                if let Some(keywords) = node.get(EXTENSION) {
                    check_extension(document, keywords, errors);
                }
            }
            Role::Paths => {
                let paths = node.members().filter(|(path, _)| !path.starts_with("x-"));
                errors.extend(paths.filter_map(|(path, item)| check_path(path, item)));
            }
            Role::Parameter => {
                let place = node.get("in");
                errors.extend(place.and_then(|place| parameter_location(place).err()));
            }
            Role::SecurityRequirement => {
                let schemes = document.root().get("components");
                let schemes = schemes.and_then(|components| components.get("securitySchemes"));
                let is_declared = |name: &str| schemes.is_some_and(|all| all.get(name).is_some());
                errors.extend(security::faults(node, is_declared));
                errors.extend(node.members().filter_map(|(name, scopes)| {
                    let expected = fields::FieldContent::Texts.expected(scopes)?;
                    Some(Diagnostic::unexpected(scopes, &format!("`{name}`"), expected))
                }));
            }
            _ => {}
        }
    });
}

/// Returns the error of a node whose type the fields of its object don't say.
fn mistyped(document: &Document, node: &Node, role: Role) -> Option<Diagnostic> {
    let (expected, fits) = match role {
        Role::Schema => return Schema::new(document, node).err(),
        Role::List(_) => ("an array", matches!(node.value, Value::Sequence(_))),
        Role::Map(_) | Role::Callback => ("an object", node.mapping().is_some()),
        _ => return None,
    };
    let name = node.location.pointer.last().unwrap_or_default();
    (!fits).then(|| Diagnostic::unexpected(node, &format!("`{name}`"), expected))
}

/// Checks the keywords under the extension like a 3.1 schema, since lifting makes
/// them keywords of the schema.
fn check_extension(document: &Document, keywords: &Node, errors: &mut Diagnostics) {
    if keywords.mapping().is_none() {
        let what = format!("`{EXTENSION}`");
        errors.push(Diagnostic::unexpected(keywords, &what, "an object"));
        return;
    }
    part(document, keywords, Role::Schema, errors);
}
