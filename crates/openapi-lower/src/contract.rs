//! Generates Rust tables for `openapi-progenitor`, which checks requests and responses
//! against the parts of an operation that the lowered document can't express.
//!
//! Schemas are pointers into the source document, which is embedded without
//! lowering, so no check of the client depends on the lowering. The tables must
//! describe exactly what the generated client sends and accepts.

use openapi_model::{Header, MediaType, Operation, Parameter, Pointer, Response, Status};
use proc_macro2::TokenStream;
use quote::quote;

use crate::bodies::is_json;
use crate::context::Context;
use crate::schema::{self, Shape};
use crate::{bodies, names, parameters};

/// Generates the items beside the generated client, which is named `Client` and has
/// the contract as its inner value.
pub(crate) fn items(operations: &[TokenStream]) -> TokenStream {
    quote! {
        pub use contract::CONTRACT;

        /// What holds the client to the document it was generated from.
        mod contract {
            use std::sync::LazyLock;

            #[allow(unused_imports)]
            use openapi_progenitor::{
                Contract, Document, Form, Header, MediaType, Operation, Parameter, ParameterLocation, Response,
                Schema, Status, Values,
            };
            use reqwest::Request;

            use super::{Client, ClientHooks, Error, OperationInfo};

            static DOCUMENT: Document = Document::new(include_str!("openapi.json"));

            static OPERATIONS: LazyLock<Vec<Operation>> =
                LazyLock::new(|| Vec::from([#(#operations),*]));

            /// What the document says of every operation of the client.
            pub static CONTRACT: Contract = Contract::new(&OPERATIONS);

            impl ClientHooks<Contract> for Client {
                async fn pre<E>(
                    &self,
                    request: &mut Request,
                    info: &OperationInfo,
                ) -> Result<(), Error<E>> {
                    self.inner.check(&self.baseurl, request, info)
                }

                async fn exec(
                    &self,
                    request: Request,
                    info: &OperationInfo,
                ) -> reqwest::Result<reqwest::Response> {
                    self.inner.execute(&self.client, request, info).await
                }

                async fn post<E>(
                    &self,
                    result: &reqwest::Result<reqwest::Response>,
                    _: &OperationInfo,
                ) -> Result<(), Error<E>> {
                    self.inner.accept(result)
                }
            }
        }
    }
}

/// Generates the table of an operation that has a client method, with the
/// parameters that the client sends and the media types that it accepts.
pub(crate) fn operation(
    context: &Context<'_>,
    operation: &Operation<'_>,
    id: &str,
    sent: &[&Parameter<'_>],
    accepted: &[Vec<MediaType<'_>>],
) -> TokenStream {
    let id = names::field_name(id);
    let path = operation.path;
    let parameters = sent.iter().map(|sent| parameter(context, sent));
    let body = operation.request_body.as_ref().and_then(bodies::sent_json);
    let body = option(body.map(|schema| schema_at(&schema.location().pointer)));
    let responses = operation.responses.iter().zip(accepted);
    let responses = responses.map(|(declared, accepted)| response(context, declared, accepted));
    quote! {
        Operation {
            id: #id,
            path: #path,
            parameters: Vec::from([#(#parameters),*]),
            body: #body,
            responses: Vec::from([#(#responses),*]),
        }
    }
}

fn parameter(context: &Context<'_>, parameter: &Parameter<'_>) -> TokenStream {
    use openapi_model::ParameterLocation::{Cookie, Header, Path, Query};
    let name = parameter.name;
    let location = match parameter.place {
        Path => quote!(Path),
        Header => quote!(Header),
        // Cookies are left to the HTTP client, so they don't occur here.
        Query | Cookie => quote!(Query),
    };
    let checked = parameter
        .schema
        .filter(|_| parameters::has_declared_serialization(context, parameter));
    let shape = checked.map(schema::shape);
    let at = checked.map(|schema| schema_at(&schema.location().pointer));
    let values = match shape {
        Some(Shape::Scalar | Shape::Time) => quote!(One(#at)),
        Some(Shape::List) => quote!(Several(#at)),
        Some(Shape::Flat | Shape::Other) | None => quote!(Unvalidated),
    };
    // The members of an object are sent under their own names.
    let required = parameter.required && shape != Some(Shape::Flat);
    quote! {
        Parameter {
            name: #name,
            location: ParameterLocation::#location,
            required: #required,
            values: Values::#values,
        }
    }
}

fn response(
    context: &Context<'_>,
    response: &Response<'_>,
    accepted: &[MediaType<'_>],
) -> TokenStream {
    let status = match response.status {
        Status::Code(code) => quote!(Code(#code)),
        Status::Class(class) => {
            let digit = class.digit();
            quote!(Class(#digit))
        }
        Status::Default => quote!(Default),
    };
    let headers = response.headers.iter().map(|sent| header(context, sent));
    let content = accepted.iter().map(media_type);
    quote! {
        Response {
            status: Status::#status,
            headers: Vec::from([#(#headers),*]),
            content: Vec::from([#(#content),*]),
        }
    }
}

fn header(context: &Context<'_>, header: &Header<'_>) -> TokenStream {
    let node = context.document.find(&header.location.pointer);
    let has_content = node.is_some_and(|node| node.get("content").is_some());
    let checked = header.schema.filter(|schema| {
        !has_content && matches!(schema::shape(*schema), Shape::Scalar | Shape::Time)
    });
    let schema = option(checked.map(|schema| schema_at(&schema.location().pointer)));
    let Header { name, required, .. } = header;
    quote!(Header { name: #name, required: #required, schema: #schema })
}

fn media_type(media_type: &MediaType<'_>) -> TokenStream {
    let name = media_type.name.split(';').next().unwrap_or_default().trim();
    let form = match media_type.schema {
        _ if !is_json(name) => quote!(Stream),
        Some(schema) => {
            let schema = schema_at(&schema.location().pointer);
            quote!(Json(#schema))
        }
        None => quote!(AnyJson),
    };
    quote!(MediaType { name: #name, form: Form::#form })
}

fn schema_at(pointer: &Pointer) -> TokenStream {
    let fragment = pointer.to_fragment();
    quote!(Schema::at(&DOCUMENT, #fragment))
}

fn option(tokens: Option<TokenStream>) -> TokenStream {
    match tokens {
        Some(tokens) => quote!(Some(#tokens)),
        None => quote!(None),
    }
}
