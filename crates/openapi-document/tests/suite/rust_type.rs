//! The extension `x-rust-type`: the type that it names, or its defect.

use openapi_document::{Document, Pointer, RustType, Schema};

/// Returns the type of a schema with this extension, or the warning.
fn read(extension: &str) -> String {
    let text = format!(
        "openapi: 3.1.0
info: {{ title: Case, version: '1' }}
components:
  schemas:
    Case: {{ type: string, x-rust-type: {extension} }}
"
    );
    let document = Document::parse("case.yaml", &text).unwrap();
    let pointer = Pointer::root().join("components").join("schemas");
    let node = document.find(&pointer.join("Case")).unwrap();
    match RustType::of(Schema::new(&document, node).unwrap()) {
        Ok(found) => {
            let found = found.unwrap();
            let RustType { crate_name, version, path, parameters } = found;
            format!("{path} of {crate_name} {version}, {} parameters", parameters.len())
        }
        Err(warning) => warning.to_string(),
    }
}

#[test]
fn an_extension_is_a_type_or_a_warning_with_the_position_of_its_defect() {
    let cases = [
        "{ crate: my-types, version: '>=1.2, <3', path: 'my_types::a::Money' }",
        "{ crate: util, version: '*', path: util::Map, parameters: [{ type: string }, true] }",
        "uuid::Uuid",
        "{}",
        "{ crate: uuid, version: '1', path: uuid::Uuid, parameter: [] }",
        "{ crate: uuid, version: 1, path: uuid::Uuid }",
        "{ crate: uuid, version: one, path: uuid::Uuid }",
        "{ crate: my types, version: '1', path: my_types::Money }",
        "{ crate: my-types, version: '1', path: my-types::Money }",
        "{ crate: uuid, version: '1', path: Uuid }",
        "{ crate: uuid, version: '1', path: 'uuid::Vec<u8>' }",
        "{ crate: uuid, version: '1', path: uuid::type::Uuid }",
        "{ crate: uuid, version: '1', path: 'uuid::' }",
        "{ crate: uuid, version: '1', path: ulid::Ulid }",
        "{ crate: uuid, version: '1', path: uuid::Uuid, parameters: { type: string } }",
        "{ crate: uuid, version: '1', path: uuid::Uuid, parameters: [7] }",
    ];
    let read = cases.map(|case| format!("{case}\n{}\n", read(case)));
    insta::assert_snapshot!(read.join("\n"));
}

#[test]
fn the_crates_of_a_document_have_all_versions_that_it_requires() {
    let text = "openapi: 3.1.0
info: { title: Case, version: '1' }
components:
  schemas:
    A: { items: { x-rust-type: { crate: my-types, version: '1.2', path: 'my_types::A' } } }
    B: { x-rust-type: { crate: my-types, version: '<1.9', path: 'my_types::B' } }
    C: { x-rust-type: { crate: my-types, version: '1.2', path: 'my_types::C' } }
    D: { x-rust-type: { crate: std, version: '*', path: 'std::time::Duration' } }
    E: { x-rust-type: { crate: uuid, version: '1' } }
";
    let document = Document::parse("case.yaml", text).unwrap();
    let crates = RustType::crates(&document);
    let [(name, named)] = crates.into_iter().collect::<Vec<_>>().try_into().unwrap();
    assert_eq!((name, &*named.version), ("my-types", "1.2, <1.9"));
    let schemas: Vec<_> = named.schemas.iter().map(ToString::to_string).collect();
    let schema = |path: &str| format!("#/components/schemas/{path}");
    assert_eq!(schemas, ["A/items", "B", "C"].map(schema));
}
