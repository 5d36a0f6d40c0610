//! Generates objects.

use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};
use serde_json::Value;

use super::{DEEP, MAX_ITEMS, Sampler};
use crate::json::Json;
use crate::merged::Merged;
use crate::schema::Schema;

impl<'d> Sampler<'_, 'd> {
    pub(super) fn object(&mut self, merged: &Merged<'d>, depth: usize) -> Json {
        let mut merged = merged.clone();
        let mut names: Vec<String> = Vec::new();
        let likely = [0.1, 0.5, 0.9].choose(&mut self.random).copied().unwrap_or(0.5);
        let likely = if depth >= DEEP { 0.0 } else { likely };
        for name in merged.properties() {
            if self.random.random_bool(likely) {
                names.push(name.to_owned());
            }
        }
        self.require(&mut merged, &mut names);
        self.others(&merged, &mut names, depth);
        let most = merged.least("maxProperties").unwrap_or(usize::MAX);
        let required = merged.required();
        while names.len() > most {
            let Some(index) = names.iter().rposition(|name| !required.contains(&name.as_str()))
            else {
                break;
            };
            names.remove(index);
        }
        names.shuffle(&mut self.random);
        let mut members = Vec::new();
        for name in names {
            let schemas = merged.member(&name);
            if schemas.iter().any(Schema::is_false) && !required.contains(&name.as_str()) {
                continue;
            }
            let value = if schemas.is_empty() {
                self.anything(depth + 1)
            } else {
                self.value(&schemas, depth + 1)
            };
            if required.contains(&name.as_str()) || self.validator.accepts_json(&schemas, &value) {
                members.push((name, value));
            }
        }
        self.tag(&merged, &mut members);
        Json::Object(members)
    }

    /// Sets the members by which a discriminator names one of the schemas, where they allow that.
    fn tag(&mut self, merged: &Merged<'d>, members: &mut Vec<(String, Json)>) {
        for part in &merged.parts {
            let Some(discriminator) = self.document.discriminator(part) else {
                continue;
            };
            let name = &discriminator.member;
            let tags = merged.parts.iter().find_map(|part| {
                let named = discriminator.mapping.iter();
                let named = named.filter(|(_, target)| target.as_str() == part.pointer);
                let tags: Vec<_> = named.map(|(tag, _)| tag).collect();
                tags.choose(&mut self.random).copied()
            });
            let schemas = merged.member(name);
            let allowed =
                tags.filter(|tag| self.validator.accepts(&schemas, &Value::String((*tag).clone())));
            if let Some(tag) = allowed {
                members.retain(|(known, _)| known != name);
                members.push((name.clone(), Json::String(tag.clone())));
            }
        }
    }

    /// Adds the required names, and the names that these require in turn.
    fn require(&mut self, merged: &mut Merged<'d>, names: &mut Vec<String>) {
        loop {
            let mut wanted: Vec<String> =
                merged.required().into_iter().map(str::to_owned).collect();
            for part in &merged.parts {
                let dependents = part.keyword("dependentRequired").and_then(Value::as_object);
                for (name, list) in dependents.into_iter().flatten() {
                    if names.contains(name) {
                        let list = list.as_array().into_iter().flatten().filter_map(Value::as_str);
                        wanted.extend(list.map(str::to_owned));
                    }
                }
            }
            let dependents = merged.parts.iter().flat_map(|part| part.named("dependentSchemas"));
            let dependents = dependents.filter(|(name, _)| names.iter().any(|known| known == name));
            let more: Vec<_> = dependents.map(|(_, schema)| schema).collect();
            let known = merged.parts.len();
            let random = &mut self.random;
            for part in Merged::new(self.document, &more, |mut branches| {
                branches.swap_remove(random.random_range(0..branches.len()))
            })
            .parts
            {
                if !merged.parts.iter().any(|other| other.pointer == part.pointer) {
                    merged.parts.push(part);
                }
            }
            wanted.retain(|name| !names.contains(name));
            wanted.sort();
            wanted.dedup();
            if wanted.is_empty() && merged.parts.len() == known {
                return;
            }
            names.extend(wanted);
        }
    }

    /// Adds names that `properties` doesn't declare.
    fn others(&mut self, merged: &Merged<'d>, names: &mut Vec<String>, depth: usize) {
        let least = merged.most("minProperties").unwrap_or(0);
        if least > MAX_ITEMS {
            return;
        }
        let usual = if depth >= DEEP || self.random.random_bool(0.6) {
            0
        } else {
            self.random.random_range(0..3)
        };
        let count = usual.max(least.saturating_sub(names.len()));
        for _ in 0..count * 3 {
            if self.effort == 0 || names.len() >= least && self.random.random_bool(0.3) {
                break;
            }
            let name = self.name(merged);
            let is_closed = merged.member(&name).iter().any(Schema::is_false);
            if !is_closed && !names.contains(&name) {
                names.push(name);
            }
        }
    }

    /// Returns a name for a member, preferably a name that the schemas mention.
    pub fn name(&mut self, merged: &Merged<'d>) -> String {
        self.spend(1);
        let patterns: Vec<_> =
            merged.parts.iter().flat_map(|part| part.named("patternProperties")).collect();
        if self.random.random_bool(0.7)
            && let Some((pattern, _)) = patterns.choose(&mut self.random)
            && let Some(name) = self.matching(pattern)
        {
            return name;
        }
        let rules: Vec<_> =
            merged.parts.iter().filter_map(|part| part.below("propertyNames")).collect();
        if !rules.is_empty()
            && let Json::String(name) = self.value(&rules, DEEP)
        {
            return name;
        }
        let known = merged.properties();
        match self.random.random_range(0..4) {
            0 => known
                .choose(&mut self.random)
                .map_or_else(|| "k".to_owned(), |name| (*name).to_owned()),
            1 => self.text(3),
            _ => format!("x{}", self.random.random_range(0..100)),
        }
    }
}
