//! A client has the types that the server of the same document has.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use openapi_document::Document;
use quote::ToTokens;
use serde_json::Value;
use syn::{Fields, Item};

/// Returns the documents of the directory of documents by others, and those of our tests.
fn documents() -> Vec<PathBuf> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let beside = crates.join("../../shared/corpus");
    let corpus = std::env::var_os("OPENAPI_CORPUS").map_or(beside, PathBuf::from);
    let own = [
        "openapi-examples",
        "openapi-examples/tests/composition",
        "openapi-examples/tests/calls/documents",
        "openapi-progenitor/tests/library",
    ];
    let directories = own.map(|name| crates.join(name));
    let directories = directories.into_iter().chain([corpus]);
    let entries = directories.filter_map(|directory| std::fs::read_dir(directory).ok());
    let paths = entries.flatten().map(|entry| entry.unwrap().path());
    let is_document = |path: &PathBuf| {
        path.extension().is_some_and(|extension| extension == "yaml" || extension == "json")
    };
    let mut paths: Vec<_> = paths.filter(is_document).collect();
    paths.sort();
    paths
}

/// The members of each type in a module `types`, by its names, and the types of responses.
type Types = (BTreeMap<String, String>, BTreeSet<String>);

fn types(code: &str) -> Types {
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
    let (mut responses, mut aliases) = (BTreeSet::new(), Vec::new());
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
            Item::Type(item) => {
                aliases.push((item.ident.to_string(), item.ty.to_token_stream().to_string()));
            }
            Item::Macro(call) if call.mac.path.segments.last().unwrap().ident == "answers" => {
                let tokens = call.mac.tokens.into_iter().map(|token| token.to_string());
                responses.extend(tokens);
            }
            _ => {}
        }
    }
    for (alias, name) in aliases {
        if let Some(members) = types.get(&name) {
            types.insert(alias.clone(), String::clone(members));
        }
        if responses.contains(&name) {
            responses.insert(alias);
        }
    }
    (types, responses)
}

/// Returns the part of a document that a server can have.
fn served(document: Document) -> Option<Document> {
    let errors = |part: &Document| openapi_dropshot_build::generate(part).err().unwrap_or_default();
    let partition = openapi_document::partition(document, errors).ok()?;
    Some(partition.document)
}

/// A document whose operations share what is and what is not a component.
const SHARED: &str = "
openapi: 3.1.0
info: { title: a, version: '1' }
paths:
  /a/{kind}:
    parameters:
      - { name: kind, in: path, required: true, schema: { enum: [b, c] } }
    get:
      parameters: [{ $ref: '#/components/parameters/Key' }]
      responses:
        '200':
          description: d
          headers: { X-Color: { $ref: '#/components/headers/Color' } }
          content: { application/json: { schema: { title: Filter, enum: [c] } } }
        '404': { $ref: '#/components/responses/NotFound' }
        '409': { description: e, content: { application/json: { schema: { $ref: '#/components/schemas/Problem' } } } }
    put:
      parameters: [{ $ref: '#/components/parameters/Key' }]
      requestBody: { $ref: '#/components/requestBodies/Body' }
      responses:
        '200':
          description: d
          headers: { X-Color: { $ref: '#/components/headers/Color' } }
          content: { application/json: { schema: { title: Filter, const: d } } }
        '404': { $ref: '#/components/responses/NotFound' }
        '409': { description: e, content: { application/json: { schema: { $ref: '#/components/schemas/Problem' } } } }
  /b:
    get:
      responses:
        '200': { description: d, content: { application/json: { schema: { $ref: '#/components/schemas/Box/properties/size' } } } }
        default: { description: f, content: { application/json: { schema: { $ref: '#/components/schemas/Problem' } } } }
    put:
      requestBody: { $ref: '#/components/requestBodies/Body' }
      responses:
        '200': { description: d, content: { application/json: { schema: { $ref: '#/components/schemas/Box' } } } }
        '404': { $ref: '#/components/responses/NotFound' }
        '409': { description: e, content: { application/json: { schema: { $ref: '#/components/schemas/Problem' } } } }
    post:
      requestBody: { $ref: '#/components/requestBodies/Body' }
      responses:
        '200': { description: d, content: { application/json: { schema: { title: Code, enum: [e] } } } }
        default: { description: f, content: { application/json: { schema: { $ref: '#/components/schemas/Problem' } } } }
components:
  parameters: { Key: { name: key, in: query, schema: { enum: [a, b] } } }
  headers: { Color: { schema: { enum: [red, green] } } }
  requestBodies: { Body: { required: true, content: { application/json: { schema: { type: object, properties: { x: { enum: [y] } } } } } } }
  responses: { NotFound: { description: n, content: { application/json: { schema: { type: object, properties: { why: { enum: [z] } } } } } } }
  schemas:
    Problem: { type: object, properties: { code: { title: Code, enum: [e] } } }
    Box: { type: object, properties: { size: { enum: [s, m] } } }
";

/// The types of both sides.
fn both_sides(text: &str) -> Option<[Types; 2]> {
    let document = served(Document::parse("a.yaml", text).ok()?)?;
    let server = openapi_dropshot_build::generate(&document).ok()?;
    let client = openapi_progenitor_build::generate(&document).ok()?;
    Some([&server.code, &client.code].map(|code| types(code)))
}

/// Both in one test, since the generators take most of the time.
#[test]
fn each_type_of_a_client_is_one_of_the_server_and_keeps_its_name_when_an_operation_is_added() {
    // Each commit has a part of the documents, since both generators take minutes for all.
    let step = std::env::var_os("ALL_DOCUMENTS").map_or(8, |_| 1);
    let corpus = documents().into_iter().step_by(step).filter_map(|path| {
        let document = Document::read(&path).ok()?;
        Some((path.display().to_string(), document.embedded().to_string(), 1))
    });
    let shared = Document::parse("shared.yaml", SHARED).unwrap();
    let shared = ("shared".to_owned(), shared.embedded().to_string(), usize::MAX);
    let (mut compared, mut differences) = (0, Vec::new());
    for (name, text, most) in corpus.chain([shared]) {
        let Some(after) = both_sides(&text) else {
            continue;
        };
        let [(server, _), (client, responses)] = &after;
        for (kind, own) in client.iter().filter(|(kind, _)| !responses.contains(*kind)) {
            compared += 1;
            let other = server.get(kind);
            if other != Some(own) {
                differences.push(format!("{name}: {kind}: {own}\n  {other:?}"));
            }
        }
        let operations = Document::parse("a.yaml", &text).unwrap().operations();
        for added in operations.iter().take(most) {
            let mut before: Value = serde_json::from_str(&text).unwrap();
            if let Some(item) = before["paths"][&added.path].as_object_mut() {
                item.remove(&added.method.as_str().to_lowercase());
            }
            let Some(before) = both_sides(&before.to_string()) else {
                continue;
            };
            for ((before, _), (after, _)) in before.into_iter().zip(&after) {
                compared += before.len();
                let renamed =
                    before.into_iter().filter(|(own, members)| after.get(own) != Some(members));
                differences.extend(renamed.map(|one| format!("{name} with {added}: {one:?}")));
            }
        }
    }
    println!("{compared} types");
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}
