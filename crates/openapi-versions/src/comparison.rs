//! Decides for the parts of two versions whether each value of the one is a value of the
//! other.

use std::cell::OnceCell;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

use openapi_compare::Document;
use openapi_compare::inclusion::{
    About, Classes, Inclusion, Presence, Schema, Side, Subject, Verdict as Included, is_ignored,
};
use openapi_document::{Direction, Discriminator};
use openapi_dropshot_build::{Comparison, OperationName, Part, Place, Verdict};
use openapi_source::role::{Role, traverse};
use openapi_source::{Node, Pointer};
use openapi_values::Values;
use serde_json::Value;

use crate::report::version_of;

/// The maximum number of characters of a value in documentation.
const MAXIMUM_VALUE: usize = 2_000;

/// The number of values of which the shortest is shown.
const ATTEMPTS: u64 = 20;

/// The number of comparisons whose intermediate results are kept. The generator asks about the
/// versions in their order.
const KEPT: usize = 8;

/// What differs if the undeclared members of two schemas do.
const UNNAMED: &str = "members that aren't named";

/// A version of a document, as it is written and as it applies to requests and responses, where
/// that differs.
pub(crate) struct Version<'d> {
    written: &'d Document,
    discriminators: BTreeMap<Pointer, Discriminator>,
    request: Option<Document>,
    response: Option<Document>,
    /// The number of bytes.
    size: usize,
}

impl<'d> Version<'d> {
    pub fn new(document: &'d Document) -> Self {
        Self {
            written: document,
            discriminators: document.discriminators(),
            request: document.in_direction(Direction::Request),
            response: document.in_direction(Direction::Response),
            size: document.size(),
        }
    }

    fn forms(&self) -> impl Iterator<Item = &Document> {
        [Some(self.written), self.request.as_ref(), self.response.as_ref()].into_iter().flatten()
    }

    fn form(&self, direction: Option<Direction>) -> &Document {
        let form = match direction {
            None => &None,
            Some(Direction::Request) => &self.request,
            Some(Direction::Response) => &self.response,
        };
        form.as_ref().unwrap_or(self.written)
    }
}

/// Compares several versions of a document.
pub(crate) struct Comparer<'d> {
    versions: &'d [Version<'d>],
    /// Those of the schemas of all versions, when they are needed: most schemas are the same in
    /// several versions.
    classes: OnceCell<Rc<Classes>>,
    inclusions: HashMap<(Option<Direction>, usize, usize), Inclusion<'d>>,
}

impl<'d> Comparer<'d> {
    pub fn new(versions: &'d [Version<'d>]) -> Self {
        Self { versions, classes: OnceCell::new(), inclusions: HashMap::new() }
    }

    fn inclusion(
        &mut self,
        direction: Option<Direction>,
        from: usize,
        to: usize,
    ) -> &mut Inclusion<'d> {
        let (versions, key) = (self.versions, (direction, from, to));
        if self.inclusions.len() >= KEPT && !self.inclusions.contains_key(&key) {
            self.inclusions.clear();
        }
        let classes = || {
            let forms: Vec<_> = versions.iter().flat_map(Version::forms).collect();
            Rc::new(Classes::new(&forms, is_ignored))
        };
        let classes = Rc::clone(self.classes.get_or_init(classes));
        let new = || Inclusion::with_classes(classes, versions[from].size + versions[to].size);
        self.inclusions.entry(key).or_insert_with(new)
    }

    /// Returns whether each value of `narrow` is one of `wide`, and whether discriminators name the
    /// same schemas.
    fn decide(
        &mut self,
        direction: Direction,
        (from, narrow): (usize, Option<Schema<'d>>),
        (to, wide): (usize, Option<Schema<'d>>),
    ) -> Verdict {
        let node = narrow.as_ref().and_then(Schema::node);
        let named = |this: &mut Self| this.decide_named(direction, from, to, node);
        match self.decide_schemas(direction, (from, narrow), (to, wide)) {
            Verdict::Proved => named(self),
            different if named(self) != Verdict::Proved => different.whole(),
            different => different,
        }
    }

    /// Decides for the schemas that discriminators name: the branches of unions, and those that
    /// extend a base, to which no keyword leads.
    fn decide_named(
        &mut self,
        direction: Direction,
        from: usize,
        to: usize,
        schema: Option<&'d Node>,
    ) -> Verdict {
        let versions = self.versions;
        let [old, new] = [from, to].map(|one| &versions[one]);
        if old.discriminators.is_empty() {
            return Verdict::Proved;
        }
        let [document, other] = [old, new].map(|one| one.form(Some(direction)));
        let mut pending = Vec::from_iter(schema);
        let (mut seen, mut decided) = (HashSet::new(), HashSet::new());
        while let Some(schema) = pending.pop() {
            if !seen.insert(std::ptr::from_ref(schema)) {
                continue;
            }
            let mut schemas = Vec::new();
            traverse(schema, Role::Schema, &mut |node, role| {
                if role == Role::Schema {
                    schemas.push(&node.location.pointer);
                    pending.extend(document.target(node));
                }
            });
            for pointer in schemas {
                let [known, others] = [old, new].map(|one| one.discriminators.get(pointer));
                for (value, target) in known.into_iter().flat_map(|one| &one.mapping) {
                    let mut same = others.into_iter().flat_map(|one| &one.mapping);
                    let same = same.find(|(other, _)| other == value);
                    let same = same.and_then(|(_, target)| other.find(target));
                    let Some((narrow, wide)) = document.find(target).zip(same) else {
                        return unproved((self.version(from), self.version(to))).into();
                    };
                    pending.push(narrow);
                    if decided.insert((std::ptr::from_ref(narrow), std::ptr::from_ref(wide))) {
                        let narrow = (from, Some(Schema::new(document, narrow)));
                        let wide = (to, Some(Schema::new(other, wide)));
                        match self.decide_schemas(direction, narrow, wide) {
                            Verdict::Proved => {}
                            different => return different.whole(),
                        }
                    }
                }
            }
        }
        Verdict::Proved
    }

    /// Returns whether each value of `narrow` is one of `wide`, as far as values are of a
    /// generated type: it has no members that its schema doesn't declare.
    fn decide_schemas(
        &mut self,
        direction: Direction,
        (from, narrow): (usize, Option<Schema<'d>>),
        (to, wide): (usize, Option<Schema<'d>>),
    ) -> Verdict {
        let (Some(narrow), Some(wide)) = (narrow, wide) else {
            return "A part has no schema of its own.".to_owned().into();
        };
        let names = (self.version(from), self.version(to));
        let lost = self.lost((from, &narrow), (to, &wide));
        let document = self.versions[from].form(Some(direction));
        let inclusion = self.inclusion(Some(direction), from, to);
        let differences = match inclusion.decide(&narrow, &wide) {
            Included::Included => Some(Vec::new()),
            _ => inclusion.differences(&narrow, &wide),
        };
        let (Some(lost), Some(mut differences)) = (lost, differences) else {
            return unproved(names).into();
        };
        differences.retain(|one| {
            let is_allowed = one.relation.sides().contains(&Side::Left);
            one.about == About::Values && is_allowed && !inclusion.is_addition(one)
        });
        let nodes = differences.iter().map(|one| one.left_at).chain(lost.iter().map(|one| one.at));
        let is_unique = are_reached_once(document, narrow.location(), nodes);
        let (mut places, mut open) = (Vec::new(), Vec::new());
        let is_known = |places: &[Place], place: &Place| {
            places.iter().any(|one| !is_unique || one.contains(place))
        };
        for one in differences {
            let (at, is_missing) = match one.subject {
                Subject::Member { right: Presence::Required, .. } => (&*one.path, true),
                Subject::Member { .. } => (above(&one.path), false),
                _ => (&*one.path, false),
            };
            let (at, reason) = (at.to_owned(), unproved(names.clone()));
            let mut place = Place { reason, at, is_missing };
            if is_known(&places, &place) {
                continue;
            }
            match inclusion.verdict(&one, Side::Left) {
                Included::Included => {}
                Included::Undecided => open.push(place),
                Included::Witness(value) => {
                    let (value, (from, to)) = (as_code(&value.to_string()), &names);
                    place.reason = format!("{from} allows this value, and {to} does not: {value}");
                    places.push(place);
                }
            }
        }
        places.append(&mut open);
        for loss in lost {
            let (at, reason) = (loss.member.clone(), String::new());
            let mut place = Place { reason, at, is_missing: false };
            if !is_known(&places, &place) {
                place.reason = self.why_lost(&loss, (from, &narrow), (to, &wide));
                place.at = above(&loss.member).to_owned();
                places.push(place);
            }
        }
        let mut places = places.into_iter();
        match places.next() {
            None => Verdict::Proved,
            Some(first) if !is_unique => first.reason.into(),
            Some(first) => Verdict::Different(first, places.collect()),
        }
    }

    /// Returns the members that a conversion loses, although each value is one of the other
    /// version: a schema that is not closed allows members that it does not declare, and the type
    /// of such a schema does not have them.
    fn lost(
        &mut self,
        (from, narrow): (usize, &Schema<'d>),
        (to, wide): (usize, &Schema<'d>),
    ) -> Option<Vec<Loss<'d>>> {
        let is_request = from < to;
        let direction = if is_request { Direction::Request } else { Direction::Response };
        let document = self.versions[from.min(to)].form(Some(direction));
        let inclusion = self.inclusion(Some(direction), from, to);
        let differences = inclusion.differences(narrow, wide)?;
        let is_declared = |one: Presence| matches!(one, Presence::Optional | Presence::Required);
        let lost = differences.iter().filter_map(|one| {
            let (left, right) = match &one.subject {
                Subject::Member { left, right, .. } => (*left, *right),
                _ if is_request && one.what == UNNAMED => {
                    let reason = "{old} keeps the members {name}, and {new} does not";
                    return Some(Loss {
                        member: format!("{}/*", one.path),
                        reason,
                        at: one.left_at,
                    });
                }
                _ => return None,
            };
            let (old, new, at) = match is_request {
                true => (left, right, one.left_at),
                false => (right, left, one.right_at),
            };
            let reason = match (is_declared(old), is_declared(new)) {
                (true, false) => "{old} declares the member {name}, and {new} does not",
                (false, true) if keeps_others(document, at, is_request) => {
                    "{new} declares the member {name}, which is any one in {old}"
                }
                _ => return None,
            };
            Some(Loss { member: one.path.clone(), reason, at: one.left_at })
        });
        Some(lost.collect())
    }

    /// Returns the sentence about a lost member, with a value that has it.
    fn why_lost(
        &self,
        Loss { member, reason, .. }: &Loss<'_>,
        (from, narrow): (usize, &Schema<'d>),
        (to, wide): (usize, &Schema<'d>),
    ) -> String {
        let (older, newer, schema, direction) = match from < to {
            true => (from, to, narrow, Direction::Request),
            false => (to, from, wide, Direction::Response),
        };
        let document = self.versions[older].form(Some(direction));
        let name = Value::from(member.as_str()).to_string();
        let reason = reason
            .replace("{old}", &self.version(older))
            .replace("{new}", &self.version(newer))
            .replace("{name}", &as_code(name.trim_matches('"')));
        let value = value_with(document, schema, member);
        let value = value.map_or_else(|| ".".to_owned(), |value| format!(": {}", as_code(&value)));
        reason + &value
    }

    fn version(&self, index: usize) -> String {
        version_of(self.versions[index].written)
    }

    /// Returns a component schema.
    fn component_schema(
        &self,
        direction: Option<Direction>,
        version: usize,
        name: &str,
    ) -> Option<Schema<'d>> {
        let document = self.versions[version].form(direction);
        let schemas = document.root().get("components")?.get("schemas")?;
        Some(Schema::new(document, schemas.get(name)?))
    }
}

impl Comparison for Comparer<'_> {
    fn verdict(
        &mut self,
        (from, operation): (usize, &OperationName),
        (to, other): (usize, &OperationName),
        part: Part<'_>,
    ) -> Verdict {
        let (direction, own, others) = match part {
            Part::Response(own, others) => (Direction::Response, own, others),
            _ => (Direction::Request, "", ""),
        };
        let form = |version: usize| self.versions[version].form(Some(direction));
        let narrow = schema(form(from), operation, part, own);
        let wide = schema(form(to), other, part, others);
        self.decide(direction, (from, narrow), (to, wide))
    }

    fn is_equal(&mut self, older: usize, newer: usize, component: &str) -> bool {
        let schemas = [older, newer].map(|one| self.component_schema(None, one, component));
        let [Some(one), Some(other)] = schemas else {
            return false;
        };
        let mut includes = |from: (usize, &_), to: (usize, &_)| {
            self.inclusion(None, from.0, to.0).decide(from.1, to.1) == Included::Included
        };
        includes((older, &one), (newer, &other)) && includes((newer, &other), (older, &one))
    }

    fn component(&mut self, from: usize, to: usize, component: &str) -> Verdict {
        let direction = Direction::Response;
        let [narrow, wide] =
            [from, to].map(|one| self.component_schema(Some(direction), one, component));
        self.decide(direction, (from, narrow), (to, wide))
    }
}

/// Returns the schema of a part of an operation. `status` is the key of a response.
fn schema<'d>(
    document: &'d Document,
    operation: &OperationName,
    part: Part<'_>,
    status: &str,
) -> Option<Schema<'d>> {
    let item = document.root().get("paths")?.get(&operation.path)?;
    let item = document.resolve(item);
    let node = openapi_source::operation(item, &operation.method)?;
    let resolved = |node: &'d Node| document.resolve(node);
    let content = |owner: &'d Node| owner.get("content");
    let owner = match part {
        Part::Parameter(location, name) => {
            let owners = [node, item].into_iter();
            let lists = owners.filter_map(|owner| owner.get("parameters"));
            let mut parameters = lists.flat_map(Node::items).map(resolved);
            let parameter = parameters.find(|one| {
                one.member_text("in") == Some(location)
                    && one.member_text("name").is_some_and(|own| {
                        own == name || (location == "header" && own.eq_ignore_ascii_case(name))
                    })
            })?;
            match content(parameter) {
                Some(content) => only(content)?,
                None => parameter,
            }
        }
        Part::RequestBody => only(content(resolved(node.get("requestBody")?))?)?,
        Part::Response(..) => {
            let mut responses = node.get("responses")?.members();
            let (_, response) = responses.find(|(key, _)| key.eq_ignore_ascii_case(status))?;
            only(content(resolved(response))?)?
        }
    };
    Some(match owner.get("schema") {
        Some(schema) => Schema::new(document, schema),
        None => Schema::any(owner),
    })
}

/// A member that a conversion loses.
struct Loss<'d> {
    /// The path to the member.
    member: String,
    /// Why, with `{old}`, `{new}` and `{name}` for the versions and the member.
    reason: &'static str,
    /// Where the schema is whose values have it.
    at: &'d Node,
}

/// Returns whether one way alone leads from a schema to each of some nodes. A difference is found
/// once, also where several references, or a recursive one, lead to its schema.
fn are_reached_once<'d>(
    document: &'d Document,
    root: &'d Node,
    mut nodes: impl Iterator<Item = &'d Node>,
) -> bool {
    // The schemas on the way, with the places of the references to them.
    let start = &root.location.pointer;
    let mut reached = BTreeMap::from([(start, vec![start])]);
    let mut pending = vec![root];
    while let Some(schema) = pending.pop() {
        traverse(schema, Role::Schema, &mut |node, role| {
            let target = Some(node).filter(|_| role == Role::Schema);
            if let Some(target) = target.and_then(|node| document.target(node)) {
                let references = reached.entry(&target.location.pointer).or_default();
                if references.is_empty() {
                    pending.push(target);
                }
                references.push(&node.location.pointer);
            }
        });
    }
    nodes.all(|node| {
        let mut at = &node.location.pointer;
        loop {
            let mut around = reached.iter().filter(|(schema, _)| at.is_within(schema));
            match (around.next(), around.next()) {
                (Some((_, references)), None) if references.len() == 1 => match references[0] {
                    reference if reference == start => return true,
                    reference => at = reference,
                },
                _ => return false,
            }
        }
    })
}

/// Returns the pointer without its last token.
fn above(pointer: &str) -> &str {
    pointer.rsplit_once('/').map_or("", |(above, _)| above)
}

/// Returns the reason for a function where there is no proof.
fn unproved((from, to): (String, String)) -> String {
    format!("It is not proved that each value of {from} is one of {to}.")
}

/// Returns whether the type of an object keeps members that it does not declare: those of
/// `additionalProperties`, and any if it declares none. Responses may have any.
fn keeps_others(document: &Document, object: &Node, is_request: bool) -> bool {
    let mut parts = vec![object];
    let mut next = 0;
    while let Some(part) = parts.get(next).copied() {
        let all = part.get("allOf").map_or(&[][..], Node::items).iter();
        for part in all.chain(document.target(part)) {
            if !parts.iter().any(|known| std::ptr::eq(*known, part)) {
                parts.push(part);
            }
        }
        next += 1;
    }
    let keeps =
        |own: &Node| own.boolean() != Some(false) && (is_request || !own.allows_everything());
    let mut others = parts.iter().filter_map(|part| part.get("additionalProperties"));
    let declares =
        |part: &&Node| part.get("properties").is_some() || part.get("required").is_some();
    others.any(keeps) || is_request && !parts.iter().any(declares)
}

/// Returns the shortest of some values of a schema that have a member, as JSON.
fn value_with(document: &Document, schema: &Schema<'_>, member: &str) -> Option<String> {
    let document = openapi_values::Document::of(document.clone());
    let values = Values::new(&document).ok()?;
    let schema = schema.node()?.location.pointer.as_str();
    let names: Vec<_> = Pointer::parse(member)?.tokens().collect();
    let has_member = |json: &str| {
        let value = serde_json::from_str::<Value>(json);
        value.is_ok_and(|value| has(&value, &names))
    };
    let found = (1..=ATTEMPTS).filter_map(|seed| {
        let json = values.valid_where(schema, seed, has_member)?;
        let value = serde_json::from_str(&json).ok()?;
        Some(values.declared(schema, &value).to_string())
    });
    found.min_by_key(String::len)
}

/// Returns whether a value has a member. A name `*` is that of any member or item.
fn has(value: &Value, names: &[String]) -> bool {
    let Some((name, rest)) = names.split_first() else {
        return true;
    };
    match value {
        Value::Object(members) => {
            members.iter().any(|(own, member)| (own == name || name == "*") && has(member, rest))
        }
        Value::Array(items) => items.iter().any(|item| has(item, rest)),
        _ => false,
    }
}

/// Returns the media type of a body. The generator asks about bodies with one alone.
fn only(content: &Node) -> Option<&Node> {
    content.members().next().map(|(_, node)| node)
}

/// Returns JSON as code in documentation: on one line, without the end of the code.
fn as_code(json: &str) -> String {
    let json = untrusted_text::json(json).replace('`', "\\u0060");
    let mut shown: String = json.chars().take(MAXIMUM_VALUE).collect();
    if shown.len() < json.len() {
        shown.push('…');
    }
    format!("`{shown}`")
}
