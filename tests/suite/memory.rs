//! The memory of a service whose callers hold bodies that are almost complete, as
//! `docs/deployment.md` states it.

use std::thread;
use std::time::Duration;

use test_kit::connection::Connection;
use test_kit::service::{Service, Session};

const MEBIBYTE: usize = 1 << 20;

/// The memory for the bodies of all connections.
const BODIES: usize = 128 * MEBIBYTE;

/// The maximum of the buffers of one connection.
const BUFFERS: usize = MEBIBYTE;

/// Returns the resident memory of a service, in bytes.
fn resident_bytes(admin: &str) -> usize {
    let mut connection = Connection::open(admin);
    connection.send(format!("GET /metrics HTTP/1.1\r\nHost: {admin}\r\n\r\n").as_bytes());
    let text = String::from_utf8(connection.answer().unwrap().body).unwrap();
    let name = "process_resident_memory_bytes ";
    let value = text.lines().find_map(|line| line.strip_prefix(name));
    value.unwrap().parse().unwrap()
}

#[test]
fn held_bodies_take_no_more_than_their_memory_and_the_buffers_of_their_connections() {
    let session = Session::new();
    let service = Service::start(&session.directory(), &["--admin", "127.0.0.1:0"]);
    let (token, address) = service.first_start();
    let admin = service.admin_address();
    let before = resident_bytes(&admin);
    let body = " ".repeat(MEBIBYTE);
    let head = format!(
        "POST /plants HTTP/1.1\r\nHost: example\r\nAuthorization: Bearer {token}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    let almost = format!("{head}{}", &body[1..]);
    let hold = || {
        let mut connection = Connection::open(&address);
        connection.send(almost.as_bytes());
        connection
    };
    let held: Vec<_> = thread::scope(|scope| {
        let callers = [(); 8].map(|()| scope.spawn(|| [(); 32].map(|()| hold())));
        callers.into_iter().flat_map(|caller| caller.join().unwrap()).collect()
    });
    // The service still reads what the system has received. A shorter time shows less, and does
    // not fail.
    let peak = (0..60).map(|_| {
        thread::sleep(Duration::from_millis(50));
        resident_bytes(&admin)
    });
    let taken = peak.max().unwrap() - before;
    let most = BODIES + held.len() * BUFFERS;
    println!(
        "{} bodies take {} MiB, at most {} MiB",
        held.len(),
        taken / MEBIBYTE,
        most / MEBIBYTE
    );
    assert!(taken < most);
}
