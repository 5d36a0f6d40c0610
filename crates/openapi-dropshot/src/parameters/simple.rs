//! The style `simple`: values separated by commas (RFC 6570 §3.2.2).

use openapi_schema::Texts;
use openapi_schema::http::{Malformed, Style, ValueKind};

use super::sent::Sent;

/// Fields of a header with the same name are one list (RFC 9110 §5.3).
pub(super) fn decode(
    explode: bool,
    kind: ValueKind,
    name: &str,
    sent: &Sent<'_>,
) -> Result<Option<Texts>, Malformed> {
    if kind == ValueKind::Scalar {
        return sent.read(Style::Simple, explode, kind, name);
    }
    let texts = sent.all(name)?;
    let decode = |text: &str| sent.decode(text);
    let list = || Style::Simple.read(explode, kind, name, &texts.join(","), &decode);
    (!texts.is_empty()).then(list).transpose()
}
