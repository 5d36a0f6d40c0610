//! Decodes and encodes the unions of generated code.

use serde::de::{DeserializeOwned, Error};
use serde_json::Map;
pub use serde_json::Value;

use crate::Schema;

/// Decodes a variant of a union from a value that belongs to it.
///
/// # Errors
/// The type can't represent a value that the schema accepts.
pub fn decode<T: DeserializeOwned, E: Error>(value: Value) -> Result<T, E> {
    serde_json::from_value(value).map_err(E::custom)
}

/// Decodes a variant with members from an object that belongs to it.
///
/// # Errors
/// As [`decode`].
pub fn decode_members<T, E: Error>(
    object: Value,
    read: impl FnOnce(&mut Members) -> serde_json::Result<T>,
) -> Result<T, E> {
    read(&mut Members(object)).map_err(E::custom)
}

/// The members of an object that are still to be decoded.
pub struct Members(Value);

impl Members {
    /// Returns the value of a required member.
    ///
    /// # Errors
    /// It is missing, or not of its type.
    pub fn required<T: DeserializeOwned>(&mut self, name: &'static str) -> serde_json::Result<T> {
        self.optional(name)?.ok_or_else(|| Error::missing_field(name))
    }

    /// Returns the value of a member that may be absent. `null` is a value.
    ///
    /// # Errors
    /// It is not of its type.
    pub fn optional<T: DeserializeOwned>(&mut self, name: &str) -> serde_json::Result<Option<T>> {
        self.0.get_mut(name).map(Value::take).map(serde_json::from_value).transpose()
    }

    /// Returns the value of a member that may be absent, or `null` with the same meaning.
    ///
    /// # Errors
    /// It is not of its type.
    pub fn nullable<T: DeserializeOwned>(&mut self, name: &str) -> serde_json::Result<Option<T>> {
        self.optional(name).map(Option::flatten)
    }

    /// Refuses members that have other names.
    ///
    /// # Errors
    /// There is one.
    pub fn only(&self, names: &[&str]) -> serde_json::Result<()> {
        let mut own = self.0.as_object().into_iter().flat_map(Map::keys);
        match own.find(|name| !names.contains(&name.as_str())) {
            Some(name) => Err(Error::custom(format_args!("unknown field `{name}`"))),
            None => Ok(()),
        }
    }
}

/// Returns the index of the schema that accepts a value: the one that is meant, or the first.
pub fn accepting(schemas: &[Schema], value: &Value, meant: Option<usize>) -> Option<usize> {
    let accepts = |index: &usize| schemas[*index].accepts(value).unwrap_or(false);
    meant.filter(accepts).or_else(|| (0..schemas.len()).find(accepts))
}

/// Returns the error for a value that belongs to no variant of a union.
pub fn no_variant<E: Error>(name: &str) -> E {
    E::custom(format_args!("it is none of the alternatives of {name}"))
}

/// Implements `Serialize` and `Deserialize` for a union whose variant is known by a member, the
/// tag. The variants with a value come first: the value has the tag, too. Those with members don't
/// have it. Their members are as in [`object!`](crate::object!); with `only`, there are no others.
///
/// ```
/// use openapi_schema::{object, tagged};
///
/// #[derive(Debug, PartialEq)]
/// enum Place {
///     Home,
///     Lent(Loan),
///     Shelf { number: u8, room: Option<String> },
/// }
///
/// #[derive(Debug, PartialEq)]
/// struct Loan {
///     kind: String,
/// }
///
/// object! {
///     Loan { kind: required "type" }
/// }
///
/// tagged! {
///     Place by "type" { "lent" | "lost" => Lent }
///     "home" => Home {}
///     "shelf" => Shelf only { number: required, room: optional "Room" }
/// }
///
/// let text = r#"{"type":"shelf","number":7,"Room":"left"}"#;
/// let place: Place = serde_json::from_str(text)?;
/// assert_eq!(place, Place::Shelf { number: 7, room: Some("left".to_owned()) });
/// assert_eq!(serde_json::to_string(&place)?, text);
///
/// let place: Place = serde_json::from_str(r#"{"type": "lost"}"#)?;
/// assert_eq!(place, Place::Lent(Loan { kind: "lost".to_owned() }));
/// assert_eq!(serde_json::to_string(&Place::Home)?, r#"{"type":"home"}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[macro_export]
macro_rules! tagged {
    (
        $type:ident by $tag:literal { $($($of_value:literal)|+ => $whole:ident),* $(,)? }
        $($value:literal => $variant:ident $($only:ident)? {
            $($member:ident: $kind:ident $($name:literal)?),* $(,)?
        })*
    ) => {
        impl $crate::object::serde::Serialize for $type {
            fn serialize<S: $crate::object::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::std::result::Result<S::Ok, S::Error> {
                match self {
                    $(Self::$whole(value) => {
                        $crate::object::serde::Serialize::serialize(value, serializer)
                    })*
                    $(Self::$variant { $($member),* } => {
                        let mut object = $crate::object::Encoder::new(serializer);
                        object.member($tag, &$value);
                        $($crate::object!(
                            @write object, $kind, $crate::decoded_object!(@name $member $($name)?),
                            $member
                        );)*
                        object.end()
                    })*
                }
            }
        }

        impl<'de> $crate::object::serde::Deserialize<'de> for $type {
            #[allow(unused_variables)] // A variant without members.
            fn deserialize<D: $crate::object::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::std::result::Result<Self, D::Error> {
                let value = <$crate::union::Value as $crate::object::serde::Deserialize>::deserialize(
                    deserializer,
                )?;
                let tag = &value[$tag];
                $(if $(*tag == $of_value)||+ {
                    return $crate::union::decode(value).map(Self::$whole);
                })*
                $(if *tag == $value {
                    return $crate::union::decode_members(value, |members| {
                        $crate::tagged!(@others members, [$($only)?], [
                            $tag $(, $crate::decoded_object!(@name $member $($name)?))*
                        ]);
                        ::std::result::Result::Ok(Self::$variant {
                            $($member: members.$kind(
                                $crate::decoded_object!(@name $member $($name)?),
                            )?),*
                        })
                    });
                })*
                ::std::result::Result::Err($crate::union::no_variant(::std::stringify!($type)))
            }
        }
    };
    (@others $members:ident, [], $names:tt) => {};
    (@others $members:ident, [only], $names:tt) => {
        $members.only(&$names)?;
    };
}
