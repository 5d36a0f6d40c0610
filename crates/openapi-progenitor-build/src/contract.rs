//! Writes the tables of the operations as Rust items for the library
//! `openapi-progenitor`.

use openapi_lower::{
    Content, ContractBody, ContractField, ContractOperation, ContractParameter, ContractResponse,
    ContractStyle, FieldContent, ItemFormat, PathStyle, Serialization, StyledContent,
};
use openapi_model::{ParameterLocation, Pointer, Status};
use proc_macro2::TokenStream;
use quote::quote;

/// Generates the items beside the generated client, which is named `Client` and has
/// the contract as its inner value.
pub(crate) fn items(operations: &[ContractOperation], document_file: &str) -> TokenStream {
    let operations = operations.iter().map(operation);
    quote! {
        pub use contract::CONTRACT;

        /// The contract by which the client validates requests and responses.
        mod contract {
            use std::sync::LazyLock;

            #[allow(unused_imports)]
            use openapi_progenitor::{
                Contract, Document, FieldContent, Form, FormBody, FormField, Header, ItemFormat,
                MediaType, Operation, Parameter, ParameterLocation, PathStyle, RequestBody,
                Response, Schema, Status, Style, StyledContent, Values,
            };
            use reqwest::Request;

            use super::{Client, ClientHooks, Error, OperationInfo};

            static DOCUMENT: Document = Document::new(include_str!(#document_file));

            static OPERATIONS: LazyLock<Vec<Operation>> =
                LazyLock::new(|| Vec::from([#(#operations),*]));

            /// The operations of the client, as the document declares them.
            pub static CONTRACT: Contract = Contract::new(&OPERATIONS);

            impl ClientHooks<Contract> for Client {
                async fn pre<E>(
                    &self,
                    request: &mut Request,
                    info: &OperationInfo,
                ) -> Result<(), Error<E>> {
                    self.inner.prepare(&self.baseurl, request, info)
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

fn operation(operation: &ContractOperation) -> TokenStream {
    let ContractOperation { id, path, .. } = operation;
    let parameters = operation.parameters.iter().map(parameter);
    let body = match operation.body.as_ref().map(body) {
        Some(body) => quote!(Some(RequestBody::#body)),
        None => quote!(None),
    };
    let content_type = match &operation.content_type {
        Some(content_type) => quote!(Some(#content_type)),
        None => quote!(None),
    };
    let responses = operation.responses.iter().map(response);
    quote! {
        Operation {
            id: #id,
            path: #path,
            parameters: Vec::from([#(#parameters),*]),
            body: #body,
            content_type: #content_type,
            responses: Vec::from([#(#responses),*]),
        }
    }
}

fn body(body: &ContractBody) -> TokenStream {
    match body {
        ContractBody::Json(pointer) => {
            let schema = schema(pointer);
            quote!(Json(#schema))
        }
        ContractBody::Multipart { schema, fields } => {
            let schema = option(schema.as_ref());
            let fields = fields.iter().map(field);
            quote!(Form(FormBody { schema: #schema, fields: Vec::from([#(#fields),*]) }))
        }
    }
}

fn field(field: &ContractField) -> TokenStream {
    let ContractField { name, repeated, .. } = field;
    let content = match &field.content {
        FieldContent::Text => quote!(Text),
        FieldContent::Json => quote!(Json),
        FieldContent::File(media_types) => quote!(File(&[#(#media_types),*])),
        FieldContent::Unvalidated => quote!(Unvalidated),
    };
    let schema = schema(&field.schema);
    quote! {
        FormField {
            name: #name,
            content: FieldContent::#content,
            repeated: #repeated,
            schema: #schema,
        }
    }
}

fn parameter(parameter: &ContractParameter) -> TokenStream {
    let ContractParameter { name, required, .. } = parameter;
    let location = match parameter.location {
        ParameterLocation::Path => quote!(Path),
        ParameterLocation::Header => quote!(Header),
        ParameterLocation::Query => quote!(Query),
        ParameterLocation::Cookie => quote!(Cookie),
    };
    let values = match &parameter.serialization {
        Serialization::One(pointer) => {
            let schema = schema(pointer);
            quote!(One(#schema))
        }
        Serialization::Several(pointer) => {
            let schema = schema(pointer);
            quote!(Several(#schema))
        }
        Serialization::Styled {
            style,
            explode,
            content,
            schema: pointer,
        } => {
            let is_matrix = *style == PathStyle::Matrix;
            let content = match content {
                StyledContent::One => quote!(One),
                StyledContent::Items => quote!(Items),
                StyledContent::Members => quote!(Members),
            };
            let schema = schema(pointer);
            quote! {
                Styled(
                    PathStyle {
                        is_matrix: #is_matrix,
                        explode: #explode,
                        content: StyledContent::#content,
                    },
                    #schema,
                )
            }
        }
        Serialization::Other => quote!(Unvalidated),
    };
    let style = match &parameter.style {
        ContractStyle::Progenitor => quote!(Progenitor),
        ContractStyle::Joined(between) => quote!(Joined(#between)),
        ContractStyle::Alternating(between, members) => {
            quote!(Alternating(#between, &[#(#members),*]))
        }
        ContractStyle::DeepObject(members) => quote!(DeepObject(&[#(#members),*])),
    };
    quote! {
        Parameter {
            name: #name,
            location: ParameterLocation::#location,
            required: #required,
            values: Values::#values,
            style: Style::#style,
        }
    }
}

fn response(response: &ContractResponse) -> TokenStream {
    let status = match response.status {
        Status::Code(code) => quote!(Code(#code)),
        Status::Class(class) => {
            let digit = class.digit();
            quote!(Class(#digit))
        }
        Status::Default => quote!(Default),
    };
    let headers = response.headers.iter().map(|header| {
        let (name, required, schema) = (
            &header.name,
            header.required,
            option(header.schema.as_ref()),
        );
        quote!(Header { name: #name, required: #required, schema: #schema })
    });
    let content = response.content.iter().map(|(name, content)| {
        let form = match content {
            Content::Json(pointer) => {
                let schema = schema(pointer);
                quote!(Json(#schema))
            }
            Content::AnyJson => quote!(AnyJson),
            Content::Items(format, pointer) => {
                let format = match format {
                    ItemFormat::Lines => quote!(Lines),
                    ItemFormat::Events => quote!(Events),
                    ItemFormat::TextEvents => quote!(TextEvents),
                };
                let schema = option(pointer.as_ref());
                quote!(Items(ItemFormat::#format, #schema))
            }
            Content::Stream => quote!(Stream),
        };
        quote!(MediaType { name: #name, form: Form::#form })
    });
    quote! {
        Response {
            status: Status::#status,
            headers: Vec::from([#(#headers),*]),
            content: Vec::from([#(#content),*]),
        }
    }
}

fn schema(pointer: &Pointer) -> TokenStream {
    let fragment = pointer.to_fragment();
    quote!(Schema::at(&DOCUMENT, #fragment))
}

fn option(pointer: Option<&Pointer>) -> TokenStream {
    match pointer.map(schema) {
        Some(schema) => quote!(Some(#schema)),
        None => quote!(None),
    }
}
