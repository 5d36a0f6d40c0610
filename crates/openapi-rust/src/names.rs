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
const SIGNS: [(&str, &str); 31] = [
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
    (";", "semicolon"),
    ("?", "question"),
    ("~", "tilde"),
    ("|", "pipe"),
    ("^", "caret"),
    ("'", "quote"),
    ("\"", "double quote"),
    ("`", "backtick"),
    ("\\", "backslash"),
    ("€", "euro"),
    ("_", "underscore"),
    (" ", "space"),
];

/// The signs that are spelled out at the beginning and the end of a value, as in `>1` and `A+`. All
/// other characters that no identifier has only separate words.
const EDGE_SIGNS: [char; 9] = ['>', '<', '=', '+', '-', '*', '%', '!', '#'];

/// The keys of the names in use in one scope, each with the next number to try when it is claimed
/// again.
#[derive(Debug, Default)]
pub struct Names(HashMap<String, usize>);

impl Names {
    /// Returns an unused type or variant name similar to `wanted`.
    pub fn claim_type(&mut self, wanted: &str) -> String {
        self.claim(type_name(wanted))
    }

    /// Returns `wanted`, with a suffix if a type has the name `wanted`.
    pub fn unless_taken(&self, wanted: &str, suffix: &str) -> String {
        match self.is_taken(&type_name(wanted)) {
            true => format!("{wanted} {suffix}"),
            false => wanted.to_owned(),
        }
    }

    /// Returns an unused function or field name similar to `wanted`.
    pub fn claim_value(&mut self, wanted: &str) -> String {
        self.claim(value_name(wanted))
    }

    /// Returns the names of the types of components. If two components would have the same type
    /// name, the one that is spelled like the type name keeps it.
    pub fn claim_components(&mut self, components: &[&str]) -> Vec<String> {
        let differs_from_name = |_, component: &str| type_name(component) != component;
        self.claim_all(components, differs_from_name, |_, component| [type_name(component)])
    }

    /// Returns the names of the functions for operations. If two operations would have the same
    /// function name, the one whose `operationId` is spelled like the function name keeps it, then
    /// one that has another `operationId`.
    pub fn claim_operations(&mut self, operations: &[Operation<'_>]) -> Vec<String> {
        self.reserve(&FUNCTIONS);
        let ids = operations.iter().map(|one| one.id.map_or_else(|| one.name(), str::to_owned));
        let rank =
            |index: usize, id: &str| (operations[index].id.is_none(), function_name(id) != id);
        self.claim_all(&ids.collect::<Vec<_>>(), rank, |_, id| {
            let name = function_name(id);
            [name.clone(), format!("{name}_operation")]
        })
    }

    /// Claims a name for each text: the first of its candidates that is free, otherwise the last
    /// one with a number. Texts are served by `rank` and then alphabetically, so the result does
    /// not depend on their order.
    fn claim_all<K: Ord, const N: usize>(
        &mut self,
        texts: &[impl AsRef<str>],
        rank: impl Fn(usize, &str) -> K,
        candidates: impl Fn(usize, &str) -> [String; N],
    ) -> Vec<String> {
        let mut order: Vec<_> = texts.iter().map(AsRef::as_ref).enumerate().collect();
        order.sort_by_key(|(index, text)| (rank(*index, text), *text));
        let mut claimed = vec![String::new(); texts.len()];
        for (index, text) in order {
            let candidates = candidates(index, text);
            let free = candidates.iter().find(|name| !self.is_taken(name));
            let name = free.or(candidates.last()).cloned();
            claimed[index] = self.claim(name.unwrap_or_default());
        }
        claimed
    }

    pub(crate) fn is_taken(&self, name: &str) -> bool {
        self.0.contains_key(&key(name))
    }

    fn reserve(&mut self, names: &[&str]) {
        self.0.extend(names.iter().map(|name| ((*name).to_owned(), 2)));
    }

    /// Returns an unused name: `wanted`, which must be an identifier already, or `wanted` with a
    /// number from 2.
    pub fn claim(&mut self, wanted: String) -> String {
        let key_of_wanted = key(&wanted);
        let Some(next) = self.0.get(&key_of_wanted).copied() else {
            self.0.insert(key_of_wanted, 2);
            return escaped(&wanted);
        };
        let mut numbered = (next..).map(|number| (number, format!("{wanted}{number}")));
        let free = numbered.find(|(_, free)| !self.is_taken(free));
        let (number, free) = free.expect("there are more numbers than names");
        self.0.insert(key_of_wanted, number + 1);
        self.0.insert(key(&free), 2);
        free
    }
}

/// Returns a name with an underscore if it can't be an identifier, not even a raw one.
fn escaped(name: &str) -> String {
    match NEVER_RAW.contains(&name) {
        true => format!("{name}_"),
        false => name.to_owned(),
    }
}

/// Returns the same for names that are equal in upper case, as those of statics are, but not for
/// names whose letters differ only in their case: `größe` and `grösse`, but not `PET` and `Pet`.
fn key(name: &str) -> String {
    let letters = name.chars().map(|letter| match letter.is_lowercase() {
        true => letter.to_uppercase().to_string().to_lowercase(),
        false => letter.to_string(),
    });
    escaped(&letters.collect::<String>())
}

/// Converts a name to `PascalCase`, beginning with a letter.
pub fn type_name(text: &str) -> String {
    identifier(with_leading_sign(text).to_pascal_case(), 'N', "Unnamed")
}

/// Converts a name to `snake_case`, beginning with a letter.
pub fn value_name(text: &str) -> String {
    identifier(with_leading_sign(text).to_snake_case(), 'n', "unnamed")
}

/// Returns the name of a function or an argument, which is not a raw identifier, since progenitor
/// writes none.
pub fn function_name(text: &str) -> String {
    match value_name(text) {
        name if is_keyword(&name) => name + "_",
        name => name,
    }
}

/// Returns the names of an operation's parameters. If two parameters would have the same name, the
/// first by place keeps it, and of those in one place the one that is spelled like the name.
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
    let differs_from_name = |_, text: &str| value_name(text) != text;
    names.claim_all(headers, differs_from_name, |_, text| {
        let name = value_name(text);
        [name.clone(), format!("{name}_header")]
    })
}

/// Returns the names of the variants for media types in lower case: those of the subtypes. Of media
/// types of one subtype the first by name keeps it, and the others are named in full.
pub fn media_type_names(media_types: &[String]) -> Vec<String> {
    Names::default().claim_all(
        media_types,
        |_, _| (),
        |_, name| [type_name(&subtype(name)), type_name(name)],
    )
}

/// Returns the words of the name of a media type: those of the subtype.
fn subtype(media_type: &str) -> String {
    match media_type.split_once('/').unwrap_or((media_type, "")) {
        ("*", _) => "Any".to_owned(),
        (type_name, "*") => format!("Any {type_name}"),
        ("text", "plain") => "Text".to_owned(),
        (_, subtype) => subtype.trim_start_matches("x-").replace('*', "Any"),
    }
}

/// Returns the names of the variants of an enumeration. If several values would have the same name,
/// the value that is spelled like the name keeps it, otherwise the first without capitals. The
/// other names spell out all signs, and if that is not enough, name the case of the letters.
pub fn variant_names(values: &[impl AsRef<str>]) -> Vec<String> {
    let has_capital = |value: &str| value.contains(char::is_uppercase);
    let differs_from_name = |value: &str| variant_name(&with_edge_signs(value)) != value;
    let rank = |_, value: &str| (differs_from_name(value), has_capital(value));
    Names::default().claim_all(values, rank, |_, value| {
        let case = match (has_capital(value), value.contains(char::is_lowercase)) {
            _ if value.is_empty() => "empty string",
            (false, _) => "lowercase",
            (true, false) => "uppercase",
            (true, true) => "mixed case",
        };
        let all = with_all_signs(value);
        let cased = format!("{all} {case}");
        [with_edge_signs(value), all, cased].map(|words| variant_name(&words))
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
    identifier(name, 'N', "Empty")
}

/// Puts `letter` before a name that can't begin an identifier. Returns the name in NFKC: Rust
/// compares identifiers in NFC, and warns about those that are not in NFKC.
fn identifier(name: String, letter: char, empty: &str) -> String {
    let name: String = name.nfkc().collect();
    match name.starts_with(is_xid_start) {
        true => name,
        false if name.is_empty() => empty.to_owned(),
        false => format!("{letter}{name}"),
    }
}

/// Returns the words of a name. Letters and digits of any script stay; a sign at the beginning
/// is spelled out, and other characters separate words.
fn with_leading_sign(text: &str) -> String {
    let rest = text.trim_start_matches(['+', '-']);
    with_all_signs(&text[..text.len() - rest.len()]) + &without_signs(rest)
}

/// Returns a text with a space for each character that no identifier has.
fn without_signs(text: &str) -> String {
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
fn with_edge_signs(value: &str) -> String {
    let bracketed = value.strip_prefix('<').and_then(|value| value.strip_suffix('>'));
    let bracketed = bracketed.filter(|value| value.starts_with(char::is_alphabetic));
    let value = bracketed.unwrap_or(value);
    let rest = value.trim_start_matches(EDGE_SIGNS);
    let inner = rest.trim_end_matches(EDGE_SIGNS);
    let (before, after) = (&value[..value.len() - rest.len()], &rest[inner.len()..]);
    let words = [with_all_signs(before), with_leading_sign(inner), with_all_signs(after)].join(" ");
    if words.trim().is_empty() { with_all_signs(value) } else { words }
}

/// Returns the words of a value, with all signs.
fn with_all_signs(value: &str) -> String {
    let mut words = String::new();
    let mut rest = value;
    while let Some(character) = rest.chars().next() {
        let sign = SIGNS.iter().find(|(sign, _)| rest.starts_with(sign));
        let length = sign.map_or(character.len_utf8(), |(sign, _)| sign.len());
        let (signs, after) = rest.split_at(length);
        rest = after;
        match (sign, without_signs(signs).as_str()) {
            (Some((_, word)), _) => words.push_str(&format!(" {word} ")),
            (None, " ") => words.push_str(&format!(" u{:x} ", u32::from(character))),
            (None, letter) => words.push_str(letter),
        }
    }
    words
}

/// Returns an identifier, raw if it is a keyword.
pub fn ident(name: &str) -> Ident {
    match escaped(name).as_str() {
        keyword if is_keyword(keyword) => Ident::new_raw(keyword, Span::call_site()),
        name => Ident::new(name, Span::call_site()),
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
            ("F#", "FHash"),
            ("#1", "Hash1"),
            ("~", "Tilde"),
            ("|", "Pipe"),
            ("'", "Quote"),
            ("\\", "Backslash"),
            ("€", "Euro"),
            ("Self", "Self_"),
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
            (["Self", "self", "SELF"], ["Self_", "SelfLowercase", "SelfUppercase"]),
            (["", "Empty", "empty"], ["EmptyString", "Empty", "EmptyLowercase"]),
            (["a;b", "a~b", "a b"], ["ASemicolonB", "ATildeB", "AB"]),
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
        // Statics have these names in upper case.
        let claimed = ["größe", "grösse", "ος", "οσ"].map(|wanted| names.claim_value(wanted));
        assert_eq!(claimed, ["größe", "grösse2", "ος", "οσ2"]);
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
