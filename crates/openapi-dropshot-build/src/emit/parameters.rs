//! Generates the descriptions of parameters by which requests are read.

use openapi_document::ParameterLocation;
use openapi_rust::operation::{ParameterSource, Serialization, ValueType};
use openapi_rust::print::{embedded_schema, path};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// Generates a parameter.
pub(super) fn parameter(name: &str, required: bool, source: &ParameterSource) -> TokenStream {
    let schema = embedded_schema(&source.pointer);
    let new = if required { quote!(required) } else { quote!(optional) };
    let serialization = match &source.serialization {
        Serialization::Usual => TokenStream::new(),
        Serialization::Json => quote!(.json()),
        Serialization::Field(encoding) => {
            let encoding = format_ident!("{encoding:?}");
            quote!(.field(openapi_dropshot::FieldEncoding::#encoding))
        }
        Serialization::Style { style, explode, types } => {
            let style = format_ident!("{style:?}");
            let types = types.iter().map(value_type);
            quote!(.style(openapi_dropshot::Style::#style, #explode, &[#(#types),*]))
        }
    };
    let allow_empty = source.allows_empty.then(|| quote!(.allow_empty()));
    let credentials = &source.credentials;
    let credentials = (!credentials.is_empty()).then(|| quote!(.credentials(&[#(#credentials),*])));
    quote! {
        openapi_dropshot::Parameter::#new(#name, #schema) #serialization #allow_empty #credentials
    }
}

fn value_type(value_type: &ValueType) -> TokenStream {
    let variant = match value_type {
        ValueType::Scalar => quote!(Scalar),
        ValueType::Array(_) => quote!(Array),
        ValueType::Object { members, open } => {
            let members = members.iter().map(|member| &member.name);
            quote!(Object { members: &[#(#members),*], open: #open })
        }
    };
    quote!(openapi_dropshot::ValueType::#variant)
}

/// Generates the path of a `ParameterLocation`.
pub(super) fn location(location: ParameterLocation) -> TokenStream {
    path(&format!("openapi_dropshot::ParameterLocation::{location:?}"))
}

/// Returns the name of the argument with the parameters of a location.
pub(super) fn argument(location: ParameterLocation) -> TokenStream {
    path(location.as_str())
}
