//! Generates the enum of an operation's declared responses.

use heck::ToShoutySnakeCase;
use openapi_model::Status;
use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::rust::{docs, docs_if, embedded_schema, kind_type, schema_function, shape_type};
use crate::faults::{FaultKind, is_known};
use crate::names::ident;
use crate::operation::{self, Endpoint, ReplyHeader, Service, hook_name};
use crate::types::{Kind, Shape};

/// Generates the enum and its implementation of `OperationResponse`.
pub(super) fn reply(endpoint: &Endpoint) -> TokenStream {
    let name = ident(&endpoint.reply_name);
    let title = docs(&format!("The responses that `{}` declares.", endpoint.id));
    let variants = endpoint.replies.iter().map(variant);
    let declared = endpoint.replies.iter().map(declared);
    let arms = endpoint.replies.iter().map(arm);
    let rejected = rejected(endpoint);
    let error = error_body(endpoint).map_or_else(|| quote!(()), shape_type);
    quote! {
        #title
        #[derive(Clone, Debug, PartialEq)]
        pub enum #name { #(#variants),* }

        impl OperationResponse for #name {
            type Error = #error;

            fn declared() -> Vec<ResponseSpec> {
                Vec::from([#(#declared),*])
            }

            fn into_builder(self) -> ResponseBuilder {
                match self { #(#arms)* }
            }
        }

        impl #name {
            #rejected
        }
    }
}

/// Returns the body that dropshot documents for errors.
fn error_body(endpoint: &Endpoint) -> Option<&Shape> {
    let defect = endpoint
        .faults
        .iter()
        .find(|(kind, _)| *kind == FaultKind::Defect);
    let declared = defect.map(|(_, index)| &endpoint.replies[*index]);
    let is_error = |reply: &&operation::Reply| reply.status.class().is_none_or(|class| class >= 4);
    declared
        .into_iter()
        .chain(endpoint.replies.iter().filter(is_error))
        .find_map(|reply| reply.body.as_ref())
}

/// Generates the schemas of response bodies.
pub(super) fn schemas(service: &Service) -> TokenStream {
    let schemas = service.schemas.iter().map(|(name, pointer)| {
        let docs = docs(&format!("The schema of a response body, at `{pointer}`."));
        let (name, schema) = (schema_static(name), embedded_schema(pointer));
        quote!(#docs static #name: Schema = #schema;)
    });
    quote!(#(#schemas)*)
}

fn schema_static(name: &str) -> Ident {
    ident(&name.to_shouty_snake_case())
}

/// Returns whether a variant has named fields.
fn has_fields(reply: &operation::Reply) -> bool {
    !reply.headers.is_empty() || !matches!(reply.status, Status::Code(_))
}

fn variant(reply: &operation::Reply) -> TokenStream {
    let docs = docs(&format!("{}: {}", reply.status, reply.description));
    let name = ident(&reply.variant);
    let body = reply.body.as_ref().map(shape_type);
    if !has_fields(reply) {
        return match body {
            Some(body) => quote!(#docs #name(#body)),
            None => quote!(#docs #name),
        };
    }
    let status = match reply.status {
        Status::Code(_) => None,
        Status::Class(class) => {
            let class = proc_macro2::Literal::u16_unsuffixed(class.digit());
            Some(quote!(#[doc = " The status, out of the range."] status: RangeStatus<#class>,))
        }
        Status::Default => {
            Some(quote!(#[doc = " A status that is not declared otherwise."] status: StatusCode,))
        }
    };
    let body = body.map(|body| quote!(#[doc = " The body."] body: #body,));
    let headers = reply.headers.iter().map(|header| {
        let docs = docs_if(header.description.as_deref());
        let field = ident(&header.field);
        let kind = kind_type(&header.kind);
        let kind = if header.required {
            kind
        } else {
            quote!(Option<#kind>)
        };
        quote!(#docs #field: #kind,)
    });
    quote!(#docs #name { #status #body #(#headers)* })
}

fn declared(reply: &operation::Reply) -> TokenStream {
    let (status, description) = (reply.status.to_string(), &reply.description);
    let response = match &reply.body {
        Some(body) => {
            let body = shape_type(body);
            quote!(ResponseSpec::json::<#body>(#status, #description))
        }
        None => quote!(ResponseSpec::empty(#status, #description)),
    };
    let headers = reply.headers.iter().map(|header| {
        let (method, name) = (header_method(header), &header.name);
        let description = header.description.as_deref().unwrap_or_default();
        let schema = schema_function(&header.shape);
        quote!(.#method(#name, #description, #schema))
    });
    quote!(#response #(#headers)*)
}

/// Returns the name of the method that adds a header, to a response specification
/// and to a response alike.
fn header_method(header: &ReplyHeader) -> TokenStream {
    if header.required {
        quote!(header)
    } else {
        quote!(optional_header)
    }
}

fn arm(reply: &operation::Reply) -> TokenStream {
    let name = ident(&reply.variant);
    let status = match reply.status {
        Status::Code(code) => status_code(code),
        Status::Class(_) | Status::Default => quote!(status),
    };
    let mut response = match (&reply.body, &reply.schema) {
        (Some(_), Some(schema)) => {
            let schema = schema_static(schema);
            quote!(ResponseBuilder::json(#status, &body).schema(&#schema))
        }
        (Some(_), None) => quote!(ResponseBuilder::json(#status, &body)),
        (None, _) => quote!(ResponseBuilder::empty(#status)),
    };
    for header in &reply.headers {
        let (method, name) = (header_method(header), &header.name);
        let field = ident(&header.field);
        response = quote!(#response.#method(#name, #field));
    }
    let pattern = if has_fields(reply) {
        let status = (!matches!(reply.status, Status::Code(_))).then(|| quote!(status,));
        let body = reply.body.as_ref().map(|_| quote!(body,));
        let headers = reply.headers.iter().map(|header| ident(&header.field));
        quote!(Self::#name { #status #body #(#headers),* })
    } else if reply.body.is_some() {
        quote!(Self::#name(body))
    } else {
        quote!(Self::#name)
    };
    quote!(#pattern => #response,)
}

fn status_code(code: u16) -> TokenStream {
    let reason = http::StatusCode::from_u16(code)
        .ok()
        .and_then(|code| code.canonical_reason());
    match reason {
        Some(reason) => {
            let name = ident(&reason.replace('\'', "").to_shouty_snake_case());
            quote!(StatusCode::#name)
        }
        None => {
            let class = proc_macro2::Literal::u16_unsuffixed(code / 100);
            let code = proc_macro2::Literal::u16_unsuffixed(code);
            quote!(RangeStatus::<#class>::of::<#code>())
        }
    }
}

/// Generates the function that returns the response for each kind of rejection.
fn rejected(endpoint: &Endpoint) -> TokenStream {
    let mut arms = exact_arms(endpoint);
    let mut rest = quote!(_ => return None,);
    let mut only = None;
    for (index, reply) in endpoint.replies.iter().enumerate() {
        let kinds: Vec<_> = endpoint
            .faults
            .iter()
            .filter(|(_, found)| *found == index)
            .map(|(kind, _)| *kind)
            .collect();
        if kinds.is_empty() {
            continue;
        }
        let value = response(reply);
        if kinds.contains(&FaultKind::Defect) {
            rest = quote!(_ => #value,);
            only = Some(value.clone());
        }
        let patterns: Vec<_> = kinds
            .into_iter()
            .filter(|kind| *kind != FaultKind::Defect)
            .map(pattern)
            .collect();
        // The arm of a defect covers all rejections with the same response.
        if !patterns.is_empty() && !rest.to_string().contains(&value.to_string()) {
            arms.push(quote!(#(#patterns)|* => #value,));
        }
    }
    let docs = docs("Returns the declared response for a rejection.");
    let rejected = match only {
        Some(only) if arms.is_empty() => quote!(Some(#only)),
        None if arms.is_empty() => quote!(None),
        _ => quote!(Some(match rejection { #(#arms)* #rest })),
    };
    let is_used = rejected.to_string().contains("rejection");
    let service = has_hooks(endpoint).then(|| quote!(<A: Api>));
    let argument = if is_used {
        quote!(rejection)
    } else {
        quote!(_)
    };
    quote! {
        #docs
        fn rejected #service (#argument: &Rejection) -> Option<Self> { #rejected }
    }
}

/// Generates the arms for dropshot errors whose status the operation declares. All
/// other errors have the response of an invalid request or of a defect.
fn exact_arms(endpoint: &Endpoint) -> Vec<TokenStream> {
    let handles_other_errors = |index: usize| {
        let kinds = [FaultKind::ClientError, FaultKind::ServerError];
        kinds
            .iter()
            .any(|kind| endpoint.faults.contains(&(*kind, index)))
    };
    let has_body_for_rejections = |reply: &operation::Reply| {
        let hook = reply.body.as_ref().map(|body| hook_type(&body.kind));
        let mut known = endpoint
            .faults
            .iter()
            .map(|(_, index)| endpoint.replies[*index].body.as_ref());
        hook.is_none() || known.any(|body| body.map(|body| hook_type(&body.kind)) == hook)
    };
    let replies = endpoint.replies.iter().enumerate();
    replies
        .filter(|(index, reply)| {
            let mut headers = reply.headers.iter();
            headers.all(|header| !header.required || is_known(&header.name))
                && !handles_other_errors(*index)
                && has_body_for_rejections(reply)
        })
        .filter_map(|(_, reply)| {
            let Status::Code(code) = reply.status else {
                return None;
            };
            let error = match code / 100 {
                4 => quote!(Rejection::ClientError(error)),
                5 => quote!(Rejection::ServerError(error)),
                _ => return None,
            };
            let code = proc_macro2::Literal::u16_unsuffixed(code);
            let value = response(reply);
            let mut conditions = vec![quote!(error.status_code.as_u16() == #code)];
            // The value of a required header comes from the error.
            let required = reply.headers.iter().filter(|header| header.required);
            conditions.extend(required.map(|header| {
                if header.name.eq_ignore_ascii_case("www-authenticate") {
                    quote!(rejection.challenge().is_some())
                } else {
                    quote!(rejection.retry_after::<u64>().is_some())
                }
            }));
            Some(quote!(#error if #(#conditions)&&* => #value,))
        })
        .collect()
}

fn pattern(kind: FaultKind) -> TokenStream {
    match kind {
        FaultKind::Credential => {
            quote!(Rejection::NoCredential(_) | Rejection::CredentialRefused(_))
        }
        FaultKind::Request => {
            quote!(
                Rejection::Parameters(_)
                    | Rejection::NotJson(_)
                    | Rejection::Invalid(_)
                    | Rejection::Incomplete(_)
            )
        }
        FaultKind::MediaType => quote!(Rejection::ContentType { .. }),
        FaultKind::Size => quote!(Rejection::TooLarge { .. }),
        FaultKind::Timeout => quote!(Rejection::TooSlow { .. }),
        FaultKind::ClientError => quote!(Rejection::ClientError(_)),
        FaultKind::Unavailable => {
            quote!(Rejection::Unavailable { .. } | Rejection::Overloaded { .. })
        }
        FaultKind::Defect => quote!(Rejection::Defect(_)),
        FaultKind::ServerError => quote!(Rejection::ServerError(_)),
    }
}

/// Generates a declared response from a rejection.
fn response(reply: &operation::Reply) -> TokenStream {
    let name = ident(&reply.variant);
    let body = reply.body.as_ref().map(|body| {
        let hook = ident(&hook_name(&hook_type(&body.kind)));
        quote!(A::#hook(rejection))
    });
    if !has_fields(reply) {
        return match body {
            Some(body) => quote!(Self::#name(#body)),
            None => quote!(Self::#name),
        };
    }
    let status = match reply.status {
        Status::Code(_) => None,
        Status::Class(_) => Some(quote!(status: RangeStatus::new(rejection.status())?,)),
        Status::Default => Some(quote!(status: rejection.status(),)),
    };
    let body = body.map(|body| quote!(body: #body,));
    let headers = reply.headers.iter().map(|header| {
        let field = ident(&header.field);
        let value = header_value(header);
        quote!(#field: #value,)
    });
    quote!(Self::#name { #status #body #(#headers)* })
}

fn header_value(header: &ReplyHeader) -> TokenStream {
    let value = match (header.name.to_lowercase().as_str(), &header.kind) {
        ("www-authenticate", Kind::String) => quote!(rejection.challenge()),
        ("retry-after", Kind::String) => quote!(
            rejection
                .retry_after::<u64>()
                .map(|seconds| seconds.to_string())
        ),
        ("retry-after", Kind::Integer(_)) => {
            quote!(rejection.retry_after())
        }
        _ => quote!(None),
    };
    if header.required {
        quote!(#value.unwrap_or_default())
    } else {
        value
    }
}

/// Returns whether any response for a rejection has a body, which the service
/// creates.
pub(super) fn has_hooks(endpoint: &Endpoint) -> bool {
    let mut answers = endpoint.faults.iter();
    answers.any(|(_, index)| endpoint.replies[*index].body.is_some())
}

/// Returns the name of a body's type, for the name of its hook function.
pub(super) fn hook_type(kind: &Kind) -> String {
    match kind {
        Kind::Named(name) => name.clone(),
        Kind::String => "String".to_owned(),
        _ => "Body".to_owned(),
    }
}
