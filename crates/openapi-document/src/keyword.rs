//! The keywords of JSON Schema 2020-12 and of OpenAPI's base vocabulary (§4.8.24).
//!
//! [`Keyword`] is the only list of them. A generator decides about each keyword with
//! an exhaustive `match`, so that a keyword that is added here does not compile until
//! every generator has a decision.

use std::fmt;

use crate::fields::nearest;
use crate::{Diagnostic, Location};

/// The schemas in the value of a keyword.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeywordValue {
    /// No schema.
    Data,
    /// A schema.
    Schema,
    /// An array of schemas.
    Schemas,
    /// An object of schemas, whose names the author of the document chooses.
    NamedSchemas,
}

macro_rules! keywords {
    ($($variant:ident $name:literal $value:ident,)*) => {
        /// A keyword.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Keyword {
            $(#[doc = concat!("`", $name, "`")] $variant,)*
        }

        impl Keyword {
            /// All keywords, in alphabetical order.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// Returns the keyword as it is written in a schema.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }

            /// Returns the keyword with this name.
            pub fn from_name(name: &str) -> Option<Self> {
                match name {
                    $($name => Some(Self::$variant),)*
                    _ => None,
                }
            }

            /// Returns the schemas in the value of the keyword.
            pub const fn value(self) -> KeywordValue {
                match self {
                    $(Self::$variant => KeywordValue::$value,)*
                }
            }
        }
    };
}

keywords! {
    Anchor "$anchor" Data,
    Comment "$comment" Data,
    Defs "$defs" NamedSchemas,
    DynamicAnchor "$dynamicAnchor" Data,
    DynamicRef "$dynamicRef" Data,
    Id "$id" Data,
    Ref "$ref" Data,
    Schema "$schema" Data,
    Vocabulary "$vocabulary" Data,
    AdditionalProperties "additionalProperties" Schema,
    AllOf "allOf" Schemas,
    AnyOf "anyOf" Schemas,
    Const "const" Data,
    Contains "contains" Schema,
    ContentEncoding "contentEncoding" Data,
    ContentMediaType "contentMediaType" Data,
    ContentSchema "contentSchema" Schema,
    Default "default" Data,
    DependentRequired "dependentRequired" Data,
    DependentSchemas "dependentSchemas" NamedSchemas,
    Deprecated "deprecated" Data,
    Description "description" Data,
    Discriminator "discriminator" Data,
    Else "else" Schema,
    Enum "enum" Data,
    Example "example" Data,
    Examples "examples" Data,
    ExclusiveMaximum "exclusiveMaximum" Data,
    ExclusiveMinimum "exclusiveMinimum" Data,
    ExternalDocs "externalDocs" Data,
    Format "format" Data,
    If "if" Schema,
    Items "items" Schema,
    MaxContains "maxContains" Data,
    MaxItems "maxItems" Data,
    MaxLength "maxLength" Data,
    MaxProperties "maxProperties" Data,
    Maximum "maximum" Data,
    MinContains "minContains" Data,
    MinItems "minItems" Data,
    MinLength "minLength" Data,
    MinProperties "minProperties" Data,
    Minimum "minimum" Data,
    MultipleOf "multipleOf" Data,
    Not "not" Schema,
    OneOf "oneOf" Schemas,
    Pattern "pattern" Data,
    PatternProperties "patternProperties" NamedSchemas,
    PrefixItems "prefixItems" Schemas,
    Properties "properties" NamedSchemas,
    PropertyNames "propertyNames" Schema,
    ReadOnly "readOnly" Data,
    Required "required" Data,
    Then "then" Schema,
    Title "title" Data,
    Type "type" Data,
    UnevaluatedItems "unevaluatedItems" Schema,
    UnevaluatedProperties "unevaluatedProperties" Schema,
    UniqueItems "uniqueItems" Data,
    WriteOnly "writeOnly" Data,
    Xml "xml" Data,
}

impl fmt::Display for Keyword {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// Returns the warning for a member of a schema that is no keyword, and therefore has no
/// effect (JSON Schema Core §4.3.1). Returns `None` for an extension.
pub fn unknown_keyword(name: &str, location: &Location) -> Option<Diagnostic> {
    if name.starts_with("x-") {
        return None;
    }
    if name == "nullable" {
        let message = "`nullable` is a keyword of OpenAPI 3.0 and has no effect in 3.1";
        let help = "add null to the type, such as `type: [string, \"null\"]`";
        return Some(Diagnostic::warning(location, message).help(help));
    }
    let message = format!("`{name}` is not a keyword of JSON Schema 2020-12 and has no effect");
    let known = Keyword::ALL.iter().map(|keyword| keyword.name());
    let help = match nearest(name, known) {
        Some(keyword) => format!("did you mean `{keyword}`?"),
        None => "begin the name of an extension with `x-`".to_owned(),
    };
    Some(Diagnostic::warning(location, message).help(help))
}

#[cfg(test)]
mod tests {
    use super::Keyword;

    #[test]
    fn each_keyword_is_found_by_its_name() {
        for keyword in Keyword::ALL {
            assert_eq!(Keyword::from_name(keyword.name()), Some(*keyword));
        }
        assert!(Keyword::ALL.is_sorted_by_key(|keyword| keyword.name()));
        assert_eq!(Keyword::from_name("nullable"), None);
    }
}
