//! Input that can't be read and output that can't be written: exit code 2, and a message that
//! names the file, the reason and, if there is one, the remedy. Also outputs that are no regular
//! files, and permissions.

use crate::generate::DOCUMENT;
use crate::session::Session;
use std::process::{Command, Stdio};

/// Returns a folder with a document, and with files and folders that can't be read as one.
fn session() -> Session {
    let session = Session::new();
    session.write("trees.yaml", DOCUMENT);
    session.write("empty.yaml", "");
    session.write("3.3.yaml", "openapi: 3.3.0\n");
    session.write("swagger.yaml", "swagger: '2.0'\n");
    session.write("list.yaml", "- openapi: 3.1.0\n");
    session.write("latin1.yaml", b"openapi: 3.1.0\ninfo: { title: B\xe4ume }\n");
    session.write("syntax.yaml", "openapi: 3.1.0\npaths: {\n");
    session.write("twice.yaml", "openapi: 3.1.0\nopenapi: 3.1.0\n");
    std::fs::create_dir(session.path().join("folder")).unwrap();
    std::fs::create_dir(session.path().join("full")).unwrap();
    session.write("full/file", "");
    session
}

#[test]
fn an_input_that_cannot_be_read_is_named() {
    let session = session();
    let mut text = String::new();
    for file in [
        "missing.yaml",
        "folder",
        "empty.yaml",
        "3.3.yaml",
        "swagger.yaml",
        "list.yaml",
        "latin1.yaml",
        "syntax.yaml",
        "twice.yaml",
    ] {
        text.push_str(&session.transcript(&["check", file]));
        for command in ["server", "client", "lower"] {
            assert_eq!(session.run_with([command, file]).0, 2, "{command} {file}");
        }
        assert_eq!(session.run_with(["new", file, "target"]).0, 2, "new {file}");
        assert!(!session.path().join("target").exists(), "new {file}");
    }
    insta::assert_snapshot!(text);
}

#[test]
fn a_document_that_cannot_be_read_is_reported_in_the_selected_format() {
    let session = session();
    for (format, expected) in [
        ("json", "\"message\": \"the file is empty\""),
        ("sarif", "\"the file is empty\""),
        ("github", "::error file=empty.yaml,line=1"),
    ] {
        let arguments = ["empty.yaml", "--format", format];
        let (code, output, _) = session.run_with([&["check"], &arguments[..]].concat());
        assert_eq!(code, 2, "{format}");
        assert!(output.contains(expected), "{output}");
        let (code, output, errors) = session.run_with([&["server"], &arguments[..]].concat());
        assert_eq!((code, output.as_str()), (2, ""), "{format}");
        assert!(errors.contains(expected), "{errors}");
    }
}

#[test]
fn an_output_or_an_argument_that_cannot_be_used_is_named() {
    let session = session();
    let mut text = String::new();
    for arguments in [
        &["lower", "trees.yaml", "--output", "folder", "--format", "json"][..],
        &["server", "trees.yaml", "--output", "trees.yaml", "--format", "json"],
        &["server", "trees.yaml", "--output", "missing/api.rs", "--format", "json"],
        &["server", "trees.yaml", "--check"],
        &["new", "trees.yaml", "full"],
        &["new", "trees.yaml", "trees.yaml"],
        &["new", "trees.yaml", "trees.yaml/below", "--format", "json"],
        &["new", "trees.yaml", "target", "--path", "missing", "--format", "json"],
    ] {
        let transcript = session.transcript(arguments);
        // The diagnostics of the document have tests of their own. As JSON they have no `error: `,
        // so this finds the failure.
        let (line, rest) = transcript.split_once('\n').unwrap();
        let message = rest.find("error: ").map_or("", |at| &rest[at..]);
        text.push_str(&format!("{line}\n{message}"));
        assert!(transcript.contains("# exit code 2"), "{transcript}");
    }
    insta::assert_snapshot!(text);
}

#[test]
fn a_pipe_that_is_closed_early_does_not_change_the_exit_code() {
    let session = session();
    for (command, expected) in [("server", 0), ("client", 0), ("lower", 0), ("check", 1)] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let command = Command::new(env!("CARGO_BIN_EXE_openapi-dropshot"))
            .args([command, "trees.yaml"])
            .current_dir(session.path())
            .stdout(writer)
            .stderr(Stdio::piped())
            .spawn();
        let output = command.unwrap().wait_with_output().unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(expected), "{errors}");
        assert!(!errors.contains("panicked"), "{errors}");
    }
}

/// A device has no end, a FIFO waits for a writer, and a large file takes memory.
#[cfg(unix)]
#[test]
fn an_input_that_is_no_regular_file_or_too_large_is_refused() {
    let session = session();
    let path = |name: &str| session.path().join(name);
    let made = Command::new("mkfifo").arg(path("fifo.yaml")).status();
    assert!(made.unwrap().success());
    std::os::unix::fs::symlink("/dev/zero", path("zero.yaml")).unwrap();
    let large = std::fs::File::create(path("large.yaml")).unwrap();
    large.set_len(65 << 20).unwrap();
    session.write("refers.yaml", DOCUMENT.replace("paths:", "paths:\n  /a: { $ref: fifo.yaml }"));
    for (file, expected) in [
        ("fifo.yaml", "it is a FIFO or a device: name a regular file"),
        ("zero.yaml", "it is a FIFO or a device: name a regular file"),
        ("large.yaml", "it has more than 67108864 bytes"),
    ] {
        for arguments in [
            vec!["check", file],
            vec!["bundle", file],
            vec!["check", "trees.yaml", "--overlay", file],
            vec!["diff", "trees.yaml", file],
            vec!["compat", "trees.yaml", "trees.yaml", "--allow", file],
            vec!["versions", file, "trees.yaml"],
            vec!["new", file, "target"],
        ] {
            let (code, output, errors) = session.run_with(arguments.iter().copied());
            assert_eq!(code, 2, "{arguments:?}");
            let text = output + &errors;
            assert!(text.contains(expected), "{arguments:?}: {text}");
        }
    }
    let (_, output, _) = session.run("check refers.yaml");
    assert!(output.contains("`$ref: fifo.yaml` can't be read: it is a FIFO"), "{output}");
}

#[cfg(unix)]
#[test]
fn only_a_regular_file_is_replaced_by_the_output() {
    let session = session();
    let path = |name: &str| session.path().join(name);
    let expected = session.run("lower trees.yaml").1;
    session.write("regular.json", "old");
    for (target, link) in [("regular.json", "link.json"), ("new.json", "dangling.json")] {
        std::os::unix::fs::symlink(target, path(link)).unwrap();
        let (code, _, errors) = session.run(&format!("lower trees.yaml --output {link}"));
        assert_eq!(code, 0, "{errors}");
        assert!(path(link).is_symlink(), "{link}");
        assert_eq!(session.read(target), expected, "{link}");
    }
    std::os::unix::fs::symlink("/dev/null", path("null")).unwrap();
    assert_eq!(session.run("lower trees.yaml --output null").0, 0);
    assert!(path("null").is_symlink());
    assert_eq!(session.run("lower trees.yaml --output null --check").0, 1);
    assert!(Command::new("mkfifo").arg(path("fifo")).status().unwrap().success());
    assert_eq!(session.run("lower trees.yaml --output fifo --check").0, 1);
    let fifo = path("fifo");
    let reader = std::thread::spawn(move || std::fs::read_to_string(fifo).unwrap());
    let (code, _, errors) = session.run("lower trees.yaml --output fifo");
    assert_eq!(code, 0, "{errors}");
    assert!(!path("fifo").metadata().unwrap().is_file());
    assert_eq!(reader.join().unwrap(), expected);
}

#[cfg(unix)]
#[test]
fn a_reader_may_close_the_output_early() {
    let session = session();
    let path = |name: &str| session.path().join(name);
    let large = DOCUMENT.replacen("title: Trees", &format!("title: {}", "x".repeat(1 << 20)), 1);
    session.write("large.yaml", large);
    assert!(Command::new("mkfifo").arg(path("fifo")).status().unwrap().success());
    let fifo = path("fifo");
    let reader = std::thread::spawn(move || {
        std::io::Read::read_exact(&mut std::fs::File::open(fifo).unwrap(), &mut [0]).unwrap();
    });
    let (code, _, errors) = session.run("bundle large.yaml --output fifo");
    assert_eq!(code, 0, "{errors}");
    reader.join().unwrap();
}

#[cfg(unix)]
#[test]
fn the_output_is_appended_to_what_a_file_has_as_standard_output() {
    let session = session();
    let expected = session.run("lower trees.yaml").1;
    session.write("out", "before\n");
    let output = std::fs::OpenOptions::new().append(true).open(session.path().join("out")).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_openapi-dropshot"));
    command.args(["lower", "trees.yaml", "--output", "/dev/stdout"]);
    let status = command.current_dir(session.path()).stdout(output).status();
    assert!(status.unwrap().success());
    assert_eq!(session.read("out"), format!("before\n{expected}"));
}

#[cfg(unix)]
fn set_mode(path: &std::path::Path, mode: u32) {
    let permissions = std::os::unix::fs::PermissionsExt::from_mode(mode);
    std::fs::set_permissions(path, permissions).unwrap();
}

#[cfg(unix)]
#[test]
fn a_replaced_file_keeps_its_permissions() {
    let session = session();
    session.write("secret.json", "old");
    let path = session.path().join("secret.json");
    set_mode(&path, 0o600);
    assert_eq!(session.run("lower trees.yaml --output secret.json").0, 0);
    assert_eq!(session.read("secret.json"), session.run("lower trees.yaml").1);
    let mode = std::os::unix::fs::PermissionsExt::mode(&path.metadata().unwrap().permissions());
    assert_eq!(mode & 0o777, 0o600);
}

/// Whether the permissions of a directory hold depends on the user.
#[cfg(unix)]
#[test]
fn a_file_that_cannot_be_replaced_is_written_to() {
    let session = session();
    session.write("closed/api.json", "old");
    let directory = session.path().join("closed");
    set_mode(&directory, 0o500);
    let (code, _, errors) = session.run("lower trees.yaml --output closed/api.json");
    set_mode(&directory, 0o700);
    assert_eq!(code, 0, "{errors}");
    assert_eq!(session.read("closed/api.json"), session.run("lower trees.yaml").1);
}
