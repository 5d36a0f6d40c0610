//! The keywords of schemas, as one table: a new keyword doesn't compile before each
//! column and each `match` over [`Keyword`] says what it means. A keyword that isn't
//! in the table is an annotation (Core §6.5), and its value is compared as JSON.

use crate::document::Role;
use crate::schema::ValueType;

/// A keyword of JSON Schema 2020-12, or one that OpenAPI adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "camelCase")]
pub(crate) enum Keyword {
    #[strum(serialize = "$anchor")]
    Anchor,
    #[strum(serialize = "$comment")]
    Comment,
    #[strum(serialize = "$defs")]
    Defs,
    #[strum(serialize = "$dynamicAnchor")]
    DynamicAnchor,
    #[strum(serialize = "$dynamicRef")]
    DynamicRef,
    #[strum(serialize = "$id")]
    Id,
    #[strum(serialize = "$ref")]
    Ref,
    #[strum(serialize = "$schema")]
    Schema,
    AdditionalProperties,
    AllOf,
    AnyOf,
    Const,
    Contains,
    ContentEncoding,
    ContentMediaType,
    ContentSchema,
    Default,
    Definitions,
    DependentRequired,
    DependentSchemas,
    Deprecated,
    Description,
    Discriminator,
    Else,
    Enum,
    Example,
    Examples,
    ExclusiveMaximum,
    ExclusiveMinimum,
    ExternalDocs,
    Format,
    If,
    Items,
    MaxContains,
    MaxItems,
    MaxLength,
    MaxProperties,
    Maximum,
    MinContains,
    MinItems,
    MinLength,
    MinProperties,
    Minimum,
    MultipleOf,
    Not,
    Nullable,
    OneOf,
    Pattern,
    PatternProperties,
    PrefixItems,
    Properties,
    PropertyNames,
    ReadOnly,
    Required,
    Then,
    Title,
    Type,
    UnevaluatedItems,
    UnevaluatedProperties,
    UniqueItems,
    WriteOnly,
    Xml,
}

/// The effect of a keyword on a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// Identifies or contains schemas, and has no effect where it stands (Core §8).
    Structure,
    /// Describes values to people and tools (Validation §9, OpenAPI 3.1.1 §4.8.24);
    /// not compared with schemas.
    Annotation,
    /// Describes values in a way that matters to callers: compared where it is true.
    ComparedAnnotation,
    /// Describes strings. The normal form of strings contains it.
    StringAnnotation,
    /// Rejects values. The normal form expresses it.
    Expressed,
    /// Rejects values. The normal form can't express it, and keeps it as a constraint.
    Constraint,
    /// Rejects nothing, and is kept as a constraint, to be compared.
    ComparedConstraint,
}

/// The type of the value that a keyword requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operand {
    /// Not checked here: any value, or schemas, which are checked by their role.
    Any,
    Boolean,
    Text,
    Texts,
    List,
    TypeName,
    Number,
    /// A number in 3.1, a boolean in 3.0.
    ExclusiveLimit,
    PositiveNumber,
    /// A whole number, 0 or more.
    Count,
}

/// The row of a keyword in the table.
pub(crate) struct Properties {
    pub(crate) effect: Effect,
    pub(crate) operand: Operand,
    /// The role of the keyword's value: which schemas it contains.
    pub(crate) role: Role,
    /// The only type of values that the keyword applies to; `None` for all types.
    pub(crate) applies_to: Option<ValueType>,
}

const SCHEMA: Role = Role::Schema;
const LIST: Role = Role::List(&Role::Schema);
const MAP: Role = Role::Map(&Role::Schema);

impl Keyword {
    /// Returns the keyword of this name; `None` for an unknown keyword.
    pub(crate) fn of(name: &str) -> Option<Keyword> {
        name.parse().ok()
    }

    /// Returns the name of the keyword.
    pub(crate) fn name(self) -> &'static str {
        self.into()
    }

    /// Returns the properties of the keyword (Core §8 to §11, Validation §6 to §9).
    pub(crate) fn properties(self) -> Properties {
        use Effect::{
            Annotation, ComparedAnnotation, ComparedConstraint, Constraint, Expressed,
            StringAnnotation, Structure,
        };
        use Operand::{
            Any, Boolean, Count, ExclusiveLimit, List, Number, PositiveNumber, Text, Texts,
            TypeName,
        };
        use Role::Data;
        let (array, object) = (Some(ValueType::Array), Some(ValueType::Object));
        let (string, number) = (Some(ValueType::String), Some(ValueType::Number));
        let (effect, operand, role, applies_to) = match self {
            Keyword::Anchor
            | Keyword::DynamicAnchor
            | Keyword::Id
            | Keyword::Schema
            | Keyword::Discriminator => (Structure, Any, Data, None),
            Keyword::Defs | Keyword::Definitions => (Structure, Any, MAP, None),
            Keyword::Comment
            | Keyword::Default
            | Keyword::Description
            | Keyword::Example
            | Keyword::Examples
            | Keyword::ExternalDocs
            | Keyword::Title
            | Keyword::Xml => (Annotation, Any, Data, None),
            Keyword::Deprecated | Keyword::ReadOnly | Keyword::WriteOnly => {
                (ComparedAnnotation, Boolean, Data, None)
            }
            Keyword::Nullable => (ComparedConstraint, Boolean, Data, None),
            Keyword::Ref => (Expressed, Any, Data, None),
            Keyword::DynamicRef => (Constraint, Any, Data, None),
            Keyword::AllOf | Keyword::AnyOf | Keyword::OneOf => (Expressed, Any, LIST, None),
            Keyword::Not | Keyword::If | Keyword::Then | Keyword::Else => {
                (Expressed, Any, SCHEMA, None)
            }
            Keyword::Type => (Expressed, TypeName, Data, None),
            Keyword::Const => (Expressed, Any, Data, None),
            Keyword::Enum => (Expressed, List, Data, None),
            Keyword::Format => (StringAnnotation, Text, Data, None),
            Keyword::Minimum | Keyword::Maximum => (Expressed, Number, Data, number),
            Keyword::ExclusiveMinimum | Keyword::ExclusiveMaximum => {
                (Expressed, ExclusiveLimit, Data, number)
            }
            Keyword::MultipleOf => (Expressed, PositiveNumber, Data, number),
            Keyword::MinLength | Keyword::MaxLength => (Expressed, Count, Data, string),
            Keyword::Pattern => (Expressed, Text, Data, string),
            Keyword::ContentEncoding | Keyword::ContentMediaType => {
                (StringAnnotation, Text, Data, string)
            }
            Keyword::ContentSchema => (ComparedConstraint, Any, SCHEMA, string),
            Keyword::MinItems | Keyword::MaxItems => (Expressed, Count, Data, array),
            Keyword::UniqueItems => (Expressed, Boolean, Data, array),
            Keyword::PrefixItems => (Expressed, Any, LIST, array),
            Keyword::Items => (Expressed, Any, SCHEMA, array),
            Keyword::Contains | Keyword::UnevaluatedItems => (Constraint, Any, SCHEMA, array),
            Keyword::MinContains | Keyword::MaxContains => (Constraint, Count, Data, array),
            Keyword::MinProperties | Keyword::MaxProperties => (Expressed, Count, Data, object),
            Keyword::Required => (Expressed, Texts, Data, object),
            Keyword::Properties | Keyword::PatternProperties => (Expressed, Any, MAP, object),
            Keyword::AdditionalProperties | Keyword::UnevaluatedProperties => {
                (Expressed, Any, SCHEMA, object)
            }
            Keyword::PropertyNames => (Constraint, Any, SCHEMA, object),
            Keyword::DependentRequired => (Constraint, Any, Data, object),
            Keyword::DependentSchemas => (Constraint, Any, MAP, object),
        };
        Properties {
            effect,
            operand,
            role,
            applies_to,
        }
    }

    /// Returns the effect on a comparison.
    pub(crate) fn effect(self) -> Effect {
        self.properties().effect
    }
}

/// Returns the effect of the keyword called `name`. Extensions are annotations;
/// unknown keywords reject nothing (Core §6.5), and are compared.
pub(crate) fn effect(name: &str) -> Effect {
    match Keyword::of(name) {
        Some(keyword) => keyword.effect(),
        None if name.starts_with("x-") => Effect::Annotation,
        None => Effect::ComparedConstraint,
    }
}

/// Returns whether JSON Schema 2020-12 or OpenAPI 3.1 defines a keyword of this name.
pub fn is_defined(name: &str) -> bool {
    Keyword::of(name).is_some_and(|keyword| keyword != Keyword::Nullable)
}

/// Returns whether the keyword called `name` has no effect on which values are
/// allowed and isn't compared with schemas.
pub fn is_ignored(name: &str) -> bool {
    matches!(effect(name), Effect::Structure | Effect::Annotation)
}
