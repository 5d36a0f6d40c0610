//! `new`: writes a workspace with a server, a client and a conformance test.
//!
//! All files are generated before the first is written, and get their names when all
//! are written.

mod crates;
mod files;
pub(crate) mod package;

use crate::Outcome;
use crate::arguments::{New, Package};
use crate::bundle::json_text;
use crate::diagnosis::Diagnosis;
use crate::document::{Source, described};
use crate::failure::Failure;
use crate::generate::{Accepted, DOCUMENT, generate, path_of_servers, print_notes};
use crate::generator::Generator;
use crate::output;
use files::{LeftOut, Origin, WORKSPACE, Workspace};
use openapi_document::{
    Document, Node, Operation, OperationName, Parameter, ParameterLocation as Place, Refusal,
    RustType, Schema,
};
use openapi_rust::names::parameter_names;
use openapi_rust::operation::syntax;
use openapi_schema::http::Syntax;
use openapi_values::Values;
use openapi_values::wire::{Request, at, sent, serialized};
use serde_json::Value;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The documentation of the example of the client.
const EXAMPLE: &str = "\
Calls an operation of the server that `cargo run` starts: `cargo run --example call`.
An argument is another URL.";

pub(crate) fn run(arguments: &New) -> Result<Outcome, Failure> {
    let New { input, directory, package } = arguments;
    require_empty(directory)?;
    let source = Source::read(input, package.format, std::io::stderr())?;
    let whole = &source.whole;
    let generators = [Generator::Server, Generator::Client];
    let Some([server, client]) = generated(&source, package, generators, WORKSPACE)? else {
        return Ok(Outcome::Reported);
    };
    let handlers = openapi_dropshot_build::skeleton(&server.partition.document)
        .expect("the server is generated from this document");
    let name = name(directory);
    let example = example(&client, &format!("{name}_client"), EXAMPLE);
    let workspace = Workspace {
        name,
        title: title(whole),
        text: if input.overlays.is_empty() {
            source.text.clone()
        } else {
            // JSON is YAML.
            json_text(whole.root())
        },
        handlers: &handlers,
        example,
        request: request(&server.partition.document),
        unsent: unsent(&server.partition.document),
        server: left_out(whole, &server.partition.document, &server.partition.refused),
        client: left_out(whole, &client.partition.document, &client.partition.refused),
        external: RustType::crates(&source.document),
        origin: Origin::new(package, directory)?,
    };
    write(directory, &workspace.files())?;
    print_notes(path_of_servers(&source.document))?;
    crates::print(&workspace.external, WORKSPACE)?;
    Ok(Outcome::Clean)
}

/// Returns what the generators make of a document, or nothing if it is refused. The crates that the
/// selected operations name must be in the manifest, or allowed.
fn generated<const N: usize>(
    source: &Source,
    package: &Package,
    generators: [Generator; N],
    manifest: &str,
) -> Result<Option<[Accepted<String>; N]>, Failure> {
    let [named, whole] = [&source.document, &source.whole].map(RustType::crates);
    crates::require_allowed((&named, &whole), &package.allowed_crates, manifest)?;
    let mut diagnosis = Diagnosis::of(source.warnings.clone());
    let all = generators.map(|one| generate(one, &source.document, DOCUMENT, &mut diagnosis));
    diagnosis.print(package.format, std::io::stderr())?;
    let all: Option<Vec<_>> = all.into_iter().collect();
    let all = all.filter(|all| !(package.strict && all.iter().any(Accepted::is_partial)));
    Ok(all.and_then(|all| all.try_into().ok()))
}

/// Returns a program that calls an operation of a client with this name.
fn example(client: &Accepted<String>, name: &str, docs: &str) -> String {
    let document = &client.partition.document;
    let described = described(document).ok().map(|one| one.in_requests());
    openapi_progenitor_build::example(document, &name.replace('-', "_"), docs, |operation, name| {
        argument(described.as_ref()?, operation, name)
    })
    .expect("the client is generated from this document")
}

/// Checks that the directory doesn't exist, or is empty.
fn require_empty(directory: &Path) -> Result<(), Failure> {
    let message = |message: &str| {
        let directory = directory.display();
        Err(Failure::Message(format!("error: {directory} {message}")))
    };
    match fs::read_dir(directory) {
        Ok(mut entries) => match entries.next() {
            None => Ok(()),
            Some(_) => message("is not empty: choose a new or empty directory"),
        },
        Err(error) if error.kind() == ErrorKind::NotFound && !directory.is_symlink() => Ok(()),
        Err(error) if error.kind() == ErrorKind::NotADirectory => {
            message("is a file: choose a new or empty directory")
        }
        Err(source) => Err(Failure::Read { path: directory.to_owned(), source }),
    }
}

fn write(directory: &Path, files: &[(PathBuf, String)]) -> Result<(), Failure> {
    let is_formatted = create(directory, files)
        .map_err(|source| Failure::Write { path: directory.to_owned(), source })?;
    if !is_formatted {
        output::print_error("note: the code is not formatted: rustfmt is missing, or failed")?;
    }
    Ok(())
}

/// Writes files into a temporary directory, and moves them. An existing directory stays: it may be
/// the working directory of a shell, or a mount point. Returns whether the code is formatted.
fn create(directory: &Path, files: &[(PathBuf, String)]) -> std::io::Result<bool> {
    let directory = std::path::absolute(directory)?;
    let exists = directory.exists();
    let place = if exists { &directory } else { directory.parent().unwrap_or(&directory) };
    fs::create_dir_all(place)?;
    let unfinished = tempfile::Builder::new().prefix(".openapi-dropshot-").tempdir_in(place)?;
    let root = unfinished.path().join("workspace");
    for (path, text) in files {
        let path = root.join(path);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(path, text)?;
    }
    let is_formatted = format(&root, files);
    if !exists {
        fs::rename(root, directory)?;
        return Ok(is_formatted);
    }
    for entry in fs::read_dir(&root)? {
        let entry = entry?;
        fs::rename(entry.path(), directory.join(entry.file_name()))?;
    }
    Ok(is_formatted)
}

/// Formats the code as `cargo fmt` does, with the settings of the directories above the target.
/// Returns whether that succeeded.
fn format(root: &Path, files: &[(PathBuf, String)]) -> bool {
    let paths = files.iter().map(|(path, _)| path);
    let code = paths.filter(|path| path.extension().is_some_and(|extension| extension == "rs"));
    let mut rustfmt = Command::new("rustfmt");
    rustfmt.args(["--quiet", "--edition", "2024"]).args(code).current_dir(root);
    let status = rustfmt.stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

/// Returns a value of an argument of a client's method.
fn argument(document: &openapi_values::Document, operation: &str, name: &str) -> Option<Value> {
    let values = Values::new(document).ok()?;
    let operations = document.operations().list;
    let operation = operations.iter().find(|one| one.name() == operation)?;
    let mut parameters = operation.parameters.iter().zip(parameter_names(operation));
    if let Some((parameter, _)) = parameters.find(|(_, one)| one == name) {
        return value(&values, parameter.schema, &parameter.examples);
    }
    let content = &operation.request_body.as_ref().filter(|_| name == "body")?.content;
    let json = content.iter().find(|one| syntax(one.name, one.schema) == Syntax::Json);
    let media_type = json.or(content.first())?;
    value(&values, media_type.schema, &media_type.examples)
}

/// Returns a value of a schema, which is an example if there is a valid one.
fn value(values: &Values<'_>, schema: Option<Schema<'_>>, examples: &[&Node]) -> Option<Value> {
    values.example(at(schema), examples.iter().map(|example| example.to_json()), 0)
}

/// Returns a name for packages from the name of a directory.
fn name(directory: &Path) -> String {
    let path = std::path::absolute(directory).unwrap_or_default();
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let words: Vec<_> = name
        .split(|character: char| !character.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    let name = words.join("-").to_lowercase();
    if name.starts_with(|first: char| first.is_ascii_alphabetic()) {
        name
    } else {
        format!("api-{name}").trim_end_matches('-').to_owned()
    }
}

fn title(document: &Document) -> String {
    let info = document.root().get("info");
    let title = info.and_then(|info| info.get("title")?.string());
    let title = title.filter(|title| !title.trim().is_empty()).unwrap_or("API");
    title.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns a valid request to an operation, one that needs no credential, body or header field if
/// there is one. A credential is not in it.
fn request(document: &Document) -> Option<Request> {
    let document = described(document).ok()?.in_requests();
    let values = Values::new(&document).ok()?;
    let mut operations = document.operations().list;
    operations.sort_by_key(|operation| {
        let is_field = |one: &Parameter<'_>| matches!(one.place, Place::Header | Place::Cookie);
        let has_field = operation.parameters.iter().any(|one| one.required && is_field(one));
        let has_body = operation.request_body.as_ref().is_some_and(|body| body.required);
        [operation.needs_credential(), has_body, has_field]
    });
    operations.iter().find_map(|operation| {
        let mut request = Request::new(operation);
        for parameter in operation.parameters.iter().filter(|one| one.required) {
            let value = value(&values, parameter.schema, &parameter.examples)?;
            request.add(parameter, &serialized(parameter, &value.to_string())?);
        }
        let Some(body) = operation.request_body.as_ref().filter(|body| body.required) else {
            return Some(request);
        };
        let body = sent(body)?;
        let value = value(&values, body.schema, &body.examples)?;
        let text = values.written(body, &value.to_string())?;
        Some(request.with_body(Some(&values.content_type(body)), text))
    })
}

/// Returns the operations for which no request can be made.
fn unsent(document: &Document) -> Vec<String> {
    let Ok(document) = described(document) else { return Vec::new() };
    document.operations().unsent().map(Operation::name).collect()
}

/// Returns the operations of a document that a part lacks, with the reasons.
fn left_out(whole: &Document, part: &Document, refused: &[Refusal]) -> Vec<LeftOut> {
    let kept = part.operations();
    let is_missing = |operation: &OperationName| !kept.contains(operation);
    let missing = whole.operations().into_iter().filter(is_missing);
    missing
        .map(|operation| {
            let refusal = refused.iter().find(|refusal| refusal.operation == operation);
            let reasons = refusal.map(|refusal| {
                let messages = (&refusal.reasons).into_iter().map(|reason| reason.message.clone());
                messages.collect::<Vec<_>>().join("; ")
            });
            LeftOut { operation, reason: reasons.unwrap_or_else(|| "not selected".to_owned()) }
        })
        .collect()
}
