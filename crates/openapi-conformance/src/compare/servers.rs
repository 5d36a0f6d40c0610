//! Where an operation is served: by its own `servers`, those of its path, or
//! those of the document (OpenAPI 3.1.1 §4.8.1, §4.8.9, §4.8.10). Of a dropshot
//! server that is the path of the first URL, and between two versions of a
//! document every URL. It must never tell what all operations share once for
//! each.

use super::Conventions;
use super::context::Context;
use super::part::Part;
use crate::document::{Document, Node};
use crate::rule::Rule;
use jsonschema::uri;

/// URLs that the enumerations of one server's variables are written out to.
const MAXIMUM_URLS: usize = 1_000;

/// Compares the servers of an operation, each given with its path item.
pub(super) fn compare<'d>(
    context: &mut Context<'d>,
    contract: (&'d Node, &'d Node),
    emitted: (&'d Node, &'d Node),
) {
    let (left, right) = (
        Servers::of(context.contract, contract),
        Servers::of(context.emitted, emitted),
    );
    let part = match left.are_shared && right.are_shared {
        true => Part::Document,
        false => Part::Operation,
    };
    let rule = Rule::ServerDifferent;
    match context.conventions {
        Conventions::Dropshot => {
            let prefix = format!("{}{}", context.prefix_in_paths, right.prefix());
            if left.prefix() != prefix {
                let (one, other) = (format!("{}/", left.prefix()), format!("{prefix}/"));
                let message = context.differs("path of the server", &one, &other);
                context.report(rule, &part, message, left.at, right.at);
            }
        }
        Conventions::None => {
            let others: Vec<String> = right.each().flat_map(|(urls, _)| urls).collect();
            let is_there = |url: &String| {
                let path = |other: &String| url.starts_with('/') && path(other) == url;
                others.iter().any(|other| other == url || path(other))
            };
            for (urls, at) in left.each() {
                for url in urls.iter().filter(|url| !is_there(url)) {
                    let message = format!("{} doesn't have {url}", context.terms.emitted);
                    context.report(rule, &part, message, at, right.at);
                }
            }
        }
    }
}

/// What `emitted` writes before each of its paths, and `contract` in the URL of
/// its server; empty, if nothing.
pub(super) fn written_in_paths(contract: &Document, emitted: &Document) -> String {
    let shared = |document| Servers::shared(document);
    let prefix = shared(contract).prefix();
    let begins = |path: &str| {
        path.strip_prefix(&prefix)
            .is_some_and(|rest| rest.starts_with('/'))
    };
    let root = emitted.root();
    let mut paths = root.get("paths").into_iter().flat_map(Node::members);
    let all = shared(emitted).list.is_empty()
        && paths.all(|(path, _)| begins(path) || path.starts_with("x-"));
    match all {
        true => prefix,
        false => String::new(),
    }
}

/// The servers of an operation, of which any answers.
struct Servers<'d> {
    list: &'d [Node],
    /// Where they stand, or could.
    at: &'d Node,
    /// Whether they are those of the document.
    are_shared: bool,
}

impl<'d> Servers<'d> {
    fn of(document: &'d Document, (item, operation): (&'d Node, &'d Node)) -> Servers<'d> {
        let own = [operation, item]
            .into_iter()
            .filter_map(|owner| owner.get("servers"))
            .find(|servers| !servers.items().is_empty());
        match own {
            Some(at) => Servers {
                list: at.items(),
                at,
                are_shared: false,
            },
            None => Servers::shared(document),
        }
    }

    fn shared(document: &'d Document) -> Servers<'d> {
        let root = document.root();
        let at = root.get("servers").unwrap_or(root);
        Servers {
            list: at.items(),
            at,
            are_shared: true,
        }
    }

    /// The URLs of each server, and where it stands. Without any it is `/`.
    fn each(&self) -> impl Iterator<Item = (Vec<String>, &'d Node)> {
        let none = self
            .list
            .is_empty()
            .then(|| (vec!["/".to_owned()], self.at));
        let listed = self.list.iter().map(|server| (urls(server), server));
        none.into_iter().chain(listed)
    }

    /// The path that a caller puts before each path of the document, without a
    /// slash at its end: that of the first server.
    fn prefix(&self) -> String {
        let first = self
            .each()
            .next()
            .and_then(|(urls, _)| urls.into_iter().next());
        let url = first.unwrap_or_default();
        path(&url).trim_end_matches('/').to_owned()
    }
}

/// The URL with the defaults of its variables, then with all else that they
/// list.
fn urls(server: &Node) -> Vec<String> {
    let mut urls = vec![server.member_text("url").unwrap_or_default().to_owned()];
    let variables = server.get("variables").into_iter().flat_map(Node::members);
    for (name, variable) in variables {
        let default = variable.member_text("default").unwrap_or_default();
        let listed = variable.get("enum").map_or(&[][..], Node::items);
        let mut values = vec![default];
        values.extend(
            listed
                .iter()
                .filter_map(Node::text)
                .filter(|one| *one != default),
        );
        if urls.len() * values.len() > MAXIMUM_URLS {
            values.truncate(1);
        }
        let variable = format!("{{{name}}}");
        urls = urls
            .iter()
            .flat_map(|url| values.iter().map(|value| url.replace(&variable, value)))
            .collect();
    }
    urls.iter().map(|url| normal(url)).collect()
}

/// The URL as it is compared: scheme and host in small letters (RFC 3986 §6.2.2),
/// without the scheme's own port, and with one slash at the end of no path.
fn normal(url: &str) -> String {
    let Some((scheme, _)) = url.split_once("://") else {
        return format!("/{}", url.trim_matches('/'));
    };
    let url = match uri::from_str(url) {
        Ok(url) => url.to_string(),
        Err(_) => url.to_owned(),
    };
    let port = match scheme.eq_ignore_ascii_case("https") {
        true => ":443",
        false => ":80",
    };
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

/// Where the path of a URL begins; a relative URL is a path as a whole.
fn path_start(url: &str) -> usize {
    let Some((scheme, rest)) = url.split_once("://") else {
        return 0;
    };
    let host = rest.find('/').unwrap_or(rest.len());
    scheme.len() + "://".len() + host
}
