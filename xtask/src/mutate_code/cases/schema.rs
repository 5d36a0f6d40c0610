//! Changes of the validation of requests and responses.

use super::{Check, EVERYTHING, Mutation, WIRE};

const EXACT: &str = "crates/openapi-validation/src/exact.rs";
const NUMBER: &str = "crates/openapi-validation/src/number.rs";
const SCHEMA: &str = "crates/openapi-validation/src/schema.rs";
const TEXT: &str = "crates/openapi-validation/src/text.rs";
const TEXTS_SOURCE: &str = "crates/openapi-validation/src/texts.rs";
const UNITS: Check = Check::Units("openapi-validation");
const TEXTS: Check = Check::Tests("--test texts");

pub(super) const ALL: &[Mutation] = &[
    Mutation::new(
        EXACT,
        "takes every number for exact",
        &[(
            "float.is_none_or(|float| float.fract() != 0.0 || float.abs() >= BEYOND)",
            "float.is_none_or(|float| float < f64::INFINITY)",
        )],
        &[UNITS],
    ),
    Mutation::new(
        NUMBER,
        "takes fewer integers with a fraction for exact",
        &[(
            "LARGEST_EXACT: u64 = 1 << 53",
            "LARGEST_EXACT: u64 = (1 << 53) - 1",
        )],
        &[UNITS],
    ),
    Mutation::new(
        SCHEMA,
        "judges no formats",
        &[(
            ".should_validate_formats(true)",
            ".should_validate_formats(false)",
        )],
        &[UNITS, TEXTS, EVERYTHING],
    ),
    Mutation::new(
        SCHEMA,
        "sends back what it refuses",
        &[("shortened(&error.masked())", "shortened(&error)")],
        &[WIRE],
    ),
    Mutation::new(
        SCHEMA,
        "repeats a long name of a member in the place of a fault",
        &[(
            "pointer: shortened(error.instance_path()),",
            "pointer: error.instance_path().to_string(),",
        )],
        &[UNITS],
    ),
    Mutation::new(
        SCHEMA,
        "repeats a long name of a member in the rule of a fault",
        &[(
            "rule: shortened(&error.masked()),",
            "rule: error.masked().to_string(),",
        )],
        &[UNITS],
    ),
    Mutation::new(
        SCHEMA,
        "gives a pattern as many steps back as the validator does by itself",
        &[(
            ".backtrack_limit(BACKTRACKS)",
            ".backtrack_limit(100 * BACKTRACKS)",
        )],
        &[UNITS],
    ),
    Mutation::new(
        TEXT,
        "keeps the last of two members of one name",
        &[(
            "if object.insert(name, value).is_some() {",
            "if object.insert(name, value).is_some() && object.is_empty() {",
        )],
        &[UNITS],
    ),
    Mutation::new(
        TEXT,
        "takes no notice of what follows",
        &[(".and_then(|value| deserializer.end().map(|()| value))", "")],
        &[UNITS],
    ),
    Mutation::new(
        TEXT,
        "nests one level less",
        &[("DEEPEST: usize = 128", "DEEPEST: usize = 127")],
        &[UNITS, WIRE],
    ),
    Mutation::new(
        TEXT,
        "reads numbers as floats",
        &[("Ok(value) if !has_float.get() => {", "Ok(value) => {")],
        &[UNITS],
    ),
    Mutation::new(
        TEXTS_SOURCE,
        "takes a number for a text that may be one",
        &[(
            "current: 0,",
            "current: usize::from(literal(text).is_some()),",
        )],
        &[UNITS, TEXTS],
    ),
];
