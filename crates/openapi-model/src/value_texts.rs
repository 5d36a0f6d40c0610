//! Extensions with a text for each value of an enumeration, under the names that the common
//! generators read.

use crate::{Diagnostic, Node};

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
