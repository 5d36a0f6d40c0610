//! The functions of the trait of an older version.

use std::collections::HashSet;

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::super::rust::docs;
use crate::names::{ident, value_name};
use crate::types::Shape;

/// The functions that the service writes.
#[derive(Debug, Default)]
pub(super) struct Functions {
    declared: Vec<TokenStream>,
    /// The conversions: what they convert, and their names.
    conversions: Vec<(String, String)>,
    taken: HashSet<String>,
}

impl Functions {
    /// Adds a function that converts the type of a request body.
    pub fn request(
        &mut self,
        (shape, old): (&Shape, &TokenStream),
        new: &TokenStream,
        operation: &str,
        reason: &str,
    ) -> String {
        let name = format!("request_{}", part_name(shape, &format!("{operation}_body")));
        let convert = |name: &Ident| quote!(fn #name(value: #old) -> Result<#new, openapi_runtime::Rejection>;);
        self.conversion(&name, &format!("{old}"), &format!("{new}"), reason, convert)
    }

    /// Adds a function that converts the type of a response body. Returns its name.
    pub fn response(
        &mut self,
        version: usize,
        (shape, old): (&Shape, &TokenStream),
        new: &TokenStream,
        reason: &str,
    ) -> Ident {
        let name = format!("response_{}", part_name(shape, &format!("body_{version}")));
        let convert = |name: &Ident| quote!(fn #name(value: #new) -> #old;);
        ident(&self.conversion(&name, &format!("{new}"), &format!("{old}"), reason, convert))
    }

    /// Adds a function, unless there is one for these types. Returns its name.
    fn conversion(
        &mut self,
        wanted: &str,
        from: &str,
        to: &str,
        reason: &str,
        declaration: impl FnOnce(&Ident) -> TokenStream,
    ) -> String {
        let key = format!("{wanted}: {from} -> {to}");
        if let Some((_, name)) = self.conversions.iter().find(|(known, _)| *known == key) {
            return name.clone();
        }
        let name = self.claim(wanted);
        let (docs, declaration) = (docs(reason), declaration(&ident(&name)));
        self.declared.push(quote!(#docs #declaration));
        self.conversions.push((key, name.clone()));
        name
    }

    /// Returns an unused name.
    pub fn claim(&mut self, wanted: &str) -> String {
        let numbered = (2..).map(|number| format!("{wanted}_{number}"));
        let mut names = std::iter::once(wanted.to_owned()).chain(numbered);
        let name = names.find(|name| !self.taken.contains(name));
        let name = name.expect("there are more numbers than names");
        self.taken.insert(name.clone());
        name
    }

    /// Adds a function of one operation.
    pub fn of_operation(&mut self, reason: &str, declaration: &TokenStream) {
        let docs = docs(reason);
        self.declared.push(quote!(#docs #declaration));
    }

    /// Adds a function with its documentation.
    pub fn add_declared(&mut self, declaration: TokenStream) {
        self.declared.push(declaration);
    }

    pub fn declared(&self) -> &[TokenStream] {
        &self.declared
    }
}

/// Returns the name of a type of the document, or another name.
fn part_name(shape: &Shape, otherwise: &str) -> String {
    shape
        .held()
        .filter(|_| !shape.nullable)
        .map_or_else(|| otherwise.to_owned(), value_name)
}
