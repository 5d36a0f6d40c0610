//! The decision procedure for objects: whether any object satisfies required
//! members, conditions on all members, and conditions on some members. Names that
//! no fact mentions are classified by the patterns that match them.

use super::Proof;
use super::branch::Branch;
use super::fact::{Fact, Literal, Names};
use crate::inclusion::keyword::ValueType;
use crate::inclusion::schema::string::matches;
use serde_json::Value;
use std::collections::BTreeSet;

/// The number of patterns of which every combination is examined.
const MAXIMUM_PATTERNS: usize = 5;

/// Returns whether certainly no object satisfies all `facts`.
pub(super) fn is_empty(proof: &mut Proof, facts: &[Fact]) -> bool {
    let objects = Objects::new(facts);
    if !objects.present.is_disjoint(&objects.absent) {
        return true;
    }
    let mut possible = 0_u64;
    let mut must = objects.present.len() as u64;
    for name in &objects.mentioned {
        if objects.may_exist(proof, name, &[]) {
            possible += 1;
        } else if objects.present.contains(name) {
            return true;
        }
    }
    let Some(may_have_others) = objects.may_have_others(proof, &Names::default(), &[], &[]) else {
        return false;
    };
    let mut maximum = if may_have_others { u64::MAX } else { possible };
    for fact in facts {
        match fact {
            Fact::AtLeast(count) => must = must.max(*count),
            Fact::AtMost(count) => maximum = maximum.min(*count),
            Fact::SomeMember(names, literal) => {
                let mut present = objects.present.iter();
                let suffices = present.any(|name| {
                    names.contains(name) != Some(false)
                        && objects.may_exist(proof, name, &[*literal])
                });
                must = must.max(objects.present.len() as u64 + u64::from(!suffices));
            }
            Fact::SomeName(literal) => {
                let mut present = objects.present.iter();
                let suffices =
                    present.any(|name| super::satisfies(&[*literal], &Value::from(*name)));
                must = must.max(objects.present.len() as u64 + u64::from(!suffices));
            }
            _ => {}
        }
    }
    must > maximum || facts.iter().any(|fact| objects.lacks_required(proof, fact))
}

pub(super) struct Objects<'f, 'd> {
    facts: &'f [Fact<'d>],
    pub(super) present: BTreeSet<&'d str>,
    absent: BTreeSet<&'d str>,
    /// All names that a fact mentions.
    pub(super) mentioned: BTreeSet<&'d str>,
    pub(super) patterns: BTreeSet<&'d str>,
}

impl<'f, 'd> Objects<'f, 'd> {
    pub(super) fn new(facts: &'f [Fact<'d>]) -> Objects<'f, 'd> {
        let mut objects = Objects {
            facts,
            present: BTreeSet::new(),
            absent: BTreeSet::new(),
            mentioned: BTreeSet::new(),
            patterns: BTreeSet::new(),
        };
        for fact in facts {
            match fact {
                Fact::Present(name) => {
                    objects.present.insert(name);
                    objects.mentioned.insert(name);
                }
                Fact::Absent(name) => {
                    objects.absent.insert(name);
                    objects.mentioned.insert(name);
                }
                Fact::Member(name, _) => {
                    objects.mentioned.insert(name);
                }
                Fact::Members(names, _) | Fact::SomeMember(names, _) => {
                    objects.mentioned.extend(names.except.iter());
                    objects.patterns.extend(names.matching);
                    objects.patterns.extend(names.except_matching.iter());
                }
                _ => {}
            }
        }
        objects
    }

    /// Returns whether a member `name` that also satisfies `more` may exist.
    fn may_exist(&self, proof: &mut Proof, name: &str, more: &[Literal<'d>]) -> bool {
        let literals = self.literals(name, more);
        literals.is_some_and(|literals| !proof.is_unsatisfiable(literals))
    }

    /// Returns the literals for a member `name`, including `more`. Returns `None`
    /// if the member can't exist.
    pub(super) fn literals(&self, name: &str, more: &[Literal<'d>]) -> Option<Vec<Literal<'d>>> {
        if self.absent.contains(name) {
            return None;
        }
        let mut literals = more.to_vec();
        for fact in self.facts {
            match fact {
                Fact::Member(other, literal) if *other == name => literals.push(*literal),
                Fact::Members(names, literal) if names.contains(name) == Some(true) => {
                    literals.push(*literal);
                }
                Fact::Names(literal) if !super::satisfies(&[*literal], &name.into()) => {
                    return None;
                }
                _ => {}
            }
        }
        Some(literals)
    }

    /// Returns whether a member may exist whose value satisfies `more` and whose name is
    /// one of `names`, satisfies `named` and is mentioned by no fact. Returns
    /// `None` if there are too many patterns to decide.
    fn may_have_others(
        &self,
        proof: &mut Proof,
        names: &Names<'d>,
        more: &[Literal<'d>],
        named: &[Literal<'d>],
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
            if !names.contains_unmentioned(is_found) {
                continue;
            }
            let mut literals = more.to_vec();
            let mut about_names = named.to_vec();
            for fact in self.facts {
                match fact {
                    Fact::Members(names, literal) if names.contains_unmentioned(is_found) => {
                        literals.push(*literal)
                    }
                    Fact::Names(literal) => about_names.push(*literal),
                    _ => {}
                }
            }
            let found = patterns.iter().map(|one| Fact::Pattern(one, is_found(one)));
            let mentioned = self.mentioned.iter().map(|name| Fact::NotText(name));
            let branch = Branch::new(&proof.classes, ValueType::String, about_names)
                .with_facts(found.chain(mentioned));
            if !proof.is_closed(branch) && !proof.is_unsatisfiable(literals) {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Returns whether `fact` requires a member that certainly can't exist.
    fn lacks_required(&self, proof: &mut Proof, fact: &Fact<'d>) -> bool {
        let any = Names::default();
        let (names, more, named) = match fact {
            Fact::SomeMember(names, literal) => (names, vec![*literal], Vec::new()),
            Fact::SomeName(literal) => (&any, Vec::new(), vec![*literal]),
            _ => return false,
        };
        let is_candidate = |name: &str| {
            names.contains(name) != Some(false) && super::satisfies(&named, &name.into())
        };
        let mut mentioned = self.mentioned.iter().filter(|name| is_candidate(name));
        !mentioned.any(|name| self.may_exist(proof, name, &more))
            && self.may_have_others(proof, names, &more, &named) == Some(false)
    }
}

impl Names<'_> {
    /// Returns whether `name` is in the set; `None` if a pattern is invalid.
    pub(super) fn contains(&self, name: &str) -> Option<bool> {
        if self.except.contains(&name) {
            return Some(false);
        }
        let mut is_in_set = true;
        if let Some(pattern) = self.matching {
            is_in_set &= matches(pattern, name)?;
        }
        for pattern in &self.except_matching {
            is_in_set &= !matches(pattern, name)?;
        }
        Some(is_in_set)
    }

    /// Returns whether a name that no fact mentions is in the set, by the patterns that
    /// match it.
    fn contains_unmentioned(&self, is_found: impl Fn(&str) -> bool) -> bool {
        self.matching.is_none_or(&is_found) && !self.except_matching.iter().any(|one| is_found(one))
    }
}
