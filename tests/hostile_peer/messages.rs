//! Peers that send malformed, unusual or obsolete messages.

use crate::script::{Case, case};

#[rustfmt::skip]
pub fn framing() -> Vec<Case> {
    let chunked = |name, asks, chunks: &str| {
        case(name, asks).send(&format!("CREATETransfer-Encoding: chunked\r\n\r\n{chunks}"))
    };
    vec![
        case("Content-Length and Transfer-Encoding", "§6.1: the coding decides or 400, and close in any case")
            .does("the coding decides; what follows on the connection is not read")
            .send("CREATEContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n13\r\n{\"id\":2,\"name\":\"b\"}\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n")
            .status(200)
            .closed(),
        case("two lengths that differ", "§6.3: 400 and close")
            .send("CREATEContent-Length: 19\r\nContent-Length: 4\r\n\r\n")
            .status(400)
            .closed(),
        case("a length with a sign", "§6.3: 400 and close")
            .send("CREATEContent-Length: +19\r\n\r\n")
            .status(400)
            .closed(),
        case("a coding before chunked", "§6.1: 501")
            .send("CREATETransfer-Encoding: gzip, chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n")
            .status(501)
            .closed(),
        case("chunked is not the last coding", "§6.3: 400 and close")
            .send("CREATETransfer-Encoding: chunked, gzip\r\n\r\n")
            .status(400)
            .closed(),
        case("a coding in HTTP/1.0", "§6.1: framing is faulty; close")
            .send("POST /plants HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")
            .status(400)
            .closed(),
        chunked("a chunk size that is no number", "§7.1: invalid; close", "x\r\n").error(400, 100).closed(),
        chunked("a negative chunk size", "§7.1: invalid; close", "-1\r\n").error(400, 100).closed(),
        chunked("no chunk size", "§7.1: invalid; close", "\r\n").error(400, 100).closed(),
        chunked("a chunk size beyond 64 bits", "§7.1: a recipient must expect large numbers", "10000000000000000\r\n").error(400, 100).closed(),
        chunked("a chunk size beyond the limit", "9110 §15.5.14: 413; the contract says 400 with 103", "fffffff\r\n")
            .does("counts what arrives, not what is announced")
            .error(400, 104)
            .closed(),
        chunked("a chunk that is longer than its size", "§7.1: invalid; close", "1\r\n{\"id\"\r\n").error(400, 100).closed(),
        chunked("long chunk extensions", "§7.1.1: a limit on their length", "1;a=b\r\n{\r\n1;").repeat("x", 20_000).error(400, 100).closed(),
        chunked("trailer fields", "9110 §6.5.1: may be ignored", "13\r\n{\"id\":3,\"name\":\"c\"}\r\n0\r\nAuthorization: Bearer x\r\n\r\n").status(200),
    ]
}

#[rustfmt::skip]
pub fn connections() -> Vec<Case> {
    vec![
        case("pipelining", "§9.3.2: answers in the order of the requests")
            .send("CREATEContent-Length: 19\r\n\r\n{\"id\":4,\"name\":\"d\"}CREATEContent-Length: 0\r\n\r\nGET /plants HTTP/1.1\r\nHost: a\r\n\r\n")
            .status(200)
            .error(400, 100)
            .status(405),
        case("Connection: close", "§9.6: close after the answer")
            .send("CREATEConnection: close\r\nContent-Length: 19\r\n\r\n{\"id\":5,\"name\":\"e\"}")
            .status(200)
            .closed(),
        case("HTTP/1.0", "§9.3: close after the answer")
            .send("POST /plants HTTP/1.0\r\nAuthorization: Bearer TOKEN\r\nContent-Type: application/json\r\nContent-Length: 19\r\n\r\n{\"id\":6,\"name\":\"f\"}")
            .status(200)
            .closed(),
        case("HTTP/1.0 that wants to go on", "§9.3: may stay open")
            .send("GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
            .status(404)
            .send("GET /b HTTP/1.0\r\n\r\n")
            .status(404)
            .closed(),
        case("a version to come", "9110 §2.5: the highest that is known, within the major one")
            .left("hyper knows 1.0 and 1.1 only")
            .send("GET /a HTTP/1.2\r\nHost: a\r\n\r\n")
            .status(400)
            .closed(),
        case("HTTP/2 by prior knowledge", "9113 §3.3: nothing; 9110 §15.6.6: 505, if it says why")
            .left("is served: dropshot has no switch for it. The proxies of docs/deployment.md do not pass it on"),
        case("an upgrade to HTTP/2", "9110 §7.8: may be ignored")
            .send("CREATEConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\nContent-Length: 19\r\n\r\n{\"id\":7,\"name\":\"g\"}")
            .status(200),
        case("TLS", "nothing")
            .send("\x16\x03\x01\x02\0\x01\0\x01\u{fc}\x03\x03\r\n\r\n")
            .status(400)
            .closed(),
        case("Expect: 100-continue", "9110 §10.1.1: 100, or a final status at once")
            .send("CREATEExpect: 100-continue\r\nContent-Length: 19\r\n\r\n")
            .status(100)
            .send("{\"id\":8,\"name\":\"h\"}")
            .status(200),
        case("Expect: 100-continue without a credential", "9110 §10.1.1: as above")
            .does("refuses before anything is sent, and closes, since what follows may be the body or not")
            .send("POST /plants HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 19\r\n\r\n")
            .error(401, 200)
            .closed(),
        case("another expectation", "9110 §10.1.1: 417 or ignored")
            .does("ignores it")
            .send("CREATEExpect: water\r\nContent-Length: 19\r\n\r\n{\"id\":9,\"name\":\"i\"}")
            .status(200),
    ]
}

#[rustfmt::skip]
pub fn targets() -> Vec<Case> {
    let create = |name, asks, target: &str, host: &str, id| {
        let body = format!("{{\"id\":{id},\"name\":\"t\"}}");
        case(name, asks).send(&format!(
            "POST {target} HTTP/1.1\r\n{host}Authorization: Bearer TOKEN\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        ))
    };
    let host = "Host: example\r\n";
    vec![
        create("absolute form", "§3.2.2: must be accepted", "http://example/plants", host, 10).status(200),
        create("absolute form of another host", "§3.2.2: Host is ignored", "http://elsewhere/plants", host, 11)
            .does("serves every name alike")
            .status(200),
        create("two slashes", "9110 §4.2.3: another path", "//plants", host, 12).status(404),
        create("a slash at the end", "9110 §4.2.3: another path", "/plants/", host, 12).status(404),
        create("an encoded letter", "9110 §4.2.3: the same path", "/%70lants", host, 12).status(200),
        create("dots", "9110 §4.2.3: a client's to remove", "/a/../plants", host, 13)
            .does("refuses them")
            .status(400),
        create("a fragment", "§3.2.1: none in a target", "/plants#a", host, 13)
            .left("hyper cuts it off")
            .status(200),
        create("a target that is none", "§3.2: 400", "plants", host, 14)
            .left("hyper takes it for a host")
            .status(404),
        case("asterisk form", "§3.2.4: for OPTIONS, about the server")
            .does("knows no options")
            .send("OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n")
            .status(404),
        case("authority form", "9110 §9.3.6: for CONNECT, which a server need not know")
            .send("CONNECT example:80 HTTP/1.1\r\nHost: example:80\r\n\r\n")
            .status(404),
        create("no Host", "§3.2: 400", "/plants", "", 15).status(400),
        create("two Hosts", "§3.2: 400", "/plants", "Host: a\r\nHost: a\r\n", 15).status(400),
        create("a Host that is none", "§3.2: 400", "/plants", "Host: a/b\r\n", 15).status(400),
        create("a Host with a name before it", "9110 §4.2.4: an error", "/plants", "Host: me@a\r\n", 15).status(400),
        create("an empty Host", "§3.2: for targets without an authority", "/plants", "Host:\r\n", 15).status(200),
    ]
}

#[rustfmt::skip]
pub fn heads() -> Vec<Case> {
    let field = |name, asks, field: &str| {
        case(name, asks).send(&format!("GET /a HTTP/1.1\r\nHost: a\r\n{field}\r\n\r\n"))
    };
    vec![
        case("too many fields", "6585 §5: 431")
            .send("GET / HTTP/1.1\r\nHost: a\r\n")
            .repeat("A: b\r\n", 100)
            .send("\r\n")
            .status(431)
            .closed(),
        case("fields that are too long", "6585 §5: 431")
            .does("takes heads up to about 400 KiB, which is hyper's limit")
            .send("GET / HTTP/1.1\r\nHost: a\r\nA: ")
            .repeat("b", 500_000)
            .status(431)
            .closed(),
        case("a target that is too long", "9110 §15.5.15: 414")
            .send("GET /")
            .repeat("a", 65_535)
            .send(" HTTP/1.1\r\nHost: a\r\n\r\n")
            .status(414)
            .closed(),
        case("a target that is far too long", "9110 §15.5.15: 414")
            .left("hyper doesn't see its end and takes it for a field")
            .send("GET /")
            .repeat("a", 500_000)
            .status(431)
            .closed(),
        case("a method that is too long", "9110 §15.6.2: 501")
            .does("answers as to any other that isn't the operation's")
            .repeat("A", 5_000)
            .send(" /plants HTTP/1.1\r\nHost: a\r\n\r\n")
            .status(405),
        field("a folded field", "§5.2: 400 or one space", "A: b\r\n c").status(400).closed(),
        field("space before the colon", "§5.1: 400", "A : b").status(400).closed(),
        field("a field without a name", "§5: 400", ": b").status(400).closed(),
        field("a NUL in a field", "9110 §5.5: 400 or a space", "A: b\0c").status(400).closed(),
        field("a carriage return alone", "§2.2: 400 or a space", "A: b\rc").status(400).closed(),
        case("line feeds alone", "§2.2: may be taken for the end of a line")
            .send("GET /a HTTP/1.1\nHost: a\n\n")
            .status(404),
        case("empty lines before a request", "§2.2: at least one is ignored")
            .send("\r\n\r\nGET /a HTTP/1.1\r\nHost: a\r\n\r\n")
            .status(404),
        case("space before the first field", "§2.2: 400 or without that line")
            .send("GET /a HTTP/1.1\r\n Host: a\r\n\r\n")
            .status(400)
            .closed(),
        case("HTTP/0.9", "nothing any more").send("GET /plants\r\n\r\n").status(400).closed(),
        case("a version in small letters", "§2.3: case matters; 400")
            .send("GET /a http/1.1\r\nHost: a\r\n\r\n")
            .status(400)
            .closed(),
    ]
}
