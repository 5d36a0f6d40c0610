//! Schemas with their places in the document.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use serde_json::Value;

/// The ASCII characters that are percent-encoded when a JSON Pointer is written as a URI fragment
/// (RFC 3986 §3.5): all except letters, digits, `-`, `_`, `.`, `/` and `~`.
pub(super) const FRAGMENT: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'/').remove(b'~');

/// A schema and its JSON Pointer in URI fragment form.
#[derive(Clone)]
pub struct Located<'d> {
    /// The schema.
    pub schema: &'d Value,
    /// The pointer.
    pub pointer: String,
    /// Whether the `anyOf` or `oneOf` of the schema is ignored, because the branch that applies is
    /// validated in addition to this schema.
    pub is_branch_taken: bool,
}

impl<'d> Located<'d> {
    pub(crate) fn child(&self, keyword: &str, name: Option<&str>, schema: &'d Value) -> Self {
        let mut pointer = format!("{}/{keyword}", self.pointer);
        if let Some(name) = name {
            pointer.push('/');
            pointer.extend(utf8_percent_encode(&token(name), FRAGMENT));
        }
        Self { schema, pointer, is_branch_taken: false }
    }

    /// Returns the address of the schema in memory. Equal schemas at two locations of the document
    /// have different addresses.
    pub(crate) fn place(&self) -> usize {
        std::ptr::from_ref(self.schema).addr()
    }
}

/// Escapes a name for a JSON Pointer (RFC 6901 §3).
pub(crate) fn token(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// Returns the items of an array keyword, such as `allOf`.
pub(crate) fn children<'d>(
    one: &Located<'d>,
    keyword: &str,
    schemas: &'d [Value],
) -> Vec<Located<'d>> {
    let schemas = schemas.iter().enumerate();
    schemas.map(|(index, schema)| one.child(keyword, Some(&index.to_string()), schema)).collect()
}

/// Returns the schema of a reference within the document. References below an `$id` have
/// another base.
pub(crate) fn resolve<'d>(document: &'d Value, reference: &str) -> Option<Located<'d>> {
    // A fragment is decoded before it is split (RFC 6901 §6).
    let fragment = percent_decode_str(reference.strip_prefix('#')?).decode_utf8().ok()?;
    if !fragment.is_empty() && !fragment.starts_with('/') {
        return None;
    }
    let mut schema = document;
    for token in fragment.split('/').skip(1) {
        if schema.get("$id").is_some() {
            return None;
        }
        let token = token.replace("~1", "/").replace("~0", "~");
        schema = match schema {
            Value::Object(members) => members.get(&token)?,
            Value::Array(items) => items.get(token.parse::<usize>().ok()?)?,
            _ => return None,
        };
    }
    Some(Located { schema, pointer: reference.to_owned(), is_branch_taken: false })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use serde_json::json;

    use super::resolve;

    #[test]
    fn a_reference_is_percent_decoded_before_it_is_split() {
        let document = json!({ "$defs": { "a": { "b": 1 }, "a/b": 2 } });
        for (reference, expected) in [
            ("#/$defs/a%2Fb", Some(1)),
            ("#/$defs/a~1b", Some(2)),
            ("#/%24defs/a%7e1b", Some(2)),
            ("#/$defs%2Fc", None),
            ("#a", None),
        ] {
            let found = resolve(&document, reference).map(|one| one.schema.as_i64().unwrap());
            assert_eq!(found, expected, "{reference}");
        }
    }
}
