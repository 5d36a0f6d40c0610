//! The code of a documented failure as a type, and its message.

use std::fmt;

use crate::ErrorCode;
use crate::types::Error;

impl Error {
    /// Returns `error` as an enum to match on. A value that the client does not know is
    /// [`ErrorCode::Other`].
    pub fn code(&self) -> ErrorCode {
        self.error.into()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} (error {})", self.message, self.error)
    }
}

impl std::error::Error for Error {}
