//! Compares enumerated arrays and objects: each value is validated against the
//! schema of the other side. Values that their own schema rejects are left out.

use super::Schema;
use super::comparison::{Comparison, PairResult};
use super::difference::Relation;
use super::evaluate::certainly_accepts;
use super::normal_form::{Alternative, ValueType, Values};
use openapi_source::{Node, plain};

type Alternatives<'a, 'd> = [&'a Alternative<'d>];

impl<'d> Comparison<'d> {
    /// Compares the arrays or the objects of two schemas if one side enumerates all
    /// its values. Returns `None` if neither does.
    pub(super) fn compare_enumerated_values(
        &self,
        schemas: (&Schema<'d>, &Schema<'d>),
        lefts: &Alternatives<'_, 'd>,
        rights: &Alternatives<'_, 'd>,
    ) -> Option<PairResult<'d>> {
        let (left, right) =
            (enumerated_values(lefts, schemas.0), enumerated_values(rights, schemas.1));
        if left.is_none() && right.is_none() {
            return None;
        }
        let mut found = PairResult::default();
        let differences = &mut found.differences;
        let at = (lefts[0].at, rights[0].at);
        for value in left.iter().flatten().filter(|value| !allows(schemas.1, value)) {
            differences.add_value(Relation::Narrower, value.value.to_string(), value, at.1);
        }
        for value in right.iter().flatten().filter(|value| !allows(schemas.0, value)) {
            differences.add_value(Relation::Wider, value.value.to_string(), at.0, value);
        }
        let words = ("only those listed", "not listed");
        let first = |values: &[&'d Node], at| values.first().copied().unwrap_or(at);
        match (&left, &right) {
            (Some(values), None) => {
                let sides = ((words.0, first(values, at.0)), (words.1, at.1));
                differences.add(Relation::Wider, "values", sides.0, sides.1);
            }
            (None, Some(values)) => {
                let sides = ((words.1, at.0), (words.0, first(values, at.1)));
                differences.add(Relation::Narrower, "values", sides.0, sides.1);
            }
            _ => {}
        }
        Some(found)
    }
}

/// Returns whether `one` enumerates its values and `schema` allows all of them.
pub(super) fn allows_all_enumerated(schema: &Schema, one: &Alternative) -> bool {
    let enumerated = of_alternative(one);
    enumerated.is_some_and(|values| values.iter().all(|value| allows(schema, value)))
}

/// Returns whether `schema` certainly allows `value`.
fn allows(schema: &Schema, value: &Node) -> bool {
    certainly_accepts(schema, &plain(value)) == Some(true)
}

/// Returns the values of all alternatives; `None` if an alternative doesn't
/// enumerate its values.
fn enumerated_values<'d>(
    alternatives: &Alternatives<'_, 'd>,
    schema: &Schema<'d>,
) -> Option<Vec<&'d Node>> {
    let mut values: Vec<&'d Node> = Vec::new();
    for one in alternatives {
        for value in of_alternative(one)? {
            let is_known = values.iter().any(|known| known.value == value.value);
            if !is_known && certainly_accepts(schema, &plain(value)) != Some(false) {
                values.push(value);
            }
        }
    }
    Some(values)
}

fn of_alternative<'a, 'd>(one: &'a Alternative<'d>) -> Option<&'a [&'d Node]> {
    let enumerated = match &one.values {
        Values::Array(arrays) => &arrays.enumerated,
        Values::Object(objects) => &objects.enumerated,
        _ => return None,
    };
    enumerated.as_deref()
}

/// Returns whether `kind` is a type of structured values, arrays or objects.
pub(super) fn is_compound(kind: ValueType) -> bool {
    matches!(kind, ValueType::Array | ValueType::Object)
}
