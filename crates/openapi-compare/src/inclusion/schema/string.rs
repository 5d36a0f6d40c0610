//! Sets of strings, by lengths, patterns, formats and enumerated values (Validation
//! §6.3, §7, §8). Patterns are equal only if their text is equal.

use super::count::{self, Count, count, highest, lowest};
use super::difference::{Differences, Relation};
use super::enum_values::{self, Enumerated};
use super::format;
use crate::inclusion::effort::spend_bytes;
use openapi_document::Pattern;
use openapi_source::{Node, quoted};
use std::collections::BTreeMap;

/// A set of strings: all strings except those that a field excludes. Lengths count
/// characters (Unicode code points), not bytes.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Strings<'d> {
    pub(crate) minimum: Option<Count<'d>>,
    pub(crate) maximum: Option<Count<'d>>,
    pub(crate) patterns: BTreeMap<&'d str, &'d Node>,
    /// `format`, and `contentEncoding` and `contentMediaType` as the formats of 3.0:
    /// `byte` for base64, `binary` for arbitrary octets.
    pub(crate) formats: BTreeMap<&'d str, &'d Node>,
    pub(crate) enumerated: Enumerated<'d, &'d str>,
}

impl<'d> Strings<'d> {
    /// Returns the strings that the keywords of `schema` allow; `None` if there are
    /// none. `with_format` tells whether its `format` applies to strings.
    pub(crate) fn new(schema: &'d Node, with_format: bool) -> Option<Strings<'d>> {
        let mut strings = Strings {
            minimum: count(schema, "minLength"),
            maximum: count(schema, "maxLength"),
            ..Strings::default()
        };
        if let Some(node) = schema.get("pattern")
            && let Some(pattern) = node.string()
        {
            strings.patterns.insert(pattern, node);
        }
        if with_format
            && let Some(node) = schema.get("format")
            && let Some(format) = node.string()
        {
            strings.formats.insert(format, node);
        }
        if let Some(node) = schema.get("contentEncoding")
            && let Some(encoding) = node.string()
        {
            let format = if encoding == "base64" { "byte" } else { encoding };
            strings.formats.insert(format, node);
        }
        if let Some(node) = schema.get("contentMediaType")
            && let Some(media_type) = node.string()
        {
            let octets = media_type == "application/octet-stream";
            let format = if octets { "binary" } else { media_type };
            strings.formats.insert(format, node);
        }
        strings.canonical()
    }

    /// Returns the set of one string.
    pub(crate) fn one(value: &'d str, at: &'d Node) -> Strings<'d> {
        Strings { enumerated: Some(BTreeMap::from([(value, at)])), ..Strings::default() }
    }

    pub(crate) fn is_any(&self) -> bool {
        *self == Strings::default()
    }

    pub(crate) fn intersect(&self, other: &Strings<'d>) -> Option<Strings<'d>> {
        let mut both = self.clone();
        both.minimum = highest(both.minimum, other.minimum);
        both.maximum = lowest(both.maximum, other.maximum);
        both.patterns.extend(&other.patterns);
        both.formats.extend(&other.formats);
        both.enumerated = enum_values::intersect(both.enumerated, &other.enumerated);
        both.canonical()
    }

    /// Adds `other` if the union can be expressed in this form. Returns whether it
    /// can.
    pub(crate) fn absorb(&mut self, other: &Strings<'d>) -> bool {
        if other.is_any() {
            *self = other.clone();
        }
        if self.is_any() {
            return true;
        }
        match (&mut self.enumerated, &other.enumerated) {
            (Some(left), Some(right))
                if self.formats.keys().eq(other.formats.keys())
                    && self.patterns.keys().eq(other.patterns.keys()) =>
            {
                left.extend(right);
                true
            }
            _ => false,
        }
    }

    /// Adds the differences between the two sets.
    pub(crate) fn compare(
        &self,
        other: &Strings<'d>,
        at: (&'d Node, &'d Node),
        differences: &mut Differences<'d>,
    ) {
        let (left, right) = (self, other);
        let (lefts, rights) = (&left.enumerated, &right.enumerated);
        let text = |value: &&str| quoted(value);
        let is_allowed = |value: &&str| {
            let is_certain = |pattern: &&str| matches(pattern, value).is_some();
            let mut sides = [left, right].into_iter();
            sides.all(|one| one.allows(value) && one.patterns.keys().all(is_certain))
        };
        enum_values::compare(lefts, rights, text, is_allowed, at, differences);
        if lefts.is_some() != rights.is_some() {
            return;
        }
        let limits = ([left.minimum, left.maximum], [right.minimum, right.maximum]);
        count::compare("Length", limits, at, differences);
        compare_names("pattern", &left.patterns, &right.patterns, at, differences);
        compare_names("format", &left.formats, &right.formats, at, differences);
    }

    /// Returns the set without enumerated strings that the other keywords reject; `None` if the
    /// set is empty.
    fn canonical(mut self) -> Option<Strings<'d>> {
        let Some(mut enumerated) = self.enumerated.take() else {
            let is_empty = matches!((self.minimum, self.maximum),
                (Some(minimum), Some(maximum)) if minimum.value > maximum.value);
            return (!is_empty).then_some(self);
        };
        enumerated.retain(|value, _| self.allows(value));
        let is_empty = enumerated.is_empty();
        self = Strings { minimum: None, maximum: None, enumerated: Some(enumerated), ..self };
        (!is_empty).then_some(self)
    }

    /// Returns whether the set may contain `value`, unless other values are enumerated.
    fn allows(&self, value: &str) -> bool {
        let length = value.chars().count() as u64;
        self.minimum.is_none_or(|minimum| length >= minimum.value)
            && self.maximum.is_none_or(|maximum| length <= maximum.value)
            && self.patterns.keys().all(|pattern| matches(pattern, value) != Some(false))
            && self.formats.keys().all(|format| format::allows(format, value))
    }
}

/// Returns whether `pattern` matches in `value`; `None` if the pattern isn't a valid regular
/// expression, or takes too many steps.
pub(crate) fn matches(pattern: &str, value: &str) -> Option<bool> {
    spend_bytes(value.len());
    Pattern::matches(pattern, value)
}

/// Returns whether the format of `schema` is numeric.
pub(crate) fn is_numeric_format(schema: &Node) -> bool {
    schema.member_text("format").is_some_and(|format| format::range(format).is_some())
}

/// Compares sets of patterns or formats, of which none is known to imply another.
fn compare_names<'d>(
    keyword: &str,
    left: &BTreeMap<&'d str, &'d Node>,
    right: &BTreeMap<&'d str, &'d Node>,
    at: (&'d Node, &'d Node),
    differences: &mut Differences<'d>,
) {
    let left_only = left.keys().any(|name| !right.contains_key(name));
    let right_only = right.keys().any(|name| !left.contains_key(name));
    let relation = match (left_only, right_only) {
        (false, false) => return,
        (true, false) => Relation::Wider,
        (false, true) => Relation::Narrower,
        (true, true) => Relation::Different,
    };
    let side = |own: &BTreeMap<&'d str, &'d Node>, other: &BTreeMap<&'d str, &'d Node>, at| {
        let node =
            own.iter().find(|(name, _)| !other.contains_key(*name)).map_or(at, |(_, node)| *node);
        let names: Vec<&str> = own.keys().copied().collect();
        ((!names.is_empty()).then(|| names.join(" and ")), node)
    };
    let sides = (side(left, right, at.0), side(right, left, at.1));
    let is_validated = |name: &&str| keyword == "pattern" || format::example(name).is_some();
    let unshared = |own: &BTreeMap<&'d str, &'d Node>, other: &BTreeMap<&'d str, &'d Node>| {
        own.keys().any(|name| !other.contains_key(name) && is_validated(name))
    };
    if unshared(left, right) || unshared(right, left) {
        differences.add_keyword(relation, keyword, sides.0, sides.1);
    } else {
        differences.annotate(keyword, sides.0, sides.1);
    }
}
