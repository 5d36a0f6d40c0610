//! Tests of the target of an import: a flag takes precedence over a variable, a target
//! that is not certain is refused, and a store is created only on request.

use std::fs;
use std::path::Path;
use std::process::Output;

use test_kit::service::{Service, Session, plant_store};

use crate::service::service;

/// Creates a directory with a file of one plant.
fn with_a_plant() -> Session {
    let session = Session::new();
    let file = session.directory().join("plants.jsonl");
    fs::write(file, "{\"id\":1,\"name\":\"Agave\"}\n").unwrap();
    session
}

/// Imports the file with these variables and arguments.
fn import(directory: &Path, variables: &[(&str, &str)], arguments: &[&str]) -> Output {
    let mut command = plant_store(directory);
    command.args(["plants", "import", "plants.jsonl"]);
    command.args(arguments).envs(variables.iter().copied());
    command.output().unwrap()
}

/// Returns the ids in a store.
fn exported(session: &mut Session, store: &str) -> usize {
    let exported = session.run(&["plants", "export", "--store", store]).stdout;
    String::from_utf8(exported).unwrap().lines().count()
}

#[test]
fn a_flag_takes_precedence_over_a_variable_and_the_last_line_names_the_target() {
    let mut session = with_a_plant();
    let directory = session.directory();
    let (_service, url): (Service, String) = service(&directory);
    fs::write(directory.join("other"), "sqlite:third.db").unwrap();
    let service = [("PLANT_STORE_URL", &*url), ("PLANT_STORE_TOKEN_FILE", "token")];
    for (flags, store) in [
        (["--store", "sqlite:second.db"], "sqlite:second.db"),
        (["--store-file", "other"], "sqlite:third.db"),
    ] {
        let output = import(&directory, &service, &[&flags[..], &["--new-store"]].concat());
        let report = String::from_utf8(output.stdout).unwrap();
        let path = directory.join(store.strip_prefix("sqlite:").unwrap());
        let expected = format!(
            "imported into sqlite:{}: 1 plants, 0 stored before, 0 refused\n",
            path.display()
        );
        assert_eq!(report, expected);
        assert_eq!(exported(&mut session, store), 1);
    }
    assert_eq!(exported(&mut session, "sqlite:plants.db"), 0);

    let store = [("PLANT_STORE_STORE", "sqlite:second.db")];
    for (variables, flags) in
        [(&service[..], &[] as &[&str]), (&store, &["--url", &url, "--token-file", "token"])]
    {
        let output = import(&directory, variables, &[flags, &["--json"]].concat());
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(report["target"], url);
    }
    assert_eq!(exported(&mut session, "sqlite:plants.db"), 1);
}

#[test]
fn a_target_that_is_not_certain_is_refused() {
    let session = with_a_plant();
    let directory = session.directory();
    fs::write(directory.join("token"), "plant_c2VjcmV0").unwrap();
    let url = ["--url", "http://127.0.0.1:1"];
    let token = ["--token-file", "token"];
    let store = ["--store", "sqlite:new.db"];
    let (url_variable, token_variable) =
        (("PLANT_STORE_URL", "http://127.0.0.1:1"), ("PLANT_STORE_TOKEN_FILE", "token"));
    let store_variable = ("PLANT_STORE_STORE", "sqlite:new.db");
    let two = "url and store are both set; set one of them, as a flag";
    let no_url = "token-file is set and url is not; give --url, or --store";
    for (variables, flags, message) in [
        (&[] as &[_], [&url[..], &token, &store].concat(), two),
        (&[token_variable], [url, store].concat(), two),
        (&[url_variable, token_variable, store_variable], vec![], two),
        (&[], [token, store].concat(), no_url),
        (&[], token.to_vec(), no_url),
        (&[store_variable], token.to_vec(), no_url),
        (&[token_variable], vec![], no_url),
        (&[url_variable], vec![], "url is set and token-file is not; give --token-file"),
        (
            &[url_variable, token_variable],
            vec!["--new-store"],
            "--new-store is for a store, and url is set; give --store",
        ),
    ] {
        let output = import(&directory, variables, &flags);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(error, format!("error: {message}\n"), "{variables:?} {flags:?}");
        assert_eq!(output.status.code(), Some(2));
    }
    assert_eq!(directory.read_dir().unwrap().count(), 2);
}

#[test]
fn an_import_creates_a_store_only_on_request() {
    let mut session = with_a_plant();
    let directory = session.directory();
    let store = ["--store", "sqlite:mistyped.db"];
    let output = import(&directory, &[], &store);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(error.contains("--new-store"), "{error}");
    assert_eq!(directory.read_dir().unwrap().count(), 1);

    let output = import(&directory, &[], &[&store[..], &["--new-store"]].concat());
    assert!(output.status.success(), "{output:?}");
    let output = import(&directory, &[], &store);
    assert!(output.status.success(), "{output:?}");
    assert_eq!(exported(&mut session, store[1]), 1);
}
