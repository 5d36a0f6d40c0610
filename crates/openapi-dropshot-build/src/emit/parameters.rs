//! Generates the descriptions of parameters by which requests are read.

use openapi_document::ParameterLocation;
use openapi_rust::operation::{ParameterSource, Serialization};
use openapi_rust::print::{embedded_schema, path};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// Generates a parameter.
pub(super) fn parameter(source: &ParameterSource) -> TokenStream {
    let name = &source.name;
    let schema = embedded_schema(&source.pointer);
    let new = if source.required { quote!(required) } else { quote!(optional) };
    let serialization = match &source.serialization {
        Serialization::Usual => TokenStream::new(),
        Serialization::Json => quote!(.json()),
        Serialization::Field(encoding) => {
            let encoding = format_ident!("{encoding:?}");
            quote!(.field(openapi_dropshot::FieldEncoding::#encoding))
        }
        Serialization::Style { style, explode, kinds, members, open } => {
            let style = format_ident!("{style:?}");
            let kinds = kinds.iter().map(|kind| format_ident!("{kind:?}"));
            let kinds = quote!(&[#(openapi_dropshot::ValueKind::#kinds),*]);
            let members = (!members.is_empty()).then(|| quote!(.members(&[#(#members),*])));
            let open = open.iter().map(|credentials| quote!(.open(&[#(#credentials),*])));
            quote!(.style(openapi_dropshot::Style::#style, #explode, #kinds) #members #(#open)*)
        }
    };
    let allow_empty = source.allows_empty.then(|| quote!(.allow_empty()));
    quote! {
        openapi_dropshot::Parameter::#new(#name, #schema) #serialization #allow_empty
    }
}

/// Generates the path of a `ParameterLocation`.
pub(super) fn location(location: ParameterLocation) -> TokenStream {
    path(&format!("openapi_dropshot::ParameterLocation::{location:?}"))
}

/// Returns the name of the argument with the parameters of a location.
pub(super) fn argument(location: ParameterLocation) -> TokenStream {
    path(location.as_str())
}
