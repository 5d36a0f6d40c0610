//! Generates the enum of an operation's declared responses.

use heck::ToShoutySnakeCase;
use openapi_document::Status;
use openapi_rust::names::ident;
use openapi_rust::operation::rejections::for_defect;
use openapi_rust::operation::{
    Alternative, BodyKind, Content, Endpoint, Format, Response, ResponseHeader, ResponseType, Role,
    Service,
};
use openapi_rust::print::{Scope, docs, docs_if, embedded_schema};
use openapi_rust::types::Shape;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::content::{derives, media_types, response_type};
use super::rejected::reported;

/// Generates the enum.
pub(super) fn response_enum(scope: &Scope<'_>, endpoint: &Endpoint) -> TokenStream {
    let name = &endpoint.response_name;
    let title = docs(&format!("The responses that `{}` declares.", endpoint.id));
    let variants = handled(endpoint).map(|one| variant(scope, one));
    let conversions = conversions(scope, endpoint);
    let mut bodies = endpoint.responses.iter().filter_map(Response::body);
    let derives = derives(scope, name, bodies.any(Content::is_stream));
    let name = ident(name);
    quote! {
        #title
        #derives
        pub enum #name { #(#variants),* }

        #(#conversions)*
    }
}

/// Generates the implementation of `OperationResponse`.
pub(super) fn operation_response(scope: &Scope<'_>, endpoint: &Endpoint) -> TokenStream {
    let name = scope.named(&endpoint.response_name);
    let declared = endpoint.responses.iter().filter(|one| one.role != Role::Undeclared);
    let declared = declared.map(|one| declared_response(scope, one));
    let arms = handled(endpoint).map(arm);
    let bodies = endpoint.own_response_bodies().filter_map(|(_, body)| several(scope, body));
    let error = error_body(endpoint).map_or_else(|| quote!(()), |body| scope.documented(body));
    quote! {
        impl openapi_dropshot::OperationResponse for #name {
            type Error = #error;

            fn declared() -> Vec<openapi_dropshot::ResponseSpec> {
                Vec::from([#(#declared),*])
            }

            fn into_builder(self) -> openapi_dropshot::ResponseBuilder {
                match self { #(#arms)* }
            }
        }

        #(#bodies)*
    }
}

/// Returns the responses that a handler can return.
pub(super) fn handled(endpoint: &Endpoint) -> impl Iterator<Item = &Response> {
    endpoint.responses.iter().filter(|response| response.role != Role::Interim)
}

/// Returns the body that dropshot documents for errors.
fn error_body(endpoint: &Endpoint) -> Option<&Shape> {
    let declared = for_defect(&endpoint.responses);
    let is_error = |response: &&Response| response.status.class().is_none_or(|class| class >= 4);
    declared.into_iter().chain(endpoint.responses.iter().filter(is_error)).find_map(|response| {
        let alternative = response.body()?.for_rejection()?;
        matches!(alternative.format, Format::Json).then_some(&alternative.shape)
    })
}

/// Generates the schemas of response bodies.
pub(super) fn schemas(service: &Service) -> TokenStream {
    let schemas = service.schemas.iter().map(|(name, pointer)| {
        let docs = docs(&format!("The schema of a response body, at `{pointer}`."));
        let (name, schema) = (static_name(name), embedded_schema(pointer));
        quote!(#docs static #name: openapi_dropshot::Schema = #schema;)
    });
    quote!(#(#schemas)*)
}

pub(super) fn static_name(name: &str) -> Ident {
    ident(&name.to_shouty_snake_case())
}

fn variant(scope: &Scope<'_>, response: &Response) -> TokenStream {
    let docs = docs(&format!("{}: {}", response.status, response.description));
    let name = ident(&response.variant);
    let content = match &response.type_name {
        Some(name) => Some(scope.named(name)),
        None => response.body().map(|body| response_type(scope, body)),
    };
    if !response.has_fields() {
        return match content {
            Some(content) => quote!(#docs #name(#content)),
            None => quote!(#docs #name),
        };
    }
    let status = status_type(response.status).map(|kind| {
        let docs = match response.status {
            Status::Default => " The status, one without a response of its own.",
            _ => " The status, one of the range.",
        };
        quote!(#[doc = #docs] status: #kind,)
    });
    let fields = match &response.type_name {
        Some(_) => Vec::from([quote!(#[doc = " The response."] response: #content)]),
        None => fields(scope, response, &TokenStream::new()),
    };
    quote!(#docs #name { #status #(#fields,)* })
}

/// Returns the type of the status of a response whose key is a range or `default`.
pub(super) fn status_type(status: Status) -> Option<TokenStream> {
    match status {
        Status::Code(_) => None,
        Status::Class(class) => {
            let class = Literal::u16_unsuffixed(class);
            Some(quote!(openapi_dropshot::RangeStatus<#class>))
        }
        Status::Default => Some(quote!(http::StatusCode)),
    }
}

/// Generates the conversions from responses that are structs, unless the status is open.
fn conversions(scope: &Scope<'_>, endpoint: &Endpoint) -> Vec<TokenStream> {
    let from = scope.prelude("From");
    let name = ident(&endpoint.response_name);
    let responses = handled(endpoint).filter_map(|response| {
        let kind = response.type_name.as_ref()?;
        let mut uses = handled(endpoint).filter(|one| one.type_name.as_ref() == Some(kind));
        let is_only = uses.nth(1).is_none() && matches!(response.status, Status::Code(_));
        is_only.then(|| {
            let (kind, variant) = (scope.named(kind), ident(&response.variant));
            quote! {
                impl #from<#kind> for #name {
                    fn from(response: #kind) -> Self { Self::#variant(response) }
                }
            }
        })
    });
    responses.collect()
}

/// Generates the fields of a response after its status.
fn fields(scope: &Scope<'_>, response: &Response, visibility: &TokenStream) -> Vec<TokenStream> {
    let body = response.body().map(|body| {
        let body = response_type(scope, body);
        quote!(#[doc = " The body."] #visibility body: #body)
    });
    let headers = response.headers.iter().map(|header| {
        let docs = docs_if(header.description.as_deref());
        let (field, kind) = (ident(&header.field), header_type(scope, header));
        quote!(#docs #visibility #field: #kind)
    });
    body.into_iter().chain(headers).collect()
}

/// Returns the type of the member for a header field.
pub(super) fn header_type(scope: &Scope<'_>, header: &ResponseHeader) -> TokenStream {
    let kind = scope.shape(&header.shape);
    if header.is_optional() { scope.option(&kind) } else { kind }
}

/// Generates a response that is a struct.
pub(super) fn response_struct(scope: &Scope<'_>, one: &ResponseType) -> TokenStream {
    let docs = docs(&one.response.description);
    let is_stream = one.response.body().is_some_and(Content::is_stream);
    let derives = derives(scope, &one.name, is_stream);
    let name = ident(&one.name);
    let fields = fields(scope, &one.response, &quote!(pub));
    quote!(#docs #derives pub struct #name { #(#fields),* })
}

/// Generates how a response that is a struct is documented and sent.
pub(super) fn response_impl(
    scope: &Scope<'_>,
    service: &Service,
    one: &ResponseType,
) -> TokenStream {
    let name = scope.named(&one.name);
    let reported = one.is_reported.then(|| reported(scope, service, one));
    let spec = response_spec(scope, &one.response, &quote!(status));
    let builder = response_builder(&one.response, &quote!(status), &quote!(self.));
    quote! {
        impl #name {
            /// Returns the response with this status, for the emitted document.
            fn declared(status: &'static str) -> openapi_dropshot::ResponseSpec { #spec }

            /// Returns the response with this status.
            fn into_builder(self, status: impl Into<http::StatusCode>) -> openapi_dropshot::ResponseBuilder {
                #builder
            }

            #reported
        }
    }
}

fn declared_response(scope: &Scope<'_>, response: &Response) -> TokenStream {
    let status = response.status.to_string();
    match &response.type_name {
        Some(name) => {
            let name = scope.named(name);
            quote!(#name::declared(#status))
        }
        None => response_spec(scope, response, &quote!(#status)),
    }
}

fn response_spec(scope: &Scope<'_>, response: &Response, status: &TokenStream) -> TokenStream {
    let spec = match &response.content {
        None => quote!(openapi_dropshot::ResponseSpec::empty(#status)),
        Some(content) => match content.plain_json() {
            Some(json) => {
                let body = scope.shape(&json.shape);
                quote!(openapi_dropshot::ResponseSpec::json::<#body>(#status))
            }
            None => {
                let media_types = media_types(scope, content);
                quote!(openapi_dropshot::ResponseSpec::content(#status, [#(#media_types),*]))
            }
        },
    };
    let headers = response.headers.iter().map(|header| {
        let (name, shape) = (&header.name, &header.documented);
        let method = ident(if header.required { "header" } else { "optional_header" });
        if shape.is_plain() {
            let kind = scope.shape(shape);
            return quote!(.#method::<#kind>(#name));
        }
        let (method, schema) = (format_ident!("{method}_with_schema"), scope.schema(shape));
        quote!(.#method(#name, |generator| #schema))
    });
    quote!(#spec #(#headers)*)
}

/// Generates how a header is written.
fn response_header(header: &ResponseHeader) -> TokenStream {
    let (name, form) = (&header.name, ident(&format!("{:?}", header.form)));
    let form = quote!(openapi_dropshot::HeaderForm::#form);
    let value = match &header.pointer {
        Some(pointer) => {
            let schema = embedded_schema(pointer);
            quote!(new(#name, #form, #schema))
        }
        None => quote!(any(#name, #form)),
    };
    quote!(openapi_dropshot::ResponseHeader::#value)
}

fn arm(response: &Response) -> TokenStream {
    let name = ident(&response.variant);
    let (open, status) = match response.status {
        Status::Code(code) => (None, status_code(code)),
        Status::Class(_) | Status::Default => (Some(quote!(status,)), quote!(status)),
    };
    let builder = match &response.type_name {
        Some(_) => quote!(response.into_builder(#status)),
        None => {
            let builder = response_builder(response, &status, &TokenStream::new());
            if response.headers.is_empty() { builder } else { quote!({ #builder }) }
        }
    };
    let members = members(response);
    let pattern = match members.as_slice() {
        members if response.has_fields() => quote!({ #open #(#members),* }),
        [] => TokenStream::new(),
        members => quote!((#(#members),*)),
    };
    quote!(Self::#name #pattern => #builder,)
}

/// Returns the names of the members of a variant after its status.
pub(super) fn members(response: &Response) -> Vec<Ident> {
    if response.type_name.is_some() {
        return Vec::from([ident("response")]);
    }
    let body = response.body().map(|_| ident("body"));
    let headers = response.headers.iter().map(|header| ident(&header.field));
    body.into_iter().chain(headers).collect()
}

/// Generates the response from its members, which follow `owner`.
fn response_builder(response: &Response, status: &TokenStream, owner: &TokenStream) -> TokenStream {
    let body = quote!(#owner body);
    let builder = match response.body() {
        None => quote!(openapi_dropshot::ResponseBuilder::empty(#status)),
        Some(content) => match (&content.type_name, content.alternatives.as_slice()) {
            (None, [only]) => builder(status, only, &body),
            _ => quote!(#body.into_builder(#status)),
        },
    };
    if response.headers.is_empty() {
        return builder;
    }
    let count = Literal::usize_unsuffixed(response.headers.len());
    let headers = response.headers.iter().map(response_header);
    let added = response.headers.iter().enumerate().map(|(index, header)| {
        let (index, field) = (Literal::usize_unsuffixed(index), ident(&header.field));
        quote!(.header(&HEADERS[#index], &#owner #field))
    });
    quote! {
        static HEADERS: [openapi_dropshot::ResponseHeader; #count] = [#(#headers),*];
        #builder #(#added)*
    }
}

/// Generates the conversion of the bodies of several media types.
pub(super) fn several(scope: &Scope<'_>, content: &Content) -> Option<TokenStream> {
    let name = scope.named(content.type_name.as_deref()?);
    let arms = content.alternatives.iter().map(|one| {
        let (variant, builder) =
            (ident(&one.variant), builder(&quote!(status), one, &quote!(body)));
        quote!(Self::#variant(body) => #builder,)
    });
    Some(quote! {
        impl #name {
            /// Returns the response with this body.
            fn into_builder(self, status: impl Into<http::StatusCode>) -> openapi_dropshot::ResponseBuilder {
                match self { #(#arms)* }
            }
        }
    })
}

/// Generates the response with a body of a media type.
fn builder(status: &TokenStream, alternative: &Alternative, body: &TokenStream) -> TokenStream {
    let states_type = alternative.has_content_type();
    let whole = body;
    let body = if states_type { quote!(#whole.content) } else { whole.clone() };
    let (function, default) = alternative.format.function();
    let function = ident(function);
    let body = match alternative.format.kind() {
        BodyKind::Value => quote!(&#body),
        BodyKind::Items(format) if format.is_events() => {
            let format = format_ident!("{format:?}");
            quote!(#body, openapi_dropshot::ItemFormat::#format)
        }
        BodyKind::Items(_) | BodyKind::Bytes => body,
    };
    let content_type = alternative.content_type();
    let content_type = if states_type {
        let range = &alternative.media_type;
        Some(quote!(.content_type_of(#range, &#whole.content_type)))
    } else {
        (content_type != default).then(|| quote!(.content_type(#content_type)))
    };
    let schema = alternative.schema.as_deref().map(static_name);
    let schema = schema.map(|schema| quote!(.schema(&#schema)));
    quote!(openapi_dropshot::ResponseBuilder::#function(#status, #body) #content_type #schema)
}

pub(super) fn status_code(code: u16) -> TokenStream {
    let reason = http::StatusCode::from_u16(code).ok().and_then(|code| code.canonical_reason());
    match reason {
        Some(reason) => {
            let name = ident(&reason.replace('\'', "").to_shouty_snake_case());
            quote!(http::StatusCode::#name)
        }
        None => {
            let class = Literal::u16_unsuffixed(code / 100);
            let code = Literal::u16_unsuffixed(code);
            quote!(openapi_dropshot::RangeStatus::<#class>::of::<#code>())
        }
    }
}
