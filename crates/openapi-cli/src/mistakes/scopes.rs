//! Scopes in `security` that no flow of the scheme declares.

use openapi_document::{Diagnostic, Diagnostics, Document, did_you_mean};
use openapi_source::Node;
use openapi_source::role::{Role, traverse};
use std::collections::{BTreeSet, HashMap};

/// Adds a warning for each scope that no flow of its OAuth 2 scheme declares. The scopes of
/// other schemes are declared elsewhere (OpenAPI 3.1.1 §4.8.30).
pub(super) fn unknown(document: &Document, found: &mut Diagnostics) {
    let schemes =
        document.root().get("components").and_then(|components| components.get("securitySchemes"));
    let scopes: HashMap<_, _> = schemes
        .into_iter()
        .flat_map(Node::members)
        .filter_map(|(name, scheme)| Some((name, document.resolve(scheme).ok()?)))
        .filter(|(_, scheme)| scheme.get("type").and_then(Node::string) == Some("oauth2"))
        .map(|(name, scheme)| (name, declared(scheme)))
        .collect();
    traverse(document.root(), Role::Document, &mut |node, role| {
        if role != Role::SecurityRequirement {
            return;
        }
        for (scheme, required) in node.members() {
            let Some(declared) = scopes.get(scheme) else {
                continue;
            };
            for scope in required.items() {
                let Some(name) = scope.string().filter(|name| !declared.contains(name)) else {
                    continue;
                };
                let message = format!("no flow of `{scheme}` declares the scope `{name}`");
                let help = did_you_mean(name, declared.iter().copied())
                    .unwrap_or_else(|| "declare it in `scopes` of a flow".to_owned());
                found.push(Diagnostic::warning(&scope.location, message).help(help));
            }
        }
    });
}

/// Returns the scopes of all flows of a scheme.
fn declared(scheme: &Node) -> BTreeSet<&str> {
    let flows = scheme.get("flows").into_iter().flat_map(Node::members);
    let scopes = flows.filter_map(|(_, flow)| flow.get("scopes"));
    scopes.flat_map(|scopes| scopes.members().map(|(scope, _)| scope)).collect()
}
