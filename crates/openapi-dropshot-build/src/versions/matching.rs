//! Which version serves which operation of an older version.

use std::collections::HashMap;

use openapi_document::{Document, OperationName};
use openapi_rust::operation::Endpoint;

use super::{Function, ServedOperation, Service};

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
    pub(super) fn new(documents: &[Document]) -> Self {
        let mut versions: Vec<Vec<Matched>> = Vec::new();
        for (version, document) in documents.iter().enumerate().rev() {
            // The next version is the last that was added.
            let newer = versions.last();
            let operations = document.operations().into_iter().enumerate();
            let matched = operations.map(|(index, name)| {
                let next = newer.and_then(|newer| find(&name, newer));
                let same = next.and_then(|next| {
                    let newer = &newer?[next];
                    document
                        .has_same(&name, &documents[version + 1], &newer.name)
                        .then_some(newer.home)
                });
                Matched { home: same.unwrap_or((version, index)), name, next }
            });
            let matched = matched.collect();
            versions.push(matched);
        }
        versions.reverse();
        Self { versions }
    }

    /// Returns the part of the document of a version that its own module serves.
    pub(super) fn restricted(&self, version: usize, document: Document) -> Document {
        let operations = self.versions[version].iter();
        let own = operations.clone().filter(|one| one.home.0 == version);
        let own: Vec<_> = own.map(|one| one.name.clone()).collect();
        if own.len() == operations.len() { document } else { document.restricted(&own) }
    }

    /// Returns the name of an operation, and the operation of a newer version that serves it.
    pub fn counterpart(
        &self,
        version: usize,
        endpoint: &Endpoint,
    ) -> Option<(&OperationName, Counterpart<'_>)> {
        let matched = self.find(version, endpoint)?;
        let (version, index) = self.versions[version + 1][matched.next?].home;
        let name = &self.versions[version][index].name;
        Some((&matched.name, Counterpart { version, name }))
    }

    fn find(&self, version: usize, endpoint: &Endpoint) -> Option<&Matched> {
        self.versions[version].iter().find(|one| is_named(endpoint, &one.name))
    }

    /// Returns the oldest version that the module of `version` serves with an operation.
    pub fn since(&self, version: usize, endpoint: &Endpoint) -> usize {
        let home = self.find(version, endpoint).map(|one| one.home);
        let is_home = |one: &Matched| Some(one.home) == home;
        let serves = |older: &usize| self.versions[*older].iter().any(is_home);
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

/// Returns whether an endpoint is the operation of this name.
pub(crate) fn is_named(endpoint: &Endpoint, name: &OperationName) -> bool {
    endpoint.path == name.path && endpoint.method == name.method
}

/// Returns the index of the same operation: with the same `operationId`, or else with the
/// same method and path.
fn find(name: &OperationName, newer: &[Matched]) -> Option<usize> {
    let by_id = newer.iter().position(|other| name.id.is_some() && other.name.id == name.id);
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
