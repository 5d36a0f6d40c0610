//! Writes values into requests: the texts of parameters and the bytes of bodies, by
//! the rules of OpenAPI 3.1.1 §4.8.12 and §4.8.15.
//!
//! Not every value can be written in every form, and some texts represent several
//! values: `7` is a number and a string. A value is written only if it arrives
//! unchanged, and [`Values::read_back`] and [`Values::accepts_text`] tell what its text
//! represents.
//!
//! [`Values::read_back`]: crate::Values::read_back
//! [`Values::accepts_text`]: crate::Values::accepts_text

mod body;
mod parameter;

pub use body::BOUNDARY;
use parameter::interpretations;

pub use parameter::{Serialized, serialized};
