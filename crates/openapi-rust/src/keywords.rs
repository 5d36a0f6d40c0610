//! The treatment of each keyword in the generator.

use openapi_document::{Diagnostic, Diagnostics, Keyword, Schema, TypeName, unknown_keyword};

/// The treatment of a keyword.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Treatment {
    /// Expressed by a Rust type.
    Type,
    /// Expressed by the emitted schema and enforced at run time, but not expressed by
    /// a type.
    Rule,
    /// Enforced at run time, but expressed neither by a type nor by OpenAPI 3.0. The
    /// keyword goes into the emitted schema unchanged, under [`EXTENSION`].
    Beyond,
    /// An annotation, which only people read (JSON Schema Validation §8 and §9,
    /// OpenAPI §4.8.24).
    Annotation,
    /// Identifies schemas, dialects or vocabularies other than by a JSON Pointer.
    Unsupported,
}

fn treatment(keyword: Keyword) -> Treatment {
    use Keyword as K;
    match keyword {
        K::AdditionalProperties
        | K::AllOf
        | K::AnyOf
        | K::Const
        | K::Discriminator
        | K::Enum
        | K::Format
        | K::Items
        | K::OneOf
        | K::Properties
        | K::Ref
        | K::Required
        | K::Type => Treatment::Type,
        K::ExclusiveMaximum
        | K::ExclusiveMinimum
        | K::MaxItems
        | K::MaxLength
        | K::MaxProperties
        | K::Maximum
        | K::MinItems
        | K::MinLength
        | K::MinProperties
        | K::Minimum
        | K::MultipleOf
        | K::Pattern
        | K::UniqueItems => Treatment::Rule,
        K::Contains
        | K::DependentRequired
        | K::DependentSchemas
        | K::Else
        | K::If
        | K::MaxContains
        | K::MinContains
        | K::Not
        | K::PatternProperties
        | K::PrefixItems
        | K::PropertyNames
        | K::Then
        | K::UnevaluatedItems
        | K::UnevaluatedProperties => Treatment::Beyond,
        K::Comment
        | K::ContentEncoding
        | K::ContentMediaType
        | K::ContentSchema
        | K::Default
        | K::Defs
        | K::Deprecated
        | K::Description
        | K::Example
        | K::Examples
        | K::ExternalDocs
        | K::ReadOnly
        | K::Title
        | K::WriteOnly
        | K::Xml => Treatment::Annotation,
        K::Anchor | K::DynamicAnchor | K::DynamicRef | K::Id | K::Schema | K::Vocabulary => {
            Treatment::Unsupported
        }
    }
}

/// The extension of a 3.0 schema that contains keywords which 3.0 doesn't have.
pub const EXTENSION: &str = "x-json-schema";

/// Returns the keywords that the emitted schema expresses and a type doesn't.
pub fn rules() -> impl Iterator<Item = &'static str> {
    treated_as(Treatment::Rule)
}

/// Returns the keywords that OpenAPI 3.0 doesn't have, under [`EXTENSION`].
pub fn beyond() -> impl Iterator<Item = &'static str> {
    treated_as(Treatment::Beyond)
}

/// Returns the type of values that a keyword tells, which a type or its rules express.
pub fn type_told_by(name: &str) -> Option<TypeName> {
    let keyword = Keyword::from_name(name)?;
    let is_expressed = matches!(treatment(keyword), Treatment::Type | Treatment::Rule);
    keyword.applies_to().filter(|_| is_expressed)
}

fn treated_as(wanted: Treatment) -> impl Iterator<Item = &'static str> {
    let keywords = Keyword::ALL.iter().copied();
    keywords.filter(move |keyword| treatment(*keyword) == wanted).map(Keyword::name)
}

/// Reports every unsupported or unknown keyword of a schema. Neither the types nor the
/// emitted document would contain its assertion.
pub fn check(schema: &Schema<'_>, diagnostics: &mut Diagnostics) {
    for name in schema.keywords() {
        let location = schema.keyword(name).map_or(schema.location(), |node| &node.location);
        diagnostics.extend(schema.defect(name));
        let Some(keyword) = Keyword::from_name(name) else {
            // JSON Schema 2019-09 has this reference; it is a defect.
            if name != "$recursiveRef" {
                diagnostics.extend(unknown_keyword(name, location));
            }
            continue;
        };
        match treatment(keyword) {
            Treatment::Unsupported if keyword != Keyword::Schema => {
                let message = format!("the keyword `{name}` is not supported");
                diagnostics.push(Diagnostic::error(location, message));
            }
            Treatment::Beyond => schema.defects_below(keyword, diagnostics),
            _ => {}
        }
    }
}

/// Returns whether a keyword has no effect on which values are accepted.
pub fn is_annotation(name: &str) -> bool {
    let keyword = Keyword::from_name(name);
    keyword == Some(Keyword::Discriminator)
        || keyword.is_some_and(|keyword| treatment(keyword) == Treatment::Annotation)
        || name.starts_with("x-")
}
