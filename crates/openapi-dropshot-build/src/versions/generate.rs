//! Generates the code of several versions.

use openapi_document::{Diagnostic, Diagnostics, Document, GeneratedFiles, Location};
use openapi_rust::names::ident;
use openapi_rust::{Model, print};
use proc_macro2::TokenStream;
use quote::quote;

use super::{Comparison, Matching, Module, Plan, ServedOperation, Shared};
use crate::emit::{self, versions::Adapter};

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
/// All errors in the documents and all their unsupported features, and no document.
pub fn generate_versions(
    documents: Vec<Document>,
    name: &str,
    header: &str,
    comparison: &mut dyn Comparison,
) -> Result<GeneratedVersions, Diagnostics> {
    let Some(first) = documents.first().map(|one| &one.root().location) else {
        let message = "there is no version to generate";
        return Err(Diagnostic::error(&Location::start_of(name), message).into());
    };
    if let Err(error) = http::HeaderName::from_lowercase(header.as_bytes()) {
        let message = format!(
            "`{}` is not the name of a header field in lower case: {error}",
            header.escape_debug()
        );
        return Err(Diagnostic::error(first, message).into());
    }
    let matching = Matching::new(&documents);
    let mut warnings = Diagnostics::default();
    let modules = modules(documents, &matching, &mut warnings)?;
    let plan = Plan { shared: Shared::new(&modules, comparison), modules, matching };
    let (mut operations, mut files) = (Vec::new(), Vec::new());
    // What a service implements for the versions so far.
    let mut traits: Vec<TokenStream> = Vec::new();
    for (index, module) in plan.modules.iter().enumerate().rev() {
        let (own, mut adapter) = (ident(&module.name), Vec::new());
        if let Some(newer) = traits.last() {
            let mut written = Adapter::new(&plan, index, comparison);
            let (asked, items) = written.items(newer);
            let mut served = plan.matching.operations(index, written.served);
            served.append(&mut written.others);
            operations.push(served);
            traits.extend(asked.is_some().then(|| quote!(#own::Compatibility)));
            adapter = Vec::from_iter(asked.into_iter().chain([items]));
        } else {
            traits.push(quote!(#own::Api));
        }
        let read = &module.read;
        let [code, document] = ["rs", "json"].map(|kind| module.file(name, kind));
        let items = emit::file(
            (&read.service, &read.types, &read.externals),
            &document,
            &plan.shared.uses(index, &plan.modules),
            &[],
            adapter,
        );
        files.push((document, module.document.embedded().to_string()));
        files.push((code, print::items(&items)));
    }
    files.reverse();
    operations.reverse();
    let root = emit::versions::root(&plan, &traits, name, header);
    files.push((format!("{name}.rs"), root));
    let files = GeneratedFiles { files, warnings };
    Ok(GeneratedVersions { files, operations })
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
