//! Schemas with their places in the document.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use serde_json::Value;

/// The characters of a JSON Pointer that stay as they are in a URI fragment, and cannot be
/// confused.
const FRAGMENT: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'/').remove(b'~');

/// A schema and its JSON Pointer in URI fragment form.
#[derive(Clone)]
pub struct Located<'d> {
    /// The schema.
    pub schema: &'d Value,
    /// The pointer.
    pub pointer: String,
    /// Whether a branch of its union is taken instead of the union.
    pub is_branch_taken: bool,
}

impl<'d> Located<'d> {
    pub(crate) fn child(&self, keyword: &str, token: Option<&str>, schema: &'d Value) -> Self {
        let mut pointer = format!("{}/{keyword}", self.pointer);
        if let Some(token) = token {
            let token = token.replace('~', "~0").replace('/', "~1");
            pointer.push('/');
            pointer.extend(utf8_percent_encode(&token, FRAGMENT));
        }
        Self { schema, pointer, is_branch_taken: false }
    }

    /// Two schemas are the same if they are at the same place.
    pub(crate) fn place(&self) -> usize {
        std::ptr::from_ref(self.schema).addr()
    }
}

/// Returns the schemas of a list.
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
    let fragment = reference.strip_prefix('#')?;
    let mut schema = document;
    for token in fragment.split('/').skip(1) {
        if schema.get("$id").is_some() {
            return None;
        }
        let token = percent_decode_str(token).decode_utf8().ok()?;
        let token = token.replace("~1", "/").replace("~0", "~");
        schema = match schema {
            Value::Object(members) => members.get(&token)?,
            Value::Array(items) => items.get(token.parse::<usize>().ok()?)?,
            _ => return None,
        };
    }
    let is_pointer = fragment.is_empty() || fragment.starts_with('/');
    let pointer = reference.to_owned();
    is_pointer.then_some(Located { schema, pointer, is_branch_taken: false })
}
