//! The enum of the responses that an operation declares.

use heck::ToShoutySnakeCase;
use openapi_model::Status;
use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::rust::{docs, docs_if, embedded_schema, kind_type, schema_function, shape_type};
use crate::faults::FaultKind;
use crate::names::ident;
use crate::operation::{self, Endpoint, ReplyHeader, Service, hook_name};
use crate::types::Kind;

/// The enum and how it is sent.
pub(super) fn reply(endpoint: &Endpoint) -> TokenStream {
    let name = ident(&endpoint.reply_name);
    let title = docs(&format!("The responses that `{}` declares.", endpoint.id));
    let variants = endpoint.replies.iter().map(variant);
    let declared = endpoint.replies.iter().map(declared);
    let arms = endpoint.replies.iter().map(arm);
    let refusal = refusal(endpoint);
    quote! {
        #title
        #[derive(Clone, Debug, PartialEq)]
        pub enum #name { #(#variants),* }

        impl Reply for #name {
            fn declared() -> Vec<Declared> {
                Vec::from([#(#declared),*])
            }

            fn into_answer(self) -> Answer {
                match self { #(#arms)* }
            }
        }

        impl #name {
            #refusal
        }
    }
}

/// The schemas that response bodies are judged by.
pub(super) fn schemas(service: &Service) -> TokenStream {
    let schemas = service.schemas.iter().map(|(name, pointer)| {
        let docs = docs(&format!("What a response body at `{pointer}` must be."));
        let (name, schema) = (schema_static(name), embedded_schema(pointer));
        quote!(#docs static #name: Schema = #schema;)
    });
    quote!(#(#schemas)*)
}

fn schema_static(name: &str) -> Ident {
    ident(&name.to_shouty_snake_case())
}

/// Whether a variant has names for what it holds.
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
            quote!(Declared::json::<#body>(#status, #description))
        }
        None => quote!(Declared::empty(#status, #description)),
    };
    let headers = reply.headers.iter().map(|header| {
        let (method, name) = (header_method(header), &header.name);
        let description = header.description.as_deref().unwrap_or_default();
        let schema = schema_function(&header.shape);
        quote!(.#method(#name, #description, #schema))
    });
    quote!(#response #(#headers)*)
}

/// The method that adds a header, of what is declared and of an answer alike.
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
            quote!(Answer::json(#status, &body).judged_by(&#schema))
        }
        (Some(_), None) => quote!(Answer::json(#status, &body)),
        (None, _) => quote!(Answer::empty(#status)),
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

/// The response for each fault.
fn refusal(endpoint: &Endpoint) -> TokenStream {
    let mut arms = Vec::new();
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
        let value = refused(reply);
        if kinds.contains(&FaultKind::Defect) {
            rest = quote!(_ => #value,);
            only = Some(value.clone());
        }
        let patterns: Vec<_> = kinds
            .into_iter()
            .filter(|kind| *kind != FaultKind::Defect)
            .map(pattern)
            .collect();
        // What goes with a defect needs no arm of its own.
        if !patterns.is_empty() && !rest.to_string().contains(&value.to_string()) {
            arms.push(quote!(#(#patterns)|* => #value,));
        }
    }
    let docs = docs("The declared response to a request that the operation does not answer.");
    let refused = match only {
        Some(only) if arms.is_empty() => quote!(Some(#only)),
        None if arms.is_empty() => quote!(None),
        _ => quote!(Some(match fault { #(#arms)* #rest })),
    };
    let told = refused.to_string().contains("fault");
    let service = has_hooks(endpoint).then(|| quote!(<A: Api>));
    let fault = if told { quote!(fault) } else { quote!(_) };
    quote! {
        #docs
        fn refusal #service (#fault: &Fault) -> Option<Self> { #refused }
    }
}

fn pattern(kind: FaultKind) -> TokenStream {
    match kind {
        FaultKind::Credential => quote!(Fault::NoCredential(_) | Fault::CredentialRefused(_)),
        FaultKind::Request => {
            quote!(
                Fault::Parameters(_) | Fault::NotJson(_) | Fault::Invalid(_) | Fault::Incomplete(_)
            )
        }
        FaultKind::MediaType => quote!(Fault::ContentType { .. }),
        FaultKind::Size => quote!(Fault::TooLarge { .. }),
        FaultKind::Timeout => quote!(Fault::TooSlow { .. }),
        FaultKind::Unavailable => quote!(Fault::Unavailable { .. } | Fault::Overloaded { .. }),
        FaultKind::Defect => quote!(Fault::Defect(_)),
    }
}

fn refused(reply: &operation::Reply) -> TokenStream {
    let name = ident(&reply.variant);
    let body = reply.body.as_ref().map(|body| {
        let hook = ident(&hook_name(&hook_type(&body.kind)));
        quote!(A::#hook(fault))
    });
    if !has_fields(reply) {
        return match body {
            Some(body) => quote!(Self::#name(#body)),
            None => quote!(Self::#name),
        };
    }
    let status = match reply.status {
        Status::Code(_) => None,
        Status::Class(_) => Some(quote!(status: RangeStatus::new(fault.status())?,)),
        Status::Default => Some(quote!(status: fault.status(),)),
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
        ("www-authenticate", Kind::String) => quote!(fault.challenge()),
        ("retry-after", Kind::String) => quote!(
            fault
                .retry_after::<u64>()
                .map(|seconds| seconds.to_string())
        ),
        ("retry-after", Kind::Integer(_)) => {
            quote!(fault.retry_after())
        }
        _ => quote!(None),
    };
    if header.required {
        quote!(#value.unwrap_or_default())
    } else {
        value
    }
}

/// Whether the service is asked for a body when a fault is answered.
pub(super) fn has_hooks(endpoint: &Endpoint) -> bool {
    let mut answers = endpoint.faults.iter();
    answers.any(|(_, index)| endpoint.replies[*index].body.is_some())
}

/// The name that the hook for a body goes by.
pub(super) fn hook_type(kind: &Kind) -> String {
    match kind {
        Kind::Named(name) => name.clone(),
        Kind::String => "String".to_owned(),
        _ => "Body".to_owned(),
    }
}
