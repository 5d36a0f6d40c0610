//! Generates the selection of a declared response for a rejection.

use openapi_model::Status;
use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::responses::has_fields;
use super::rust::docs;
use super::scope::Scope;
use crate::names::ident;
use crate::operation::{Endpoint, Response, ResponseHeader, Service};
use crate::rejections::{RejectionKind, is_known};
use crate::types::Kind;

/// Generates the function that returns the response for each kind of rejection.
pub(super) fn rejected(scope: &Scope<'_>, service: &Service, endpoint: &Endpoint) -> TokenStream {
    let name = scope.named(&endpoint.response_name);
    let defect = endpoint
        .rejections
        .iter()
        .find(|(kind, _)| *kind == RejectionKind::Defect)
        .map(|(_, index)| *index);
    let mut arms = exact_arms(scope, service, endpoint);
    for (index, response) in endpoint.responses.iter().enumerate() {
        let kinds = endpoint
            .rejections
            .iter()
            .filter(|(_, found)| *found == index);
        let patterns: Vec<_> = kinds.map(|(kind, _)| pattern(*kind)).collect();
        // The last arm, that of a defect, covers all rejections with its response.
        if !patterns.is_empty() && defect != Some(index) {
            let value = value(scope, service, response);
            arms.push(quote!(#(#patterns)|* => #value,));
        }
    }
    let rest = defect.map(|index| &endpoint.responses[index]);
    let is_used = !arms.is_empty() || rest.is_some_and(uses_rejection);
    let rest = rest.map(|response| value(scope, service, response));
    let body = match (arms.is_empty(), rest) {
        (true, None) => quote!(None),
        (true, Some(rest)) => quote!(Some(#rest)),
        (false, None) => quote!(Some(match rejection { #(#arms)* _ => return None, })),
        (false, Some(rest)) => quote!(Some(match rejection { #(#arms)* _ => #rest, })),
    };
    let api = endpoint.has_error_body().then(|| quote!(<A: Api>));
    let docs = docs("Returns the declared response for a rejection.");
    let argument = if is_used {
        quote!(rejection)
    } else {
        quote!(_)
    };
    quote! {
        impl #name {
            #docs
            fn rejected #api (#argument: &openapi_runtime::Rejection) -> Option<Self> { #body }
        }
    }
}

/// Generates the arms for dropshot errors whose status the operation declares. All
/// other errors have the response of an invalid request or of a defect.
fn exact_arms(scope: &Scope<'_>, service: &Service, endpoint: &Endpoint) -> Vec<TokenStream> {
    let handles_other_errors = |index: usize| {
        let kinds = [RejectionKind::ClientError, RejectionKind::ServerError];
        kinds
            .iter()
            .any(|kind| endpoint.rejections.contains(&(*kind, index)))
    };
    let has_body_for_rejections = |response: &Response| {
        let mut known = endpoint
            .rejections
            .iter()
            .map(|(_, index)| endpoint.responses[*index].rejection_body());
        let body = response.rejection_body();
        response.fits_rejections() && (body.is_none() || known.any(|known| known == body))
    };
    let responses = endpoint.responses.iter().enumerate();
    responses
        .filter(|(index, response)| {
            let mut headers = response.headers.iter();
            headers.all(|header| !header.required || is_known(&header.name))
                && !handles_other_errors(*index)
                && has_body_for_rejections(response)
        })
        .filter_map(|(_, response)| {
            let Status::Code(code) = response.status else {
                return None;
            };
            let error = match code / 100 {
                4 => quote!(openapi_runtime::Rejection::ClientError(error)),
                5 => quote!(openapi_runtime::Rejection::ServerError(error)),
                _ => return None,
            };
            let code = Literal::u16_unsuffixed(code);
            let value = value(scope, service, response);
            let mut conditions = vec![quote!(error.status_code.as_u16() == #code)];
            // The value of a required header comes from the error.
            let required = response.headers.iter().filter(|header| header.required);
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

fn pattern(kind: RejectionKind) -> TokenStream {
    match kind {
        RejectionKind::Credential => {
            quote!(
                openapi_runtime::Rejection::NoCredential(_)
                    | openapi_runtime::Rejection::CredentialRefused(_)
            )
        }
        RejectionKind::Scope => quote!(openapi_runtime::Rejection::InsufficientScope { .. }),
        RejectionKind::Request => {
            quote!(
                openapi_runtime::Rejection::Parameters(_)
                    | openapi_runtime::Rejection::NotJson(_)
                    | openapi_runtime::Rejection::Malformed { .. }
                    | openapi_runtime::Rejection::Invalid(_)
                    | openapi_runtime::Rejection::Incomplete(_)
            )
        }
        RejectionKind::MediaType => quote!(openapi_runtime::Rejection::ContentType { .. }),
        RejectionKind::Size => quote!(openapi_runtime::Rejection::TooLarge { .. }),
        RejectionKind::Timeout => quote!(openapi_runtime::Rejection::TooSlow { .. }),
        RejectionKind::ClientError => quote!(openapi_runtime::Rejection::ClientError(_)),
        RejectionKind::Unavailable => {
            quote!(
                openapi_runtime::Rejection::Unavailable { .. }
                    | openapi_runtime::Rejection::Overloaded { .. }
            )
        }
        RejectionKind::Defect => quote!(openapi_runtime::Rejection::Defect(_)),
        RejectionKind::ServerError => quote!(openapi_runtime::Rejection::ServerError(_)),
    }
}

/// Returns whether the value of a response depends on the rejection.
fn uses_rejection(response: &Response) -> bool {
    response.body().is_some()
        || !matches!(response.status, Status::Code(_))
        || response.headers.iter().any(|header| is_known(&header.name))
}

/// Generates a declared response from a rejection.
fn value(scope: &Scope<'_>, service: &Service, response: &Response) -> TokenStream {
    let name = ident(&response.variant);
    let body = response.body().and_then(|content| {
        let alternative = content.for_rejection()?;
        let function = ident(service.error_function(&alternative.shape));
        let body = quote!(A::#function(rejection));
        Some(match &content.type_name {
            Some(name) => {
                let (name, variant) = (scope.named(name), ident(&alternative.variant));
                quote!(#name::#variant(#body))
            }
            None => body,
        })
    });
    if !has_fields(response) {
        return match body {
            Some(body) => quote!(Self::#name(#body)),
            None => quote!(Self::#name),
        };
    }
    let status = match response.status {
        Status::Code(_) => None,
        Status::Class(_) => {
            Some(quote!(status: openapi_runtime::RangeStatus::new(rejection.status())?,))
        }
        Status::Default => Some(quote!(status: rejection.status(),)),
    };
    let body = body.map(|body| quote!(body: #body,));
    let headers = response.headers.iter().map(|header| {
        let field = ident(&header.field);
        let value = header_value(header);
        quote!(#field: #value,)
    });
    quote!(Self::#name { #status #body #(#headers)* })
}

fn header_value(header: &ResponseHeader) -> TokenStream {
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
