//! The style `deepObject`: `color[R]=100&color[G]=200`.
//!
//! The Specification defines it for members that are scalars. Most tools write objects within
//! objects as `color[a][b]=1`, arrays as `color[a]=1&color[a]=2` or `color[a][]=1`, and an array
//! of objects as `color[0][a]=1`; so they are read. Some write each array by index.

use std::collections::BTreeMap;

use openapi_schema::Texts;
use openapi_schema::http::Malformed;

use super::form;
use super::sent::Sent;

/// The maximum nesting of objects, which bounds the recursion of this module.
const DEEPEST: usize = 16;

/// The values that a query has for a name: those of members (`name[member]=text`) or its own
/// (`name=text`). A name that has both is refused.
#[derive(Default)]
struct Node<'s> {
    members: BTreeMap<&'s str, Node<'s>>,
    texts: Vec<Texts>,
    is_array: bool,
}

pub(super) fn decode(name: &str, sent: &Sent<'_>) -> Result<Option<Texts>, Malformed> {
    let root = read(name, sent)?;
    if !root.texts.is_empty() {
        return Err(Malformed::Brackets);
    }
    (!root.members.is_empty()).then(|| root.into_texts()).transpose()
}

fn read<'s>(name: &str, sent: &'s Sent<'_>) -> Result<Node<'s>, Malformed> {
    let mut root = Node::default();
    for (known, text) in sent.pairs() {
        let Some(keys) = known.strip_prefix(name).and_then(|rest| rest.strip_prefix('[')) else {
            continue;
        };
        let keys: Vec<_> = keys.strip_suffix(']').ok_or(Malformed::Brackets)?.split("][").collect();
        if keys.len() > DEEPEST {
            return Err(Malformed::Nested);
        }
        root.insert(&keys, sent.decode(text?)?)?;
    }
    Ok(root)
}

/// Returns whether a name has the brackets of this style.
pub(super) fn is_sent(name: &str, sent: &Sent<'_>) -> bool {
    sent.pairs()
        .any(|(known, _)| known.strip_prefix(name).is_some_and(|rest| rest.starts_with('[')))
}

/// Reads an array by the index of each item, `color[0][R]=100`, or with empty brackets, `color[]=a`.
/// The items are in the order of the indices, whatever is missing between them.
pub(super) fn decode_items(name: &str, sent: &Sent<'_>) -> Result<Option<Texts>, Malformed> {
    match read(name, sent)?.into_texts()? {
        Texts::Members(members) => by_index(&members).ok_or(Malformed::Brackets).map(Some),
        items => Ok(Some(items)),
    }
}

fn by_index(members: &[(String, Texts)]) -> Option<Texts> {
    let items = members.iter().map(|(index, item)| {
        // `01` and `+1` would be the index of another item.
        let number = index.parse().ok().filter(|number: &usize| number.to_string() == *index);
        Some((number?, item.clone()))
    });
    let items: BTreeMap<_, _> = items.collect::<Option<_>>()?;
    (!items.is_empty()).then(|| Texts::Items(items.into_values().collect()))
}

/// Returns the texts with an array in the place of each object whose members are indices.
pub(super) fn indexed(texts: &Texts) -> Texts {
    match texts {
        Texts::Items(items) => Texts::Items(items.iter().map(indexed).collect()),
        Texts::Members(members) => {
            let members = members.iter().map(|(name, member)| (name.clone(), indexed(member)));
            let members: Vec<_> = members.collect();
            by_index(&members).unwrap_or(Texts::Members(members))
        }
        text => text.clone(),
    }
}

impl<'s> Node<'s> {
    fn insert(&mut self, keys: &[&'s str], text: String) -> Result<(), Malformed> {
        match keys {
            [] => {}
            [""] => self.is_array = true,
            [key, rest @ ..] if !key.is_empty() && !key.contains(['[', ']']) => {
                return self.members.entry(key).or_default().insert(rest, text);
            }
            _ => return Err(Malformed::Brackets),
        }
        self.texts.push(Texts::One(text));
        Ok(())
    }

    fn into_texts(self) -> Result<Texts, Malformed> {
        match (self.members.is_empty(), self.texts.is_empty()) {
            (false, false) => Err(Malformed::MemberRepeated),
            (true, _) if self.is_array => Ok(Texts::Items(self.texts)),
            (true, _) => Ok(form::member(self.texts)),
            (false, true) => {
                let member = |(key, node): (&str, Self)| Ok((key.to_owned(), node.into_texts()?));
                let members = self.members.into_iter().map(member);
                members.collect::<Result<_, _>>().map(Texts::Members)
            }
        }
    }
}
