//! Several versions of an API: the code of each version, and the adapters through which the
//! implementation of the newest version serves the older ones.
//!
//! Each version is a module with what differs from the next version. [`Comparison`] decides
//! what differs; `matching` decides which version serves which operation, `shared` which
//! types exist once, and `emit::versions` writes the adapters.

mod matching;
mod shared;

use openapi_document::{Diagnostic, Diagnostics, Document, GeneratedFiles, OperationName};
use openapi_rust::{Model, print};

use crate::emit::{self, versions::Adapter};
pub(crate) use matching::{Counterpart, Matching, is_named};
pub(crate) use shared::Shared;

/// Compares parts of operations in two versions of a document. Versions are given by their
/// index, oldest first.
pub trait Comparison {
    /// Returns whether each value of a part that the first version allows is one of the
    /// second. A request is compared from the older to the newer version, and a response
    /// from the newer to the older.
    fn verdict(
        &mut self,
        from: (usize, &OperationName),
        to: (usize, &OperationName),
        part: Part<'_>,
    ) -> Verdict;

    /// Returns whether a component schema allows the same values in two versions.
    fn is_equal(&mut self, older: usize, newer: usize, component: &str) -> bool;

    /// Returns whether each value of a component schema in the first version is one in the
    /// second, as a response.
    fn component(&mut self, from: usize, to: usize, component: &str) -> Verdict;
}

/// A part of an operation that has a schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part<'p> {
    /// The parameter with this location and name.
    Parameter(&'p str, &'p str),
    /// The JSON request body.
    RequestBody,
    /// The JSON body of the response with these keys in the first and the second document,
    /// such as `200` and `2XX`.
    Response(&'p str, &'p str),
}

/// The result of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Each value is one of the other version: there is a proof.
    Proved,
    /// A value is not one of the other version, or there is no proof: the reason, with the
    /// value.
    Different(String),
}

/// How an operation of an older version is served.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServedOperation {
    /// The method and the path in the older version.
    pub name: String,
    /// How the operation is served.
    pub service: Service,
}

/// How an operation of an older version is served by a newer one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Service {
    /// Nothing differs: the endpoint of the newer version is that of the older one.
    Unchanged,
    /// The operation differs, and each request and response is proved to be one of the
    /// other version.
    Compatible,
    /// These functions of the version's trait convert the requests and responses.
    Converted(Vec<Function>),
    /// A function of the version's trait implements the operation.
    Implemented(Function),
}

/// A function that the trait of a version asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// The name.
    pub name: String,
    /// Why the function is needed.
    pub reason: String,
}

/// The code of several versions.
#[derive(Clone, Debug)]
pub struct GeneratedVersions {
    /// For each version its code and its document, and the code that contains all versions.
    pub files: GeneratedFiles,
    /// The operations of each version but the newest, oldest first.
    pub operations: Vec<Vec<ServedOperation>>,
}

/// Generates the code of several versions of a document, oldest first. The file `name.rs`
/// contains all versions. `header` is the header field in lower case by which a request names
/// its version.
///
/// # Errors
/// All errors in the documents and all their unsupported features.
pub fn generate_versions(
    documents: Vec<Document>,
    name: &str,
    header: &str,
    comparison: &mut dyn Comparison,
) -> Result<GeneratedVersions, Diagnostics> {
    if let Err(error) = http::HeaderName::from_lowercase(header.as_bytes()) {
        let message = format!(
            "`{}` is no name of a header field in lower case: {error}",
            header.escape_debug()
        );
        let first = documents.first().map(|one| &one.root().location);
        let errors = first.map(|at| Diagnostic::error(at, message));
        return Err(errors.into_iter().collect());
    }
    let matching = Matching::new(&documents);
    let mut warnings = Diagnostics::default();
    let modules = modules(documents, &matching, &mut warnings)?;
    let plan = Plan { shared: Shared::new(&modules, comparison), modules, matching };
    let mut operations = Vec::new();
    let mut files = Vec::new();
    for (index, module) in plan.modules.iter().enumerate() {
        let mut adapter = None;
        if index + 1 < plan.modules.len() {
            let mut written = Adapter::new(&plan, index, comparison);
            let items = written.items();
            let mut served = plan.matching.operations(index, written.served);
            served.append(&mut written.others);
            operations.push(served);
            adapter = Some(items);
        }
        let read = &module.read;
        let [code, document] = ["rs", "json"].map(|kind| module.file(name, kind));
        let items = emit::file(
            (&read.service, &read.types, &read.externals),
            &document,
            &plan.shared.uses(index, &plan.modules),
            adapter,
        );
        files.push((code, print::items(&items)));
        files.push((document, module.document.embedded()));
    }
    let root = emit::versions::root(&plan, name, header);
    files.push((format!("{name}.rs"), root));
    let files = GeneratedFiles { files, warnings };
    Ok(GeneratedVersions { files, operations })
}

/// The versions, and what they share.
pub(crate) struct Plan {
    /// The versions, oldest first.
    pub modules: Vec<Module>,
    pub matching: Matching,
    pub shared: Shared,
}

/// A version, with the operations that its own module serves.
pub(crate) struct Module {
    /// The name of the module, such as `v1_0_0`.
    pub name: String,
    pub version: String,
    pub document: Document,
    pub read: Model,
}

impl Module {
    /// Returns the name of a file of the version, where `name` is that of all versions.
    pub fn file(&self, name: &str, extension: &str) -> String {
        format!("{name}_{}.{extension}", self.name)
    }
}

fn modules(
    documents: Vec<Document>,
    matching: &Matching,
    warnings: &mut Diagnostics,
) -> Result<Vec<Module>, Diagnostics> {
    let mut modules = Vec::new();
    let mut errors = Diagnostics::default();
    for (index, document) in documents.into_iter().enumerate() {
        let document = matching.restricted(index, document);
        match Model::without_errors(&document) {
            Ok(mut read) => {
                warnings.extend(std::mem::take(&mut read.diagnostics));
                read.service.is_one_of_several = true;
                let version = read.service.version.clone();
                let mut name = module_name(&version);
                while modules.iter().any(|one: &Module| one.name == name) {
                    name.push('_');
                }
                modules.push(Module { name, version, document, read });
            }
            Err(diagnostics) => errors.extend(diagnostics),
        }
    }
    if errors.has_errors() {
        return Err(errors.sorted());
    }
    Ok(modules)
}

/// Returns the name of the module of a semantic version.
fn module_name(version: &str) -> String {
    let escaped = version.chars().map(|character| match character {
        'a'..='z' | '0'..='9' => character,
        _ => '_',
    });
    format!("v{}", escaped.collect::<String>())
}
