//! Members that tell null from absent.

use serde::{Deserialize, Deserializer};

/// Decodes a member that is present: null is `Some(None)`. For `deserialize_with` of generated
/// types.
///
/// # Errors
/// The value is not of its type.
pub fn present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}
