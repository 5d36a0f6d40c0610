//! The Rust names that progenitor and its type generator derive from a document's
//! names, as far as needed to detect collisions.
//!
//! The callers decide how to resolve a collision.

use std::collections::HashSet;

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

/// Surrounds the name of a value, and the value itself, which is hidden from the Rust name.
const NAME: char = '\u{fdd1}';

/// The first of sixteen characters, one for each half of a byte of a hidden value.
const HIDDEN: char = '\u{fde0}';

/// The characters of marks, which are for the use within programs (Unicode 16.0 §23.7).
const MARKS: std::ops::RangeInclusive<char> = '\u{fdd0}'..='\u{fdef}';

/// Returns a value of an enumeration whose variant has a name of its own. [`cut`] restores the
/// value.
pub(crate) fn named(value: &str, name: &str) -> String {
    let halves = value.bytes().flat_map(|byte| [byte >> 4, byte & 15]);
    let hidden = halves.filter_map(|half| char::from_u32(u32::from(HIDDEN) + u32::from(half)));
    format!("{NAME}{name}{NAME}{}{NAME}", hidden.collect::<String>())
}

/// Returns a text with the values instead of their names.
fn without_names(text: &str) -> String {
    let mut parts = text.split(NAME);
    let mut restored = parts.next().unwrap_or_default().to_owned();
    while let (Some(_), Some(hidden)) = (parts.next(), parts.next()) {
        let half = |character: char| u8::try_from(u32::from(character) - u32::from(HIDDEN));
        let halves: Vec<_> = hidden
            .chars()
            .map_while(|character| half(character).ok())
            .collect();
        let bytes = halves
            .chunks(2)
            .map(|pair| pair.iter().fold(0, |byte, half| byte << 4 | half));
        restored.push_str(&String::from_utf8_lossy(&bytes.collect::<Vec<u8>>()));
        restored.push_str(parts.next().unwrap_or_default());
    }
    restored
}

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
    let text = without_names(text);
    let mut parts = text.split(MARK);
    let first = parts.next().unwrap_or_default().to_owned();
    let is_suffix = |character: char| character.is_ascii_alphanumeric() || character == '_';
    parts.fold(first, |text, part| {
        text + part.trim_start_matches(is_suffix)
    })
}

/// Returns a valid name under `components/schemas` (OpenAPI 3.0.3 §4.7.7).
pub(crate) fn component(preferred_name: &str) -> String {
    let allowed = |character: char| character.is_ascii_alphanumeric() || "._-".contains(character);
    if !preferred_name.is_empty() && preferred_name.chars().all(allowed) {
        preferred_name.to_owned()
    } else {
        type_name(preferred_name)
    }
}

/// Returns whether every value of a string enumeration gets its own variant.
pub(crate) fn variants_are_distinct<'v>(values: impl Iterator<Item = &'v str> + Clone) -> bool {
    let replaced = |value: &str| {
        let other = |character: char| character == '_' || !is_xid_continue(character);
        type_name(&value.replace(other, "X"))
    };
    distinct(values.clone().map(type_name)) || distinct(values.map(replaced))
}

/// Returns a name that is free: the wanted one, or with a number appended.
pub(crate) fn numbered(wanted: &str, is_free: impl Fn(&String) -> bool) -> String {
    let numbered = (2..).map(|number: usize| format!("{wanted}{number}"));
    let mut candidates = std::iter::once(wanted.to_owned()).chain(numbered);
    candidates.find(is_free).unwrap_or_default()
}

/// Returns whether all names differ.
pub(crate) fn distinct(names: impl Iterator<Item = String>) -> bool {
    let mut seen = HashSet::new();
    names.into_iter().all(|name| seen.insert(name))
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
    use super::{component, cut, field_name, marked, named, type_name, variants_are_distinct};

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
    fn variants_are_distinguished_by_the_characters_besides_punctuation() {
        assert!(variants_are_distinct(["a_b", "a-c"].into_iter()));
        assert!(variants_are_distinct(["<", "a<"].into_iter()));
        assert!(!variants_are_distinct(["<", ">"].into_iter()));
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

    #[test]
    fn a_named_value_has_the_rust_name_of_its_name_and_the_text_of_its_value() {
        for value in ["1", "", "<é>"] {
            let named = named(value, "Good one");
            assert_eq!(type_name(&named), "GoodOne");
            assert_eq!(
                cut(&format!("[{named}, {named}]")),
                format!("[{value}, {value}]")
            );
        }
    }

    #[test]
    fn a_valid_component_name_is_unchanged() {
        assert_eq!(component("v1.Tree_Id"), "v1.Tree_Id");
        assert_eq!(component("a/b c"), "ABC");
    }
}
