//! Tables of heads: credentials, content types, targets, methods, and the framing of
//! bodies. One row a line.

use crate::expected::{
    CONTENT_TYPE, Expected, NO_CREDENTIAL, NOT_JSON, REFUSED, TOO_LARGE, TOO_SLOW, named,
};
use crate::request::{Request, post};
use crate::table::{Row, row};

/// The default limit of a body, in bytes.
const LIMIT: usize = 1 << 20;

fn plant(id: i32) -> Request {
    post(format!(r#"{{"id":{id},"name":"a"}}"#))
}

/// Exactly one `Authorization` field with one bearer token (RFC 6750 §2.1),
/// verified before anything else.
#[rustfmt::skip]
pub fn credentials() -> Vec<Row> {
    let field = |id, field: &str| plant(id).fields([format!("Authorization: {field}")]);
    let without = |request: Request| request.without("Authorization");
    vec![
        row("none", without(plant(1)), NO_CREDENTIAL),
        row("an empty field", field(1, ""), NO_CREDENTIAL),
        row("another scheme", field(1, "Basic cGxhbnQ6cGxhbnQ="), NO_CREDENTIAL),
        row("a token without a scheme", field(1, "TOKEN"), NO_CREDENTIAL),
        row("a scheme that only begins so", field(1, "Bearers TOKEN"), NO_CREDENTIAL),
        row("no space after the scheme", field(1, "Bearer:TOKEN"), NO_CREDENTIAL),
        row("a tab after the scheme", field(1, "Bearer\tTOKEN"), NO_CREDENTIAL),
        row("the token in the query", without(plant(1)).line("POST /plants?access_token=TOKEN HTTP/1.1"), NO_CREDENTIAL),
        row("the token in the body", without(post(r#"{"id":1,"name":"a","access_token":"TOKEN"}"#)), NO_CREDENTIAL),
        row("the token in a form", without(post("access_token=TOKEN").fields(["Content-Type: application/x-www-form-urlencoded"])), NO_CREDENTIAL),
        row("the token in the target", without(plant(1)).line("POST http://user:TOKEN@example/plants HTTP/1.1"), NO_CREDENTIAL),
        row("the token for a proxy", without(plant(1)).fields(["Proxy-Authorization: Bearer TOKEN"]), NO_CREDENTIAL),
        row("the token in a cookie", without(plant(1)).fields(["Cookie: access_token=TOKEN"]), NO_CREDENTIAL),
        row("a scheme without a token", field(1, "Bearer"), REFUSED),
        row("a token nobody has", field(1, "Bearer UNKNOWN"), REFUSED),
        row("an expired token", field(1, "Bearer EXPIRED"), REFUSED),
        row("a revoked token", field(1, "Bearer REVOKED"), REFUSED),
        row("another service's token", field(1, "Bearer c2VjcmV0"), REFUSED),
        row("a token and a character more", field(1, "Bearer TOKEN0"), REFUSED),
        row("a token and padding", field(1, "Bearer TOKEN="), REFUSED),
        row("a token in quotes", field(1, "Bearer \"TOKEN\""), REFUSED),
        row("a token and another word", field(1, "Bearer TOKEN x"), REFUSED),
        row("a token and a comma", field(1, "Bearer TOKEN,"), REFUSED),
        row("a token and another credential", field(1, "Bearer TOKEN, Basic cGxhbnQ6cGxhbnQ="), REFUSED),
        row("bytes that are not ASCII", plant(1).fields([b"Authorization: Bearer \xff"]), REFUSED),
        row("two fields", plant(1).fields(["Authorization: Bearer TOKEN", "Authorization: Bearer TOKEN"]), REFUSED),
        row("two fields, one of another scheme", plant(1).fields(["Authorization: Basic cGxhbnQ6cGxhbnQ=", "Authorization: Bearer TOKEN"]), REFUSED),
        row("the scheme in small letters", field(400, "bearer TOKEN"), named("a")),
        row("the scheme in capitals", field(401, "BEARER TOKEN"), named("a")),
        row("two spaces", field(402, "Bearer  TOKEN"), named("a")),
        row("space around it all", field(403, " \t Bearer TOKEN \t "), named("a")),
        row("a credential, and the token in the query", plant(404).line("POST /plants?access_token=UNKNOWN HTTP/1.1"), named("a")),
        row("none, and a body that is not JSON", without(post("x")), NO_CREDENTIAL),
        row("none, and no body", without(post("")), NO_CREDENTIAL),
        row("none, and another content type", without(plant(1)).fields(["Content-Type: text/plain"]), NO_CREDENTIAL),
        row("none, and a body that never comes", without(plant(1)).unsent(), NO_CREDENTIAL),
        row("none, and a body too large that never comes", without(plant(1)).fields(["Content-Length: 99999999999"]).unsent(), NO_CREDENTIAL),
        row("none, and a chunked body that never comes", without(plant(1)).chunked().unsent(), NO_CREDENTIAL),
        row("none, and a body that waits to be asked for", without(plant(1)).after_continue(), NO_CREDENTIAL),
        row("a wrong one, and a body that never comes", field(1, "Bearer UNKNOWN").unsent(), REFUSED),
    ]
}

/// `application/json`, once, with any parameters (RFC 9110 §8.3.1).
#[rustfmt::skip]
pub fn content_types() -> Vec<Row> {
    let field = |id, field: &str| plant(id).fields([format!("Content-Type: {field}")]);
    vec![
        row("none", plant(1).without("Content-Type"), CONTENT_TYPE),
        row("an empty field", field(1, ""), CONTENT_TYPE),
        row("text", field(1, "text/plain"), CONTENT_TYPE),
        row("a form", field(1, "application/x-www-form-urlencoded"), CONTENT_TYPE),
        row("text with JSON in it", field(1, "text/json"), CONTENT_TYPE),
        row("another JSON", field(1, "application/problem+json"), CONTENT_TYPE),
        row("a longer name", field(1, "application/jsonl"), CONTENT_TYPE),
        row("a shorter name", field(1, "json"), CONTENT_TYPE),
        row("anything", field(1, "*/*"), CONTENT_TYPE),
        row("any of a kind", field(1, "application/*"), CONTENT_TYPE),
        row("two in one field", field(1, "application/json, application/json"), CONTENT_TYPE),
        row("two fields", plant(1).fields(["Content-Type: application/json", "Content-Type: application/json"]), CONTENT_TYPE),
        row("another word after it", field(1, "application/json utf-8"), CONTENT_TYPE),
        row("bytes that are not ASCII", plant(1).fields([b"Content-Type: application/json\xff"]), CONTENT_TYPE),
        row("none, and no body", post("").without("Content-Type"), CONTENT_TYPE),
        row("another, and a body that never comes", field(1, "text/plain").unsent(), CONTENT_TYPE),
        row("another, and a body that waits to be asked for", field(1, "text/plain").after_continue(), CONTENT_TYPE),
        row("capitals", field(500, "Application/JSON"), named("a")),
        row("a parameter", field(501, "application/json;charset=utf-8"), named("a")),
        row("a parameter after a space", field(502, "application/json; charset=UTF-8"), named("a")),
        row("a parameter between spaces", field(503, "application/json ; charset=utf-8"), named("a")),
        row("a parameter in quotes", field(504, "application/json; charset=\"utf-8\""), named("a")),
        row("a parameter that means nothing", field(505, "application/json; charset=utf-16; x=y"), named("a")),
        row("an empty parameter", field(506, "application/json;"), named("a")),
    ]
}

/// Requests to no operation: other paths and other methods. The responses are
/// dropshot's.
#[rustfmt::skip]
pub fn targets() -> Vec<Row> {
    let line = |id, line: &str| plant(id).line(line);
    let unknown = |case, path: &str| row(case, line(1, &format!("POST {path} HTTP/1.1")), Expected::Status(404));
    let method = |method: &'static str| row(method, line(1, &format!("{method} /plants HTTP/1.1")), Expected::Status(405));
    vec![
        unknown("the root", "/"),
        unknown("a plant", "/plants/1"),
        unknown("another word", "/plant"),
        unknown("capitals", "/Plants"),
        unknown("a version", "/v1/plants"),
        unknown("the document", "/openapi.json"),
        unknown("a slash at the end", "/plants/"),
        unknown("two slashes", "//plants"),
        unknown("an encoded slash", "/plants%2F1"),
        row("an unknown path without a credential", line(1, "POST /secrets HTTP/1.1").without("Authorization"), Expected::Status(404)),
        row("dots, which no path has", line(1, "POST /plants/../secrets HTTP/1.1"), Expected::Status(400)),
        row("a read of an unknown path", line(1, "GET /secrets HTTP/1.1"), Expected::Status(404)),
        method("GET"),
        method("HEAD"),
        method("PUT"),
        method("PATCH"),
        method("DELETE"),
        method("OPTIONS"),
        method("TRACE"),
        method("WATER"),
        method("post"),
        row("another method without a credential", line(1, "GET /plants HTTP/1.1").without("Authorization"), Expected::Status(405)),
        row("a query", line(600, "POST /plants?dry_run=true HTTP/1.1"), named("a")),
        row("an encoded letter", line(601, "POST /plant%73 HTTP/1.1"), named("a")),
        row("the absolute form", line(604, "POST http://example/plants HTTP/1.1"), named("a")),
    ]
}

/// The framing of bodies, and their length.
#[rustfmt::skip]
pub fn framing() -> Vec<Row> {
    let padded = |id: i32, length: usize| {
        let plant = format!(r#"{{"id":{id},"name":"a"}}"#);
        post(format!("{plant}{}", " ".repeat(length - plant.len())))
    };
    let length = |length: &str| plant(1).fields([format!("Content-Length: {length}")]);
    vec![
        row("as large as is allowed", padded(700, LIMIT), named("a")),
        row("one byte larger", padded(1, LIMIT + 1), TOO_LARGE),
        row("much larger", padded(1, 4 * LIMIT), TOO_LARGE),
        row("too large and not JSON", post("x".repeat(LIMIT + 1)), TOO_LARGE),
        row("too large, declared and not sent", length("1048577").unsent(), TOO_LARGE),
        row("far too large, declared and not sent", length("18446744073709551613").unsent(), TOO_LARGE),
        row("too large, and waits to be asked for", padded(1, LIMIT + 1).after_continue(), TOO_LARGE),
        row("chunked", plant(701).chunked(), named("a")),
        row("chunked, as large as is allowed", padded(702, LIMIT).chunked(), named("a")),
        row("chunked, one byte larger", padded(1, LIMIT + 1).chunked(), TOO_LARGE),
        row("chunked, much larger", padded(1, 4 * LIMIT).chunked(), TOO_LARGE),
        row("waits to be asked for", plant(703).after_continue(), Expected::Continue(Box::new(named("a")))),
        row("no length and no body", post("").fields(["Content-Length: 0"]), NOT_JSON),
        row("a body that ends before its end", plant(1).cut_short(), NOT_JSON),
        row("a chunked body that ends before its end", plant(1).chunked().cut_short(), NOT_JSON),
        row("HTTP/1.0", plant(704).line("POST /plants HTTP/1.0"), named("a")),
        row("a length that is no number", length("x"), Expected::Status(400)),
        row("a negative length", length("-1"), Expected::Status(400)),
        row("two lengths", plant(1).fields(["Content-Length: 19", "Content-Length: 20"]), Expected::Status(400)),
        row("an unknown coding", plant(1).fields(["Transfer-Encoding: water"]), Expected::Status(400)),
        row("a line that is no request", plant(1).line("PLANTS"), Expected::Status(400)),
        row("an unknown version", plant(1).line("POST /plants HTTP/3.0"), Expected::Status(400)),
        row("a field without a name", plant(1).fields([": x"]), Expected::Status(400)),
        row("a space before the colon", plant(1).fields(["Authorization : Bearer TOKEN"]), Expected::Status(400)),
    ]
}

/// Responses of a service with a request timeout of one second.
#[rustfmt::skip]
pub fn slow() -> Vec<Row> {
    vec![
        row("a body that never comes", plant(1).unsent(), TOO_SLOW),
        row("a chunked body that never comes", plant(1).chunked().unsent(), TOO_SLOW),
        row("a body that does not come to its end", plant(1).fields(["Content-Length: 20"]), TOO_SLOW),
    ]
}
