//! Tests of an import through a service: the service validates as for other callers, and
//! an import goes on when the service is restarted.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::Path;
use std::time::{Duration, Instant};

use test_kit::service::{Service, Session};

use crate::Import;

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
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let expected = format!(
        "line 201: error 110: The id 7 belongs to a different plant.\n\
         line 202: error 101: The body is not valid: at \"\" \"name\" is a required property.\n\
         imported into {url}: 200 plants, 2 refused\n"
    );
    for _ in 0..2 {
        let (code, report, _) = import(&url, &["--token-file", "token"]);
        assert_eq!((code, &report), (Some(6), &expected));
    }

    // A token that is not accepted, no token, and no service.
    fs::write(&token_file, &token[..20]).unwrap();
    let (code, report, error) = import(&url, &["--token-file", "token"]);
    assert_eq!(report, format!("imported into {url}: 0 plants, 0 refused\n"));
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

#[test]
fn a_message_of_a_service_is_a_part_of_one_line_of_the_report() {
    let hostile = r"\u001b[2J\u009b\u202e\r\nimported: 9 plants\n::error::a";
    for (status, code) in [("400 Bad Request", Some(6)), ("401 Unauthorized", Some(1))] {
        let mut session = Session::new();
        let directory = session.directory();
        fs::write(directory.join("token"), "plant_c2VjcmV0").unwrap();
        fs::write(directory.join("plants.jsonl"), "{\"id\":7,\"name\":\"a\"}\n").unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let service = std::thread::spawn(move || {
            let error = if status.starts_with("400") { 110 } else { 201 };
            let body = format!(r#"{{"error":{error},"message":"{hostile}"}}"#);
            let (mut connection, _) = listener.accept().unwrap();
            let mut request = Vec::new();
            while !request.ends_with(b"}") {
                let mut byte = [0];
                connection.read_exact(&mut byte).unwrap();
                request.extend(byte);
            }
            let head = format!(
                "HTTP/1.1 {status}\r\ncontent-type: application/json\r\nwww-authenticate: Bearer\r\n\
                 content-length: {}\r\nconnection: close\r\n\r\n",
                body.len()
            );
            connection.write_all((head + &body).as_bytes()).unwrap();
        });
        let arguments = ["plants", "import", "plants.jsonl", "--url", &url];
        let output = session.run(&[&arguments[..], &["--token-file", "token"]].concat());
        service.join().unwrap();
        let text = [output.stdout, output.stderr].concat();
        let text = String::from_utf8(text).unwrap();
        let escaped = r"\u{1b}[2J\u{9b}\u{202e}\r\nimported: 9 plants\n::error::a";
        assert!(text.contains(escaped), "{text}");
        assert!(!text.contains("\nimported: 9"), "{text}");
        assert!(!text.contains(|character: char| character.is_control() && character != '\n'));
        assert_eq!(output.status.code(), code);
    }
}

/// Starts a service, and writes its token into the file `token`. Returns the URL, too.
pub(crate) fn service(directory: &Path) -> (Service, String) {
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
    assert_eq!(report, format!("imported into {url}: 3 plants, 0 refused\n"));
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
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let refused =
        "line 2: error 101: The body is not valid: at \"\" \"name\" is a required property.";
    let (code, report, error) = import(&url);
    assert_eq!(code, Some(1));
    assert_eq!(report, format!("{refused}\nimported into {url}: 0 plants, 1 refused\n"));
    let expected = "error: line 1 cannot be stored; run the command again to continue: the \
                    connection was refused (after ";
    assert!(error.starts_with(expected), "{error}");

    let again = Service::start(&directory, &[]);
    let url = format!("http://{}", again.address());
    let (code, report, _) = import(&url);
    assert_eq!(code, Some(6));
    assert_eq!(report, format!("{refused}\nimported into {url}: 2 plants, 1 refused\n"));
    let exported = session.run(&["plants", "export"]).stdout;
    assert_eq!(String::from_utf8(exported).unwrap().lines().count(), 2);
}

#[test]
fn a_second_signal_ends_an_import_that_waits_for_a_service() {
    // The lines with one id, and whether the file has ended.
    for (lines, is_read) in [(1, false), (1, true), (2, false)] {
        let session = Session::new();
        let directory = session.directory();
        fs::write(directory.join("token"), "plant_c2VjcmV0").unwrap();
        // It reads a request and does not answer.
        let silent = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", silent.local_addr().unwrap());
        let mut import = Import::start(&directory, &["--url", &url, "--token-file", "token"]);
        for _ in 0..lines {
            import.write(1);
        }
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
        assert_eq!(report, format!("imported into {url}: 0 plants, 0 refused\n"));
        assert!(error.starts_with("error: stopped by SIG"), "{error}");
        assert_eq!(code, Some(1));
    }
}
