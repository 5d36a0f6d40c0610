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
use jsonschema::uri;
use openapi_source::Node;

/// The maximum number of URLs that the variables of one server are expanded to.
const MAXIMUM_URLS: usize = 1_000;

/// Compares the servers of an operation, each given with its path item.
pub(super) fn compare<'d>(
    context: &mut Context<'d>,
    base: (&'d Node, &'d Node),
    candidate: (&'d Node, &'d Node),
) {
    let (left, right) =
        (Servers::of(context.base, base), Servers::of(context.candidate, candidate));
    let part = if left.are_shared && right.are_shared {
        OperationPart::Document
    } else {
        OperationPart::Operation
    };
    let rule = Rule::ServerDifferent;
    match context.conventions {
        Conventions::Dropshot => {
            let prefix = format!("{}{}", context.prefix_in_paths, right.prefix());
            if left.prefix() != prefix {
                let (one, other) = (format!("{}/", left.prefix()), format!("{prefix}/"));
                let message = context.contrast("path of the server", &one, &other);
                context.report(rule, &part, message, (left.at, right.at));
            }
        }
        Conventions::None => {
            let others: Vec<String> = right.each().flat_map(|(urls, _)| urls).collect();
            let is_there = |url: &String| {
                // A URL that is a path is relative to wherever the document is.
                let has_path = |other: &String| url.starts_with('/') && path(other) == url;
                others.iter().any(|other| other == url || has_path(other))
            };
            for (urls, at) in left.each() {
                for url in urls.iter().filter(|url| !is_there(url)) {
                    let message = format!("{} doesn't have {url}", context.terms.candidate);
                    context.report(rule, &part, message, (at, right.at));
                }
            }
        }
    }
}

/// Returns the prefix that `candidate` has in each of its paths and `base` in its
/// server URL; empty if there is none.
pub(super) fn written_in_paths(base: &Document, candidate: &Document) -> String {
    let shared = |document| Servers::shared(document);
    let prefix = shared(base).prefix();
    let begins = |path: &str| path.strip_prefix(&prefix).is_some_and(|rest| rest.starts_with('/'));
    let mut paths = candidate.root().get("paths").into_iter().flat_map(Node::members);
    let all = shared(candidate).list.is_empty()
        && paths.all(|(path, _)| begins(path) || path.starts_with("x-"));
    if all { prefix } else { String::new() }
}

/// The servers of an operation; any of them can be used.
struct Servers<'d> {
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
        Servers { list: at.items(), at, are_shared: true }
    }

    /// Returns the URLs of each server and its location; the URL `/` if there is no
    /// server.
    fn each(&self) -> impl Iterator<Item = (Vec<String>, &'d Node)> {
        let none = self.list.is_empty().then(|| (vec!["/".to_owned()], self.at));
        let listed = self.list.iter().map(|server| (urls(server), server));
        none.into_iter().chain(listed)
    }

    /// Returns the base path of the first server, without a final slash.
    fn prefix(&self) -> String {
        let first = self.each().next().and_then(|(urls, _)| urls.into_iter().next());
        let url = first.unwrap_or_default();
        path(&url).trim_end_matches('/').to_owned()
    }
}

/// Returns the URL with the default values of its variables, then with all other
/// values in their enumerations.
fn urls(server: &Node) -> Vec<String> {
    let mut urls = vec![server.member_text("url").unwrap_or_default().to_owned()];
    let variables = server.get("variables").into_iter().flat_map(Node::members);
    for (name, variable) in variables {
        let default = variable.member_text("default").unwrap_or_default();
        let listed = variable.get("enum").map_or(&[][..], Node::items);
        let mut values = vec![default];
        values.extend(listed.iter().filter_map(Node::string).filter(|one| *one != default));
        if urls.len() * values.len() > MAXIMUM_URLS {
            values.truncate(1);
        }
        let variable = format!("{{{name}}}");
        urls = urls
            .iter()
            .flat_map(|url| values.iter().map(|value| url.replace(&variable, value)))
            .collect();
    }
    urls.iter().map(|url| normalized(url)).collect()
}

/// Returns the normalized URL: scheme and host in lower case (RFC 3986 §6.2.2),
/// without the scheme's default port, and without a slash at the end of the path.
fn normalized(url: &str) -> String {
    let Some((scheme, _)) = url.split_once("://") else {
        return format!("/{}", url.trim_matches('/'));
    };
    let url = match uri::from_str(url) {
        Ok(url) => url.to_string(),
        Err(_) => url.to_owned(),
    };
    let port = if scheme.eq_ignore_ascii_case("https") { ":443" } else { ":80" };
    let start = path_start(&url);
    let host = url[..start].trim_end_matches(port);
    format!("{host}{}", url[start..].trim_end_matches('/'))
}

fn path(url: &str) -> &str {
    match &url[path_start(url)..] {
        "" => "/",
        path => path,
    }
}

/// Returns the offset of the path in a URL; a relative URL is a path as a whole.
fn path_start(url: &str) -> usize {
    let Some((scheme, rest)) = url.split_once("://") else {
        return 0;
    };
    let host = rest.find('/').unwrap_or(rest.len());
    scheme.len() + "://".len() + host
}
