//! A schema: JSON Schema 2020-12 as OpenAPI 3.1 uses it (§4.8.24).
//!
//! Keywords are read by name and where they stand; `$ref` is a keyword beside
//! the others, so a schema is never replaced by what it refers to here. What a
//! combination of keywords means is for the crates that use it.

use std::collections::BTreeSet;
use std::fmt;

use crate::{Diagnostic, Document, Location, Node, Value};

/// A name that `type` may give (JSON Schema Validation §6.1.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TypeName {
    /// `array`
    Array,
    /// `boolean`
    Boolean,
    /// `integer`
    Integer,
    /// `null`
    Null,
    /// `number`
    Number,
    /// `object`
    Object,
    /// `string`
    String,
}

impl TypeName {
    fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "array" => Self::Array,
            "boolean" => Self::Boolean,
            "integer" => Self::Integer,
            "null" => Self::Null,
            "number" => Self::Number,
            "object" => Self::Object,
            "string" => Self::String,
            _ => return None,
        })
    }
}

impl fmt::Display for TypeName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Array => "array",
            Self::Boolean => "boolean",
            Self::Integer => "integer",
            Self::Null => "null",
            Self::Number => "number",
            Self::Object => "object",
            Self::String => "string",
        })
    }
}

/// A schema and the document it stands in.
#[derive(Clone, Copy, Debug)]
pub struct Schema<'d> {
    document: &'d Document,
    node: &'d Node,
}

impl<'d> Schema<'d> {
    /// The schema at that node.
    ///
    /// # Errors
    /// A schema is an object or a boolean.
    pub fn new(document: &'d Document, node: &'d Node) -> Result<Self, Diagnostic> {
        match node.value {
            Value::Mapping(_) | Value::Bool(_) => Ok(Self { document, node }),
            _ => {
                let message = format!(
                    "a schema is an object or a boolean, this is {}",
                    node.type_name()
                );
                Err(Diagnostic::error(&node.location, message))
            }
        }
    }

    /// The document it stands in.
    pub fn document(&self) -> &'d Document {
        self.document
    }

    /// The node itself.
    pub fn node(&self) -> &'d Node {
        self.node
    }

    /// Where it stands.
    pub fn location(&self) -> &'d Location {
        &self.node.location
    }

    /// `true` accepts everything and `false` nothing (JSON Schema Core §4.3.2).
    pub fn boolean(&self) -> Option<bool> {
        self.node.boolean()
    }

    /// The names of all keywords, in the order of the text.
    pub fn keywords(&self) -> impl Iterator<Item = &'d str> {
        self.node
            .mapping()
            .into_iter()
            .flat_map(|members| members.keys().map(String::as_str))
    }

    /// A keyword's value.
    pub fn keyword(&self, name: &str) -> Option<&'d Node> {
        self.node.get(name)
    }

    /// What `$ref` points to, one step.
    ///
    /// # Errors
    /// As for [`Document::target`].
    pub fn reference(&self) -> Result<Option<Self>, Diagnostic> {
        self.keyword("$ref")
            .map(|reference| Self::new(self.document, self.document.target(reference)?))
            .transpose()
    }

    /// The names in `type`; `None` when it does not stand there.
    ///
    /// # Errors
    /// It is neither one of the seven names nor an array of them.
    pub fn types(&self) -> Result<Option<BTreeSet<TypeName>>, Diagnostic> {
        let Some(node) = self.keyword("type") else {
            return Ok(None);
        };
        let name = |node: &Node| {
            node.string().and_then(TypeName::from_name).ok_or_else(|| {
                let message = "`type` is one of array, boolean, integer, null, number, object and \
                               string, or an array of these";
                Diagnostic::error(&node.location, message)
            })
        };
        match node.sequence() {
            Some(names) => names.iter().map(name).collect::<Result<_, _>>().map(Some),
            None => Ok(Some(BTreeSet::from([name(node)?]))),
        }
    }

    /// The schemas of a keyword whose value is an object of schemas, such as
    /// `properties`, in the order of the text.
    ///
    /// # Errors
    /// The value is of another form.
    pub fn named_schemas(&self, keyword: &str) -> Result<Vec<(&'d str, Self)>, Diagnostic> {
        let Some(node) = self.keyword(keyword) else {
            return Ok(Vec::new());
        };
        let members = node
            .mapping()
            .ok_or_else(|| self.malformed(keyword, node, "an object"))?;
        members
            .iter()
            .map(|(name, node)| Ok((name.as_str(), Self::new(self.document, node)?)))
            .collect()
    }

    /// The schemas of a keyword whose value is an array of schemas, such as
    /// `allOf`.
    ///
    /// # Errors
    /// The value is of another form, or empty (JSON Schema Core §10.2.1).
    pub fn schemas(&self, keyword: &str) -> Result<Vec<Self>, Diagnostic> {
        let Some(node) = self.keyword(keyword) else {
            return Ok(Vec::new());
        };
        match node.sequence() {
            Some([]) => {
                let message = format!("`{keyword}` has at least one schema, this is empty");
                Err(Diagnostic::error(&node.location, message))
            }
            None => Err(self.malformed(keyword, node, "an array of schemas")),
            Some(items) => items
                .iter()
                .map(|item| Self::new(self.document, item))
                .collect(),
        }
    }

    /// The schema of a keyword whose value is one, such as `items`.
    ///
    /// # Errors
    /// The value is of another form.
    pub fn schema(&self, keyword: &str) -> Result<Option<Self>, Diagnostic> {
        self.keyword(keyword)
            .map(|node| Self::new(self.document, node))
            .transpose()
    }

    /// The names in `required`.
    ///
    /// # Errors
    /// It is not an array of strings.
    pub fn required(&self) -> Result<Vec<&'d str>, Diagnostic> {
        let Some(node) = self.keyword("required") else {
            return Ok(Vec::new());
        };
        let names = node
            .sequence()
            .ok_or_else(|| self.malformed("required", node, "an array of strings"))?;
        let name = |node: &'d Node| {
            node.string().ok_or_else(|| {
                let message = format!("`required` names properties, this is {}", node.type_name());
                Diagnostic::error(&node.location, message)
            })
        };
        names.iter().map(name).collect()
    }

    /// The text of a keyword such as `description`, if it is there and a string.
    pub fn text(&self, keyword: &str) -> Option<&'d str> {
        self.keyword(keyword).and_then(Node::string)
    }

    fn malformed(&self, keyword: &str, node: &Node, expected: &str) -> Diagnostic {
        let message = format!("`{keyword}` is {expected}, this is {}", node.type_name());
        Diagnostic::error(&node.location, message)
    }
}
