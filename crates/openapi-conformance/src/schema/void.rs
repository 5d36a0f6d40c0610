//! Objects and arrays that can't be: one whose required member nothing fits, or
//! with an item that nothing fits. It must only call empty what is, however
//! schemas refer to each other; what it doesn't see to the end may have values.

use super::Schema;
use super::comparison::Comparison;
use super::count::{Count, lowest};
use super::shape::{Alternative, Shape, Values};
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
            .retain(|one| !self.is_void_alternative(one, MAXIMUM_DEPTH));
        for one in &mut shape.alternatives {
            self.shorten(one);
        }
        let shape = Rc::new(shape);
        self.inhabited.insert(key, Rc::clone(&shape));
        shape
    }

    /// Whether no value fits `schema`.
    pub(super) fn is_void(&mut self, schema: &Schema<'d>) -> bool {
        self.is_void_within(schema, MAXIMUM_DEPTH)
    }

    fn is_void_within(&mut self, schema: &Schema<'d>, depth: usize) -> bool {
        let shape = self.expand(schema);
        let mut alternatives = shape.alternatives.iter();
        alternatives.all(|one| self.is_void_alternative(one, depth))
    }

    fn is_void_alternative(&mut self, one: &Alternative<'d>, depth: usize) -> bool {
        let Some(depth) = depth.checked_sub(1) else {
            return false;
        };
        match &one.values {
            Values::Object(objects) => {
                let mut required = objects.required.keys();
                required.any(|name| self.is_void_within(&objects.member(name, one.at), depth))
            }
            Values::Array(arrays) => {
                let minimum = arrays.minimum.map_or(0, |minimum| minimum.value);
                let mut places = 0..=arrays.prefix_length();
                places.any(|index| {
                    (index as u64) < minimum
                        && self.is_void_within(&arrays.item(index, one.at), depth)
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
            if self.is_void_within(&item, MAXIMUM_DEPTH - 1) {
                let (value, at) = (index as u64, item.at);
                arrays.maximum = lowest(arrays.maximum, Some(Count { value, at }));
                return;
            }
        }
    }
}
