//! Generates arrays.

use rand::RngExt;
use rand::seq::SliceRandom;
use serde_json::Value;

use super::{DEEP, MAX_ITEMS, Sampler};
use crate::json::Json;
use crate::merged::Merged;

/// The depth up to which arrays have many items: in an array that contains itself, the
/// number grows exponentially.
const LONG: usize = 1;

impl<'d> Sampler<'_, 'd> {
    pub(super) fn array(&mut self, merged: &Merged<'d>, depth: usize) -> Json {
        let least = merged.most("minItems").unwrap_or(0);
        if least > MAX_ITEMS {
            return Json::Array(Vec::new());
        }
        let most = merged.least("maxItems").unwrap_or(usize::MAX);
        let prefixed =
            merged.parts.iter().map(|part| part.list("prefixItems").len()).max().unwrap_or(0);
        let usual = prefixed.max(least) + if depth <= LONG { 3 } else { 1 };
        let length = match self.random.random_range(0..6) {
            0 => least,
            // An array can contain itself.
            _ if depth >= DEEP => least,
            1 if depth <= LONG => most.min(least + 20),
            _ => self.random.random_range(least..=usual.min(most).max(least)),
        };
        let unique = merged.keyword("uniqueItems").any(|value| value == &Value::Bool(true));
        let mut items: Vec<Json> = Vec::new();
        for index in 0..length {
            let schemas = merged.item(index);
            if self.effort == 0 || schemas.iter().any(|schema| schema.is_false()) {
                break;
            }
            let mut item = self.value(&schemas, depth + 1);
            for _ in 0..6 {
                if !unique || !items.contains(&item) {
                    break;
                }
                item = self.value(&schemas, depth + 1);
            }
            if !unique || !items.contains(&item) || items.len() < least {
                items.push(item);
            }
        }
        self.contain(merged, &mut items, prefixed, most, depth);
        Json::Array(items)
    }

    /// Inserts the items that `contains` requires.
    fn contain(
        &mut self,
        merged: &Merged<'d>,
        items: &mut Vec<Json>,
        prefixed: usize,
        most: usize,
        depth: usize,
    ) {
        for part in &merged.parts {
            let Some(contained) = part.below("contains") else {
                continue;
            };
            let count = |name| {
                part.keyword(name)
                    .and_then(Value::as_u64)
                    .and_then(|count| usize::try_from(count).ok())
            };
            let wanted = count("minContains").unwrap_or(1);
            if wanted > MAX_ITEMS {
                continue;
            }
            let allowed = count("maxContains").unwrap_or(wanted + 2).max(wanted);
            for _ in 0..self.random.random_range(wanted..=allowed) {
                let mut schemas = merged.item(prefixed);
                schemas.push(contained.clone());
                let item = self.value(&schemas, depth + 1);
                if items.len() >= most && items.len() > prefixed {
                    items.pop();
                }
                items.push(item);
            }
            if prefixed < items.len() {
                items[prefixed..].shuffle(&mut self.random);
            }
        }
    }
}
