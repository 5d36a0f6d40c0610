//! Slow peers. The request timeout of the service is one second.

use std::io::{Read, Write};
use std::net::TcpStream;

use crate::script::{Case, case};
use test_kit::service::{Service, Session};

#[rustfmt::skip]
pub fn cases() -> Vec<Case> {
    vec![
        case("nothing is ever sent", "§9.5: nothing; a server may close at any time")
            .left("stays open: dropshot has no timer for it. See docs/deployment.md"),
        case("slow headers", "9110 §15.5.9: 408 and close, if it says why")
            .does("gives a head 30 s from its first byte, however it trickles")
            .left("no answer says why, and the time is hyper's own")
            .send("POST /plants HTTP/1.1\r\nHo")
            .closed(),
        case("nothing more is sent after a request", "§9.5: nothing; a server may close at any time")
            .left("stays open for 30 s, as a head that does not come")
            .send("GET /a HTTP/1.1\r\nHost: a\r\n\r\n")
            .status(404),
        case("slow body", "9110 §15.5.9: 408; the contract says 400 with 104")
            .does("gives the body --request-timeout seconds from the end of the head")
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
            .left("hyper takes it for the end of the caller unless the answer is ready, and dropshot has no switch for it")
            .send("CREATEContent-Length: 19\r\n\r\n{\"id\":1,\"name\":\"a\"}")
            .finish(),
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
    // More than the socket buffers of both ends.
    let body = vec![b' '; 64 << 20];
    write!(stream, "POST /plants HTTP/1.1\r\nHost: a\r\nContent-Length: {}\r\n\r\n", body.len())
        .unwrap();
    stream.write_all(&body).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 401 "), "{answer}");
}
