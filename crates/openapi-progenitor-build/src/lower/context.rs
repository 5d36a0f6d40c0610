//! The state of lowering a document: the source document, the diagnostics, and the
//! schemas named so far.
//!
//! This module is independent of schema keywords.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};

use indexmap::IndexMap;
use openapi_document::{Diagnostic, Diagnostics, Document, Location, Node, Pointer, Schema};
use openapi_progenitor::{Operation, Scheme};
use openapiv3::OpenAPI;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::known_values::OpenType;
use crate::lower::answers::Answers;
use crate::lower::schema::Nullability;
use crate::lower::{ExternalType, Lowered, names};

/// A schema in the terms of OpenAPI 3.0, to be converted to [`openapiv3::Schema`].
pub(crate) type Object = Map<String, Value>;

pub(crate) struct Context<'d> {
    pub(crate) document: &'d Document,
    diagnostics: Diagnostics,
    /// The warnings about operations that are left out.
    pub(crate) left_out: Diagnostics,
    /// The warnings about properties that progenitor alone sends as null.
    pub(crate) sent_as_null: Diagnostics,
    /// Whether marks tell names apart, which progenitor alone can't.
    pub(crate) has_marks: bool,
    /// The warnings about responses whose types progenitor alone does not tell apart.
    pub(crate) unified: Diagnostics,
    pub(crate) types: Types<'d>,
    /// The descriptions of the operations lowered so far.
    pub(crate) operations: Vec<Operation>,
    /// The types of the items of streams, by the names of methods.
    pub(crate) item_types: BTreeMap<String, String>,
    /// The security schemes, with their descriptions.
    pub(crate) schemes: Vec<(Scheme, String)>,
    /// The types of responses, by `operationId`.
    pub(crate) answers: BTreeMap<String, Answers>,
    /// Whether each schema visited so far accepts null; `None` during its visit.
    pub(crate) nullability: HashMap<&'d Pointer, Option<Nullability>>,
    /// The schemas that the bodies of PATCH contain.
    pub(crate) patched: HashSet<&'d Pointer>,
    /// The fields whose types tell null from absent, with the names of their types.
    pub(crate) told_apart: BTreeSet<(String, String)>,
    /// The fields that `Debug` hides, with the names of their types.
    pub(crate) secrets: BTreeSet<(String, String)>,
    /// The types of strings with known values and others.
    pub(crate) open_types: Vec<OpenType>,
    /// The descriptions of the values of enumerations, by the names of their types.
    pub(crate) value_descriptions: BTreeMap<String, BTreeMap<String, String>>,
}

/// The schemas that become components, and therefore types.
#[derive(Default)]
pub(crate) struct Types<'d> {
    /// Names by location, so that each schema becomes a single type.
    names: HashMap<Pointer, String>,
    /// The Rust names in use. Different component names may have the same Rust
    /// name.
    in_use: HashSet<String>,
    /// Named schemas still to be lowered.
    pub(crate) pending: VecDeque<(String, Schema<'d>)>,
    /// Lowered schemas with their source locations.
    pub(crate) done: IndexMap<String, (Object, &'d Location)>,
    /// Named schemas with a type of another crate.
    pub(crate) external: Vec<ExternalType>,
}

impl<'d> Types<'d> {
    /// Returns the name of the schema at a pointer.
    pub(crate) fn name_at(&self, pointer: &Pointer) -> Option<&str> {
        self.names.get(pointer).map(String::as_str)
    }

    pub(crate) fn reserve_names(&mut self, names: &BTreeSet<String>) {
        self.in_use.extend(names.iter().cloned());
    }

    /// Returns whether no type has the Rust name of a component.
    pub(crate) fn is_free(&self, name: &str) -> bool {
        !self.in_use.contains(&names::type_name(name))
    }

    /// Returns an unused name: the preferred name, with a number appended if it is in
    /// use.
    pub(crate) fn free_name(&mut self, preferred_name: &str) -> String {
        let base = names::component(preferred_name);
        let name = names::numbered(&base, |name| self.is_free(name));
        self.in_use.insert(names::type_name(&name));
        name
    }

    /// Assigns an unused name to a schema.
    pub(crate) fn give_name(&mut self, schema: Schema<'d>, preferred_name: &str) -> String {
        let name = self.free_name(preferred_name);
        let pointer = schema.location().pointer.clone();
        self.names.insert(pointer, name.clone());
        name
    }

    /// Assigns an unused name to a schema and queues it for lowering.
    pub(crate) fn reserve(&mut self, schema: Schema<'d>, preferred_name: &str) -> String {
        let name = self.give_name(schema, preferred_name);
        self.pending.push_back((name.clone(), schema));
        name
    }
}

impl<'d> Context<'d> {
    pub(crate) fn new(document: &'d Document, diagnostics: Diagnostics) -> Self {
        Self {
            document,
            diagnostics,
            left_out: Diagnostics::default(),
            sent_as_null: Diagnostics::default(),
            unified: Diagnostics::default(),
            has_marks: false,
            types: Types::default(),
            operations: Vec::new(),
            item_types: BTreeMap::new(),
            schemes: Vec::new(),
            answers: BTreeMap::new(),
            nullability: HashMap::new(),
            patched: HashSet::new(),
            told_apart: BTreeSet::new(),
            secrets: BTreeSet::new(),
            open_types: Vec::new(),
            value_descriptions: BTreeMap::new(),
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

    /// Returns the value. On an error, records the diagnostic and returns the
    /// default.
    pub(crate) fn or_default<T: Default>(&mut self, result: Result<T, Diagnostic>) -> T {
        result.unwrap_or_else(|diagnostic| {
            self.push(diagnostic);
            T::default()
        })
    }

    /// Converts an element that OpenAPI 3.0 and 3.1 write alike.
    pub(crate) fn carry<T: DeserializeOwned>(&mut self, node: &Node) -> Option<T> {
        serde_json::from_value(node.to_json())
            .map_err(|error| {
                let message = format!("OpenAPI 3.0 can't carry this, it is left out: {error}");
                self.warn(&node.location, message);
            })
            .ok()
    }

    /// Returns the lowered document with its warnings, or all diagnostics if there
    /// are errors.
    pub(crate) fn finish(mut self, document: OpenAPI) -> Result<Lowered, Diagnostics> {
        self.diagnostics.sort();
        if self.diagnostics.has_errors() {
            return Err(self.diagnostics);
        }
        Ok(Lowered {
            document,
            operations: self.operations,
            item_types: self.item_types,
            schemes: self.schemes,
            answers: self.answers,
            external_types: self.types.external,
            warnings: self.diagnostics,
            left_out: self.left_out,
            sent_as_null: self.sent_as_null.sorted(),
            unified: self.unified.sorted(),
            told_apart: self.told_apart,
            secrets: self.secrets,
            open_types: self.open_types,
            value_descriptions: self.value_descriptions,
        })
    }
}
