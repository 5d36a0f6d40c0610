//! Objects with and without each member that either side names, with values
//! that either side allows or refuses.

use super::pattern;
use super::search::Search;
use crate::document::{Node, plain};
use crate::proof::language::Language;
use crate::schema::object::Objects;
use crate::schema::shape::{Alternative, Values};
use indexmap::IndexSet;
use serde_json::{Map, Value};

/// Values of one member that are tried, and objects that are built upon.
const MAXIMUM_VALUES: usize = 4;

/// Members that are added one by one where nothing particular is looked for.
const MAXIMUM_SINGLE: usize = 12;

/// Members of one object that are made up to reach a number of them.
const MAXIMUM_MEMBERS: u64 = 1 << 12;

/// Names that no document is likely to name.
const UNNAMED: [&str; 3] = ["x", "other", "\u{e9}"];

/// Objects near the limits of `objects` and of `others`.
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
    for listed in std::iter::once(&objects)
        .chain(&others)
        .flat_map(|set| &set.listed)
    {
        values.extend(listed.iter().map(|node| plain(node)));
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
            let refused = search.refused(&schema, &other.member(&name, at));
            wanted.extend(refused.iter().take(MAXIMUM_VALUES).cloned());
        }
        let allowed = search.samples(&schema);
        wanted.extend(allowed.iter().take(MAXIMUM_VALUES).cloned());
        if let Some(first) = wanted.first()
            && !UNNAMED.contains(&name.as_str())
        {
            full.entry(name.clone()).or_insert_with(|| first.clone());
        }
        single.extend(wanted.into_iter().map(|value| (name.clone(), value)));
    }
    if others.is_empty() {
        // Any few will do.
        single.truncate(MAXIMUM_SINGLE);
    }
    values.push(Value::Object(full.clone()));
    for (name, value) in &single {
        for start in [&base, &full] {
            values.push(Value::Object(with(start, name, value)));
        }
    }
    // Two at a time, for what depends on each other.
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

/// Objects of `objects` that have the member `name` with this value: the
/// smallest, and more to choose from.
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
                if !UNNAMED.contains(&other.as_str()) {
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

/// Names of members that `pattern` is about, or no name of `objects` if there
/// is none.
pub(super) fn names_for(objects: &[&Objects], pattern: Option<&str>) -> Vec<String> {
    let mut names = match pattern {
        Some(pattern) => pattern::strings(pattern),
        None => {
            let is_named = |name: &&str| objects.iter().any(|set| set.names().contains(*name));
            let unnamed = UNNAMED.iter().filter(|name| !is_named(name));
            unnamed.map(|name| (*name).to_owned()).collect()
        }
    };
    names.extend(unnamed(objects, pattern));
    names
}

/// A name that none of `objects` tells, and in which `pattern` is found and none
/// of theirs beside it.
fn unnamed(objects: &[&Objects], pattern: Option<&str>) -> Option<String> {
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

/// Only what is required.
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
            names.extend(unnamed(sets, Some(pattern)));
        }
    }
    names.extend(names_for(sets, None));
    names
}

fn with(members: &Map<String, Value>, name: &str, value: &Value) -> Map<String, Value> {
    let mut members = members.clone();
    members.insert(name.to_owned(), value.clone());
    members
}

/// `members` with more of them, up to the limits of each set and beyond.
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

/// `members` with `count` of them, made up where the set names no more.
fn pad<'d>(
    search: &mut Search<'_, 'd>,
    at: &'d Node,
    objects: &Objects<'d>,
    members: &Map<String, Value>,
    count: u64,
) -> Option<Map<String, Value>> {
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
        if !padded.contains_key(&name)
            && let Some(value) = search.samples(&objects.member(&name, at)).first()
        {
            padded.insert(name, value.clone());
        }
    }
    (padded.len() as u64 == count).then_some(padded)
}
