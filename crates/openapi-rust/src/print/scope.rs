//! Names of types, as seen from the root of the generated file or from its module
//! `types`.
//!
//! The document names the types of the module, so that a type there may be called
//! `Option` or `String`. Inside the module, such a name of Rust's prelude is then
//! written with its path. `Types::new` reserves names that are never written so.

use std::cell::RefCell;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::rust::path;
use crate::names::ident;
use crate::types::{External, Kind, NEVER, Shape};

/// The module in which an item is generated.
pub struct Scope<'n> {
    /// The library that the generated code links.
    library: &'static str,
    /// Whether types have schemas, which a server emits.
    has_schemas: bool,
    /// What stands before the name of a type of the document, such as `types::`.
    prefix: TokenStream,
    /// The names of types that hide names of the prelude.
    hidden: HashSet<&'n str>,
    /// The types of which a client only receives values.
    received: HashSet<&'n str>,
    /// The paths of the functions that return the schemas of members, by their bodies.
    member_schemas: RefCell<HashMap<String, String>>,
    /// The derive macros of types that are not written yet, as [`Scope::deriving`] has them.
    derives: RefCell<Vec<(String, String)>>,
}

impl<'n> Scope<'n> {
    /// Returns the scope of the file's root, where no name comes from the document.
    pub fn root() -> Self {
        Self::at(quote!(types::))
    }

    /// Returns the scope of a module beside `types`.
    pub fn module() -> Self {
        Self::at(quote!(super::types::))
    }

    /// Returns the scope of a module in which this prefix stands before the names of types.
    pub fn at(prefix: TokenStream) -> Self {
        Self { prefix, ..Self::types([]) }
    }

    /// Returns the scope of the module `types`, which contains these types.
    pub fn types(names: impl IntoIterator<Item = &'n str>) -> Self {
        Self {
            library: "openapi_dropshot",
            has_schemas: true,
            prefix: TokenStream::new(),
            received: HashSet::new(),
            hidden: names.into_iter().collect(),
            member_schemas: RefCell::default(),
            derives: RefCell::default(),
        }
    }

    /// Returns the scope for a client, which only receives values of these types.
    pub fn for_client(self, received: impl IntoIterator<Item = &'n str>) -> Self {
        Self {
            library: "openapi_progenitor",
            has_schemas: false,
            received: received.into_iter().collect(),
            ..self
        }
    }

    /// Returns the scope for a package that servers and clients share.
    pub fn for_both(self, has_schemas: bool) -> Self {
        Self { library: "openapi_schema", has_schemas, ..self }
    }

    /// Returns the scope in which types derive traits beside those that all have: pairs of the name
    /// of a type and the path of a derive macro.
    pub fn deriving(self, derives: &[(String, String)]) -> Self {
        Self { derives: RefCell::new(derives.to_vec()), ..self }
    }

    /// Takes the derive macros that a type has beside those of all types.
    pub fn take_derives(&self, name: &str) -> TokenStream {
        let mut derives = self.derives.borrow_mut();
        let own = derives.extract_if(.., |(of, _)| of == name).map(|(_, own)| path(&own));
        quote!(#(, #own)*)
    }

    /// Returns an error of the compiler for each type that has a derive macro and was not written.
    pub fn unknown_derives(&self) -> TokenStream {
        let derives = self.derives.borrow();
        let messages = derives
            .iter()
            .map(|(name, _)| format!("no type `{name}` is generated that could derive a trait"));
        quote!(#(compile_error!(#messages);)*)
    }

    pub(super) fn has_schemas(&self) -> bool {
        self.has_schemas
    }

    /// Returns whether the code is that of a client, which only receives values of the type.
    pub(super) fn is_received(&self, name: &str) -> bool {
        self.received.contains(name)
    }

    /// Returns the library that the generated code links.
    pub fn library(&self) -> Ident {
        ident(self.library)
    }

    /// Returns the path of the function that returns this schema of a member. The first
    /// member with the schema has the function, under the path given here; returns whether
    /// it is the first.
    pub fn member_schema(&self, schema: &TokenStream, path: String) -> (String, bool) {
        match self.member_schemas.borrow_mut().entry(schema.to_string()) {
            Entry::Occupied(first) => (first.get().clone(), false),
            Entry::Vacant(first) => (first.insert(path).clone(), true),
        }
    }

    /// Returns the path of a type of the document.
    pub fn named(&self, name: &str) -> TokenStream {
        let (prefix, name) = (&self.prefix, ident(name));
        quote!(#prefix #name)
    }

    /// Returns an item of the prelude: its name, or its path if the name is hidden.
    pub fn prelude(&self, name: &str) -> TokenStream {
        let module = match name {
            "From" | "TryFrom" => "convert",
            "Option" => "option",
            "Err" | "Ok" => "result::Result",
            "String" => "string",
            "Vec" => "vec",
            _ => unreachable!("generated code has no other names of the prelude"),
        };
        path(&if self.hidden.contains(name) {
            format!("std::{module}::{name}")
        } else {
            name.to_owned()
        })
    }

    /// Returns an `Option` of a type.
    pub fn option(&self, inner: &TokenStream) -> TokenStream {
        let option = self.prelude("Option");
        quote!(#option<#inner>)
    }

    /// Returns the Rust type of a shape, including `Option` and `Box`.
    pub fn shape(&self, shape: &Shape) -> TokenStream {
        let mut tokens = match &shape.external {
            Some(external) => self.external(external),
            None => self.kind(&shape.kind),
        };
        if shape.boxed {
            tokens = quote!(Box<#tokens>);
        }
        if shape.nullable {
            tokens = self.option(&tokens);
        }
        tokens
    }

    fn external(&self, External { path, parameters }: &External) -> TokenStream {
        if path == NEVER {
            let library = self.library();
            return quote!(#library::Never);
        }
        let path = super::rust::path(path);
        let parameters: Vec<_> = parameters.iter().map(|parameter| self.shape(parameter)).collect();
        let parameters = (!parameters.is_empty()).then(|| quote!(<#(#parameters),*>));
        quote!(::#path #parameters)
    }

    /// Returns the generated type of a body whose own type another crate has. It has the schema.
    pub fn documented(&self, shape: &Shape) -> TokenStream {
        let mut shape = shape.clone();
        shape.remove_external();
        self.shape(&shape)
    }

    /// Returns the Rust type of a kind.
    pub fn kind(&self, kind: &Kind) -> TokenStream {
        let string = self.prelude("String");
        match kind {
            Kind::Any => quote!(serde_json::Value),
            Kind::Object => quote!(serde_json::Map<#string, serde_json::Value>),
            Kind::Null => quote!(()),
            Kind::Boolean => quote!(bool),
            Kind::Integer(name) | Kind::Number(name) => path(name),
            Kind::String => string,
            Kind::DateTime => quote!(chrono::DateTime<chrono::FixedOffset>),
            Kind::Date => quote!(chrono::NaiveDate),
            Kind::Uuid => quote!(uuid::Uuid),
            Kind::File => {
                let library = self.library();
                quote!(#library::FilePart)
            }
            Kind::Array(items) => {
                let (vec, items) = (self.prelude("Vec"), self.shape(items));
                quote!(#vec<#items>)
            }
            Kind::Map(values) => {
                let values = self.shape(values);
                quote!(std::collections::BTreeMap<#string, #values>)
            }
            Kind::Named(name) => self.named(name),
        }
    }
}
