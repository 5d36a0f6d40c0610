//! Which credentials an operation asks for. dropshot emits no `security`: an
//! operation of such a document asks for a bearer credential by a header
//! parameter called `Authorization`. It must never take "can't be shown" for
//! "isn't asked for".

use super::context::Context;
use super::part::Part;
use super::{Conventions, parameters};
use crate::document::{Document, Node};
use crate::level::Level;
use crate::rule::Rule;
use std::collections::BTreeSet;
use std::fmt;

/// The sets of credentials of which a caller must have one (OpenAPI 3.1.1
/// §4.8.30); the empty set is no credential.
type Alternatives = BTreeSet<BTreeSet<Credential>>;

/// What satisfies a scheme, which is compared by what it is, since its name is
/// the document's own business.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Credential {
    scheme: String,
    /// The scopes, or of all but OAuth the roles, that it must be good for.
    scopes: BTreeSet<String>,
}

const BEARER: &str = "http bearer";

pub(super) fn compare<'d>(
    context: &mut Context<'d>,
    contract: &'d Node,
    emitted: (&'d Node, &'d Node),
) {
    let (document, other) = (context.contract, context.emitted);
    let contract_at = declaration(document, contract);
    let mut wanted = contract_at.map_or_else(nobody, |at| alternatives(document, at));
    let (asked, emitted_at) = match declaration(other, emitted.1) {
        Some(at) => (alternatives(other, at), at),
        None if context.conventions == Conventions::None => (nobody(), emitted.1),
        None => {
            let hidden = wanted.iter().flatten().filter(|one| one.scheme != BEARER);
            let hidden: BTreeSet<String> = hidden.map(Credential::to_string).collect();
            for scheme in &hidden {
                let message = format!("a document emitted by dropshot can't show {scheme}");
                let at = contract_at.unwrap_or(contract);
                let rule = Rule::SecurityNotShown;
                // In the document as a whole, so that it is told once.
                context.report(rule, &Part::Operation, message, at, other.root());
            }
            // What a token is good for doesn't show in a request.
            wanted = wanted
                .iter()
                .map(|all| match all.iter().any(|one| one.scheme == BEARER) {
                    true => BTreeSet::from([bearer()]),
                    false => BTreeSet::new(),
                })
                .collect();
            by_header(other, emitted)
        }
    };
    if wanted == asked {
        return;
    }
    let rule = Rule::SecurityDifferent;
    let at = contract_at.unwrap_or(contract);
    if at.content == emitted_at.content {
        // By the same names, so that the schemes differ, and once.
        for (name, one, other) in schemes_that_differ(context, at) {
            let words = (one.credential.to_string(), other.credential.to_string());
            let message = context.differs(&format!("scheme `{name}`"), &words.0, &words.1);
            context.report_at(
                Level::Breaking,
                rule,
                &Part::Operation,
                message,
                (one.at, other.at),
            );
        }
        return;
    }
    let message = context.differs("credentials", &describe(&wanted), &describe(&asked));
    let level = match is_enough(&wanted, &asked) {
        true => Level::Contract,
        false => Level::Breaking,
    };
    context.report_at(level, rule, &Part::Operation, message, (at, emitted_at));
}

/// A scheme, and where it stands.
struct Scheme<'d> {
    credential: Credential,
    at: &'d Node,
}

/// The schemes of the same names in `security` that aren't the same.
fn schemes_that_differ<'d>(
    context: &Context<'d>,
    security: &'d Node,
) -> Vec<(&'d str, Scheme<'d>, Scheme<'d>)> {
    let scheme = |document: &'d Document, name, scopes| Scheme {
        credential: credential(document, name, scopes),
        at: declared(document, name).unwrap_or(document.root()),
    };
    let requirements = security.items().iter().flat_map(Node::members);
    let pairs = requirements.map(|(name, scopes)| {
        let one = scheme(context.contract, name, scopes);
        (name, one, scheme(context.emitted, name, scopes))
    });
    pairs
        .filter(|(_, one, other)| one.credential != other.credential)
        .collect()
}

/// Whether every caller with credentials of `wanted` has some of `asked`.
fn is_enough(wanted: &Alternatives, asked: &Alternatives) -> bool {
    wanted
        .iter()
        .all(|wanted| asked.iter().any(|asked| has(wanted, asked)))
}

/// Whether who has all of `held` has all of `asked`.
fn has(held: &BTreeSet<Credential>, asked: &BTreeSet<Credential>) -> bool {
    let is_held = |asked: &Credential| {
        let same = held.iter().filter(|held| held.scheme == asked.scheme);
        same.into_iter()
            .any(|held| asked.scopes.is_subset(&held.scopes))
    };
    asked.iter().all(is_held)
}

/// No credential.
fn nobody() -> Alternatives {
    Alternatives::from([BTreeSet::new()])
}

/// The operation's `security`, or the document's.
fn declaration<'d>(document: &'d Document, operation: &'d Node) -> Option<&'d Node> {
    operation
        .get("security")
        .or_else(|| document.root().get("security"))
}

fn alternatives(document: &Document, security: &Node) -> Alternatives {
    let alternatives: Alternatives = security
        .items()
        .iter()
        .map(|requirement| {
            requirement
                .members()
                .map(|(name, scopes)| credential(document, name, scopes))
                .collect()
        })
        .collect();
    if alternatives.is_empty() {
        return nobody();
    }
    // One that asks for more than another is satisfied by who satisfies that.
    let asks_for_more = |one: &BTreeSet<Credential>| {
        let mut others = alternatives.iter().filter(|other| *other != one);
        others.any(|other| !other.is_empty() && has(one, other))
    };
    let least = alternatives.iter().filter(|one| !asks_for_more(one));
    least.cloned().collect()
}

fn declared<'d>(document: &'d Document, name: &str) -> Option<&'d Node> {
    let components = document.root().get("components")?;
    components.get("securitySchemes")?.get(name)
}

/// What satisfies the scheme, in words that say all that a caller must know.
fn credential(document: &Document, name: &str, scopes: &Node) -> Credential {
    let node = declared(document, name).map(|node| document.resolve(node));
    let field = |key| {
        node.and_then(|node| node.member_text(key))
            .unwrap_or_default()
    };
    let scheme = match field("type") {
        "http" => format!("http {}", field("scheme").to_ascii_lowercase()),
        // The names of header fields have no case (RFC 9110 §5.1).
        "apiKey" if field("in") == "header" => {
            format!("apiKey {} in header", field("name").to_ascii_lowercase())
        }
        "apiKey" => format!("apiKey {} in {}", field("name"), field("in")),
        "openIdConnect" => format!("openIdConnect {}", field("openIdConnectUrl")),
        "oauth2" => format!("oauth2 {}", flows(node).join(", ")),
        other => other.to_owned(),
    };
    let scopes = scopes.items().iter().filter_map(Node::text);
    let scopes = scopes.map(str::to_owned).collect();
    Credential { scheme, scopes }
}

fn bearer() -> Credential {
    Credential {
        scheme: BEARER.to_owned(),
        scopes: BTreeSet::new(),
    }
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

/// Where tokens are had, by each flow.
fn flows(scheme: Option<&Node>) -> Vec<String> {
    let flows = scheme.and_then(|scheme| scheme.get("flows"));
    let mut flows: Vec<String> = flows
        .into_iter()
        .flat_map(Node::members)
        .filter(|(name, _)| !name.starts_with("x-"))
        .map(|(name, flow)| {
            let urls = ["authorizationUrl", "tokenUrl", "refreshUrl"];
            let urls = urls.iter().filter_map(|url| flow.member_text(url));
            let words: Vec<&str> = std::iter::once(name).chain(urls).collect();
            words.join(" ")
        })
        .collect();
    flows.sort_unstable();
    flows
}

/// What the header parameter `Authorization` says, and where.
fn by_header<'d>(
    document: &'d Document,
    operation: (&'d Node, &'d Node),
) -> (Alternatives, &'d Node) {
    let header = parameters::collect(document, operation)
        .into_iter()
        .find(|one| one.place == "header" && one.name.eq_ignore_ascii_case("authorization"));
    let bearer = BTreeSet::from([bearer()]);
    match header {
        None => (nobody(), operation.1),
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
