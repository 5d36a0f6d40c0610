//! Each format accepts the texts of its specification and no others, at each edge. The crate
//! `jsonschema` decides; a row here records what it decides, so that a new version of it does
//! not change what a service accepts unnoticed.

use openapi_schema::{Document, Schema};
use serde_json::json;

/// Formats with texts that they accept and texts that they refuse.
const FORMATS: [(&str, &[&str], &[&str]); 10] = [
    // RFC 3339 §5.6 and §5.7. A leap second is the last second of a day in UTC.
    (
        "date-time",
        &[
            "2026-02-28T23:59:59Z",
            "2026-02-28t23:59:59z",
            "2024-02-29T00:00:00.000000001+00:00",
            "2016-12-31T23:59:60Z",
            "2016-12-31T15:59:60-08:00",
        ],
        &[
            "2016-12-31T23:58:60Z",
            "2016-12-31T23:59:60-08:00",
            "2026-02-29T00:00:00Z",
            "2026-02-28T24:00:00Z",
            "2026-02-28T23:59:59",
            "2026-02-28 23:59:59Z",
            "2026-02-28T23:59:59+24:00",
            "2026-02-1+T23:59:59Z",
            "2026-02-28T2+:59:59Z",
            "2026-02-28T23:59:59+0.:00",
            "2026-02-28T23:59:59+00:0/",
            "2026-02-28",
        ],
    ),
    (
        "date",
        &["2024-02-29", "0000-01-01", "9999-12-31"],
        &[
            "2026-02-29",
            "2026-1-01",
            "2026-13-01",
            "20260101",
            "2026-02-1+",
            "202.-02-01",
            "2026-0*-01",
        ],
    ),
    (
        "time",
        &["23:59:60Z", "00:00:00.5+01:00"],
        &["24:00:00Z", "12:00:00", "12:60:00Z", "12:1+:00Z", "12:00:0-Z", "12:00:00+1/:00"],
    ),
    // ISO 8601 as in RFC 3339, Appendix A.
    ("duration", &["P1Y2M3DT4H5M6S", "P2W", "PT0S"], &["P", "P1YT", "1Y", "P1W2D", "P1.5D"]),
    (
        "uuid",
        &["01234567-89ab-cdef-0123-456789ABCDEF"],
        &[
            "0123456789abcdef0123456789abcdef",
            "{01234567-89ab-cdef-0123-456789abcdef}",
            "01234567-89ab-cdef-0123-456789abcdeg",
        ],
    ),
    ("ipv4", &["0.0.0.0", "255.255.255.255"], &["256.0.0.1", "1.2.3", "01.2.3.4", "1.2.3.4/8"]),
    (
        "ipv6",
        &["::", "::ffff:1.2.3.4", "2001:DB8::1"],
        &[":::", "1::2::3", "fe80::1%eth0", "[::1]"],
    ),
    (
        "uri",
        &["https://example.com/a?b#c", "urn:isbn:0"],
        &["/relative", "//example.com", "https://exa mple.com", "http://a/%zz"],
    ),
    (
        "email",
        &["a@example.com", "a+b@example.com"],
        &["a", "@example.com", "a@", "a b@example.com"],
    ),
    ("regex", &["^a+$", ""], &["(", "a{2,1}"]),
];

#[test]
fn each_format_accepts_its_texts_and_no_others() {
    let mut wrong = Vec::new();
    for (format, accepted, refused) in FORMATS {
        let text = json!({ "type": "string", "format": format }).to_string();
        let document: &'static Document = Box::leak(Box::new(Document::new(text.leak())));
        let schema = Schema::at(document, "#");
        let rows = accepted.iter().map(|text| (*text, true));
        for (text, expected) in rows.chain(refused.iter().map(|text| (*text, false))) {
            if schema.accepts(&json!(text)).unwrap() != expected {
                wrong.push(format!("{format}: {text:?}, expected {expected}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
