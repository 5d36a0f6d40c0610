//! JSON Pointers (RFC 6901) in URI fragment form, as written in `$ref`.
//!
//! A pointer here is always absolute. It isn't checked against a document;
//! `Document::find` does that.

use std::cell::RefCell;
use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};

use crate::stack::has_large_stack;

/// Characters that must be percent-encoded in a fragment (RFC 3986 §3.5).
const RESERVED: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'<')
    .add(b'>')
    .add(b'[')
    .add(b'\\')
    .add(b']')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}');

/// The address of a node in its document, for example `#/paths/~1trees/post`.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pointer(Arc<str>);

thread_local! {
    /// The pointers that the documents of this thread share. Each node has one, and most nodes of two
    /// versions of a document have the same.
    static SHARED: RefCell<HashSet<Arc<str>>> = RefCell::default();
}

impl Pointer {
    /// Returns the pointer to the whole document, `#`.
    pub fn root() -> Self {
        Self::default()
    }

    /// Returns the pointer to a component of a kind, such as `schemas`.
    pub fn component(kind: &str, name: &str) -> Self {
        Self::root().join("components").join(kind).join(name)
    }

    /// Returns the name of the component of a kind, if the pointer is of one.
    pub fn component_name(&self, kind: &str) -> Option<String> {
        let name = self.last()?;
        (*self == Self::component(kind, &name)).then_some(name)
    }

    /// Parses the fragment of a `$ref` after percent-decoding (RFC 6901 §6).
    /// Returns `None` if the reference isn't a pointer into the same document.
    pub fn from_reference(reference: &str) -> Option<Self> {
        let fragment = reference.strip_prefix('#')?;
        let decoded = percent_decode_str(fragment).decode_utf8().ok()?;
        Self::parse(&decoded)
    }

    /// Parses a pointer as a JSON string holds it (RFC 6901 §5). Returns `None` if the text
    /// isn't a pointer.
    pub fn parse(text: &str) -> Option<Self> {
        (text.is_empty() || text.starts_with('/')).then(|| Self(text.into()))
    }

    /// Returns the pointer to a member or an item below this pointer.
    pub fn join(&self, token: &str) -> Self {
        let text = [&self.0, "/", &self::token(token)].concat();
        // A thread for one work ends with it; another one could last, and keep each pointer.
        if !has_large_stack() {
            return Self(text.into());
        }
        SHARED.with_borrow_mut(|shared| {
            let known = shared.get(text.as_str()).map(Arc::clone);
            Self(known.unwrap_or_else(|| {
                let new = Arc::from(text);
                shared.insert(Arc::clone(&new));
                new
            }))
        })
    }

    /// Returns the unescaped member names and indices from the root.
    pub fn tokens(&self) -> impl Iterator<Item = String> + '_ {
        self.0.split('/').skip(1).map(|token| token.replace("~1", "/").replace("~0", "~"))
    }

    /// Returns the pointer as a JSON string holds it (RFC 6901 §5), without `#`.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the pointer as a URI fragment, percent-encoded (RFC 6901 §6).
    pub fn to_fragment(&self) -> String {
        format!("#{}", utf8_percent_encode(&self.0, RESERVED))
    }

    /// Returns whether this is `other`, or a pointer below it.
    pub fn is_within(&self, other: &Self) -> bool {
        let rest = self.0.strip_prefix(&*other.0);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }

    /// Returns the pointer without its last token, or `None` for the root.
    pub fn parent(&self) -> Option<Self> {
        let (above, _) = self.0.rsplit_once('/')?;
        Some(Self(above.into()))
    }

    /// Returns the length in bytes.
    pub fn length(&self) -> usize {
        self.0.len()
    }

    /// Returns the last token, or `None` for the root.
    pub fn last(&self) -> Option<String> {
        self.tokens().last()
    }
}

/// Escapes a name for a JSON Pointer (RFC 6901 §3).
pub fn token(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

impl fmt::Display for Pointer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "#{}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::Pointer;

    #[test]
    fn a_reference_is_percent_decoded_before_it_is_split() {
        let pointer = Pointer::from_reference("#/paths/~1a%7Bid%7D/x~0y");
        let tokens: Vec<_> =
            pointer.into_iter().flat_map(|p| p.tokens().collect::<Vec<_>>()).collect();
        assert_eq!(tokens, ["paths", "/a{id}", "x~y"]);
    }

    #[test]
    fn joining_escapes_what_a_pointer_reserves() {
        assert_eq!(Pointer::root().join("a/b~c").to_string(), "#/a~1b~0c");
    }

    #[test]
    fn a_fragment_parses_as_the_same_pointer() {
        let pointer = Pointer::root().join("/a{id}%41").join("é \"~");
        assert_eq!(pointer.to_fragment(), "#/~1a%7Bid%7D%2541/%C3%A9%20%22~0");
        assert_eq!(Pointer::from_reference(&pointer.to_fragment()), Some(pointer));
    }

    #[test]
    fn other_documents_and_anchors_are_not_pointers() {
        assert_eq!(Pointer::from_reference("other.yaml#/a"), None);
        assert_eq!(Pointer::from_reference("#anchor"), None);
    }
}
