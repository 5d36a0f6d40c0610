//! Candidate numbers: on both sides of every limit.

use crate::schema::normal_form::{Alternative, Values};
use crate::schema::number::Numbers;
use bigdecimal::{BigDecimal, One, RoundingMode, Zero};
use openapi_source::representable;
use serde_json::Value;

/// Returns numbers near the limits of `numbers` and of `others`.
pub(super) fn near(numbers: &Numbers, others: &[&Alternative]) -> Vec<Value> {
    let others = others.iter().filter_map(|other| match &other.values {
        Values::Number(numbers) => Some(numbers),
        _ => None,
    });
    let sets: Vec<&Numbers> = std::iter::once(numbers).chain(others).collect();
    let half = BigDecimal::new(5.into(), 1);
    let mut points: Vec<BigDecimal> = vec![BigDecimal::zero(), half.clone()];
    for set in &sets {
        let limits = [&set.minimum, &set.maximum].into_iter().flatten();
        points.extend(limits.map(|limit| limit.value.clone()));
        points.extend(
            set.enumerated
                .iter()
                .flat_map(|enumerated| enumerated.keys().cloned()),
        );
        for limit in [&set.minimum, &set.maximum].into_iter().flatten() {
            points.push(limit.value.with_scale_round(0, RoundingMode::Floor));
        }
        if let (Some(minimum), Some(maximum)) = (&set.minimum, &set.maximum) {
            points.push((&minimum.value + &maximum.value) * &half);
        }
    }
    let divisors: Vec<&BigDecimal> = sets.iter().flat_map(|set| set.multiples.keys()).collect();
    let multiple = divisors
        .iter()
        .fold(BigDecimal::one(), |all, one| all * *one);
    let mut steps = vec![BigDecimal::one(), half, multiple];
    steps.extend(
        divisors
            .into_iter()
            .flat_map(|one| [one.clone(), one * &steps[1]])
            .collect::<Vec<_>>(),
    );
    let mut values = Vec::new();
    for point in &points {
        let around = steps.iter().flat_map(|step| {
            // One step up and down, the multiples of the step below and above the point,
            // and the next multiple.
            let below = (point / step).with_scale_round(0, RoundingMode::Floor) * step;
            let above = &below + step;
            let beyond = &above + step;
            [point + step, point - step, below, above, beyond]
        });
        for number in std::iter::once(point.clone()).chain(around) {
            values.extend(representable(&number));
        }
    }
    values
}
