//! `check --fix` repairs invalid documents by an overlay. `fix.yaml` has the documents.

use crate::session::Session;
use serde_json::Value as Json;
use std::fmt::Write;

/// The invalid documents by their names: what a document has besides `info`, and the arguments.
fn cases() -> Vec<(String, Json, String)> {
    let cases: Json = serde_yaml_ng::from_str(include_str!("fix.yaml")).unwrap();
    let cases = cases.as_object().unwrap().iter();
    let cases = cases.map(|(name, document)| {
        let mut document = document.as_object().unwrap().clone();
        let arguments = document.remove("arguments");
        let arguments = arguments.map_or(String::new(), |text| text.as_str().unwrap().to_owned());
        document.entry("openapi").or_insert("3.1.0".into());
        document.entry("paths").or_insert(serde_json::json!({}));
        document.insert("info".to_owned(), serde_json::json!({ "title": "T", "version": "1" }));
        (name.clone(), document.into(), arguments)
    });
    cases.collect()
}

/// A document with one operation.
fn document() -> String {
    let mut cases = cases().into_iter();
    let case = cases.find(|(name, ..)| name == "a path variable without a parameter");
    case.unwrap().1.to_string()
}

fn errors(session: &Session, arguments: &str) -> Vec<Json> {
    let (_, output, _) = session.run(&format!("check openapi.json --format json {arguments}"));
    let diagnosis: Json = serde_json::from_str(&output).unwrap_or_else(|_| panic!("{output}"));
    let diagnostics = diagnosis["diagnostics"].as_array().unwrap().iter();
    let errors = diagnostics.filter(|diagnostic| diagnostic["severity"] == "error");
    errors.cloned().collect()
}

#[test]
fn each_repairable_defect_of_a_document_has_its_actions() {
    let mut text = String::new();
    for (name, document, arguments) in cases() {
        let session = Session::new();
        session.write("openapi.json", document.to_string());
        let fix = format!("check openapi.json --fix {arguments}");
        let before = errors(&session, "");
        assert!(!before.is_empty(), "{name}: no error");
        let (code, overlay, left) = session.run(&fix);
        let (_, actions) = overlay.split_once("actions:\n").unwrap_or_default();
        let left = left.replace("server: 1 of 1 operations\nclient: 1 of 1 operations\n", "");
        writeln!(text, "## {name}\n{actions}{left}# exit code {code}\n").unwrap();
        if actions.is_empty() {
            continue;
        }
        session.write("fixes.yaml", &overlay);
        let after = errors(&session, "--overlay fixes.yaml");
        assert_eq!(after.is_empty(), code == 0, "{name}: {after:#?}");
        let again = session.run(&format!("{fix} --overlay fixes.yaml"));
        assert_eq!((again.0, &*again.1), (code, ""), "{name}: it is repaired again");
    }
    insta::assert_snapshot!(text);
}

/// A schema that differs by direction is read twice, and has one pointer in the document.
#[test]
fn a_fault_of_a_schema_that_differs_by_direction_is_one_error_with_one_repair() {
    let content = "{ application/json: { schema: { $ref: '#/components/schemas/T' } } }";
    let get = format!("get: {{ responses: {{ 200: {{ description: D, content: {content} }} }} }}");
    let post = format!(
        "post: {{ requestBody: {{ required: true, content: {content} }}, \
         responses: {{ 204: {{ description: D }} }} }}"
    );
    for (first, second) in [(&get, &post), (&post, &get)] {
        let session = Session::new();
        let document = format!(
            "openapi: 3.1.0\ninfo: {{ title: T, version: '1' }}\npaths: {{ /a: {{ {first} }}, /b: {{ {second} }} }}\n\
             components: {{ schemas: {{ T: {{ type: object, required: [id], properties: \
             {{ id: {{ type: integer, readOnly: true }}, z: {{ type: array, items: [{{}}] }} }} }} }} }}\n"
        );
        session.write("openapi.json", document);
        let [error] = &errors(&session, "")[..] else { panic!("not one error: {first}") };
        assert_eq!(error["location"]["pointer"], "/components/schemas/T/properties/z/items");
        // Two operations, each refused by both generators.
        assert_eq!(error["refused"].as_array().unwrap().len(), 4, "{error}");
        assert_eq!(error["repairable"], true, "{error}");
    }
}

#[test]
fn a_warning_with_a_remedy_is_repaired_too() {
    let session = Session::new();
    session.write(
        "openapi.yaml",
        "openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths:\n  /channels/:id/messages/:\n    \
         get: { operationId: list, responses: { default: { description: D } } }\n",
    );
    let (code, output, _) = session.run("check openapi.yaml");
    assert_eq!(code, 0);
    assert!(output.contains("write /channels/{id}/messages/, as the overlay of"), "{output}");
    let (code, overlay, errors) = session.run("check openapi.yaml --fix");
    assert_eq!(code, 0, "{errors}");
    session.write("fixes.yaml", overlay);
    let (code, output, _) = session.run("check openapi.yaml --overlay fixes.yaml");
    assert_eq!(code, 0, "{output}");
    assert!(!output.contains("warning"), "{output}");
}

#[test]
fn the_generators_read_the_repaired_document() {
    let session = Session::new();
    session.write("openapi.json", document());
    let (code, _, errors) = session.run("server openapi.json");
    assert_eq!(code, 1, "{errors}");
    assert!(errors.contains("`openapi-dropshot check --fix FILE`"), "{errors}");
    assert_eq!(session.run("check openapi.json --fix --output fixes.yaml").0, 0);
    for command in ["server", "client", "lower"] {
        let arguments = format!("{command} openapi.json --strict --overlay fixes.yaml");
        assert_eq!(session.run(&arguments).0, 0, "{arguments}");
    }
}

#[test]
fn a_document_in_several_files_is_repaired_where_it_is_bundled() {
    let session = Session::new();
    let root = "openapi: 3.1.0
info: { title: T, version: '1' }
paths: { '/trees/{id}': { $ref: paths/tree.yaml } }
";
    session.write("openapi.yaml", root);
    let item = "get: { responses: { 200: {}, default: { $ref: '../default.yaml' } } }";
    session.write("paths/tree.yaml", item);
    session.write("default.yaml", "content: { application/json: { schema: { oneOf: [] } } }");
    assert_eq!(session.run("check openapi.yaml").0, 1);
    let (code, overlay, errors) = session.run("check openapi.yaml --fix");
    assert_eq!(code, 0, "{errors}");
    session.write("fixes.yaml", &overlay);
    assert_eq!(session.run("check openapi.yaml --overlay fixes.yaml").0, 0);
    insta::assert_snapshot!(overlay);
}

#[test]
fn an_output_that_is_an_input_or_has_no_folder_is_refused_and_options_of_fix_need_it() {
    let session = Session::new();
    session.write("openapi.json", document());
    session.write("fixes.yaml", "overlay: 1.0.0\ninfo: { title: T, version: '1' }\nactions: [{ target: $.info, update: {} }]\n");
    let mut text = String::new();
    for output in ["openapi.json", "./openapi.json", "fixes.yaml", "missing/fixes.yaml"] {
        let arguments = ["check", "openapi.json", "--fix", "--overlay", "fixes.yaml", "-o", output];
        text += &session.transcript(&arguments);
    }
    text += &session.transcript(&["check", "openapi.json", "-o", "other.yaml"]);
    text += &session.transcript(&["check", "openapi.json", "--undeclared-scheme", "bearer"]);
    insta::assert_snapshot!(text);
}

#[test]
fn a_document_without_errors_has_no_overlay() {
    let session = Session::new();
    session.write(
        "openapi.json",
        r#"{ "openapi": "3.1.0", "info": { "title": "T", "version": "1" }, "paths": {} }"#,
    );
    let (code, output, _) = session.run("check openapi.json --fix -o fixes.yaml");
    assert_eq!((code, &*output), (0, ""));
    assert!(!session.path().join("fixes.yaml").exists());
}
