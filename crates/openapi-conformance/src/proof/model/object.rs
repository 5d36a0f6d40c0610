//! Objects of which facts are known: with what must be there, and as little
//! else as can be.

use super::super::branch::Branch;
use super::super::fact::{Claim, Fact, Names};
use super::super::object::Objects;
use super::super::{Kind, fits};
use super::{Given, Models};
use crate::schema::Step;
use serde_json::{Map, Value};

/// Members of one object that are made up.
const MAXIMUM_MEMBERS: u64 = 64;

/// Objects like this: the smallest that is found, and that with a member more.
pub(super) fn objects(models: &mut Models, facts: &[Fact], given: Option<Given>) -> Vec<Value> {
    let objects = Objects::new(facts);
    let mut object = Object {
        models,
        facts,
        objects: &objects,
        members: Map::new(),
    };
    let smallest = object.has_what_it_must(given);
    let Some(()) = smallest else {
        return Vec::new();
    };
    let mut found = vec![Value::Object(object.members.clone())];
    if object.add_any().is_some() {
        found.push(Value::Object(object.members));
    }
    found
}

/// An object that is being made.
struct Object<'o, 'f, 'd> {
    models: &'o mut Models,
    facts: &'f [Fact<'d>],
    objects: &'o Objects<'f, 'd>,
    members: Map<String, Value>,
}

impl<'d> Object<'_, '_, 'd> {
    /// Adds everything that must be there; `None` if something can't be.
    fn has_what_it_must(&mut self, given: Option<Given>) -> Option<()> {
        if let Some(Given { step, value }) = given {
            let name = self.name_of(step)?;
            self.members.insert(name, value.clone());
        }
        for name in &self.objects.present {
            self.add(name, &[])?;
        }
        for fact in self.facts {
            match fact {
                Fact::SomeMember(names, claim) => self.add_one_of(names, &[*claim], &[])?,
                Fact::SomeName(claim) => self.add_one_of(&Names::default(), &[], &[*claim])?,
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
        while (self.members.len() as u64) < minimum {
            self.add_any()?;
        }
        Some(())
    }

    fn name_of(&mut self, step: &Step) -> Option<String> {
        let patterns = &self.objects.patterns;
        let names = match step {
            Step::Member(name) => return Some(name.clone()),
            Step::Matching(pattern) => Names {
                matching: Some(patterns.get(pattern.as_str())?),
                ..Names::default()
            },
            Step::Additional => Names {
                except_matching: patterns.iter().copied().collect(),
                ..Names::default()
            },
            Step::Item(_) | Step::Items(_) => return None,
        };
        self.another(&names, &[])
    }

    /// Adds a member of this name, unless there is one.
    fn add(&mut self, name: &str, more: &[Claim<'d>]) -> Option<()> {
        if let Some(known) = self.members.get(name) {
            return fits(more, known).then_some(());
        }
        let claims = self.objects.claims(name, more)?;
        let value = self.models.of(claims, 1).first()?.clone();
        self.members.insert(name.to_owned(), value);
        Some(())
    }

    /// Adds a member under one of `names` that is as `more` says and its name as
    /// `named` says, unless there is one.
    fn add_one_of(
        &mut self,
        names: &Names<'d>,
        more: &[Claim<'d>],
        named: &[Claim<'d>],
    ) -> Option<()> {
        let is_such = |name: &str| names.have(name) == Some(true) && fits(named, &name.into());
        let mut known = self.members.iter();
        if known.any(|(name, value)| is_such(name) && fits(more, value)) {
            return Some(());
        }
        let told = self.objects.told.iter().filter(|name| is_such(name));
        let is_free = |name: &&&str| !self.members.contains_key(**name);
        let told: Vec<&str> = told.filter(is_free).copied().collect();
        if told.into_iter().any(|name| self.add(name, more).is_some()) {
            return Some(());
        }
        let name = self.another(names, named)?;
        self.add(&name, more)
    }

    /// Adds any member more.
    fn add_any(&mut self) -> Option<()> {
        let told = self.objects.told.iter().copied();
        let told: Vec<&str> = told
            .filter(|name| !self.members.contains_key(*name))
            .collect();
        if told.into_iter().any(|name| self.add(name, &[]).is_some()) {
            return Some(());
        }
        let name = self.another(&Names::default(), &[])?;
        self.add(&name, &[])
    }

    /// A name that isn't told, of these, as `named` says.
    fn another(&mut self, names: &Names<'d>, named: &[Claim<'d>]) -> Option<String> {
        let about_names = self.facts.iter().filter_map(|fact| match fact {
            Fact::Names(claim) => Some(*claim),
            _ => None,
        });
        let claims = about_names.chain(named.iter().copied()).collect();
        let patterns = names.matching.iter().map(|pattern| (*pattern, true));
        let except = names
            .except_matching
            .iter()
            .map(|pattern| (*pattern, false));
        let patterns = patterns.chain(except);
        let facts: Vec<Fact> = patterns
            .map(|(pattern, is_found)| Fact::Pattern(pattern, is_found))
            .chain(self.objects.told.iter().map(|name| Fact::Unnamed(name)))
            .collect();
        let branch = Branch::new(Kind::String, claims).with_facts(facts);
        // Those that are there are the first that would be found again.
        let wanted = self.members.len() + 1;
        let found = self.models.within(branch, None, (wanted, wanted));
        let names = found.iter().filter_map(Value::as_str);
        let mut others = names.filter(|name| !self.members.contains_key(*name));
        others.next().map(str::to_owned)
    }
}
