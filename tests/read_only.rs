//! Commands that only read work on a read-only file system, or say how to read the store.
//! The file system is mounted in a namespace that ends with the command. The tests are
//! ignored where this user can create none.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode, Output};

use libtest_mimic::{Arguments, Trial};
use test_kit::connection::Connection;
use test_kit::service::{Service, Session, program};

/// How different users create a namespace of mounts.
const NAMESPACES: [&str; 3] = [
    "unshare --mount",
    "sudo --non-interactive unshare --mount",
    "unshare --user --map-root-user --mount",
];

/// The read-only file system. The name has characters with a meaning in the URIs of SQLite.
const DISK: &str = "disk?#%20";

/// Mounts a copy of the directory `store` at `disk?#%20`, read only, and runs a command.
const SCRIPT: &str = r#"
    cd "$0" && mount -t tmpfs none 'disk?#%20' && cp -p store/* 'disk?#%20' &&
    mount -o remount,ro 'disk?#%20' && exec "$@"
"#;

fn main() -> ExitCode {
    let tests: [(_, fn(&str)); 2] = [
        ("a_store_without_a_log_is_read", without_a_log),
        ("the_message_about_a_log_says_what_to_copy", with_a_log),
    ];
    let namespace = NAMESPACES.into_iter().find(|namespace| {
        let session = prepared();
        let output = run(namespace, &session.directory(), Path::new("true"), &[]);
        output.is_some_and(|output| output.status.success())
    });
    let tests = tests.map(|(name, test)| {
        let trial = Trial::test(name, move || {
            test(namespace.unwrap());
            Ok(())
        });
        trial.with_ignored_flag(namespace.is_none())
    });
    libtest_mimic::run(&Arguments::from_args(), tests.into()).exit_code()
}

/// Returns a session with the directories that the script needs, and a plant in a store.
fn prepared() -> Session {
    let mut session = Session::new();
    let directory = session.directory();
    for name in ["store", DISK] {
        fs::create_dir(directory.join(name)).unwrap();
    }
    fs::write(directory.join("plants.jsonl"), "{\"id\":7,\"name\":\"Aloe\"}\n").unwrap();
    let import = "plants import plants.jsonl --new-store --store sqlite:store/plants.db";
    let import: Vec<_> = import.split(' ').collect();
    assert!(session.run(&import).status.success());
    session
}

/// Runs a program in a namespace, or returns `None` if there is no program that creates one.
fn run(namespace: &str, directory: &Path, program: &Path, arguments: &[&str]) -> Option<Output> {
    let mut words = namespace.split(' ');
    let mut command = Command::new(words.next().unwrap());
    command.args(words).args(["sh", "-c", SCRIPT]).arg(directory);
    // `sudo` passes no variables.
    command.args(["env", "PLANT_STORE_CONFIG=/dev/null"]).arg(program);
    command.args(arguments).output().ok()
}

/// Runs a command with the store of the read-only file system. Returns its exit code and its
/// output.
fn read(namespace: &str, session: &Session, command: &str) -> (Option<i32>, String) {
    let store = format!("sqlite:{DISK}/plants.db");
    let arguments: Vec<_> = command.split(' ').chain(["--store", &store]).collect();
    let output = run(namespace, &session.directory(), &program(), &arguments).unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(text).unwrap())
}

fn without_a_log(namespace: &str) {
    let mut session = prepared();
    let directory = session.directory();
    let create = "token create --name one --store sqlite:store/plants.db";
    session.run(&create.split(' ').collect::<Vec<_>>());
    let store = format!("sqlite:{}/{DISK}/plants.db", directory.display());
    let aloe = "{\"id\":7,\"name\":\"Aloe\"}\n".to_owned();
    for (command, expected) in [
        ("plants export", aloe.clone()),
        ("plants get 7", aloe),
        ("check", format!("sound: 1 plants, 1 tokens, in {store}\n")),
        ("backup backup.db", format!("copied: 1 plants, 1 tokens, from {store} to backup.db\n")),
    ] {
        assert_eq!(read(namespace, &session, command), (Some(0), expected));
    }
    let (code, tokens) = read(namespace, &session, "token list");
    assert!(code == Some(0) && tokens.contains("active"), "{tokens}");
    let (code, said) = read(namespace, &session, "token revoke one");
    assert!(code == Some(3) && said.contains("Read-only file system"), "{said}");
}

fn with_a_log(namespace: &str) {
    let mut session = prepared();
    let directory = session.directory();
    let service = Service::start(&directory, &["--store", "sqlite:store/plants.db"]);
    let (token, address) = service.first_start();
    let mut connection = Connection::open(&address);
    connection.create(&token, "", r#"{"id":8,"name":"Agave"}"#);
    assert_eq!(connection.answer().unwrap().status, 200);
    service.signal("KILL");
    service.end();
    let path = directory.join(DISK).join("plants.db");
    let expected = format!(
        "error: the store {0} is on a read-only file system and has a log, {0}-wal; copy both \
         files into a directory that can be written, and name the copy with --store\n",
        path.display()
    );
    for command in ["plants export", "plants get 7", "token list", "check", "backup backup.db"] {
        let refused = (Some(3), expected.clone());
        assert_eq!(read(namespace, &session, command), refused, "{command}");
    }
    for part in ["plants.db", "plants.db-wal"] {
        fs::copy(directory.join("store").join(part), directory.join(part)).unwrap();
    }
    let exported = session.run(&["plants", "export"]).stdout;
    assert_eq!(String::from_utf8(exported).unwrap().lines().count(), 2);
}
