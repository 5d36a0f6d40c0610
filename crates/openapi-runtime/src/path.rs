//! Path templates of a document, compared with the path of a request.
//!
//! Segments are compared percent-decoded (RFC 3986 §6.2.2.2), and no segment is
//! dropped: `//a` and `/a/` are not `/a`.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;

/// A segment of a template.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Segment<'t> {
    /// Literals sort before variables, so that the best match comes first
    /// (OpenAPI 3.1.1 §4.8.8.2).
    Literal(&'t str),
    Variable(&'t str),
}

/// Returns the segments of a template.
pub(crate) fn segments(template: &str) -> impl Iterator<Item = Segment<'_>> {
    template.split('/').skip(1).map(|segment| {
        let name = segment
            .strip_prefix('{')
            .and_then(|name| name.strip_suffix('}'));
        match name {
            Some(name) => Segment::Variable(name),
            None => Segment::Literal(segment),
        }
    })
}

/// Whether a template matches a path.
pub(crate) fn matches(template: &str, path: &str) -> bool {
    if template == path {
        return true;
    }
    // `*` and an authority are no paths, though hyper returns them as such.
    if !path.starts_with('/') {
        return false;
    }
    let mut sent = path.split('/').skip(1);
    let equal = |segment| match (segment, sent.next()) {
        (_, None) => false,
        (Segment::Variable(_), Some(sent)) => !sent.is_empty(),
        (Segment::Literal(literal), Some(sent)) => decoded(literal) == decoded(sent),
    };
    segments(template).all(equal) && sent.next().is_none()
}

/// Returns the values of the variables, percent-decoded; `None` for a value that
/// is not UTF-8.
pub(crate) fn variables(template: &str, path: &str) -> Vec<(String, Option<String>)> {
    let value = |(segment, sent): (Segment, &str)| match segment {
        Segment::Literal(_) => None,
        Segment::Variable(name) => {
            let text = String::from_utf8(decoded(sent).into_owned()).ok();
            Some((name.to_owned(), text))
        }
    };
    segments(template)
        .zip(path.split('/').skip(1))
        .filter_map(value)
        .collect()
}

fn decoded(segment: &str) -> Cow<'_, [u8]> {
    percent_decode_str(segment).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_template_matches_the_paths_with_its_literals_and_a_text_for_each_variable() {
        for (template, path, expected) in [
            ("/", "/", true),
            ("/a/b", "/a/b", true),
            ("/a/b", "/%61/b", true),
            ("/a/{x}", "/a/c", true),
            ("/{x}/{y}", "/c%2Fd/%ff", true),
            ("/a/b/", "/a/b/", true),
            ("/caf%C3%A9", "/café", true),
            ("/a", "//a", false),
            ("/a", "/a/", false),
            ("/a/{x}", "/a/", false),
            ("/a/b/", "/a/b", false),
            ("/{x}", "*", false),
            ("/", "", false),
        ] {
            assert_eq!(matches(template, path), expected, "{template} {path}");
        }
    }

    #[test]
    fn variables_are_decoded_after_the_path_is_split() {
        let values = variables("/a/{x}/{y}", "/a/c%2Fd/%ff");
        let expected = [
            ("x".to_owned(), Some("c/d".to_owned())),
            ("y".to_owned(), None),
        ];
        assert_eq!(values, expected);
    }
}
