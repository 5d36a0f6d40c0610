//! Generates numbers: the bounds, their neighbours, and the limits of integers.

use rand::RngExt;
use rand::seq::IndexedRandom;
use serde_json::Value;

use super::Sampler;
use crate::json::Json;
use crate::keyword::range;
use crate::merged::Merged;
use crate::number::LARGEST_EXACT;

impl<'d> Sampler<'_, 'd> {
    pub(super) fn integer(&mut self, merged: &Merged<'d>) -> Json {
        let (least, most) = integers(merged);
        let exact = |name| exact(merged, name);
        if least > most {
            return Json::Number("0".to_owned());
        }
        let exact_most = i128::from(LARGEST_EXACT);
        let around = [
            0,
            1,
            -1,
            7,
            1000,
            exact_most,
            exact_most + 1,
            -exact_most,
            1 << 31,
            -(1 << 31),
            (1 << 31) - 1,
        ];
        let mut candidates: Vec<_> =
            around.into_iter().chain([least, least + 1, most, most - 1]).collect();
        candidates.extend((0..4).map(|_| i128::from(self.random.random_range(-100..100i64))));
        candidates.extend((0..3).map(|_| self.random.random_range(least..=most)));
        let step = exact("multipleOf").filter(|step| *step > 0).fold(1, least_common_multiple);
        let aligned = candidates.iter().map(|candidate| candidate.div_euclid(step) * step);
        let aligned = aligned.filter(|candidate| (least..=most).contains(candidate));
        let aligned: Vec<_> = aligned.collect();
        Json::Number(aligned.choose(&mut self.random).unwrap_or(&least).to_string())
    }

    pub(super) fn number(&mut self, merged: &Merged<'d>) -> Json {
        if self.random.random_bool(0.3) {
            return self.integer(merged);
        }
        let bounds = |names: [&'static str; 2]| {
            names.into_iter().flat_map(|name| merged.keyword(name)).filter_map(Value::as_f64)
        };
        let least = bounds(["minimum", "exclusiveMinimum"]).fold(f64::NEG_INFINITY, f64::max);
        let most = bounds(["maximum", "exclusiveMaximum"]).fold(f64::INFINITY, f64::min);
        // Of values without bounds, those that documents usually mean.
        let lowest = least.max(-1e6);
        let inside = lowest..=most.min(1e6).max(lowest);
        let mut candidates = vec![least, most, 0.5, -0.25, 0.1, 1e-7, 1e300, 5e-324, 1.5];
        candidates.extend((0..6).map(|_| self.random.random_range(inside.clone())));
        candidates
            .extend((0..3).map(|_| (self.random.random_range(inside.clone()) * 8.0).round() / 8.0));
        if let Some(step) =
            merged.keyword("multipleOf").filter_map(Value::as_f64).find(|step| *step > 0.0)
        {
            for candidate in &mut candidates {
                *candidate = (*candidate / step).round() * step;
            }
        }
        candidates
            .retain(|candidate| candidate.is_finite() && *candidate >= least && *candidate <= most);
        let chosen = candidates.choose(&mut self.random).copied().unwrap_or(0.0);
        Json::from(&Value::from(chosen))
    }
}

/// Returns the minimum and the maximum integer that the bounds and formats of a
/// place allow; by default the range of `i64`.
pub(crate) fn integers(merged: &Merged<'_>) -> (i128, i128) {
    let (mut least, mut most) = (i128::from(i64::MIN), i128::from(i64::MAX));
    for (low, high) in merged.keyword("format").filter_map(Value::as_str).filter_map(range) {
        (least, most) = (least.max(low), most.min(high));
        if high > i128::from(i64::MAX) {
            most = high;
        }
    }
    let whole = |name| merged.keyword(name).filter_map(Value::as_f64);
    let exact = |name| exact(merged, name);
    least = exact("minimum")
        .chain(whole("minimum").map(|bound| bound.ceil() as i128))
        .fold(least, i128::max);
    least = exact("exclusiveMinimum").map(|bound| bound + 1).fold(least, i128::max);
    most = exact("maximum")
        .chain(whole("maximum").map(|bound| bound.floor() as i128))
        .fold(most, i128::min);
    most = exact("exclusiveMaximum").map(|bound| bound - 1).fold(most, i128::min);
    (least, most)
}

/// Returns the integer values of a keyword.
fn exact(merged: &Merged<'_>, name: &str) -> impl Iterator<Item = i128> {
    merged.keyword(name).filter_map(Value::as_i64).map(i128::from)
}

fn least_common_multiple(one: i128, other: i128) -> i128 {
    let (mut divisor, mut rest) = (one, other);
    while rest != 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    one / divisor * other
}
