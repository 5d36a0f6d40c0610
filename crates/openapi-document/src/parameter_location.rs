//! Where a request has a parameter.

use strum::{Display, EnumString};

use crate::{Diagnostic, Node};

/// The location of a parameter, the value of its `in` field (§4.8.12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Display, EnumString)]
#[strum(serialize_all = "lowercase")]
#[allow(missing_docs)]
pub enum ParameterLocation {
    Path,
    Query,
    Header,
    Cookie,
}

impl ParameterLocation {
    /// Reads the field `in`.
    pub(crate) fn read(node: &Node) -> Result<Self, Diagnostic> {
        let name = node.string().and_then(|name| name.parse().ok());
        name.ok_or_else(|| {
            let error = Diagnostic::unexpected(node, "`in`", "path, query, header or cookie");
            match node.string() {
                Some("querystring") => error.reason(
                    "`querystring` is read as application/x-www-form-urlencoded with a schema",
                ),
                _ => error,
            }
        })
    }
}
