//! The embedded document, with its references.

use percent_encoding::percent_decode_str;
use serde_json::{Map, Value};

/// The longest chain of references that is followed.
const MOST_REFERENCES: usize = 32;

/// The embedded document.
#[derive(Clone, Copy)]
pub(super) struct Source<'d>(&'d Value);

impl<'d> Source<'d> {
    pub(super) fn new(document: &'d Value) -> Self {
        Self(document)
    }

    pub(super) fn root(self) -> &'d Value {
        self.0
    }

    pub(super) fn target(self, value: &Value) -> Option<&'d Value> {
        let reference = value.get("$ref")?.as_str()?;
        let pointer = percent_decode_str(reference.strip_prefix('#')?).decode_utf8();
        self.0.pointer(&pointer.ok()?)
    }

    /// Returns the target of a chain of references, or the value itself.
    pub(super) fn resolved(self, value: &'d Value) -> &'d Value {
        let mut value = value;
        for _ in 0..MOST_REFERENCES {
            match self.target(value) {
                Some(target) => value = target,
                None => break,
            }
        }
        value
    }

    pub(super) fn path_item(self, path: &str) -> Option<&'d Value> {
        Some(self.resolved(self.0["paths"].get(path)?))
    }

    /// Returns the declaration of an emitted parameter. The operation's own ones come
    /// before those of the path item.
    pub(super) fn parameter(
        self,
        item: &'d Value,
        operation: &'d Value,
        emitted: &Value,
    ) -> Option<&'d Value> {
        let owners = [operation, item].into_iter();
        let lists = owners.filter_map(|owner| owner.get("parameters")?.as_array());
        let mut declared = lists.flatten().map(|one| self.resolved(one));
        declared.find(|one| one["name"] == emitted["name"] && one["in"] == emitted["in"])
    }

    /// Copies a map whose values may be references.
    pub(super) fn copy_named(self, field: &str, declared: &'d Value, emitted: &mut Value) {
        let (Some(Value::Object(values)), Some(emitted)) =
            (declared.get(field), emitted.as_object_mut())
        else {
            return;
        };
        let values =
            values.iter().map(|(name, value)| (name.clone(), self.resolved(value).clone()));
        let values: Map<_, _> = values.collect();
        emitted.entry(field).or_insert_with(|| Value::Object(values));
    }
}
