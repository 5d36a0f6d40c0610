//! Changes of the library of generated clients.

use super::{Check, Mutation};

const ITEMS: &str = "crates/openapi-progenitor/src/items/mod.rs";
const SPLIT: &str = "crates/openapi-progenitor/src/items/split.rs";
const UNITS: Check = Check::Units("openapi-progenitor");

pub(super) const ALL: &[Mutation] = &[
    Mutation::new(
        ITEMS,
        "returns an item that the schema rejects",
        &[(
            "        if let Some(schema) = self.schema {",
            "        if let Some(schema) = self.schema.filter(|_| false) {",
        )],
        &[UNITS],
    ),
    Mutation::new(
        ITEMS,
        "goes on after an invalid item",
        &[(
            "        if !matches!(next, Some(Ok(_))) {",
            "        if next.is_none() {",
        )],
        &[UNITS],
    ),
    Mutation::new(
        ITEMS,
        "has no limit for an item",
        &[(
            "if self.splitter.pending() > self.limit {",
            "if self.splitter.pending() > usize::MAX - self.limit {",
        )],
        &[UNITS],
    ),
    Mutation::new(
        SPLIT,
        "joins the lines of an event without a line feed",
        &[("data.push(b'\\n');", "data.extend_from_slice(b\"\");")],
        &[UNITS],
    ),
];
