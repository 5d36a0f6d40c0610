//! Generates a server and a client of each document, handlers that answer with sampled
//! values, and a call of each client method with sampled arguments.
//!
//! The documents are some of those that the tests of `openapi-dropshot-cli` have, and,
//! where the directory exists, some of the corpus.

use std::error::Error;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

use openapi_document::{Diagnostics, Document, instruct_cargo, partition};
use openapi_progenitor_build::Builder;

use crate::calls;

/// The name of a document's module, its path, and whether its client has builders, too. Both
/// interfaces have the same types and names.
type Row = (&'static str, &'static str, bool);

/// The documents that together have each construct.
const CONSTRUCTS: [Row; 9] = [
    ("chat", "../openapi-cli/tests/documents/chat.yaml", false),
    ("drawers", "tests/calls/documents/drawers.yaml", true),
    ("exchange", "tests/calls/documents/exchange.yaml", true),
    ("external", "external.yaml", false),
    ("large", "tests/calls/documents/large.yaml", false),
    ("media", "media.yaml", false),
    ("names", "tests/calls/documents/names.yaml", false),
    ("recursive", "tests/calls/documents/recursive.yaml", false),
    ("tags", "tests/calls/documents/tags.yaml", false),
];

/// Documents in the styles of several tools, which have the same constructs. With `ALL_DOCUMENTS`
/// only, since their code takes a minute to compile.
const STYLES: [Row; 7] = [
    ("expand", "../openapi-cli/tests/documents/expand.yaml", false),
    ("fastapi", "../openapi-cli/tests/documents/fastapi.json", false),
    ("forge", "../openapi-cli/tests/documents/forge.yaml", false),
    ("huma", "../openapi-cli/tests/documents/huma.yaml", false),
    ("manual", "../openapi-cli/tests/documents/manual.yaml", true),
    ("trial", "tests/calls/documents/trial.yaml", false),
    ("utoipa", "../openapi-cli/tests/documents/utoipa.json", false),
];

/// Documents of the corpus, with `ALL_DOCUMENTS` only.
const CORPUS: [Row; 5] = [
    ("galaxy", "scalar__galaxy__galaxy.yaml", false),
    ("tictactoe", "OAI__learn.openapis.org__tictactoe.yaml", false),
    ("agent_protocol", "langchain-ai__agent-protocol__agent-protocol.json", false),
    ("flashnotes", "0010aor__FlashNotes__flashnotes.json", false),
    ("livepeer_gateway", "livepeer__ai-runner__livepeer-gateway.yaml", false),
];

/// Writes the code of all documents, and the tables that name them.
pub(crate) fn write() -> Result<(), Box<dyn Error>> {
    instruct_cargo("rerun-if-env-changed", "OPENAPI_CORPUS")?;
    instruct_cargo("rerun-if-env-changed", "ALL_DOCUMENTS")?;
    let is_all = env::var_os("ALL_DOCUMENTS").is_some();
    let directory = env::var_os("OPENAPI_CORPUS");
    let directory = directory.map_or_else(|| "../../../shared/corpus".into(), PathBuf::from);
    let others = STYLES.into_iter().filter(|_| is_all);
    let own = CONSTRUCTS.into_iter().chain(others).map(|row| (row, PathBuf::from(row.1), true));
    let corpus = CORPUS.into_iter().filter(|_| is_all);
    let corpus = corpus.map(|row| (row, directory.join(row.1), false));
    let (present, missing): (Vec<_>, Vec<_>) =
        own.chain(corpus).partition(|(_, document, is_own)| *is_own || document.is_file());
    let (mut modules, mut rows) = (String::new(), String::new());
    for ((name, _, has_builders), document, is_own) in present {
        generate(&document, name)?;
        let mut builders = String::new();
        if has_builders {
            let file = format!("{name}_builders");
            Builder::new(document.as_path()).name(&file).builders().build()?;
            let file = format!("include!(concat!(env!(\"OUT_DIR\"), \"/{file}.rs\"));");
            builders = format!("\n    pub mod builders {{ {file} }}");
        }
        let include = |part| format!("include!(concat!(env!(\"OUT_DIR\"), \"/{name}{part}.rs\"));");
        writeln!(
            modules,
            "pub mod {name} {{\n    pub mod server {{ {}\n        {} }}\n    \
             pub mod client {{ {} }}\n    pub mod calls {{ {} }}{builders}\n}}",
            include("_server"),
            include("_stand_in"),
            include("_client"),
            include("_calls"),
        )?;
        writeln!(
            rows,
            "    Generated {{ name: {name:?}, path: {document:?}, is_own: {is_own}, \
             operations: {name}::server::StandIn::OPERATIONS, \
             api: {name}::server::api_mod::api_description::<{name}::server::StandIn>, \
             call: {name}::calls::call }},"
        )?;
    }
    let out_dir = out_dir()?;
    let table = format!("/// The documents.\npub const DOCUMENTS: &[Generated] = &[\n{rows}];\n");
    fs::write(out_dir.join("documents.rs"), modules + &table)?;
    let missing: Vec<_> = missing.iter().map(|((name, ..), ..)| name).collect();
    let missing = format!("pub const MISSING: &[&str] = &{missing:?};\n");
    fs::write(out_dir.join("missing.rs"), missing)?;
    Ok(())
}

/// Writes the code of a document. The warnings are those of other tests.
fn generate(path: &Path, name: &str) -> Result<(), Box<dyn Error>> {
    instruct_cargo("rerun-if-changed", &path.display().to_string())?;
    let [server_file, client_file] = ["server", "client"].map(|part| format!("{name}_{part}.json"));
    let server = accepted(path, |document| {
        let generated = openapi_dropshot_build::generate_with(document, &server_file)?;
        let stand_in = openapi_dropshot_build::stand_in(document)?;
        Ok([generated.code, generated.document, stand_in])
    })?;
    let client = accepted(path, |document| {
        let generated = openapi_progenitor_build::generate_with(document, &client_file)?;
        let calls = calls::calls(&generated.methods);
        Ok([generated.code, generated.document, calls])
    })?;
    let [server, server_document, stand_in] = server;
    let [client, client_document, calls] = client;
    let out_dir = out_dir()?;
    for (file, text) in [
        (server_file, server_document),
        (client_file, client_document),
        (format!("{name}_server.rs"), server),
        (format!("{name}_client.rs"), client),
        (format!("{name}_stand_in.rs"), stand_in),
        (format!("{name}_calls.rs"), calls),
    ] {
        fs::write(out_dir.join(file), text)?;
    }
    Ok(())
}

/// Returns the texts for the operations that a generator accepts. The tests name those
/// that it refuses.
fn accepted<const N: usize>(
    path: &Path,
    generate: impl Fn(&Document) -> Result<[String; N], Diagnostics>,
) -> Result<[String; N], Box<dyn Error>> {
    let document = Document::read(path)?;
    let check = |part: &Document| generate(part).err().unwrap_or_default();
    let accepted = partition(document, check)?.document;
    Ok(generate(&accepted)?)
}

/// Writes the stand-in of a document to a file.
pub(crate) fn stand_in(path: &str, file: &str) -> Result<(), Box<dyn Error>> {
    let stand_in = openapi_dropshot_build::stand_in(&Document::read(Path::new(path))?)?;
    Ok(fs::write(out_dir()?.join(file), stand_in)?)
}

fn out_dir() -> Result<PathBuf, Box<dyn Error>> {
    let out_dir = env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?;
    Ok(out_dir.into())
}
