//! Recognizes uninhabited schemas of objects and arrays: a required member or item
//! has an uninhabited schema, or required members nest infinitely. The check is
//! conservative: a schema that exceeds the depth limit counts as inhabited.

use super::comparison::Comparison;
use super::count::{Count, lowest};
use super::normal_form::{Alternative, NormalForm, Values};
use super::{Key, Schema};
use std::rc::Rc;

/// The depth of nested members and items that is examined.
const MAXIMUM_DEPTH: usize = 6;

impl<'d> Comparison<'d> {
    /// Returns the normal form of `schema` without uninhabited alternatives.
    pub(super) fn inhabited(&mut self, schema: &Schema<'d>) -> Rc<NormalForm<'d>> {
        let key = schema.key();
        if let Some(normal_form) = self.inhabited.get(&key) {
            return Rc::clone(normal_form);
        }
        let mut normal_form = NormalForm::clone(&self.expand(schema));
        normal_form
            .alternatives
            .retain(|one| !self.is_alternative_uninhabited(one, &mut Vec::new()));
        for one in &mut normal_form.alternatives {
            self.limit_length(one);
        }
        let normal_form = Rc::new(normal_form);
        self.inhabited.insert(key, Rc::clone(&normal_form));
        normal_form
    }

    /// Returns whether `schema` allows no value.
    pub(super) fn is_uninhabited(&mut self, schema: &Schema<'d>) -> bool {
        self.is_uninhabited_within(schema, &mut Vec::new())
    }

    /// Returns whether `schema` allows no value as a required part of the schemas `around`
    /// it. If `schema` is one of these, the part is treated as uninhabited: a
    /// finite value exists only if one exists without the recursion.
    fn is_uninhabited_within(&mut self, schema: &Schema<'d>, around: &mut Vec<Key>) -> bool {
        let key = schema.key();
        if around.contains(&key) {
            return true;
        }
        if around.len() == MAXIMUM_DEPTH {
            return false;
        }
        around.push(key);
        let normal_form = self.expand(schema);
        let mut alternatives = normal_form.alternatives.iter();
        let is_uninhabited = alternatives.all(|one| self.is_alternative_uninhabited(one, around));
        around.pop();
        is_uninhabited
    }

    fn is_alternative_uninhabited(&mut self, one: &Alternative<'d>, around: &mut Vec<Key>) -> bool {
        match &one.values {
            Values::Object(objects) => {
                let mut required = objects.required.keys();
                required
                    .any(|name| self.is_uninhabited_within(&objects.member(name, one.at), around))
            }
            Values::Array(arrays) => {
                let minimum = arrays.minimum.map_or(0, |minimum| minimum.value);
                let mut places = 0..=arrays.prefix_length();
                places.any(|index| {
                    (index as u64) < minimum
                        && self.is_uninhabited_within(&arrays.item(index, one.at), around)
                })
            }
            _ => false,
        }
    }

    /// Limits the length of arrays to the items before the first uninhabited one.
    fn limit_length(&mut self, one: &mut Alternative<'d>) {
        let Values::Array(arrays) = &mut one.values else {
            return;
        };
        for index in 0..=arrays.prefix_length() {
            let item = arrays.item(index, one.at);
            if self.is_uninhabited(&item) {
                let (value, at) = (index as u64, item.at);
                arrays.maximum = lowest(arrays.maximum, Some(Count { value, at }));
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    //! Recursive schemas are uninhabited only if no finite value exists.

    use super::*;
    use crate::Document;

    fn is_uninhabited(schemas: &str) -> bool {
        let text = format!(
            "{{openapi: 3.1.0, info: {{title: t, version: '1'}}, paths: {{}}, components: {{schemas: {{{schemas}}}}}}}"
        );
        let document = Document::parse("void.yaml", &text).expect("the document is valid");
        let components = document.root().get("components");
        let schemas = components.and_then(|components| components.get("schemas"));
        let first = schemas.and_then(|schemas| schemas.get("A"));
        let first = first.expect("there is a schema of this name");
        Comparison::default().is_uninhabited(&Schema::new(&document, first))
    }

    #[test]
    fn infinitely_nested_required_members_are_uninhabited() {
        assert!(is_uninhabited(
            "A: {type: object, required: [b], properties: {b: {$ref: '#/components/schemas/B'}}}, \
             B: {type: array, minItems: 1, items: {$ref: '#/components/schemas/A'}}"
        ));
    }

    #[test]
    fn optional_recursion_is_inhabited() {
        for end in [
            "{type: object, properties: {b: {$ref: '#/components/schemas/A'}}}",
            "{type: object, required: [b], properties: {b: {type: array, items: {$ref: '#/components/schemas/A'}}}}",
            "{type: object, required: [b], properties: {b: {anyOf: [{$ref: '#/components/schemas/A'}, {type: 'null'}]}}}",
        ] {
            assert!(!is_uninhabited(&format!("A: {end}")), "{end}");
        }
    }
}
