//! The choices of the user: which operations are sent, and with which values of parameters.
//! Operations that delete are sent last.

use crate::error::Error;
use crate::settings::Settings;
use openapi_document::{Operation, Parameter};
use openapi_values::Values;
use openapi_values::document::Operations;
use openapi_values::wire::{at, serialized};
use std::collections::BTreeMap;

/// The values of an operation's parameters that are not drawn: the index of each parameter, and
/// its value as a JSON text.
pub(crate) type GivenValues = BTreeMap<usize, String>;

/// Removes the operations to skip, and puts those that delete behind the others, whose requests
/// may need what they delete.
pub(super) fn choose(operations: &mut Operations<'_>, settings: &Settings) -> Result<(), Error> {
    for name in &settings.skip {
        let count = operations.list.len();
        let Operations { list, notes, .. } = operations;
        list.retain(|operation| {
            let is_skipped = is_named(operation, name);
            if is_skipped {
                let name = operation.name();
                notes.push(format!("{name}: nothing is sent, because it is skipped"));
            }
            !is_skipped
        });
        let mut declared = operations.declared.iter();
        let is_declared = declared.any(|(path, method)| *name == format!("{method} {path}"));
        if operations.list.len() == count && !is_declared {
            return Err(Error::UnknownOperation { name: name.clone() });
        }
    }
    operations.list.sort_by_key(|operation| operation.method == "DELETE");
    Ok(())
}

/// Returns the given values of each operation. A value for one operation precedes a value for
/// all, which applies where the document accepts it.
pub(super) fn given_values(
    operations: &Operations<'_>,
    values: &Values<'_>,
    settings: &Settings,
) -> Result<Vec<GivenValues>, Error> {
    let mut given = vec![GivenValues::new(); operations.list.len()];
    for text in &settings.values {
        let unknown = || Error::UnknownParameter { given: text.clone() };
        let (name, value) = text.split_once('=').ok_or_else(unknown)?;
        let (mut is_known, mut is_accepted) = (false, false);
        for (operation, given) in operations.list.iter().zip(&mut given) {
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
                if is_for_one {
                    given.insert(index, json);
                } else {
                    given.entry(index).or_insert(json);
                }
            }
        }
        if !is_known {
            return Err(unknown());
        }
        if !is_accepted {
            return Err(Error::RefusedValue { given: text.clone() });
        }
    }
    Ok(given)
}

/// Returns whether `name` is the name in messages or the `operationId`.
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
