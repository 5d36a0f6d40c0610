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

/// The type of the value that a keyword requires (Core §8 to §11, Validation §6 to §9).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operand {
    /// Any value, or schemas, which are checked by their role.
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

macro_rules! keywords {
    ($($variant:ident $name:literal $value:ident $operand:ident,)*) => {
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

            /// Returns the type that the value of the keyword must have.
            pub(crate) const fn operand(self) -> Operand {
                match self {
                    $(Self::$variant => Operand::$operand,)*
                }
            }
        }
    };
}

keywords! {
    Anchor "$anchor" Data Any,
    Comment "$comment" Data Any,
    Defs "$defs" NamedSchemas Any,
    DynamicAnchor "$dynamicAnchor" Data Any,
    DynamicRef "$dynamicRef" Data Any,
    Id "$id" Data Any,
    Ref "$ref" Data Any,
    Schema "$schema" Data Any,
    Vocabulary "$vocabulary" Data Any,
    AdditionalProperties "additionalProperties" Schema Any,
    AllOf "allOf" Schemas Any,
    AnyOf "anyOf" Schemas Any,
    Const "const" Data Any,
    Contains "contains" Schema Any,
    ContentEncoding "contentEncoding" Data Text,
    ContentMediaType "contentMediaType" Data Text,
    ContentSchema "contentSchema" Schema Any,
    Default "default" Data Any,
    DependentRequired "dependentRequired" Data Any,
    DependentSchemas "dependentSchemas" NamedSchemas Any,
    Deprecated "deprecated" Data Boolean,
    Description "description" Data Any,
    Discriminator "discriminator" Data Any,
    Else "else" Schema Any,
    Enum "enum" Data List,
    Example "example" Data Any,
    Examples "examples" Data Any,
    ExclusiveMaximum "exclusiveMaximum" Data ExclusiveLimit,
    ExclusiveMinimum "exclusiveMinimum" Data ExclusiveLimit,
    ExternalDocs "externalDocs" Data Any,
    Format "format" Data Text,
    If "if" Schema Any,
    Items "items" Schema Any,
    MaxContains "maxContains" Data Count,
    MaxItems "maxItems" Data Count,
    MaxLength "maxLength" Data Count,
    MaxProperties "maxProperties" Data Count,
    Maximum "maximum" Data Number,
    MinContains "minContains" Data Count,
    MinItems "minItems" Data Count,
    MinLength "minLength" Data Count,
    MinProperties "minProperties" Data Count,
    Minimum "minimum" Data Number,
    MultipleOf "multipleOf" Data PositiveNumber,
    Not "not" Schema Any,
    OneOf "oneOf" Schemas Any,
    Pattern "pattern" Data Text,
    PatternProperties "patternProperties" NamedSchemas Any,
    PrefixItems "prefixItems" Schemas Any,
    Properties "properties" NamedSchemas Any,
    PropertyNames "propertyNames" Schema Any,
    ReadOnly "readOnly" Data Boolean,
    Required "required" Data Texts,
    Then "then" Schema Any,
    Title "title" Data Any,
    Type "type" Data TypeName,
    UnevaluatedItems "unevaluatedItems" Schema Any,
    UnevaluatedProperties "unevaluatedProperties" Schema Any,
    UniqueItems "uniqueItems" Data Boolean,
    WriteOnly "writeOnly" Data Boolean,
    Xml "xml" Data Any,
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
