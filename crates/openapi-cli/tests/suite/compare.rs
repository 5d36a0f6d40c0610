//! Tests of `diff` and `compat`: exit codes and formats.

use crate::session::Session;
use crate::versions::commit;
use std::fmt::Write;
use std::process::Command;

const OLD: &str = "\
openapi: 3.1.0
paths:
  /things:
    post:
      requestBody:
        content: {application/json: {schema: {type: object, properties: {size: {type: integer}}}}}
      responses: {'204': {description: Done}}
";

fn session() -> Session {
    let session = Session::new();
    session.write("old.yaml", OLD);
    session.write("same.yaml", OLD.replace("Done", "It is done"));
    session.write("narrower.yaml", OLD.replace("type: integer", "type: integer, maximum: 9"));
    session.write("wider.yaml", OLD.replace("type: integer", "type: number"));
    session.write("renamed.yaml", OLD.replace("post:", "post:\n      operationId: thingMake"));
    session.write("broken.yaml", "openapi: 3.1.0\npaths: []\n");
    let unused = "components: {parameters: {P: {name: p, in: nowhere}}}\n";
    session.write("unused.yaml", OLD.to_owned() + unused);
    session.write(
        "allow.yaml",
        "- rule: request-body-narrower\n  in: POST /things\n  reason: nobody has that many\n",
    );
    session
}

#[test]
fn the_next_version_of_a_client_follows_from_its_code_and_from_the_document() {
    let session = Session::new();
    let document = "{openapi: 3.1.0, info: {title: T, version: '1'}, paths: {/t: {get: {operationId: read, \
         responses: {'200': {description: D, content: {application/json: {schema: {$ref: \
         '#/components/schemas/T'}}}}}}}}, components: {schemas: {T: {type: object, required: [a], \
         properties: {a: {type: string, maxLength: 5}}}}}}";
    session.write("old.yaml", document);
    for (from, to, expected, code) in [
        ("D,", "Done,", "the generated client needs a new patch version", 0),
        ("{a: {", "{b: {type: integer}, a: {", "minor: types::T has the new member `b`", 0),
        ("[a]", "[]", "major: types::T has `a: Option<String>`, which was `a: String`", 1),
        (", maxLength: 5", "", "major: the document breaks callers", 1),
        ("read", "Read", "the generated client needs a new patch version", 0),
    ] {
        session.write("new.yaml", document.replace(from, to));
        let (status, output, errors) = session.run("compat old.yaml new.yaml --source client");
        assert!(output.contains(expected), "{from}\n{output}{errors}");
        assert_eq!(status, code, "{from}");
    }
    let (status, output, _) = session.run("compat old.yaml old.yaml --source client");
    assert_eq!((status, output.as_str()), (0, "the generated client is the same\n"));
    let (status, _, errors) = session.run("compat old.yaml gone.yaml --source client");
    assert_eq!(status, 2, "{errors}");
    let (status, output, _) = session.run_reading("old.yaml", "compat - old.yaml --source client");
    assert_eq!((status, output.as_str()), (0, "the generated client is the same\n"));
    // An operation that no client can have is in no change of it.
    let trace = document.replace("{get:", "{trace: {operationId: t, responses: {}}, get:");
    session.write("trace.yaml", trace);
    let (status, output, errors) = session.run("compat old.yaml trace.yaml --source client");
    assert_eq!((status, output.as_str()), (0, "the generated client is the same\n"));
    assert!(errors.contains("`TRACE /t` is left out of the client"), "{errors}");
}

#[test]
fn the_exit_code_distinguishes_no_findings_findings_and_errors() {
    let session = session();
    for (arguments, expected) in [
        ("diff old.yaml same.yaml", 0),
        ("diff old.yaml same.yaml --level documentation", 1),
        ("diff old.yaml wider.yaml", 1),
        ("diff old.yaml wider.yaml --level breaking", 0),
        ("diff old.yaml narrower.yaml --level breaking", 1),
        ("compat old.yaml wider.yaml", 0),
        ("compat renamed.yaml old.yaml", 1),
        ("compat renamed.yaml old.yaml --level breaking", 0),
        ("compat old.yaml wider.yaml --level documentation", 1),
        ("compat old.yaml narrower.yaml", 1),
        ("compat narrower.yaml old.yaml", 0),
        ("diff old.yaml missing.yaml", 2),
        ("diff broken.yaml missing.yaml", 2),
        ("diff old.yaml same.yaml --allow missing.yaml", 2),
        // An allow file hides no errors in components that no operation refers to.
        ("diff unused.yaml same.yaml --allow allow.yaml", 2),
        ("diff old.yaml", 2),
        ("diff old.yaml same.yaml --format xml", 2),
    ] {
        let (code, output, errors) = session.run(arguments);
        assert_eq!(code, expected, "{arguments}\n{output}\n{errors}");
    }
}

#[test]
fn a_revision_of_git_and_standard_input_are_read() {
    let session = session();
    commit(&session);
    session.write("old.yaml", OLD.replace("/things", "/others"));
    for (arguments, expected) in [
        ("compat HEAD:old.yaml HEAD:narrower.yaml", 1),
        ("compat HEAD:narrower.yaml HEAD:old.yaml", 0),
        ("compat HEAD:old.yaml old.yaml", 1),
        ("compat HEAD:narrower.yaml -", 0),
        ("compat HEAD:old.yaml -", 1),
        ("diff - HEAD:narrower.yaml", 0),
        ("diff HEAD:old.yaml - --allow allow.yaml", 0),
    ] {
        let (code, output, errors) = session.run_reading("narrower.yaml", arguments);
        assert_eq!(code, expected, "{arguments}\n{output}\n{errors}");
    }
}

/// A text is neither an option of git nor a command of a shell.
#[test]
fn a_text_that_names_no_document_is_an_error() {
    let session = session();
    commit(&session);
    let other = Session::new();
    other.write("old.yaml", OLD);
    other.write("a:b.yaml", OLD);
    assert_eq!(other.run("compat a:b.yaml old.yaml").0, 0);
    let git = "git can't read it: fatal";
    for (session, document, message) in [
        (&session, "unknown:old.yaml", git),
        (&session, "HEAD:missing.yaml", git),
        (&session, "--output=ran:old.yaml", git),
        (&session, "$(touch${IFS}ran):old.yaml", git),
        (&session, "HEAD:/old.yaml", "of a revision is relative"),
        (&other, "HEAD:old.yaml", "not a git repository"),
        (&other, "-", "-:1:1"),
    ] {
        for arguments in
            [["compat", "--", document, "old.yaml"], ["diff", "--", "old.yaml", document]]
        {
            let (code, _, errors) = session.run_with(arguments);
            assert_eq!(code, 2, "{document}: {errors}");
            assert!(errors.contains(message), "{document}: {errors}");
            assert!(errors.contains(document), "{document}: {errors}");
            assert!(!session.path().join("ran").exists());
        }
    }
}

#[test]
fn sessions() {
    let session = session();
    session.write(
        "allow.yaml",
        "- rule: request-body-narrower\n  in: POST /things\n  reason: nobody has that many\n",
    );
    let mut text = String::new();
    for arguments in [
        "compat old.yaml narrower.yaml",
        "compat old.yaml narrower.yaml --format github",
        "compat old.yaml narrower.yaml --allow allow.yaml",
        "compat old.yaml same.yaml --allow allow.yaml",
        "diff broken.yaml missing.yaml",
    ] {
        let (code, output, errors) = session.run(arguments);
        let _ =
            writeln!(text, "$ openapi-dropshot {arguments}\n{output}{errors}# exit code {code}\n");
    }
    insta::assert_snapshot!(text);
}

#[test]
fn each_format_contains_the_same_findings() {
    let session = session();
    for format in ["json", "sarif"] {
        let arguments = format!("diff old.yaml narrower.yaml --format {format}");
        let (_, output, _) = session.run(&arguments);
        let value: serde_json::Value = serde_json::from_str(&output).unwrap();
        let findings = match format {
            "json" => &value["findings"],
            _ => &value["runs"][0]["results"],
        };
        assert_eq!(findings.as_array().unwrap().len(), 1, "{output}");
    }
    let (_, output, _) = session.run("diff old.yaml narrower.yaml --format github");
    assert_eq!(output.lines().count(), 1, "{output}");
}

#[test]
fn a_pipe_that_is_closed_early_does_not_change_the_exit_code() {
    let session = session();
    for (documents, expected) in [("old.yaml narrower.yaml", 1), ("old.yaml old.yaml", 0)] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let command = Command::new(env!("CARGO_BIN_EXE_openapi-dropshot"))
            .arg("compat")
            .args(documents.split_whitespace())
            .current_dir(session.path())
            .stdout(writer)
            .stderr(std::process::Stdio::piped())
            .spawn();
        let output = command.unwrap().wait_with_output().unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), errors.as_str()), (Some(expected), ""));
    }
}
