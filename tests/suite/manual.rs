//! Tests of what a package of the program contains beside it: completions, manual pages,
//! and the version.

use test_kit::service::Session;

#[test]
fn each_shell_has_completions_with_the_commands() {
    let mut session = Session::new();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let output = session.run(&["completions", shell]);
        assert!(output.status.success(), "{shell}");
        let script = String::from_utf8(output.stdout).unwrap();
        for word in ["plant-store", "rotate", "store-file"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    let output = session.run(&["completions", "cmd"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn each_command_has_a_manual_page() {
    let mut session = Session::new();
    assert!(session.run(&["man", "."]).status.success());
    let page = |name: &str| {
        let path = session.directory().join(name);
        std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{name}: {error}"))
    };
    assert!(page("plant-store.1").contains("plant\\-store\\-serve(1)"));
    assert!(page("plant-store-serve.1").contains("PLANT_STORE_LOG_LEVEL"));
    assert!(page("plant-store-token-rotate.1").contains("overlap"));
    let output = session.run(&["man", "nowhere"]);
    assert_eq!(output.status.code(), Some(1));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.starts_with("error: the manual pages cannot be written to nowhere: "));
}

#[test]
fn the_version_names_the_commit() {
    let output = Session::new().run(&["--version"]);
    let text = String::from_utf8(output.stdout).unwrap();
    let (version, commit) = text.trim_end().split_once(" (").unwrap();
    assert_eq!(version, concat!("plant-store ", env!("CARGO_PKG_VERSION")));
    let commit = commit.strip_suffix(')').unwrap();
    let is_name = commit.len() >= 12 && commit.bytes().all(|byte| byte.is_ascii_hexdigit());
    assert!(is_name || commit == "unknown", "{commit}");
}
