//! Where the operations are served: the path of the servers' URLs, and between
//! two versions of a document the servers themselves. Servers of single paths
//! and operations are not compared. It must never read more into a URL than its
//! path, with the variables' defaults put in (OpenAPI 3.1.1 §4.8.5).

use super::Conventions;
use super::context::Context;
use super::part::Part;
use crate::document::Node;
use crate::rule::Rule;

pub(super) fn compare(context: &mut Context) {
    let (contract, emitted) = (context.contract.root(), context.emitted.root());
    let places = (
        contract.get("servers").unwrap_or(contract),
        emitted.get("servers").unwrap_or(emitted),
    );
    if context.conventions == Conventions::Dropshot {
        let (left, right) = (prefix(contract), prefix(emitted));
        if left != right && !is_in_paths(&left, emitted) {
            let shown = |prefix: &str| format!("{prefix}/");
            let message = context.differs("path of the server", &shown(&left), &shown(&right));
            let rule = Rule::ServerDifferent;
            context.report(rule, &Part::Document, message, places.0, places.1);
        }
        return;
    }
    let others: Vec<String> = servers(emitted).iter().map(url).collect();
    for server in servers(contract) {
        if !others.contains(&url(server)) {
            let message = format!("{} doesn't have {}", context.terms.emitted, url(server));
            let rule = Rule::ServerDifferent;
            context.report(rule, &Part::Document, message, server, places.1);
        }
    }
}

/// What `emitted` writes before each of its paths, and `contract` in the URL of
/// its server; empty, if nothing.
pub(super) fn written_in_paths(contract: &Node, emitted: &Node) -> String {
    let prefix = prefix(contract);
    match is_in_paths(&prefix, emitted) {
        true => prefix,
        false => String::new(),
    }
}

fn is_in_paths(prefix: &str, emitted: &Node) -> bool {
    let begins = |path: &str| {
        path.strip_prefix(prefix)
            .is_some_and(|rest| rest.starts_with('/'))
    };
    let mut paths = emitted.get("paths").into_iter().flat_map(Node::members);
    emitted.get("servers").is_none()
        && paths.all(|(path, _)| begins(path) || path.starts_with("x-"))
}

/// The path that a caller puts before each path of `root`, without a slash at
/// its end: that of the first server, or none (OpenAPI 3.1.1 §4.8.1).
fn prefix(root: &Node) -> String {
    let server = servers(root).first();
    server
        .map(url)
        .map_or(String::new(), |url| path(&url).to_owned())
}

fn servers(root: &Node) -> &[Node] {
    root.get("servers").map_or(&[], Node::items)
}

/// The URL with the defaults of its variables.
fn url(server: &Node) -> String {
    let mut url = server.member_text("url").unwrap_or_default().to_owned();
    let variables = server.get("variables").into_iter().flat_map(Node::members);
    for (name, variable) in variables {
        let default = variable.member_text("default").unwrap_or_default();
        url = url.replace(&format!("{{{name}}}"), default);
    }
    url.trim_end_matches('/').to_owned()
}

fn path(url: &str) -> &str {
    let after_scheme = url.split_once("://").map_or(url, |(_, rest)| rest);
    match (after_scheme.len() == url.len(), after_scheme.find('/')) {
        // A relative URL is a path as a whole.
        (true, _) => url,
        (false, Some(start)) => &after_scheme[start..],
        (false, None) => "",
    }
}
