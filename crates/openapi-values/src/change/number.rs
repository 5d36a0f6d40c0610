//! Numbers at and just beyond each bound, and in other notations.

use std::str::FromStr;

use bigdecimal::BigDecimal;
use rand::RngExt;
use rand::seq::IndexedRandom;
use serde_json::Value;

use super::{Change, Changed};
use crate::Random;
use crate::instance::InstanceLocation;
use crate::json::Json;
use crate::keyword::range;
use crate::merged::Merged;
use crate::sample::integers;

/// The distance from a bound for numbers that may have a fraction.
const STEP: &str = "0.001";

/// Up to this bound, floats represent integers exactly with at least one more bit.
const EXACT: i128 = 1 << 52;

/// The keywords that are bounds.
const BOUNDS: [&str; 4] = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"];

/// Numbers that parsers treat differently.
pub(super) const EDGES: [&str; 25] = [
    "-1",
    "0",
    "2",
    "-0",
    "-0.0",
    "0.0",
    "1.0",
    "1e0",
    "1E+3",
    "10e-1",
    "1.5",
    "1e-1",
    "9007199254740991.0",
    "9007199254740992.0",
    "9007199254740993.0",
    "9007199254740993",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "-9223372036854775809",
    "9223372036854775807.0",
    "18446744073709551616",
    "1e400",
    "1.00000000000000000001",
    "1e18",
];

/// Adds a change to each bound and beyond it.
pub(super) fn at_bounds(location: &InstanceLocation<'_>, changes: &mut Vec<Changed>) {
    let merged = &location.merged;
    let is_whole = !merged.types().contains(&"number");
    let step = if is_whole { "1" } else { STEP };
    let mut add = |what: String, keyword: &str, number: Option<BigDecimal>| {
        let Some(number) = number else { return };
        let literal = number.normalized().to_plain_string();
        let change = Change::Replace(Json::Number(literal.clone()));
        changes.push(Changed::new(format!("{literal}, {what}"), keyword.to_owned(), change));
    };
    let moved = |bound: &str, by: &str| {
        let (bound, by) = (BigDecimal::from_str(bound), BigDecimal::from_str(by));
        Some(bound.ok()? + by.ok()?)
    };
    let below = format!("-{step}");
    for part in &merged.parts {
        for keyword in BOUNDS {
            let Some(bound) = part.keyword(keyword).filter(|bound| bound.is_number()) else {
                continue;
            };
            let (bound, pointer) = (bound.to_string(), format!("{}/{keyword}", part.pointer));
            for (what, by) in [
                (format!("which `{keyword}` says"), "0"),
                (format!("below `{keyword}: {bound}`"), &*below),
                (format!("above `{keyword}: {bound}`"), step),
            ] {
                add(what, &pointer, moved(&bound, by));
            }
        }
        if let Some((format, (least, most))) = part
            .keyword("format")
            .and_then(Value::as_str)
            .and_then(|format| Some((format, range(format)?)))
        {
            let pointer = format!("{}/format", part.pointer);
            for (end, bound, outside) in [("least", least, "-1"), ("largest", most, "1")] {
                let bound = bound.to_string();
                add(format!("the {end} {format}"), &pointer, moved(&bound, "0"));
                add(format!("beyond the {end} {format}"), &pointer, moved(&bound, outside));
            }
        }
        if let Some(step) = part.keyword("multipleOf").filter(|step| step.is_number()) {
            let pointer = format!("{}/multipleOf", part.pointer);
            let half = BigDecimal::from_str(&step.to_string()).ok();
            let half = half.map(|step| if is_whole { step + 1 } else { step / 2 });
            add(format!("no multiple of {step}"), &pointer, half);
        }
    }
    if is_whole {
        let pointer = super::keyword_location(location, "type");
        add("a fraction".to_owned(), &pointer, BigDecimal::from_str("1.5").ok());
        let (least, most) = integers(merged);
        let (least, most) = (least.max(-EXACT), most.min(EXACT));
        if least <= most {
            // JSON Schema Core §4.2.3: the same integer.
            let what = "an integer with a fraction of zero";
            let change = Changed::new(what, pointer, Change::Whole(least, most));
            changes.push(Changed { only: Some(true), ..change });
        }
    }
}

/// Returns another number: near a bound, of another magnitude, or in another
/// notation.
pub(super) fn near(random: &mut Random, merged: &Merged<'_>, literal: &str) -> Option<Json> {
    if random.random_bool(0.3) {
        return rewritten(random, literal).map(Json::Number);
    }
    let keywords = BOUNDS.into_iter().chain(["multipleOf"]);
    let mut near: Vec<BigDecimal> = keywords
        .flat_map(|name| merged.keyword(name))
        .filter_map(|bound| BigDecimal::from_str(&bound.to_string()).ok())
        .collect();
    for (least, most) in merged.keyword("format").filter_map(Value::as_str).filter_map(range) {
        near.extend([BigDecimal::from(least), BigDecimal::from(most)]);
    }
    let use_edges = near.is_empty() || random.random_bool(0.4);
    if use_edges {
        return Some(Json::Number((*EDGES.choose(random)?).to_owned()));
    }
    let step = ["0", "1", "1", "-1", "-1", "0.5", "-0.5", "1e-9", "-1e-9"].choose(random)?;
    let moved = near.choose(random)? + BigDecimal::from_str(step).ok()?;
    Some(Json::Number(moved.normalized().to_plain_string()))
}

/// Returns the same number in another notation.
pub fn rewritten(random: &mut Random, literal: &str) -> Option<String> {
    if literal.contains(['e', 'E']) {
        return Some(literal.replace('e', if random.random() { "E" } else { "e" }));
    }
    if literal.contains('.') {
        return Some(format!("{literal}{}", ["0", "e0", "E-0", "00e+00"].choose(random)?));
    }
    Some(match random.random_range(0..4) {
        0 => format!("{literal}.0"),
        1 => format!("{literal}{}", ["e0", "E+0", "e-0", ".00e00"].choose(random)?),
        2 => format!("{literal}00e-2"),
        _ => match literal.strip_suffix('0').filter(|rest| !rest.is_empty() && *rest != "-") {
            Some(rest) => format!("{rest}e1"),
            None => format!("{literal}.0e0"),
        },
    })
}
