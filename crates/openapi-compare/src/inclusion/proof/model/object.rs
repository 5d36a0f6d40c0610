//! Constructs objects that satisfy facts: with all required members and as few
//! others as possible.

use super::super::branch::Branch;
use super::super::fact::{Fact, Literal, Names};
use super::super::object::Objects;
use super::super::satisfies;
use super::{Given, Models};
use crate::inclusion::effort::spend;
use crate::inclusion::keyword::ValueType;
use crate::inclusion::schema::Step;
use serde_json::{Map, Value};

/// The largest minimum number of members for which members are made up.
const MAXIMUM_MEMBERS: u64 = 1 << 12;

/// The number of names and of patterns that a wide search tries.
const MAXIMUM_TRIED: usize = 12;

/// The number of members up to which their names are searched.
const FEW_MEMBERS: u64 = 32;

/// Returns objects that may satisfy `facts`: the smallest one found, and one with an
/// additional member; if the search is wide, one with each of several members instead.
pub(super) fn objects(
    models: &mut Models,
    facts: &[Fact],
    given: Option<Given>,
    is_wide: bool,
) -> Vec<Value> {
    let objects = Objects::new(facts);
    let mut object = Object { models, facts, objects: &objects, members: Map::new() };
    let smallest = object.add_required(given);
    let Some(()) = smallest else {
        return Vec::new();
    };
    if is_wide {
        return object.with_each();
    }
    let mut found = vec![Value::Object(object.members.clone())];
    if object.add_any().is_some() {
        found.push(Value::Object(object.members));
    }
    found
}

/// An object under construction.
struct Object<'o, 'f, 'd> {
    models: &'o mut Models,
    facts: &'f [Fact<'d>],
    objects: &'o Objects<'f, 'd>,
    members: Map<String, Value>,
}

impl<'d> Object<'_, '_, 'd> {
    /// Adds all required members. Returns `None` if one of them has no value.
    fn add_required(&mut self, given: Option<Given>) -> Option<()> {
        if let Some(Given { step, value }) = given {
            let name = self.name_of(step)?;
            self.members.insert(name, value.clone());
        }
        for name in &self.objects.present {
            self.add(name, &[])?;
        }
        for fact in self.facts {
            match fact {
                Fact::SomeMember(names, literal) => self.add_one_of(names, &[*literal], &[])?,
                Fact::SomeName(literal) => self.add_one_of(&Names::default(), &[], &[*literal])?,
                _ => {}
            }
        }
        let counts = self.facts.iter().map(|fact| match fact {
            Fact::AtLeast(count) => *count,
            _ => 0,
        });
        let minimum = counts.max().unwrap_or(0);
        if minimum > MAXIMUM_MEMBERS {
            return None;
        }
        while (self.members.len() as u64) < minimum.min(FEW_MEMBERS) {
            self.add_any()?;
        }
        // One search for each of many names takes too long.
        let mut names = (0..2 * minimum).map(|number| format!("x{number}"));
        while (self.members.len() as u64) < minimum {
            spend(1 + self.facts.len() / 16);
            let _ = self.add(&names.next()?, &[]);
        }
        Some(())
    }

    fn name_of(&mut self, step: &Step) -> Option<String> {
        let patterns = &self.objects.patterns;
        let names = match step {
            Step::Member(name) => return Some(name.clone()),
            Step::Matching(pattern) => {
                Names { matching: Some(patterns.get(pattern.as_str())?), ..Names::default() }
            }
            Step::Additional => {
                Names { except_matching: patterns.iter().copied().collect(), ..Names::default() }
            }
            Step::Item(_) | Step::Items(_) => return None,
        };
        self.new_name(&names, &[])
    }

    /// Adds the member `name`, unless it exists. Returns `None` if it has no value
    /// that satisfies `more`.
    fn add(&mut self, name: &str, more: &[Literal<'d>]) -> Option<()> {
        if let Some(known) = self.members.get(name) {
            return satisfies(more, known).then_some(());
        }
        let literals = self.objects.literals(name, more)?;
        let value = self.models.satisfying(literals, 1).first()?.clone();
        self.members.insert(name.to_owned(), value);
        Some(())
    }

    /// Adds a member whose name is one of `names` and satisfies `named`, and whose
    /// value satisfies `more`, unless such a member exists.
    fn add_one_of(
        &mut self,
        names: &Names<'d>,
        more: &[Literal<'d>],
        named: &[Literal<'d>],
    ) -> Option<()> {
        let is_candidate =
            |name: &str| names.contains(name) == Some(true) && satisfies(named, &name.into());
        if self.members.iter().any(|(name, value)| is_candidate(name) && satisfies(more, value)) {
            return Some(());
        }
        let mentioned = self.objects.mentioned.iter().filter(|name| is_candidate(name));
        let is_free = |name: &&&str| !self.members.contains_key(**name);
        let mentioned: Vec<&str> = mentioned.filter(is_free).copied().collect();
        if mentioned.into_iter().any(|name| self.add(name, more).is_some()) {
            return Some(());
        }
        let name = self.new_name(names, named)?;
        self.add(&name, more)
    }

    /// Returns copies of the object with one more member each: one that a fact mentions,
    /// one that matches a pattern, or another one.
    fn with_each(mut self) -> Vec<Value> {
        let mentioned = self.objects.mentioned.iter().map(|name| (*name).to_owned());
        let mut names: Vec<String> = mentioned.take(MAXIMUM_TRIED).collect();
        let patterns = self.objects.patterns.iter().take(MAXIMUM_TRIED);
        let sets = patterns.map(|pattern| Names { matching: Some(*pattern), ..Names::default() });
        for set in sets.chain([Names::default()]) {
            names.extend(self.new_name(&set, &[]));
        }
        let smallest = self.members.clone();
        let objects = names.iter().filter_map(|name| {
            self.members.clone_from(&smallest);
            self.add(name, &[])?;
            Some(Value::Object(self.members.clone()))
        });
        objects.collect()
    }

    /// Adds an arbitrary member.
    fn add_any(&mut self) -> Option<()> {
        let mentioned = self.objects.mentioned.iter().copied();
        let mentioned: Vec<&str> =
            mentioned.filter(|name| !self.members.contains_key(*name)).collect();
        if mentioned.into_iter().any(|name| self.add(name, &[]).is_some()) {
            return Some(());
        }
        let name = self.new_name(&Names::default(), &[])?;
        self.add(&name, &[])
    }

    /// Returns a name that no fact mentions, is in `names` and satisfies `named`.
    fn new_name(&mut self, names: &Names<'d>, named: &[Literal<'d>]) -> Option<String> {
        let about_names = self.facts.iter().filter_map(|fact| match fact {
            Fact::Names(literal) => Some(*literal),
            _ => None,
        });
        let literals = about_names.chain(named.iter().copied()).collect();
        let patterns = names.matching.iter().map(|pattern| (*pattern, true));
        let except = names.except_matching.iter().map(|pattern| (*pattern, false));
        let patterns = patterns.chain(except);
        let facts: Vec<Fact> = patterns
            .map(|(pattern, is_found)| Fact::Pattern(pattern, is_found))
            .chain(self.objects.mentioned.iter().map(|name| Fact::NotText(name)))
            .collect();
        let branch =
            Branch::new(&self.models.classes, ValueType::String, literals).with_facts(facts);
        // The search finds the names of existing members first.
        let wanted = self.members.len() + 1;
        let found = self.models.of_branch(branch, None, (wanted, wanted));
        let mut names = found.iter().filter_map(Value::as_str);
        names.find(|name| !self.members.contains_key(*name)).map(str::to_owned)
    }
}
