//! What types are made of, before they are written as Rust.
//!
//! Nothing here looks at a document.

use serde_json::{Map, Value};

use crate::union::UnionVariant;

/// A Rust type without what surrounds it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Kind {
    /// `serde_json::Value`
    Any,
    /// `serde_json::Map`
    Object,
    /// `()`, which is `null`
    Null,
    /// `bool`
    Boolean,
    /// An integer of that name
    Integer(&'static str),
    /// A float of that name
    Number(&'static str),
    /// `String`
    String,
    /// `DateTime<FixedOffset>`
    DateTime,
    /// `NaiveDate`
    Date,
    /// `Uuid`
    Uuid,
    /// `Vec`
    Array(Box<Shape>),
    /// `BTreeMap<String, _>`
    Map(Box<Shape>),
    /// A definition of the generated file
    Named(String),
}

/// A Rust type and what it can't say.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Shape {
    /// The type.
    pub kind: Kind,
    /// Whether `null` is allowed beside it.
    pub nullable: bool,
    /// Whether it is boxed, because it contains itself.
    pub boxed: bool,
    /// Keywords to add to the emitted schema; `null` takes one away.
    pub rules: Map<String, Value>,
}

impl From<Kind> for Shape {
    fn from(kind: Kind) -> Self {
        Self {
            kind,
            nullable: false,
            boxed: false,
            rules: Map::new(),
        }
    }
}

impl Shape {
    /// Whether schemars makes the right schema of the type by itself.
    pub fn is_plain(&self) -> bool {
        self.rules.is_empty()
            && match &self.kind {
                Kind::Array(inner) | Kind::Map(inner) => inner.is_plain(),
                _ => true,
            }
    }

    /// The definition that a value holds directly, not through a `Vec` or map.
    pub fn held(&self) -> Option<&str> {
        match &self.kind {
            Kind::Named(name) => Some(name),
            _ => None,
        }
    }
}

/// A member of a struct.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub name: String,
    pub wire_name: String,
    pub description: Option<String>,
    pub required: bool,
    pub shape: Shape,
    /// Whether the type has a `null` of its own.
    pub holds_null: bool,
    /// The value of a parameter that is not sent.
    pub default: Option<Value>,
}

/// What a definition is.
#[derive(Clone, Debug)]
pub(crate) enum Body {
    /// An object with known members. `additional` is the type of others;
    /// `closed` refuses them.
    Struct {
        fields: Vec<Field>,
        additional: Option<Shape>,
        closed: bool,
        rules: Map<String, Value>,
    },
    /// A string out of a list: variants and what they stand for.
    Enumeration(Vec<(String, String)>),
    /// A number that may be out of a list: `x-extensible-enum`.
    OpenEnumeration {
        integer: Shape,
        values: Vec<OpenValue>,
    },
    /// A body whose type alone says too little.
    Transparent(Shape),
    /// One of several.
    Union {
        exclusive: bool,
        tag: Option<String>,
        variants: Vec<UnionVariant>,
        rules: Map<String, Value>,
    },
}

/// A known value of an open enumeration.
#[derive(Clone, Debug)]
pub(crate) struct OpenValue {
    pub variant: String,
    pub value: i64,
    pub description: Option<String>,
}

/// A type of the generated file.
#[derive(Clone, Debug)]
pub(crate) struct Definition {
    pub name: String,
    pub description: Option<String>,
    pub body: Body,
}
