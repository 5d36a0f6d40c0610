//! The keywords of schemas, as one table: a new keyword doesn't compile before each
//! column says what it means. A keyword that isn't in the table is an annotation
//! (Core §6.5).

use crate::role::Role;

/// A keyword of JSON Schema 2020-12, or one that OpenAPI adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "camelCase")]
#[expect(missing_docs, reason = "each variant is the keyword of this name")]
pub enum Keyword {
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

const SCHEMA: Role = Role::Schema;
const LIST: Role = Role::List(&Role::Schema);
const MAP: Role = Role::Map(&Role::Schema);

impl Keyword {
    /// Returns the keyword of this name; `None` for an unknown keyword.
    pub fn of(name: &str) -> Option<Keyword> {
        name.parse().ok()
    }

    /// Returns the name of the keyword.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns the role of the keyword's value: which schemas it contains.
    pub fn role(self) -> Role {
        self.row().1
    }

    pub(crate) fn operand(self) -> Operand {
        self.row().0
    }

    /// Returns the row of the table (Core §8 to §11, Validation §6 to §9).
    fn row(self) -> (Operand, Role) {
        use Operand::{
            Any, Boolean, Count, ExclusiveLimit, List, Number, PositiveNumber, Text, Texts,
            TypeName,
        };
        use Role::Data;
        match self {
            Keyword::Anchor
            | Keyword::Comment
            | Keyword::Const
            | Keyword::Default
            | Keyword::DependentRequired
            | Keyword::Description
            | Keyword::Discriminator
            | Keyword::DynamicAnchor
            | Keyword::DynamicRef
            | Keyword::Example
            | Keyword::Examples
            | Keyword::ExternalDocs
            | Keyword::Id
            | Keyword::Ref
            | Keyword::Schema
            | Keyword::Title
            | Keyword::Xml => (Any, Data),
            Keyword::Defs
            | Keyword::Definitions
            | Keyword::DependentSchemas
            | Keyword::PatternProperties
            | Keyword::Properties => (Any, MAP),
            Keyword::AllOf | Keyword::AnyOf | Keyword::OneOf | Keyword::PrefixItems => (Any, LIST),
            Keyword::AdditionalProperties
            | Keyword::Contains
            | Keyword::ContentSchema
            | Keyword::Else
            | Keyword::If
            | Keyword::Items
            | Keyword::Not
            | Keyword::PropertyNames
            | Keyword::Then
            | Keyword::UnevaluatedItems
            | Keyword::UnevaluatedProperties => (Any, SCHEMA),
            Keyword::Deprecated
            | Keyword::Nullable
            | Keyword::ReadOnly
            | Keyword::UniqueItems
            | Keyword::WriteOnly => (Boolean, Data),
            Keyword::ContentEncoding
            | Keyword::ContentMediaType
            | Keyword::Format
            | Keyword::Pattern => (Text, Data),
            Keyword::Required => (Texts, Data),
            Keyword::Type => (TypeName, Data),
            Keyword::Enum => (List, Data),
            Keyword::Minimum | Keyword::Maximum => (Number, Data),
            Keyword::ExclusiveMinimum | Keyword::ExclusiveMaximum => (ExclusiveLimit, Data),
            Keyword::MultipleOf => (PositiveNumber, Data),
            Keyword::MinLength
            | Keyword::MaxLength
            | Keyword::MinItems
            | Keyword::MaxItems
            | Keyword::MinContains
            | Keyword::MaxContains
            | Keyword::MinProperties
            | Keyword::MaxProperties => (Count, Data),
        }
    }
}
