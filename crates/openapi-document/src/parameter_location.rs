//! Where a request has a parameter.

use openapi_schema::http::ParameterLocation;

use crate::{Diagnostic, Node};

/// Reads the field `in` (§4.8.12).
pub(crate) fn parameter_location(node: &Node) -> Result<ParameterLocation, Diagnostic> {
    let name = node.string().and_then(|name| name.parse().ok());
    name.ok_or_else(|| {
        let error = Diagnostic::unexpected(node, "`in`", "path, query, header or cookie");
        match node.string() {
            Some("querystring") => error
                .reason("`querystring` is read as application/x-www-form-urlencoded with a schema"),
            _ => error,
        }
    })
}
