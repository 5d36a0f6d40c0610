//! Generates the first implementation of the trait, for a person to continue.

use std::cell::Cell;
use std::collections::HashMap;

use openapi_rust::names::ident;
use openapi_rust::operation::{ResponseType, Scheme, Service};
use openapi_rust::print::{Scope, docs};
use openapi_rust::types::{Body, Definition, Kind, Shape};
use openapi_rust::union::SelectedBy;
use proc_macro2::{Literal, TokenStream};
use quote::quote;
use serde_json::{Map, Number, Value};

use super::problem::problem;
use super::service::{arguments, credential};

/// Generates the items of a module below the module of the file's items: an
/// implementation of the trait for `crate::Handlers`. It refuses every credential,
/// and each operation answers that it is not implemented.
pub(crate) fn skeleton(service: &Service, definitions: &[Definition]) -> Vec<TokenStream> {
    let schemes = service.schemes.iter().map(scheme);
    let scope = Scope::root();
    let hooks = errors(service, definitions, &quote!(()));
    let has_body = service.endpoints.iter().any(|one| one.body.is_some());
    let limits = has_body.then(limits);
    let methods = service.endpoints.iter().map(|endpoint| {
        let name = ident(&endpoint.value_name);
        let response = scope.named(&endpoint.response_name);
        let arguments = arguments(&scope, service, endpoint).into_iter();
        let arguments = arguments.map(|(_, kind)| quote!(_: #kind));
        let text = docs(&format!("`{} {}`", endpoint.method, endpoint.path));
        let cause = format!("{} is not implemented", endpoint.id);
        quote! {
            #text
            async fn #name(
                _: &dropshot::RequestContext<()>,
                #(#arguments),*
            ) -> Result<#response, openapi_dropshot::Rejection> {
                Err(openapi_dropshot::Rejection::defect(#cause))
            }
        }
    });
    let implementation = quote! {
        impl Api for crate::Handlers {
            type Context = ();
            #(#schemes)*
            #limits
            #(#hooks)*
            #(#methods)*
        }
    };
    vec![
        quote!(
            use super::*;
        ),
        implementation,
    ]
}

/// Generates the method with the limits of bodies: dropshot's default refuses nearly every
/// body.
fn limits() -> TokenStream {
    quote! {
        /// Allows bodies of 1 MiB. dropshot's default is 1,024 bytes.
        fn limits(rqctx: &dropshot::RequestContext<()>) -> openapi_dropshot::RequestLimits {
            openapi_dropshot::RequestLimits {
                body: 1 << 20,
                ..openapi_dropshot::RequestLimits::of(rqctx)
            }
        }
    }
}

/// Generates the methods that return responses for rejections and their bodies, from
/// examples.
pub(super) fn errors(
    service: &Service,
    definitions: &[Definition],
    context: &TokenStream,
) -> Vec<TokenStream> {
    let (scope, examples) = (Scope::root(), Examples::of(definitions));
    let bodies = service.error_bodies.iter();
    let bodies = bodies.filter(|error| problem(&scope, definitions, &error.shape).is_none());
    let hooks = bodies.map(|error| {
        let (method, body) = (ident(&error.function), scope.shape(&error.shape));
        let example = examples.body(&error.shape);
        // A body without texts doesn't use the rejection.
        let rejection = if has_text(&example) { quote!(rejection) } else { quote!(_) };
        let example = expression(&example);
        quote! {
            /// Returns an example of the body. Replace it where the service has more to
            /// tell the caller.
            fn #method(#rejection: &openapi_dropshot::Rejection, _: http::StatusCode) -> #body {
                let body = #example;
                serde_json::from_value(body).expect("the example has the type of the body")
            }
        }
    });
    let responses = service.error_responses();
    let responses =
        responses.map(|(function, error)| error_response(&examples, function, error, context));
    hooks.chain(responses).collect()
}

fn error_response(
    examples: &Examples<'_>,
    function: &str,
    error: &ResponseType,
    context: &TokenStream,
) -> TokenStream {
    let ResponseType { name, response, .. } = error;
    let scope = Scope::root();
    let (function, kind) = (ident(function), scope.named(name));
    let mut uses_rejection = false;
    let body = response.body().map(|content| {
        let body = match content.for_rejection() {
            Some(alternative) => {
                let example = examples.body(&alternative.shape);
                uses_rejection = has_text(&example);
                let example = expression(&example);
                let body = quote! {
                    serde_json::from_value(#example).expect("the example has the type of the body")
                };
                match &content.type_name {
                    Some(name) => {
                        let (name, variant) = (scope.named(name), ident(&alternative.variant));
                        quote!(#name::#variant(#body))
                    }
                    None => body,
                }
            }
            None => quote!(unimplemented!("the body")),
        };
        quote!(body: #body,)
    });
    let headers = response.headers.iter().map(|header| {
        let field = ident(&header.field);
        let shape = &header.shape;
        let has_default = shape.held().is_none() && shape.external.is_none();
        if has_default || header.is_optional() {
            return quote!(#field: Default::default(),);
        }
        let example = expression(&examples.body(shape));
        let expected = "the example has the type of the header";
        quote!(#field: serde_json::from_value(#example).expect(#expected),)
    });
    let rejection = if uses_rejection { quote!(rejection) } else { quote!(_) };
    quote! {
        /// Returns an example of the response. Replace it where the service has more to
        /// tell the caller.
        fn #function(
            _: &dropshot::RequestContext<#context>,
            #rejection: &openapi_dropshot::Rejection,
            _: http::StatusCode,
        ) -> #kind {
            #kind { #body #(#headers)* }
        }
    }
}

fn scheme(scheme: &Scheme) -> TokenStream {
    let (principal, function) = (ident(&scheme.type_name), ident(&scheme.value_name));
    let credential = credential(scheme);
    let scopes = scheme.has_scopes.then(|| quote!(_: &'static [&'static str],));
    quote! {
        type #principal = ();

        /// Refuses every credential.
        async fn #function(
            _: &dropshot::RequestContext<()>,
            _: #credential,
            #scopes
        ) -> Result<Option<()>, openapi_dropshot::Rejection> {
            Ok(None)
        }
    }
}

/// Examples of values.
struct Examples<'t> {
    definitions: HashMap<&'t str, &'t Definition>,
    /// The number of objects that the example may still have.
    remaining: Cell<usize>,
}

/// The depth from which optional content is left out and recursion ends.
const MAXIMUM_DEPTH: usize = 16;

/// The maximum number of objects of an example. Types that require each other in several
/// ways would double it at each level.
const MAXIMUM_OBJECTS: usize = 100;

impl<'t> Examples<'t> {
    fn of(definitions: &'t [Definition]) -> Self {
        let named = definitions.iter().map(|one| (one.name.as_str(), one));
        Self { definitions: named.collect(), remaining: Cell::new(0) }
    }

    fn body(&self, shape: &Shape) -> Value {
        self.remaining.set(MAXIMUM_OBJECTS);
        self.value(shape, 0)
    }

    /// Returns a value with the required members. Strings are [`TEXT`].
    fn value(&self, shape: &Shape, depth: usize) -> Value {
        let listed = shape.rules.get("enum").and_then(|values| values.get(0));
        if let Some(value) = shape.rules.get("const").or(listed) {
            return value.clone();
        }
        if depth > MAXIMUM_DEPTH {
            return Value::Null;
        }
        match &shape.kind {
            // A response has no file.
            Kind::Any | Kind::Null | Kind::File => Value::Null,
            Kind::Object | Kind::Map(_) => Value::Object(Map::new()),
            Kind::Boolean => false.into(),
            Kind::Integer(_) | Kind::Number(_) => {
                let minimum = shape.rules.get("minimum").filter(|value| !value.is_null());
                minimum.cloned().unwrap_or_else(|| Number::from(0).into())
            }
            Kind::String => TEXT.into(),
            Kind::DateTime => "1970-01-01T00:00:00Z".into(),
            Kind::Date => "1970-01-01".into(),
            Kind::Uuid => "00000000-0000-0000-0000-000000000000".into(),
            Kind::Array(items) => {
                let count = shape.rules.get("minItems").and_then(Value::as_u64);
                let item = || self.value(items, depth + 1);
                (0..count.unwrap_or(0).min(4)).map(|_| item()).collect()
            }
            Kind::Named(name) => {
                let Some(remaining) = self.remaining.get().checked_sub(1) else {
                    return Value::Null;
                };
                self.remaining.set(remaining);
                let definition = self.definitions.get(name.as_str());
                definition.map_or(Value::Null, |one| self.of_definition(one, depth + 1))
            }
        }
    }

    fn of_definition(&self, definition: &Definition, depth: usize) -> Value {
        match &definition.body {
            Body::Struct { fields, .. } => {
                let required = fields.iter().filter(|field| field.required);
                let members = required
                    .map(|field| (field.wire_name.clone(), self.value(&field.shape, depth)));
                Value::Object(members.collect())
            }
            Body::Enumeration(values) | Body::OpenEnumeration { values, .. } => {
                let first = values.first();
                first.map_or(Value::Null, |known| known.value.clone())
            }
            Body::Transparent(shape) | Body::Alias(shape) => self.value(shape, depth),
            Body::Union { tag, variants, .. } => {
                let Some(first) = variants.first() else {
                    return Value::Null;
                };
                let mut value = match &first.members {
                    Some(members) => self.of_definition(members, depth),
                    None => self.value(&first.shape, depth),
                };
                if let (Some(tag), SelectedBy::Tag(values)) = (tag, &first.selected_by)
                    && let (Value::Object(members), Some(selected)) = (&mut value, values.first())
                {
                    members.insert(tag.clone(), selected.clone());
                }
                value
            }
        }
    }
}

/// The placeholder of the text of the rejection.
const TEXT: &str = "\u{0}rejection";

fn has_text(value: &Value) -> bool {
    match value {
        Value::String(text) => text == TEXT,
        Value::Array(items) => items.iter().any(has_text),
        Value::Object(members) => members.values().any(has_text),
        _ => false,
    }
}

/// Returns an expression for a value. Each member has a macro of its own: the compiler
/// limits the size of an argument of `serde_json::json!`.
fn expression(value: &Value) -> TokenStream {
    let leaf = match value {
        Value::Array(items) if !items.is_empty() => {
            let items = items.iter().map(expression);
            return quote!(serde_json::Value::from_iter([#(#items),*]));
        }
        Value::Object(members) if !members.is_empty() => {
            let members = members.iter().map(|(name, value)| {
                let value = expression(value);
                quote!((#name, #value))
            });
            return quote!(serde_json::Value::from_iter([#(#members),*]));
        }
        Value::Array(_) => quote!([]),
        Value::Object(_) => quote!({}),
        Value::Null => quote!(null),
        Value::Bool(boolean) => quote!(#boolean),
        Value::Number(number) => literal(number),
        Value::String(text) if text == TEXT => quote!(rejection.to_string()),
        Value::String(text) => quote!(#text),
    };
    quote!(serde_json::json!(#leaf))
}

fn literal(number: &Number) -> TokenStream {
    let is_negative = number.as_f64().is_some_and(|value| value < 0.0);
    let sign = is_negative.then(|| quote!(-));
    let literal = match (number.as_i64(), number.as_u64()) {
        // Rust infers `i32` for an integer without a suffix.
        (Some(integer), _) if i32::try_from(integer).is_ok() => {
            Literal::u64_unsuffixed(integer.unsigned_abs())
        }
        (Some(integer), _) => {
            let literal = format!("{}i64", integer.unsigned_abs()).parse();
            literal.expect("digits and a suffix are a literal")
        }
        (None, Some(integer)) => Literal::u64_suffixed(integer),
        (None, None) => Literal::f64_unsuffixed(number.as_f64().unwrap_or_default().abs()),
    };
    quote!(#sign #literal)
}
