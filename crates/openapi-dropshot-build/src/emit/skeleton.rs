//! Generates the first implementation of the trait, for a person to continue.

use openapi_rust::failures::{Examples, Says};
use openapi_rust::names::ident;
use openapi_rust::operation::{BodyKind, ResponseType, Scheme, Service};
use openapi_rust::print::{Scope, docs};
use openapi_rust::types::Definition;
use openapi_schema::http::sent_type;
use proc_macro2::{Literal, TokenStream};
use quote::quote;
use serde_json::{Number, Value};

use super::problem::problem;
use super::security::credential;
use super::service::arguments;

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
                Err(openapi_dropshot::Rejection::new(http::StatusCode::NOT_IMPLEMENTED, #cause))
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
    let says = Says { text: TEXT.into(), status: STATUS.into(), title: Value::Null };
    let (scope, examples) = (Scope::root(), Examples::of(definitions, says));
    let bodies = service.error_bodies.iter();
    let bodies = bodies.filter(|error| problem(&scope, definitions, &error.shape).is_none());
    let hooks = bodies.map(|error| {
        let (method, body) = (ident(&error.function), scope.shape(&error.shape));
        let example = examples.body(&error.shape);
        // A body without texts doesn't use the rejection.
        let rejection = used(&example, TEXT, "rejection");
        let status = used(&example, STATUS, "status");
        let example = expression(&example);
        quote! {
            /// Returns an example of the body. Replace it where the service has more to
            /// tell the caller.
            fn #method(#rejection: &openapi_dropshot::Rejection, #status: http::StatusCode) -> #body {
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
    let mut used_example = Value::Null;
    let body = response.body().map(|content| {
        let alternative = content.for_rejection().or(content.alternatives.first());
        let one = alternative.expect("a body has a media type");
        let mut body = match one.format.kind() {
            BodyKind::Bytes => quote!(dropshot::Body::empty()),
            BodyKind::Items(_) => quote!(Default::default()),
            BodyKind::Value => {
                let example = examples.body(&one.shape);
                let value = expression(&example);
                used_example = example;
                let expected = "the example has the type of the body";
                quote!(serde_json::from_value(#value).expect(#expected))
            }
        };
        if one.has_content_type() {
            let content_type = sent_type(&one.media_type);
            body = quote! {
                openapi_dropshot::WithContentType {
                    content_type: #content_type.to_owned(),
                    content: #body,
                }
            };
        }
        let body = match &content.type_name {
            Some(name) => {
                let (name, variant) = (scope.named(name), ident(&one.variant));
                quote!(#name::#variant(#body))
            }
            None => body,
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
    let rejection = used(&used_example, TEXT, "rejection");
    let status = used(&used_example, STATUS, "status");
    quote! {
        /// Returns an example of the response. Replace it where the service has more to
        /// tell the caller.
        fn #function(
            _: &dropshot::RequestContext<#context>,
            #rejection: &openapi_dropshot::Rejection,
            #status: http::StatusCode,
        ) -> #kind {
            #kind { #body #(#headers)* }
        }
    }
}

fn scheme(scheme: &Scheme) -> TokenStream {
    let (principal, function) = (ident(&scheme.type_name), ident(&scheme.value_name));
    let (_, credential) = credential(scheme);
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

/// The values of an example that generated code replaces with the message and the status of the
/// rejection.
const TEXT: &str = "\u{0}rejection";
const STATUS: &str = "\u{0}status";

/// Returns whether a value contains a placeholder.
fn has(value: &Value, placeholder: &str) -> bool {
    match value {
        Value::String(text) => text == placeholder,
        Value::Array(items) => items.iter().any(|item| has(item, placeholder)),
        Value::Object(members) => members.values().any(|member| has(member, placeholder)),
        _ => false,
    }
}

/// Returns the name of an argument, or `_` if a value lacks its placeholder.
fn used(value: &Value, placeholder: &str, name: &str) -> TokenStream {
    let name = ident(name);
    if has(value, placeholder) { quote!(#name) } else { quote!(_) }
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
        Value::String(text) if text == STATUS => quote!(status.as_u16()),
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
