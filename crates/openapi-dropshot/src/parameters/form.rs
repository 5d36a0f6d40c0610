//! The style `form`: names and values separated by ampersands (RFC 6570 §3.2.8).
//!
//! Cookies are separated by semicolons (RFC 6265 §4.2.1), and by the ampersands of
//! this style if they are exploded (OpenAPI 3.1.1, Appendix D).

use std::collections::BTreeMap;

use openapi_schema::Texts;
use openapi_schema::http::{Malformed, Style, ValueKind};

use super::sent::Sent;

/// A member of an exploded object that is sent several times is an array, which the
/// Specification leaves undefined.
pub(super) fn decode(
    explode: bool,
    kind: ValueKind,
    name: &str,
    sent: &Sent<'_>,
    is_member: &dyn Fn(&str) -> bool,
) -> Result<Option<Texts>, Malformed> {
    match kind {
        ValueKind::Array if explode => {
            let sent_pairs = sent.exploded();
            let texts = sent_pairs.into_iter().filter(|(known, _)| *known == name);
            let texts: Vec<_> = texts.map(|(_, text)| text).collect::<Result<_, _>>()?;
            let items = texts.iter().map(|text| sent.decode(text).map(Texts::One));
            let items: Vec<_> = items.collect::<Result<_, _>>()?;
            Ok((!items.is_empty()).then_some(Texts::Items(items)))
        }
        ValueKind::Object if explode => {
            let mut found: BTreeMap<&str, Vec<Texts>> = BTreeMap::new();
            for (name, text) in sent.exploded() {
                if !is_member(name) {
                    continue;
                }
                let text = sent.decode(text?)?;
                found.entry(name).or_default().push(Texts::One(text));
            }
            let found = found.into_iter();
            let members: Vec<_> =
                found.map(|(name, texts)| (name.to_owned(), member(texts))).collect();
            Ok((!members.is_empty()).then_some(Texts::Members(members)))
        }
        _ => sent.read(Style::Form, false, kind, name),
    }
}

/// Returns the value of a member that is sent under its own name.
pub(super) fn member(mut texts: Vec<Texts>) -> Texts {
    match (texts.pop(), texts.is_empty()) {
        (Some(Texts::One(text)), true) => Texts::OneOrItem(text),
        (last, _) => {
            texts.extend(last);
            Texts::Items(texts)
        }
    }
}
