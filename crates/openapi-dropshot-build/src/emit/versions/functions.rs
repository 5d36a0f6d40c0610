//! The functions of the trait of an older version.

use std::collections::HashSet;

use openapi_rust::names::ident;
use openapi_rust::print::docs;
use proc_macro2::TokenStream;
use quote::quote;

use crate::versions::Function;

/// The functions that the service writes, since no conversion of its newer version follows from the
/// documents.
#[derive(Debug, Default)]
pub(super) struct Functions {
    /// The declarations in the trait.
    pub declared: Vec<TokenStream>,
    /// The conversions, by their wanted names and types: bodies of the same types share one.
    conversions: Vec<(String, Function)>,
    /// The names that no other function can have.
    taken: HashSet<String>,
}

impl Functions {
    /// Adds a function that converts the type of a body, unless there is one for these types.
    pub fn conversion(
        &mut self,
        wanted: &str,
        from: &TokenStream,
        to: &TokenStream,
        reason: String,
    ) -> Function {
        let key = format!("{wanted}: {from} -> {to}");
        if let Some((_, known)) = self.conversions.iter().find(|(known, _)| *known == key) {
            let name = known.name.clone();
            return Function { name, reason };
        }
        let function = self.add(wanted, reason, &quote!((value: #from) -> #to));
        self.conversions.push((key, function.clone()));
        function
    }

    /// Adds a function with an unused name.
    pub fn add(&mut self, wanted: &str, reason: String, signature: &TokenStream) -> Function {
        let numbered = (2..).map(|number| format!("{wanted}_{number}"));
        let mut names = std::iter::once(wanted.to_owned()).chain(numbered);
        let name = names.find(|name| !self.taken.contains(name));
        let name = name.expect("there are more numbers than names");
        self.claim(&name);
        self.declare(&name, &reason, signature);
        Function { name, reason }
    }

    /// Reserves a name.
    pub fn claim(&mut self, name: &str) {
        self.taken.insert(name.to_owned());
    }

    /// Adds a function with a reserved name.
    pub fn declare(&mut self, name: &str, text: &str, signature: &TokenStream) {
        let (docs, name) = (docs(text), ident(name));
        self.declared.push(quote!(#docs fn #name #signature;));
    }
}
