//! Resolves a `$ref` that is a JSON Pointer within the document (for `$id` and
//! `$anchor` see `identifier`). References to other documents are errors: the
//! result of a check must not depend on the network.

use openapi_source::{Content, Node};
use percent_encoding::percent_decode_str;

/// Returns the node that `reference` (`#/…`, a JSON Pointer in a fragment, RFC 6901
/// §6) points at, or the reason why there is none.
pub(crate) fn target<'d>(root: &'d Node, reference: &str) -> Result<&'d Node, &'static str> {
    let Some(fragment) = reference.strip_prefix('#') else {
        return Err("it is outside of the document, or no schema has this `$id`");
    };
    let pointer = percent_decode_str(fragment)
        .decode_utf8()
        .map_err(|_| "it is not UTF-8 once percent-decoded")?;
    if pointer.is_empty() {
        return Ok(root);
    }
    let Some(tokens) = pointer.strip_prefix('/') else {
        return Err("no schema has this `$anchor`");
    };
    at_tokens(root, tokens).ok_or("there is no such value")
}

/// Returns the node at `pointer`.
pub(crate) fn at<'d>(root: &'d Node, pointer: &str) -> Option<&'d Node> {
    match pointer.strip_prefix('/') {
        Some(tokens) => at_tokens(root, tokens),
        None => pointer.is_empty().then_some(root),
    }
}

fn at_tokens<'d>(root: &'d Node, tokens: &str) -> Option<&'d Node> {
    tokens.split('/').try_fold(root, |node, token| {
        let token = unescaped(token);
        match &node.content {
            Content::Mapping(members) => members.get(&token),
            Content::Sequence(items) => items.get(token.parse::<usize>().ok()?),
            _ => None,
        }
    })
}

/// Returns the node at `pointer`, for modification.
pub(crate) fn at_mut<'d>(root: &'d mut Node, pointer: &str) -> Option<&'d mut Node> {
    let mut tokens = pointer.split('/').skip(1);
    tokens.try_fold(root, |node, token| {
        let token = unescaped(token);
        match &mut node.content {
            Content::Mapping(members) => members.get_mut(&token),
            Content::Sequence(items) => items.get_mut(token.parse::<usize>().ok()?),
            _ => None,
        }
    })
}

fn unescaped(token: &str) -> String {
    token.replace("~1", "/").replace("~0", "~")
}

/// Follows `$ref` from `node` to the first node that isn't a reference. For a cycle
/// of references, which has no meaning, returns one of the references.
pub(crate) fn resolve<'d>(root: &'d Node, node: &'d Node) -> &'d Node {
    let mut current = node;
    // No realistic chain without a cycle is longer than this.
    for _ in 0..64 {
        match current
            .member_text("$ref")
            .map(|reference| target(root, reference))
        {
            Some(Ok(next)) => current = next,
            Some(Err(_)) | None => return current,
        }
    }
    current
}
