//! Finds the simplest value of a schema: only required members and items, nested no
//! deeper than necessary. The search is fast even in large documents. It is
//! incomplete: a schema without a result may still allow values.

use super::search::{Search, key, smallest_accepted};
use crate::schema::array::Arrays;
use crate::schema::normal_form::Values;
use crate::schema::object::Objects;
use crate::schema::{Schema, accepts};
use openapi_source::Node;
use serde_json::Value;

/// The maximum depth of nested members and items.
const MAXIMUM_DEPTH: usize = 12;

/// The maximum number of items of an array.
const MAXIMUM_ITEMS: u64 = 64;

impl<'d> Search<'_, 'd> {
    /// Returns the simplest value of a schema. Small depths are tried first.
    pub(super) fn simplest(&mut self, schema: &Schema<'d>) -> Option<Value> {
        (1..=MAXIMUM_DEPTH).find_map(|depth| self.simplest_within(schema, depth))
    }

    fn simplest_within(&mut self, schema: &Schema<'d>, depth: usize) -> Option<Value> {
        let key = key(schema);
        match self.simplest.get(&key) {
            Some(Ok(value)) => return Some(value.clone()),
            Some(Err(tried)) if *tried >= depth => return None,
            _ if depth == 0 => return None,
            _ => {}
        }
        // `Err` has the depth up to which there is no value. A recursive reference to the
        // schema has none at this depth.
        self.simplest.insert(key.clone(), Err(depth));
        let normal_form = self.comparison.expand(schema);
        let mut values = Vec::new();
        for one in &normal_form.alternatives {
            match &one.values {
                Values::Object(objects) => values.extend(self.smallest(objects, one.at, depth - 1)),
                Values::Array(arrays) => values.extend(self.shortest(arrays, one.at, depth - 1)),
                _ => values.extend(self.near(one, &[])),
            }
        }
        let found = smallest_accepted(values, |value| accepts(schema, value))
            .into_iter()
            .next();
        self.simplest.insert(key, found.clone().ok_or(depth));
        found
    }

    fn smallest(&mut self, objects: &Objects<'d>, at: &'d Node, depth: usize) -> Option<Value> {
        let names = objects.required.keys();
        names
            .map(|name| {
                let value = self.simplest_within(&objects.member(name, at), depth)?;
                Some(((*name).to_owned(), value))
            })
            .collect()
    }

    fn shortest(&mut self, arrays: &Arrays<'d>, at: &'d Node, depth: usize) -> Option<Value> {
        let length = arrays.minimum.map_or(0, |minimum| minimum.value);
        if length > MAXIMUM_ITEMS {
            return None;
        }
        let indexes = 0..usize::try_from(length).ok()?;
        indexes
            .map(|index| self.simplest_within(&arrays.item(index, at), depth))
            .collect()
    }
}
