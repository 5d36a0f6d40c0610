//! A client has the types that the server of the same document has.

#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use openapi_document::Document;
use quote::ToTokens;
use syn::{Fields, Item};

/// Returns the documents of the directory of documents by others, and those of our tests.
fn documents() -> Vec<PathBuf> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let beside = crates.join("../../shared/corpus");
    let corpus = std::env::var_os("OPENAPI_CORPUS").map_or(beside, PathBuf::from);
    let own = [
        "openapi-examples",
        "openapi-examples/tests/composition",
        "openapi-oracle/tests/documents",
        "openapi-progenitor/tests/library",
    ];
    let directories = own.map(|name| crates.join(name));
    let directories = directories.into_iter().chain([corpus]);
    let entries = directories.filter_map(|directory| std::fs::read_dir(directory).ok());
    let paths = entries.flatten().map(|entry| entry.unwrap().path());
    let is_document = |path: &PathBuf| {
        path.extension()
            .is_some_and(|extension| extension == "yaml" || extension == "json")
    };
    let mut paths: Vec<_> = paths.filter(is_document).collect();
    paths.sort();
    paths
}

/// The members of each type in a module `types`, by its name; nothing for a type of responses.
fn types(code: &str) -> BTreeMap<String, String> {
    let file = syn::parse_file(code).unwrap();
    let module = file.items.into_iter().find_map(|item| match item {
        Item::Mod(module) if module.ident == "types" => module.content,
        _ => None,
    });
    let (_, items) = module.unwrap();
    let members = |fields: &Fields| {
        let fields = fields.iter().map(|field| {
            let (name, kind) = (&field.ident, &field.ty);
            format!("{} {}", name.to_token_stream(), kind.to_token_stream())
        });
        fields.collect::<Vec<_>>().join(", ")
    };
    let mut responses = BTreeSet::new();
    let mut types = BTreeMap::new();
    for item in items {
        match item {
            Item::Struct(item) => {
                types.insert(item.ident.to_string(), members(&item.fields));
            }
            Item::Enum(item) => {
                let variants = item.variants.iter();
                let variants = variants
                    .map(|variant| format!("{}({})", variant.ident, members(&variant.fields)));
                let variants: Vec<_> = variants.collect();
                types.insert(item.ident.to_string(), variants.join(", "));
            }
            Item::Macro(call) if call.mac.path.segments.last().unwrap().ident == "answers" => {
                let tokens = call.mac.tokens.into_iter().map(|token| token.to_string());
                responses.extend(tokens);
            }
            _ => {}
        }
    }
    types.retain(|name, _| !responses.contains(name));
    types
}

#[test]
fn each_type_of_a_client_is_one_of_the_server() {
    let (mut compared, mut differences) = (0, Vec::new());
    for path in documents() {
        let Ok(document) = Document::read(&path) else {
            continue;
        };
        let server = openapi_dropshot_build::generate(&document);
        let client = openapi_progenitor_build::generate(&document);
        let (Ok(server), Ok(client)) = (server, client) else {
            continue;
        };
        let (server, client) = (types(&server.code), types(&client.code));
        for (name, own) in client {
            compared += 1;
            if server.get(&name) != Some(&own) {
                let other = server.get(&name);
                differences.push(format!("{}: {name}: {own}\n  {other:?}", path.display()));
            }
        }
    }
    println!("{compared} types");
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}
