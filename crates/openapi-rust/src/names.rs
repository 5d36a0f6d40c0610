//! Derives unique Rust names from the document's names.
//!
//! A name is changed only where Rust or a collision requires it. The document's types
//! have a module of their own, so no item of the runtime reserves a name there.

use std::collections::HashMap;

use heck::{ToPascalCase, ToSnakeCase};
use openapi_document::{Operation, is_keyword};
use proc_macro2::{Ident, Span};
use unicode_ident::{is_xid_continue, is_xid_start};
use unicode_normalization::UnicodeNormalization;

/// The keywords that can't be raw identifiers.
const NEVER_RAW: [&str; 4] = ["self", "Self", "super", "crate"];

/// The functions of every trait and of every client, whose names no operation has.
const FUNCTIONS: [&str; 11] = [
    "api_version",
    "before_operation",
    "exec",
    "limits",
    "new",
    "new_with_client",
    "on_response",
    "post",
    "pre",
    "status_for",
    "validates_responses",
];

/// The names that the methods of a client and their builders use, and no parameter has.
const ARGUMENTS: [&str; 5] = ["body_map", "header_map", "new", "send", "stream"];

/// The words for the signs of a value.
const SIGNS: [(&str, &str); 21] = [
    (">=", "greater than or equal"),
    ("<=", "less than or equal"),
    ("!=", "not equal"),
    (">", "greater than"),
    ("<", "less than"),
    ("=", "equal"),
    ("+", "plus"),
    ("-", "minus"),
    ("*", "star"),
    ("%", "percent"),
    ("!", "exclamation"),
    ("&", "and"),
    ("#", "hash"),
    ("@", "at"),
    ("$", "dollar"),
    ("/", "slash"),
    (".", "dot"),
    (",", "comma"),
    (":", "colon"),
    ("_", "underscore"),
    (" ", "space"),
];

/// The signs that belong to a value at its beginning and its end, as in `>1` and `A+`.
/// Others, and those between words, separate words.
const SAID: [char; 8] = ['>', '<', '=', '+', '-', '*', '%', '!'];

/// The names in use in one scope, each with the number that a similar name gets.
#[derive(Debug, Default)]
pub struct Names(HashMap<String, usize>);

impl Names {
    /// Returns an unused type or variant name similar to `wanted`.
    pub fn claim_type(&mut self, wanted: &str) -> String {
        self.claim(type_name(wanted))
    }

    /// Returns `wanted`, with a word more if a type has the name `wanted`.
    pub fn unless_taken(&self, wanted: &str, word: &str) -> String {
        match self.0.contains_key(&type_name(wanted)) {
            true => format!("{wanted} {word}"),
            false => wanted.to_owned(),
        }
    }

    /// Returns an unused function or field name similar to `wanted`.
    pub fn claim_value(&mut self, wanted: &str) -> String {
        self.claim(value_name(wanted))
    }

    /// Returns the names of the types of components. Of two that would have the same, the one that
    /// is written so keeps it.
    pub fn claim_components(&mut self, components: &[&str]) -> Vec<String> {
        let is_other = |_, component: &str| type_name(component) != component;
        self.claim_all(components, is_other, |_, component| [type_name(component)])
    }

    /// Returns the names of the functions for operations. Of two that would have the same, the
    /// one whose `operationId` is the name keeps it.
    pub fn claim_operations(&mut self, operations: &[Operation<'_>]) -> Vec<String> {
        self.reserve(&FUNCTIONS);
        let ids = operations.iter().map(|one| one.id.map_or_else(|| one.name(), str::to_owned));
        let is_other = |_, id: &str| function_name(id) != id;
        self.claim_all(&ids.collect::<Vec<_>>(), is_other, |_, id| {
            let name = function_name(id);
            [name.clone(), format!("{name}_operation")]
        })
    }

    /// Returns a name for each text, which doesn't depend on the order of the texts: the first
    /// of its names that no text of a lower rank has, or one similar to the last.
    fn claim_all<K: Ord, const N: usize>(
        &mut self,
        texts: &[impl AsRef<str>],
        rank: impl Fn(usize, &str) -> K,
        names: impl Fn(usize, &str) -> [String; N],
    ) -> Vec<String> {
        let mut order: Vec<_> = texts.iter().map(AsRef::as_ref).enumerate().collect();
        order.sort_by_key(|(index, text)| (rank(*index, text), *text));
        let mut found = vec![String::new(); texts.len()];
        for (index, text) in order {
            let names = names(index, text);
            let free = names.iter().find(|name| !self.0.contains_key(*name));
            let name = free.or(names.last()).cloned();
            found[index] = self.claim(name.unwrap_or_default());
        }
        found
    }

    fn reserve(&mut self, names: &[&str]) {
        self.0.extend(names.iter().map(|name| ((*name).to_owned(), 2)));
    }

    /// Returns an unused name: this one, or with a number.
    pub fn claim(&mut self, wanted: String) -> String {
        let name = if NEVER_RAW.contains(&wanted.as_str()) {
            format!("{wanted}_")
        } else {
            wanted.clone()
        };
        let Some(next) = self.0.get(&name).copied() else {
            self.0.insert(name.clone(), 2);
            return name;
        };
        let mut numbered = (next..).map(|number| (number, format!("{wanted}{number}")));
        let free = numbered.find(|(_, free)| !self.0.contains_key(free));
        let (number, free) = free.expect("there are more numbers than names");
        self.0.insert(name, number + 1);
        self.0.insert(free.clone(), 2);
        free
    }
}

/// Converts a name to `PascalCase`, beginning with a letter.
pub fn type_name(text: &str) -> String {
    beginning(words(text).to_pascal_case(), 'N', "Unnamed")
}

/// Converts a name to `snake_case`, beginning with a letter.
pub fn value_name(text: &str) -> String {
    beginning(words(text).to_snake_case(), 'n', "unnamed")
}

/// Returns the name of a function or an argument, which is not a raw identifier, since progenitor
/// writes none.
pub fn function_name(text: &str) -> String {
    match value_name(text) {
        name if is_keyword(&name) => name + "_",
        name => name,
    }
}

/// Returns the names of an operation's parameters. Of two that would have the same, the first by
/// place keeps it, or else the one that is written so.
pub fn parameter_names(operation: &Operation<'_>) -> Vec<String> {
    let mut names = Names::default();
    names.reserve(&ARGUMENTS);
    if operation.request_body.is_some() {
        names.reserve(&["body", "content_type"]);
    }
    let parameters = &operation.parameters;
    let texts: Vec<_> = parameters.iter().map(|parameter| parameter.name).collect();
    let place = |index: usize| parameters[index].place;
    let rank = |index, text: &str| (place(index), function_name(text) != text);
    names.claim_all(&texts, rank, |index, text| {
        let name = function_name(text);
        [name.clone(), format!("{name}_{}", place(index))]
    })
}

/// Returns the names of the fields for the headers of a response, beside its body and status.
pub fn header_names(headers: &[&str]) -> Vec<String> {
    let mut names = Names::default();
    names.reserve(&["body", "status"]);
    let is_other = |_, text: &str| value_name(text) != text;
    names.claim_all(headers, is_other, |_, text| {
        let name = value_name(text);
        [name.clone(), format!("{name}_header")]
    })
}

/// Returns the names of an enumeration's variants. Of values that would have the same, the one
/// that is written so keeps it, or else one in lower case, and the others say their signs, or
/// their case.
pub fn variant_names(values: &[impl AsRef<str>]) -> Vec<String> {
    let has_capital = |value: &str| value.contains(char::is_uppercase);
    let rank = |_, value: &str| (variant_name(&said(value)) != value, has_capital(value));
    Names::default().claim_all(values, rank, |_, value| {
        let case = match (has_capital(value), value.contains(char::is_lowercase)) {
            (false, _) => "lowercase",
            (true, false) => "uppercase",
            (true, true) => "mixed case",
        };
        let spelled = spelled(value);
        let cased = format!("{spelled} {case}");
        [said(value), spelled, cased].map(|words| variant_name(&words))
    })
}

/// Joins words in `PascalCase`, with an underscore between digits.
fn variant_name(words: &str) -> String {
    let mut name = String::new();
    for word in words.split_whitespace().map(ToPascalCase::to_pascal_case) {
        if name.ends_with(char::is_numeric) && word.starts_with(char::is_numeric) {
            name.push('_');
        }
        name.push_str(&word);
    }
    beginning(name, 'N', "Empty")
}

/// Puts a letter before a name that can't begin an identifier. The name is in the form NFKC, since
/// Rust takes identifiers of one NFC for equal, and warns about others.
fn beginning(name: String, letter: char, empty: &str) -> String {
    let name: String = name.nfkc().collect();
    match name.starts_with(is_xid_start) {
        true => name,
        false if name.is_empty() => empty.to_owned(),
        false => format!("{letter}{name}"),
    }
}

/// Returns the words of a name. Letters and digits of any script stay; a sign at the beginning
/// is spelled, and other characters separate words.
fn words(text: &str) -> String {
    let rest = text.trim_start_matches(['+', '-']);
    spelled(&text[..text.len() - rest.len()]) + &letters(rest)
}

/// Returns a text with a space for each character that no name has.
fn letters(text: &str) -> String {
    let letters = text.chars().map(|character| match character {
        // rustc warns about the one, and the other is two characters in lower case.
        'µ' => 'u',
        'İ' => 'I',
        _ if character.is_alphanumeric() && is_xid_continue(character) => character,
        _ => ' ',
    });
    letters.collect()
}

/// Returns the words of a value, with its signs at the beginning and the end.
fn said(value: &str) -> String {
    let bracketed = value.strip_prefix('<').and_then(|value| value.strip_suffix('>'));
    let bracketed = bracketed.filter(|value| value.starts_with(char::is_alphabetic));
    let value = bracketed.unwrap_or(value);
    let rest = value.trim_start_matches(SAID);
    let inner = rest.trim_end_matches(SAID);
    let (before, after) = (&value[..value.len() - rest.len()], &rest[inner.len()..]);
    let words = [spelled(before), words(inner), spelled(after)].join(" ");
    if words.trim().is_empty() { spelled(value) } else { words }
}

/// Returns the words of a value, with all signs.
fn spelled(value: &str) -> String {
    let mut spelled = String::new();
    let mut rest = value;
    while let Some(character) = rest.chars().next() {
        let sign = SIGNS.iter().find(|(sign, _)| rest.starts_with(sign));
        let length = sign.map_or(character.len_utf8(), |(sign, _)| sign.len());
        let (signs, after) = rest.split_at(length);
        rest = after;
        match (sign, letters(signs).as_str()) {
            (Some((_, word)), _) => spelled.push_str(&format!(" {word} ")),
            (None, " ") => spelled.push_str(&format!(" u{:x} ", u32::from(character))),
            (None, letter) => spelled.push_str(letter),
        }
    }
    spelled
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
    #![allow(clippy::unwrap_used)]

    use openapi_document::{Api, Diagnostics, Document};

    use super::{
        Names, header_names, ident, parameter_names, type_name, value_name, variant_names,
    };

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
            ("名", "名", "名"),
            ("größe", "Größe", "größe"),
            ("µs", "Us", "us"),
            ("²", "Unnamed", "unnamed"),
            ("İd", "Id", "id"),
        ] {
            assert_eq!(
                (type_name(text).as_str(), value_name(text).as_str()),
                (as_type, as_value),
                "{text}"
            );
        }
    }

    #[test]
    fn operations_and_parameters_of_one_name_are_told_apart_in_any_order() {
        let text = "
openapi: 3.1.0
info: { title: a, version: '1' }
paths:
  /a/{größe}: { get: { operationId: readAll, parameters: [
    { name: 'filter[name]', in: query, schema: {} }, { name: größe, in: query, schema: {} },
    { name: größe, in: path, required: true, schema: {} }, { name: filter_name, in: query, schema: {} },
    { name: filter-name, in: query, schema: {} }, { name: send, in: cookie, schema: {} } ] } }
  /b: { get: { operationId: read_all }, put: { operationId: new }, patch: { operationId: async } }
  /c: { get: {} }
";
        let document = Document::parse("a.yaml", text).unwrap();
        let mut operations = Api::read(&document, &mut Diagnostics::default()).operations;
        let names = ["read_all_operation", "read_all", "new_operation", "async_", "get_c"];
        assert_eq!(Names::default().claim_operations(&operations), names);
        let parameters = [
            "filter_name_query2",
            "größe_query",
            "größe",
            "filter_name",
            "filter_name_query",
            "send_cookie",
        ];
        assert_eq!(parameter_names(&operations[0]), parameters);
        operations[0].parameters.reverse();
        let reversed = parameter_names(&operations[0]).into_iter().rev();
        assert_eq!(reversed.collect::<Vec<_>>(), parameters);
        operations.reverse();
        let reversed = Names::default().claim_operations(&operations);
        assert_eq!(reversed.into_iter().rev().collect::<Vec<_>>(), names);
        let headers = header_names(&["Body", "X-A", "x_a", "Type"]);
        assert_eq!(headers, ["body_header", "x_a_header", "x_a", "type"]);
    }

    #[test]
    fn a_variant_has_the_name_that_a_person_would_give() {
        for (value, name) in [
            ("", "Empty"),
            (">1", "GreaterThan1"),
            ("<1", "LessThan1"),
            (">=10", "GreaterThanOrEqual10"),
            ("<=", "LessThanOrEqual"),
            ("=", "Equal"),
            ("!=", "NotEqual"),
            ("*", "Star"),
            ("+1", "Plus1"),
            ("-1", "Minus1"),
            ("-created_at", "MinusCreatedAt"),
            ("A+", "APlus"),
            ("c++", "CPlusPlus"),
            ("50%", "N50Percent"),
            ("<none>", "None"),
            ("<>", "LessThanGreaterThan"),
            ("a/b", "AB"),
            ("application/problem+json", "ApplicationProblemJson"),
            ("v1.2", "V1_2"),
            ("1.5", "N1_5"),
            ("1 000", "N1_000"),
            ("2026-11-26", "N2026_11_26"),
            ("ALL_CAPS", "AllCaps"),
            ("camelCase", "CamelCase"),
            ("größe", "Größe"),
            ("東京", "東京"),
            ("é", "É"),
            ("/", "Slash"),
            ("🌱", "U1f331"),
        ] {
            assert_eq!(variant_names(&[value]), [name], "{value}");
        }
    }

    #[test]
    fn the_names_of_variants_do_not_depend_on_their_order() {
        for (values, names) in [
            (["v1.2", "V1-2", "v1"], ["V1_2", "V1Minus2", "V1"]),
            (["asc", "ASC", "aSc"], ["Asc", "AscUppercase", "ASc"]),
            (["a-b", "a.b", "a b"], ["AMinusB", "ADotB", "AB"]),
            (["c", "c#", "C#"], ["C", "CHash", "CHashUppercase"]),
            // Rust takes these for equal: a composed syllable, and one in parts.
            (["가", "\u{1100}\u{1161}", "각"], ["가", "가Lowercase", "각"]),
        ] {
            assert_eq!(variant_names(&values), names);
            let reversed: Vec<_> = values.into_iter().rev().collect();
            let found = variant_names(&reversed).into_iter().rev();
            assert_eq!(found.collect::<Vec<_>>(), names);
        }
    }

    #[test]
    fn values_of_one_name_have_different_variants() {
        let names = variant_names(&["good", "good", "Good", "GOOD"]);
        let expected = ["GoodLowercase", "GoodLowercase2", "Good", "GoodUppercase"];
        assert_eq!(names, expected);
    }

    #[test]
    fn names_are_unique() {
        let mut names = Names::default();
        let claimed = ["pet", "Pet", "option"].map(|wanted| names.claim_type(wanted));
        assert_eq!(claimed, ["Pet", "Pet2", "Option"]);
        let claimed = ["self", "Self", "Å", "\u{212b}"].map(|wanted| names.claim_value(wanted));
        assert_eq!(claimed, ["self_", "self2", "å", "å2"]);
        let found = ["pet", "cat"].map(|wanted| names.unless_taken(wanted, "body"));
        assert_eq!(found, ["pet body", "cat"]);
    }

    #[test]
    fn a_component_that_is_written_as_its_type_keeps_its_name_in_any_order() {
        for order in [["pet", "PET", "Pet"], ["Pet", "pet", "PET"]] {
            let claimed = Names::default().claim_components(&order);
            let mut names: Vec<_> = order.into_iter().zip(claimed).collect();
            names.sort();
            let names = names.iter().map(|(_, name)| name);
            assert_eq!(names.collect::<Vec<_>>(), ["Pet2", "Pet", "Pet3"]);
        }
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
            let expected = if is_renamed { format!("{keyword}_") } else { format!("r#{keyword}") };
            assert_eq!(ident(keyword).to_string(), expected);
        }
    }
}
