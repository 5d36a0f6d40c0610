//! A schema: JSON Schema 2020-12 as OpenAPI 3.1 uses it (§4.8.24).
//!
//! Access to keywords is by name. `$ref` is a keyword beside the others, so a
//! schema is never replaced by its target here. The semantics of combined keywords
//! is left to the crates that use this model.

use std::collections::BTreeSet;

use openapi_source::role::Role;
use serde_json::Number;

use crate::{
    Diagnostic, Diagnostics, Document, Fix, Keyword, Location, Node, TypeName, Value, operand,
    other_dialect,
};

/// A schema and its document.
#[derive(Clone, Copy, Debug)]
pub struct Schema<'d> {
    document: &'d Document,
    node: &'d Node,
}

impl<'d> Schema<'d> {
    /// Creates the schema at a node.
    ///
    /// # Errors
    /// The node is neither an object nor a boolean.
    pub fn new(document: &'d Document, node: &'d Node) -> Result<Self, Diagnostic> {
        match node.value {
            Value::Mapping(_) | Value::Bool(_) => Ok(Self { document, node }),
            _ => {
                let error = Diagnostic::unexpected(node, "a schema", "an object or a boolean");
                let is_items = node.location.pointer.last().as_deref() == Some("items");
                Err(match node.sequence() {
                    Some(_) if is_items => error
                        .reason("an array of schemas, one for each item, is `prefixItems` in 3.1")
                        .fix(Fix::ItemsArray),
                    _ => error,
                })
            }
        }
    }

    /// Returns the document that contains this schema.
    pub fn document(&self) -> &'d Document {
        self.document
    }

    /// Returns the node of this schema.
    pub fn node(&self) -> &'d Node {
        self.node
    }

    /// Returns the source location.
    pub fn location(&self) -> &'d Location {
        &self.node.location
    }

    /// Returns the value of a boolean schema: `true` accepts every value and
    /// `false` no value (JSON Schema Core §4.3.2).
    pub fn boolean(&self) -> Option<bool> {
        self.node.boolean()
    }

    /// Returns the names of all keywords, in text order.
    pub fn keywords(&self) -> impl Iterator<Item = &'d str> {
        self.node.mapping().into_iter().flat_map(|members| members.keys().map(String::as_str))
    }

    /// Returns the value of a keyword.
    pub fn keyword(&self, name: &str) -> Option<&'d Node> {
        self.node.get(name)
    }

    /// Returns the target of `$ref`, without following further references.
    ///
    /// # Errors
    /// As for [`Document::target`].
    pub fn reference(&self) -> Result<Option<Self>, Diagnostic> {
        self.keyword("$ref")
            .map(|reference| Self::new(self.document, self.document.target(reference)?))
            .transpose()
    }

    /// Returns the type names in `type`, or `None` if the keyword is absent.
    ///
    /// # Errors
    /// The value is neither a type name nor an array of type names.
    pub fn types(&self) -> Result<Option<BTreeSet<TypeName>>, Diagnostic> {
        let Some(node) = self.keyword("type") else {
            return Ok(None);
        };
        let name = |node: &Node| {
            node.string()
                .and_then(|name| name.parse().ok())
                .ok_or_else(|| operand::no_type(node, operand::TYPE_NAME))
        };
        match node.sequence() {
            Some(names) => names.iter().map(name).collect::<Result<_, _>>().map(Some),
            None => Ok(Some(BTreeSet::from([name(node)?]))),
        }
    }

    /// Returns the subschemas of a keyword whose value is an object of schemas,
    /// such as `properties`, in text order.
    ///
    /// # Errors
    /// The value is not an object of schemas.
    pub fn named_schemas(&self, keyword: &str) -> Result<Vec<(&'d str, Self)>, Diagnostic> {
        let Some(node) = self.keyword(keyword) else {
            return Ok(Vec::new());
        };
        let members = node.mapping().ok_or_else(|| self.malformed(keyword, node, "an object"))?;
        members
            .iter()
            .map(|(name, node)| Ok((name.as_str(), Self::new(self.document, node)?)))
            .collect()
    }

    /// Returns the subschemas of a keyword whose value is an array of schemas, such
    /// as `allOf`.
    ///
    /// # Errors
    /// The value is not an array of schemas, or is empty (JSON Schema Core
    /// §10.2.1).
    pub fn schemas(&self, keyword: &str) -> Result<Vec<Self>, Diagnostic> {
        let Some(node) = self.keyword(keyword) else {
            return Ok(Vec::new());
        };
        match node.sequence() {
            Some([]) => {
                let message = format!("`{keyword}` has at least one schema, this is empty");
                Err(Diagnostic::error(&node.location, message).fix(Fix::EmptyUnion))
            }
            None => Err(self.malformed(keyword, node, "an array of schemas")),
            Some(items) => items.iter().map(|item| Self::new(self.document, item)).collect(),
        }
    }

    /// Returns the subschema of a keyword whose value is a schema, such as `items`.
    ///
    /// # Errors
    /// The value is not a schema.
    pub fn schema(&self, keyword: &str) -> Result<Option<Self>, Diagnostic> {
        self.keyword(keyword).map(|node| Self::new(self.document, node)).transpose()
    }

    /// Returns the property names in `required`.
    ///
    /// # Errors
    /// The value is not an array of strings.
    pub fn required(&self) -> Result<Vec<&'d str>, Diagnostic> {
        let Some(node) = self.keyword("required") else {
            return Ok(Vec::new());
        };
        let names = node
            .sequence()
            .ok_or_else(|| self.malformed("required", node, "an array of strings"))?;
        let name = |node: &'d Node| {
            node.string()
                .ok_or_else(|| Diagnostic::unexpected(node, "a name in `required`", "a string"))
        };
        names.iter().map(name).collect()
    }

    /// Returns the number of a keyword such as `minimum`, as it is written.
    ///
    /// # Errors
    /// The value is not a number.
    pub fn number(&self, keyword: &str) -> Result<Option<Number>, Diagnostic> {
        let Some(node) = self.keyword(keyword) else {
            return Ok(None);
        };
        node.json_number().map(Some).ok_or_else(|| {
            let error = self.malformed(keyword, node, "a number");
            let is_exclusive = ["exclusiveMinimum", "exclusiveMaximum"].contains(&keyword);
            match node.boolean() {
                Some(_) if is_exclusive => error
                    .reason("it is a bound of its own, and not a property of another one")
                    .fix(Fix::ExclusiveBound),
                _ => error,
            }
        })
    }

    /// Returns the error of a keyword whose value no reader takes as it is: a bound that is
    /// no number, another dialect, or `$recursiveRef` of JSON Schema 2019-09.
    pub fn defect(&self, keyword: &str) -> Option<Diagnostic> {
        let node = self.keyword(keyword)?;
        match Keyword::from_name(keyword) {
            Some(Keyword::Schema) => other_dialect(node),
            Some(Keyword::ExclusiveMaximum | Keyword::ExclusiveMinimum) => {
                self.number(keyword).err()
            }
            None if keyword == "$recursiveRef" => {
                let message = format!("the keyword `{keyword}` is not supported");
                Some(Diagnostic::error(&node.location, message).fix(Fix::RecursiveReference))
            }
            Some(_) | None => None,
        }
    }

    /// Adds the defects of all schemas below a keyword, for a generator that doesn't read
    /// them.
    pub fn defects_below(&self, keyword: Keyword, diagnostics: &mut Diagnostics) {
        let name = keyword.name();
        let below = match Role::Schema.child(name) {
            Role::Schema => self.schema(name).map(|schema| schema.into_iter().collect()),
            Role::List(_) => self.schemas(name),
            Role::Map(_) => self
                .named_schemas(name)
                .map(|named| named.into_iter().map(|(_, schema)| schema).collect()),
            _ => return,
        };
        for schema in diagnostics.report(below).into_iter().flatten() {
            for name in schema.keywords() {
                diagnostics.extend(schema.defect(name));
                if let Some(keyword) = Keyword::from_name(name) {
                    schema.defects_below(keyword, diagnostics);
                }
            }
        }
    }

    /// Returns the text of a keyword such as `description`, if its value is a
    /// string.
    pub fn text(&self, keyword: &str) -> Option<&'d str> {
        self.keyword(keyword).and_then(Node::string)
    }

    fn malformed(&self, keyword: &str, node: &Node, expected: &str) -> Diagnostic {
        Diagnostic::unexpected(node, &format!("`{keyword}`"), expected)
    }
}
