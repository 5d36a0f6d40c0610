//! Generates the root of the versions: their modules, and the registration of all endpoints.

use openapi_rust::names::ident;
use openapi_rust::print::{self, Imports};
use proc_macro2::TokenStream;
use quote::quote;

use super::super::endpoints::api_mod_with;
use crate::versions::{Module, Plan};

/// Generates the text of the root. `traits` are those that a service implements.
pub(crate) fn root(plan: &Plan, traits: &[TokenStream], name: &str, header: &str) -> String {
    let mut text = print::items(&items(plan, traits, header));
    for module in &plan.modules {
        let (version, file) = (&module.version, module.file(name, "rs"));
        // prettyplease does not write the arguments of `include!`.
        text.push_str(&format!(
            "\n/// Version {version}.\npub mod {} {{\n    \
             include!(concat!(env!(\"OUT_DIR\"), \"/{file}\"));\n}}\n",
            module.name
        ));
    }
    text
}

fn items(plan: &Plan, traits: &[TokenStream], header: &str) -> Vec<TokenStream> {
    let modules = &plan.modules;
    let versions = modules.iter().map(|one| &one.version);
    let names: Vec<_> = modules.iter().map(|one| ident(&one.name)).collect();
    let newest = names.last();
    let ranges = modules.iter().enumerate().map(|(index, module)| ranges(plan, index, module));
    let ranges: Vec<_> = ranges.collect();
    let endpoints = names.iter().map(|name| match Some(name) == newest {
        true => quote!(super::#name::api_mod::endpoints::<A>()),
        false => quote!(super::#name::api_mod::endpoints::<super::#name::Served<A>>()),
    });
    let stubs = names.iter().map(|name| quote!(super::#name::api_mod::stub_endpoints()));
    let combine = |each: Vec<TokenStream>| {
        let each = each.into_iter().zip(&ranges);
        each.map(|(one, ranges)| quote!(#one.served_from(&[#(#ranges),*])))
            .reduce(|all, one| quote!(#all.and(#one)))
            .unwrap_or_default()
    };
    let (endpoints, stubs) = (combine(endpoints.collect()), combine(stubs.collect()));
    let versions = quote! {
        /// The versions, oldest first.
        pub static VERSIONS: openapi_dropshot::Versions =
            openapi_dropshot::Versions::new(#header, &[#(#versions),*]);
    };
    let all = quote! {
        /// A service of all versions. The newest is implemented, and what older versions need
        /// in addition.
        pub trait AllVersions: #(#traits)+* {}

        impl<A: #(#traits)+*> AllVersions for A {}
    };
    let api_mod = api_mod_with(
        "AllVersions",
        (&endpoints, &stubs),
        &quote!(#(super::#names::api_mod::compile_schemas()?;)*),
        None,
    );
    let mut imports = Imports::new(&["dropshot", "openapi_dropshot"], ["AllVersions", "VERSIONS"]);
    let mut items = Vec::from([versions, all, api_mod].map(|one| imports.shorten(one)));
    items.insert(0, imports.declarations());
    items
}

/// Returns the versions that the module of a version serves with each operation.
fn ranges(plan: &Plan, index: usize, module: &Module) -> Vec<TokenStream> {
    let version = |index: usize| plan.modules.get(index).map(|one| &one.version);
    let until = version(index + 1).map_or(quote!(None), |next| quote!(Some(#next)));
    let endpoints = module.read.service.endpoints.iter().map(|endpoint| {
        let since = version(plan.matching.since(index, endpoint));
        let id = &endpoint.id;
        quote!((#id, #since, #until))
    });
    endpoints.collect()
}
