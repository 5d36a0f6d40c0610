//! Resolves a `$ref` that is a JSON Pointer within the document (for `$id` and
//! `$anchor` see `identifier`). References to other documents are errors: the
//! result of a check must not depend on the network.

use openapi_source::{Node, Pointer, work_at};
use percent_encoding::percent_decode_str;

/// Returns the node that `reference` (`#/…`, a JSON Pointer in a fragment, RFC 6901
/// §6) points at, or the reason why there is none.
pub(crate) fn target<'d>(root: &'d Node, reference: &str) -> Result<&'d Node, &'static str> {
    let Some(fragment) = reference.strip_prefix('#') else {
        return Err("it is outside of the document, or no schema has this `$id`");
    };
    match Pointer::from_reference(reference) {
        Some(pointer) => {
            let target = root.at(&pointer);
            let target = target.inspect(|node| work_at(&node.location));
            target.ok_or("there is no such value")
        }
        None if percent_decode_str(fragment).decode_utf8().is_err() => {
            Err("it is not UTF-8 once percent-decoded")
        }
        None => Err("no schema has this `$anchor`"),
    }
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
