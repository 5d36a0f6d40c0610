//! Which version serves which operation of an older version.

use std::collections::HashMap;

use openapi_model::{Document, OperationName};

use super::{Comparison, Function, ServedOperation, Service};

/// The operations of all versions.
pub(crate) struct Matching {
    versions: Vec<Vec<Matched>>,
}

/// An operation of a version.
struct Matched {
    name: OperationName,
    /// The index of the same operation in the next version.
    next: Option<usize>,
    /// The version whose module serves the operation, and its index there.
    home: (usize, usize),
}

/// The operation by which a newer version serves one of an older version.
#[derive(Clone, Copy)]
pub(crate) struct Counterpart<'m> {
    /// The index of the newer version.
    pub version: usize,
    pub name: &'m OperationName,
}

impl Matching {
    pub(super) fn new(documents: &[Document], comparison: &mut dyn Comparison) -> Self {
        let mut versions: Vec<Vec<Matched>> = Vec::new();
        for (version, document) in documents.iter().enumerate().rev() {
            // The next version is the last that was added.
            let newer = versions.last();
            let operations = document.operations().into_iter().enumerate();
            let matched = operations.map(|(index, name)| {
                let next = newer.and_then(|newer| find(&name, newer));
                let same = next.and_then(|next| {
                    let newer = &newer?[next];
                    comparison
                        .is_unchanged((version, &name), (version + 1, &newer.name))
                        .then_some(newer.home)
                });
                Matched {
                    home: same.unwrap_or((version, index)),
                    name,
                    next,
                }
            });
            let matched = matched.collect();
            versions.push(matched);
        }
        versions.reverse();
        Self { versions }
    }

    /// Returns the names of the operations that the module of a newer version serves.
    pub(super) fn unchanged(&self, version: usize) -> Vec<String> {
        let operations = self.versions[version].iter();
        let unchanged = operations.filter(|one| one.home.0 != version);
        unchanged.map(|one| one.place()).collect()
    }

    /// Returns the operation of a newer version that serves this one.
    pub fn counterpart(&self, version: usize, method: &str, path: &str) -> Option<Counterpart<'_>> {
        let matched = self.find(version, method, path)?;
        let (version, index) = self.versions[version + 1][matched.next?].home;
        Some(Counterpart {
            version,
            name: &self.versions[version][index].name,
        })
    }

    /// Returns the name of an operation.
    pub fn name(&self, version: usize, method: &str, path: &str) -> Option<&OperationName> {
        self.find(version, method, path)
            .map(|matched| &matched.name)
    }

    fn find(&self, version: usize, method: &str, path: &str) -> Option<&Matched> {
        let mut operations = self.versions[version].iter();
        operations.find(|one| one.name.path == path && one.name.method.to_string() == method)
    }

    /// Returns the oldest version that the module of `version` serves with an operation.
    pub fn since(&self, version: usize, method: &str, path: &str) -> usize {
        let operations = self.versions[version].iter();
        let own = |one: &&Matched| one.name.path == path && one.name.method.to_string() == method;
        let Some(home) = operations.filter(own).map(|one| one.home).next() else {
            return version;
        };
        let serves = |older: &usize| self.versions[*older].iter().any(|one| one.home == home);
        (0..=version).find(serves).unwrap_or(version)
    }

    /// Returns how the operations of a version are served, in the order of its document.
    pub(super) fn operations(
        &self,
        version: usize,
        mut served: HashMap<String, Service>,
    ) -> Vec<ServedOperation> {
        let operations = self.versions[version].iter().map(|one| {
            let name = one.place();
            let service = served.remove(&name).unwrap_or(Service::Unchanged);
            ServedOperation { name, service }
        });
        operations.collect()
    }
}

impl Matched {
    /// Returns the method and the path.
    fn place(&self) -> String {
        format!("{} {}", self.name.method, self.name.path)
    }
}

/// Returns the index of the same operation: with the same `operationId`, or else with the
/// same method and path.
fn find(name: &OperationName, newer: &[Matched]) -> Option<usize> {
    let by_id = newer
        .iter()
        .position(|other| name.id.is_some() && other.name.id == name.id);
    by_id.or_else(|| {
        newer.iter().position(|other| {
            let has_other_id = name.id.is_some() && other.name.id.is_some();
            other.name.path == name.path && other.name.method == name.method && !has_other_id
        })
    })
}

impl Service {
    /// Returns the functions that the operation needs.
    pub fn functions(&self) -> &[Function] {
        match self {
            Self::Unchanged | Self::Compatible => &[],
            Self::Converted(functions) => functions,
            Self::Implemented(function) => std::slice::from_ref(function),
        }
    }
}
