//! Converts the texts of parameters and header fields to JSON values, and back.
//!
//! Parameters have no notation for types: `1` is a string or a number. The schema of
//! the whole value decides. Each text is first taken as a string; where the schema
//! reports a violation, the text is taken as the boolean or number that it spells,
//! and last as the only item of an array where the sender cannot tell an item from
//! an array with one item.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};

use crate::http::{Encoding, HeaderForm, Style, Texts, Unwritable};
use crate::json_schema::{Fault, Kind, Located, children, token};
use crate::{DecodeError, Json, Schema, SchemaError, Violation, Violations, parse};

/// The maximum number of validations of one value. Only unions of arrays or objects
/// need more than five.
const ATTEMPTS: usize = 32;

/// The maximum number of texts for which the branches of a union are tried one by one.
/// Beyond it all texts of the union are taken alike, so that a long query does not
/// cost hundreds of milliseconds.
const MOST_IN_UNION: usize = 256;

/// The maximum number of parts of a value in which bases are looked for, for each schema that applies.
const MOST_PARTS: usize = 1_000;

impl Schema {
    /// Validates the text of a parameter or header field as the JSON value that it
    /// represents: the first of string, boolean and number that the schema accepts.
    ///
    /// # Errors
    /// As for [`Schema::validate`], located at the whole value.
    pub fn validate_text(&self, text: &str) -> Result<Value, DecodeError> {
        self.validate_texts(&Texts::One(text.to_owned()))
    }

    /// Validates texts as the JSON value that they represent together.
    ///
    /// # Errors
    /// As for [`Schema::validate`].
    pub fn validate_texts(&self, texts: &Texts) -> Result<Value, DecodeError> {
        self.validate_members(texts, &Map::new())
    }

    /// Validates texts as the JSON value that they represent together, beside members of an
    /// object that are known.
    ///
    /// # Errors
    /// As for [`Schema::validate`].
    pub fn validate_members(
        &self,
        texts: &Texts,
        known: &Map<String, Value>,
    ) -> Result<Value, DecodeError> {
        let mut leaves = Vec::new();
        collect(texts, String::new(), false, &mut leaves);
        let is_known = leaves.is_empty();
        let mut search = Search { schema: self, texts, known, attempts: ATTEMPTS };
        let Some((value, leaves)) = search.accepted(&mut leaves)? else {
            let value = search.value(&leaves);
            // The types of texts are a guess, by which no branch of a union is selected.
            return match self.accepts(&value)? {
                true => Ok(value),
                false => Err(self.violations(&value, is_known)?.into()),
            };
        };
        let beyond: Vec<_> = leaves.iter().filter_map(Leaf::beyond).flatten().collect();
        match beyond.as_slice() {
            [] => Ok(value),
            _ => Err(DecodeError::Invalid(beyond.into_iter().collect())),
        }
    }
}

impl HeaderForm {
    /// Returns the texts of the fields; none for `null`, which no field has.
    ///
    /// # Errors
    /// The value has no text in this form.
    pub fn write(self, value: &Value) -> Result<Vec<String>, Unwritable> {
        let text = |value: &Value| {
            let explode = self == Self::Assignments;
            let pairs = Style::Simple.write(explode, "", &Texts::of(value)?, Encoding::Plain)?;
            Ok(pairs.into_iter().map(|(_, text)| text).collect())
        };
        match (self, value) {
            (_, Value::Null) => Ok(Vec::new()),
            (Self::Json, _) => Ok(vec![value.to_string()]),
            (Self::Lines | Self::EachLine, Value::Array(items)) => items.iter().map(text).collect(),
            _ => Ok(vec![text(value)?]),
        }
    }
}

/// The search for the values of texts that a schema accepts together.
struct Search<'s> {
    schema: &'s Schema,
    texts: &'s Texts,
    known: &'s Map<String, Value>,
    /// The number of validations that may follow.
    attempts: usize,
}

impl Search<'_> {
    fn value(&self, leaves: &[Leaf]) -> Value {
        let mut value = value(self.texts, &mut leaves.iter());
        if let Value::Object(members) = &mut value {
            members.extend(self.known.clone());
        }
        value
    }

    /// Returns the accepted value. If there is none, `leaves` are left at the values
    /// whose violations are the most informative.
    fn accepted(&mut self, leaves: &mut [Leaf]) -> Result<Option<(Value, Vec<Leaf>)>, SchemaError> {
        loop {
            let value = self.value(leaves);
            let Some(attempts) = self.attempts.checked_sub(1) else {
                return Ok(None);
            };
            self.attempts = attempts;
            if self.schema.accepts(&value)? {
                if advance_located(leaves, &self.of_subtypes(&value)?) {
                    continue;
                }
                return Ok(Some((value, leaves.to_vec())));
            }
            let faults = self.schema.faults(&value, false, usize::MAX)?;
            if advance_located(leaves, &faults) {
                continue;
            }
            let is_short = leaves.len() <= MOST_IN_UNION;
            for union in faults.iter().filter(|_| is_short) {
                let Kind::Union(branches) = &union.kind else {
                    continue;
                };
                for branch in branches {
                    let mut attempt = leaves.to_vec();
                    let faults = self.below(branch, &value, &union.pointer)?;
                    if advance_located(&mut attempt, &faults)
                        && let Some(accepted) = self.accepted(&mut attempt)?
                    {
                        return Ok(Some(accepted));
                    }
                }
            }
            if !advance_below(leaves, &faults) {
                return Ok(None);
            }
        }
    }

    /// Returns why the subtypes that the discriminators of bases name refuse a value, or parts of it.
    /// A base itself accepts any text for a member of the subtype.
    fn of_subtypes(&self, value: &Value) -> Result<Vec<Fault<'static>>, SchemaError> {
        let schemas = self.schema.document().schemas()?;
        let declared = schemas.resolve(self.schema.pointer()).into_iter();
        let mut pending: Vec<_> = declared.map(|one| (one, String::new())).collect();
        let (mut known, mut faults) = (HashSet::new(), Vec::new());
        while let Some((one, at)) = pending.pop() {
            let is_new = known.len() < MOST_PARTS && known.insert((one.place(), at.clone()));
            let Some(part) = value.pointer(&at).filter(|_| is_new) else {
                continue;
            };
            let below = |keyword: &str| one.schema.get(keyword);
            let reference = |to: &Value| schemas.resolve(to.as_str()?);
            let subtype = below("discriminator").and_then(|discriminator| {
                let tag = part.get(discriminator.get("propertyName")?.as_str()?)?;
                let tag = tag.as_str().map_or_else(|| tag.to_string(), str::to_owned);
                reference(discriminator.get("mapping")?.get(tag)?)
            });
            if let Some(subtype) = subtype.filter(|_| below("oneOf").or(below("anyOf")).is_none()) {
                faults.extend(self.below(&subtype, value, &at)?);
                pending.push((subtype, at.clone()));
            }
            pending.extend(below("$ref").and_then(reference).map(|target| (target, at.clone())));
            for keyword in ["allOf", "oneOf", "anyOf"] {
                let parts = below(keyword).and_then(Value::as_array).into_iter();
                for part in parts.flat_map(|parts| children(&one, keyword, parts)) {
                    if self.below(&part, value, &at)?.is_empty() {
                        pending.push((part, at.clone()));
                    }
                }
            }
            let members = below("properties").and_then(Value::as_object).into_iter().flatten();
            for (name, schema) in members.filter(|(name, _)| part.get(name).is_some()) {
                let member = one.child("properties", Some(name), schema);
                pending.push((member, format!("{at}/{}", token(name))));
            }
            if let (Some(schema), Some(items)) = (below("items"), part.as_array()) {
                let items = 0..items.len();
                pending.extend(
                    items.map(|item| (one.child("items", None, schema), format!("{at}/{item}"))),
                );
            }
        }
        Ok(faults)
    }

    /// Returns why a branch of a union refuses the part of a value at a pointer.
    fn below(
        &self,
        branch: &Located<'static>,
        value: &Value,
        pointer: &str,
    ) -> Result<Vec<Fault<'static>>, SchemaError> {
        let part = value.pointer(pointer).unwrap_or(value);
        let schemas = self.schema.document().schemas()?;
        let mut faults = schemas.explain(branch, part, false, usize::MAX);
        for fault in &mut faults {
            fault.pointer.insert_str(0, pointer);
        }
        Ok(faults)
    }
}

/// A text, and the value that it is taken as.
#[derive(Clone)]
struct Leaf {
    pointer: String,
    text: String,
    /// The values that the text can represent, in order of preference.
    candidates: Vec<Value>,
    current: usize,
    /// The first candidate that has the right type, but violates another rule.
    best: Option<usize>,
    is_settled: bool,
}

impl Leaf {
    /// Returns a text, which may be an item, and is first taken as JSON of an object or array if
    /// it may be that.
    fn new(pointer: String, text: &str, is_item: bool, is_json: bool) -> Self {
        let json = || parse(text.as_bytes()).ok()?.decode::<Value>().ok();
        let json = is_json.then(json).flatten().filter(|one| one.is_object() || one.is_array());
        let mut candidates: Vec<_> = json.into_iter().chain([text.into()]).collect();
        candidates.extend(literal(text).map(|literal| literal.value));
        if is_item {
            let items: Vec<_> = candidates.iter().map(|one| [one.clone()].into()).collect();
            candidates.extend(items);
        }
        Self {
            pointer,
            text: text.to_owned(),
            candidates,
            current: 0,
            best: None,
            is_settled: false,
        }
    }

    /// Takes the next value, or the best one after the last. Returns whether the
    /// value changes.
    fn advance(&mut self, has_wrong_type: bool) -> bool {
        if self.is_settled {
            return false;
        }
        if !has_wrong_type {
            self.best = self.best.or(Some(self.current));
        }
        let before = self.current;
        if self.current + 1 < self.candidates.len() {
            self.current += 1;
        } else {
            self.is_settled = true;
            self.current = self.best.unwrap_or(0);
        }
        self.current != before
    }

    /// Returns the violation of a number beyond a float, which passed validation in
    /// clamped form, but must not be returned.
    fn beyond(&self) -> Option<Violations> {
        let value = match &self.candidates[self.current] {
            Value::Array(items) => items.first()?,
            value => value,
        };
        let literal = literal(&self.text).filter(|_| value.is_number())?;
        let found = literal.decode::<Value>().err()?.into_iter();
        let located =
            found.map(|violation| Violation { pointer: self.pointer.clone(), ..violation });
        Some(located.collect())
    }
}

/// Adds the texts with their locations, in the order of [`value`].
fn collect(texts: &Texts, pointer: String, is_item: bool, leaves: &mut Vec<Leaf>) {
    match texts {
        Texts::One(text) => leaves.push(Leaf::new(pointer, text, false, false)),
        Texts::OneOrItem(text) => leaves.push(Leaf::new(pointer, text, true, false)),
        Texts::Field(text) => leaves.push(Leaf::new(pointer, text, !is_item, true)),
        Texts::Items(items) => {
            for (index, item) in items.iter().enumerate() {
                collect(item, format!("{pointer}/{index}"), true, leaves);
            }
        }
        Texts::Members(members) => {
            for (name, member) in members {
                let name = token(name);
                collect(member, format!("{pointer}/{name}"), false, leaves);
            }
        }
    }
}

/// Returns the value whose scalars are the current values of the leaves.
fn value<'l>(texts: &Texts, leaves: &mut impl Iterator<Item = &'l Leaf>) -> Value {
    match texts {
        Texts::One(_) | Texts::OneOrItem(_) | Texts::Field(_) => {
            leaves.next().map(|leaf| leaf.candidates[leaf.current].clone()).unwrap_or_default()
        }
        Texts::Items(items) => items.iter().map(|item| value(item, leaves)).collect(),
        Texts::Members(members) => {
            let members =
                members.iter().map(|(name, member)| (name.clone(), value(member, leaves)));
            members.collect::<Map<_, _>>().into()
        }
    }
}

/// Advances the leaves that have faults of their own. Returns whether a value
/// changes.
fn advance_located(leaves: &mut [Leaf], faults: &[Fault<'_>]) -> bool {
    // By index, and whether the type is among the faults.
    let mut found: HashMap<usize, bool> = HashMap::new();
    {
        let pointers = leaves.iter().enumerate();
        let indices: HashMap<_, _> =
            pointers.map(|(index, leaf)| (leaf.pointer.as_str(), index)).collect();
        for fault in faults {
            let path = fault.pointer.as_str();
            // An item of an array with one item has no leaf of its own.
            let outer = path.rsplit_once('/').map_or(path, |(outer, _)| outer);
            if let Some(index) = indices.get(path).or_else(|| indices.get(outer)) {
                let is_type = matches!(fault.kind, Kind::Type);
                *found.entry(*index).or_default() |= is_type;
            }
        }
    }
    let mut changes = false;
    for (index, has_wrong_type) in found {
        changes |= leaves[index].advance(has_wrong_type);
    }
    changes
}

/// Advances the leaves below faults, which do not tell which of the leaves are
/// wrong. Returns whether a value changes.
fn advance_below(leaves: &mut [Leaf], faults: &[Fault<'_>]) -> bool {
    let mut changes = false;
    for fault in faults.iter().take(Violations::MOST) {
        let path = fault.pointer.as_str();
        for leaf in leaves.iter_mut() {
            if leaf.pointer.strip_prefix(path).is_some_and(|rest| rest.starts_with('/')) {
                changes |= leaf.advance(false);
            }
        }
    }
    changes
}

/// Returns the boolean or number that a text represents, without the white space
/// that JSON allows around it.
fn literal(text: &str) -> Option<Json<'_>> {
    let json = parse(text.as_bytes()).ok()?;
    let is_bare = text.trim_ascii().len() == text.len();
    (is_bare && (json.value.is_number() || json.value.is_boolean())).then_some(json)
}
