//! Commands on a terminal: the progress is shown, and removed before the report. The
//! terminal is that of the program `script`, without which the tests are ignored.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use libtest_mimic::{Arguments, Trial};
use test_kit::service::{Session, program};

/// The sequence that erases a line.
const ERASE: &str = "\u{1b}[2K";

/// The report of an import of the file that tests import.
const REPORT: [&str; 3] = [
    "line 3: error 110: The id 2 belongs to a different plant.",
    "imported into sqlite:DIRECTORY/plants.db: 2 plants, 0 stored before, 1 refused",
    "error: lines refused: 1; all others are stored",
];

/// The texts on a terminal.
struct Shown {
    /// The lines that were erased.
    erased: Vec<String>,
    /// The lines that remain.
    remaining: Vec<String>,
}

fn main() -> ExitCode {
    let tests: [(_, fn()); 3] = [
        ("an_import_shows_a_bar_that_the_report_replaces", import_of_a_file),
        ("an_import_of_standard_input_shows_what_it_has_read", import_of_standard_input),
        ("backup_check_and_restore_show_what_they_do", maintenance),
    ];
    let tests = tests.map(|(name, test)| {
        let trial = Trial::test(name, move || {
            test();
            Ok(())
        });
        trial.with_ignored_flag(test_kit::programs::find("script").is_none())
    });
    libtest_mimic::run(&Arguments::from_args(), tests.into()).exit_code()
}

/// Runs the program on a terminal, with arguments as a shell reads them. Returns the exit
/// code and the texts.
fn run(directory: &Path, arguments: &str) -> (Option<i32>, Shown) {
    let output = Command::new(test_kit::programs::find("script").unwrap())
        .args(["--quiet", "--return", "--command"])
        .arg(format!("'{}' {arguments}", program().display()))
        .arg("/dev/null")
        .current_dir(directory)
        .env_clear()
        .envs([("SHELL", "/bin/sh"), ("TERM", "xterm")])
        .env("PLANT_STORE_CONFIG", "/dev/null")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let text = text.replace(directory.to_str().unwrap(), "DIRECTORY");
    let (mut erased, mut remaining) = (vec![], vec![]);
    for line in text.lines() {
        let mut texts: Vec<_> = line.split(ERASE).map(|text| text.trim_end()).collect();
        remaining.extend(texts.pop().map(str::to_owned));
        erased.extend(texts.into_iter().map(str::to_owned));
    }
    let shown = Shown { erased, remaining };
    (output.status.code(), shown)
}

/// Creates a directory with a file of plants, one of which is refused.
fn with_plants() -> Session {
    let session = Session::new();
    let plants = [(1, "Aloe vera"), (2, "Agave"), (2, "Ficus")];
    let lines = plants.map(|(id, name)| format!("{{\"id\":{id},\"name\":\"{name}\"}}\n"));
    let file = session.directory().join("plants.jsonl");
    fs::write(file, lines.concat()).unwrap();
    session
}

fn import_of_a_file() {
    let session = with_plants();
    let directory = session.directory();
    let (code, shown) = run(&directory, "plants import plants.jsonl --new-store");
    assert_eq!(code, Some(6));
    assert_eq!(shown.remaining, REPORT);
    let bar = shown.erased.last().unwrap();
    assert!(bar.contains("█ 76 B/76 B, "), "{bar}");
    assert!(bar.ends_with(" left"), "{bar}");

    let (_, shown) = run(&directory, "plants import plants.jsonl > report");
    assert_eq!(shown.remaining, REPORT[2..]);
    assert!(!shown.erased.is_empty());
    let report = fs::read_to_string(directory.join("report")).unwrap();
    assert_eq!(report.lines().next(), Some(REPORT[0]));

    let (_, shown) = run(&directory, "plants import plants.jsonl 2> errors");
    assert_eq!(shown.erased, [""; 0], "standard error is no terminal");
    let errors = fs::read_to_string(directory.join("errors")).unwrap();
    assert_eq!(errors.lines().collect::<Vec<_>>(), REPORT[2..]);
}

fn import_of_standard_input() {
    let session = with_plants();
    let (code, shown) = run(&session.directory(), "plants import - --new-store < plants.jsonl");
    assert_eq!(code, Some(6));
    assert_eq!(shown.remaining, REPORT);
    let bar = shown.erased.last().unwrap();
    assert!(bar.contains(" 76 B, "), "{bar}");
    assert!(!bar.contains("left"), "nobody knows the size: {bar}");
}

fn maintenance() {
    let session = Session::new();
    let directory = session.directory();
    // SQLite does not report the progress of a copy of a few plants.
    let plants = (0..2000).map(|id| format!("{{\"id\":{id},\"name\":\"Agave\"}}\n"));
    let file = directory.join("plants.jsonl");
    fs::write(file, plants.collect::<String>()).unwrap();
    run(&directory, "plants import plants.jsonl --new-store");
    for (command, progress, report) in [
        (
            "backup backup.db",
            "copying",
            "copied: 2000 plants, 0 tokens, from sqlite:DIRECTORY/plants.db to backup.db",
        ),
        ("check", "checking", "sound: 2000 plants, 0 tokens, in sqlite:DIRECTORY/plants.db"),
        (
            "restore backup.db --store sqlite:restored.db",
            "copying",
            "restored: 2000 plants, 0 tokens, into sqlite:DIRECTORY/restored.db",
        ),
    ] {
        let (code, Shown { erased, remaining }) = run(&directory, command);
        assert_eq!(code, Some(0));
        assert_eq!(remaining, [report]);
        let mut shown = erased.iter().filter(|text| !text.is_empty());
        assert!(shown.clone().any(|text| text.starts_with(progress)), "{erased:?}");
        assert!(shown.all(|text| !text.contains("0/0")), "{erased:?}");
    }
}
