//! The intermediate representation of types, from which Rust is generated.
//!
//! It borrows nothing from the document; only [`SelectedBy::Schema`] points into it.

use openapi_document::{Pointer, TypeName};
use serde_json::{Map, Value, json};

use crate::keywords::EXTENSION;

/// The type without a value, which the library of the generated code has.
pub const NEVER: &str = "Never";

/// A Rust type without `Option`, `Box` and additional keywords.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// `serde_json::Value`
    Any,
    /// `serde_json::Map`
    Object,
    /// `()`, which is `null`
    Null,
    /// `bool`
    Boolean,
    /// An integer type by name
    Integer(&'static str),
    /// A floating-point type by name
    Number(&'static str),
    /// `String`
    String,
    /// `DateTime<FixedOffset>`
    DateTime,
    /// `NaiveDate`
    Date,
    /// `Uuid`
    Uuid,
    /// A file of a form
    File,
    /// `Vec`
    Array(Box<Shape>),
    /// `BTreeMap<String, _>`
    Map(Box<Shape>),
    /// A definition of the generated file
    Named(String),
}

/// A Rust type with the keywords that the type can't express.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// The type that is generated from the schema.
    pub kind: Kind,
    /// The type of another crate that replaces it, except in the emitted document.
    pub external: Option<External>,
    /// Whether `null` is allowed too.
    pub nullable: bool,
    /// Whether the type is boxed because it contains itself.
    pub boxed: bool,
    /// Keywords to add to the emitted schema; the value `null` removes a keyword.
    pub rules: Map<String, Value>,
}

impl From<Kind> for Shape {
    fn from(kind: Kind) -> Self {
        Self { kind, external: None, nullable: false, boxed: false, rules: Map::new() }
    }
}

impl Shape {
    /// Returns the shape of a member that no object has: its schema is `false`.
    pub fn never() -> Self {
        Self {
            external: Some(External { path: NEVER.to_owned(), parameters: Vec::new() }),
            rules: Map::from_iter([("not".to_owned(), json!({}))]),
            ..Kind::Any.into()
        }
    }

    /// Returns the type of the items or of the values.
    pub fn inner(&self) -> Option<&Self> {
        match &self.kind {
            Kind::Array(inner) | Kind::Map(inner) => Some(inner),
            _ => None,
        }
    }

    /// Returns whether the type has no value.
    pub fn is_never(&self) -> bool {
        self.external.as_ref().is_some_and(|external| external.path == NEVER)
    }

    /// Returns whether schemars derives the correct schema from the type alone.
    pub fn is_plain(&self) -> bool {
        self.rules.is_empty() && self.external.is_none() && self.inner().is_none_or(Self::is_plain)
    }

    /// Returns the definition that a value contains directly, rather than in a
    /// `Vec` or map.
    pub fn held(&self) -> Option<&str> {
        match &self.kind {
            Kind::Named(name) if self.external.is_none() => Some(name),
            _ => None,
        }
    }

    /// Returns the definitions that a value may contain directly: that of [`Shape::held`], or
    /// the parameters of a type of another crate.
    pub fn may_hold(&self) -> Vec<&str> {
        match &self.external {
            Some(external) => external.parameters.iter().flat_map(Self::may_hold).collect(),
            None => self.held().into_iter().collect(),
        }
    }

    /// Returns whether a value is a password, or contains some.
    pub fn is_password(&self) -> bool {
        match self.inner() {
            Some(inner) => inner.is_password(),
            None => self.rules.get("format").is_some_and(|format| format == "password"),
        }
    }

    /// Removes the types of other crates, so that values have the generated types. Returns
    /// whether there was one.
    pub fn remove_external(&mut self) -> bool {
        let inner = match &mut self.kind {
            Kind::Array(inner) | Kind::Map(inner) => inner.remove_external(),
            _ => false,
        };
        self.external.take().is_some() || inner
    }
}

/// A type of another crate.
#[derive(Clone, Debug, PartialEq)]
pub struct External {
    pub path: String,
    /// The parameters of a generic type.
    pub parameters: Vec<Shape>,
}

impl External {
    /// Returns the name of the type without its path.
    pub fn name(&self) -> &str {
        self.path.rsplit("::").next().unwrap_or_default()
    }
}

/// A member of a struct.
#[derive(Clone, Debug)]
pub struct Field {
    pub name: String,
    pub wire_name: String,
    pub description: Option<String>,
    /// The paragraph with the `x-deprecated-reason`; `None` also if it is deprecated without one.
    pub deprecation: Option<String>,
    pub required: bool,
    /// Whether the emitted schema declares it. It does not declare a member without a schema that
    /// only `then`, `dependentRequired` and the like name.
    pub is_emitted: bool,
    /// Whether `null` is read as an absent member, so that the type is one `Option`.
    pub null_is_absent: bool,
    pub shape: Shape,
    /// The value of an absent parameter or member.
    pub default: Option<Value>,
    /// A scalar that the document shows as an example.
    pub example: Option<Value>,
    /// Whether `Debug` hides the value: a password, or a member that is never sent to callers
    /// (`writeOnly`).
    pub is_secret: bool,
}

impl Field {
    /// Returns a required field without a description, a default and an example.
    pub fn new(name: String, wire_name: &str, shape: Shape) -> Self {
        Self {
            name,
            wire_name: wire_name.to_owned(),
            description: None,
            deprecation: None,
            required: true,
            null_is_absent: false,
            is_emitted: true,
            is_secret: shape.is_password(),
            shape,
            default: None,
            example: None,
        }
    }
}

/// The content of a definition.
#[derive(Clone, Debug)]
pub enum Body {
    /// An object with declared members. `additional` is the type of undeclared
    /// members; `closed` rejects undeclared members.
    Struct {
        fields: Vec<Field>,
        additional: Option<Shape>,
        closed: bool,
        rules: Map<String, Value>,
    },
    /// An enumerated string.
    Enumeration(Vec<EnumeratedValue>),
    /// A string or an integer with known values: all of an `enum`, or some of those of
    /// `x-extensible-enum`, which has others.
    KnownValues { base: Shape, values: Vec<EnumeratedValue>, has_others: bool },
    /// A newtype: of a body of HTTP whose type needs additional keywords, or of a schema that
    /// contains itself.
    Transparent(Shape),
    /// Another name for a type.
    Alias(Shape),
    /// A union.
    Union {
        relation: Relation,
        tag: Option<String>,
        variants: Vec<UnionVariant>,
        rules: Map<String, Value>,
    },
}

/// The values of a union.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// Those that exactly one variant accepts: `oneOf`.
    One,
    /// Those that some variant accepts: `anyOf`.
    Any,
    /// Those of the first variant, which the others extend.
    Extended,
}

/// The criterion by which a value belongs to a variant.
#[derive(Clone, Debug)]
pub enum SelectedBy {
    /// The value of the union's tag.
    Tag(Vec<Value>),
    /// The JSON type of the value.
    Type(TypeName),
    /// The schema at this pointer accepts the value. Of several such variants it is the one whose
    /// tags, here, have the value's tag, or else the first.
    Schema(Pointer, Vec<Value>),
}

/// A variant of a union.
#[derive(Clone, Debug)]
pub struct UnionVariant {
    pub name: String,
    pub description: Option<String>,
    pub shape: Shape,
    pub selected_by: SelectedBy,
    /// The struct whose members the variant has itself, in place of a value of the struct. One of
    /// them is the tag.
    pub members: Option<Definition>,
}

impl UnionVariant {
    /// Returns the types of the members, or of the value.
    pub fn shapes(&self) -> Vec<&Shape> {
        match &self.members {
            Some(members) => members.body.shapes(),
            None => vec![&self.shape],
        }
    }
}

impl Body {
    /// Returns the types of the declared members or variants, or of the value.
    pub fn shapes(&self) -> Vec<&Shape> {
        match self {
            Self::Struct { fields, .. } => fields.iter().map(|field| &field.shape).collect(),
            Self::Union { variants, .. } => {
                variants.iter().flat_map(UnionVariant::shapes).collect()
            }
            Self::Transparent(shape) | Self::Alias(shape) => vec![shape],
            Self::Enumeration(_) | Self::KnownValues { .. } => Vec::new(),
        }
    }

    /// Returns the types of [`Body::shapes`], and that of undeclared members, which a map has.
    pub fn contained(&self) -> impl Iterator<Item = &Shape> {
        let additional = match self {
            Self::Struct { additional, .. } => additional.as_ref(),
            _ => None,
        };
        self.shapes().into_iter().chain(additional)
    }

    pub fn is_enumeration(&self) -> bool {
        matches!(self, Self::Enumeration(_) | Self::KnownValues { .. })
    }

    /// Returns the declared members of a struct.
    pub fn fields(&self) -> &[Field] {
        match self {
            Self::Struct { fields, .. } => fields,
            _ => &[],
        }
    }

    pub fn fields_mut(&mut self) -> &mut [Field] {
        match self {
            Self::Struct { fields, .. } => fields,
            _ => &mut [],
        }
    }

    /// Returns the body itself, or of a union those of the structs whose members its variants have
    /// ([`UnionVariant::members`]).
    pub fn objects(&self) -> impl Iterator<Item = &Self> {
        let (own, variants) = match self {
            Self::Union { variants, .. } => (None, variants.as_slice()),
            _ => (Some(self), &[][..]),
        };
        let members = variants.iter().filter_map(|one| one.members.as_ref());
        own.into_iter().chain(members.map(|one| &one.body))
    }

    /// Returns whether an object may have members that the type has not.
    pub fn drops_members(&self) -> bool {
        matches!(
            self,
            Self::Struct { additional: None, closed: false, rules, .. }
                if rules.get(EXTENSION).is_none_or(|one| one["unevaluatedProperties"] != false)
        )
    }
}

/// A value of an enumeration.
#[derive(Clone, Debug)]
pub struct EnumeratedValue {
    pub variant: String,
    /// A string or an integer.
    pub value: Value,
    pub description: Option<String>,
}

/// A type of the generated file.
#[derive(Clone, Debug)]
pub struct Definition {
    pub name: String,
    pub description: Option<String>,
    /// As [`Field::deprecation`].
    pub deprecation: Option<String>,
    pub body: Body,
    /// The type of the same schema in responses, if this is the one in requests.
    pub copy_of: Option<String>,
}
