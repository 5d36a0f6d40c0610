//! The text of a documented failure.

use std::fmt;

use crate::types::Error;

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} (error {})", self.message, self.error)
    }
}

impl std::error::Error for Error {}
