//! Writes the module with the types of a client: those of schemas, and those of responses.

use openapi_rust::print::{Imports, Scope, conversions, definition, shared, uses};
use openapi_rust::types::Definition;
use proc_macro2::TokenStream;
use quote::quote;

use crate::{Lowered, TypeOptions, answers};

/// Returns the module `types`. Types that the module `package` has are imported, and the others
/// have the derive macros of `derives`, too.
pub(crate) fn module(
    lowered: &Lowered,
    TypeOptions { package, derives }: TypeOptions<'_>,
) -> TokenStream {
    let shared = package.map(|path| shared(&lowered.definitions, path)).unwrap_or_default();
    let schemas = lowered.definitions.iter().map(|one| one.name.as_str());
    let names: Vec<_> = schemas.chain(answers::names(lowered)).collect();
    let received = lowered.received.iter().map(String::as_str);
    let scope = Scope::types(names.iter().copied()).for_client(received).deriving(derives);
    let is_own = |one: &&Definition| !shared.iter().any(|(name, _)| *name == one.name);
    let definitions = lowered.definitions.iter().filter(is_own);
    let schemas = definitions.map(|one| definition(&scope, one));
    let items = answers::definitions(lowered, &scope).into_iter().chain(schemas);
    let items = items.chain(conversions(&scope, lowered.definitions.iter(), &shared));
    let mut imports = Imports::new(&["openapi_progenitor", "serde"], names);
    let items: Vec<_> = items.map(|item| imports.shorten(item)).collect();
    let (imports, (uses, allow)) = (imports.declarations(), uses(&shared));
    let unknown_derives = scope.unknown_derives();
    quote! {
        /// The types of the document: responses of each operation, and schemas.
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

#[cfg(test)]
mod tests {
    use openapi_document::Document;

    use crate::{Interface, TypeOptions, client};

    #[test]
    fn a_type_derives_what_is_asked_and_an_unknown_one_is_an_error_of_the_compiler() {
        let text = "{openapi: 3.1.0, info: {title: T, version: '1'}, paths: {/t: {get: {operationId: read, \
             responses: {'200': {description: D, content: {application/json: {schema: {$ref: \
             '#/components/schemas/T'}}}}}}}}, components: {schemas: {T: {type: object, required: \
             [a], properties: {a: {type: string}}}}}}";
        let document = Document::parse("a.yaml", text).unwrap();
        let derives = ["T", "t"].map(|name| (name.to_owned(), "Hash".to_owned()));
        let types = TypeOptions { package: None, derives: &derives };
        let code = client(&document, "a.json", Interface::Positional, types, |_| {}).unwrap().code;
        assert!(code.contains("#[derive(Clone, Debug, PartialEq, Hash)]"), "{code}");
        let error = "compile_error!(\"no type `t` is generated that could derive a trait\");";
        assert_eq!(code.matches("compile_error!").count(), 1);
        assert!(code.contains(error), "{code}");
    }
}
