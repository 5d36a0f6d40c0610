//! Generates the root of the versions: their modules, and the registration of all endpoints.

use proc_macro2::TokenStream;
use quote::quote;

use super::super::imports::Imports;
use crate::format;
use crate::names::ident;
use crate::versions::{Matching, Module};

/// Generates the text of the root.
pub(crate) fn root(modules: &[Module], matching: &Matching, header: &str) -> String {
    let mut text = format::items(&items(modules, matching, header));
    for Module { name, version, .. } in modules {
        // prettyplease does not write the arguments of `include!`.
        text.push_str(&format!(
            "\n/// Version {version}.\npub mod {name} {{\n    \
             include!(concat!(env!(\"OUT_DIR\"), \"/{name}.rs\"));\n}}\n"
        ));
    }
    text
}

fn items(modules: &[Module], matching: &Matching, header: &str) -> Vec<TokenStream> {
    let versions = modules.iter().map(|one| &one.version);
    let names: Vec<_> = modules.iter().map(|one| ident(&one.name)).collect();
    let (newest, older) = names.split_last().expect("there are at least two versions");
    let ranges = modules
        .iter()
        .enumerate()
        .map(|(index, module)| ranges(modules, matching, index, module));
    let ranges: Vec<_> = ranges.collect();
    let endpoints = names.iter().map(|name| match name == newest {
        true => quote!(super::#name::api_mod::endpoints::<A>()),
        false => quote!(super::#name::api_mod::endpoints::<super::#name::Served<A>>()),
    });
    let stubs = names
        .iter()
        .map(|name| quote!(super::#name::api_mod::stub_endpoints()));
    let combine = |each: Vec<TokenStream>| {
        let mut each = each
            .into_iter()
            .zip(&ranges)
            .map(|(one, ranges)| quote!(#one.served_from(&[#(#ranges),*])));
        let first = each.next();
        quote!(#first #(.and(#each))*)
    };
    let (endpoints, stubs) = (combine(endpoints.collect()), combine(stubs.collect()));
    let versions = quote! {
        /// The versions, oldest first.
        pub static VERSIONS: openapi_runtime::Versions =
            openapi_runtime::Versions::new(#header, &[#(#versions),*]);
    };
    let all = quote! {
        /// A service of all versions. The newest is implemented, and for each older version
        /// what it needs in addition.
        pub trait AllVersions: #newest::Api #(+ #older::Compatibility)* {}

        impl<A: #newest::Api #(+ #older::Compatibility)*> AllVersions for A {}
    };
    let api_mod = quote! {
        /// The functions that `#[dropshot::api_description]` generates for a trait, for all
        /// versions.
        #[allow(dead_code, reason = "a program need not call all of them")]
        pub mod api_mod {
            use super::*;

            /// Returns the API that serves all versions.
            ///
            /// # Errors
            /// dropshot refuses an endpoint.
            pub fn api_description<A: AllVersions>()
            -> Result<dropshot::ApiDescription<A::Context>, dropshot::ApiDescriptionBuildErrors> {
                endpoints::<A>().api_description()
            }

            /// Returns the API without an implementation, for documents.
            ///
            /// # Errors
            /// dropshot refuses an endpoint.
            pub fn stub_api_description()
            -> Result<dropshot::ApiDescription<dropshot::StubContext>, dropshot::ApiDescriptionBuildErrors> {
                stub_endpoints().api_description()
            }

            /// Returns the documents that dropshot emits for the versions, with what it
            /// cannot emit.
            ///
            /// # Errors
            /// dropshot refuses an endpoint.
            pub fn emitted_document() -> Result<openapi_runtime::EmittedDocument, openapi_runtime::EmitError> {
                stub_endpoints().emitted_document()
            }

            /// Compiles the schemas of requests. Otherwise each is compiled for the
            /// first request that needs it.
            ///
            /// # Errors
            /// A schema does not compile.
            pub fn compile_schemas() -> Result<(), openapi_runtime::SchemaError> {
                #(super::#names::api_mod::compile_schemas()?;)*
                Ok(())
            }

            /// Returns the endpoints of all versions.
            pub fn endpoints<A: AllVersions>() -> openapi_runtime::Endpoints<A::Context> {
                #endpoints
            }

            /// Returns the endpoints without an implementation.
            pub fn stub_endpoints() -> openapi_runtime::Endpoints<dropshot::StubContext> {
                #stubs
            }
        }
    };
    let mut imports = Imports::new(
        &["dropshot", "openapi_runtime"],
        ["AllVersions", "VERSIONS"],
    );
    let items: Vec<_> = [versions, all, api_mod]
        .into_iter()
        .map(|one| imports.shorten(one))
        .collect();
    let imports = imports.declarations();
    [imports].into_iter().chain(items).collect()
}

/// Returns the versions that the module of a version serves with each operation.
fn ranges(
    modules: &[Module],
    matching: &Matching,
    index: usize,
    module: &Module,
) -> Vec<TokenStream> {
    let version = |index: usize| &modules[index].version;
    let endpoints = module.read.service.endpoints.iter().map(|endpoint| {
        let since = version(matching.since(index, &endpoint.method.to_string(), &endpoint.path));
        let until = match index + 1 < modules.len() {
            true => {
                let next = version(index + 1);
                quote!(Some(#next))
            }
            false => quote!(None),
        };
        let id = &endpoint.id;
        quote!((#id, #since, #until))
    });
    endpoints.collect()
}
