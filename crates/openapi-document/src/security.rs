//! Security schemes and security requirements (§4.8.27, §4.8.30).
//!
//! This module doesn't verify credentials.

use crate::{Diagnostic, Diagnostics, Document, Fix, Location, Node};

/// A security scheme, reduced to the fields that a server needs.
#[derive(Clone, Debug)]
pub struct SecurityScheme<'d> {
    /// The name under `components/securitySchemes`.
    pub name: &'d str,
    /// The `type`, for example `http`.
    pub kind: &'d str,
    /// The `scheme` of the type `http`, for example `bearer`.
    pub scheme: Option<&'d str>,
    /// The `description`.
    pub description: Option<&'d str>,
    /// The Security Scheme Object.
    pub node: &'d Node,
    /// The source location.
    pub location: &'d Location,
}

/// An alternative of `security`. All its schemes are required together; an empty
/// list allows calls without a credential.
#[derive(Clone, Debug)]
pub struct SecurityRequirement<'d> {
    /// The names of the required schemes.
    pub schemes: Vec<&'d str>,
    /// For each scheme, the required scopes (OAuth 2, OpenID Connect) or roles.
    pub scopes: Vec<Vec<&'d str>>,
    /// The source location.
    pub location: &'d Location,
}

pub(crate) fn schemes<'d>(
    document: &'d Document,
    diagnostics: &mut Diagnostics,
) -> Vec<SecurityScheme<'d>> {
    let members = document
        .root()
        .get("components")
        .and_then(|node| node.get("securitySchemes"));
    let mut schemes = Vec::new();
    for (name, node) in members.and_then(Node::mapping).into_iter().flatten() {
        let node = match document.resolve(node) {
            Ok(node) => node,
            Err(diagnostic) => {
                diagnostics.push(diagnostic);
                continue;
            }
        };
        let text = |field: &str| node.get(field).and_then(Node::string);
        let Some(kind) = text("type") else {
            diagnostics.push(Diagnostic::missing(
                node,
                "a Security Scheme Object",
                "type",
            ));
            continue;
        };
        schemes.push(SecurityScheme {
            name,
            kind,
            scheme: text("scheme"),
            description: text("description"),
            node,
            location: &node.location,
        });
    }
    schemes
}

/// Reads the alternatives of a `security` member.
pub(crate) fn requirements<'d>(
    node: &'d Node,
    schemes: &[SecurityScheme<'d>],
    diagnostics: &mut Diagnostics,
) -> Vec<SecurityRequirement<'d>> {
    let Some(items) = node.sequence() else {
        diagnostics.push(Diagnostic::unexpected(node, "`security`", "an array"));
        return Vec::new();
    };
    let mut requirements = Vec::new();
    for item in items {
        let is_declared = |name: &str| schemes.iter().any(|scheme| scheme.name == name);
        diagnostics.extend(faults(item, is_declared));
        let Some(members) = item.mapping() else {
            continue;
        };
        requirements.push(SecurityRequirement {
            schemes: members.keys().map(String::as_str).collect(),
            scopes: members.values().map(scopes).collect(),
            location: &item.location,
        });
    }
    requirements
}

/// Returns the errors of a security requirement.
pub(crate) fn faults(requirement: &Node, is_declared: impl Fn(&str) -> bool) -> Vec<Diagnostic> {
    if requirement.mapping().is_none() {
        let expected = "an object whose members are names of schemes";
        let what = "a Security Requirement Object";
        return vec![Diagnostic::unexpected(requirement, what, expected)];
    }
    let undeclared = requirement.members().filter(|(name, _)| !is_declared(name));
    let errors = undeclared.map(|(name, node)| {
        let message = format!("no security scheme `{name}` under components");
        Diagnostic::error(&node.location, message)
            .help("declare it, or remove it")
            .fix(Fix::UndeclaredScheme)
    });
    errors.collect()
}

fn scopes(node: &Node) -> Vec<&str> {
    let items = node.sequence().unwrap_or_default().iter();
    items.filter_map(Node::string).collect()
}
