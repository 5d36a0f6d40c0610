//! Converts paths, docs and literals to tokens.

use openapi_document::{Pointer, doc_lines};
use proc_macro2::{Literal, TokenStream};
use quote::quote;
use serde_json::{Map, Value};

use super::scope::Scope;
use crate::types::referred;

/// The length of the tokens of an expression that fits into a line of a function.
const LONGEST: usize = 89;

/// Parses a path.
pub fn path(text: &str) -> TokenStream {
    text.parse()
        .expect("paths are written by hand, or checked when they are read")
}

/// Returns doc attributes, one per line, which are printed as `///`. The code blocks of
/// the text are no tests.
pub fn docs(text: &str) -> TokenStream {
    let lines = doc_lines(text);
    quote!(#(#[doc = #lines])*)
}

pub fn docs_if(text: Option<&str>) -> TokenStream {
    text.map(docs).unwrap_or_default()
}

/// Returns the docs of an element, with the paragraph about its deprecation.
pub fn docs_of(description: Option<&str>, deprecation: Option<&str>) -> TokenStream {
    let parts: Vec<_> = description.into_iter().chain(deprecation).collect();
    docs_if((!parts.is_empty()).then(|| parts.join("\n\n")).as_deref())
}

/// Returns the attribute with the description for `derive(JsonSchema)`, where schemars
/// would read another one from the docs.
pub fn schema_description(text: Option<&str>, deprecation: Option<&str>) -> Option<TokenStream> {
    if deprecation.is_some() {
        let text = text.unwrap_or_default();
        return Some(quote!(#[schemars(description = #text)]));
    }
    let text = text?;
    let lines = doc_lines(text).join(" ");
    let is_same = lines.split_whitespace().eq(text.split_whitespace());
    // schemars reads a title after `#`, and omits `*`.
    let is_read = is_same && !text.trim_start().starts_with(['#', '*']);
    (!is_read).then(|| quote!(#[schemars(description = #text)]))
}

/// Returns an expression for a schema with additional keywords. They are text, because
/// the compiler limits the size of an argument of `serde_json::json!`. The types that they
/// refer to are emitted, too.
pub fn with_rules(
    scope: &Scope<'_>,
    schema: TokenStream,
    rules: &Map<String, Value>,
) -> TokenStream {
    if rules.is_empty() {
        return schema;
    }
    let keywords = keywords(rules);
    let schema = quote!(openapi_dropshot::shape::with_keywords(#schema, #keywords));
    with_referred(scope, schema, rules)
}

/// Returns an expression for the schema of a type with additional keywords.
pub fn schema_of(
    scope: &Scope<'_>,
    named: &TokenStream,
    rules: &Map<String, Value>,
) -> TokenStream {
    if rules.is_empty() {
        return quote!(generator.subschema_for::<#named>());
    }
    let keywords = keywords(rules);
    let schema = quote!(openapi_dropshot::shape::of::<#named>(generator, #keywords));
    // prettyplease breaks a longer line between the angle brackets.
    if schema.to_string().len() > LONGEST {
        return with_rules(scope, quote!(generator.subschema_for::<#named>()), rules);
    }
    with_referred(scope, schema, rules)
}

fn keywords(rules: &Map<String, Value>) -> Literal {
    raw_string(&Value::Object(rules.clone()).to_string())
}

fn with_referred(
    scope: &Scope<'_>,
    schema: TokenStream,
    rules: &Map<String, Value>,
) -> TokenStream {
    let referred = referred(rules);
    if referred.is_empty() {
        return schema;
    }
    let types = referred.iter().map(|name| scope.named(name));
    quote!({
        #(generator.subschema_for::<#types>();)*
        #schema
    })
}

/// Returns a literal without escapes for a line that has only visible characters.
fn raw_string(line: &str) -> Literal {
    let visible = |byte: u8| byte == b' ' || byte.is_ascii_graphic();
    if !line.bytes().all(visible) {
        return Literal::string(line);
    }
    let mut hashes = String::from("#");
    while line.contains(&format!("\"{hashes}")) {
        hashes.push('#');
    }
    let literal = format!("r{hashes}\"{line}\"{hashes}").parse();
    literal.expect("the line does not contain the end of the literal")
}

/// Returns a schema of the embedded document, for an item of the file's root.
pub fn embedded_schema(pointer: &Pointer) -> TokenStream {
    let pointer = pointer.to_fragment();
    quote!(openapi_dropshot::Schema::at(&DOCUMENT, #pointer))
}
