//! The dialects of JSON Schema whose keywords are known (OpenAPI 3.1.1 §4.8.24.5).

use crate::{Diagnostic, Fix, Node};

const DIALECTS: [&str; 3] = [
    "https://spec.openapis.org/oas/3.1/dialect/base",
    "https://spec.openapis.org/oas/3.2/dialect/2025-09-17",
    "https://json-schema.org/draft/2020-12/schema",
];

/// Returns an error if the value of `jsonSchemaDialect` or `$schema` is another dialect:
/// its keywords may have other meanings.
pub fn other_dialect(node: &Node) -> Option<Diagnostic> {
    let known = |uri: &str| DIALECTS.contains(&uri.trim_end_matches('#'));
    (!node.string().is_some_and(known)).then(|| {
        let message = format!("schemas of another dialect than {}", DIALECTS.join(", "));
        Diagnostic::error(&node.location, message).fix(Fix::Dialect)
    })
}
