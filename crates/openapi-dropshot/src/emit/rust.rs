//! Converts paths, docs and literals to tokens.

use openapi_model::Pointer;
use proc_macro2::{Literal, Span, TokenStream};
use quote::quote;
use serde_json::{Map, Value};
use syn::LitInt;

/// Parses a path.
pub(super) fn path(text: &str) -> TokenStream {
    text.parse()
        .expect("paths are written by hand, or checked when they are read")
}

/// Returns doc attributes, one per line, which are printed as `///`.
pub(super) fn docs(text: &str) -> TokenStream {
    let lines = text.trim_end().lines().map(|line| match line.trim_end() {
        "" => String::new(),
        line => format!(" {line}"),
    });
    quote!(#(#[doc = #lines])*)
}

/// Returns the docs of an item whose description is optional.
pub(super) fn docs_if(text: Option<&str>) -> TokenStream {
    text.map(docs).unwrap_or_default()
}

/// Returns an expression for a schema with additional keywords.
pub(super) fn with_rules(schema: TokenStream, rules: &Map<String, Value>) -> TokenStream {
    if rules.is_empty() {
        return schema;
    }
    let rules = literal(&Value::Object(rules.clone()));
    quote!(openapi_runtime::shape::with_keywords(#schema, serde_json::json!(#rules)))
}

/// Returns a value as an argument of `serde_json::json!`.
pub(super) fn literal(value: &Value) -> TokenStream {
    match value {
        Value::Null => quote!(null),
        Value::Bool(boolean) => quote!(#boolean),
        Value::Number(number) => match (number.as_i64(), number.as_u64()) {
            // Rust infers `i32` for an integer without a suffix.
            (Some(integer), _) => {
                let sign = (integer < 0).then(|| quote!(-));
                let suffix = i32::try_from(integer).map_or("i64", |_| "");
                let integer = format!("{}{suffix}", integer.unsigned_abs());
                let integer = LitInt::new(&integer, Span::call_site());
                quote!(#sign #integer)
            }
            (None, Some(integer)) => {
                let integer = Literal::u64_suffixed(integer);
                quote!(#integer)
            }
            (None, None) => {
                let float = number.as_f64().unwrap_or_default();
                let sign = float.is_sign_negative().then(|| quote!(-));
                let float = Literal::f64_unsuffixed(float.abs());
                quote!(#sign #float)
            }
        },
        Value::String(string) => quote!(#string),
        Value::Array(items) => {
            let items = items.iter().map(literal);
            quote!([#(#items),*])
        }
        Value::Object(members) => {
            let members = members.iter().map(|(name, value)| {
                let value = literal(value);
                quote!(#name: #value)
            });
            quote!({ #(#members),* })
        }
    }
}

/// Returns a schema of the embedded document, for an item of the file's root.
pub(super) fn embedded_schema(pointer: &Pointer) -> TokenStream {
    let pointer = pointer.to_fragment();
    quote!(openapi_runtime::Schema::at(&DOCUMENT, #pointer))
}
