//! Objects and arrays that can't be: one whose required member nothing fits, or
//! with an item that nothing fits, or that must hold another without end. It must
//! only call empty what is, however schemas refer to each other; what it doesn't
//! see to the end may have values.

use super::comparison::Comparison;
use super::count::{Count, lowest};
use super::shape::{Alternative, Shape, Values};
use super::{Key, Schema};
use std::rc::Rc;

/// Members and items within each other that are looked into.
const MAXIMUM_DEPTH: usize = 6;

impl<'d> Comparison<'d> {
    /// The canonical form of `schema` without the alternatives that no value
    /// fits.
    pub(super) fn inhabited(&mut self, schema: &Schema<'d>) -> Rc<Shape<'d>> {
        let key = schema.key();
        if let Some(shape) = self.inhabited.get(&key) {
            return Rc::clone(shape);
        }
        let mut shape = Shape::clone(&self.expand(schema));
        shape
            .alternatives
            .retain(|one| !self.is_void_alternative(one, &mut Vec::new()));
        for one in &mut shape.alternatives {
            self.shorten(one);
        }
        let shape = Rc::new(shape);
        self.inhabited.insert(key, Rc::clone(&shape));
        shape
    }

    /// Whether no value fits `schema`.
    pub(super) fn is_void(&mut self, schema: &Schema<'d>) -> bool {
        self.is_void_within(schema, &mut Vec::new())
    }

    /// The same, for a part of a value that must fit all that is `around` it: a
    /// schema that is met again has a value only if it has one without that part.
    fn is_void_within(&mut self, schema: &Schema<'d>, around: &mut Vec<Key>) -> bool {
        let key = schema.key();
        if around.contains(&key) {
            return true;
        }
        if around.len() == MAXIMUM_DEPTH {
            return false;
        }
        around.push(key);
        let shape = self.expand(schema);
        let mut alternatives = shape.alternatives.iter();
        let is_void = alternatives.all(|one| self.is_void_alternative(one, around));
        around.pop();
        is_void
    }

    fn is_void_alternative(&mut self, one: &Alternative<'d>, around: &mut Vec<Key>) -> bool {
        match &one.values {
            Values::Object(objects) => {
                let mut required = objects.required.keys();
                required.any(|name| self.is_void_within(&objects.member(name, one.at), around))
            }
            Values::Array(arrays) => {
                let minimum = arrays.minimum.map_or(0, |minimum| minimum.value);
                let mut places = 0..=arrays.prefix_length();
                places.any(|index| {
                    (index as u64) < minimum
                        && self.is_void_within(&arrays.item(index, one.at), around)
                })
            }
            _ => false,
        }
    }

    /// Ends arrays where no item fits.
    fn shorten(&mut self, one: &mut Alternative<'d>) {
        let Values::Array(arrays) = &mut one.values else {
            return;
        };
        for index in 0..=arrays.prefix_length() {
            let item = arrays.item(index, one.at);
            if self.is_void(&item) {
                let (value, at) = (index as u64, item.at);
                arrays.maximum = lowest(arrays.maximum, Some(Count { value, at }));
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    //! Promised: only what no value fits is empty, however schemas refer to each
    //! other.

    use super::*;
    use crate::document::Document;

    fn is_void(schemas: &str) -> bool {
        let text = format!(
            "{{openapi: 3.1.0, info: {{title: t, version: '1'}}, paths: {{}}, components: {{schemas: {{{schemas}}}}}}}"
        );
        let document = Document::parse("void.yaml", &text).expect("the document is valid");
        let components = document.root().get("components");
        let schemas = components.and_then(|components| components.get("schemas"));
        let first = schemas.and_then(|schemas| schemas.get("A"));
        let first = first.expect("there is a schema of this name");
        Comparison::default().is_void(&Schema::new(&document, first))
    }

    #[test]
    fn what_has_to_hold_itself_without_end_is_empty() {
        assert!(is_void(
            "A: {type: object, required: [b], properties: {b: {$ref: '#/components/schemas/B'}}}, \
             B: {type: array, minItems: 1, items: {$ref: '#/components/schemas/A'}}"
        ));
    }

    #[test]
    fn what_holds_itself_and_may_end_is_not_empty() {
        for end in [
            "{type: object, properties: {b: {$ref: '#/components/schemas/A'}}}",
            "{type: object, required: [b], properties: {b: {type: array, items: {$ref: '#/components/schemas/A'}}}}",
            "{type: object, required: [b], properties: {b: {anyOf: [{$ref: '#/components/schemas/A'}, {type: 'null'}]}}}",
        ] {
            assert!(!is_void(&format!("A: {end}")), "{end}");
        }
    }
}
