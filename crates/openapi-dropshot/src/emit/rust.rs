//! Converts types, paths, docs and literals to tokens.

use openapi_model::Pointer;
use proc_macro2::{Literal, Span, TokenStream};
use quote::quote;
use serde_json::{Map, Value};
use syn::LitInt;

use crate::names::ident;
use crate::types::{Kind, Shape};

/// Parses a path.
pub(super) fn path(text: &str) -> TokenStream {
    text.parse()
        .expect("paths in the generator are written by hand")
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

/// Returns the Rust type of a shape, including `Option` and `Box`.
pub(super) fn shape_type(shape: &Shape) -> TokenStream {
    let mut tokens = kind_type(&shape.kind);
    if shape.boxed {
        tokens = quote!(Box<#tokens>);
    }
    if shape.nullable {
        tokens = quote!(Option<#tokens>);
    }
    tokens
}

/// Returns the Rust type of a kind.
pub(super) fn kind_type(kind: &Kind) -> TokenStream {
    match kind {
        Kind::Any => quote!(serde_json::Value),
        Kind::Object => quote!(serde_json::Map<String, serde_json::Value>),
        Kind::Null => quote!(()),
        Kind::Boolean => quote!(bool),
        Kind::Integer(name) | Kind::Number(name) => path(name),
        Kind::String => quote!(String),
        Kind::DateTime => quote!(chrono::DateTime<chrono::FixedOffset>),
        Kind::Date => quote!(chrono::NaiveDate),
        Kind::Uuid => quote!(uuid::Uuid),
        Kind::Array(items) => {
            let items = shape_type(items);
            quote!(Vec<#items>)
        }
        Kind::Map(values) => {
            let values = shape_type(values);
            quote!(BTreeMap<String, #values>)
        }
        Kind::Named(name) => {
            let name = ident(name);
            quote!(#name)
        }
    }
}

/// Returns an expression for the emitted schema, given a `generator`.
pub(super) fn schema(shape: &Shape) -> TokenStream {
    if shape.is_plain() {
        let tokens = shape_type(shape);
        return quote!(generator.subschema_for::<#tokens>());
    }
    let mut tokens = match &shape.kind {
        Kind::Array(items) if !items.is_plain() => {
            let items = schema(items);
            quote!(shape::array_of(#items))
        }
        Kind::Map(values) if !values.is_plain() => {
            let values = schema(values);
            quote!(shape::map_of(#values))
        }
        kind => {
            let kind = kind_type(kind);
            quote!(generator.subschema_for::<#kind>())
        }
    };
    tokens = with_rules(tokens, &shape.rules);
    if shape.nullable {
        tokens = quote!(shape::nullable(#tokens));
    }
    tokens
}

/// Returns a function from a generator to the emitted schema.
pub(super) fn schema_function(shape: &Shape) -> TokenStream {
    if shape.is_plain() {
        let tokens = shape_type(shape);
        return quote!(SchemaGenerator::subschema_for::<#tokens>);
    }
    let schema = schema(shape);
    quote!(|generator| #schema)
}

/// Returns an expression for a schema with additional keywords.
pub(super) fn with_rules(schema: TokenStream, rules: &Map<String, Value>) -> TokenStream {
    if rules.is_empty() {
        return schema;
    }
    let rules = literal(&Value::Object(rules.clone()));
    quote!(shape::with_keywords(#schema, serde_json::json!(#rules)))
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

/// Returns a reference to a schema of the embedded document.
pub(super) fn embedded_schema(pointer: &Pointer) -> TokenStream {
    let pointer = pointer.to_fragment();
    quote!(Schema::at(&DOCUMENT, #pointer))
}

/// Generates the functions of `JsonSchema` that name a type. schemars treats types
/// with equal ids as the same schema, so the id of a type contains its module:
/// another document, or dropshot, may have a type with the same name.
pub(super) fn schema_names(name: &str) -> TokenStream {
    let in_module = format!("::{name}");
    quote! {
        fn schema_name() -> String { #name.to_owned() }

        fn schema_id() -> std::borrow::Cow<'static, str> {
            concat!(module_path!(), #in_module).into()
        }
    }
}
