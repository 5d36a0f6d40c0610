//! What a caller prefers: the response of a status, an example by its name (`Prefer`, RFC 7240),
//! and media types (`Accept`, RFC 9110 §12.5.1).

use http::HeaderMap;
use openapi_schema::http::{MediaType, essence, select};

/// Returns the value of a preference, which is empty if it has none. Of those that are there
/// several times, the first counts.
pub(super) fn preference(headers: &HeaderMap, wanted: &str) -> Option<String> {
    let preferences = values(headers, "prefer").flat_map(|field| parts(field, &[',', ';']));
    let mut pairs = preferences.map(|one| one.split_once('=').unwrap_or((one, "")));
    let (_, value) = pairs.find(|(name, _)| name.trim().eq_ignore_ascii_case(wanted))?;
    Some(value.trim().trim_matches('"').to_owned())
}

/// Returns the values of all fields with this name.
fn values<'h>(headers: &'h HeaderMap, name: &'static str) -> impl Iterator<Item = &'h str> {
    headers.get_all(name).iter().filter_map(|field| field.to_str().ok())
}

/// Returns the parts of a text between separators that are not in quotes.
fn parts<'t>(text: &'t str, separators: &'static [char]) -> impl Iterator<Item = &'t str> {
    let mut is_quoted = false;
    text.split(move |letter| {
        is_quoted ^= letter == '"';
        !is_quoted && separators.contains(&letter)
    })
}

/// Returns how much a caller wants a media type, in thousandths: 0 if it is not acceptable.
pub(super) fn quality(headers: &HeaderMap, content_type: &str) -> u16 {
    let ranges = values(headers, "accept").flat_map(|field| parts(field, &[',']));
    let ranges: Vec<_> = ranges.collect();
    if ranges.is_empty() {
        return 1000;
    }
    // Who asks for a parameter gets the media type without it rather than none.
    let names: Vec<_> = ranges.iter().map(|range| essence(range)).collect();
    let best = select(ranges.iter().copied(), content_type)
        .or_else(|| select(names.iter().map(String::as_str), content_type));
    let best = best.and_then(|index| MediaType::parse(ranges[index]));
    let weight = best.map_or(Ok(0.0), |range| range.parameter("q").unwrap_or("1").parse());
    (f32::clamp(weight.unwrap_or(0.0), 0.0, 1.0) * 1000.0).round() as u16
}

#[cfg(test)]
mod tests {
    use super::*;
    use http::{HeaderName, HeaderValue};

    fn headers(name: &'static str, fields: &[&'static str]) -> HeaderMap {
        let fields = fields.iter().map(|field| HeaderValue::from_static(field));
        fields.map(|field| (HeaderName::from_static(name), field)).collect()
    }

    #[test]
    fn preferences_are_read_from_several_fields_and_the_first_one_counts() {
        let cases: [(&[&str], [Option<&str>; 2]); 8] = [
            (&[], [None, None]),
            (&["code=404, example=gone"], [Some("404"), Some("gone")]),
            (&["respond-async", "CODE = 404", "example=\"a b\""], [Some("404"), Some("a b")]),
            (&["code=404; example=gone"], [Some("404"), Some("gone")]),
            (&["code=404", "code=500"], [Some("404"), None]),
            (&["code, wait=10"], [Some(""), None]),
            (&["code, code=404"], [Some(""), None]),
            (&["example=\"gone, late; x\""], [None, Some("gone, late; x")]),
        ];
        for (fields, expected) in cases {
            let headers = headers("prefer", fields);
            let found = ["code", "example"].map(|name| preference(&headers, name));
            assert_eq!(found, expected.map(|text| text.map(str::to_owned)), "{fields:?}");
        }
    }

    #[test]
    fn the_most_exact_range_decides_about_a_media_type() {
        for (accept, json, text) in [
            ("*/*", 1000, 1000),
            ("application/json", 1000, 0),
            ("text/*;q=0.5, */*;q=0.1", 100, 500),
            ("application/json;q=0, */*", 0, 1000),
            ("image/png", 0, 0),
            ("text/plain;level=1;q=0, text/plain", 0, 1000),
            ("application/json;profile=\"x\";Q=0.2, application/json", 1000, 0),
            ("application/json;profile=\"a,b;q=0\"", 1000, 0),
            ("application/json; q=0.251, text/plain; q=x", 251, 0),
        ] {
            let headers = headers("accept", &[accept]);
            let found = ["application/json", "text/plain; charset=utf-8"]
                .map(|content_type| quality(&headers, content_type));
            assert_eq!(found, [json, text], "{accept}");
        }
    }
}
