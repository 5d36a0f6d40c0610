//! The command line, as scripts rely on it: help, wrong usage, tokens and
//! plants. The sessions are in `tests/output/`.

use expectorate::assert_contents;
use plant_storage::{Access, Plant, StoreUrl};
use test_kit::service::{Session, plant_store};

/// A well-formed token that no store has.
const TOKEN: &str = "plant_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefg3Du3Pa";

#[test]
fn every_command_explains_itself() {
    let mut session = Session::new();
    for command in [
        &[] as &[&str],
        &["serve"],
        &["config"],
        &["token"],
        &["token", "create"],
        &["token", "list"],
        &["token", "rotate"],
        &["token", "revoke"],
        &["plants"],
        &["plants", "import"],
        &["plants", "export"],
        &["plants", "delete"],
        &["plants", "get"],
        &["backup"],
        &["restore"],
        &["check"],
        &["openapi"],
        &["completions"],
        &["man"],
    ] {
        let output = session.run(&[command, &["--help"]].concat());
        assert!(output.status.success());
        assert!(output.stderr.is_empty());
    }
    assert_contents("tests/output/help.txt", &session.transcript());
}

#[test]
fn a_wrong_command_line_is_refused_in_one_line() {
    let long = "x".repeat(101);
    let mut session = Session::new();
    for arguments in [
        &["sell"] as &[&str],
        &["serve", "--lisen", "127.0.0.1:8080"],
        &["serve", "plants.db"],
        &["serve", "--listen"],
        &["serve", "--listen", ""],
        &["serve", "--listen", "8080"],
        &["serve", "--listen", "127.0.0.1"],
        &["serve", "--listen", "127.0.0.1:65536"],
        &["serve", "--listen", "localhost:8080"],
        &["serve", "--listen", "127.0.0.1:8080", "--listen", "127.0.0.1:8081"],
        &["serve", "--store", ""],
        &["serve", "--store", "plants.db"],
        &["serve", "--store", "mysql://localhost/plants"],
        &["serve", "--store", "sqlite:"],
        &["serve", "--store", "sqlite::memory:"],
        &["serve", "--store", "sqlite://plants.db"],
        &["serve", "--body-limit", "0"],
        &["serve", "--body-limit", "1MB"],
        &["serve", "--body-limit", "67108865"],
        &["serve", "--request-timeout", "0"],
        &["serve", "--request-timeout", "1.5"],
        &["serve", "--request-timeout", "3601"],
        &["serve", "--log-level", "loud"],
        &["token", "sell"],
        &["token", "create"],
        &["token", "create", "first"],
        &["token", "create", "--name", ""],
        &["token", "create", "--name", "two\nlines"],
        &["token", "create", "--name", &long],
        &["token", "create", "--name", TOKEN],
        &["token", "create", "--name", "first", "--expires", ""],
        &["token", "create", "--name", "first", "--expires", "d"],
        &["token", "create", "--name", "first", "--expires", "90"],
        &["token", "create", "--name", "first", "--expires", "90w"],
        &["token", "create", "--name", "first", "--expires", "90 d"],
        &["token", "create", "--name", "first", "--expires", "1.5d"],
        &["token", "create", "--name", "first", "--expires", "+1d"],
        &["token", "create", "--name", "first", "--expires=-1d"],
        &["token", "create", "--name", "first", "--expires", "0s"],
        &["token", "create", "--name", "first", "--expires", "36501d"],
        &["token", "create", "--name", "first", "--expires", "106751991167301d"],
        &["token", "create", "--name", "first", "--expires", "99999999999999999999s"],
        &["token", "list", "first"],
        &["token", "revoke"],
        &["token", "revoke", TOKEN],
        &["token", "revoke", &TOKEN[..40]],
        &["token", "list", TOKEN],
        &["serve", "--store", TOKEN],
        &["serve", "--store", "postgres://me:hidden@host:port/plants"],
        &["plants", "export", "postgres://me:hidden@host/plants"],
        &["serve", "--store", "host=db user=plants password=hidden"],
        &["serve", "--store=host=db user=plants password=hidden"],
        &["serve", "--store", "postgres:plants:hidden@host/plants"],
        &["serve", "--store", "postgres://me:hid@hidden@host/plants"],
        &["config", "--store", "sqlite:postgres://me:hidden@host/plants"],
        &["serve", "--stor=postgres://me:hidden@host/plants"],
        &["plants", "export", "host=db password=hidden"],
        &["postgres:me:hidden@host/plants"],
        &["serve", "--token", TOKEN],
        &["plants", "export", "--to", "plants.json"],
        &["plants", "import"],
        &["plants", "import", "-", "--format", "xml"],
        &["plants", "import", "-", "--url", "http://127.0.0.1:1"],
        &["plants", "export", "--format", "xml"],
        &["plants", "get"],
        &["plants", "get", "seven"],
        &["plants", "get", "7.0"],
        &["plants", "get", "9223372036854775808"],
        &["plants", "get", "-9223372036854775809"],
        &["openapi", "--format", "json"],
    ] {
        let output = session.run(arguments);
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
        assert_eq!(message.lines().count(), 1, "{arguments:?}: {message}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
        assert!(!message.contains(&TOKEN[6..40]), "{message}");
        assert!(!message.contains("hidden"), "{message}");
    }
    assert_eq!(session.directory().read_dir().unwrap().count(), 0, "nothing was made");
    assert_contents("tests/output/wrong_usage.txt", &session.transcript());
}

#[test]
fn a_wrong_environment_variable_is_refused_like_the_flag() {
    let session = Session::new();
    for (name, command) in [
        ("PLANT_STORE_LISTEN", &["serve"] as &[&str]),
        ("PLANT_STORE_STORE", &["serve"]),
        ("PLANT_STORE_BODY_LIMIT", &["serve"]),
        ("PLANT_STORE_REQUEST_TIMEOUT", &["serve"]),
        ("PLANT_STORE_LOG_LEVEL", &["serve"]),
        ("PLANT_STORE_STORE", &["token", "list"]),
        ("PLANT_STORE_STORE", &["plants", "export"]),
        ("PLANT_STORE_EXPIRES", &["token", "create", "--name", "first"]),
        ("PLANT_STORE_NAME", &["token", "create"]),
    ] {
        let directory = session.directory();
        let output = plant_store(&directory).args(command).env(name, "\n").output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{name}");
    }
}

#[test]
fn a_password_in_a_wrong_environment_variable_is_not_repeated() {
    let session = Session::new();
    for store in [
        "host=db user=plants password=hidden",
        "postgres:plants:hidden@host/plants",
        "postgres://me:hid@hidden@host/plants",
    ] {
        let output = plant_store(&session.directory())
            .args(["plants", "export"])
            .env("PLANT_STORE_STORE", store)
            .output()
            .unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(!said.contains("hid"), "{said}");
    }
}

#[test]
fn flags_win_over_environment_variables() {
    let session = Session::new();
    let directory = session.directory();
    for (flag, expected) in [(None, "from_variable.db"), (Some("from_flag.db"), "from_flag.db")] {
        let mut command = plant_store(&directory);
        command.args(["token", "create", "--new-store"]);
        if let Some(file) = flag {
            command.arg(format!("--store=sqlite:{file}"));
        }
        let output = command
            .env("PLANT_STORE_STORE", "sqlite:from_variable.db")
            .env("PLANT_STORE_NAME", "from variable")
            .env("PLANT_STORE_EXPIRES", "90d")
            .output()
            .unwrap();
        assert!(output.status.success());
        assert!(directory.join(expected).exists());
    }
}

#[test]
fn a_token_is_created_listed_and_revoked() {
    let mut session = Session::new();
    session.run(&["token", "create", "--new-store", "--name", "first"]);
    session.run(&["token", "create", "--name", "night shift", "--expires", "90d"]);
    session.run(&["token", "create", "--name", "first"]);
    session.run(&["token", "list"]);
    session.run(&["token", "revoke", "first"]);
    session.run(&["token", "revoke", "first"]);
    session.run(&["token", "revoke", "second"]);
    session.run(&["token", "create", "--name", "first"]);
    session.run(&["token", "list"]);
    assert_contents("tests/output/tokens.txt", &session.transcript());
}

#[test]
fn a_created_token_is_all_that_is_printed_and_is_not_in_the_store() {
    let mut session = Session::new();
    let output = session.run(&["token", "create", "--new-store", "--name", "first"]);
    let token = String::from_utf8(output.stdout).unwrap();
    let token = token.strip_suffix('\n').unwrap();
    assert!(plant_store::tokens::Token::parse(token).is_some());
    for file in session.directory().read_dir().unwrap() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        assert!(!bytes.windows(token.len()).any(|window| window == token.as_bytes()));
    }
}

#[test]
fn a_token_that_cannot_be_printed_is_not_active() {
    let mut session = Session::new();
    let full = || std::fs::File::options().write(true).open("/dev/full").unwrap();
    let output = plant_store(&session.directory())
        .args(["token", "create", "--new-store", "--name", "lost"])
        .stdout(full())
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("the token \"lost\" is revoked"), "{said}");
    let list = session.run(&["token", "list"]).stdout;
    let list = String::from_utf8(list).unwrap();
    assert!(list.contains("revoked ") && !list.contains("active "), "{list}");

    let output = plant_store(&session.directory())
        .args(["serve", "--listen", "127.0.0.1:0", "--store", "sqlite:new.db"])
        .stdout(full())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let list = session.run(&["token", "list", "--store", "sqlite:new.db"]).stdout;
    let list = String::from_utf8(list).unwrap();
    assert!(list.contains("revoked ") && !list.contains("active "), "{list}");
}

#[tokio::test]
async fn plants_are_read_back_as_they_were_stored() {
    let mut session = Session::new();
    let file = StoreUrl::Sqlite(session.directory().join("plants.db"));
    let storage = plant_storage::open(&file, Access::Serve).await.unwrap();
    for (id, name, tag) in [
        (7, "Monstera deliciosa", Some("climber")),
        (8, "Aloe vera", None),
        (9, "", Some("")),
        (i64::MAX, "🌵 \"quoted\" \\ \u{7f}", Some("\0\n\u{2028}")),
        (i64::MIN, "first of all", None),
    ] {
        let (name, tag) = (name.to_owned(), tag.map(str::to_owned));
        storage.plant_create(Plant { id, name, tag }).await.unwrap();
    }
    session.note("while the store is in use");
    session.run(&["plants", "export"]);
    session.run(&["plants", "get", "7"]);
    session.run(&["plants", "get", "-9223372036854775808"]);
    let output = session.run(&["plants", "get", "10"]);
    assert_eq!(output.status.code(), Some(5));
    drop(storage);
    session.note("after it was closed");
    session.run(&["plants", "get", "9"]);
    assert_contents("tests/output/plants.txt", &session.transcript());
}

#[test]
fn where_there_is_no_store_no_command_makes_one_unasked() {
    let mut session = Session::new();
    for arguments in [
        &["plants", "export"] as &[&str],
        &["plants", "get", "7"],
        &["token", "list"],
        &["token", "create", "--name", "first"],
        &["token", "revoke", "first"],
        &["backup", "copy.db"],
        &["check"],
    ] {
        assert_eq!(session.run(arguments).status.code(), Some(3));
    }
    assert_eq!(session.directory().read_dir().unwrap().count(), 0);
}

#[test]
fn the_document_is_printed_as_it_is_written() {
    let output = Session::new().run(&["openapi"]);
    assert!(output.status.success());
    assert_eq!(output.stdout, include_bytes!("../../openapi.yaml"));
}

#[test]
fn the_emitted_document_is_json() {
    let output = Session::new().run(&["openapi", "--emitted"]);
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(document["openapi"], "3.0.3");
}

#[tokio::test]
async fn a_reader_that_has_seen_enough_is_no_failure() {
    let session = Session::new();
    let file = StoreUrl::Sqlite(session.directory().join("plants.db"));
    let storage = plant_storage::open(&file, Access::Serve).await.unwrap();
    let name = "x".repeat(900_000);
    storage.plant_create(Plant { id: 1, name, tag: None }).await.unwrap();
    let mut export = plant_store(&session.directory())
        .args(["plants", "export"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(export.stdout.take());
    let output = export.wait_with_output().unwrap();
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    assert!(output.status.success());
}
