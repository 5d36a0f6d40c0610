//! Peers that take their time. The service that they meet waits for a second.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::thread::sleep;
use std::time::Duration;

use crate::script::{Case, case};
use crate::support::{Service, Session};

#[rustfmt::skip]
pub fn cases() -> Vec<Case> {
    vec![
        case("nothing is ever sent", "§9.5: nothing; a server may close at any time")
            .does("closes after the time for a request, and has kept nothing but the socket")
            .closed(),
        case("slow headers", "9110 §15.5.9: 408 and close, if it says why")
            .does("gives a head the time for a request, however it trickles")
            .send("POST /plants HTTP/1.1\r\nHo")
            .status(408)
            .closed(),
        case("slow headers of a second request", "9110 §15.5.9: as above")
            .send("GET /a HTTP/1.1\r\nHost: a\r\n\r\n")
            .status(404)
            .send("POST /plants HTTP/1.1\r\nHo")
            .status(408)
            .closed(),
        case("nothing more is sent after a request", "§9.5: nothing; a server may close at any time")
            .send("GET /a HTTP/1.1\r\nHost: a\r\n\r\n")
            .status(404)
            .closed(),
        case("the beginning of what may be HTTP/2", "9110 §15.5.9: as above")
            .send("P")
            .status(408)
            .closed(),
        case("slow body", "9110 §15.5.9: 408; the contract says 400 with 104")
            .does("gives head and body together the time for a request, counted from its first byte")
            .send("CREATEContent-Length: 19\r\n\r\n{\"id\":")
            .error(400, 104)
            .closed(),
        case("slow chunks", "as above")
            .send("CREATETransfer-Encoding: chunked\r\n\r\n5\r\n{\"id\"\r\n")
            .error(400, 104)
            .closed(),
        case("slow body without a credential", "§9.6: an answer before the end of a request, then a close in stages")
            .does("answers before it reads, and says that it closes")
            .send("POST /plants HTTP/1.1\r\nHost: a\r\nContent-Length: 19\r\n\r\n{")
            .error(401, 200)
            .closed(),
        case("a body that is not read to the end before the answer", "§9.6: read on for a while, lest the answer be lost")
            .does("reads and forgets for 2 s after the answer, until the peer hangs up")
            .send("POST /plants HTTP/1.1\r\nHost: a\r\nContent-Length: 4194304\r\n\r\n")
            .repeat(" ", 4_194_304)
            .error(401, 200)
            .closed(),
        case("a short body that is not read to the end before the answer", "§9.3: stay open, if the rest can be read")
            .does("reads and forgets what is there")
            .send("POST /plants HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}")
            .error(401, 200)
            .send("GET /a HTTP/1.1\r\nHost: a\r\n\r\n")
            .status(404),
        case("a body that is far too large", "9110 §15.5.14: 413; the contract says 400 with 103")
            .send("CREATEContent-Length: 4194304\r\n\r\n")
            .repeat(" ", 4_194_304)
            .error(400, 103)
            .closed(),
        case("sends no more after the request, and reads", "nothing; TCP has two directions")
            .does("answers, then hangs up")
            .send("CREATEContent-Length: 19\r\n\r\n{\"id\":1,\"name\":\"a\"}")
            .finish()
            .status(200)
            .closed(),
        case("sends no more in the middle of a body", "§8: the request is incomplete; 400 before the close, if it likes")
            .does("answers 100, as to any other broken JSON")
            .send("CREATEContent-Length: 19\r\n\r\n{\"id\":")
            .finish()
            .error(400, 100)
            .closed(),
        case("sends no more in the middle of a head", "§8: as above")
            .send("POST /plants HTTP/1.1\r\nHo")
            .finish()
            .closed(),
        case("sends no more at all", "nothing").finish().closed(),
    ]
}

#[test]
fn a_body_that_nobody_reads_can_be_sent_to_its_end_and_the_answer_read_then() {
    let session = Session::new();
    let service = Service::start(&session.directory(), &[]);
    let mut stream = TcpStream::connect(service.address()).unwrap();
    // More than the system holds between the two.
    let body = vec![b' '; 64 << 20];
    write!(
        stream,
        "POST /plants HTTP/1.1\r\nHost: a\r\nContent-Length: {}\r\n\r\n",
        body.len()
    )
    .unwrap();
    stream.write_all(&body).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 401 "), "{answer}");
}

#[test]
fn a_request_has_its_time_from_its_first_byte_and_not_from_its_head() {
    let session = Session::new();
    let service = Service::start(&session.directory(), &["--request-timeout", "4"]);
    let (token, address) = service.first_start();
    // Who sends half a request at 0 s is answered at 4 s, before somebody who
    // began at 1.5 s, although the head was complete only at 3 s.
    let open = |sent: &str| {
        let mut stream = TcpStream::connect(&address).unwrap();
        stream.write_all(sent.as_bytes()).unwrap();
        stream
    };
    let mut slow = open("POST /plants HTTP/1.1\r\n");
    sleep(Duration::from_millis(1500));
    let mut later = open("GET /");
    sleep(Duration::from_millis(1500));
    let rest = format!(
        "Host: a\r\nAuthorization: Bearer {token}\r\nContent-Type: application/json\r\n\
         Content-Length: 9\r\n\r\n{{"
    );
    slow.write_all(rest.as_bytes()).unwrap();
    let mut answer = [0; 12];
    slow.read_exact(&mut answer).unwrap();
    assert_eq!(&answer, b"HTTP/1.1 400");
    later.set_nonblocking(true).unwrap();
    let still_open = later.read(&mut [0]).unwrap_err();
    assert_eq!(still_open.kind(), ErrorKind::WouldBlock);
}
