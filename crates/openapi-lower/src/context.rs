//! What the lowering of one document carries around: the document, what was
//! found, and the named schemas so far.
//!
//! Nothing here knows a keyword.

use std::collections::{HashMap, HashSet, VecDeque};

use indexmap::IndexMap;
use openapi_model::{Diagnostic, Diagnostics, Document, Location, Node, Pointer, Schema};
use openapiv3::OpenAPI;
use proc_macro2::TokenStream;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::{Lowered, contract, names};

/// A schema in 3.0's terms, on its way to [`openapiv3::Schema`].
pub(crate) type Object = Map<String, Value>;

pub(crate) struct Context<'d> {
    pub(crate) document: &'d Document,
    diagnostics: Diagnostics,
    pub(crate) types: Types<'d>,
    /// The tables of the operations so far.
    pub(crate) contract: Vec<TokenStream>,
}

/// The schemas that become components, and so types.
#[derive(Default)]
pub(crate) struct Types<'d> {
    /// Names by where the schema stands, so that one schema is one type.
    names: HashMap<Pointer, String>,
    /// The Rust names in use, which are fewer than the names.
    taken: HashSet<String>,
    /// Named, but not lowered yet.
    pub(crate) pending: VecDeque<(String, Schema<'d>)>,
    /// Lowered, and where each came from.
    pub(crate) done: IndexMap<String, (Object, &'d Location)>,
}

impl<'d> Types<'d> {
    /// The name that was given to the schema at that place.
    pub(crate) fn name_at(&self, pointer: &Pointer) -> Option<&str> {
        self.names.get(pointer).map(String::as_str)
    }

    /// A name that no type has: the one wished for, with a number where that is
    /// taken.
    pub(crate) fn free_name(&mut self, wish: &str) -> String {
        let base = names::component(wish);
        let name = std::iter::once(base.clone())
            .chain((2..).map(|number| format!("{base}{number}")))
            .find(|name| !self.taken.contains(&names::type_name(name)))
            .unwrap_or(base);
        self.taken.insert(names::type_name(&name));
        name
    }

    /// A free name for the schema at that place.
    pub(crate) fn give_name(&mut self, schema: Schema<'d>, wish: &str) -> String {
        let name = self.free_name(wish);
        let pointer = schema.location().pointer.clone();
        self.names.insert(pointer, name.clone());
        name
    }

    /// Names the schema at that place, to be lowered later.
    pub(crate) fn reserve(&mut self, schema: Schema<'d>, wish: &str) -> String {
        let name = self.give_name(schema, wish);
        self.pending.push_back((name.clone(), schema));
        name
    }
}

impl<'d> Context<'d> {
    pub(crate) fn new(document: &'d Document, diagnostics: Diagnostics) -> Self {
        Self {
            document,
            diagnostics,
            types: Types::default(),
            contract: Vec::new(),
        }
    }

    pub(crate) fn push(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    pub(crate) fn error(&mut self, location: &Location, message: impl Into<String>) {
        self.push(Diagnostic::error(location, message));
    }

    pub(crate) fn warn(&mut self, location: &Location, message: impl Into<String>) {
        self.push(Diagnostic::warning(location, message));
    }

    /// The value, or its default with the diagnostic noted.
    pub(crate) fn taken<T: Default>(&mut self, result: Result<T, Diagnostic>) -> T {
        result.unwrap_or_else(|diagnostic| {
            self.push(diagnostic);
            T::default()
        })
    }

    /// A part that 3.0 writes as 3.1 does.
    pub(crate) fn carry<T: DeserializeOwned>(&mut self, node: &Node) -> Option<T> {
        serde_json::from_value(node.to_json())
            .map_err(|error| {
                let message = format!("OpenAPI 3.0 can't carry this, it is left out: {error}");
                self.warn(&node.location, message);
            })
            .ok()
    }

    /// The document with the warnings, or everything that was found.
    pub(crate) fn finish(mut self, document: OpenAPI) -> Result<Lowered, Diagnostics> {
        self.diagnostics.sort();
        if self.diagnostics.has_errors() {
            return Err(self.diagnostics);
        }
        Ok(Lowered {
            document,
            contract: contract::items(&self.contract),
            warnings: self.diagnostics,
        })
    }
}
