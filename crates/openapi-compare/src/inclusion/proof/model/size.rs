//! The order of candidates: small and readable ones first, of all types in turn.

use serde_json::Value;
use std::collections::{HashMap, HashSet};

/// The maximum number of candidates.
const MAXIMUM_CANDIDATES: usize = 3_000;

/// Sorts `values`, smallest first, and removes duplicates. The smallest of each type
/// come first.
pub(crate) fn smallest_first(mut values: Vec<Value>) -> Vec<Value> {
    let mut known = HashSet::new();
    values.retain(|value| known.insert(value.to_string()));
    values.sort_by_cached_key(size);
    values.truncate(MAXIMUM_CANDIDATES);
    let mut counts: HashMap<std::mem::Discriminant<Value>, usize> = HashMap::new();
    values.sort_by_cached_key(|value| {
        let count = counts.entry(std::mem::discriminant(value)).or_default();
        *count += 1;
        *count
    });
    values
}

/// Returns the sort key for readers: the length as JSON, then the number of
/// characters that aren't alphanumeric.
pub(super) fn size(value: &Value) -> (usize, usize) {
    let text = value.to_string();
    (text.len(), text.chars().filter(|character| !character.is_ascii_alphanumeric()).count())
}
