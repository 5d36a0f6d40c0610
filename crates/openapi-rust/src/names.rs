//! Derives unique Rust names from the document's names.
//!
//! A name is changed only where Rust or a collision requires it. The document's types
//! have a module of their own, so no item of the runtime reserves a name there.

use std::collections::HashMap;

use heck::{ToPascalCase, ToSnakeCase};
use openapi_document::is_keyword;
use proc_macro2::{Ident, Span};

/// The keywords that can't be raw identifiers.
const NEVER_RAW: [&str; 4] = ["self", "Self", "super", "crate"];

/// The names in use in one scope, each with the number that a similar name gets.
#[derive(Debug, Default)]
pub struct Names(HashMap<String, usize>);

impl Names {
    /// Returns an unused type or variant name similar to `wanted`.
    pub fn claim_type(&mut self, wanted: &str) -> String {
        self.claim(type_name(wanted))
    }

    /// Returns `wanted`, or `otherwise` if a type has the name `wanted`.
    pub fn unless_taken(&self, wanted: &str, otherwise: String) -> String {
        match self.0.contains_key(&type_name(wanted)) {
            true => otherwise,
            false => wanted.to_owned(),
        }
    }

    /// Returns an unused function or field name similar to `wanted`.
    pub fn claim_value(&mut self, wanted: &str) -> String {
        self.claim(value_name(wanted))
    }

    fn claim(&mut self, name: String) -> String {
        let name = if NEVER_RAW.contains(&name.as_str()) {
            format!("{name}_")
        } else {
            name
        };
        let Some(next) = self.0.get(&name).copied() else {
            self.0.insert(name.clone(), 2);
            return name;
        };
        let mut numbered = (next..).map(|number| (number, format!("{name}{number}")));
        let free = numbered.find(|(_, free)| !self.0.contains_key(free));
        let (number, free) = free.expect("there are more numbers than names");
        self.0.insert(name, number + 1);
        self.0.insert(free.clone(), 2);
        free
    }
}

/// Converts a name to `PascalCase`, beginning with a letter.
pub fn type_name(text: &str) -> String {
    match ascii(text).to_pascal_case() {
        name if name.is_empty() => "Unnamed".to_owned(),
        name if name.starts_with(|first: char| first.is_ascii_digit()) => format!("N{name}"),
        name => name,
    }
}

/// Converts a name to `snake_case`, beginning with a letter.
pub fn value_name(text: &str) -> String {
    match ascii(text).to_snake_case() {
        name if name.is_empty() => "unnamed".to_owned(),
        name if name.starts_with(|first: char| first.is_ascii_digit()) => format!("n{name}"),
        name => name,
    }
}

/// Replaces characters outside ASCII: significant signs and letters are spelled
/// out, all others separate words.
fn ascii(text: &str) -> String {
    let mut name = String::new();
    let mut characters = text.chars().peekable();
    if let Some(sign @ ('+' | '-')) = characters.peek().copied() {
        characters.next();
        name.push_str(if sign == '+' { "plus " } else { "minus " });
    }
    for character in characters {
        match character {
            _ if character.is_ascii_alphanumeric() => name.push(character),
            '_' | '-' | ' ' | '.' | '/' | '{' | '}' => name.push(' '),
            _ if character.is_alphabetic() => {
                name.push_str(&format!(" u{:x} ", u32::from(character)))
            }
            _ => name.push(' '),
        }
    }
    name
}

/// Returns an identifier, raw if it is a keyword.
pub fn ident(name: &str) -> Ident {
    if NEVER_RAW.contains(&name) {
        Ident::new(&format!("{name}_"), Span::call_site())
    } else if is_keyword(name) {
        Ident::new_raw(name, Span::call_site())
    } else {
        Ident::new(name, Span::call_site())
    }
}

#[cfg(test)]
mod tests {
    use super::{Names, ident, type_name, value_name};

    #[test]
    fn names_follow_the_document_where_rust_allows_it() {
        for (text, as_type, as_value) in [
            ("NewThing", "NewThing", "new_thing"),
            ("created-at", "CreatedAt", "created_at"),
            ("X-Request-ID", "XRequestId", "x_request_id"),
            ("2fa", "N2fa", "n2fa"),
            ("+1", "Plus1", "plus_1"),
            ("-1", "Minus1", "minus_1"),
            ("", "Unnamed", "unnamed"),
            ("名", "U540d", "u540d"),
        ] {
            assert_eq!(
                (type_name(text).as_str(), value_name(text).as_str()),
                (as_type, as_value),
                "{text}"
            );
        }
    }

    #[test]
    fn names_are_unique() {
        let mut names = Names::default();
        let claimed = ["pet", "Pet", "option"].map(|wanted| names.claim_type(wanted));
        assert_eq!(claimed, ["Pet", "Pet2", "Option"]);
        let found = ["pet", "cat"].map(|wanted| names.unless_taken(wanted, "other".to_owned()));
        assert_eq!(found, ["other", "cat"]);
    }

    #[test]
    fn a_keyword_that_cannot_be_raw_gets_another_name() {
        let claimed = ["crate", "crate_", "type"].map(|wanted| {
            let mut names = Names::default();
            names.claim_value(wanted)
        });
        assert_eq!(claimed, ["crate_", "crate_", "type"]);
        assert_eq!(Names::default().claim_type("SELF"), "Self_");
    }

    #[test]
    fn each_keyword_of_rust_2024_becomes_an_identifier() {
        let keywords = "abstract as async await become box break const continue crate do dyn else \
                        enum extern false final fn for gen if impl in let loop macro match mod \
                        move mut override priv pub ref return Self self static struct super trait \
                        true try type typeof unsafe unsized use virtual where while yield";
        for keyword in keywords.split(' ') {
            let is_renamed = ["crate", "Self", "self", "super"].contains(&keyword);
            let expected = if is_renamed {
                format!("{keyword}_")
            } else {
                format!("r#{keyword}")
            };
            assert_eq!(ident(keyword).to_string(), expected);
        }
    }
}
