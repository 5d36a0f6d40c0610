//! Generates the server of several versions, handlers of the newest that answer with sampled
//! values, and a client of each version with a call of each method.
//!
//! `HISTORY` is a folder with the documents, whose names are in the order of the versions, and
//! `functions.rs`, whose functions are those between the versions, for `crate::StandIn`.

#[path = "../../crates/openapi-examples/build/calls.rs"]
mod calls;

use std::error::Error;
use std::fmt::Write;
use std::path::PathBuf;
use std::{env, fs};

use openapi_document::{Document, instruct_cargo, partition};
use openapi_versions::{Documents, HEADER, NAME, ServedOperation, Source, generate};

/// The versions of a document of the project.
const EXAMPLE: &str = "../tests/history";

fn main() -> Result<(), Box<dyn Error>> {
    instruct_cargo("rerun-if-env-changed", "HISTORY")?;
    let folder = fs::canonicalize(env::var("HISTORY").unwrap_or_else(|_| EXAMPLE.to_owned()))?;
    instruct_cargo("rerun-if-changed", &folder.display().to_string())?;
    let out_dir = PathBuf::from(env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?);
    let paths = fs::read_dir(&folder)?.map(|entry| Ok(entry?.path()));
    let mut paths = paths.collect::<Result<Vec<_>, std::io::Error>>()?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    paths.sort();
    let sources = paths.iter().map(|path| Source::new(path.display().to_string()));
    let generated = generate(&mut Documents::read(&sources.collect::<Vec<_>>())?, NAME, HEADER)?;
    generated.files.write()?;
    let (text, names) = counted(&fs::read_to_string(folder.join("functions.rs"))?);
    let functions = out_dir.join("functions.rs");
    fs::write(&functions, text)?;

    let mut items = format!(
        "#[path = {functions:?}] mod functions;
        mod api {{ include!(concat!(env!(\"OUT_DIR\"), \"/{NAME}.rs\")); }}"
    );
    let (mut rows, mut newest) = (String::new(), String::new());
    for (index, path) in paths.iter().enumerate() {
        let document = Document::read(path)?;
        let info = document.root().get("info");
        let version = info.and_then(|info| info.member_text("version")).unwrap_or_default();
        let call = format!("client_{index}::calls::call");
        let operations = generated.operations.get(index).into_iter().flatten();
        let shown: Vec<_> = operations.filter_map(shown).collect();
        writeln!(
            rows,
            "Version {{ name: {version:?}, path: {path:?}, call: {call}, shown: &{shown:?} }},"
        )?;
        newest = format!(
            "use crate::api::v{}::*; {}",
            version.replace(['.', '-', '+'], "_"),
            openapi_dropshot_build::stand_in(&document)?
        );
        let file = format!("client_{index}.json");
        let generate = |part: &Document| openapi_progenitor_build::generate_with(part, &file);
        let check = |part: &Document| generate(part).err().unwrap_or_default();
        // Those that the generator of clients accepts.
        let client = generate(&partition(document, check)?.document)?;
        fs::write(out_dir.join(&file), client.document)?;
        let calls = calls::calls(&client.methods);
        writeln!(
            items,
            "mod client_{index} {{ pub mod client {{ {} }} pub mod calls {{ {calls} }} }}",
            client.code
        )?;
    }
    write!(
        items,
        "mod stand_in {{ use dropshot::RequestContext; use openapi_dropshot::Rejection; {newest} }}
        const VERSIONS: &[Version] = &[{rows}];
        const FUNCTIONS: [&str; {}] = {names:?};",
        names.len()
    )?;
    Ok(fs::write(out_dir.join("items.rs"), items)?)
}

/// Returns an operation with the value for which its request needs a function.
fn shown(operation: &ServedOperation) -> Option<(&str, &str)> {
    let mut functions = operation.service.functions().iter();
    let function = functions.find(|one| one.name.starts_with("request_"))?;
    let (_, value) = function.reason.split_once(" does not: `")?;
    Some((&operation.name, value.split('`').next()?))
}

/// Returns the text with a statement in each function that counts its calls, and the names of the
/// functions.
fn counted(text: &str) -> (String, Vec<String>) {
    let mut parts = text.split("fn ");
    let mut counted = parts.next().unwrap_or_default().to_owned();
    let mut names = Vec::new();
    for part in parts {
        let (_, version) = counted.rsplit_once("impl ").unwrap_or_default();
        let version = version.split("::").next().unwrap_or_default();
        let name = part.split('(').next().unwrap_or_default();
        let (head, body) = part.split_once('{').unwrap_or((part, ""));
        names.push(format!("{version} {name}"));
        counted += &format!("fn {head}{{ crate::called({});{body}", names.len() - 1);
    }
    (counted, names)
}
