//! Peers that take their time. The service that they meet waits for a second.

use std::io::{Read, Write};
use std::net::TcpStream;

use crate::script::{Case, case};
use crate::support::{Service, Session};

#[rustfmt::skip]
pub fn cases() -> Vec<Case> {
    vec![
        case("nothing is ever sent", "§9.5: nothing; a server may close at any time")
            .does("closes after the time for a request, and has kept nothing but the socket")
            .closed(),
        case("slow headers", "9110 §15.5.9: 408 and close, if it says why")
            .does("gives the first head of a connection the time for a request, however it trickles")
            .left("dropshot gives each further head of a connection 30 s, and says nothing then")
            .send("POST /plants HTTP/1.1\r\nHo")
            .status(408)
            .closed(),
        case("the beginning of what may be HTTP/2", "9110 §15.5.9: as above")
            .send("P")
            .status(408)
            .closed(),
        case("slow body", "9110 §15.5.9: 408; the contract says 400 with 104")
            .does("gives the body the time for a request, counted from when it is read")
            .left("head and body have that time each, so together a request may take twice of it")
            .send("CREATEContent-Length: 19\r\n\r\n{\"id\":")
            .error(400, 104)
            .closed(),
        case("slow chunks", "as above")
            .send("CREATETransfer-Encoding: chunked\r\n\r\n5\r\n{\"id\"\r\n")
            .error(400, 104)
            .closed(),
        case("slow body without a credential", "§9.6: an answer before the end of a request, then a close in stages")
            .does("answers before it reads")
            .send("POST /plants HTTP/1.1\r\nHost: a\r\nContent-Length: 19\r\n\r\n{")
            .error(401, 200)
            .closed(),
        case("a body that is not read to the end before the answer", "§9.6: read on for a while, lest the answer be lost")
            .does("reads and forgets for 2 s after the answer, until the peer hangs up")
            .send("POST /plants HTTP/1.1\r\nHost: a\r\nContent-Length: 4194304\r\n\r\n")
            .repeat(" ", 4_194_304)
            .error(401, 200)
            .closed(),
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
            .does("answers 104, or after 2 s 100, since it cannot know that nobody is there")
            .send("CREATEContent-Length: 19\r\n\r\n{\"id\":")
            .finish()
            .error(400, 104)
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
