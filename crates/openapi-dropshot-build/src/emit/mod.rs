//! Generates the items of the file.
//!
//! Each module generates one kind of item and makes no decisions. The code reads as
//! if a person had written it for this document. The types of the document are in
//! the module `types`, and refer to all other items by path. So no name of the
//! document hides the name of another item.

mod call;
mod content;
mod endpoints;
mod outgoing;
mod parameters;
mod problem;
mod rejected;
mod request;
mod responses;
mod security;
mod service;
mod skeleton;
mod stand_in;
pub(crate) mod versions;

use std::collections::BTreeSet;

use openapi_rust::operation::Service;
use openapi_rust::print::{self, Imports, Scope};
use openapi_rust::types::Definition;
use proc_macro2::TokenStream;
use quote::quote;

pub(crate) use skeleton::skeleton;
pub(crate) use stand_in::stand_in;

/// Generates all items of the file, which includes the document from `document_file`. `shared`
/// has the types of other modules, with the paths of their modules, `derives` the derive macros of
/// types, and `adapter` the items by which newer versions serve it.
pub(crate) fn file(
    (service, definitions, externals): (&Service, &[Definition], &BTreeSet<String>),
    document_file: &str,
    shared: &[(String, String)],
    derives: &[(String, String)],
    adapter: Vec<TokenStream>,
) -> Vec<TokenStream> {
    let root = Scope::root();
    let mut items =
        vec![endpoints::api_mod(service), security::security_module(&Scope::module(), service)];
    for endpoint in &service.endpoints {
        items.push(responses::operation_response(&root, endpoint));
        items.push(rejected::rejected(&root, service, endpoint));
        let body = endpoint.own_request_body();
        items.extend(body.and_then(|body| content::request_content(&root, body)));
        items.push(endpoints::operation(&root, service, endpoint));
        items.push(endpoints::handler(&root, service, endpoint));
    }
    let bodies = service.request_bodies.iter();
    items.extend(bodies.filter_map(|body| content::request_content(&root, body)));
    for one in &service.response_types {
        items.push(responses::response_impl(&root, service, one));
    }
    let bodies = service.response_bodies.iter();
    items.extend(bodies.filter_map(|(_, body)| responses::several(&root, body)));
    items.push(responses::schemas(service));
    items.push(embedded_document(document_file));
    let mut imports = Imports::new(
        &["dropshot", "http", "openapi_dropshot"],
        ["Api", "Call", "Compatibility", "Principals", "Served"],
    );
    let api = [service::api(&root, service, definitions), call::call(&root, service)];
    let api = api.map(|items| imports.shorten(items));
    let items: Vec<_> = adapter.into_iter().chain(items).map(|one| imports.shorten(one)).collect();
    let types = types_module(service, definitions, externals, shared, derives);
    [imports.declarations(), print::generated_by(&quote!(openapi_dropshot))]
        .into_iter()
        .chain(api)
        .chain([types])
        .chain(items)
        .chain(outgoing::modules(service))
        .collect()
}

/// Generates the module with all types that the document names.
fn types_module(
    service: &Service,
    definitions: &[Definition],
    externals: &BTreeSet<String>,
    shared: &[(String, String)],
    derives: &[(String, String)],
) -> TokenStream {
    let schemas = definitions.iter().map(|definition| definition.name.as_str());
    let names: Vec<_> = schemas.chain(service.type_names()).collect();
    let scope = Scope::types(names.iter().copied()).deriving(derives);
    let mut items = Vec::new();
    for endpoint in &service.endpoints {
        let operation = format!("`{}`", endpoint.id);
        items.extend(print::parameter_structs(&scope, &endpoint.parameters, &operation, false));
        items.extend(content::types(&scope, endpoint));
        items.push(responses::response_enum(&scope, endpoint));
    }
    for sender in &service.senders {
        items.extend(outgoing::types(&scope, sender));
    }
    for body in &service.request_bodies {
        let component = body.component.as_deref().unwrap_or_default();
        items.extend(content::request_types(&scope, body, component));
    }
    let responses = service.response_types.iter();
    items.extend(responses.map(|one| responses::response_struct(&scope, one)));
    let bodies = service.response_bodies.iter();
    items.extend(bodies.filter_map(|(name, body)| content::component_body(&scope, name, body)));
    let is_shared = |one: &Definition| shared.iter().any(|(name, _)| *name == one.name);
    let own = definitions.iter().filter(|one| !is_shared(one));
    items.extend(own.map(|one| print::definition(&scope, one)));
    items.extend(print::conversions(&scope, definitions.iter(), shared));
    let (uses, allow) = print::uses(shared);
    items.extend(security::principals(service));
    let externals = (!externals.is_empty()).then(|| {
        let list = externals.iter().map(|external| format!("- {external}"));
        let list = list.collect::<Vec<_>>().join("\n");
        let docs = print::docs(&format!(
            "Values of some schemas have types of other crates (`x-rust-type`). A type that\n\
             this module has for such a schema only documents it.\n{list}"
        ));
        quote! {
            #[doc = ""]
            #docs
        }
    });
    let mut imports = Imports::new(&["openapi_dropshot", "schemars", "serde"], names);
    let items: Vec<_> = items.into_iter().map(|item| imports.shorten(item)).collect();
    let (imports, unknown_derives) = (imports.declarations(), scope.unknown_derives());
    quote! {
        /// The types of the document: parameters and responses of each operation, and
        /// schemas.
        #externals
        #[allow(dead_code, reason = "a program need not use all of them")]
        #allow
        pub mod types {
            #imports
            #uses
            #unknown_derives
            #(#items)*
        }
    }
}

/// Returns the code of a type, to compare it with that of another version.
pub(crate) fn definition_text(
    service: &Service,
    definitions: &[Definition],
    definition: &Definition,
) -> String {
    let schemas = definitions.iter().map(|one| one.name.as_str());
    let scope = Scope::types(schemas.chain(service.type_names()));
    print::definition(&scope, definition).to_string()
}

/// Generates the types that servers and clients share, as the file of a package.
pub(crate) fn shared_types(
    definitions: &[Definition],
    document_file: &str,
    has_schemas: bool,
    derives: &[(String, String)],
) -> Vec<TokenStream> {
    let shared = openapi_rust::types::shared(definitions);
    let definitions = definitions.iter().filter(|one| shared.contains(&one.name));
    let names = definitions.clone().map(|one| one.name.as_str());
    let scope = Scope::types(names).for_both(has_schemas).deriving(derives);
    let conversions = print::conversions(&scope, definitions.clone(), &[]);
    let items = definitions.map(|one| print::definition(&scope, one)).chain(conversions);
    let items: Vec<_> = items.collect();
    let unknown_derives = scope.unknown_derives();
    let document = quote! {
        /// The document. Its schemas select the variants of unions.
        #[allow(dead_code, reason = "a document need not have such a union")]
        static DOCUMENT: openapi_schema::Document =
            openapi_schema::Document::new(include_str!(#document_file));
    };
    let types = quote!(mod types { #unknown_derives #(#items)* });
    vec![
        quote!(
            pub use types::*;
        ),
        document,
        types,
    ]
}

fn embedded_document(file: &str) -> TokenStream {
    quote! {
        /// The document. Its schemas validate requests and responses, and the emitted
        /// document has its annotations.
        static DOCUMENT: openapi_dropshot::Document =
            openapi_dropshot::Document::new(include_str!(#file));
    }
}
