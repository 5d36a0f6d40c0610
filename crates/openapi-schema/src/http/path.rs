//! The literal text of a path template, as a server compares it with that of a request.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;

/// Returns the literal text of a segment of a path, percent-decoded. Returns `None` for a text that
/// is no segment when it is decoded: a dot segment, or one with a slash, a brace or other bytes than
/// UTF-8.
pub fn decoded_literal(segment: &str) -> Option<Cow<'_, str>> {
    let text = percent_decode_str(segment).decode_utf8().ok()?;
    let is_segment = !matches!(&*text, "." | "..") && !text.contains(['/', '{', '}']);
    is_segment.then_some(text)
}

/// Returns a path template whose segments without variables are percent-decoded.
pub fn decoded_path(template: &str) -> String {
    let segments = template.split('/');
    let decoded = segments.map(|segment| decoded_literal(segment).unwrap_or(segment.into()));
    decoded.collect::<Vec<_>>().join("/")
}

/// Returns a decoded path template without the names of its variables. Two templates that are
/// equal then match the same requests.
pub fn path_shape(template: &str) -> String {
    let template = decoded_path(template);
    let parts = template.split('{').map(|part| part.find('}').map_or(part, |end| &part[end..]));
    parts.collect::<Vec<_>>().join("{")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shape_of_a_path_has_its_decoded_literals_and_braces() {
        for (template, expected) in [
            ("/", "/"),
            ("/a/{x}", "/a/{}"),
            ("/{x}/b/{y}.{z}", "/{}/b/{}.{}"),
            ("/caf%C3%A9/{%41}%41", "/café/{}%41"),
            ("/%2e/%2F/%7Bx%7D/%FF", "/%2e/%2F/%7Bx%7D/%FF"),
        ] {
            assert_eq!(path_shape(template), expected);
        }
    }
}
