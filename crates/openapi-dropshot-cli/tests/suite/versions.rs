//! Tests of `versions`, and of the code on the page `docs/versions.md`.

use crate::session::Session;
use openapi_versions::{Documents, HEADER, NAME, Source, generate};
use std::process::Command;

const PAGE: &str = "../../docs/versions.md";
const EXAMPLE: &str = "../openapi-example-versions";

#[test]
fn the_trait_on_the_page_is_the_generated_one() {
    let page = std::fs::read_to_string(PAGE).unwrap();
    let start = page.find("/// What version 1.0.0 needs").unwrap();
    let shown = &page[start..];
    let shown = &shown[..shown.find("```").unwrap()];
    let sources = ["1.0.0", "2.0.0"];
    let sources = sources.map(|version| Source::new(&format!("{EXAMPLE}/openapi/{version}.yaml")));
    let documents = Documents::read(&sources).unwrap();
    let generated = generate(&documents, NAME, HEADER).unwrap();
    let (_, code) = &generated.files.files[0];
    assert!(code.contains(shown), "{code}");
}

const DOCUMENT: &str = "\
openapi: 3.1.0
info: {title: Things, version: 1.0.0}
paths:
  /things:
    post:
      operationId: createThing
      requestBody:
        content: {application/json: {schema: {type: integer}}}
      responses: {'204': {description: Done}}
";

#[test]
fn bad_versions_are_named_with_their_place() {
    let session = Session::new();
    session.write("1.yaml", DOCUMENT);
    session.write("2.yaml", DOCUMENT.replace("1.0.0", "2.0.0"));
    session.write("none.yaml", DOCUMENT.replace(", version: 1.0.0", ""));
    session.write("word.yaml", DOCUMENT.replace("1.0.0", "latest"));
    session.write("broken.yaml", "openapi: 3.1.0\npaths: []\n");
    session.write(
        "renamed.yaml",
        DOCUMENT
            .replace("createThing", "makeThing")
            .replace("1.0.0", "2.0.0"),
    );
    let mut text = String::new();
    for files in [
        &["1.yaml", "none.yaml"][..],
        &["1.yaml", "word.yaml"],
        &["broken.yaml", "missing.yaml"],
        &["1.yaml", "renamed.yaml"],
        &["1.yaml", "/absolute:2.yaml"],
        &["1.yaml", "2.yaml", "--implementation", "missing.rs"],
    ] {
        text.push_str(&session.transcript(&[&["versions"], files].concat()));
    }
    insta::assert_snapshot!(text);
}

#[test]
fn a_required_member_of_requests_needs_a_function_unless_it_is_read_only() {
    let session = Session::new();
    let with = |version: &str, schema: &str| {
        let document = DOCUMENT.replace("1.0.0", version);
        document.replace("{type: integer}", &format!("{{type: object, {schema}}}"))
    };
    session.write("1.yaml", with("1.0.0", "properties: {a: {type: string}}"));
    for (annotation, expected) in [("", 1), (", readOnly: true", 0)] {
        let id = format!("{{type: integer{annotation}}}");
        let schema = format!("required: [id], properties: {{a: {{type: string}}, id: {id}}}");
        session.write("2.yaml", with("2.0.0", &schema));
        let (code, output, _) = session.run("versions 1.yaml 2.yaml");
        assert_eq!(code, expected, "{output}");
    }
}

#[test]
fn a_revision_of_git_is_read() {
    let session = Session::new();
    session.write("api.yaml", DOCUMENT);
    let git = |arguments: &[&str]| {
        let done = Command::new("git")
            .args(["-c", "user.name=A", "-c", "user.email=a@example.com"])
            .args(arguments)
            .current_dir(session.path())
            .output();
        assert!(done.unwrap().status.success(), "{arguments:?}");
    };
    git(&["init", "--quiet"]);
    git(&["add", "."]);
    git(&["commit", "--quiet", "--message", "first"]);
    session.write("api.yaml", DOCUMENT.replace("1.0.0", "2.0.0"));
    let (code, output, errors) = session.run("versions HEAD:api.yaml api.yaml");
    assert_eq!(code, 0, "{errors}");
    assert!(output.contains("1.0.0, served by 2.0.0"), "{output}");
    let (code, _, errors) = session.run("versions --unknown:api.yaml api.yaml");
    assert_eq!(code, 2, "{errors}");
}
