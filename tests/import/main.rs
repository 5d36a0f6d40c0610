//! Tests of `plants import` and `plants export`: no field is lost on the way, each refused
//! line is reported, and an import that ended early can be continued.

#![allow(clippy::unwrap_used)]

mod service;
mod target;

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Output, Stdio};
use std::time::Instant;

use expectorate::assert_contents;
use plant_storage::{Access, Plant, StoreUrl, TrailFilter};
use test_kit::connection::PATIENCE;
use test_kit::service::{Service, Session, plant_store};

/// Texts that a format could change.
const HOSTILE: [&str; 16] = [
    "",
    " ",
    "\"",
    "\"\"",
    "\"quoted\"",
    "a,b;c\td",
    "two\nlines",
    "two\r\nlines\r",
    "\n",
    "\u{feff}mark",
    "\0\u{1f}\u{7f}\u{2028}",
    "🌵 Käsebaum",
    "null",
    "\\N",
    "7",
    "=1+1",
];

fn hostile_plants() -> Vec<Plant> {
    let tags = HOSTILE.iter().map(|tag| Some(tag.to_string()));
    let tags: Vec<_> = tags.chain([None]).collect();
    let names = HOSTILE.iter().enumerate();
    let plants = names.flat_map(|(index, name)| {
        let tags = tags.iter().enumerate();
        tags.map(move |(offset, tag)| Plant {
            id: i64::MIN + (index * 100 + offset) as i64,
            name: (*name).to_owned(),
            tag: tag.clone(),
        })
    });
    plants.collect()
}

async fn stored(file: &Path) -> Vec<Plant> {
    let url = StoreUrl::Sqlite(file.to_owned());
    let storage = plant_storage::open(&url, Access::Read).await.unwrap();
    let records = storage.plant_records(None, &TrailFilter::default()).await.unwrap();
    records.into_iter().map(|record| record.plant).collect()
}

#[tokio::test]
async fn every_field_survives_export_and_import() {
    let mut session = Session::new();
    let directory = session.directory();
    let url = StoreUrl::Sqlite(directory.join("plants.db"));
    let storage = plant_storage::open(&url, Access::Serve).await.unwrap();
    let plants = hostile_plants();
    for plant in plants.clone() {
        storage.plant_create(plant).await.unwrap();
    }
    drop(storage);
    for (format, file) in [("json-lines", "plants.jsonl"), ("csv", "plants.csv")] {
        let exported = session.run(&["plants", "export", "--format", format]);
        fs::write(directory.join(file), exported.stdout).unwrap();
        let store = format!("sqlite:{file}.db");
        let import = ["plants", "import", file, "--store", &store, "--new-store"];
        let output = session.run(&import);
        assert!(output.status.success(), "{output:?}");
        let imported = stored(&directory.join(format!("{file}.db"))).await;
        assert!(imported == plants, "{format}");
    }
}

#[test]
fn each_refused_line_is_reported_with_its_number() {
    let mut session = Session::new();
    let directory = session.directory();
    let lines = [
        r#"{"id": 1, "name": "Aloe vera"}"#,
        "",
        r#"{"id": 2, "name": "Monstera deliciosa", "tag": "climber"}"#,
        r#"{"id": 2, "name": "Monstera deliciosa", "tag": ""}"#,
        r#"{"id": 2, "name": "Monstera deliciosa", "tag": "climber"}"#,
        r#"{"id": 3, "name": "Agave", "tag": null}"#,
        r#"{"id": 4, "name": "Agave""#,
        r#"{"id": 5.5, "name": "Agave"}"#,
        r#"{"id": 1e3, "name": "Agave", "height": 2}"#,
        r#"[{"id": 6, "name": "Agave"}]"#,
        r#"{"id": 7, "name": "Agave"} {}"#,
    ];
    let mut text = lines.join("\n").into_bytes();
    text.extend_from_slice(b"\n{\"id\": 8, \"name\": \"\xff\"}");
    fs::write(directory.join("plants.jsonl"), text).unwrap();
    let records = "tag,name,id\r\n\
                   ,Aloe vera,1\r\n\
                   \"two\r\nlines\",Ficus,9\r\n\
                   \r\n\
                   \"\",Aloe vera,1\r\n\
                   ,Agave,ten\r\n\
                   ,Agave,010\r\n\
                   ,Agave,99999999999999999999\r\n\
                   Agave,10\r\n\
                   ,Agave,10,\r\n\
                   ,\"\",10\r\n\
                   \"big\",\"Agave,11\r\n";
    fs::write(directory.join("plants.csv"), records).unwrap();
    for arguments in [
        &["plants.jsonl", "--new-store"] as &[&str],
        &["plants.jsonl", "--json"],
        &["plants.csv"],
        &["plants.csv", "--json"],
    ] {
        let output = session.run(&[&["plants", "import"], arguments].concat());
        assert_eq!(output.status.code(), Some(6));
    }
    session.run(&["plants", "export"]);
    session.run(&["plants", "export", "--format", "csv"]);
    assert_contents("tests/output/import.txt", &session.transcript());
}

#[test]
fn a_byte_order_mark_is_no_part_of_the_first_line() {
    let mut session = Session::new();
    for (name, text) in [
        ("plants.jsonl", "\u{feff}{\"id\":1,\"name\":\"Agave\"}\n"),
        ("plants.csv", "\u{feff}id,name\n2,Aloe\n"),
        ("mark.jsonl", "\u{feff}"),
        ("short.jsonl", "\n"),
    ] {
        fs::write(session.directory().join(name), text).unwrap();
        let output = session.run(&["plants", "import", name, "--new-store"]);
        assert!(output.status.success(), "{name}: {output:?}");
    }
    let exported = session.run(&["plants", "export"]).stdout;
    let expected = "{\"id\":1,\"name\":\"Agave\"}\n{\"id\":2,\"name\":\"Aloe\"}\n";
    assert_eq!(String::from_utf8(exported).unwrap(), expected);
}

#[test]
fn a_file_that_cannot_be_imported_changes_nothing() {
    let mut session = Session::new();
    let directory = session.directory();
    for (name, text) in [
        ("plants.txt", "1,Agave\n"),
        ("empty.csv", ""),
        ("no_header.csv", "1,Agave\n"),
        ("no_name.csv", "id,tag\n1,succulent\n"),
        ("twice.csv", "id,name,name\n1,Agave,Agave\n"),
        ("unknown.csv", "id,name,Tag\n1,Agave,succulent\n"),
    ] {
        fs::write(directory.join(name), text).unwrap();
        let output = session.run(&["plants", "import", name, "--new-store"]);
        let code = if name == "plants.txt" { 2 } else { 1 };
        assert_eq!(output.status.code(), Some(code), "{name}");
    }
    session.run(&["plants", "import", "nowhere.csv"]);
    session.run(&["plants", "import", "."]);
    session.run(&["plants", "import", ".", "--format", "csv"]);
    let exported = session.run(&["plants", "export"]);
    assert_eq!(exported.stdout, b"");
    assert_contents("tests/output/unusable_files.txt", &session.transcript());
}

#[test]
fn a_store_that_a_service_uses_is_not_imported_into() {
    let mut session = Session::new();
    let service = Service::start(&session.directory(), &[]);
    service.address();
    fs::write(session.directory().join("plants.jsonl"), "").unwrap();
    let output = session.run(&["plants", "import", "plants.jsonl"]);
    assert_eq!(output.status.code(), Some(3), "{output:?}");
}

/// An import from standard input.
struct Import {
    child: Child,
    input: Option<ChildStdin>,
}

impl Import {
    fn start(directory: &Path, arguments: &[&str]) -> Self {
        let mut child = plant_store(directory)
            .args(["plants", "import", "-"])
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let input = child.stdin.take();
        Import { child, input }
    }

    /// Sends a plant.
    fn write(&mut self, id: u64) {
        let input = self.input.as_mut().unwrap();
        writeln!(input, r#"{{"id":{id},"name":"Agave"}}"#).unwrap();
    }

    /// Sends a plant and waits until it is stored.
    fn send(&mut self, session: &mut Session, id: u64) {
        self.write(id);
        let deadline = Instant::now() + PATIENCE;
        let id = id.to_string();
        while !session.run(&["plants", "get", &id]).status.success() {
            assert!(Instant::now() < deadline, "plant {id} is not stored");
        }
    }

    fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        let sent = Command::new("kill").args(["-s", name, &id]).status();
        assert!(sent.unwrap().success());
    }

    /// Waits for the end. Standard input stays as it is until then.
    fn end(self) -> (Option<i32>, String, String) {
        let Output { status, stdout, stderr } = self.child.wait_with_output().unwrap();
        drop(self.input);
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (status.code(), text(stdout), text(stderr))
    }
}

#[test]
fn a_signal_ends_an_import_with_a_report() {
    let mut session = Session::new();
    let mut import = Import::start(&session.directory(), &["--new-store"]);
    import.send(&mut session, 1);
    import.send(&mut session, 2);
    import.signal("INT");
    let (code, report, error) = import.end();
    let store = session.directory().join("plants.db");
    let expected =
        format!("imported into sqlite:{}: 2 plants, 0 stored before, 0 refused\n", store.display());
    assert_eq!(report, expected);
    assert_eq!(error, "error: stopped by SIGINT; run the command again to continue\n");
    assert_eq!(code, Some(1));
}

#[test]
fn a_store_that_fails_ends_an_import_with_a_report() {
    let mut session = Session::new();
    let directory = session.directory();
    let mut import = Import::start(&directory, &["--new-store"]);
    import.send(&mut session, 1);
    fs::rename(directory.join("plants.db"), directory.join("moved.db")).unwrap();
    import.write(2);
    let (code, report, error) = import.end();
    let store = session.directory().join("plants.db");
    let expected =
        format!("imported into sqlite:{}: 1 plants, 0 stored before, 0 refused\n", store.display());
    assert_eq!(report, expected);
    let expected = "error: line 2 cannot be stored; run the command again to continue: ";
    assert!(error.starts_with(expected), "{error}");
    assert_eq!(code, Some(3));
}
