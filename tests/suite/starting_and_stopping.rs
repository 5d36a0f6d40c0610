//! A service starts completely or not at all, and stops on a signal.
//! The sessions are in `tests/output/`.

use std::fs::File;
use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixDatagram;
use std::process::Command;

use expectorate::assert_contents;
use test_kit::connection::{Connection, PATIENCE};
use test_kit::service::{Service, Session, plant_store, program, without_settings};

#[test]
fn the_very_first_start_prints_a_token_once_and_then_the_address() {
    let mut session = Session::new();
    let service = Service::start(&session.directory(), &[]);
    let line = service.line().unwrap();
    let token = line.strip_prefix("token: ").unwrap().to_owned();
    assert!(plant_store::tokens::Token::parse(&token).is_some());
    let line = service.line().unwrap();
    let address = line.strip_prefix("listening on http://").unwrap();
    assert!(!address.ends_with(":0"));
    TcpStream::connect(address).unwrap();
    service.signal("TERM");
    let (code, output, log) = service.end();
    assert_eq!((code, output), (Some(0), vec![]));
    assert!(log.iter().all(|record| !record.contains(&token)));

    session.run(&["token", "revoke", "first"]);
    let again = Service::start(&session.directory(), &[]);
    assert!(again.line().unwrap().starts_with("listening on "), "there was a token once");
}

#[test]
fn a_store_that_has_a_token_gets_no_other() {
    let mut session = Session::new();
    session.run(&["token", "create", "--new-store", "--name", "mine"]);
    let service = Service::start(&session.directory(), &[]);
    assert!(service.line().unwrap().starts_with("listening on "));
}

#[test]
fn a_store_that_other_users_may_read_is_served_and_logged() {
    let mut session = Session::new();
    session.run(&["token", "create", "--new-store", "--name", "mine"]);
    let path = session.directory().join("plants.db");
    std::fs::set_permissions(&path, PermissionsExt::from_mode(0o644)).unwrap();
    let service = Service::start(&session.directory(), &[]);
    let record = service.wait_for_log("has mode 0644");
    assert!(record.contains("WARN"), "{record}");
}

#[test]
fn tokens_and_plants_are_at_hand_while_the_service_runs() {
    let mut session = Session::new();
    let service = Service::start(&session.directory(), &[]);
    service.address();
    session.note("a service runs");
    session.run(&["token", "list"]);
    session.run(&["token", "create", "--name", "second", "--expires", "12h"]);
    session.run(&["token", "revoke", "first"]);
    session.run(&["token", "list"]);
    session.run(&["plants", "export"]);
    session.run(&["plants", "get", "7"]);
    session.run(&["serve", "--listen", "127.0.0.1:0"]);
    assert_contents("tests/output/beside_a_service.txt", &session.transcript());
}

#[test]
fn both_signals_stop_the_service_and_it_starts_again() {
    let session = Session::new();
    for name in ["TERM", "INT", "TERM"] {
        let service = Service::start(&session.directory(), &[]);
        service.address();
        service.signal(name);
        let (code, _, log) = service.end();
        assert_eq!(code, Some(0), "{log:?}");
        let last: serde_json::Value = serde_json::from_str(log.last().unwrap()).unwrap();
        assert_eq!(last["msg"], "stopped");
    }
}

#[test]
fn systemd_is_told_when_the_service_is_ready_and_when_it_stops() {
    let session = Session::new();
    let (socket, mut serve) = notifying(&session);
    let service = Service::of(&mut serve);
    assert_eq!(told(&socket), "READY=1");
    service.signal("TERM");
    assert_eq!(told(&socket), "STOPPING=1");
    assert_eq!(service.end().0, Some(0));
}

/// Returns a socket in place of systemd's, and the command of a service that uses it.
fn notifying(session: &Session) -> (UnixDatagram, Command) {
    let path = session.directory().join("notify");
    let socket = UnixDatagram::bind(&path).unwrap();
    socket.set_read_timeout(Some(PATIENCE)).unwrap();
    let mut serve = plant_store(&session.directory());
    serve.args(["serve", "--listen", "127.0.0.1:0"]).env("NOTIFY_SOCKET", path);
    (socket, serve)
}

/// Returns the next message to systemd.
fn told(socket: &UnixDatagram) -> String {
    let mut message = [0; 256];
    let length = socket.recv(&mut message).unwrap();
    let message = String::from_utf8(message[..length].to_vec()).unwrap();
    message.trim_end().to_owned()
}

#[test]
fn the_watchdog_of_systemd_gets_messages_until_the_service_stops() {
    let session = Session::new();
    let (socket, mut serve) = notifying(&session);
    let service = Service::of(serve.env("WATCHDOG_USEC", "150000"));
    let (token, address) = service.first_start();
    assert_eq!(told(&socket), "READY=1");
    for _ in 0..5 {
        assert_eq!(told(&socket), "WATCHDOG=1");
    }
    let mut unfinished = Connection::open(&address);
    let plant = r#"{"id":7,"name":"Aloe vera"}"#;
    unfinished.create(&token, "Expect: 100-continue\r\n", plant);
    assert_eq!(unfinished.answer().unwrap().status, 100);
    service.signal("TERM");
    while told(&socket) != "STOPPING=1" {}
    for _ in 0..3 {
        assert_eq!(told(&socket), "WATCHDOG=1", "while requests are answered");
    }
    unfinished.send(plant.as_bytes());
    assert_eq!(unfinished.answer().unwrap().status, 200);
    assert_eq!(service.end().0, Some(0));
}

#[test]
fn a_service_without_tls_goes_on_after_a_reload() {
    let session = Session::new();
    let service = Service::start(&session.directory(), &[]);
    service.address();
    service.signal("HUP");
    service.wait_for_log("there is no certificate to renew");
    service.signal("TERM");
    assert_eq!(service.end().0, Some(0));
}

#[test]
fn a_request_that_has_begun_is_answered_before_the_service_stops() {
    for name in ["TERM", "INT"] {
        let mut session = Session::new();
        let service = Service::start(&session.directory(), &[]);
        let (token, address) = service.first_start();
        let mut connection = Connection::open(&address);
        let body = r#"{"id":7,"name":"Aloe vera"}"#;
        let (begun, rest) = body.split_at(body.len() / 2);
        connection.create(&token, "Expect: 100-continue\r\n", body);
        let interim = connection.answer().unwrap();
        assert_eq!(interim.status, 100, "the body is being read");
        connection.send(begun.as_bytes());
        service.signal(name);
        service.wait_for_log("\"stopping\"");
        connection.send(rest.as_bytes());
        assert_eq!(connection.answer().unwrap().status, 200);
        assert!(connection.answer().is_none(), "and hangs up");
        assert_eq!(service.end().0, Some(0));
        let stored = session.run(&["plants", "get", "7"]).stdout;
        assert_eq!(String::from_utf8(stored).unwrap(), format!("{body}\n"));
    }
}

#[test]
fn a_second_signal_does_not_wait_for_requests_and_keeps_what_was_answered() {
    for signals in [["TERM", "INT"], ["INT", "INT"], ["TERM", "TERM"]] {
        let mut session = Session::new();
        let service = Service::start(&session.directory(), &[]);
        let (token, address) = service.first_start();
        let mut connection = Connection::open(&address);
        let plant = r#"{"id":7,"name":"Aloe vera"}"#;
        connection.create(&token, "", plant);
        assert_eq!(connection.answer().unwrap().status, 200);
        let mut unfinished = Connection::open(&address);
        unfinished.create(&token, "Expect: 100-continue\r\n", plant);
        assert_eq!(unfinished.answer().unwrap().status, 100);
        service.signal(signals[0]);
        service.wait_for_log("\"stopping\"");
        service.signal(signals[1]);
        let (code, _, log) = service.end();
        assert_eq!(code, Some(1));
        assert_eq!(
            log.last().unwrap(),
            "error: stopped at once, by a second signal; requests may be unanswered"
        );
        let stored = session.run(&["plants", "get", "7"]).stdout;
        assert_eq!(String::from_utf8(stored).unwrap(), format!("{plant}\n"));
    }
}

#[test]
fn a_second_signal_ends_a_service_whose_standard_error_is_full() {
    let session = Session::new();
    let pipe = session.directory().join("unread");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let mut full = File::options().read(true).write(true).open(pipe).unwrap();
    // Nobody reads: the thread is stuck as soon as the pipe is full.
    std::thread::spawn(move || while full.write_all(&[0; 4096]).is_ok() {});
    let mut shell = Command::new("sh");
    shell.args(["-c", "exec \"$0\" serve --listen 127.0.0.1:0 2>unread"]).arg(program());
    without_settings(&mut shell);
    let service = Service::of(shell.current_dir(session.directory()));
    let (token, address) = service.first_start();
    let mut unfinished = Connection::open(&address);
    unfinished.create(&token, "Expect: 100-continue\r\n", r#"{"id":7,"name":"Aloe vera"}"#);
    assert_eq!(unfinished.answer().unwrap().status, 100);
    service.signal("TERM");
    service.signal("INT");
    assert_eq!(service.end().0, Some(1));
}

#[test]
fn requests_that_never_arrive_do_not_keep_the_service() {
    let session = Session::new();
    let service = Service::start(&session.directory(), &["--request-timeout", "1"]);
    let mut unfinished = TcpStream::connect(service.address()).unwrap();
    unfinished.write_all(b"POST /plants HTTP/1.1\r\nHost: example\r\n").unwrap();
    service.signal("TERM");
    assert_eq!(service.end().0, Some(0));
}

#[test]
fn an_address_that_cannot_be_used_is_named() {
    let occupied = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = occupied.local_addr().unwrap().to_string();
    let mut session = Session::new();
    for address in [&*address, "192.0.2.1:8080"] {
        // Without records, which have the time.
        let output = session.run(&["serve", "--listen", address, "--log-level", "critical"]);
        assert_eq!(output.status.code(), Some(4));
        assert!(output.stdout.is_empty(), "no token is printed");
    }
    session.note("and no token was made");
    session.run(&["token", "list"]);
    let transcript = session.transcript().replace(&address, "127.0.0.1:PORT");
    assert_contents("tests/output/unusable_address.txt", &transcript);
}

#[test]
fn a_store_that_cannot_be_used_is_named_and_left_as_it_was() {
    let mut session = Session::new();
    let directory = session.directory();
    std::fs::write(directory.join("notes.txt"), "to water on Monday\n").unwrap();
    std::fs::create_dir(directory.join("garden")).unwrap();
    sql(&session, "accounts.db", "CREATE TABLE accounts (balance INTEGER)");
    session.run(&[
        "token",
        "create",
        "--new-store",
        "--name",
        "mine",
        "--store",
        "sqlite:newer.db",
    ]);
    sql(&session, "newer.db", "PRAGMA user_version = 99");

    for (file, code) in [
        ("notes.txt", 7),
        ("garden", 7),
        ("accounts.db", 7),
        ("newer.db", 7),
        ("nowhere/plants.db", 3),
        // A directory in which not even root can create a file.
        ("/proc/plants.db", 3),
    ] {
        let path = directory.join(file);
        let before = std::fs::read(&path).ok();
        let store = format!("sqlite:{file}");
        for command in [
            &["serve", "--listen", "127.0.0.1:0", "--store", &store] as &[&str],
            &["token", "create", "--name", "other", "--store", &store],
            &["token", "revoke", "mine", "--store", &store],
            &["plants", "export", "--store", &store],
        ] {
            let output = session.run(command);
            assert_eq!(output.status.code(), Some(code), "{command:?}");
            assert!(output.stdout.is_empty(), "{command:?}");
            let message = String::from_utf8(output.stderr).unwrap();
            assert_eq!(message.lines().count(), 1, "{message}");
        }
        assert_eq!(std::fs::read(&path).ok(), before, "{file}");
    }
    let mut names: Vec<_> =
        directory.read_dir().unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(
        names,
        ["accounts.db", "garden", "newer.db", "notes.txt"],
        "nothing was left behind"
    );
    assert_contents("tests/output/unusable_store.txt", &session.transcript());
}

fn sql(session: &Session, file: &str, sql: &str) {
    let connection = rusqlite::Connection::open(session.directory().join(file)).unwrap();
    connection.execute_batch(sql).unwrap();
}
