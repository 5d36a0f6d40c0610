//! `server`, `client` and `lower`: generate from the operations that a generator
//! accepts. `check`: the diagnostics of both generators, and of the document itself.

use crate::Outcome;
use crate::arguments::{Check, Generate};
use crate::diagnosis::Diagnosis;
use crate::document::Source;
use crate::failure::Failure;
use crate::generator::{self, Generator};
use crate::mistakes::mistakes;
use crate::output;
use openapi_document::{Diagnostics, Document, Partition, separated, violations};
use std::io;
use std::path::{Path, PathBuf};
use untrusted_text::one_line;

/// The name of the embedded document beside the code.
pub(crate) const DOCUMENT: &str = "openapi.json";

/// Prints all diagnostics of the document and of both generators.
pub(crate) fn check(arguments: &Check) -> Result<Outcome, Failure> {
    let source = Source::read(&arguments.input, arguments.format, io::stdout())?;
    let mut notes = openapi_dropshot_build::not_kept(&source.document);
    notes.extend(path_of_servers(&source.document));
    let mut diagnosis = diagnosis(source);
    diagnosis.print(arguments.format, io::stdout())?;
    print_notes(notes)?;
    Ok((!diagnosis.has_errors()).into())
}

pub(crate) fn print_notes(notes: impl IntoIterator<Item = String>) -> io::Result<()> {
    notes.into_iter().try_for_each(|note| output::print_error(&format!("note: {note}")))
}

/// Returns what to know about the path of the URL in `servers`, if it has one.
pub(crate) fn path_of_servers(document: &Document) -> Option<String> {
    let url = document.root().get("servers")?.items().first()?.member_text("url")?;
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let (_, path) = rest.split_once('/').filter(|(_, path)| !path.is_empty())?;
    let (path, what) = (one_line(path), "is in no path of the server: a proxy removes it");
    Some(format!("`/{path}` of `servers` {what}, and the base URL of the client has it"))
}

/// Returns all diagnostics of a document and of both generators.
pub(crate) fn diagnosis(source: Source) -> Diagnosis {
    let mut diagnosis = Diagnosis::of(source.warnings);
    diagnosis.extend(mistakes(&source.document));
    for generator in [Generator::Server, Generator::Client] {
        checked(generator, &source.document, &mut diagnosis);
    }
    diagnosis.extend_elsewhere(violations(&source.document));
    diagnosis
}

/// Generates from a document, and writes the result or checks that it is written.
pub(crate) fn run(generator: Generator, arguments: &Generate) -> Result<Outcome, Failure> {
    let source = Source::read(&arguments.input, arguments.format, io::stderr())?;
    let mut diagnosis = Diagnosis::of(source.warnings);
    let [_, file] = files(arguments.output.as_deref().unwrap_or(Path::new("")));
    let file = file.file_name().unwrap_or_default().to_string_lossy();
    let accepted = generate(generator, &source.document, &file, &mut diagnosis);
    diagnosis.print(arguments.format, io::stderr())?;
    let Some(accepted) = accepted else {
        return Ok(Outcome::Reported);
    };
    if arguments.strict && accepted.is_partial() {
        return Ok(Outcome::Reported);
    }
    let Some(path) = &arguments.output else {
        output::print(&accepted.generated)?;
        return Ok(Outcome::Clean);
    };
    let files = match generator {
        Generator::Lower => vec![(path.clone(), accepted.generated)],
        _ => committed(path, generator, &accepted),
    };
    output::refuse_inputs(files.iter().map(|(path, _)| path), &source.files)?;
    if files.len() > 1 && !arguments.check && files[0].0 != *path {
        let created = std::fs::create_dir_all(path);
        created.map_err(|source| Failure::Write { path: path.clone(), source })?;
    }
    let mut is_current = true;
    for (path, text) in &files {
        if !arguments.check {
            output::write(path, text)?;
        } else if let Some(difference) = output::difference(path, text)? {
            is_current = false;
            let path = path.display();
            output::print_error(&format!(
                "error: {path} is not up to date: run the command without --check\n{difference}"
            ))?;
        }
    }
    Ok(is_current.into())
}

/// Returns the files of the code and of its document for the path of an output. The document of a
/// file has its name: other code in the directory may embed another part of it.
fn files(path: &Path) -> [PathBuf; 2] {
    match path.extension() {
        Some(extension) if extension == "rs" => [path.to_owned(), path.with_extension("json")],
        _ => ["mod.rs", DOCUMENT].map(|name| path.join(name)),
    }
}

/// Returns the files of code that is committed: a module, which compiles as it lies, and beside it
/// the document. The path is that of a file `….rs`, or of a directory.
pub(crate) fn committed(
    path: &Path,
    generator: Generator,
    accepted: &Accepted<String>,
) -> Vec<(PathBuf, String)> {
    let [code, beside] = files(path);
    let document = accepted.partition.document.embedded();
    let (name, generated) = (generator.name(), &accepted.generated);
    let text = format!(
        "// The {name} that openapi-dropshot generates from the document. Changes get lost.

#![cfg_attr(rustfmt, rustfmt_skip)]
#![allow(
    clippy::all,
    dead_code,
    missing_docs,
    unreachable_patterns,
    unused_comparisons,
    unused_mut,
    reason = \"the names and the texts are those of the document\"
)]

{generated}"
    );
    vec![(code, text), (beside, format!("{document:#}\n"))]
}

/// The accepted operations of a document, and what is generated from them.
pub(crate) struct Accepted<T> {
    pub(crate) generated: T,
    pub(crate) partition: Partition,
}

impl<T> Accepted<T> {
    /// Returns whether operations are refused.
    pub(crate) fn is_partial(&self) -> bool {
        !self.partition.refused.is_empty()
    }
}

/// Generates from the operations that the generator accepts. Adds all diagnostics to
/// `diagnosis`. Returns `None` if there are operations and each is refused, or the document has an
/// error that belongs to no operation.
pub(crate) fn generate(
    generator: Generator,
    document: &Document,
    file: &str,
    diagnosis: &mut Diagnosis,
) -> Option<Accepted<String>> {
    accepted(generator, document, diagnosis, |part| generator.generate(part, file))
}

/// Returns the operations that the generator accepts, as [`generate`], without code.
pub(crate) fn checked(
    generator: Generator,
    document: &Document,
    diagnosis: &mut Diagnosis,
) -> Option<Accepted<()>> {
    accepted(generator, document, diagnosis, |part| generator.check(part))
}

/// Returns the result of `run` for the operations that the generator accepts, as
/// [`generate`].
fn accepted<T>(
    generator: Generator,
    document: &Document,
    diagnosis: &mut Diagnosis,
    run: impl Fn(&Document) -> generator::Result<T>,
) -> Option<Accepted<T>> {
    let total = document.operations().len();
    match whole_or_part(generator, document, run) {
        Ok(((generated, warnings), partition)) => {
            let is_empty = total > 0 && partition.refused.len() == total;
            diagnosis.add(generator, total, &partition.refused, warnings);
            (!is_empty).then_some(Accepted { generated, partition })
        }
        Err(diagnostics) => {
            diagnosis.refuse(generator, document.operations(), diagnostics);
            None
        }
    }
}

/// Returns the result of `run` for the document, or for the part of it that the
/// generator accepts.
fn whole_or_part<T>(
    generator: Generator,
    document: &Document,
    run: impl Fn(&Document) -> generator::Result<T>,
) -> Result<((T, Diagnostics), Partition), Diagnostics> {
    let whole = match run(document) {
        Ok(result) => {
            let refused = Vec::new();
            let document = document.clone();
            return Ok((result, Partition { document, refused }));
        }
        Err(whole) => whole,
    };
    let partition = separated(document.clone(), whole, |part| match generator.check(part) {
        Ok(((), warnings)) => warnings,
        Err(diagnostics) => diagnostics,
    })?;
    Ok((run(&partition.document)?, partition))
}
