//! The conventions by which a document that dropshot emitted is read. It must
//! know no particular server.

use crate::document::{EXTENSION, Node};

/// What an operation's `x-openapi-dropshot` says.
pub(super) struct Extension<'d> {
    pub(super) at: &'d Node,
    /// Every status that the operation can answer, as OpenAPI writes them.
    pub(super) statuses: Vec<&'d str>,
    /// dropshot itself says `required: true` of every body.
    pub(super) body_required: Option<&'d Node>,
}

/// The extension of `operation`, if it has one; the reader has checked its
/// form.
pub(super) fn extension(operation: &Node) -> Option<Extension<'_>> {
    let at = operation.get(EXTENSION)?;
    let statuses = at.get("statuses").map_or(&[][..], Node::items);
    Some(Extension {
        at,
        statuses: statuses.iter().filter_map(Node::text).collect(),
        body_required: at.get("requestBodyRequired"),
    })
}

/// Whether a header parameter isn't one: OpenAPI leaves these three to
/// `content` and `security` (3.1.1 §4.8.12.1). On the emitted side
/// `Authorization` shows that a bearer credential is asked for.
pub(super) fn is_reserved_header(name: &str) -> bool {
    ["accept", "content-type", "authorization"]
        .iter()
        .any(|reserved| name.eq_ignore_ascii_case(reserved))
}
