//! Validates with the `jsonschema` crate, in time and memory linear in the value for any schema.
//!
//! `jsonschema` follows a reference wherever it stands, and judges the same value by the same
//! schema once for each way that leads there: twice at each level of a tree whose union has two
//! branches with the same member. Here each schema that a reference leads to has a validator of
//! its own, in which `$ref` is a keyword that remembers what it has judged.

mod explain;
mod located;
mod reference;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use jsonschema::{Draft, Registry, ValidationOptions, Validator};
use percent_encoding::{AsciiSet, utf8_percent_encode};
use serde_json::{Value, json};

pub use explain::{Fault, Kind};
use located::FRAGMENT;
pub use located::Located;
pub(crate) use located::{children, resolve, token};
pub use reference::{Compiled, judge};

/// The ASCII characters of a reference that are percent-encoded. Documents have them, and those
/// beyond ASCII, as they are, which no URI has (RFC 3986 §2).
const UNENCODED: &AsciiSet = &FRAGMENT.remove(b'#').remove(b'%').remove(b':').remove(b'$');

/// The schemas of a document.
pub struct Schemas<'d> {
    base: &'static str,
    document: &'d Value,
    registry: Registry<'d>,
    options: fn() -> ValidationOptions<'static>,
    /// The schemas that references lead to, by the reference.
    targets: Arc<AllCompiled>,
    /// A validator for the keywords of a schema that contain no schemas, by the address of the
    /// schema in memory.
    rules: Mutex<BTreeMap<usize, Arc<Validator>>>,
}

type AllCompiled = Mutex<BTreeMap<String, Arc<Compiled>>>;

impl<'d> Schemas<'d> {
    /// Prepares the schemas of a document, whose references are fragments or begin with `base`.
    ///
    /// # Errors
    /// The document has identifiers that contradict each other.
    pub fn new(
        base: &'static str,
        document: &'d Value,
        options: fn() -> ValidationOptions<'static>,
    ) -> Result<Self, String> {
        let registry = Registry::new()
            .draft(Draft::Draft202012)
            .add(base, document)
            .and_then(|registry| registry.prepare())
            .map_err(|error| error.to_string())?;
        Ok(Self {
            base,
            document,
            registry,
            options,
            targets: Arc::default(),
            rules: Mutex::default(),
        })
    }

    /// Compiles the schema at a JSON Pointer in URI fragment form and those that it refers to,
    /// each once.
    ///
    /// # Errors
    /// One of them does not compile.
    pub fn compile(&self, pointer: &str) -> Result<Arc<Compiled>, String> {
        let mut known = lock(&self.targets);
        let root = absolute(self.base, pointer);
        let mut compiled = BTreeMap::new();
        let mut pending = vec![root.clone()];
        while let Some(reference) = pending.pop() {
            if known.contains_key(&reference) || compiled.contains_key(&reference) {
                continue;
            }
            // Without a dynamic anchor it means the same as `$ref`, which is another keyword here.
            let schema = json!({ "$dynamicRef": reference });
            let (validator, references) = self.build(&schema)?;
            pending.extend(references);
            let tag = self.resolve(&reference).and_then(|at| reference::tag(at.schema));
            compiled.insert(reference, Arc::new(Compiled { validator, tag }));
        }
        known.extend(compiled);
        Ok(Arc::clone(&known[&root]))
    }

    /// Returns the schema that a reference leads to.
    pub fn resolve(&self, reference: &str) -> Option<Located<'d>> {
        let local = reference.strip_prefix(self.base).unwrap_or(reference);
        resolve(self.document, local)
    }

    /// Returns the validator of a schema, and the references that it contains.
    fn build(&self, schema: &Value) -> Result<(Validator, Vec<String>), String> {
        let found = Arc::new(Mutex::new(Vec::new()));
        let references = Arc::clone(&found);
        // Weak, because the validators belong to the targets.
        let (targets, base) = (Arc::downgrade(&self.targets), self.base);
        let validator = (self.options)()
            .with_registry(&self.registry)
            .with_keyword("$ref", move |_, value, _| {
                let reference = absolute(base, value.as_str().unwrap_or_default());
                lock(&references).push(reference.clone());
                Ok(reference::keyword(targets.clone(), reference))
            })
            .build(schema)
            // Without the value, which can be of any length.
            .map_err(|error| error.masked().to_string())?;
        let references = std::mem::take(&mut *lock(&found));
        Ok((validator, references))
    }

    fn rules(&self, at: &Located<'d>) -> Result<Arc<Validator>, String> {
        if let Some(known) = lock(&self.rules).get(&at.place()) {
            return Ok(Arc::clone(known));
        }
        let rules = Arc::new(self.build(&explain::own(at.schema))?.0);
        lock(&self.rules).insert(at.place(), Arc::clone(&rules));
        Ok(rules)
    }
}

fn absolute(base: &str, reference: &str) -> String {
    let base = if reference.starts_with('#') { base } else { "" };
    format!("{base}{}", utf8_percent_encode(reference, UNENCODED))
}

/// Locks a map, also after a panic, which leaves it whole: it changes by single inserts.
fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
