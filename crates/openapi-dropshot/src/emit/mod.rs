//! Generates the items of the file.
//!
//! Each module generates one kind of item and makes no decisions. The code reads as
//! if a person had written it for this document.

mod endpoints;
mod replies;
mod rust;
mod service;
mod skeleton;
mod structs;
mod types;

use proc_macro2::TokenStream;
use quote::quote;

use crate::operation::Service;
use crate::types::Definition;

/// Generates all items of the file, which includes the document from
/// `document_file`.
pub(crate) fn file(
    service: &Service,
    definitions: &[Definition],
    document_file: &str,
) -> Vec<TokenStream> {
    let mut items = vec![service::api(service)];
    items.extend(service.schemes.iter().map(service::scheme_type));
    items.extend(service.endpoints.iter().map(replies::reply));
    items.extend(definitions.iter().map(types::definition));
    items.extend(service.endpoints.iter().flat_map(types::parameters));
    items.push(endpoints::api_mod(service));
    items.extend(service.endpoints.iter().map(endpoints::handler));
    items.push(replies::schemas(service));
    items.push(embedded(&items, document_file));
    items.insert(0, imports(&items));
    items
}

/// Generates an implementation of the trait for tests, to be included beside the
/// file's items.
pub(crate) fn stand_in(service: &Service) -> TokenStream {
    service::stand_in(service)
}

/// Generates the first implementation of the trait, for a person to continue.
pub(crate) fn skeleton(service: &Service, definitions: &[Definition]) -> Vec<TokenStream> {
    skeleton::skeleton(service, definitions)
}

fn embedded(items: &[TokenStream], file: &str) -> TokenStream {
    if !mentions(items, "DOCUMENT") {
        return TokenStream::new();
    }
    let file = format!("/{file}");
    quote! {
        /// The document itself, whose schemas decide what is accepted.
        static DOCUMENT: Document = Document::new(include_str!(concat!(env!("OUT_DIR"), #file)));
    }
}

/// Generates the imports of the names that the items mention.
fn imports(items: &[TokenStream]) -> TokenStream {
    const FROM: [(&str, &[&str]); 7] = [
        ("std::collections", &["BTreeMap"]),
        (
            "dropshot",
            &[
                "ApiDescription",
                "ApiDescriptionBuildErrors",
                "ApiEndpoint",
                "ApiEndpointVersions",
                "Header",
                "Method",
                "Path",
                "Query",
                "RequestContext",
                "ServerContext",
                "StubContext",
            ],
        ),
        ("http", &["StatusCode"]),
        (
            "openapi_runtime",
            &[
                "Bearer",
                "BearerToken",
                "Challenge",
                "Document",
                "Documented",
                "DocumentedResult",
                "Endpoints",
                "JsonBody",
                "NoBody",
                "Operation",
                "OperationResponse",
                "OptionalBearer",
                "OptionalJsonBody",
                "Overlay",
                "OverlayError",
                "Parameter",
                "ParameterLocation",
                "RangeStatus",
                "Rejection",
                "RequestLimits",
                "ResponseBuilder",
                "ResponseSpec",
                "Schema",
                "SchemaError",
                "SecurityScheme",
                "authorize",
                "authorize_if_sent",
                "parameters",
                "shape",
            ],
        ),
        ("schemars", &["JsonSchema"]),
        ("schemars::r#gen", &["SchemaGenerator"]),
        ("serde", &["Deserialize", "Deserializer", "Serialize"]),
    ];
    let mut imports = TokenStream::new();
    for (module, names) in FROM {
        let used = names
            .iter()
            .filter(|name| mentions(items, name))
            .map(|name| rust::path(name));
        let used: Vec<_> = used.collect();
        let module = rust::path(module);
        if !used.is_empty() {
            imports.extend(quote!(use #module::{#(#used),*};));
        }
    }
    imports
}

fn mentions(items: &[TokenStream], name: &str) -> bool {
    items.iter().any(|tokens| {
        tokens.clone().into_iter().any(|tree| match tree {
            proc_macro2::TokenTree::Ident(ident) => ident == name,
            proc_macro2::TokenTree::Group(group) => mentions(&[group.stream()], name),
            _ => false,
        })
    })
}
