//! The schemas of a document that was read, and their subschemas.

use openapi_source::token;
use serde_json::Value;

/// A schema, identified by its location.
#[derive(Clone, Debug)]
pub struct Schema<'d> {
    /// The JSON Pointer of the schema.
    pub pointer: String,
    node: &'d Value,
}

impl<'d> Schema<'d> {
    /// Creates a schema from its location and its keywords.
    pub fn new(pointer: String, node: &'d Value) -> Self {
        Self { pointer, node }
    }

    /// Returns the schema `true`, which accepts everything. Its pointer is that of the whole
    /// document, whose fields are no keywords.
    pub fn anything() -> Self {
        Self::new(String::new(), &Value::Bool(true))
    }

    /// Returns whether this is the schema `true`, which accepts everything.
    pub fn is_true(&self) -> bool {
        self.node == &Value::Bool(true)
    }

    /// Returns whether this is the schema `false`, which accepts nothing.
    pub fn is_false(&self) -> bool {
        self.node == &Value::Bool(false)
    }

    /// Returns the value of a keyword.
    pub fn keyword(&self, name: &str) -> Option<&'d Value> {
        self.node.get(name)
    }

    /// Returns the subschema of a keyword.
    pub fn below(&self, keyword: &str) -> Option<Self> {
        let node = self.keyword(keyword)?;
        Some(Self::new(format!("{}/{keyword}", self.pointer), node))
    }

    /// Returns the subschemas of a keyword whose value is an array of schemas.
    pub fn list(&self, keyword: &str) -> Vec<Self> {
        let items = self.keyword(keyword).and_then(Value::as_array).into_iter().flatten();
        let schema = |(index, node)| Self::new(format!("{}/{keyword}/{index}", self.pointer), node);
        items.enumerate().map(schema).collect()
    }

    /// Returns the subschemas of a keyword whose value is an object of schemas.
    pub fn named(&self, keyword: &str) -> Vec<(&'d str, Self)> {
        let members = self.keyword(keyword).and_then(Value::as_object).into_iter().flatten();
        let schema = |(name, node): (&'d String, _)| {
            let pointer = format!("{}/{keyword}/{}", self.pointer, token(name));
            (name.as_str(), Self::new(pointer, node))
        };
        members.map(schema).collect()
    }
}
