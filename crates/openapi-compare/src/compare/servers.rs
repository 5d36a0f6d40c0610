//! Compares the servers of an operation: its own `servers`, those of its path item,
//! or those of the document (OpenAPI 3.1.1 §4.8.1, §4.8.9, §4.8.10). For a dropshot
//! server only the path of the first URL is compared, between two versions of a
//! document every URL. A difference in the document's servers is reported once, not
//! for each operation.

use super::Conventions;
use super::context::Context;
use super::operation_part::OperationPart;
use crate::Document;
use crate::rule::Rule;
use jsonschema::{Uri, uri};
use openapi_source::Node;
use regex_automata::meta::Regex;

/// The maximum number of URLs of one server that are compared.
const MAXIMUM_URLS: usize = 1_000;

/// Compares the servers of an operation, each given with its path item.
pub(super) fn compare<'d>(
    context: &mut Context<'d>,
    base: (&'d Node, &'d Node),
    candidate: (&'d Node, &'d Node),
) {
    let (left, right) =
        (Servers::of(context.base, base), Servers::of(context.candidate, candidate));
    let are_shared = left.are_shared && right.are_shared;
    let part = if are_shared { OperationPart::Document } else { OperationPart::Operation };
    match context.conventions {
        Conventions::Dropshot => {
            let prefix = format!("{}{}", context.prefix_in_paths, right.prefix());
            if left.prefix() != prefix {
                let (one, other) = (format!("{}/", left.prefix()), format!("{prefix}/"));
                let message = context.contrast("path of the server", &one, &other);
                context.report(Rule::ServerDifferent, &part, message, (left.at, right.at));
            }
        }
        Conventions::None => {
            // The servers of the documents are compared once, not for each operation.
            if are_shared && !context.compared_pairs.insert((left.at, right.at, String::new())) {
                return;
            }
            let others = right.pattern();
            let parts = |one: &Node| (url(one).to_owned(), one.get("variables").map(Node::to_json));
            let is_kept = |one: &Node| right.list.iter().any(|other| parts(other) == parts(one));
            for server in left.list.iter().filter(|server| !is_kept(server)) {
                let at = (server, right.at);
                let (Some(others), Some(urls)) = (&others, urls(server)) else {
                    let message = format!("a server has more than {MAXIMUM_URLS} URLs");
                    context.report(Rule::Undecided, &part, message, at);
                    continue;
                };
                for url in urls.iter().filter(|url| !others.is_match(&normalized(url))) {
                    let message = format!("{} doesn't have {url}", context.terms.candidate);
                    context.report(Rule::ServerDifferent, &part, message, at);
                }
            }
        }
    }
}

/// Returns the path of `base`'s server if `candidate` has no servers and begins each of its paths
/// with it; otherwise an empty text.
pub(super) fn written_in_paths(base: &Document, candidate: &Document) -> String {
    let prefix = Servers::shared(base).prefix();
    let begins = |path: &str| path.strip_prefix(&prefix).is_some_and(|rest| rest.starts_with('/'));
    let mut paths = candidate.root().get("paths").into_iter().flat_map(Node::members);
    let all = Servers::shared(candidate).at.items().is_empty()
        && paths.all(|(path, _)| begins(path) || path.starts_with("x-"));
    if all { prefix } else { String::new() }
}

/// The servers of an operation; any of them can be used.
struct Servers<'d> {
    /// The servers. Without any, the node at `at`, which has no URL.
    list: &'d [Node],
    /// The location of `servers`, or the nearest enclosing one.
    at: &'d Node,
    /// Whether these are the document's servers.
    are_shared: bool,
}

impl<'d> Servers<'d> {
    fn of(document: &'d Document, (item, operation): (&'d Node, &'d Node)) -> Servers<'d> {
        let own = [operation, item]
            .into_iter()
            .filter_map(|owner| owner.get("servers"))
            .find(|servers| !servers.items().is_empty());
        match own {
            Some(at) => Servers { list: at.items(), at, are_shared: false },
            None => Servers::shared(document),
        }
    }

    fn shared(document: &'d Document) -> Servers<'d> {
        let root = document.root();
        let at = root.get("servers").unwrap_or(root);
        let list = if at.items().is_empty() { std::slice::from_ref(at) } else { at.items() };
        Servers { list, at, are_shared: true }
    }

    /// Returns the base path of the first server, without a final slash.
    fn prefix(&self) -> String {
        let url = normalized(&default_url(&self.list[0]));
        url[path_start(&url)..].to_owned()
    }

    /// Returns a pattern of the normalized URLs; `None` if they are too many.
    fn pattern(&self) -> Option<Regex> {
        let mut patterns = Vec::new();
        for server in self.list {
            let urls = urls(server)?.into_iter().chain([default_url(server)]);
            patterns.extend(urls.map(|url| pattern(&normalized(&url))));
        }
        Regex::new(&format!("^(?:{})$", patterns.join("|"))).ok()
    }
}

fn url(server: &Node) -> &str {
    server.member_text("url").filter(|url| !url.is_empty()).unwrap_or("/")
}

/// Returns the variables of a server, each with its text in the URL.
fn variables(server: &Node) -> impl Iterator<Item = (String, &Node)> {
    let variables = server.get("variables").into_iter().flat_map(Node::members);
    variables.map(|(name, variable)| (format!("{{{name}}}"), variable))
}

fn default_url(server: &Node) -> String {
    variables(server).fold(url(server).to_owned(), |url, (name, variable)| {
        url.replace(&name, variable.member_text("default").unwrap_or_default())
    })
}

/// Returns the URLs of a server: one for each combination of the values that its variables list in
/// `enum`, or `None` if these are more than [`MAXIMUM_URLS`]. A variable without `enum` can have any
/// value, and remains in the URL as `{name}`.
fn urls(server: &Node) -> Option<Vec<String>> {
    let mut urls = vec![url(server).to_owned()];
    for (name, variable) in variables(server) {
        let Some(listed) = variable.get("enum").filter(|_| url(server).contains(&name)) else {
            continue;
        };
        let mut values: Vec<&str> = listed.items().iter().filter_map(Node::string).collect();
        values.extend(variable.member_text("default").filter(|value| !values.contains(value)));
        if urls.len() * values.len() > MAXIMUM_URLS {
            return None;
        }
        let each = values.iter().flat_map(|value| urls.iter().map(|url| url.replace(&name, value)));
        urls = each.collect();
    }
    Some(urls)
}

/// Returns a regular expression that matches a normalized URL, also if its scheme, or its scheme and
/// host, are left out. `{name}` matches any text without a slash.
fn pattern(url: &str) -> String {
    let pattern = |text: &str| {
        let parts = text.split('{').map(|part| part.split_once('}').map_or(part, |(_, rest)| rest));
        parts.map(regex_syntax::escape).collect::<Vec<_>>().join("[^/]*")
    };
    let (host, path) = url.split_at(path_start(url));
    let (scheme, host) = host.split_once("//").unwrap_or_default();
    format!("(?:(?:{})?//{})?{}", pattern(scheme), pattern(host), pattern(path))
}

/// Returns the URL resolved and normalized (RFC 3986 §5.2, §6.2), without a slash at its end. A
/// scheme and a host that the document doesn't tell are left out. A URL whose scheme or port is a
/// variable can't be resolved.
fn normalized(url: &str) -> String {
    let base = Uri::parse("unknown:/").expect("a URI");
    // Braces are no characters of a URI.
    let encoded = url.replace('{', "%7B").replace('}', "%7D");
    let url = uri::resolve_against(&base, &encoded).map_or(encoded, |url| url.to_string());
    let url = url.strip_prefix("unknown:").unwrap_or(&url).trim_end_matches('/');
    url.replace("%7B", "{").replace("%7D", "}")
}

/// Returns the offset of the path in a URL.
fn path_start(url: &str) -> usize {
    let host = url.split_once("//").filter(|(scheme, _)| !scheme.contains('/'));
    host.map_or(0, |(before, host)| before.len() + 2 + host.find('/').unwrap_or(host.len()))
}
