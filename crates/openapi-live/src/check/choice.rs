//! The choices of the user: which operations are sent, and with which values of parameters.
//! Operations that delete are sent last.

use crate::error::Error;
use crate::settings::Settings;
use openapi_document::{Operation, Parameter};
use openapi_values::Values;
use openapi_values::document::Operations;
use openapi_values::wire::{at, serialized};
use std::collections::BTreeMap;

/// The values that the user gives to parameters of an operation: by the index of the parameter,
/// as a JSON text.
pub(crate) type GivenValues = BTreeMap<usize, String>;

/// Removes the operations to skip, and moves the `DELETE` operations to the end: the requests of
/// the other operations may need what they delete.
pub(super) fn choose(operations: &mut Operations<'_>, settings: &Settings) -> Result<(), Error> {
    for skipped in &settings.skip {
        let Operations { list, notes, declared } = &mut *operations;
        // An operation for which no request can be made is declared, too.
        if !declared.iter().any(|operation| is_named(operation, skipped)) {
            return Err(Error::UnknownOperation { name: skipped.clone() });
        }
        list.retain(|operation| {
            let is_skipped = is_named(operation, skipped);
            if is_skipped {
                let name = operation.name();
                notes.push(format!("{name}: nothing is sent, because it is skipped"));
            }
            !is_skipped
        });
    }
    operations.list.sort_by_key(|operation| operation.method == "DELETE");
    Ok(())
}

/// Returns the operations for which no request can be made, without those to skip.
pub(super) fn unsent(operations: &Operations<'_>, settings: &Settings) -> Vec<String> {
    let is_skipped =
        |one: &Operation<'_>| settings.skip.iter().any(|skipped| is_named(one, skipped));
    operations.unsent().filter(|one| !is_skipped(one)).map(Operation::name).collect()
}

/// Returns the given values of each operation. A value for one operation precedes a value for
/// all, which applies where the document accepts it. Of two values for the same, the last applies.
pub(super) fn given_values(
    operations: &Operations<'_>,
    values: &Values<'_>,
    settings: &Settings,
) -> Result<Vec<GivenValues>, Error> {
    let mut given = vec![<[GivenValues; 2]>::default(); operations.list.len()];
    for text in &settings.values {
        let unknown = || Error::UnknownParameter { given: text.clone() };
        let (name, value) = text.split_once('=').ok_or_else(unknown)?;
        let (mut is_known, mut is_accepted) = (false, false);
        for (operation, [for_all, for_one]) in operations.list.iter().zip(&mut given) {
            for (index, parameter) in operation.parameters.iter().enumerate() {
                let is_for_one = is_in_operation(operation, parameter, name);
                if !is_for_one && parameter.name != name {
                    continue;
                }
                is_known = true;
                let Some(json) = json_text(values, parameter, value) else {
                    continue;
                };
                is_accepted = true;
                let given = if is_for_one { &mut *for_one } else { &mut *for_all };
                given.insert(index, json);
            }
        }
        if !is_known {
            return Err(unknown());
        }
        if !is_accepted {
            return Err(Error::RefusedValue { given: text.clone() });
        }
    }
    let given = given.into_iter().map(|[for_all, for_one]| for_all.into_iter().chain(for_one));
    Ok(given.map(Iterator::collect).collect())
}

/// Returns whether `name` is the `operationId`, or the method and the path, as in `GET /trees`.
fn is_named(operation: &Operation<'_>, name: &str) -> bool {
    operation.id == Some(name) || operation.name() == name
}

/// Returns whether `name` is `OPERATION.NAME` of this parameter.
fn is_in_operation(operation: &Operation<'_>, parameter: &Parameter<'_>, name: &str) -> bool {
    let operation_name = name.strip_suffix(parameter.name).and_then(|rest| rest.strip_suffix('.'));
    operation_name.is_some_and(|name| is_named(operation, name))
}

/// Returns the JSON text of a given value, which is JSON or else a string; `None` if the schema
/// accepts neither or the parameter can't be written.
pub(super) fn json_text(
    values: &Values<'_>,
    parameter: &Parameter<'_>,
    text: &str,
) -> Option<String> {
    let literal = serde_json::from_str(text).ok();
    let candidates = literal.into_iter().chain([serde_json::Value::from(text)]);
    candidates
        .filter(|value| values.accepts(at(parameter.schema), value))
        .map(|value| value.to_string())
        .find(|json| serialized(parameter, json).is_some())
}
