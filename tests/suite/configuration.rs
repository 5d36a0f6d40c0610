//! Tests of the configuration: the precedence of its sources, what `config` prints, and
//! messages that name the source of a value. The session is in `tests/output/`.

use std::fs;
use std::process::Output;

use expectorate::assert_contents;
use test_kit::service::{Service, Session, plant_store};

const FILE: &str = "\
# Settings of a test
listen = \"127.0.0.1:8081\"
body-limit = 1_000
cors-origin = [\"http://127.0.0.1:9090\", \"https://pages.example\"]
validate-responses = true
log-level = \"warning\"
";

/// Returns the output of a command with these variables.
fn run(session: &Session, variables: &[(&str, &str)], arguments: &[&str]) -> Output {
    let mut command = plant_store(&session.directory());
    command.args(arguments).envs(variables.iter().copied());
    command.output().unwrap()
}

/// Returns the message of a command that must be refused as wrong usage.
fn refusal(session: &Session, variables: &[(&str, &str)], arguments: &[&str]) -> String {
    let output = run(session, variables, arguments);
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert_eq!(message.lines().count(), 1, "{message}");
    message.trim_end().to_owned()
}

#[test]
fn flags_take_precedence_over_variables_and_variables_over_the_file() {
    let session = Session::new();
    fs::write(session.directory().join("settings.toml"), FILE).unwrap();
    let variables = [
        ("PLANT_STORE_CONFIG", "settings.toml"),
        ("PLANT_STORE_BODY_LIMIT", "2000"),
        ("PLANT_STORE_LOG_LEVEL", "error"),
        ("PLANT_STORE_STORE", "postgres://plants:hidden@db/plants?password=hidden"),
    ];
    let arguments = ["config", "--log-level", "debug", "--validate-responses=no"];
    let output = run(&session, &variables, &arguments);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success());
    assert!(!text.contains("hidden"), "{text}");
    assert_contents("tests/output/configuration.txt", &text);
}

#[test]
fn what_config_prints_is_a_configuration_file() {
    let session = Session::new();
    let directory = session.directory();
    let file = format!("{FILE}first-token-file = \"007\"\n");
    fs::write(directory.join("settings.toml"), file).unwrap();
    let settings = |file: &str| {
        let output = run(&session, &[], &["config", "--config", file]);
        let text = String::from_utf8(output.stdout).unwrap();
        let lines = text.lines().map(|line| line.split("  #").next().unwrap().trim_end());
        lines.map(|line| format!("{line}\n")).collect::<String>()
    };
    let first = settings("settings.toml");
    assert!(first.contains("first-token-file = \"007\"\n"), "{first}");
    fs::write(directory.join("again.toml"), &first).unwrap();
    assert_eq!(settings("again.toml"), first);
}

#[test]
fn the_file_in_the_page_for_operators_is_valid() {
    let session = Session::new();
    let page = include_str!("../../docs/operating.md");
    let (_, toml) = page.split_once("```toml\n").unwrap();
    let (toml, _) = toml.split_once("```").unwrap();
    fs::write(session.directory().join("settings.toml"), toml).unwrap();
    let output = run(&session, &[], &["serve", "--check", "--config", "settings.toml"]);
    assert!(output.status.success(), "{output:?}");
}

#[test]
fn the_shipped_file_is_valid_and_no_variable_of_the_unit_hides_it() {
    let session = Session::new();
    let directory = session.directory();
    let shipped = include_str!("../../deploy/plant-store.toml");
    // A store can be named once; some settings are those of PostgreSQL.
    let (others, stores): (Vec<_>, Vec<_>) = shipped
        .lines()
        .filter_map(|line| line.strip_prefix('#'))
        .filter(|line| line.starts_with(|first: char| first.is_ascii_lowercase()))
        .partition(|line| !line.starts_with("store"));
    assert!(others.len() > 3 && stores.len() > 1);
    for text in [shipped, &others.join("\n"), &stores.join("\n")] {
        fs::write(directory.join("settings.toml"), text).unwrap();
        let output = run(&session, &[], &["config", "--config", "settings.toml"]);
        assert!(output.status.success(), "{text}: {output:?}");
    }
    let unit = include_str!("../../deploy/plant-store.service");
    assert!(!unit.contains("Environment"), "{unit}");
}

#[test]
fn a_variable_that_hides_a_setting_of_the_file_is_a_warning() {
    let session = Session::new();
    let directory = session.directory();
    let text = "listen = \"127.0.0.1:0\"\nstore = \"sqlite:file.db\"\nlog-level = \"info\"\n";
    fs::write(directory.join("settings.toml"), text).unwrap();
    fs::write(directory.join("url"), "sqlite:variable.db").unwrap();
    let file = ("PLANT_STORE_CONFIG", "settings.toml");
    let hides = |variable: &str, line: u32| {
        format!(
            "warning: the variable {variable} hides store of the configuration file \
             (settings.toml:{line})\n"
        )
    };
    let create = ["token", "create", "--new-store", "--name", "one"];
    let export = ["plants", "export"];
    for (variable, value) in
        [("PLANT_STORE_STORE", "sqlite:variable.db"), ("PLANT_STORE_STORE_FILE", "url")]
    {
        for arguments in [&create[..], &export, &["config"], &["serve", "--check"]] {
            let output = run(&session, &[file, (variable, value)], arguments);
            let message = String::from_utf8(output.stderr).unwrap();
            let is_again = message.contains("there is a token named");
            assert!(output.status.success() || is_again, "{message}");
            assert!(message.starts_with(&hides(variable, 2)), "{message}");
        }
        let with_flag = [&export[..], &["--store", "sqlite:variable.db"]].concat();
        let output = run(&session, &[file, (variable, value)], &with_flag);
        assert!(output.status.success() && output.stderr.is_empty());
    }
    let mut serve = plant_store(&directory);
    serve.envs([file, ("PLANT_STORE_LOG_LEVEL", "warning")]);
    let service = Service::of(serve.arg("serve"));
    service.wait_for_log("PLANT_STORE_LOG_LEVEL hides log-level of the configuration file");
}

#[test]
fn sighup_names_the_settings_that_need_a_new_start() {
    let session = Session::new();
    let file = session.directory().join("settings.toml");
    let first = "listen = \"127.0.0.1:0\"\nbody-limit = 1000\n";
    fs::write(&file, first).unwrap();
    let service = Service::serve(&session.directory(), &["--config", "settings.toml"]);
    service.wait_for_log("\"ready\"");
    let other = "listen = \"127.0.0.1:0\"\nbody-limit = 2000\nlog-level = \"warning\"\n\
                 store = \"postgres://plants:hidden@db/plants\"\n";
    fs::write(&file, other).unwrap();
    service.signal("HUP");
    let record = service.wait_for_log("have changed and need a new start");
    assert!(record.contains("\"settings\":\"store, body-limit\""), "{record}");
    fs::write(&file, format!("{first}log-level = \"debug\"\n")).unwrap();
    service.signal("HUP");
    let log = service.log_until(&["\"log_level\":\"DEBUG\""]);
    let is_named = |record: &String| record.contains("need a new start");
    assert!(!log.iter().any(is_named), "{log:?}");
}

#[test]
fn booleans_are_what_people_write() {
    let session = Session::new();
    for (written, value) in [
        ("1", "1"),
        ("yes", "\"yes\""),
        ("On", "\"On\""),
        ("TRUE", "\"TRUE\""),
        ("0", "0"),
        ("no", "\"no\""),
        ("off", "\"off\""),
    ] {
        let variables = [("PLANT_STORE_VALIDATE_RESPONSES", written)];
        let output = run(&session, &variables, &["config"]);
        let text = String::from_utf8(output.stdout).unwrap();
        let line = format!("validate-responses = {value} ");
        assert!(text.contains(&line), "{written}: {text}");
    }
    let variables = [("PLANT_STORE_VALIDATE_RESPONSES", "maybe")];
    assert_eq!(
        refusal(&session, &variables, &["serve", "--check"]),
        "error: invalid value 'maybe' for '--validate-responses[=<BOOL>]': value was not a \
         boolean (from PLANT_STORE_VALIDATE_RESPONSES)"
    );
}

#[test]
fn a_message_names_the_source_of_the_value() {
    let session = Session::new();
    let file = session.directory().join("settings.toml");
    for (text, message) in [
        (
            "\nlisten = \"here\"",
            "error: invalid value 'here' for '--listen <IP:PORT>': write IP:PORT, for example \
             127.0.0.1:8080 or [::1]:8080 (from settings.toml:2)",
        ),
        (
            "body_limit = 1",
            "error: settings.toml:1: there is no setting body_limit; a similar one is body-limit",
        ),
        (
            "tls-key = \"key.pem\"",
            "error: --tls-key is set and --tls-certificate is not; TLS needs both",
        ),
    ] {
        fs::write(&file, text).unwrap();
        let arguments = ["serve", "--check", "--config", "settings.toml"];
        assert_eq!(refusal(&session, &[], &arguments), message);
    }
    // Another name of a flag is the flag.
    let variables = [("PLANT_STORE_EXPIRES", "30d")];
    let arguments = ["token", "create", "--name", "a", "--expires-in", "soon"];
    let message = refusal(&session, &variables, &arguments);
    assert!(message.contains("'soon'") && !message.contains("EXPIRES)"), "{message}");
    let arguments = ["config", "--config", "missing.toml"];
    let message = refusal(&session, &[], &arguments);
    assert!(
        message.starts_with("error: the configuration file missing.toml cannot be read: "),
        "{message}"
    );
}

#[test]
fn a_list_without_items_is_none() {
    let session = Session::new();
    fs::write(session.directory().join("settings.toml"), "cors-origin = []\n").unwrap();
    let output = run(&session, &[], &["config", "--config", "settings.toml"]);
    assert!(output.status.success(), "{output:?}");
}

#[test]
fn a_mistyped_variable_is_refused_and_those_of_others_are_not() {
    let session = Session::new();
    assert_eq!(
        refusal(&session, &[("PLANT_STORE_LISTN", "127.0.0.1:1")], &["config"]),
        "error: no setting has the environment variable PLANT_STORE_LISTN; a similar one is \
         PLANT_STORE_LISTEN"
    );
    for name in [
        "PLANT_STORE_TOKEN",
        "PLANT_STORE_PORT",
        "PLANT_STORE_PORT_8080_TCP_ADDR",
        "PLANT_STORE_SERVICE_HOST",
        "PLANT_STORES",
    ] {
        assert!(run(&session, &[(name, "x")], &["config"]).status.success(), "{name}");
    }
}

#[test]
fn what_creates_or_replaces_a_store_or_ends_a_token_has_no_variable() {
    let session = Session::new();
    let create = ["token", "create", "--name", "first", "--new-store"];
    assert!(run(&session, &[], &create).status.success());
    assert!(run(&session, &[], &["backup", "backup.db"]).status.success());
    for (variable, flag, arguments) in [
        ("REPLACE", "replace", &["restore", "backup.db"] as &[&str]),
        ("NEW_STORE", "new-store", &create[..4]),
        ("OVERLAP", "overlap", &["token", "rotate", "first"]),
        ("JSON", "json", &["token", "list"]),
    ] {
        let name = format!("PLANT_STORE_{variable}");
        let value = if variable == "OVERLAP" { "0s" } else { "1" };
        assert_eq!(
            refusal(&session, &[(&name, value)], arguments),
            format!(
                "error: no setting has the environment variable {name}; give the flag --{flag}"
            )
        );
    }
    let tokens = run(&session, &[], &["token", "list", "--json"]).stdout;
    let tokens = String::from_utf8(tokens).unwrap();
    assert_eq!(tokens.matches("\"state\":\"active\"").count(), 1, "{tokens}");
}

#[test]
fn the_store_can_come_from_a_file() {
    let session = Session::new();
    let file = session.directory().join("store-url");
    fs::write(&file, "sqlite:from_file.db\n").unwrap();
    let create = ["token", "create", "--new-store", "--name", "first"];
    let arguments = [&create[..], &["--store-file", "store-url"]].concat();
    assert!(run(&session, &[], &arguments).status.success());
    assert!(session.directory().join("from_file.db").exists());

    // The flag takes precedence over the variable, whichever of the two it is.
    let variables = [("PLANT_STORE_STORE_FILE", "store-url")];
    let arguments = [&create[..], &["--store", "sqlite:from_flag.db"]].concat();
    assert!(run(&session, &variables, &arguments).status.success());
    assert!(session.directory().join("from_flag.db").exists());

    let variables = [("PLANT_STORE_STORE", "sqlite:a.db")];
    let settings = run(&session, &variables, &["config", "--store-file", "store-url"]).stdout;
    let settings = String::from_utf8(settings).unwrap();
    assert!(settings.contains("# store is sqlite:from_file.db\n"), "{settings}");
    let both = ["config", "--store", "sqlite:a.db", "--store-file", "store-url"];
    let message = refusal(&session, &[], &both);
    assert_eq!(message, "error: store and store-file are both set; set one of them");
    fs::write(&file, "postgres://me:hid@hidden@host/plants").unwrap();
    let message = refusal(&session, &[], &["config", "--store-file", "store-url"]);
    assert!(!message.contains("hid@"), "{message}");
    assert!(message.contains("the file store-url of store-file contains no URL"), "{message}");
}

#[test]
fn standbys_of_a_file_are_required_of_the_store_of_that_file_only() {
    let session = Session::new();
    let standbys = ["config", "--store-synchronous-standbys", "1"];
    let message = refusal(&session, &[], &standbys);
    assert_eq!(
        message,
        "error: store-synchronous-standbys is set, and the store is not a PostgreSQL database"
    );
    let settings = "store = \"postgres://db/plants\"\nstore-synchronous-standbys = 1\n";
    fs::write(session.directory().join("settings.toml"), settings).unwrap();
    let other = ["config", "--config", "settings.toml", "--store", "sqlite:a.db"];
    assert!(run(&session, &[], &other).status.success());
    assert!(run(&session, &[], &other[..3]).status.success());
}

#[test]
fn a_check_starts_nothing_and_reads_the_certificate() {
    let session = Session::new();
    let output = run(&session, &[], &["serve", "--check"]);
    assert_eq!(output.stdout, b"the settings are valid\n");
    let tls = ["--tls-certificate", "missing.pem", "--tls-key", "missing.pem"];
    let output = run(&session, &[], &[&["serve", "--check"], &tls[..]].concat());
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(session.directory().read_dir().unwrap().count(), 0);
}
