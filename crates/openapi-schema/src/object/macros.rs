//! The macros that implement `Serialize` and `Deserialize` for generated types.

/// Implements `Serialize` and `Deserialize` for a struct. Each member is `required`, `optional` (an
/// `Option`), `nullable` (an `Option` of which null is `None`, too) or has a `default`; a literal is
/// its name in JSON, where that is another one. Other members are ignored, `refused`, or `kept` in a
/// map.
///
/// ```
/// #[derive(Debug, PartialEq)]
/// struct Thing {
///     id: u64,
///     note: Option<String>,
///     size: Option<u8>,
///     count: u8,
///     others: std::collections::BTreeMap<String, bool>,
/// }
///
/// fn one() -> u8 {
///     1
/// }
///
/// openapi_schema::object! {
///     Thing {
///         id: required "ID",
///         note: optional,
///         size: nullable,
///         count: default(one),
///     }
///     kept others
/// }
///
/// let text = r#"{"ID":7,"count":1,"old":true}"#;
/// let thing: Thing = serde_json::from_str(r#"{"ID": 7, "size": null, "old": true}"#)?;
/// assert_eq!((thing.count, thing.others["old"]), (1, true));
/// assert_eq!(serde_json::to_string(&thing)?, text);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[macro_export]
macro_rules! object {
    (
        $type:ident {
            $($member:ident: $kind:ident $(($default:path))? $($name:literal)?),* $(,)?
        }
        $($others:ident)*
    ) => {
        impl $crate::object::serde::Serialize for $type {
            fn serialize<S: $crate::object::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::std::result::Result<S::Ok, S::Error> {
                #[allow(unused_mut)] // An object without members.
                let mut object = $crate::object::Encoder::new(serializer);
                $($crate::object!(
                    @write object, $kind, $crate::decoded_object!(@name $member $($name)?),
                    &self.$member
                );)*
                $crate::object!(@write_others object, self, $($others)*);
                object.end()
            }
        }

        $crate::decoded_object! {
            $type { $($member: $kind $(($default))? $($name)?),* } $($others)*
        }
    };
    (@write $object:ident, optional, $name:expr, $value:expr) => {
        $object.optional($name, $value)
    };
    (@write $object:ident, nullable, $name:expr, $value:expr) => {
        $object.optional($name, $value)
    };
    (@write $object:ident, $kind:ident, $name:expr, $value:expr) => {
        $object.member($name, $value)
    };
    (@write_others $object:ident, $value:expr, kept $others:ident) => {
        for (name, value) in &$value.$others {
            $object.member(name, value);
        }
    };
    (@write_others $object:ident, $value:expr, $($refused:ident)?) => {};
}

/// Implements `Deserialize` for a struct, as [`object!`] does.
#[macro_export]
macro_rules! decoded_object {
    (
        $type:ident {
            $($member:ident: $kind:ident $(($default:path))? $($name:literal)?),* $(,)?
        }
        $($others:ident)*
    ) => {
        impl<'de> $crate::object::serde::Deserialize<'de> for $type {
            fn deserialize<D: $crate::object::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::std::result::Result<Self, D::Error> {
                $crate::object::decode(deserializer)
            }
        }

        impl<'de> $crate::object::Object<'de> for $type {
            fn read<A: $crate::object::serde::de::MapAccess<'de>>(
                mut members: $crate::object::Members<A>,
            ) -> ::std::result::Result<Self, A::Error> {
                $(let mut $member = ::std::option::Option::None;)*
                $crate::decoded_object!(@others others, $($others)*);
                while let ::std::option::Option::Some(name) = members.next_name()? {
                    match &*name {
                        $($crate::decoded_object!(@name $member $($name)?) => {
                            let name = $crate::decoded_object!(@name $member $($name)?);
                            members.value(&mut $member, name)
                        })*
                        _ => $crate::decoded_object!(@other members, others, name, $($others)*),
                    }?;
                }
                ::std::result::Result::Ok($crate::decoded_object!(
                    @value members, others, { $($member: $kind $(($default))? $($name)?),* } $($others)*
                ))
            }
        }
    };
    (@others $map:ident, kept $others:ident) => {
        let mut $map = ::std::collections::BTreeMap::new();
    };
    (@others $map:ident, $($refused:ident)?) => {};
    (@other $members:ident, $map:ident, $name:ident,) => {
        $members.ignore()
    };
    (@other $members:ident, $map:ident, $name:ident, refused) => {
        $members.refuse(&$name)
    };
    (@other $members:ident, $map:ident, $name:ident, kept $others:ident) => {
        $members.keep($name, &mut $map)
    };
    (
        @value $members:ident, $map:ident,
        { $($member:ident: $kind:ident $(($default:path))? $($name:literal)?),* }
        kept $others:ident
    ) => {
        Self {
            $($member: $crate::decoded_object!(
                @member $members, $member, ($($name)?), $kind $($default)?
            ),)*
            $others: $map,
        }
    };
    (
        @value $members:ident, $map:ident,
        { $($member:ident: $kind:ident $(($default:path))? $($name:literal)?),* }
        $($refused:ident)?
    ) => {
        Self {
            $($member: $crate::decoded_object!(
                @member $members, $member, ($($name)?), $kind $($default)?
            ),)*
        }
    };
    (@member $members:ident, $slot:ident, ($($name:literal)?), required) => {
        $members.required($slot, $crate::decoded_object!(@name $slot $($name)?))?
    };
    (@member $members:ident, $slot:ident, $name:tt, optional) => {
        $slot
    };
    (@member $members:ident, $slot:ident, $name:tt, nullable) => {
        $slot.flatten()
    };
    (@member $members:ident, $slot:ident, $name:tt, default $default:path) => {
        $slot.unwrap_or_else($default)
    };
    (@name $member:ident) => {
        ::std::stringify!($member)
    };
    (@name $member:ident $name:literal) => {
        $name
    };
}

/// Implements `Display`, `FromStr`, `Serialize` and `Deserialize` for an enumerated string.
///
/// ```
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// enum State {
///     Open,
///     Closed,
/// }
///
/// openapi_schema::texts! {
///     State { Open = "open", Closed = "not-open" }
/// }
///
/// let state: State = serde_json::from_str(r#""not-open""#)?;
/// assert_eq!(state, State::Closed);
/// assert_eq!(serde_json::to_string(&State::Open)?, r#""open""#);
/// assert_eq!(State::Closed.to_string(), "not-open");
/// assert_eq!("open".parse(), Ok(State::Open));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[macro_export]
macro_rules! texts {
    ($type:ident { $($variant:ident = $text:literal),* $(,)? }) => {
        impl ::std::fmt::Display for $type {
            fn fmt(&self, formatter: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                formatter.write_str(match self {
                    $(Self::$variant => $text,)*
                })
            }
        }

        impl ::std::str::FromStr for $type {
            type Err = $crate::object::UnknownValue;

            fn from_str(
                text: &str,
            ) -> ::std::result::Result<Self, $crate::object::UnknownValue> {
                match text {
                    $($text => ::std::result::Result::Ok(Self::$variant),)*
                    _ => ::std::result::Result::Err($crate::object::UnknownValue),
                }
            }
        }

        impl $crate::object::serde::Serialize for $type {
            fn serialize<S: $crate::object::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::std::result::Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> $crate::object::serde::Deserialize<'de> for $type {
            fn deserialize<D: $crate::object::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::std::result::Result<Self, D::Error> {
                $crate::object::decode_text(deserializer, &[$($text),*], &[$(Self::$variant),*])
            }
        }
    };
}
