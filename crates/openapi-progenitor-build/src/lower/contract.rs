//! Describes the operations of the client as far as the lowered document can't, so
//! that a client can validate requests and responses.
//!
//! The description is the code of `openapi_progenitor::Operation`. Schemas are pointers into the
//! source document, so no check of the client depends on the lowering. The description covers
//! exactly what the generated client sends and accepts.

use std::slice;

use http::HeaderValue;
use indexmap::IndexSet;
use openapi_document::{
    MediaType, Operation, Parameter, ParameterLocation, Response, SecurityRequirement,
};
use openapi_rust::operation::ResponseHeader;
use openapi_rust::print::path;
use openapi_schema::http::{Style, ValueKind};
use proc_macro2::TokenStream;
use quote::quote;

use crate::lower::answers::{self, Answers};
use crate::lower::code::{list, option, pointer, variant};
use crate::lower::context::Context;
use crate::lower::serialized::{Serialized, serialized};
use crate::lower::{bodies, parameters};

/// Describes an operation that has a client method, with the parameters that the
/// client sends and the media types that it accepts.
pub(crate) fn operation(
    context: &Context<'_>,
    operation: &Operation<'_>,
    id: &str,
    sent: &[&Parameter<'_>],
    answers: &Answers,
) -> TokenStream {
    let path = operation.path;
    let body = operation.request_body.as_ref();
    let parameters = sent.iter().map(|sent| parameter(context, operation, sent));
    let responses =
        operation.responses.iter().map(|one| response(context, operation, one, answers));
    // If no response is declared, each status is accepted, without a body.
    let undeclared = operation.responses.is_empty().then(|| {
        quote!(openapi_progenitor::Response {
            status: openapi_progenitor::Status::Default,
            headers: &[],
            content: &[],
        })
    });
    let fields = [
        list("parameters", parameters.collect()),
        bodies::described(context, operation).map(|body| quote!(body: Some(#body))),
        body.and_then(bodies::range).map(|range| quote!(content_type: Some(#range))),
        list("responses", responses.chain(undeclared).collect()),
        list("security", operation.security.iter().map(requirements).collect()),
    ];
    let others = fields.iter().any(Option::is_none);
    let others = others.then(|| quote!(..openapi_progenitor::Operation::EMPTY));
    let fields = fields.into_iter().flatten();
    quote!(openapi_progenitor::Operation { id: #id, path: #path, #(#fields,)* #others })
}

fn requirements(alternative: &SecurityRequirement<'_>) -> TokenStream {
    let requirements = alternative.schemes.iter().map(|(scheme, scopes)| {
        let name = scheme.name;
        quote!((#name, &[#(#scopes),*]))
    });
    quote!(&[#(#requirements),*])
}

fn parameter(
    context: &Context<'_>,
    operation: &Operation<'_>,
    parameter: &Parameter<'_>,
) -> TokenStream {
    let Parameter { name, required, .. } = parameter;
    let location = variant(parameter.place);
    let values = parameters::values(context, operation, parameter)
        .or_else(|| styled(parameter))
        .unwrap_or_else(|| quote!(openapi_progenitor::Values::Unvalidated));
    quote!(openapi_progenitor::Parameter {
        name: #name,
        location: openapi_progenitor::ParameterLocation::#location,
        required: #required,
        values: #values,
    })
}

/// Returns the values of a parameter that the caller writes out. `None` if they are not one text,
/// as in a query: these are not validated.
fn styled(parameter: &Parameter<'_>) -> Option<TokenStream> {
    let schema = parameter.schema.filter(|_| parameter.content.is_none())?;
    let kind = match serialized(schema) {
        Serialized::Scalar | Serialized::Time => ValueKind::Scalar,
        Serialized::List => ValueKind::Array,
        Serialized::Flat => ValueKind::Object,
        Serialized::Other => return None,
    };
    let is_cookie = parameter.place == ParameterLocation::Cookie;
    let explode = parameter.explode.unwrap_or(is_cookie);
    let style = match parameter.place {
        ParameterLocation::Query => return None,
        ParameterLocation::Cookie if explode && kind != ValueKind::Scalar => return None,
        ParameterLocation::Cookie => Style::Form,
        _ => Style::named(parameter.style.unwrap_or("simple"))?,
    };
    let (style, kind, pointer) = (variant(style), variant(kind), pointer(schema));
    Some(quote!(openapi_progenitor::Values::Styled(
        openapi_progenitor::TextStyle {
            style: openapi_progenitor::Style::#style,
            explode: #explode,
            kind: openapi_progenitor::ValueKind::#kind,
        },
        #pointer,
    )))
}

fn response(
    context: &Context<'_>,
    operation: &Operation<'_>,
    response: &Response<'_>,
    answers: &Answers,
) -> TokenStream {
    let status = path(&format!("openapi_progenitor::Status::{:?}", response.status));
    let headers = context.types.headers(operation, response.status);
    let headers = headers.iter().map(header);
    let content = accepted(operation, response, answers).iter();
    let content = content.map(|one| bodies::received(one, answers::is_text(response)));
    quote!(openapi_progenitor::Response {
        status: #status,
        headers: &[#(#headers),*],
        content: &[#(#content),*],
    })
}

/// Returns the media types of a response's body that the client accepts: only JSON, for
/// which it asks, unless the caller reads the bytes.
pub(crate) fn accepted<'r, 'd>(
    operation: &Operation<'_>,
    response: &'r Response<'d>,
    answers: &Answers,
) -> &'r [MediaType<'d>] {
    if !answers::has_body(operation, response) {
        return &[];
    }
    let is_read = answers::is_success(operation, response) && answers.successes.is_stream();
    match bodies::decoded(response) {
        Some(decoded) if !is_read => slice::from_ref(decoded),
        _ => &response.content,
    }
}

/// Returns the first media type of an operation's successes that the client accepts.
pub(crate) fn media_type(operation: &Operation<'_>, answers: &Answers) -> Option<String> {
    let responses = operation.responses.iter();
    let successes = responses.filter(|response| answers::is_success(operation, response));
    let mut content = successes.flat_map(|response| accepted(operation, response, answers));
    content.next().map(|content| content.name.to_owned())
}

/// Returns the field `Accept`: the media types of all responses that the client accepts.
pub(crate) fn accept(operation: &Operation<'_>, answers: &Answers) -> Option<String> {
    let responses = operation.responses.iter();
    let content = responses.flat_map(|response| accepted(operation, response, answers));
    let names = content.map(|media_type| media_type.name);
    // A name that a field can't have is no content type of a response either.
    let names: IndexSet<_> = names.filter(|name| HeaderValue::from_str(name).is_ok()).collect();
    (!names.is_empty()).then(|| Vec::from_iter(names).join(", "))
}

fn header(header: &ResponseHeader) -> TokenStream {
    let (name, required) = (&header.name, header.required);
    let form = variant(header.form);
    let schema = option(header.pointer.as_ref().map(|pointer| pointer.to_fragment()));
    quote!(openapi_progenitor::Header {
        name: #name,
        required: #required,
        form: openapi_progenitor::HeaderForm::#form,
        schema: #schema,
    })
}
