//! Which types of a version are those of a newer version.

use std::collections::{HashMap, HashSet};

use openapi_rust::types::{self, Definition, Kind, Shape};

use super::{Comparison, Module};
use crate::emit;

/// The types that exist once for several versions.
pub(crate) struct Shared {
    /// For each version the types that a newer version has, with the index of that version.
    versions: Vec<HashMap<String, usize>>,
}

impl Shared {
    /// Compares the types of all versions. A type is shared if its component is proved to
    /// allow the same values, the generated code is the same, and the types that it refers
    /// to are shared. A type of a part of a component is shared with it.
    pub(super) fn new(modules: &[Module], comparison: &mut dyn Comparison) -> Self {
        let mut shared = Self { versions: vec![HashMap::new(); modules.len()] };
        for (index, module) in modules.iter().enumerate().rev() {
            let read = &module.read;
            let mut proved = HashSet::new();
            let mut types = HashMap::new();
            for definition in &read.types {
                let name = &definition.name;
                let mut newer = (index + 1..modules.len())
                    .filter_map(|newer| Some((newer, modules[newer].definition(name)?)));
                let Some((newer, next)) = newer.next() else {
                    continue;
                };
                if module.code(definition) != modules[newer].code(next) {
                    continue;
                }
                match read.components.get(name) {
                    Some(component) if comparison.is_equal(index, newer, component) => {
                        proved.insert(name.clone());
                    }
                    Some(_) => continue,
                    None => {}
                }
                types.insert(name.clone(), newer);
            }
            let mut proved: Vec<_> = proved.into_iter().collect();
            loop {
                let count = proved.len();
                proved.retain(|name| {
                    let reached = module.reached(name);
                    reached.iter().all(|one| {
                        let newer = types[name];
                        types.get(one).is_some_and(|target| {
                            shared.origin(*target, one) == shared.origin(newer, one)
                        })
                    })
                });
                types.retain(|name, _| {
                    let is_component = read.components.contains_key(name);
                    !is_component || proved.contains(name)
                });
                if proved.len() == count {
                    break;
                }
            }
            let reached: HashSet<_> = proved.iter().flat_map(|one| module.reached(one)).collect();
            types.retain(|name, _| reached.contains(name));
            shared.versions[index] = types;
        }
        shared
    }

    /// Returns the version that defines a type.
    fn origin(&self, version: usize, name: &str) -> usize {
        match self.versions[version].get(name) {
            Some(newer) => self.origin(*newer, name),
            None => version,
        }
    }

    /// Returns the types that a version takes from others, with the paths of their modules.
    pub(super) fn uses(&self, version: usize, modules: &[Module]) -> Vec<(String, String)> {
        let types = self.versions[version].iter();
        let mut uses: Vec<_> = types
            .map(|(name, newer)| {
                let module = format!("super::super::{}::types", modules[*newer].name);
                (name.clone(), module)
            })
            .collect();
        uses.sort();
        uses
    }

    /// Returns a shape in which each type has the name of the version that defines it, so
    /// that equal shapes are the same Rust type.
    pub fn canonical(&self, version: usize, shape: &Shape) -> Shape {
        let mut shape = shape.clone();
        shape.rules.clear();
        match &mut shape.kind {
            Kind::Named(name) => *name = format!("V{}{name}", self.origin(version, name)),
            Kind::Array(inner) | Kind::Map(inner) => **inner = self.canonical(version, inner),
            _ => {}
        }
        shape
    }
}

impl Module {
    pub(crate) fn definition(&self, name: &str) -> Option<&Definition> {
        self.read.types.iter().find(|one| one.name == name)
    }

    fn code(&self, definition: &Definition) -> String {
        emit::definition_text(&self.read.service, &self.read.types, definition)
    }

    /// Returns the types that a type contains, with itself.
    fn reached(&self, name: &str) -> HashSet<String> {
        types::reached(&self.read.types, [&Kind::Named(name.to_owned()).into()])
    }
}
