//! Objects: whether any is left between members that must be there, members that
//! all must be something, and members of which some must. Names that nobody
//! tells are sorted by the patterns that are found in them.

use super::branch::Branch;
use super::fact::{Claim, Fact, Names};
use super::{Kind, Proof};
use crate::document::plain;
use crate::schema::string::matches;
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// Patterns of which every combination is looked at.
const MAXIMUM_PATTERNS: usize = 5;

/// Whether certainly no object is like this.
pub(super) fn is_empty(proof: &mut Proof, facts: &[Fact]) -> bool {
    let objects = Objects::new(facts);
    if !objects.present.is_disjoint(&objects.absent) {
        return true;
    }
    let mut possible = 0_u64;
    let mut must = objects.present.len() as u64;
    for name in &objects.told {
        match objects.can_be(proof, name, &[]) {
            true => possible += 1,
            false if objects.present.contains(name) => return true,
            false => {}
        }
    }
    let Some(others) = objects.others(proof, &Names::default(), &[], &[]) else {
        return false;
    };
    let mut maximum = if others { u64::MAX } else { possible };
    for fact in facts {
        match fact {
            Fact::AtLeast(count) => must = must.max(*count),
            Fact::AtMost(count) => maximum = maximum.min(*count),
            Fact::SomeMember(names, claim) => {
                let mut present = objects.present.iter();
                let is_one = present.any(|name| {
                    names.have(name) != Some(false) && objects.can_be(proof, name, &[*claim])
                });
                must = must.max(objects.present.len() as u64 + u64::from(!is_one));
            }
            Fact::SomeName(claim) => {
                let mut present = objects.present.iter();
                let is_one = present.any(|name| super::fits(&[*claim], &Value::from(*name)));
                must = must.max(objects.present.len() as u64 + u64::from(!is_one));
            }
            _ => {}
        }
    }
    if maximum == 0 && facts.iter().any(is_unlisted_empty) {
        return true;
    }
    must > maximum || facts.iter().any(|fact| objects.lacks(proof, fact))
}

/// Whether it says that the object isn't the one without members.
fn is_unlisted_empty(fact: &Fact) -> bool {
    matches!(fact, Fact::Unlisted(value) if plain(value) == Value::Object(Map::new()))
}

pub(super) struct Objects<'f, 'd> {
    facts: &'f [Fact<'d>],
    pub(super) present: BTreeSet<&'d str>,
    absent: BTreeSet<&'d str>,
    /// All names that are told.
    pub(super) told: BTreeSet<&'d str>,
    pub(super) patterns: BTreeSet<&'d str>,
}

impl<'f, 'd> Objects<'f, 'd> {
    pub(super) fn new(facts: &'f [Fact<'d>]) -> Objects<'f, 'd> {
        let mut objects = Objects {
            facts,
            present: BTreeSet::new(),
            absent: BTreeSet::new(),
            told: BTreeSet::new(),
            patterns: BTreeSet::new(),
        };
        for fact in facts {
            match fact {
                Fact::Present(name) => {
                    objects.present.insert(name);
                    objects.told.insert(name);
                }
                Fact::Absent(name) => {
                    objects.absent.insert(name);
                    objects.told.insert(name);
                }
                Fact::Member(name, _) => {
                    objects.told.insert(name);
                }
                Fact::Members(names, _) | Fact::SomeMember(names, _) => {
                    objects.told.extend(names.except.iter());
                    objects.patterns.extend(names.matching);
                    objects.patterns.extend(names.except_matching.iter());
                }
                _ => {}
            }
        }
        objects
    }

    /// Whether there can be a member `name` that is also as `more` says.
    fn can_be(&self, proof: &mut Proof, name: &str, more: &[Claim<'d>]) -> bool {
        let claims = self.claims(name, more);
        claims.is_some_and(|claims| !proof.refutes(claims))
    }

    /// What a member `name` is, beside `more`; `None` if there can't be one.
    pub(super) fn claims(&self, name: &str, more: &[Claim<'d>]) -> Option<Vec<Claim<'d>>> {
        if self.absent.contains(name) {
            return None;
        }
        let mut claims = more.to_vec();
        for fact in self.facts {
            match fact {
                Fact::Member(other, claim) if *other == name => claims.push(*claim),
                Fact::Members(names, claim) if names.have(name) == Some(true) => {
                    claims.push(*claim);
                }
                Fact::Names(claim) if !super::fits(&[*claim], &name.into()) => return None,
                _ => {}
            }
        }
        Some(claims)
    }

    /// Whether there can be a member, as `more` says, under one of `names` that
    /// isn't told and that is itself as `named` says; `None` if that can't be
    /// told.
    fn others(
        &self,
        proof: &mut Proof,
        names: &Names<'d>,
        more: &[Claim<'d>],
        named: &[Claim<'d>],
    ) -> Option<bool> {
        let mut patterns: Vec<&'d str> = self.patterns.iter().copied().collect();
        patterns.extend(names.matching);
        patterns.extend(names.except_matching.iter());
        patterns.sort_unstable();
        patterns.dedup();
        if patterns.len() > MAXIMUM_PATTERNS {
            return None;
        }
        for chosen in 0..1_u32 << patterns.len() {
            let is_found = |pattern: &str| {
                let index = patterns.iter().position(|known| *known == pattern);
                index.is_some_and(|index| chosen & (1 << index) != 0)
            };
            if !names.hold(is_found) {
                continue;
            }
            let mut claims = more.to_vec();
            let mut about_names = named.to_vec();
            for fact in self.facts {
                match fact {
                    Fact::Members(names, claim) if names.hold(is_found) => claims.push(*claim),
                    Fact::Names(claim) => about_names.push(*claim),
                    _ => {}
                }
            }
            let found = patterns.iter().map(|one| Fact::Pattern(one, is_found(one)));
            let told = self.told.iter().map(|name| Fact::Unnamed(name));
            let branch = Branch::new(Kind::String, about_names).with_facts(found.chain(told));
            if !proof.closes(branch) && !proof.refutes(claims) {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Whether a member that is asked for can't be.
    fn lacks(&self, proof: &mut Proof, fact: &Fact<'d>) -> bool {
        let any = Names::default();
        let (names, more, named) = match fact {
            Fact::SomeMember(names, claim) => (names, vec![*claim], Vec::new()),
            Fact::SomeName(claim) => (&any, Vec::new(), vec![*claim]),
            _ => return false,
        };
        let is_such =
            |name: &str| names.have(name) != Some(false) && super::fits(&named, &name.into());
        let mut told = self.told.iter().filter(|name| is_such(name));
        !told.any(|name| self.can_be(proof, name, &more))
            && self.others(proof, names, &more, &named) == Some(false)
    }
}

impl Names<'_> {
    /// Whether `name` is one of them; `None` if a pattern can't be read.
    pub(super) fn have(&self, name: &str) -> Option<bool> {
        if self.except.contains(&name) {
            return Some(false);
        }
        let mut is_one = true;
        if let Some(pattern) = self.matching {
            is_one &= matches(pattern, name)?;
        }
        for pattern in &self.except_matching {
            is_one &= !matches(pattern, name)?;
        }
        Some(is_one)
    }

    /// Whether a name that isn't told is one of them, by the patterns found in
    /// it.
    fn hold(&self, is_found: impl Fn(&str) -> bool) -> bool {
        self.matching.is_none_or(&is_found) && !self.except_matching.iter().any(|one| is_found(one))
    }
}
