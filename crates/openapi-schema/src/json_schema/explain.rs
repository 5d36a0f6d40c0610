//! Explains why a schema refuses a value.
//!
//! The explanation descends from the schema to its parts, and goes on where a part refuses. Of a
//! union that refuses, it descends to the one branch that the value is meant for: the one that
//! the discriminator selects, or else the only one whose types and constants fit, or that most
//! members fit. Each schema that a reference leads to is explained once for a value, so that
//! the number of steps is linear in the value.

use std::collections::HashSet;

use jsonschema::error::ValidationErrorKind;
use jsonschema::{ValidationError, Validator};
use serde_json::{Map, Value};

use super::reference::{REFUSED, remembering, step};
use super::{Located, Schemas, children, judge};

/// The maximum number of schemas of a branch that are looked at to choose it.
const MOST_STEPS: usize = 64;

/// The keywords whose schemas are explained one by one, in the order in which the validator has
/// their errors. The validator explains the others, up to the references in them.
const APPLICATORS: [&str; 7] =
    ["properties", "additionalProperties", "items", "allOf", "anyOf", "oneOf", "$ref"];

/// Why a value is refused.
pub struct Fault<'d> {
    /// The JSON Pointer of the invalid part; empty for the whole value.
    pub pointer: String,
    /// The rule of the schema, without the value.
    pub rule: String,
    /// The location of the violated keyword in the document, in URI fragment form.
    pub keyword: String,
    /// The kind of rule.
    pub kind: Kind<'d>,
}

/// The kind of rule that a value violates.
pub enum Kind<'d> {
    /// The type of the value.
    Type,
    /// The name of a member that must be present.
    Required(String),
    /// The branches of a union, none of which certainly was meant.
    Union(Vec<Located<'d>>),
    /// Any other.
    Other,
}

impl<'d> Schemas<'d> {
    /// Returns why a schema refuses a value: at most `most` faults, and none if it accepts the
    /// value. Where the types of the value are a guess, no branch of a union `is_meant`.
    pub fn explain(
        &self,
        at: &Located<'d>,
        value: &Value,
        is_meant: bool,
        most: usize,
    ) -> Vec<Fault<'d>> {
        let mut walk = Walk {
            schemas: self,
            is_meant,
            most,
            explained: HashSet::new(),
            pointer: String::new(),
            found: Vec::new(),
        };
        remembering(|| {
            walk.schema(at, value);
            if walk.found.is_empty() && !walk.fits(at, value) {
                walk.found.push(Fault {
                    pointer: String::new(),
                    rule: "value is not valid".to_owned(),
                    keyword: at.pointer.clone(),
                    kind: Kind::Other,
                });
            }
        });
        walk.found
    }
}

/// Returns whether the schemas of a keyword are explained one by one.
fn is_explained(schema: &Map<String, Value>, keyword: &str) -> bool {
    APPLICATORS.contains(&keyword)
        && match keyword {
            "items" => !schema.contains_key("prefixItems"),
            "additionalProperties" => !schema.contains_key("patternProperties"),
            _ => true,
        }
}

/// Returns what a schema requires beside its applicators. `false` refuses a part for being
/// there.
pub(super) fn own(schema: &Value) -> Value {
    let Value::Object(keywords) = schema else {
        return schema.clone();
    };
    let own = keywords.iter().filter_map(|(keyword, value)| {
        let value = match (keyword.as_str(), value) {
            ("properties", Value::Object(parts)) => {
                let is_allowed = |part: &Value| (*part != Value::Bool(false)).into();
                let parts = parts.iter().map(|(name, part)| (name.clone(), is_allowed(part)));
                parts.collect::<Map<_, _>>().into()
            }
            ("unevaluatedItems" | "unevaluatedProperties", _) => return None,
            (keyword, Value::Array(_) | Value::Object(_) | Value::String(_))
                if is_explained(keywords, keyword) =>
            {
                return None;
            }
            _ => value.clone(),
        };
        Some((keyword.clone(), value))
    });
    own.collect::<Map<_, _>>().into()
}

struct Walk<'w, 'd> {
    schemas: &'w Schemas<'d>,
    is_meant: bool,
    most: usize,
    /// The addresses of the schemas of references and of the values they were explained for.
    explained: HashSet<(usize, usize)>,
    /// The place in the value.
    pointer: String,
    found: Vec<Fault<'d>>,
}

impl<'d> Walk<'_, 'd> {
    fn schema(&mut self, at: &Located<'d>, value: &Value) {
        if self.found.len() >= self.most {
            return;
        }
        step();
        let before = self.found.len();
        let Ok(rules) = self.schemas.rules(at) else {
            return;
        };
        self.errors(at, &rules, value);
        let Value::Object(schema) = at.schema else {
            return;
        };
        for keyword in APPLICATORS {
            let Some(part) = schema.get(keyword).filter(|_| is_explained(schema, keyword)) else {
                continue;
            };
            match (keyword, part) {
                ("properties", _) => {
                    for (part, name, member) in declared(at, value) {
                        self.part(name, &part, member);
                    }
                }
                ("additionalProperties", Value::Object(_)) => {
                    let known = schema.get("properties");
                    let part = at.child(keyword, None, part);
                    for (name, member) in value.as_object().into_iter().flatten() {
                        if known.is_none_or(|known| known.get(name).is_none()) {
                            self.part(name, &part, member);
                        }
                    }
                }
                ("items", Value::Object(_)) => {
                    let part = at.child(keyword, None, part);
                    for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                        self.part(&index.to_string(), &part, item);
                    }
                }
                ("allOf", Value::Array(all)) => {
                    for one in children(at, keyword, all) {
                        self.schema(&one, value);
                    }
                }
                ("anyOf" | "oneOf", Value::Array(branches)) => {
                    self.union(at, keyword, children(at, keyword, branches), value);
                }
                ("$ref", Value::String(reference)) => self.reference(reference, value),
                _ => {}
            }
        }
        let depends = ["unevaluatedItems", "unevaluatedProperties"];
        if self.found.len() == before
            && depends.iter().any(|keyword| schema.contains_key(*keyword))
            && let Ok(whole) = self.schemas.compile(&at.pointer)
        {
            self.errors(at, &whole.validator, value);
        }
    }

    fn part(&mut self, token: &str, at: &Located<'d>, value: &Value) {
        let length = self.pointer.len();
        self.pointer.push('/');
        self.pointer.push_str(&crate::json_schema::token(token));
        self.schema(at, value);
        self.pointer.truncate(length);
    }

    fn reference(&mut self, reference: &str, value: &Value) {
        if let Some(target) = self.schemas.resolve(reference)
            && !self.fits(&target, value)
            && self.explained.insert((target.place(), std::ptr::from_ref(value).addr()))
        {
            self.schema(&target, value);
        }
    }

    fn union(
        &mut self,
        at: &Located<'d>,
        keyword: &str,
        branches: Vec<Located<'d>>,
        value: &Value,
    ) {
        let mut fitting = branches.iter().filter(|branch| self.fits(branch, value));
        let (extent, kind) = match fitting.next() {
            Some(_) if keyword == "anyOf" || fitting.next().is_none() => return,
            Some(_) => ("valid under more than one", Kind::Other),
            None => {
                if let Some(branch) = self.meant(at, &branches, value) {
                    let before = self.found.len();
                    self.schema(branch, value);
                    if self.found.len() > before {
                        return;
                    }
                } else if self.is_meant && self.tag(at, keyword, &branches, value).is_some() {
                    return;
                }
                ("not valid under any", Kind::Union(branches))
            }
        };
        self.found.push(Fault {
            pointer: self.pointer.clone(),
            rule: format!("value is {extent} of the schemas listed in the '{keyword}' keyword"),
            keyword: format!("{}/{keyword}", at.pointer),
            kind,
        });
    }

    /// Reports a tag that selects no branch, if all branches have a name or are null.
    fn tag(
        &mut self,
        at: &Located<'d>,
        keyword: &str,
        branches: &[Located<'d>],
        value: &Value,
    ) -> Option<()> {
        let discriminator = at.schema.get("discriminator")?;
        let name = discriminator.get("propertyName")?.as_str()?;
        value.get(name)?;
        let mapping = discriminator.get("mapping").and_then(Value::as_object);
        let mapped = mapping.into_iter().flatten();
        let mapped = mapped.filter_map(|(tag, target)| Some((tag.as_str(), target.as_str()?)));
        let (mut tags, targets): (Vec<_>, Vec<_>) = mapped.unzip();
        let others = branches
            .iter()
            .filter(|branch| branch.schema.get("type").is_none_or(|kind| kind != "null"));
        for reference in others.map(reference).collect::<Option<Vec<_>>>()? {
            if !targets.iter().any(|target| names(target, reference)) {
                tags.extend(reference.rsplit('/').next());
            }
        }
        self.found.push(Fault {
            pointer: format!("{}/{}", self.pointer, crate::json_schema::token(name)),
            rule: format!("value is not one of {tags:?}"),
            keyword: format!("{}/{keyword}", at.pointer),
            kind: Kind::Other,
        });
        Some(())
    }

    /// Returns the branch that a value is meant for.
    fn meant<'b>(
        &self,
        union: &Located<'d>,
        branches: &'b [Located<'d>],
        value: &Value,
    ) -> Option<&'b Located<'d>> {
        if !self.is_meant {
            return None;
        }
        if let Some(branch) = selected(union.schema, branches, value) {
            return Some(branch);
        }
        let is_close = |branch: &&_| !self.differs(branch, value, false, &mut { MOST_STEPS });
        let close: Vec<_> = branches.iter().filter(is_close).collect();
        if let [only] = close[..] {
            return Some(only);
        }
        let fitting = |branch: &&_| self.fitting(branch, value, &mut { MOST_STEPS });
        let most = close.iter().map(fitting).max().filter(|most| *most > 0)?;
        let mut best = close.into_iter().filter(|branch| fitting(branch) == most);
        best.next().filter(|_| best.next().is_none())
    }

    /// Returns whether the type of a value, or a constant of the value or of one of its members,
    /// is that of another branch.
    fn differs(&self, at: &Located<'d>, value: &Value, is_member: bool, steps: &mut usize) -> bool {
        let Ok(rules) = self.schemas.rules(at) else {
            return false;
        };
        let is_of_another_branch = |error: ValidationError<'_>| match error.kind() {
            ValidationErrorKind::Type { .. } => !is_member,
            ValidationErrorKind::Constant { .. } | ValidationErrorKind::Enum { .. } => true,
            _ => false,
        };
        rules.iter_errors(value).any(is_of_another_branch)
            || self.in_place(at, steps).iter().any(|one| self.differs(one, value, is_member, steps))
            || !is_member
                && declared(at, value)
                    .any(|(part, _, member)| self.differs(&part, member, true, steps))
    }

    /// Returns the number of members of a value that a branch declares and accepts.
    fn fitting(&self, at: &Located<'d>, value: &Value, steps: &mut usize) -> usize {
        let own = declared(at, value).filter(|(part, _, member)| self.fits(part, member)).count();
        let others = self.in_place(at, steps);
        let others = others.iter().map(|one| self.fitting(one, value, steps));
        own + others.sum::<usize>()
    }

    /// Returns the schemas that apply wherever a schema does.
    fn in_place(&self, at: &Located<'d>, steps: &mut usize) -> Vec<Located<'d>> {
        let all = at.schema.get("allOf").and_then(Value::as_array);
        let mut applied = children(at, "allOf", all.map_or(&[], Vec::as_slice));
        let reference = at.schema.get("$ref").and_then(Value::as_str);
        applied.extend(reference.and_then(|reference| self.schemas.resolve(reference)));
        applied.truncate(*steps);
        *steps -= applied.len();
        applied
    }

    fn fits(&self, at: &Located<'d>, value: &Value) -> bool {
        let target = self.schemas.compile(&at.pointer);
        target.is_ok_and(|target| judge(&target, value))
    }

    fn errors(&mut self, at: &Located<'d>, validator: &Validator, value: &Value) {
        for error in validator.iter_errors(value) {
            let path = error.instance_path().as_str();
            let kind = match error.kind() {
                ValidationErrorKind::Custom { message, .. } if message.starts_with(REFUSED) => {
                    if let Some(part) = value.pointer(path) {
                        let length = self.pointer.len();
                        self.pointer.push_str(path);
                        self.reference(&message[REFUSED.len()..], part);
                        self.pointer.truncate(length);
                    }
                    continue;
                }
                ValidationErrorKind::Type { .. } => Kind::Type,
                ValidationErrorKind::Required { property } => {
                    Kind::Required(property.as_str().unwrap_or_default().to_owned())
                }
                _ => Kind::Other,
            };
            let location = error.absolute_keyword_location().map(|at| at.as_str());
            let location = location.and_then(|at| at.strip_prefix(self.schemas.base));
            self.found.push(Fault {
                pointer: format!("{}{path}", self.pointer),
                rule: error.masked().to_string(),
                keyword: location.map_or_else(
                    || format!("{}{}", at.pointer, error.schema_path()),
                    str::to_owned,
                ),
                kind,
            });
        }
    }
}

/// Returns the members that a schema declares itself.
fn declared<'d, 'v>(
    at: &Located<'d>,
    value: &'v Value,
) -> impl Iterator<Item = (Located<'d>, &'d str, &'v Value)> {
    let properties = at.schema.get("properties").and_then(Value::as_object);
    properties.into_iter().flatten().filter_map(move |(name, part)| {
        let member = value.get(name)?;
        Some((at.child("properties", Some(name), part), name.as_str(), member))
    })
}

/// Returns the branch that the discriminator selects (OpenAPI 3.1.1 §4.8.25).
fn selected<'b, 'd>(
    union: &Value,
    branches: &'b [Located<'d>],
    value: &Value,
) -> Option<&'b Located<'d>> {
    let discriminator = union.get("discriminator")?;
    let name = discriminator.get("propertyName")?.as_str()?;
    let tag = value.get(name)?.as_str()?;
    let mapped = discriminator.get("mapping").and_then(|mapping| mapping.get(tag));
    let target = mapped.and_then(Value::as_str).unwrap_or(tag);
    branches.iter().find(|branch| reference(branch).is_some_and(|one| names(target, one)))
}

fn reference<'d>(branch: &Located<'d>) -> Option<&'d str> {
    branch.schema.get("$ref")?.as_str()
}

/// Returns whether a text of a discriminator, a reference or the name of a component, means the
/// schema of a reference.
fn names(text: &str, reference: &str) -> bool {
    reference == text || reference.rsplit('/').next() == Some(text)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use crate::{DecodeError, Document, Schema, parse};

    static DOCUMENT: Document = Document::new(
        r##"{
            "Tagged": {
                "oneOf": [{ "$ref": "#/components/schemas/Cat" }, { "$ref": "#/components/schemas/Dog" }],
                "discriminator": { "propertyName": "kind", "mapping": { "hound": "#/components/schemas/Dog" } }
            },
            "TaggedOrNull": {
                "oneOf": [{ "$ref": "#/components/schemas/Cat" }, { "$ref": "#/components/schemas/Dog" }, { "type": "null" }],
                "discriminator": { "propertyName": "kind" }
            },
            "Inline": {
                "oneOf": [{ "properties": { "kind": { "const": "a" } } }, { "properties": { "kind": { "const": "b" } } }],
                "discriminator": { "propertyName": "kind" }
            },
            "Constants": { "anyOf": [
                { "properties": { "kind": { "const": "a" }, "size": { "type": "integer" } } },
                { "properties": { "kind": { "enum": ["b"] }, "size": { "type": "string" } } }
            ] },
            "Nullable": { "oneOf": [{ "$ref": "#/components/schemas/Cat" }, { "type": "null" }] },
            "Nested": { "properties": { "pets": { "items": { "$ref": "#/Nullable" } } } },
            "Named": { "anyOf": [
                { "required": ["lives", "born"], "properties": { "lives": { "type": "integer" } } },
                { "required": ["bark"], "properties": { "lives": { "type": "string" } } }
            ] },
            "Kinds": { "oneOf": [
                { "properties": { "of": { "const": "a" }, "x": { "$ref": "#/Kinds" } } },
                { "properties": { "of": { "const": "b" }, "y": { "items": { "$ref": "#/Kinds" } } } }
            ] },
            "Alike": { "oneOf": [{ "required": ["a"] }, { "required": ["b"] }] },
            "components": { "schemas": {
                "Cat": { "type": "object", "required": ["lives"], "properties": {
                    "kind": { "type": "string" }, "lives": { "type": "integer" } } },
                "Dog": { "type": "object", "required": ["bark"], "properties": {
                    "kind": { "type": "string" }, "bark": { "type": "string" } } }
            } }
        }"##,
    );

    fn violations(pointer: &'static str, text: &str) -> String {
        let schema = Schema::at(&DOCUMENT, pointer);
        let value = parse(text.as_bytes()).unwrap().value;
        schema.validate(&value).unwrap_err().to_string()
    }

    #[test]
    fn a_union_is_explained_by_the_branch_that_the_value_is_meant_for() {
        for (pointer, text, expected) in [
            ("#/Tagged", r#"{"kind":"Cat"}"#, r#"at "" "lives" is a required property"#),
            (
                "#/Tagged",
                r#"{"kind":"hound","bark":1}"#,
                r#"at "/bark" value is not of type "string""#,
            ),
            (
                "#/Tagged",
                r#"{"kind":"fish"}"#,
                r#"at "/kind" value is not one of ["hound", "Cat"]"#,
            ),
            (
                "#/TaggedOrNull",
                r#"{"kind":"fish"}"#,
                r#"at "/kind" value is not one of ["Cat", "Dog"]"#,
            ),
            (
                "#/Constants",
                r#"{"kind":"b","size":1}"#,
                r#"at "/size" value is not of type "string""#,
            ),
            ("#/Nullable", r#"{"lives":"nine"}"#, r#"at "/lives" value is not of type "integer""#),
            (
                "#/Nested",
                r#"{"pets":[null,{"lives":"nine"}]}"#,
                r#"at "/pets/1/lives" value is not of type "integer""#,
            ),
            ("#/Named", r#"{"name":"Rex","lives":9}"#, r#"at "" "born" is a required property"#),
            (
                "#/Kinds",
                r#"{"of":"a","x":{"of":"b","y":[{"of":"c"}]}}"#,
                r#"at "/x/y/0" value is not valid under any of the schemas listed in the 'oneOf' keyword"#,
            ),
        ] {
            assert_eq!(violations(pointer, text), expected, "{pointer} {text}");
        }
    }

    #[test]
    fn a_union_whose_branch_is_not_certain_is_one_violation() {
        for (pointer, text, keyword) in [
            ("#/Tagged", "1", "oneOf"),
            ("#/Tagged", "{}", "oneOf"),
            ("#/Inline", r#"{"kind":"c"}"#, "oneOf"),
            ("#/Constants", r#"{"kind":"c","size":1}"#, "anyOf"),
            ("#/Nullable", "1", "oneOf"),
            ("#/Alike", "{}", "oneOf"),
        ] {
            let expected = format!(
                "at \"\" value is not valid under any of the schemas listed in the '{keyword}' keyword"
            );
            assert_eq!(violations(pointer, text), expected, "{pointer} {text}");
        }
    }

    #[test]
    fn the_location_of_a_keyword_is_that_in_the_branch() {
        let schema = Schema::at(&DOCUMENT, "#/Nullable");
        let value = parse(br#"{"lives":"nine"}"#).unwrap().value;
        let Err(DecodeError::Invalid(violations)) = schema.validate(&value) else {
            panic!("the value is accepted");
        };
        let keyword = "#/components/schemas/Cat/properties/lives/type";
        assert_eq!(violations.keywords(), keyword);
    }
}
