//! The keywords of JSON Schema 2020-12 and of OpenAPI's base vocabulary (§4.8.24).
//!
//! [`Keyword`] is the only list of them. A generator decides about each keyword with
//! an exhaustive `match`, so that a keyword that is added here does not compile until
//! every generator has a decision.

use crate::TypeName;

/// The type of the value that a keyword requires (Core §8 to §11, Validation §6 to §9).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// Any value.
    Any,
    /// A schema.
    Schema,
    /// A list of schemas.
    Schemas,
    /// An object whose members are schemas.
    NamedSchemas,
    /// A boolean.
    Boolean,
    /// A string.
    Text,
    /// The text of a regular expression.
    Pattern,
    /// A list of strings.
    Texts,
    /// A list of any values.
    List,
    /// The name of a type, or several.
    TypeName,
    /// A number.
    Number,
    /// A number in 3.1, a boolean in 3.0.
    ExclusiveLimit,
    /// A number above 0.
    PositiveNumber,
    /// A whole number, 0 or more.
    Count,
}

macro_rules! keywords {
    ($($variant:ident $name:literal $operand:ident $(of $applies_to:ident)?,)*) => {
        /// A keyword.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[derive(strum::Display, strum::EnumString, strum::IntoStaticStr)]
        pub enum Keyword {
            $(#[doc = concat!("`", $name, "`")] #[strum(serialize = $name)] $variant,)*
        }

        impl Keyword {
            /// All keywords, in alphabetical order.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// Returns the keyword as it is written in a schema.
            pub fn name(self) -> &'static str {
                self.into()
            }

            /// Returns the keyword with this name.
            pub fn from_name(name: &str) -> Option<Self> {
                name.parse().ok()
            }

            /// Returns the type that the value of the keyword must have.
            pub const fn operand(self) -> Operand {
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
    Defs "$defs" NamedSchemas,
    DynamicAnchor "$dynamicAnchor" Any,
    DynamicRef "$dynamicRef" Any,
    Id "$id" Any,
    Ref "$ref" Any,
    Schema "$schema" Any,
    Vocabulary "$vocabulary" Any,
    AdditionalProperties "additionalProperties" Schema of Object,
    AllOf "allOf" Schemas,
    AnyOf "anyOf" Schemas,
    Const "const" Any,
    Contains "contains" Schema of Array,
    ContentEncoding "contentEncoding" Text of String,
    ContentMediaType "contentMediaType" Text of String,
    ContentSchema "contentSchema" Schema of String,
    Default "default" Any,
    DependentRequired "dependentRequired" Any of Object,
    DependentSchemas "dependentSchemas" NamedSchemas of Object,
    Deprecated "deprecated" Boolean,
    Description "description" Any,
    Discriminator "discriminator" Any,
    Else "else" Schema,
    Enum "enum" List,
    Example "example" Any,
    Examples "examples" Any,
    ExclusiveMaximum "exclusiveMaximum" ExclusiveLimit of Number,
    ExclusiveMinimum "exclusiveMinimum" ExclusiveLimit of Number,
    ExternalDocs "externalDocs" Any,
    Format "format" Text,
    If "if" Schema,
    Items "items" Schema of Array,
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
    Not "not" Schema,
    OneOf "oneOf" Schemas,
    Pattern "pattern" Pattern of String,
    PatternProperties "patternProperties" NamedSchemas of Object,
    PrefixItems "prefixItems" Schemas of Array,
    Properties "properties" NamedSchemas of Object,
    PropertyNames "propertyNames" Schema of Object,
    ReadOnly "readOnly" Boolean,
    Required "required" Texts of Object,
    Then "then" Schema,
    Title "title" Any,
    Type "type" TypeName,
    UnevaluatedItems "unevaluatedItems" Schema of Array,
    UnevaluatedProperties "unevaluatedProperties" Schema of Object,
    UniqueItems "uniqueItems" Boolean of Array,
    WriteOnly "writeOnly" Boolean,
    Xml "xml" Any,
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
