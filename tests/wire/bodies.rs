//! Tables of bodies: JSON documents and others, valid and invalid `NewPlant`s, and
//! integers. One row a line.

use crate::expected::Expected::{self, Invalid};
use crate::expected::{ID_TAKEN, NOT_JSON, named, tagged};
use crate::request::post;
use crate::table::{Row, row};

/// Bodies that are not one JSON document (RFC 8259, RFC 7493), with the error at any
/// position.
#[rustfmt::skip]
pub fn documents() -> Vec<Row> {
    let nested = |id: i32, depth: usize| {
        let (open, close) = ("[".repeat(depth - 1), "]".repeat(depth - 1));
        post(format!(r#"{{"id":{id},"name":"a","x":{open}{close}}}"#))
    };
    vec![
        row("nothing", post(""), NOT_JSON),
        row("space", post(" \n"), NOT_JSON),
        row("space around it", post(" \t\r\n{\"id\":100,\"name\":\"a\"} \t\r\n"), named("a")),
        row("an end too soon", post(r#"{"id":1,"name":"a""#), NOT_JSON),
        row("bytes after it", post(r#"{"id":1,"name":"a"} x"#), NOT_JSON),
        row("another one after it", post(r#"{"id":1,"name":"a"}{"id":1,"name":"a"}"#), NOT_JSON),
        row("NUL after it", post("{\"id\":1,\"name\":\"a\"}\0"), NOT_JSON),
        row("a byte order mark", post("\u{feff}{\"id\":1,\"name\":\"a\"}"), NOT_JSON),
        row("UTF-16", post(utf_16(r#"{"id":1,"name":"a"}"#)), NOT_JSON),
        row("a comma too much", post(r#"{"id":1,"name":"a",}"#), NOT_JSON),
        row("a comment", post(r#"{"id":1,"name":"a"/**/}"#), NOT_JSON),
        row("single quotes", post("{'id':1,'name':'a'}"), NOT_JSON),
        row("names without quotes", post(r#"{id:1,name:"a"}"#), NOT_JSON),
        row("a form", post("id=1&name=a"), NOT_JSON),
        row("a raw line break in a string", post("{\"id\":1,\"name\":\"a\nb\"}"), NOT_JSON),
        row("an unknown escape", post(r#"{"id":1,"name":"\x61"}"#), NOT_JSON),
        row("a member twice", post(r#"{"id":1,"name":"a","name":"a"}"#), NOT_JSON),
        row("a member twice, once escaped", post(r#"{"id":1,"name":"a","\u006eame":"b"}"#), NOT_JSON),
        row("an unknown member twice", post(r#"{"id":1,"name":"a","x":1,"x":1}"#), NOT_JSON),
        row("a member twice, far inside", post(r#"{"id":1,"name":"a","x":[{"y":{"z":1,"z":2}}]}"#), NOT_JSON),
        row("a high surrogate alone", post(r#"{"id":1,"name":"\ud83c"}"#), NOT_JSON),
        row("a low surrogate alone", post(r#"{"id":1,"name":"\udf35"}"#), NOT_JSON),
        row("surrogates the wrong way round", post(r#"{"id":1,"name":"\udf35\ud83c"}"#), NOT_JSON),
        row("a surrogate alone in an unknown member", post(r#"{"id":1,"name":"a","x":"\ud83c"}"#), NOT_JSON),
        row("a surrogate alone in a name", post(r#"{"id":1,"name":"a","\ud83c":1}"#), NOT_JSON),
        row("a surrogate pair", post(r#"{"id":101,"name":"\ud83c\udf35"}"#), named("🌵")),
        row("invalid UTF-8", post(b"{\"id\":1,\"name\":\"\xff\"}"), NOT_JSON),
        row("invalid UTF-8 in an unknown member", post(b"{\"id\":1,\"name\":\"a\",\"x\":\"\xff\"}"), NOT_JSON),
        row("invalid UTF-8 in a name", post(b"{\"id\":1,\"name\":\"a\",\"\xff\":1}"), NOT_JSON),
        row("overlong UTF-8", post(b"{\"id\":1,\"name\":\"\xc0\x80\"}"), NOT_JSON),
        row("a surrogate in UTF-8", post(b"{\"id\":1,\"name\":\"\xed\xa0\x80\"}"), NOT_JSON),
        row("nested 128 times", nested(102, 128), named("a")),
        row("nested 129 times", nested(1, 129), NOT_JSON),
        row("nested 100,000 times", nested(1, 100_000), NOT_JSON),
    ]
}

/// JSON documents, valid and invalid as `NewPlant`.
#[rustfmt::skip]
pub fn plants() -> Vec<Row> {
    vec![
        row("a plant", post(r#"{"id":200,"name":"Monstera deliciosa","tag":"climber"}"#), tagged("Monstera deliciosa", "climber")),
        row("the same again", post(r#"{"tag":"climber","name":"Monstera deliciosa","id":200}"#), tagged("Monstera deliciosa", "climber")),
        row("a taken id with another name", post(r#"{"id":200,"name":"Aloe vera","tag":"climber"}"#), ID_TAKEN),
        row("a taken id with another tag", post(r#"{"id":200,"name":"Monstera deliciosa","tag":""}"#), ID_TAKEN),
        row("a taken id without the tag", post(r#"{"id":200,"name":"Monstera deliciosa"}"#), ID_TAKEN),
        row("a plant without a tag", post(r#"{"id":201,"name":"Aloe vera"}"#), named("Aloe vera")),
        row("a taken id with an empty tag", post(r#"{"id":201,"name":"Aloe vera","tag":""}"#), ID_TAKEN),
        row("empty strings", post(r#"{"id":202,"name":"","tag":""}"#), tagged("", "")),
        row("spaces", post(r#"{"id":208,"name":" a ","tag":" "}"#), tagged(" a ", " ")),
        row("U+0000", post(r#"{"id":203,"name":"\u0000","tag":"a\u0000b"}"#), tagged("\0", "a\0b")),
        row("what is hard to print", post("{\"id\":204,\"name\":\"\\\"\\\\\\/\\b\\f\\n\\r\\t\u{7f}\u{2028}\u{feff}\u{fffe}\u{10ffff}\"}"), named("\"\\/\u{8}\u{c}\n\r\t\u{7f}\u{2028}\u{feff}\u{fffe}\u{10ffff}")),
        row("composed and decomposed are different", post("{\"id\":205,\"name\":\"\u{e9}e\u{301}\"}"), named("\u{e9}e\u{301}")),
        row("a name of 900,000 bytes", post(format!(r#"{{"id":206,"name":"{}"}}"#, "a".repeat(900_000))), named(&"a".repeat(900_000))),
        row("unknown members", post(r#"{"id":207,"name":"a","Name":1,"tag ":null,"":{},"x":[null,true,-1.5e-7,"y"],"error":1}"#), named("a")),
        row("null", post("null"), Invalid("")),
        row("true", post("true"), Invalid("")),
        row("a number", post("1"), Invalid("")),
        row("a string", post(r#""a""#), Invalid("")),
        row("an array", post("[]"), Invalid("")),
        row("the members as an array", post(r#"[1,"a"]"#), Invalid("")),
        row("an array of a plant", post(r#"[{"id":1,"name":"a"}]"#), Invalid("")),
        row("an empty object", post("{}"), Invalid("")),
        row("no id", post(r#"{"name":"a"}"#), Invalid("")),
        row("no name", post(r#"{"id":1,"tag":"a"}"#), Invalid("")),
        row("names in capitals", post(r#"{"ID":1,"NAME":"a"}"#), Invalid("")),
        row("an id that is null", post(r#"{"id":null,"name":"a"}"#), Invalid("/id")),
        row("an id that is a string", post(r#"{"id":"1","name":"a"}"#), Invalid("/id")),
        row("an id that is true", post(r#"{"id":true,"name":"a"}"#), Invalid("/id")),
        row("an id in an array", post(r#"{"id":[1],"name":"a"}"#), Invalid("/id")),
        row("a name that is null", post(r#"{"id":1,"name":null}"#), Invalid("/name")),
        row("a name that is a number", post(r#"{"id":1,"name":1}"#), Invalid("/name")),
        row("a name that is an object", post(r#"{"id":1,"name":{}}"#), Invalid("/name")),
        row("a tag that is null", post(r#"{"id":1,"name":"a","tag":null}"#), Invalid("/tag")),
        row("a tag that is a number", post(r#"{"id":1,"name":"a","tag":0}"#), Invalid("/tag")),
        row("a tag that is an array", post(r#"{"id":1,"name":"a","tag":["a"]}"#), Invalid("/tag")),
        row("everything wrong at once", post(r#"{"id":"1","tag":null}"#), Invalid("/id")),
    ]
}

/// Numbers, valid and invalid as int64: a fraction or an exponent is allowed if the
/// number is integral and not larger than 2^53.
#[rustfmt::skip]
pub fn numbers() -> Vec<Row> {
    let id = |number: &str| post(format!(r#"{{"id":{number},"name":"{number}"}}"#));
    let accepted = |case, number: &'static str| row(case, id(number), named(number));
    let refused = |case, number: &'static str| row(case, id(number), Invalid("/id"));
    let no_json = |case, number: &'static str| row(case, id(number), NOT_JSON);
    let ignored = |case, id: i32, number: &str| {
        let body = format!(r#"{{"id":{id},"name":"{number}","x":{number}}}"#);
        row(case, post(body), named(number))
    };
    vec![
        accepted("zero", "0"),
        row("minus zero is zero", post(r#"{"id":-0,"name":"0"}"#), named("0")),
        row("minus zero with a fraction, too", post(r#"{"id":-0.0,"name":"0"}"#), named("0")),
        row("zero with an exponent, too", post(r#"{"id":0e999,"name":"0"}"#), named("0")),
        accepted("the largest", "9223372036854775807"),
        accepted("the smallest", "-9223372036854775808"),
        refused("one more than the largest", "9223372036854775808"),
        refused("one less than the smallest", "-9223372036854775809"),
        refused("2^64", "18446744073709551616"),
        refused("of a hundred digits", "1000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"),
        accepted("a fraction of zero", "301.0"),
        accepted("an exponent", "302e3"),
        accepted("a capital exponent with a sign", "303E+3"),
        accepted("a negative exponent", "3040e-1"),
        accepted("a fraction that the exponent makes whole", "3.05e2"),
        accepted("2^53 with a fraction", "9007199254740992.0"),
        accepted("-2^53 with a fraction", "-9007199254740992.0"),
        row("2^53 with an exponent", post(r#"{"id":9007199254740992e0,"name":"9007199254740992.0"}"#), named("9007199254740992.0")),
        accepted("one less than 2^53 with a fraction", "9007199254740991.0"),
        accepted("one more than 2^53, written plainly", "9007199254740993"),
        refused("one more than 2^53 with a fraction", "9007199254740993.0"),
        refused("one less than -2^53 with a fraction", "-9007199254740993.0"),
        refused("two more than 2^53 with a fraction", "9007199254740994.0"),
        refused("the largest with a fraction", "9223372036854775807.0"),
        refused("2^63 with an exponent", "9.223372036854775808e18"),
        refused("too large for a float", "1e400"),
        refused("an exponent of twenty digits", "1e99999999999999999999"),
        refused("a fraction", "1.5"),
        refused("a fraction that a float does not see", "1.00000000000000000000000000001"),
        refused("a fraction that a float does not see, at 2^53", "9007199254740991.9999999999"),
        refused("too small for a float, and not zero", "1e-400"),
        ignored("too large for a float, in an unknown member", 310, "1e400"),
        ignored("too small for a float, in an unknown member", 311, "-1e-400"),
        ignored("of many digits, in an unknown member", 312, "123456789012345678901234567890.123456789012345678901234567890"),
        ignored("one more than 2^64, in an unknown member", 313, "18446744073709551617"),
        no_json("a leading zero", "01"),
        no_json("a plus sign", "+1"),
        no_json("no digit before the point", ".5"),
        no_json("no digit after the point", "1."),
        no_json("no digit in the exponent", "1e"),
        no_json("hexadecimal", "0x1"),
        no_json("not a number", "NaN"),
        no_json("infinite", "Infinity"),
    ]
}

/// Responses while the store can't be written.
#[rustfmt::skip]
pub fn while_busy() -> Vec<Row> {
    let unavailable = Expected::Error(503, 300);
    vec![row(
        "a plant",
        post(r#"{"id":900,"name":"a"}"#),
        unavailable,
    )]
}

/// Responses after the store can be written again.
#[rustfmt::skip]
pub fn afterwards() -> Vec<Row> {
    vec![row(
        "the same plant",
        post(r#"{"id":900,"name":"a"}"#),
        named("a"),
    )]
}

fn utf_16(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_be_bytes).collect()
}
