//! A type without values.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The type of a member whose schema is `false`: no object has it, so that its
/// `Option` is always `None`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Never {}

impl Serialize for Never {
    fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        match *self {}
    }
}

impl<'de> Deserialize<'de> for Never {
    fn deserialize<D: Deserializer<'de>>(_: D) -> Result<Self, D::Error> {
        Err(D::Error::custom("the document allows no value here"))
    }
}
