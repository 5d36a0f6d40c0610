//! Tests of `plants import` and `plants export`: no field is lost on the way, each refused
//! line is reported, and an import that ended early can be continued.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Output, Stdio};
use std::time::{Duration, Instant};

use expectorate::assert_contents;
use plant_storage::{Access, Plant, StoreUrl};
use plant_test_kit::connection::PATIENCE;
use plant_test_kit::service::{Service, Session, plant_store};

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
    storage.plant_page(None).await.unwrap()
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
        let output = session.run(&["plants", "import", file, "--store", &store]);
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
        &["plants.jsonl"] as &[&str],
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
        let output = session.run(&["plants", "import", name]);
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
        let Output {
            status,
            stdout,
            stderr,
        } = self.child.wait_with_output().unwrap();
        drop(self.input);
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (status.code(), text(stdout), text(stderr))
    }
}

#[test]
fn a_signal_ends_an_import_with_a_report() {
    let mut session = Session::new();
    let mut import = Import::start(&session.directory(), &[]);
    import.send(&mut session, 1);
    import.send(&mut session, 2);
    import.signal("INT");
    let (code, report, error) = import.end();
    assert_eq!(report, "imported: 2 plants, 0 stored before, 0 refused\n");
    assert_eq!(
        error,
        "error: stopped by SIGINT; run the command again to continue\n"
    );
    assert_eq!(code, Some(1));
}

#[test]
fn a_store_that_fails_ends_an_import_with_a_report() {
    let mut session = Session::new();
    let directory = session.directory();
    let mut import = Import::start(&directory, &[]);
    import.send(&mut session, 1);
    fs::rename(directory.join("plants.db"), directory.join("moved.db")).unwrap();
    import.write(2);
    let (code, report, error) = import.end();
    assert_eq!(report, "imported: 1 plants, 0 stored before, 0 refused\n");
    let expected = "error: line 2 cannot be stored; run the command again to continue: ";
    assert!(error.starts_with(expected), "{error}");
    assert_eq!(code, Some(3));
}

#[test]
fn a_service_creates_the_plants_and_refuses_as_it_does_for_other_callers() {
    let mut session = Session::new();
    let directory = session.directory();
    let service = Service::start(&directory, &[]);
    let (token, address) = service.first_start();
    let (token_file, url) = (directory.join("token"), format!("http://{address}"));
    fs::write(&token_file, format!("{token}\n")).unwrap();
    let plants = (0..200).map(|id| format!("{{\"id\":{id},\"name\":\"Agave {id}\"}}\n"));
    let refused = "{\"id\":7,\"name\":\"Aloe\"}\n{\"id\":8}\n";
    let text: String = plants.chain([refused.to_owned()]).collect();
    fs::write(directory.join("plants.jsonl"), text).unwrap();
    let mut import = |url: &str, arguments: &[&str]| {
        let call = ["plants", "import", "plants.jsonl", "--url", url];
        let output = session.run(&[&call, arguments].concat());
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (
            output.status.code(),
            text(output.stdout),
            text(output.stderr),
        )
    };
    let expected = "line 201: error 110: The id 7 belongs to a different plant.\n\
                    line 202: error 101: The body is not valid: at \"\" \"name\" is a required \
                    property.\n\
                    imported: 200 plants, 2 refused\n";
    for _ in 0..2 {
        let (code, report, _) = import(&url, &["--token-file", "token"]);
        assert_eq!((code, &*report), (Some(6), expected));
    }

    // A token that is not accepted, no token, and no service.
    fs::write(&token_file, &token[..20]).unwrap();
    let (code, report, error) = import(&url, &["--token-file", "token"]);
    assert_eq!(report, "imported: 0 plants, 0 refused\n");
    let expected = "error: line 1 cannot be stored; run the command again to continue: \
                    401 Unauthorized: The bearer token is not accepted. (error 201)\n";
    assert_eq!((code, &*error), (Some(1), expected));
    let (code, _, error) = import(&url, &[]);
    assert_eq!(code, Some(2), "{error}");
    let (code, _, error) = import(&url, &["--token-file", "nowhere"]);
    assert_eq!(code, Some(1), "{error}");
    let (code, _, error) = import("127.0.0.1", &["--token-file", "token"]);
    assert_eq!(code, Some(1), "{error}");

    let exported = session.run(&["plants", "export"]).stdout;
    assert_eq!(String::from_utf8(exported).unwrap().lines().count(), 200);
}

/// Starts a service, and writes its token into the file `token`. Returns the URL, too.
fn service(directory: &Path) -> (Service, String) {
    let service = Service::start(directory, &[]);
    let (token, address) = service.first_start();
    fs::write(directory.join("token"), token).unwrap();
    (service, format!("http://{address}"))
}

#[test]
fn an_import_goes_on_when_its_service_was_restarted() {
    let mut session = Session::new();
    let directory = session.directory();
    let (running, url) = service(&directory);
    let mut import = Import::start(&directory, &["--url", &url, "--token-file", "token"]);
    import.send(&mut session, 1);
    // Dropped as by `kill -9`.
    drop(running);
    import.write(2);
    let address = url.strip_prefix("http://").unwrap();
    let _again = Service::serve(&directory, &["--listen", address]);
    import.send(&mut session, 3);
    import.input = None;
    let (code, report, error) = import.end();
    assert_eq!((code, &*error), (Some(0), ""));
    assert_eq!(report, "imported: 3 plants, 0 refused\n");
}

#[test]
fn a_service_that_cannot_be_reached_ends_an_import_that_can_be_continued() {
    let mut session = Session::new();
    let directory = session.directory();
    let (running, url) = service(&directory);
    drop(running);
    let plants = "{\"id\":1,\"name\":\"Aloe\"}\n{\"id\":2}\n{\"id\":3,\"name\":\"Agave\"}\n";
    fs::write(directory.join("plants.jsonl"), plants).unwrap();
    let arguments = ["plants", "import", "plants.jsonl", "--token-file", "token"];
    let mut import = |url: &str| {
        let output = session.run(&[&arguments as &[&str], &["--url", url]].concat());
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (
            output.status.code(),
            text(output.stdout),
            text(output.stderr),
        )
    };
    let refused =
        "line 2: error 101: The body is not valid: at \"\" \"name\" is a required property.";
    let (code, report, error) = import(&url);
    assert_eq!(code, Some(1));
    assert_eq!(
        report,
        format!("{refused}\nimported: 0 plants, 1 refused\n")
    );
    let expected = "error: line 1 cannot be stored; run the command again to continue: the \
                    connection was refused (after ";
    assert!(error.starts_with(expected), "{error}");

    let again = Service::start(&directory, &[]);
    let url = format!("http://{}", again.address());
    let (code, report, _) = import(&url);
    assert_eq!(code, Some(6));
    assert_eq!(
        report,
        format!("{refused}\nimported: 2 plants, 1 refused\n")
    );
    let exported = session.run(&["plants", "export"]).stdout;
    assert_eq!(String::from_utf8(exported).unwrap().lines().count(), 2);
}

#[test]
fn a_second_signal_ends_an_import_that_waits_for_a_service() {
    // Whether the file has ended.
    for is_read in [false, true] {
        let session = Session::new();
        let directory = session.directory();
        fs::write(directory.join("token"), "plant_c2VjcmV0").unwrap();
        // It reads a request and does not answer.
        let silent = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", silent.local_addr().unwrap());
        let mut import = Import::start(&directory, &["--url", &url, "--token-file", "token"]);
        import.write(1);
        if is_read {
            import.input = None;
        }
        let (mut request, _) = silent.accept().unwrap();
        request.read_exact(&mut [0; 1]).unwrap();
        let begun = Instant::now();
        import.signal("TERM");
        import.signal("INT");
        let (code, report, error) = import.end();
        // The create alone is repeated for 20 s.
        assert!(begun.elapsed() < Duration::from_secs(15));
        assert_eq!(report, "imported: 0 plants, 0 refused\n");
        assert!(error.starts_with("error: stopped by SIG"), "{error}");
        assert_eq!(code, Some(1));
    }
}
