//! The statuses for which a document declares a response.

use std::fmt;
use std::str::FromStr;

/// A key of a Responses Object (OpenAPI 3.1.1 §4.8.16).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Status {
    /// A single status, 100 to 599.
    Code(u16),
    /// All statuses of a class without a key of their own, by its digit: 4 is `4XX`.
    Class(u16),
    /// All statuses without any other key.
    Default,
}

impl Status {
    /// Returns the keys that cover a status. The first one that a document has is its own.
    pub fn covering(code: u16) -> [Self; 3] {
        [Self::Code(code), Self::Class(code / 100), Self::Default]
    }

    /// Returns whether each status of `other` is one of these.
    pub fn covers(self, other: Self) -> bool {
        match other {
            Self::Code(code) => Self::covering(code).contains(&self),
            _ => self == Self::Default || self == other,
        }
    }

    /// Returns the class of the status, or `None` for `default`.
    pub fn class(self) -> Option<u16> {
        match self {
            Self::Code(code) => Some(code / 100),
            Self::Class(class) => Some(class),
            Self::Default => None,
        }
    }
}

impl FromStr for Status {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let invalid =
            || format!("`{text}` is not a status from 100 to 599, `1XX` to `5XX`, or `default`");
        match text.as_bytes() {
            b"default" => Ok(Self::Default),
            [digit @ b'1'..=b'5', b'X', b'X'] => Ok(Self::Class(u16::from(digit - b'0'))),
            [b'1'..=b'5', _, _] => text.parse().map(Self::Code).map_err(|_| invalid()),
            _ => Err(invalid()),
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Code(code) => write!(formatter, "{code}"),
            Self::Class(class) => write!(formatter, "{class}XX"),
            Self::Default => formatter.write_str("default"),
        }
    }
}
