//! Compares the credentials that operations require. dropshot emits no `security`:
//! in an emitted document a header parameter called `Authorization` means that the
//! operation requires a bearer credential. A credential that such a document can't
//! express is reported as not shown, not as missing.

use super::context::Context;
use super::operation_part::OperationPart;
use super::{Conventions, parameters};
use crate::Document;
use crate::rule::Rule;
use openapi_source::Node;
use openapi_source::findings::Level;
use std::collections::BTreeSet;
use std::fmt;

/// Alternative sets of credentials; a caller must have all of one set (OpenAPI
/// 3.1.1 §4.8.30). The empty set means no credential.
type Alternatives = BTreeSet<BTreeSet<Credential>>;

/// A credential for a security scheme. Schemes are compared by content, since their
/// names are local to a document.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Credential {
    scheme: String,
    /// The required scopes or, for schemes other than OAuth, roles.
    scopes: BTreeSet<String>,
}

const BEARER: &str = "http bearer";

pub(super) fn compare<'d>(
    context: &mut Context<'d>,
    base: &'d Node,
    candidate: (&'d Node, &'d Node),
) {
    let (document, other) = (context.base, context.candidate);
    let contract_at = declaration(document, base);
    let mut left = contract_at.map_or_else(no_credential, |at| alternatives(document, at));
    let (right, emitted_at) = match declaration(other, candidate.1) {
        Some(at) => (alternatives(other, at), at),
        None if context.conventions == Conventions::None => (no_credential(), candidate.1),
        None => {
            let hidden: BTreeSet<String> = left
                .iter()
                .flatten()
                .filter(|one| one.scheme != BEARER)
                .map(Credential::to_string)
                .collect();
            for scheme in &hidden {
                let message = format!("a document emitted by dropshot can't show {scheme}");
                let at = contract_at.unwrap_or(base);
                let rule = Rule::SecurityNotShown;
                // Located at the document's root, so that it is reported once.
                context.report(rule, &OperationPart::Operation, message, (at, other.root()));
            }
            // The scopes of a token aren't visible in a request.
            left = left
                .iter()
                .map(|all| {
                    if all.iter().any(|one| one.scheme == BEARER) {
                        BTreeSet::from([bearer()])
                    } else {
                        BTreeSet::new()
                    }
                })
                .collect();
            by_header(other, candidate)
        }
    };
    if left == right {
        return;
    }
    let rule = Rule::SecurityDifferent;
    let at = contract_at.unwrap_or(base);
    if at.value == emitted_at.value {
        // The names are equal, so the schemes differ; each is reported once.
        for (name, one, other) in schemes_that_differ(context, at) {
            let words = (one.credential.to_string(), other.credential.to_string());
            let message = context.contrast(&format!("scheme `{name}`"), &words.0, &words.1);
            context.report_at(
                Level::Breaking,
                rule,
                &OperationPart::Operation,
                message,
                (one.at, other.at),
            );
        }
        return;
    }
    let message = context.contrast("credentials", &describe(&left), &describe(&right));
    let level = if is_enough(&left, &right) { Level::Contract } else { Level::Breaking };
    context.report_at(level, rule, &OperationPart::Operation, message, (at, emitted_at));
}

/// A scheme and its location.
struct Scheme<'d> {
    credential: Credential,
    at: &'d Node,
}

/// Returns the schemes in `security` that have the same name and differ.
fn schemes_that_differ<'d>(
    context: &Context<'d>,
    security: &'d Node,
) -> Vec<(&'d str, Scheme<'d>, Scheme<'d>)> {
    let scheme = |document: &'d Document, name, scopes| Scheme {
        credential: credential(document, name, scopes),
        at: scheme_node(document, name).unwrap_or(document.root()),
    };
    let pairs = security.items().iter().flat_map(Node::members).map(|(name, scopes)| {
        let one = scheme(context.base, name, scopes);
        (name, one, scheme(context.candidate, name, scopes))
    });
    pairs.filter(|(_, one, other)| one.credential != other.credential).collect()
}

/// Returns whether every caller with credentials for `declared` has credentials for
/// one of `required`.
fn is_enough(declared: &Alternatives, required: &Alternatives) -> bool {
    declared.iter().all(|held| required.iter().any(|required| satisfies(held, required)))
}

/// Returns whether the credentials `held` include all of `required`.
fn satisfies(held: &BTreeSet<Credential>, required: &BTreeSet<Credential>) -> bool {
    let is_held = |required: &Credential| {
        let same = held.iter().filter(|held| held.scheme == required.scheme);
        same.into_iter().any(|held| required.scopes.is_subset(&held.scopes))
    };
    required.iter().all(is_held)
}

/// Returns the requirement of no credential.
fn no_credential() -> Alternatives {
    Alternatives::from([BTreeSet::new()])
}

/// Returns the operation's `security`, or the document's.
fn declaration<'d>(document: &'d Document, operation: &'d Node) -> Option<&'d Node> {
    operation.get("security").or_else(|| document.root().get("security"))
}

fn alternatives(document: &Document, security: &Node) -> Alternatives {
    let alternatives: Alternatives = security
        .items()
        .iter()
        .map(|requirement| {
            requirement.members().map(|(name, scopes)| credential(document, name, scopes)).collect()
        })
        .collect();
    if alternatives.is_empty() {
        return no_credential();
    }
    // Drop alternatives that another alternative subsumes.
    let is_subsumed = |one: &BTreeSet<Credential>| {
        let mut others = alternatives.iter().filter(|other| *other != one);
        others.any(|other| !other.is_empty() && satisfies(one, other))
    };
    alternatives.iter().filter(|one| !is_subsumed(one)).cloned().collect()
}

fn scheme_node<'d>(document: &'d Document, name: &str) -> Option<&'d Node> {
    let components = document.root().get("components")?;
    components.get("securitySchemes")?.get(name)
}

/// Returns the credential for a scheme, with a description of everything that a
/// caller needs to know.
fn credential(document: &Document, name: &str, scopes: &Node) -> Credential {
    let node = scheme_node(document, name).map(|node| document.resolve(node));
    let field = |key| node.and_then(|node| node.member_text(key)).unwrap_or_default();
    let scheme = match field("type") {
        "http" => format!("http {}", field("scheme").to_ascii_lowercase()),
        // The names of header fields are case-insensitive (RFC 9110 §5.1).
        "apiKey" if field("in") == "header" => {
            format!("apiKey {} in header", field("name").to_ascii_lowercase())
        }
        "apiKey" => format!("apiKey {} in {}", field("name"), field("in")),
        "oauth2" => format!("oauth2 {}", flows(node).join(", ")),
        kind => {
            let texts = node.into_iter().flat_map(Node::members).filter_map(|(name, value)| {
                let is_shown = name != "type" && name != "description" && !name.starts_with("x-");
                value.string().filter(|_| is_shown)
            });
            std::iter::once(kind).chain(texts).collect::<Vec<_>>().join(" ")
        }
    };
    let scopes = scopes.items().iter().filter_map(Node::string).map(str::to_owned).collect();
    Credential { scheme, scopes }
}

fn bearer() -> Credential {
    Credential { scheme: BEARER.to_owned(), scopes: BTreeSet::new() }
}

impl fmt::Display for Credential {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.scheme)?;
        if !self.scopes.is_empty() {
            let scopes: Vec<&str> = self.scopes.iter().map(String::as_str).collect();
            write!(formatter, " ({})", scopes.join(" "))?;
        }
        Ok(())
    }
}

/// Returns the URLs of each OAuth flow.
fn flows(scheme: Option<&Node>) -> Vec<String> {
    let flows = scheme.and_then(|scheme| scheme.get("flows"));
    let mut flows: Vec<String> = flows
        .into_iter()
        .flat_map(Node::members)
        .filter(|(name, _)| !name.starts_with("x-"))
        .map(|(name, flow)| {
            let urls = ["authorizationUrl", "tokenUrl", "refreshUrl"]
                .iter()
                .filter_map(|url| flow.member_text(url));
            let words: Vec<&str> = std::iter::once(name).chain(urls).collect();
            words.join(" ")
        })
        .collect();
    flows.sort_unstable();
    flows
}

/// Returns the requirement that the header parameter `Authorization` declares, and
/// its location.
fn by_header<'d>(
    document: &'d Document,
    operation: (&'d Node, &'d Node),
) -> (Alternatives, &'d Node) {
    let header = parameters::collect(document, operation)
        .into_iter()
        .find(|one| one.location == "header" && one.name.eq_ignore_ascii_case("authorization"));
    let bearer = BTreeSet::from([bearer()]);
    match header {
        None => (no_credential(), operation.1),
        Some(header) if header.node.flag("required") => (Alternatives::from([bearer]), header.node),
        Some(header) => (Alternatives::from([BTreeSet::new(), bearer]), header.node),
    }
}

fn describe(alternatives: &Alternatives) -> String {
    let texts: Vec<String> = alternatives
        .iter()
        .map(|schemes| match schemes.len() {
            0 => "none".to_owned(),
            _ => {
                let schemes: Vec<String> = schemes.iter().map(Credential::to_string).collect();
                schemes.join(" with ")
            }
        })
        .collect();
    texts.join(" or ")
}
