//! The keywords of JSON Schema 2020-12 and of OpenAPI's base vocabulary (§4.8.24).
//!
//! [`Keyword`] is the only list of them. A generator decides about each keyword with
//! an exhaustive `match`, so that a keyword that is added here does not compile until
//! every generator has a decision.

use std::fmt;

use crate::fields::nearest;
use crate::{Diagnostic, Location, TypeName};

/// The type of the value that a keyword requires (Core §8 to §11, Validation §6 to §9).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operand {
    /// Any value, or schemas, which are checked by their role.
    Any,
    Boolean,
    Text,
    /// The text of a regular expression.
    Pattern,
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
    ($($variant:ident $name:literal $operand:ident $(of $applies_to:ident)?,)*) => {
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

            /// Returns the type that the value of the keyword must have.
            pub(crate) const fn operand(self) -> Operand {
                match self {
                    $(Self::$variant => Operand::$operand,)*
                }
            }

            /// Returns the only type of values that the keyword applies to; `None` for all
            /// types.
            pub fn applies_to(self) -> Option<TypeName> {
                let types: &[TypeName] = match self {
                    $(Self::$variant => &[$(TypeName::$applies_to)?],)*
                };
                types.first().copied()
            }
        }
    };
}

keywords! {
    Anchor "$anchor" Any,
    Comment "$comment" Any,
    Defs "$defs" Any,
    DynamicAnchor "$dynamicAnchor" Any,
    DynamicRef "$dynamicRef" Any,
    Id "$id" Any,
    Ref "$ref" Any,
    Schema "$schema" Any,
    Vocabulary "$vocabulary" Any,
    AdditionalProperties "additionalProperties" Any of Object,
    AllOf "allOf" Any,
    AnyOf "anyOf" Any,
    Const "const" Any,
    Contains "contains" Any of Array,
    ContentEncoding "contentEncoding" Text of String,
    ContentMediaType "contentMediaType" Text of String,
    ContentSchema "contentSchema" Any of String,
    Default "default" Any,
    DependentRequired "dependentRequired" Any of Object,
    DependentSchemas "dependentSchemas" Any of Object,
    Deprecated "deprecated" Boolean,
    Description "description" Any,
    Discriminator "discriminator" Any,
    Else "else" Any,
    Enum "enum" List,
    Example "example" Any,
    Examples "examples" Any,
    ExclusiveMaximum "exclusiveMaximum" ExclusiveLimit of Number,
    ExclusiveMinimum "exclusiveMinimum" ExclusiveLimit of Number,
    ExternalDocs "externalDocs" Any,
    Format "format" Text,
    If "if" Any,
    Items "items" Any of Array,
    MaxContains "maxContains" Count of Array,
    MaxItems "maxItems" Count of Array,
    MaxLength "maxLength" Count of String,
    MaxProperties "maxProperties" Count of Object,
    Maximum "maximum" Number of Number,
    MinContains "minContains" Count of Array,
    MinItems "minItems" Count of Array,
    MinLength "minLength" Count of String,
    MinProperties "minProperties" Count of Object,
    Minimum "minimum" Number of Number,
    MultipleOf "multipleOf" PositiveNumber of Number,
    Not "not" Any,
    OneOf "oneOf" Any,
    Pattern "pattern" Pattern of String,
    PatternProperties "patternProperties" Any of Object,
    PrefixItems "prefixItems" Any of Array,
    Properties "properties" Any of Object,
    PropertyNames "propertyNames" Any of Object,
    ReadOnly "readOnly" Boolean,
    Required "required" Texts of Object,
    Then "then" Any,
    Title "title" Any,
    Type "type" TypeName,
    UnevaluatedItems "unevaluatedItems" Any of Array,
    UnevaluatedProperties "unevaluatedProperties" Any of Object,
    UniqueItems "uniqueItems" Boolean of Array,
    WriteOnly "writeOnly" Boolean,
    Xml "xml" Any,
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
