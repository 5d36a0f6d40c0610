//! Follows `$ref` within one document, where it is a JSON Pointer (for names see
//! `identifier`). It must never open another document:
//! what a check says must not depend on the network.

use super::node::{Content, Node};
use percent_encoding::percent_decode_str;

/// The node that `reference` (`#/…`, a JSON Pointer in a fragment, RFC 6901
/// §6) leads to, or why there is none.
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
    let mut node = root;
    for token in tokens.split('/') {
        let token = unescaped(token);
        let next = match &node.content {
            Content::Mapping(members) => members.get(&token),
            Content::Sequence(items) => token.parse::<usize>().ok().and_then(|at| items.get(at)),
            _ => None,
        };
        node = next.ok_or("nothing stands there")?;
    }
    Ok(node)
}

/// The node at `pointer`, to be changed.
pub(crate) fn at<'d>(root: &'d mut Node, pointer: &str) -> Option<&'d mut Node> {
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

/// Follows `$ref` from `node` until something else stands there. A circle of
/// references, which says nothing, ends at a reference.
pub(crate) fn resolve<'d>(root: &'d Node, node: &'d Node) -> &'d Node {
    let mut current = node;
    // No chain without a circle is longer than this in earnest.
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
