//! The meaning of each keyword of a schema for a comparison. `Effect` has no default for a
//! [`Keyword`], so that a new one compiles only with an effect. The value of an unknown keyword is
//! compared as JSON (Core §6.5), unless it is an extension, `x-...`.

pub(crate) use openapi_document::Keyword;

use openapi_document::TypeName;
use serde_json::Value;
use strum::{IntoStaticStr, VariantArray};

/// The types of JSON. Integers are numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum ValueType {
    /// `null`.
    Null,
    /// `true` and `false`.
    Boolean,
    /// Numbers, including integers.
    Number,
    /// Strings.
    String,
    /// Arrays.
    Array,
    /// Objects.
    Object,
}

impl ValueType {
    pub(crate) const ALL: &[ValueType] = ValueType::VARIANTS;

    /// Returns the type of a value.
    pub(crate) fn of(value: &Value) -> ValueType {
        match value {
            Value::Null => ValueType::Null,
            Value::Bool(_) => ValueType::Boolean,
            Value::Number(_) => ValueType::Number,
            Value::String(_) => ValueType::String,
            Value::Array(_) => ValueType::Array,
            Value::Object(_) => ValueType::Object,
        }
    }
}

/// The effect of a keyword on a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// Identifies, contains or selects schemas, and has no effect where it stands (Core §8). A
    /// `discriminator` is compared apart from schemas.
    Structure,
    /// Describes values to people and tools (Validation §9, OpenAPI 3.1.1 §4.8.24);
    /// not compared with schemas.
    Annotation,
    /// Describes values in a way that matters to callers: a boolean, compared as absent if it is
    /// false.
    ComparedAnnotation,
    /// Describes strings. The normal form of strings contains it.
    StringAnnotation,
    /// Rejects values. The normal form expresses it.
    Expressed,
    /// Rejects values. The normal form can't express it, and keeps it as a constraint.
    Constraint,
    /// Rejects nothing. Kept beside the constraints, because its value is compared.
    ComparedValue,
}

fn effect_of(keyword: Keyword) -> Effect {
    match keyword {
        Keyword::Anchor
        | Keyword::Defs
        | Keyword::DynamicAnchor
        | Keyword::Id
        | Keyword::Schema
        | Keyword::Vocabulary
        | Keyword::Discriminator => Effect::Structure,
        Keyword::Comment
        | Keyword::Default
        | Keyword::Description
        | Keyword::Example
        | Keyword::Examples
        | Keyword::ExternalDocs
        | Keyword::Title
        | Keyword::Xml => Effect::Annotation,
        Keyword::Deprecated | Keyword::ReadOnly | Keyword::WriteOnly => Effect::ComparedAnnotation,
        Keyword::Contains
        | Keyword::DependentRequired
        | Keyword::DependentSchemas
        | Keyword::DynamicRef
        | Keyword::Else
        | Keyword::If
        | Keyword::MaxContains
        | Keyword::MinContains
        | Keyword::Not
        | Keyword::PropertyNames
        | Keyword::Then
        | Keyword::UnevaluatedItems => Effect::Constraint,
        Keyword::AdditionalProperties
        | Keyword::AllOf
        | Keyword::AnyOf
        | Keyword::Const
        | Keyword::Enum
        | Keyword::ExclusiveMaximum
        | Keyword::ExclusiveMinimum
        | Keyword::Items
        | Keyword::MaxItems
        | Keyword::MaxLength
        | Keyword::MaxProperties
        | Keyword::Maximum
        | Keyword::MinItems
        | Keyword::MinLength
        | Keyword::MinProperties
        | Keyword::Minimum
        | Keyword::MultipleOf
        | Keyword::OneOf
        | Keyword::Pattern
        | Keyword::PatternProperties
        | Keyword::PrefixItems
        | Keyword::Properties
        | Keyword::Ref
        | Keyword::Required
        | Keyword::Type
        | Keyword::UnevaluatedProperties
        | Keyword::UniqueItems => Effect::Expressed,
        Keyword::ContentEncoding | Keyword::ContentMediaType | Keyword::Format => {
            Effect::StringAnnotation
        }
        Keyword::ContentSchema => Effect::ComparedValue,
    }
}

/// Returns the only type of values that a keyword applies to; `None` for all types.
pub(crate) fn applies_to(keyword: Keyword) -> Option<ValueType> {
    Some(match keyword.applies_to()? {
        TypeName::Null => ValueType::Null,
        TypeName::Boolean => ValueType::Boolean,
        TypeName::Integer | TypeName::Number => ValueType::Number,
        TypeName::String => ValueType::String,
        TypeName::Array => ValueType::Array,
        TypeName::Object => ValueType::Object,
    })
}

/// Returns the effect of the keyword called `name`. Extensions are annotations;
/// unknown keywords reject nothing (Core §6.5), and are compared.
pub(crate) fn effect(name: &str) -> Effect {
    match Keyword::from_name(name) {
        Some(keyword) => effect_of(keyword),
        // The former name of `$defs`, which the meta-schema still has.
        None if name == "definitions" => Effect::Structure,
        None if name.starts_with("x-") => Effect::Annotation,
        None => Effect::ComparedValue,
    }
}

/// Returns whether the keyword called `name` can reject a value. `format`, which a validator may
/// ignore, is not one that can.
pub(crate) fn is_assertion(name: &str) -> bool {
    matches!(effect(name), Effect::Expressed | Effect::Constraint)
}

/// Returns whether JSON Schema 2020-12 or OpenAPI 3.1 defines a keyword of this name. The
/// meta-schema still has `definitions`.
pub fn is_defined(name: &str) -> bool {
    name == "definitions" || Keyword::from_name(name).is_some()
}

/// Returns whether the keyword called `name` has no effect on which values are
/// allowed and isn't compared with schemas.
pub fn is_ignored(name: &str) -> bool {
    matches!(effect(name), Effect::Structure | Effect::Annotation)
}
