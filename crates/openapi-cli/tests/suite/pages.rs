//! Tests of the commands on pages of the documentation.

use crate::session::Session;
use std::fs;
use std::path::Path;
use std::process::Command;

const DOCUMENTATION: &str = "../../docs";

/// Runs the commands of a page in a folder, and compares their outputs with those on the page.
fn assert_outputs(page: &str, folder: &Path) {
    let path = Path::new(DOCUMENTATION).join(page);
    let mut shown = String::new();
    let mut is_output = false;
    for line in fs::read_to_string(&path).unwrap().lines() {
        if line == "```" {
            is_output = false;
        }
        if !is_output {
            shown.push_str(line);
            shown.push('\n');
        }
        if let Some(command) = line.strip_prefix("$ ") {
            shown.push_str(&outputs(command, folder));
            is_output = true;
        }
    }
    expectorate::assert_contents(path, &shown);
}

/// Runs a command line. Returns both outputs.
fn outputs(line: &str, folder: &Path) -> String {
    let command = Command::new(env!("CARGO_BIN_EXE_openapi-dropshot"))
        .args(line.split_whitespace().skip(1))
        .current_dir(folder)
        .output();
    let output = command.unwrap();
    let texts = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    texts.concat()
}

#[test]
fn the_page_about_versions_shows_the_outputs_of_its_commands() {
    assert_outputs("versions.md", Path::new("../openapi-examples"));
}

#[test]
fn the_page_about_composition_shows_the_outputs_of_its_commands() {
    let session = Session::new();
    for name in ["barns.json", "barns_emitted.json"] {
        let text = fs::read(Path::new("../openapi-examples/tests/composition").join(name));
        session.write(name, text.unwrap());
    }
    assert_outputs("composing.md", session.path());
    let copy = session.read("barns/openapi.yaml");
    assert_eq!(copy, session.read("barns.json"));
}

#[test]
fn the_demonstration_of_the_readme_shows_the_outputs_of_its_commands() {
    let session = Session::new();
    let readme = fs::read_to_string("../../README.md").unwrap();
    let (_, document) = readme.split_once("```yaml\n").unwrap();
    let (document, _) = document.split_once("```").unwrap();
    session.write("trees.yaml", document);
    session.write("changed.yaml", document.replace("[name, height]", "[name]"));
    assert_outputs("../README.md", session.path());
    let code = ["build.rs", "src/api/handlers.rs"]
        .map(|file| session.read(&format!("trees/server/{file}")))
        .concat();
    let blocks: Vec<_> = readme.split("```").filter_map(|one| one.strip_prefix("rust\n")).collect();
    assert_eq!(blocks.len(), 2);
    for block in blocks {
        assert!(code.contains(block), "the new workspace has other code:\n{code}");
    }
}
