//! The keywords of schemas, as one table: a new keyword doesn't compile before the type of
//! its value is known. A keyword that isn't in the table is an annotation (Core §6.5).

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

impl Keyword {
    /// Returns the keyword of this name; `None` for an unknown keyword.
    pub fn of(name: &str) -> Option<Keyword> {
        name.parse().ok()
    }

    /// Returns the name of the keyword.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns the type of the keyword's value (Core §8 to §11, Validation §6 to §9).
    pub(crate) fn operand(self) -> Operand {
        use Operand::{
            Any, Boolean, Count, ExclusiveLimit, List, Number, PositiveNumber, Text, Texts,
            TypeName,
        };
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
            | Keyword::Xml
            | Keyword::Defs
            | Keyword::Definitions
            | Keyword::DependentSchemas
            | Keyword::PatternProperties
            | Keyword::Properties
            | Keyword::AllOf
            | Keyword::AnyOf
            | Keyword::OneOf
            | Keyword::PrefixItems
            | Keyword::AdditionalProperties
            | Keyword::Contains
            | Keyword::ContentSchema
            | Keyword::Else
            | Keyword::If
            | Keyword::Items
            | Keyword::Not
            | Keyword::PropertyNames
            | Keyword::Then
            | Keyword::UnevaluatedItems
            | Keyword::UnevaluatedProperties => Any,
            Keyword::Deprecated
            | Keyword::Nullable
            | Keyword::ReadOnly
            | Keyword::UniqueItems
            | Keyword::WriteOnly => Boolean,
            Keyword::ContentEncoding
            | Keyword::ContentMediaType
            | Keyword::Format
            | Keyword::Pattern => Text,
            Keyword::Required => Texts,
            Keyword::Type => TypeName,
            Keyword::Enum => List,
            Keyword::Minimum | Keyword::Maximum => Number,
            Keyword::ExclusiveMinimum | Keyword::ExclusiveMaximum => ExclusiveLimit,
            Keyword::MultipleOf => PositiveNumber,
            Keyword::MinLength
            | Keyword::MaxLength
            | Keyword::MinItems
            | Keyword::MaxItems
            | Keyword::MinContains
            | Keyword::MaxContains
            | Keyword::MinProperties
            | Keyword::MaxProperties => Count,
        }
    }
}
