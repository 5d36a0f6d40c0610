//! Generates the declared responses that report rejections.

use openapi_document::Status;
use openapi_rust::names::ident;
use openapi_rust::operation::{Endpoint, Response, ResponseHeader, ResponseType, Service};
use openapi_rust::print::{Scope, docs, path};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// Generates the function that returns a declared response for a rejection.
pub(super) fn rejected(scope: &Scope<'_>, service: &Service, endpoint: &Endpoint) -> TokenStream {
    let name = scope.named(&endpoint.response_name);
    let responses = endpoint.rejections.iter();
    let responses = responses.map(|index| &endpoint.responses[*index]);
    let arms: Vec<_> = responses
        .map(|response| {
            let pattern = pattern(endpoint, response);
            let value = value(scope, service, response);
            quote!(#pattern => #value,)
        })
        .collect();
    let api = endpoint.has_error_body().then(|| quote!(<A: Api>));
    let docs = docs("Returns the declared response that reports a rejection.");
    let (report, body) = if arms.is_empty() {
        (quote!(_), quote!(None))
    } else {
        (quote!(report), quote!(Some(match report.declared { #(#arms)* _ => return None, })))
    };
    let rqctx = endpoint
        .has_error_response()
        .then(|| quote!(rqctx: &dropshot::RequestContext<A::Context>,));
    quote! {
        impl #name {
            #docs
            fn rejected #api (#rqctx #report: &openapi_dropshot::Report<'_>) -> Option<Self> { #body }
        }
    }
}

/// Generates the pattern for a declared response. A range or `default` does not stand for
/// a status with a response of its own that lacks the value of a header.
fn pattern(endpoint: &Endpoint, response: &Response) -> TokenStream {
    let pattern = path(&format!("openapi_dropshot::DeclaredStatus::{:?}", response.status));
    if let Status::Code(_) = response.status {
        return pattern;
    }
    let own = endpoint.responses.iter().filter_map(|other| {
        let is_covered = response.status > other.status
            && response.status.covers(other.status)
            && other.status.class() >= Some(4);
        let can_lack = other.is_determined() && other.headers.iter().any(|header| header.required);
        let (is_code, number) = match other.status {
            Status::Code(code) => (true, code),
            Status::Class(class) => (false, class),
            Status::Default => return None,
        };
        let number = Literal::u16_unsuffixed(number);
        (is_covered && can_lack).then(|| match is_code {
            true => quote!(report.status.as_u16() != #number),
            false => quote!(report.status.as_u16() / 100 != #number),
        })
    });
    let own: Vec<_> = own.collect();
    match own.as_slice() {
        [] => pattern,
        _ => quote!(#pattern if #(#own)&&*),
    }
}

/// Generates the function that returns a response that is a struct for a rejection, which
/// determines it.
pub(super) fn reported(scope: &Scope<'_>, service: &Service, one: &ResponseType) -> TokenStream {
    let members = members(scope, service, &one.response);
    let api = one.response.body().map(|_| quote!(<A: Api>));
    quote! {
        /// Returns the response that reports a rejection.
        fn rejected #api (report: &openapi_dropshot::Report<'_>) -> Option<Self> {
            Some(Self { #(#members),* })
        }
    }
}

/// Generates a declared response from a rejection.
fn value(scope: &Scope<'_>, service: &Service, response: &Response) -> TokenStream {
    let name = ident(&response.variant);
    let status = match response.status {
        Status::Code(_) => None,
        Status::Class(_) => {
            Some(quote!(status: openapi_dropshot::RangeStatus::new(report.status)?,))
        }
        Status::Default => Some(quote!(status: report.status,)),
    };
    if let Some(kind) = &response.type_name {
        let made = match service.response_function(kind) {
            Some(function) => {
                let function = ident(function);
                quote!(A::#function(rqctx, report.rejection, report.status))
            }
            None => {
                let kind = scope.named(kind);
                let api = response.body().map(|_| quote!(::<A>));
                quote!(#kind::rejected #api (report)?)
            }
        };
        return match status {
            Some(status) => quote!(Self::#name { #status response: #made }),
            None => quote!(Self::#name(#made)),
        };
    }
    if response.has_fields() {
        let members = members(scope, service, response);
        return quote!(Self::#name { #status #(#members),* });
    }
    match body(scope, service, response) {
        Some(body) => quote!(Self::#name(#body)),
        None => quote!(Self::#name),
    }
}

/// Generates the headers and the body for a rejection. A header that the rejection lacks
/// ends the attempt before the service makes a body.
fn members(scope: &Scope<'_>, service: &Service, response: &Response) -> Vec<TokenStream> {
    let headers = response.headers.iter().map(|header| {
        let field = ident(&header.field);
        let value = header_value(header);
        quote!(#field: #value)
    });
    let body = body(scope, service, response);
    headers.chain(body.map(|body| quote!(body: #body))).collect()
}

fn body(scope: &Scope<'_>, service: &Service, response: &Response) -> Option<TokenStream> {
    let content = response.body()?;
    let alternative = content.for_rejection()?;
    let function = ident(service.error_function(&alternative.shape));
    let body = quote!(A::#function(report.rejection, report.status));
    Some(match &content.type_name {
        Some(name) => {
            let (name, variant) = (scope.named(name), ident(&alternative.variant));
            quote!(#name::#variant(#body))
        }
        None => body,
    })
}

fn header_value(header: &ResponseHeader) -> TokenStream {
    let name = &header.name;
    let value = match name.to_lowercase().as_str() {
        _ if header.form.is_list() => return quote!(Vec::new()),
        "www-authenticate" | "retry-after" => quote!(report.rejection.header_value(#name)),
        _ => quote!(None),
    };
    let required = header.required.then(|| quote!(?));
    quote!(#value #required)
}
