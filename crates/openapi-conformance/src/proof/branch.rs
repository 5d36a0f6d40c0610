//! One way in which a value could be as claimed, and how it is taken apart. It
//! must look at every way before it says that there is none.

use super::fact::{Atom, Claim, Fact, Ways};
use super::keyword;
use super::{Kind, Proof, fits};
use crate::document::{Content, Node, plain};
use serde_json::Value;
use std::collections::VecDeque;

/// What is known on one way, and what is still to be looked at.
#[derive(Clone)]
pub(super) struct Branch<'d> {
    pub(super) kind: Kind,
    /// What the value is asked for as a whole.
    goal: Vec<Claim<'d>>,
    claims: Vec<Claim<'d>>,
    pub(super) facts: Vec<Fact<'d>>,
    pending: Vec<Atom<'d>>,
    /// Of each, one way must be gone.
    splits: Vec<Ways<'d>>,
}

impl<'d> Branch<'d> {
    pub(super) fn new(kind: Kind, goal: Vec<Claim<'d>>) -> Branch<'d> {
        Branch {
            kind,
            claims: Vec::new(),
            facts: Vec::new(),
            pending: goal.iter().copied().map(Atom::Claim).collect(),
            splits: Vec::new(),
            goal,
        }
    }

    pub(super) fn with_facts(mut self, facts: impl IntoIterator<Item = Fact<'d>>) -> Branch<'d> {
        self.facts.extend(facts);
        self
    }

    /// Takes apart what is pending; `false` if it can't be.
    fn unfold(&mut self, effort: &mut usize) -> bool {
        while let Some(atom) = self.pending.pop() {
            *effort = effort.saturating_sub(1);
            let ways = match atom {
                Atom::Fact(fact) => {
                    if self.facts.iter().any(|known| known.contradicts(&fact)) {
                        return false;
                    }
                    self.facts.push(fact);
                    continue;
                }
                Atom::Keyword {
                    schema,
                    keyword,
                    holds,
                } => keyword::meaning(self.kind, schema, keyword, holds),
                Atom::Claim(claim) => {
                    let is_known = |one: Claim| self.claims.iter().any(|it| it.key() == one.key());
                    if is_known(claim.turned()) {
                        return false;
                    }
                    if is_known(claim) {
                        continue;
                    }
                    self.claims.push(claim);
                    keywords(claim)
                }
            };
            for mut ways in ways {
                match ways.len() {
                    0 => return false,
                    1 => self.pending.extend(ways.remove(0)),
                    _ => self.splits.push(ways),
                }
            }
        }
        !self.has_a_member_of_no_value()
    }

    /// Whether a member must be there and is listed as nothing: the branches of
    /// most unions are told apart like this.
    fn has_a_member_of_no_value(&self) -> bool {
        let mut present = self.facts.iter().filter_map(|fact| match fact {
            Fact::Present(name) => Some(*name),
            _ => None,
        });
        present.any(|name| {
            let claims = self.facts.iter().filter_map(|fact| match fact {
                Fact::Member(other, claim) if *other == name => Some(*claim),
                _ => None,
            });
            let claims: Vec<Claim> = claims.collect();
            let lists = claims.iter().filter(|claim| claim.holds);
            let mut lists = lists.filter_map(|claim| claim.listed());
            let is_nothing = |list: &[Node]| !list.iter().any(|one| fits(&claims, &plain(one)));
            lists.next().is_some_and(is_nothing)
        })
    }

    /// The values that it lists, if it does: those that are as claimed.
    pub(super) fn listed(&self) -> Option<Vec<Value>> {
        let mut lists = self.facts.iter().filter_map(|fact| match fact {
            Fact::Listed(values) => Some(values),
            _ => None,
        });
        let values = lists.next()?.iter().map(|value| plain(value));
        let is_of_kind = |value: &Value| match self.kind {
            Kind::Number => value.is_number(),
            Kind::String => value.is_string(),
            Kind::Array => value.is_array(),
            Kind::Object => value.is_object(),
        };
        let is_left = |value: &Value| is_of_kind(value) && self.leaves(value);
        Some(values.filter(is_left).collect())
    }

    /// Whether `value` is as claimed and as the facts say of strings.
    pub(super) fn leaves(&self, value: &Value) -> bool {
        let text = value.as_str();
        text.is_none_or(|text| super::string::leaves(&self.facts, text)) && fits(&self.goal, value)
    }
}

/// What a schema says, keyword by keyword.
fn keywords(claim: Claim) -> Vec<Ways> {
    let Claim {
        part: schema,
        holds,
    } = claim;
    let Content::Mapping(members) = &schema.node.content else {
        let allowed = schema.node.boolean() != Some(false);
        return super::fact::always(allowed == holds);
    };
    let keywords = members.keys().map(|keyword| Atom::Keyword {
        schema,
        keyword,
        holds,
    });
    match holds {
        true => super::fact::all(keywords),
        false => super::fact::any(keywords),
    }
}

/// The ways in which a value could be as a branch says, each taken apart as far
/// as it can be.
pub(super) struct Leaves<'d> {
    open: VecDeque<Branch<'d>>,
    /// Whether the next one is sought far away from the last: neighbours are much
    /// alike, and there can be thousands.
    is_elsewhere: bool,
}

impl<'d> Leaves<'d> {
    pub(super) fn new(branch: Branch<'d>) -> Leaves<'d> {
        Leaves {
            open: VecDeque::from([branch]),
            is_elsewhere: false,
        }
    }

    /// The next one; `None` after the last one, and once `effort` is spent.
    pub(super) fn next(&mut self, effort: &mut usize) -> Option<Branch<'d>> {
        loop {
            let mut branch = match std::mem::take(&mut self.is_elsewhere) {
                true => self.open.pop_front()?,
                false => self.open.pop_back()?,
            };
            if !branch.unfold(effort) {
                continue;
            }
            if *effort == 0 {
                return None;
            }
            // Few ways first: those that can't be end the search early.
            let split = (0..branch.splits.len()).min_by_key(|index| branch.splits[*index].len());
            let Some(split) = split else {
                self.is_elsewhere = true;
                return Some(branch);
            };
            let ways = branch.splits.swap_remove(split);
            let before = self.open.len();
            for way in ways.into_iter().rev() {
                let mut taken = branch.clone();
                taken.pending.extend(way);
                if !taken.unfold(effort) {
                    continue;
                }
                // One that asks for nothing more leaves the others to look for
                // less than it does.
                let is_free = taken.facts.len() == branch.facts.len()
                    && taken.splits.len() == branch.splits.len();
                if is_free {
                    self.open.truncate(before);
                }
                self.open.push_back(taken);
                if is_free {
                    break;
                }
            }
        }
    }
}

impl Proof {
    /// Whether no value is like this.
    pub(super) fn closes(&mut self, branch: Branch) -> bool {
        let mut leaves = Leaves::new(branch);
        while let Some(leaf) = leaves.next(&mut self.effort) {
            if !self.leaves_nothing(&leaf) {
                return false;
            }
        }
        self.effort > 0
    }

    fn leaves_nothing(&mut self, branch: &Branch) -> bool {
        if let Some(values) = branch.listed() {
            return values.is_empty();
        }
        match branch.kind {
            Kind::Number => super::number::is_empty(&branch.facts),
            Kind::String => super::string::is_empty(&branch.facts),
            Kind::Array => super::array::is_empty(self, &branch.facts),
            Kind::Object => super::object::is_empty(self, &branch.facts),
        }
    }
}
