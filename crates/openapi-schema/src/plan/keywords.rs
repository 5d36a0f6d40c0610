//! The keywords of one schema, as far as a plan checks them.

use serde_json::{Map, Value};

use super::{Bounds, Count, Listed, Type, Types};

/// Formats that the validator does not know. The generator adds the bounds of integers.
const ANNOTATIONS: [&str; 7] = ["binary", "byte", "double", "float", "int32", "int64", "password"];

/// The own keywords of a schema, without those that only annotate.
#[derive(Default)]
pub(super) struct Keywords<'d> {
    pub(super) types: Types,
    pub(super) listed: Vec<Listed>,
    pub(super) bounds: Bounds,
    pub(super) multiple_of: Option<i128>,
    pub(super) length: Count,
    pub(super) item_count: Count,
    pub(super) member_count: Count,
    /// `pattern` and `format`.
    pub(super) texts: Vec<(&'static str, &'d Value)>,
    pub(super) items: Option<&'d Value>,
    pub(super) properties: Option<&'d Map<String, Value>>,
    pub(super) additional: Option<&'d Value>,
    pub(super) required: Vec<&'d str>,
    pub(super) reference: Option<&'d str>,
    pub(super) all_of: &'d [Value],
    pub(super) union: Option<Union<'d>>,
}

/// `anyOf` or `oneOf`. A value of one type cannot match two branches that have no type in
/// common, so that both mean the same.
#[derive(Clone, Copy)]
pub(super) struct Union<'d> {
    pub(super) keyword: &'static str,
    pub(super) branches: &'d [Value],
}

impl<'d> Keywords<'d> {
    /// Returns the keywords of a schema, or `None` if a plan does not know one of them.
    pub(super) fn of(schema: &'d Map<String, Value>) -> Option<Self> {
        let mut keywords = Self::default();
        for (name, value) in schema {
            keywords.add(name, value)?;
        }
        Some(keywords)
    }

    fn add(&mut self, name: &str, value: &'d Value) -> Option<()> {
        match name {
            "type" => self.types = self.types.and(types(value)?),
            "enum" => self.list(value.as_array()?)?,
            "const" => self.list(std::slice::from_ref(value))?,
            "minimum" => self.bounds = self.bounds.and(Bounds::from(integer(value)?)),
            "maximum" => self.bounds = self.bounds.and(Bounds::to(integer(value)?)),
            "exclusiveMinimum" => self.bounds = self.bounds.and(Bounds::above(integer(value)?)),
            "exclusiveMaximum" => self.bounds = self.bounds.and(Bounds::below(integer(value)?)),
            "multipleOf" => {
                // The validator rounds larger ones to floats.
                let divisor = integer(value).filter(|one| (1..=1 << 53).contains(one));
                self.multiple_of = Some(divisor?);
                self.types = self.types.without(Type::Fraction);
            }
            "minLength" => self.length.least = value.as_u64()?,
            "maxLength" => self.length.most = value.as_u64()?,
            "minItems" => self.item_count.least = value.as_u64()?,
            "maxItems" => self.item_count.most = value.as_u64()?,
            "minProperties" => self.member_count.least = value.as_u64()?,
            "maxProperties" => self.member_count.most = value.as_u64()?,
            "format" if ANNOTATIONS.contains(&value.as_str()?) => {}
            "format" => self.texts.push(("format", value)),
            "pattern" => self.texts.push(("pattern", value)),
            "items" => self.items = Some(value),
            "properties" => self.properties = Some(value.as_object()?),
            "additionalProperties" => self.additional = Some(value),
            "required" => {
                let names = value.as_array()?.iter().map(Value::as_str);
                self.required = names.collect::<Option<_>>()?;
            }
            "$ref" => self.reference = Some(value.as_str()?),
            "allOf" => self.all_of = value.as_array()?,
            "anyOf" => self.unite("anyOf", value)?,
            "oneOf" => self.unite("oneOf", value)?,
            "title" | "description" | "default" | "example" | "examples" | "deprecated"
            | "readOnly" | "writeOnly" | "$comment" | "$defs" | "externalDocs" | "xml" => {}
            // Also `x-openapi-exact-integer`: a plan accepts no float without a fraction.
            _ if name.starts_with("x-") => {}
            _ => return None,
        }
        Some(())
    }

    /// Adds the values of `enum` or `const`.
    fn list(&mut self, values: &[Value]) -> Option<()> {
        let mut listed = Listed::default();
        let mut types = Types::NONE;
        for value in values {
            types = types.or(Types::of(match value {
                Value::Null => Type::Null,
                Value::Bool(value) => {
                    listed.booleans.push(*value);
                    Type::Boolean
                }
                Value::Number(_) => {
                    listed.integers.push(integer(value)?);
                    Type::Integer
                }
                Value::String(text) => {
                    listed.strings.insert(text.as_str().into());
                    Type::String
                }
                Value::Array(_) | Value::Object(_) => return None,
            }));
        }
        self.listed.push(listed);
        self.types = self.types.and(types);
        Some(())
    }

    fn unite(&mut self, keyword: &'static str, branches: &'d Value) -> Option<()> {
        let branches = branches.as_array()?;
        let union = Union { keyword, branches };
        self.union.replace(union).is_none().then_some(())
    }
}

/// Returns an integer that is written as one: the validator compares others as floats.
fn integer(value: &Value) -> Option<i128> {
    value.as_i64().map(i128::from).or_else(|| value.as_u64().map(i128::from))
}

pub(super) fn types(value: &Value) -> Option<Types> {
    match value {
        Value::String(name) => Some(match name.as_str() {
            "null" => Types::of(Type::Null),
            "boolean" => Types::of(Type::Boolean),
            "integer" => Types::of(Type::Integer),
            "number" => Types::of(Type::Integer).or(Types::of(Type::Fraction)),
            "string" => Types::of(Type::String),
            "array" => Types::of(Type::Array),
            "object" => Types::of(Type::Object),
            _ => return None,
        }),
        Value::Array(names) => {
            let mut all = names.iter().map(types);
            all.try_fold(Types::NONE, |all, one| Some(all.or(one?)))
        }
        _ => None,
    }
}
