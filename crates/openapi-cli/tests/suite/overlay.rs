//! Overlays correct a document that is not edited.

use crate::generate::DOCUMENT;
use crate::session::Session;

const OVERLAY: &str = "\
overlay: 1.1.0
info: { title: Corrections, version: '1' }
actions:
  - { target: \"$.paths['/trees/{id}'].trace\", remove: true }
  - { target: $.info, update: { title: Corrected } }
";

fn session() -> Session {
    let session = Session::new();
    session.write("trees.yaml", DOCUMENT);
    session.write("fix.yaml", OVERLAY);
    session.write("stale.yaml", OVERLAY.replace("/trees/", "/bushes/"));
    session.write("broken.yaml", OVERLAY.replace("$.info", "info"));
    session.write(
        "worse.yaml",
        OVERLAY.replace("{ title: Corrected }", "{ version: 2, x-a: &a [] }, updates: 1"),
    );
    session
}

#[test]
fn an_overlay_corrects_what_generators_read() {
    let session = session();
    assert_eq!(session.run("check trees.yaml").0, 1);
    assert_eq!(session.run("check trees.yaml --overlay fix.yaml").0, 0);
    for command in ["server", "client", "lower"] {
        let arguments = format!("{command} trees.yaml --strict --overlay fix.yaml");
        assert_eq!(session.run(&arguments).0, 0, "{arguments}");
    }
}

#[test]
fn a_new_workspace_contains_the_corrected_document() {
    let session = session();
    let arguments = "new trees.yaml target --strict --overlay fix.yaml";
    let (code, _, errors) = session.run(arguments);
    assert_eq!(code, 0, "{errors}");
    let document = session.read("target/openapi.yaml");
    assert!(document.contains("Corrected"), "{document}");
    assert!(!document.contains("trace"), "{document}");
}

#[test]
fn diagnostics_about_overlays_show_the_overlay() {
    let session = session();
    let mut text = String::new();
    for overlay in ["stale.yaml", "broken.yaml", "worse.yaml", "missing.yaml"] {
        let arguments = ["check", "trees.yaml", "--only", "treeGet", "--overlay", overlay];
        text.push_str(&session.transcript(&arguments));
    }
    insta::assert_snapshot!(text);
}
