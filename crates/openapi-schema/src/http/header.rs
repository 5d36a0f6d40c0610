//! The fields of response headers (OpenAPI 3.1.1 §4.8.21).

/// How the value of a response header is written. All but JSON and lines are of the style
/// `simple`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeaderForm {
    /// A string, a number or a boolean.
    Text,
    /// The items of an array, or else a scalar: `blue,black`
    List,
    /// The members of an object, or else a scalar: `R,100,G,200`
    Members,
    /// As [`HeaderForm::Members`], with `explode`: `R=100,G=200`
    Assignments,
    /// A JSON text.
    Json,
    /// A field for each item of an array, which has the schema: `Set-Cookie`, whose fields no
    /// list combines (RFC 9110 §5.3).
    Lines,
    /// As [`HeaderForm::Lines`], with the schema of each item.
    EachLine,
}

impl HeaderForm {
    /// Returns whether the value has a field for each item.
    pub fn is_list(self) -> bool {
        matches!(self, Self::Lines | Self::EachLine)
    }
}
