//! Candidate objects: with and without each member that either side names, with
//! values that either side allows or rejects.

use super::pattern;
use super::search::Search;
use crate::effort::{spend, spend_copy};
use crate::proof::language::Language;
use crate::schema::normal_form::{Alternative, Values};
use crate::schema::object::Objects;
use indexmap::IndexSet;
use openapi_source::{Node, plain};
use serde_json::{Map, Value};

/// The number of values that are tried for one member.
const MAXIMUM_VALUES: usize = 4;

/// The number of members that are added one by one if there is no other side.
const MAXIMUM_SINGLE: usize = 12;

/// The maximum number of members of a candidate.
const MAXIMUM_MEMBERS: u64 = 1 << 12;

/// Names that a document is unlikely to declare.
const UNLIKELY_NAMES: [&str; 3] = ["x", "other", "\u{e9}"];

/// Returns objects near the limits of `objects` and of `others`.
pub(super) fn near<'d>(
    search: &mut Search<'_, 'd>,
    at: &'d Node,
    objects: &Objects<'d>,
    others: &[&Alternative<'d>],
) -> Vec<Value> {
    let others: Vec<&Objects<'d>> = others
        .iter()
        .filter_map(|other| match &other.values {
            Values::Object(objects) => Some(objects),
            _ => None,
        })
        .collect();
    let mut values: Vec<Value> = Vec::new();
    for enumerated in std::iter::once(&objects)
        .chain(&others)
        .flat_map(|set| &set.enumerated)
    {
        values.extend(enumerated.iter().map(|node| plain(node)));
    }
    let Some(base) = smallest(search, at, objects) else {
        return values;
    };
    values.push(Value::Object(base.clone()));
    let sets: Vec<&Objects<'d>> = std::iter::once(&objects).chain(&others).copied().collect();
    let mut full = base.clone();
    let mut single: Vec<(String, Value)> = Vec::new();
    for name in candidate_names(&sets) {
        let schema = objects.member(&name, at);
        let mut wanted: Vec<Value> = Vec::new();
        for other in &others {
            let rejected = search.rejected_by(&schema, &other.member(&name, at));
            wanted.extend(rejected.iter().take(MAXIMUM_VALUES).cloned());
        }
        let allowed = search.samples(&schema);
        wanted.extend(allowed.iter().take(MAXIMUM_VALUES).cloned());
        if let Some(first) = wanted.first()
            && !UNLIKELY_NAMES.contains(&name.as_str())
        {
            full.entry(name.clone()).or_insert_with(|| first.clone());
        }
        single.extend(wanted.into_iter().map(|value| (name.clone(), value)));
    }
    if others.is_empty() {
        // A few arbitrary values are enough.
        single.truncate(MAXIMUM_SINGLE);
    }
    values.push(Value::Object(full.clone()));
    for (name, value) in &single {
        for start in [&base, &full] {
            values.push(Value::Object(with(start, name, value)));
        }
    }
    // Two members at a time, for dependencies between members.
    for (index, (name, value)) in single.iter().enumerate().take(24) {
        for (other, second) in single.iter().take(24).skip(index + 1) {
            if name != other {
                values.push(Value::Object(with(
                    &with(&base, name, value),
                    other,
                    second,
                )));
            }
        }
    }
    let without: Vec<Value> = full
        .keys()
        .map(|name| {
            full.values().for_each(spend_copy);
            let mut less = full.clone();
            less.remove(name);
            Value::Object(less)
        })
        .collect();
    values.extend(without);
    values.extend(padded(search, at, &sets, &base));
    values.extend(padded(search, at, &sets, &full));
    values
}

/// Returns objects of the set `objects` with the member `name` of this value: the
/// smallest one, and others.
pub(super) fn with_member<'d>(
    search: &mut Search<'_, 'd>,
    at: &'d Node,
    objects: &Objects<'d>,
    name: &str,
    value: &Value,
) -> Vec<Value> {
    let mut bases: Vec<Map<String, Value>> = smallest(search, at, objects).into_iter().collect();
    let sets = [objects];
    if let Some(base) = bases.first().cloned() {
        let mut full = base.clone();
        for other in candidate_names(&sets) {
            let schema = objects.member(&other, at);
            if let Some(first) = search.samples(&schema).first() {
                bases.push(with(&base, &other, first));
                if !UNLIKELY_NAMES.contains(&other.as_str()) {
                    full = with(&full, &other, first);
                }
            }
        }
        bases.push(full);
        let base = with(&base, name, value);
        let padded = padded(search, at, &sets, &base);
        bases.extend(padded.into_iter().filter_map(|object| match object {
            Value::Object(members) => Some(members),
            _ => None,
        }));
    }
    bases
        .iter()
        .map(|base| Value::Object(with(base, name, value)))
        .collect()
}

/// Returns names that `pattern` matches. Without a pattern, returns names that none
/// of `objects` declares.
pub(super) fn names_for(objects: &[&Objects], pattern: Option<&str>) -> Vec<String> {
    let mut names = match pattern {
        Some(pattern) => pattern::strings(pattern),
        None => {
            let is_named = |name: &&str| objects.iter().any(|set| set.names().contains(*name));
            let undeclared = UNLIKELY_NAMES.iter().filter(|name| !is_named(name));
            undeclared.map(|name| (*name).to_owned()).collect()
        }
    };
    names.extend(undeclared_name(objects, pattern));
    names
}

/// Returns an undeclared name of a member that matches only `pattern`, of all
/// patterns of `objects`.
fn undeclared_name(objects: &[&Objects], pattern: Option<&str>) -> Option<String> {
    let mut language = Language::default();
    for name in objects.iter().flat_map(|set| set.names()) {
        language.without(name);
    }
    if let Some(pattern) = pattern {
        language.pattern(pattern, true);
    }
    let patterns = objects.iter().flat_map(|set| set.patterns());
    for other in patterns.filter(|other| Some(*other) != pattern) {
        language.pattern(other, false);
    }
    language.shortest()
}

/// Returns an object with as few members as possible.
fn smallest<'d>(
    search: &mut Search<'_, 'd>,
    at: &'d Node,
    objects: &Objects<'d>,
) -> Option<Map<String, Value>> {
    let mut members = Map::new();
    for name in objects.required.keys() {
        let samples = search.samples(&objects.member(name, at));
        members.insert((*name).to_owned(), samples.first()?.clone());
    }
    let minimum = objects.minimum.map_or(0, |minimum| minimum.value);
    if (members.len() as u64) < minimum {
        let padded = pad(search, at, objects, &members, minimum)?;
        return Some(padded);
    }
    Some(members)
}

fn candidate_names(sets: &[&Objects]) -> IndexSet<String> {
    let mut names: IndexSet<String> = IndexSet::new();
    for set in sets {
        names.extend(set.names().iter().map(|name| (*name).to_owned()));
        for pattern in set.patterns() {
            names.extend(pattern::strings(pattern).into_iter().take(2));
            names.extend(undeclared_name(sets, Some(pattern)));
        }
    }
    names.extend(names_for(sets, None));
    names
}

fn with(members: &Map<String, Value>, name: &str, value: &Value) -> Map<String, Value> {
    members.values().for_each(spend_copy);
    let mut members = members.clone();
    members.insert(name.to_owned(), value.clone());
    members
}

/// Returns objects with additional members, on both sides of each limit on their
/// number.
fn padded<'d>(
    search: &mut Search<'_, 'd>,
    at: &'d Node,
    sets: &[&Objects<'d>],
    members: &Map<String, Value>,
) -> Vec<Value> {
    let limits = sets.iter().flat_map(|set| [set.minimum, set.maximum]);
    let mut counts: Vec<u64> = limits
        .flatten()
        .flat_map(|limit| {
            let value = limit.value;
            [value.saturating_sub(1), value, value.saturating_add(1)]
        })
        .filter(|count| *count <= MAXIMUM_MEMBERS)
        .collect();
    counts.sort_unstable();
    counts.dedup();
    let padded = counts
        .into_iter()
        .filter_map(|count| pad(search, at, sets[0], members, count));
    padded.map(Value::Object).collect()
}

/// Returns an object with `members` and others, `count` in total. Names are made up
/// after the declared ones are used.
fn pad<'d>(
    search: &mut Search<'_, 'd>,
    at: &'d Node,
    objects: &Objects<'d>,
    members: &Map<String, Value>,
    count: u64,
) -> Option<Map<String, Value>> {
    if count > MAXIMUM_MEMBERS {
        return None;
    }
    let mut padded = members.clone();
    let made_up = (0..count).map(|number| format!("x{number}"));
    let patterns = objects.patterns();
    let matching = patterns
        .iter()
        .flat_map(|pattern| pattern::strings(pattern));
    let names = objects.names().into_iter().map(str::to_owned);
    for name in names.chain(matching).chain(made_up) {
        if padded.len() as u64 >= count {
            break;
        }
        spend(1);
        if !padded.contains_key(&name)
            && let Some(value) = search.samples(&objects.member(&name, at)).first()
        {
            spend_copy(value);
            padded.insert(name, value.clone());
        }
    }
    (padded.len() as u64 == count).then_some(padded)
}
