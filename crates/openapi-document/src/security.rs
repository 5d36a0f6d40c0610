//! Security schemes and security requirements (§4.8.27, §4.8.30).
//!
//! This module doesn't verify credentials.

use crate::{
    CredentialKind, Diagnostic, Diagnostics, Document, Fix, Location, Node, ParameterLocation,
};

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
    /// The required schemes, each with the required scopes (OAuth 2, OpenID Connect) or roles.
    pub schemes: Vec<(SecurityScheme<'d>, Vec<&'d str>)>,
    /// The source location.
    pub location: &'d Location,
}

impl<'d> SecurityScheme<'d> {
    /// Returns how a request has the credential.
    ///
    /// # Errors
    /// The scheme is not supported, or a field of it is missing or not valid.
    pub fn credential_kind(&self) -> Result<CredentialKind, Diagnostic> {
        let (name, http) = (self.name, self.scheme.unwrap_or_default());
        // The names of authentication schemes are tokens, as those of fields are.
        let is_name = |text: &str| http::HeaderName::from_bytes(text.as_bytes()).is_ok();
        let error = |message: String| Err(Diagnostic::error(self.location, message));
        let scheme = match self.kind {
            "oauth2" | "openIdConnect" => CredentialKind::BEARER,
            "apiKey" => {
                let location = self.node.member_text("in").and_then(|text| text.parse().ok());
                let Some(location) = location.filter(|one| *one != ParameterLocation::Path) else {
                    return error(format!(
                        "the security scheme `{name}` has no `in`: write `header`, `query` or \
                         `cookie`"
                    ));
                };
                let field = self.node.member_text("name").unwrap_or_default();
                let is_query = location == ParameterLocation::Query && !field.is_empty();
                if !is_query && !is_name(field) {
                    return error(format!(
                        "the `name` of the security scheme `{name}` is missing or not valid"
                    ));
                }
                return Ok(CredentialKind::ApiKey(location, field.to_owned()));
            }
            "http" if is_name(http) => {
                let mut typed = CredentialKind::TYPED.into_iter();
                typed.find(|name| name.eq_ignore_ascii_case(http)).unwrap_or(http)
            }
            "http" if http.is_empty() => {
                return error(format!("the security scheme `{name}` has no `scheme`"));
            }
            kind => {
                return error(format!(
                    "the security scheme `{name}` ({kind}{}{http}) is not supported, only \
                     apiKey, http, oauth2, and openIdConnect",
                    if http.is_empty() { "" } else { " " }
                ));
            }
        };
        Ok(CredentialKind::Http(scheme.to_owned()))
    }
}

pub(crate) fn schemes<'d>(
    document: &'d Document,
    diagnostics: &mut Diagnostics,
) -> Vec<SecurityScheme<'d>> {
    let members = document.root().get("components").and_then(|node| node.get("securitySchemes"));
    let mut schemes = Vec::new();
    for (name, node) in members.and_then(Node::mapping).into_iter().flatten() {
        let Some(node) = diagnostics.report(document.resolve(node)) else { continue };
        let Some(kind) = node.member_text("type") else {
            diagnostics.push(Diagnostic::missing(node, "a Security Scheme Object", "type"));
            continue;
        };
        schemes.push(SecurityScheme {
            name,
            kind,
            scheme: node.member_text("scheme"),
            description: node.member_text("description"),
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
        let declared = |name: &str| schemes.iter().find(|scheme| scheme.name == name).cloned();
        diagnostics.extend(faults(item, |name| declared(name).is_some()));
        let required = item.members().map(|(name, node)| Some((declared(name)?, scopes(node))));
        if item.mapping().is_some()
            && let Some(schemes) = required.collect()
        {
            requirements.push(SecurityRequirement { schemes, location: &item.location });
        }
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
    node.sequence().unwrap_or_default().iter().filter_map(Node::string).collect()
}
