//! The plan of a schema: checks a JSON text while it is read, without building values.
//!
//! A plan accepts a text only if the schema accepts it. A text that the plan does not
//! accept may still be valid, and is decided by [`parse`](crate::parse) and the
//! validator, which alone reject and explain. The plan gives up at a number that is neither
//! a 64-bit integer, written as one, nor a float with a fraction: [`crate::number`] rewrites
//! some of the others. A value whose schema has keywords that the plan does not know is built
//! and given to the validator.
//!
//! Several schemas that apply to one value (`allOf`, `$ref` with siblings) have one
//! node, whose checks are the checks of all of them.

mod compile;
mod keywords;
mod plain;
mod walk;

#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::Arc;

use jsonschema::Validator;
use serde::de::DeserializeSeed;
use serde_json::{Deserializer, Value};

use crate::json_schema::Compiled;
use crate::{Document, Scalar};
use walk::Walk;

/// The checks of a schema.
pub(crate) struct Plan {
    nodes: Vec<Node>,
}

impl Plan {
    /// Compiles the schema at a JSON Pointer in URI fragment form. Returns `None` if a
    /// plan would gain nothing or be too large, if a reference has no target or a `pattern` or
    /// `format` does not compile, and for a document with `$dynamicRef`.
    pub(crate) fn compile(document: &'static Document, pointer: &str) -> Option<Self> {
        let nodes = compile::nodes(document, pointer)?;
        Some(Self { nodes })
    }

    /// Returns whether the text certainly is a JSON document that the schema accepts.
    pub(crate) fn accepts(&self, text: &str) -> bool {
        let mut deserializer = Deserializer::from_str(text);
        let root = Walk::new(&self.nodes, Id::ROOT);
        root.deserialize(&mut deserializer).is_ok() && deserializer.end().is_ok()
    }

    /// Returns the scalar that a text certainly represents: a string if the schema accepts
    /// strings, or else the boolean or integer that the text spells.
    pub(crate) fn scalar<'t>(&self, text: Cow<'t, str>) -> Option<Scalar<'t>> {
        let Node::Checks(checks) = &self.nodes[Id::ROOT.0] else {
            return None;
        };
        if checks.types.contains(Type::String) {
            return checks.allows_string(&text).then_some(Scalar::String(text));
        }
        if let Ok(value) = text.parse() {
            return checks.allows_boolean(value).then_some(Scalar::Boolean(value));
        }
        let integer: i64 = text.parse().ok()?;
        // Not `+1`, `01` or `-0`, which are no JSON or another text of an integer.
        let is_plain = match text.strip_prefix('-').unwrap_or(&text).as_bytes() {
            [b'0', ..] => *text == *"0",
            [first, ..] => first.is_ascii_digit(),
            [] => false,
        };
        (is_plain && checks.allows_integer(integer.into())).then_some(Scalar::Integer(integer))
    }
}

/// The index of a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Id(usize);

impl Id {
    const ROOT: Self = Self(0);
}

/// The checks of the schemas that apply to one value.
enum Node {
    Checks(Box<Checks>),
    /// A union whose branches have no type in common: the node of each type, in the order
    /// of [`Type`].
    ByType([Id; Type::ALL.len()]),
    /// The validator decides.
    Exact(Vec<Arc<Compiled>>),
}

/// The types of JSON Schema, where `number` is an integer or a fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Type {
    Null,
    Boolean,
    Integer,
    Fraction,
    String,
    Array,
    Object,
}

impl Type {
    const ALL: [Self; 7] = [
        Self::Null,
        Self::Boolean,
        Self::Integer,
        Self::Fraction,
        Self::String,
        Self::Array,
        Self::Object,
    ];
}

/// A set of types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Types(u8);

impl Default for Types {
    fn default() -> Self {
        Self::ALL
    }
}

impl Types {
    const NONE: Self = Self(0);
    const ALL: Self = Self((1 << Type::ALL.len()) - 1);

    fn of(one: Type) -> Self {
        Self(1 << one as u8)
    }

    fn contains(self, one: Type) -> bool {
        self.0 & Self::of(one).0 != 0
    }

    fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    fn without(self, one: Type) -> Self {
        Self(self.0 & !Self::of(one).0)
    }
}

/// The keywords that the plan checks itself. By default they accept every value but arrays and
/// objects, for which `items` and `additional` have to be set.
#[derive(Default)]
struct Checks {
    types: Types,
    /// One for each `enum` and `const`.
    listed: Vec<Listed>,
    bounds: Bounds,
    /// All of them positive.
    multiple_of: Vec<i128>,
    length: Count,
    /// One for each `pattern` and `format`.
    texts: Vec<Arc<Text>>,
    items: Id,
    item_count: Count,
    members: Vec<Member>,
    /// The required members by index, of which `compile` allows 128.
    required: u128,
    additional: Id,
    member_count: Count,
}

impl Checks {
    /// `enum` and `const` without null exclude it by their types.
    fn allows_null(&self) -> bool {
        self.types.contains(Type::Null)
    }

    fn allows_boolean(&self, value: bool) -> bool {
        self.types.contains(Type::Boolean)
            && self.listed.iter().all(|one| one.booleans.contains(&value))
    }

    fn allows_integer(&self, value: i128) -> bool {
        self.types.contains(Type::Integer)
            && self.bounds.has_integer(value)
            && self.multiple_of.iter().all(|divisor| value % divisor == 0)
            && self.listed.iter().all(|one| one.integers.contains(&value))
    }

    /// `enum`, `const` and `multipleOf` exclude fractions by their types.
    fn allows_fraction(&self, value: f64) -> bool {
        self.types.contains(Type::Fraction) && self.bounds.has_fraction(value)
    }

    fn allows_string(&self, text: &str) -> bool {
        let is_allowed = self.types.contains(Type::String)
            && self.listed.iter().all(|one| one.strings.contains(text))
            && (self.length.is_any() || self.length.allows(text.chars().count()));
        is_allowed && self.texts.iter().all(|one| one.allows(text))
    }
}

/// A `pattern` or a `format`.
struct Text {
    /// Recognizes texts that the validator certainly accepts.
    is_plain: Option<fn(&str) -> bool>,
    validator: Validator,
}

impl Text {
    fn allows(&self, text: &str) -> bool {
        self.is_plain.is_some_and(|is_plain| is_plain(text))
            || self.validator.is_valid(&Value::from(text))
    }
}

/// The bounds of a number. A bound is an integer, so that a fraction is above it exactly if
/// the next integer below the fraction is not below the bound. One of a schema is an `i64` or a
/// `u64`, so that the next one is an `i128`.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    /// The least and the greatest integer.
    integers: (i128, i128),
    /// The same for fractions, for which an exclusive bound means as much as an inclusive one.
    fractions: (i128, i128),
}

impl Default for Bounds {
    fn default() -> Self {
        Self::from(i128::MIN)
    }
}

impl Bounds {
    fn from(minimum: i128) -> Self {
        let bound = (minimum, i128::MAX);
        Self { integers: bound, fractions: bound }
    }

    fn to(maximum: i128) -> Self {
        let bound = (i128::MIN, maximum);
        Self { integers: bound, fractions: bound }
    }

    fn above(minimum: i128) -> Self {
        Self { integers: (minimum + 1, i128::MAX), ..Self::from(minimum) }
    }

    fn below(maximum: i128) -> Self {
        Self { integers: (i128::MIN, maximum - 1), ..Self::to(maximum) }
    }

    fn and(self, other: Self) -> Self {
        let both =
            |one: (i128, i128), other: (i128, i128)| (one.0.max(other.0), one.1.min(other.1));
        Self {
            integers: both(self.integers, other.integers),
            fractions: both(self.fractions, other.fractions),
        }
    }

    fn has_integer(self, value: i128) -> bool {
        (self.integers.0..=self.integers.1).contains(&value)
    }

    /// A float with a fraction is below 2^53, so that the conversions are exact.
    fn has_fraction(self, value: f64) -> bool {
        value.floor() as i128 >= self.fractions.0 && value.ceil() as i128 <= self.fractions.1
    }
}

/// The inclusive bounds of a number of characters, items or members.
#[derive(Clone, Copy, Debug)]
struct Count {
    least: u64,
    most: u64,
}

impl Default for Count {
    fn default() -> Self {
        Self { least: 0, most: u64::MAX }
    }
}

impl Count {
    fn allows(self, count: usize) -> bool {
        (self.least..=self.most).contains(&(count as u64))
    }

    fn is_any(self) -> bool {
        self.least == 0 && self.most == u64::MAX
    }

    fn and(self, other: Self) -> Self {
        Self { least: self.least.max(other.least), most: self.most.min(other.most) }
    }
}

/// A declared or required member of an object.
struct Member {
    name: Box<str>,
    value: Id,
}

/// The scalars of an `enum` or `const` but null, which has no values to tell apart.
#[derive(Clone, Debug, Default)]
struct Listed {
    booleans: Vec<bool>,
    integers: Vec<i128>,
    strings: HashSet<Box<str>>,
}
