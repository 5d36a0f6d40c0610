//! Extensions about the values of an enumeration, under the names that the common generators
//! read: the known values of an open one, and a text for each value.

use serde_json::Value;

use crate::{Diagnostic, Node, TypeName};

/// The extension with the known values of strings or integers that may have others.
const KNOWN_VALUES: &str = "x-extensible-enum";

/// Returns the values of `x-extensible-enum` for a string or an integer, or those of an `enum` of
/// integers that have names.
///
/// # Errors
/// The warning about a list without values of the type, or with one value twice.
pub fn known_values(schema: &Node, type_name: TypeName) -> Result<Option<Vec<Value>>, Diagnostic> {
    let mut names = EXTENSIONS.iter().filter(|(texts, _)| *texts == ValueTexts::Names);
    let is_named = type_name != TypeName::String && names.any(|one| schema.get(one.1).is_some());
    let listed = || Some(("enum", schema.get("enum").filter(|_| is_named)?));
    let known = schema.get(KNOWN_VALUES).map(|node| (KNOWN_VALUES, node));
    let Some((keyword, node)) = known.or_else(listed) else {
        return Ok(None);
    };
    let values = node.items().iter().map(Node::to_json);
    let values: Vec<_> = values.filter(|value| !value.is_null()).collect();
    let (kind, is_of_type): (_, fn(&Value) -> bool) = match type_name {
        TypeName::String => ("texts", Value::is_string),
        _ => ("integers", Value::is_i64),
    };
    let is_new = |(index, value): (usize, &Value)| !values[..index].contains(value);
    let is_list = !values.is_empty() && values.iter().all(is_of_type);
    if is_list && values.iter().enumerate().all(is_new) {
        return Ok(Some(values));
    }
    let message = format!("`{keyword}` names no values: it is not a list of distinct {kind}");
    Err(Diagnostic::warning(&node.location, message))
}

/// The purpose of the texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueTexts {
    /// The names of the variants.
    Names,
    /// The descriptions of the values.
    Descriptions,
}

/// The extensions, of which the first that a schema has applies.
const EXTENSIONS: [(ValueTexts, &str); 4] = [
    (ValueTexts::Names, "x-enum-varnames"),
    (ValueTexts::Names, "x-enumNames"),
    (ValueTexts::Descriptions, "x-enum-descriptions"),
    (ValueTexts::Descriptions, "x-enumDescriptions"),
];

impl ValueTexts {
    /// Returns the texts of a schema with this number of values, or nothing if it has none.
    ///
    /// # Errors
    /// The warning about a list that doesn't have a text for each value.
    pub fn of(self, schema: &Node, values: usize) -> Result<Option<Vec<&str>>, Diagnostic> {
        let mut own = EXTENSIONS.iter().filter(|(texts, _)| *texts == self);
        let found = own.find_map(|(_, name)| Some((name, schema.get(name)?)));
        let Some((name, node)) = found else {
            return Ok(None);
        };
        let texts = node.sequence().unwrap_or_default().iter().map(Node::string);
        let texts = texts.collect::<Option<Vec<_>>>();
        let texts = texts.filter(|texts| texts.len() == values);
        texts.map(Some).ok_or_else(|| {
            let message = format!("`{name}` has no effect: it is not a list of {values} texts");
            Diagnostic::warning(&node.location, message)
        })
    }
}
