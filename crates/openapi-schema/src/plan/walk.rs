//! Reads a JSON text along the nodes of a plan.
//!
//! Every error means that the plan does not accept the text, so errors say nothing.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use serde::Deserializer;
use serde::de::{DeserializeSeed, Error, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

use super::{Checks, Id, Member, Node, Type};
use crate::json_schema::{Compiled, judge};
use crate::text::Strict;

/// The maximum number of undeclared members whose names are compared one by one.
const FEW: usize = 16;

/// A value that is checked by a node while it is read.
#[derive(Clone, Copy)]
pub(super) struct Walk<'p> {
    nodes: &'p [Node],
    id: Id,
}

impl<'p> Walk<'p> {
    pub(super) fn new(nodes: &'p [Node], id: Id) -> Self {
        Self { nodes, id }
    }

    fn at(self, id: Id) -> Self {
        Self { id, ..self }
    }

    /// Returns what decides about a value of this type.
    fn target(self, found: Type) -> Target<'p> {
        let mut id = self.id;
        loop {
            match &self.nodes[id.0] {
                Node::ByType(ids) => id = ids[found as usize],
                Node::Checks(checks) => return Target::Checks(checks),
                Node::Exact(validators) => return Target::Exact(validators),
            }
        }
    }

    fn scalar<E: Error>(
        self,
        found: Type,
        value: impl Into<Value>,
        allows: impl FnOnce(&Checks) -> bool,
    ) -> Result<(), E> {
        match self.target(found) {
            Target::Checks(checks) => require(allows(checks)),
            Target::Exact(validators) => exact(validators, &value.into()),
        }
    }
}

/// The checks or validators of a value.
enum Target<'p> {
    Checks(&'p Checks),
    Exact(&'p [Arc<Compiled>]),
}

fn exact<E: Error>(validators: &[Arc<Compiled>], value: &Value) -> Result<(), E> {
    require(validators.iter().all(|one| judge(one, value)))
}

fn refused<E: Error>() -> E {
    E::custom("refused")
}

fn require<E: Error>(holds: bool) -> Result<(), E> {
    if holds { Ok(()) } else { Err(refused()) }
}

impl<'de> DeserializeSeed<'de> for Walk<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Walk<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a JSON value")
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        self.scalar(Type::Null, (), |checks| checks.allows_null())
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<(), E> {
        self.scalar(Type::Boolean, value, |checks| checks.allows_boolean(value))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<(), E> {
        self.scalar(Type::Integer, value, |checks| checks.allows_integer(value.into()))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<(), E> {
        self.scalar(Type::Integer, value, |checks| checks.allows_integer(value.into()))
    }

    /// A number without a fraction may be rewritten as an integer, or its digits may be
    /// lost.
    fn visit_f64<E: Error>(self, value: f64) -> Result<(), E> {
        require(value.fract() != 0.0)?;
        self.scalar(Type::Fraction, value, |checks| checks.allows_fraction(value))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        self.scalar(Type::String, text, |checks| checks.allows_string(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        let checks = match self.target(Type::Array) {
            Target::Checks(checks) => checks,
            Target::Exact(validators) => {
                let value = without_integral_floats(|strict| strict.visit_seq(items))?;
                return exact(validators, &value);
            }
        };
        require(checks.types.contains(Type::Array))?;
        let item = self.at(checks.items);
        let mut count = 0;
        while items.next_element_seed(item)?.is_some() {
            count += 1;
        }
        require(checks.item_count.allows(count))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<(), A::Error> {
        let checks = match self.target(Type::Object) {
            Target::Checks(checks) => checks,
            Target::Exact(validators) => {
                let value = without_integral_floats(|strict| strict.visit_map(members))?;
                return exact(validators, &value);
            }
        };
        require(checks.types.contains(Type::Object))?;
        let mut found = 0u128;
        let mut others = Names::default();
        let mut next = 0;
        let mut count = 0;
        while let Some(name) = members.next_key_seed(Name(&checks.members, next))? {
            count += 1;
            match name {
                Named::Declared(index) => {
                    // No name stands twice in an object (RFC 7493 §2.3).
                    require(found & (1 << index) == 0)?;
                    found |= 1 << index;
                    next = index + 1;
                    members.next_value_seed(self.at(checks.members[index].value))?;
                }
                Named::Other(name) => {
                    require(others.insert(name))?;
                    members.next_value_seed(self.at(checks.additional))?;
                }
            }
        }
        require(found & checks.required == checks.required && checks.member_count.allows(count))
    }
}

fn without_integral_floats<E: Error>(
    read: impl FnOnce(Strict<'_>) -> Result<Value, E>,
) -> Result<Value, E> {
    let has_integral_float = Cell::new(false);
    let value = read(Strict::new(&has_integral_float))?;
    require(!has_integral_float.get())?;
    Ok(value)
}

/// A member by its index, or the name of an undeclared one.
enum Named<'de> {
    Declared(usize),
    Other(Cow<'de, str>),
}

/// Reads the name of a member. The search begins at an index, since the members of a text often
/// have the order of the document.
struct Name<'p>(&'p [Member], usize);

impl<'de> DeserializeSeed<'de> for Name<'_> {
    type Value = Named<'de>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Named<'de>, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Name<'_> {
    fn index(&self, name: &str) -> Option<usize> {
        let Self(members, next) = self;
        let is_named = |index: &usize| &*members[*index].name == name;
        let next = (*next).min(members.len());
        (next..members.len()).chain(0..next).find(is_named)
    }
}

impl<'de> Visitor<'de> for Name<'_> {
    type Value = Named<'de>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a name")
    }

    fn visit_borrowed_str<E: Error>(self, name: &'de str) -> Result<Named<'de>, E> {
        let declared = self.index(name).map(Named::Declared);
        Ok(declared.unwrap_or(Named::Other(Cow::Borrowed(name))))
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Named<'de>, E> {
        let declared = self.index(name).map(Named::Declared);
        Ok(declared.unwrap_or_else(|| Named::Other(Cow::Owned(name.to_owned()))))
    }
}

/// The names of undeclared members.
#[derive(Default)]
struct Names<'de> {
    few: Vec<Cow<'de, str>>,
    many: HashSet<Cow<'de, str>>,
}

impl<'de> Names<'de> {
    /// Returns whether the name is new.
    fn insert(&mut self, name: Cow<'de, str>) -> bool {
        if self.few.len() < FEW {
            let is_new = !self.few.contains(&name);
            self.few.push(name);
            return is_new;
        }
        !self.few.contains(&name) && self.many.insert(name)
    }
}
