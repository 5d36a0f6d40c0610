//! Writes the module with the types of a client: those of schemas, and those of responses.

use openapi_rust::print::{Imports, Scope, conversions, definition, shared, uses};
use openapi_rust::types::Definition;
use proc_macro2::TokenStream;
use quote::quote;

use crate::{Lowered, answers};

/// Returns the module `types`. Types that the module `package` has are imported.
pub(crate) fn module(lowered: &Lowered, package: Option<&str>) -> TokenStream {
    let shared = package.map(|path| shared(&lowered.definitions, path));
    let shared = shared.unwrap_or_default();
    let schemas = lowered.definitions.iter().map(|one| one.name.as_str());
    let names: Vec<_> = schemas.chain(answers::names(lowered)).collect();
    let received = lowered.received.iter().map(String::as_str);
    let scope = Scope::types(names.iter().copied()).for_client(received);
    let is_own = |one: &&Definition| !shared.iter().any(|(name, _)| *name == one.name);
    let definitions = lowered.definitions.iter().filter(is_own);
    let schemas = definitions.map(|one| definition(&scope, one));
    let items = answers::definitions(lowered, &scope).into_iter().chain(schemas);
    let items = items.chain(conversions(&scope, lowered.definitions.iter(), &shared));
    let mut imports = Imports::new(&["openapi_progenitor", "serde"], names);
    let items: Vec<_> = items.map(|item| imports.shorten(item)).collect();
    let (imports, (uses, allow)) = (imports.declarations(), uses(&shared));
    quote! {
        /// The types of the document: responses of each operation, and schemas.
        #[allow(dead_code, reason = "a program need not use all of them")]
        #allow
        pub mod types {
            #imports
            #uses
            #(#items)*
        }
    }
}
