//! The types of JSON values, as schemas name them.

use strum::{Display, EnumString, VariantNames};

/// A type name of the keyword `type` (JSON Schema Validation §6.1.1).
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Display, EnumString, VariantNames,
)]
#[strum(serialize_all = "lowercase")]
pub enum TypeName {
    /// `array`
    Array,
    /// `boolean`
    Boolean,
    /// `integer`
    Integer,
    /// `null`
    Null,
    /// `number`
    Number,
    /// `object`
    Object,
    /// `string`
    String,
}
