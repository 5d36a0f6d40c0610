//! Numbers at and just beyond each bound.

use std::str::FromStr;

use bigdecimal::BigDecimal;
use serde_json::Value;

use super::{Change, Changed};
use crate::json::Json;
use crate::keyword::range;
use crate::places::Place;
use crate::sample::integers;

/// The distance from a bound for numbers that may have a fraction.
const STEP: &str = "0.001";

/// Up to this bound, floats represent integers exactly with at least one more bit.
const EXACT: i128 = 1 << 52;

pub(super) fn beside(place: &Place<'_>, changes: &mut Vec<Changed>) {
    let merged = &place.merged;
    let is_whole = !merged.types().contains(&"number");
    let step = if is_whole { "1" } else { STEP };
    let mut add = |what: String, keyword: &str, number: Option<BigDecimal>| {
        let Some(number) = number else { return };
        let literal = number.normalized().to_plain_string();
        let change = Change::Replace(Json::Number(literal.clone()));
        changes.push(Changed::new(
            format!("{literal}, {what}"),
            keyword.to_owned(),
            change,
        ));
    };
    let moved = |bound: &str, by: &str| {
        let (bound, by) = (BigDecimal::from_str(bound), BigDecimal::from_str(by));
        Some(bound.ok()? + by.ok()?)
    };
    let (below, above) = (format!("-{step}"), step.to_owned());
    for part in &merged.parts {
        for keyword in ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"] {
            let Some(bound) = part.keyword(keyword).filter(|bound| bound.is_number()) else {
                continue;
            };
            let (bound, pointer) = (bound.to_string(), format!("{}/{keyword}", part.pointer));
            add(
                format!("which `{keyword}` says"),
                &pointer,
                moved(&bound, "0"),
            );
            add(
                format!("below `{keyword}: {bound}`"),
                &pointer,
                moved(&bound, &below),
            );
            add(
                format!("above `{keyword}: {bound}`"),
                &pointer,
                moved(&bound, &above),
            );
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
                add(
                    format!("beyond the {end} {format}"),
                    &pointer,
                    moved(&bound, outside),
                );
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
        let pointer = super::keyword_location(place, "type");
        add(
            "a fraction".to_owned(),
            &pointer,
            BigDecimal::from_str("1.5").ok(),
        );
        let (least, most) = integers(merged);
        let (least, most) = (least.max(-EXACT), most.min(EXACT));
        if least <= most {
            // JSON Schema Core §4.2.3: the same integer.
            let what = "an integer with a fraction of zero";
            changes
                .push(Changed::new(what, pointer, Change::Whole(least, most)).must_be_accepted());
        }
    }
}
