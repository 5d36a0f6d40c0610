//! The Rust names that progenitor and its type generator derive from a document's
//! names, as far as needed to detect collisions.
//!
//! The callers decide how to resolve a collision.

use heck::{ToPascalCase, ToSnakeCase};
use openapi_document::is_keyword;
use unicode_ident::{is_xid_continue, is_xid_start};

/// Returns the type name of a component.
pub(crate) fn type_name(name: &str) -> String {
    identifier(&only_identifier_characters(name).to_pascal_case(), 'X')
}

/// Returns the field name of a property, the argument name of a parameter, or the
/// method name of an operation.
pub(crate) fn field_name(name: &str) -> String {
    match name {
        // Both names would otherwise be empty, and an existing API has them side by
        // side.
        "+1" => "plus1".to_owned(),
        "-1" => "minus1".to_owned(),
        _ => {
            let name = identifier(&only_identifier_characters(name).to_snake_case(), 'x');
            match is_keyword(&name) {
                true => name + "_",
                false => name,
            }
        }
    }
}

/// Separates a name from what tells it apart from another one. Neither progenitor nor its
/// type generator takes the character for a part of an identifier: `guid`, the mark and `2`
/// are the field `guid_2`. [`cut`] restores the name where the code has it as text.
const MARK: char = '\u{fdd0}';

/// The characters of marks, which are for the use within programs (Unicode 16.0 §23.7).
const MARKS: std::ops::RangeInclusive<char> = '\u{fdd0}'..='\u{fdef}';

/// Returns a name whose Rust name differs from that of the name alone.
pub(crate) fn marked(name: &str, suffix: &str) -> String {
    format!("{name}{MARK}{suffix}")
}

/// Returns whether a text has a mark.
pub(crate) fn has_mark(text: &str) -> bool {
    text.contains(|character| MARKS.contains(&character))
}

/// Removes the marks from a text, each with what tells the name apart.
pub(crate) fn cut(text: &str) -> String {
    let mut parts = text.split(MARK);
    let first = parts.next().unwrap_or_default().to_owned();
    let is_suffix = |character: char| character.is_ascii_alphanumeric() || character == '_';
    parts.fold(first, |text, part| {
        text + part.trim_start_matches(is_suffix)
    })
}

fn only_identifier_characters(name: &str) -> String {
    name.replace('\'', "")
        .replace(|character| !is_xid_continue(character), "-")
}

fn identifier(cased: &str, prefix: char) -> String {
    match cased.chars().next() {
        Some(first) if is_xid_start(first) => cased.to_owned(),
        _ => format!("{prefix}{cased}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{cut, field_name, marked, type_name};

    #[test]
    fn names_that_differ_only_in_case_or_punctuation_collide() {
        assert_eq!(type_name("foo-bar"), type_name("FooBar"));
        assert_eq!(field_name("fooBar"), field_name("foo_bar"));
        assert_ne!(field_name("+1"), field_name("-1"));
        assert_eq!(
            ["match", "gen", "self", "it"].map(field_name),
            ["match_", "gen_", "self_", "it"]
        );
    }

    #[test]
    fn a_mark_changes_the_rust_name_and_not_the_text() {
        let marked = marked("Guid", "2");
        assert_eq!(field_name(&marked), "guid_2");
        assert_eq!(
            cut(&format!("`{marked}`: the `{marked}`")),
            "`Guid`: the `Guid`"
        );
    }
}
