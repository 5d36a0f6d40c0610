//! Path templates of a document, compared with the path of a request.
//!
//! Segments are compared percent-decoded (RFC 3986 §6.2.2.2), and no segment is
//! dropped: `//a` and `/a/` are not `/a`.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;
use smallvec::SmallVec;

/// A segment of a template.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Segment<'t> {
    /// Literals sort before variables, so that the best match comes first
    /// (OpenAPI 3.1.1 §4.8.8.2).
    Literal(&'t str),
    /// Variables with literal text around them, such as `{name}.{ext}`.
    Pattern(&'t str),
    Variable(&'t str),
}

pub(crate) fn segments(template: &str) -> impl Iterator<Item = Segment<'_>> {
    template.split('/').skip(1).map(|segment| {
        let name = segment
            .strip_prefix('{')
            .and_then(|name| name.strip_suffix('}'))
            .filter(|name| !name.contains('{'));
        match name {
            Some(name) => Segment::Variable(name),
            None if segment.contains('{') => Segment::Pattern(segment),
            None => Segment::Literal(segment),
        }
    })
}

/// Whether a template matches a path.
pub(crate) fn matches(template: &str, path: &str) -> bool {
    if visit_plain(template, path, |_, _| {}) {
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
        (Segment::Pattern(pattern), Some(sent)) => divisions(pattern, sent).next().is_some(),
        (Segment::Literal(literal), Some(sent)) => {
            literal == sent || decoded(literal) == decoded(sent)
        }
    };
    segments(template).all(equal) && sent.next().is_none()
}

/// The names and texts of the variables of a path, which has few.
pub(crate) type Variables<'p> = SmallVec<[(&'p str, &'p str); 4]>;

/// The most divisions of a path into variables that are tried.
const MAX_DIVISIONS: usize = 256;

/// Returns the texts of the variables, percent-encoded. Where several divisions of a
/// segment are possible, variables further left have the longer texts.
pub(crate) fn variables<'p>(template: &'p str, path: &'p str) -> Variables<'p> {
    let mut variables = Variables::new();
    if visit_plain(template, path, |name, text| variables.push((name, text))) {
        return variables;
    }
    all_variables(template, path).next().unwrap_or_default()
}

/// Returns the divisions of a path that differ in the texts of variables without text
/// between them, such as `{name}{extension}`; the first is that of [`variables`].
pub(crate) fn all_variables<'p>(
    template: &'p str,
    path: &'p str,
) -> impl Iterator<Item = Variables<'p>> {
    let segments = segments(template).zip(path.split('/').skip(1));
    let none: Divisions<'p> = Box::new(std::iter::once(Variables::new()));
    let all = segments.fold(none, |before, (segment, sent)| match segment {
        Segment::Literal(_) => before,
        Segment::Variable(name) => Box::new(before.map(move |mut variables| {
            variables.push((name, sent));
            variables
        })),
        Segment::Pattern(pattern) => Box::new(before.flat_map(move |variables| {
            divisions(pattern, sent).map(move |own| variables.iter().copied().chain(own).collect())
        })),
    });
    all.take(MAX_DIVISIONS)
}

/// Splits a text at the first of an ASCII character. For texts as short as those of a URL, this
/// takes a fifth of the instructions of `str::split_once`.
pub(crate) fn split_once(text: &str, at: u8) -> Option<(&str, &str)> {
    let at = text.bytes().position(|byte| byte == at)?;
    Some((&text[..at], &text[at + 1..]))
}

/// Calls a function with the name and text of each variable. Returns whether the path certainly
/// matches: each variable is a whole segment, and the text around variables is equal.
fn visit_plain<'p>(
    template: &'p str,
    path: &'p str,
    mut variable: impl FnMut(&'p str, &'p str),
) -> bool {
    let (mut template, mut path) = (template, path);
    while let Some((literal, rest)) = split_once(template, b'{') {
        let Some((name, after)) = split_once(rest, b'}') else {
            return false;
        };
        let Some(sent) = path.strip_prefix(literal) else {
            return false;
        };
        let end = split_once(sent, b'/').map_or(sent.len(), |(segment, _)| segment.len());
        let is_segment = literal.ends_with('/') && (after.is_empty() || after.starts_with('/'));
        if end == 0 || !is_segment {
            return false;
        }
        variable(name, &sent[..end]);
        (template, path) = (after, &sent[end..]);
    }
    template == path
}

/// The divisions of a text, in the order in which they are tried.
type Divisions<'p> = Box<dyn Iterator<Item = Variables<'p>> + 'p>;

/// Returns the texts of the variables of a segment, none of which is empty. Where
/// several divisions are possible, variables further left have the longer texts; only
/// variables without text between them have more than one division. The literal text
/// around variables is compared as it is, since an encoded delimiter is data.
fn divisions<'p>(pattern: &'p str, sent: &'p str) -> Divisions<'p> {
    before_last(pattern, sent).unwrap_or_else(|| Box::new(std::iter::empty()))
}

/// Returns the divisions; `None` if the text does not match the pattern's last variable.
fn before_last<'p>(pattern: &'p str, sent: &'p str) -> Option<Divisions<'p>> {
    let (rest, after) = pattern.rsplit_once('}')?;
    let (rest, name) = rest.rsplit_once('{')?;
    let sent = sent.strip_suffix(after)?;
    let (last, _) = sent.char_indices().next_back()?;
    let Some((_, between)) = rest.rsplit_once('}') else {
        let value = sent.strip_prefix(rest).filter(|value| !value.is_empty())?;
        let values = Variables::from_iter([(name, value)]);
        return Some(Box::new(std::iter::once(values)));
    };
    let rest = rest.strip_suffix(between)?;
    let starts = sent[..last].rmatch_indices(between);
    let tried = if between.is_empty() { MAX_DIVISIONS } else { 1 };
    Some(Box::new(starts.take(tried).flat_map(move |(start, _)| {
        let value = &sent[start + between.len()..];
        divisions(rest, &sent[..start]).map(move |mut values| {
            values.push((name, value));
            values
        })
    })))
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
    fn variables_are_the_texts_of_whole_segments() {
        let values = variables("/a/{x}/{y}", "/a/c%2Fd/%ff");
        assert_eq!(values.as_slice(), [("x", "c%2Fd"), ("y", "%ff")]);
    }

    #[test]
    fn variables_without_text_between_them_have_several_divisions() {
        let divided = |template, path| -> Vec<String> {
            let texts = all_variables(template, path).map(|variables| {
                let texts: Vec<_> = variables.iter().map(|(_, text)| *text).collect();
                texts.join("|")
            });
            texts.collect()
        };
        assert_eq!(divided("/{a}{b}", "/é.js"), ["é.j|s", "é.|js", "é|.js"]);
        assert_eq!(divided("/{a}{b}", "/x"), [""; 0]);
        assert_eq!(divided("/{a}-{b}{c}", "/1-234"), ["1|23|4", "1|2|34"]);
        assert_eq!(divided("/{x}/{a}{b}.gz", "/1/23.gz"), ["1|2|3"]);
        assert_eq!(divided("/{a}.{b}", "/1.2.3"), ["1.2|3"]);
        let long = format!("/{}", "x".repeat(1000));
        assert_eq!(divided("/{a}{b}{c}{d}", &long).len(), MAX_DIVISIONS);
    }

    #[test]
    fn a_segment_can_have_literal_text_and_several_variables() {
        for (template, path, expected) in [
            ("/{name}.{ext}", "/a.b.c", Some(&[("name", "a.b"), ("ext", "c")][..])),
            ("/{name}.{ext}", "/a%2Eb", None),
            ("/{name}.{ext}", "/.b", None),
            ("/{name}.{ext}", "/a.", None),
            ("/v{n}", "/v1", Some(&[("n", "1")])),
            ("/v{n}", "/w1", None),
            ("/{id}:cancel", "/é:x:cancel", Some(&[("id", "é:x")])),
            ("/{id}:cancel", "/:cancel", None),
            ("/{a}-{b}-{c}", "/1-2-3-4", Some(&[("a", "1-2"), ("b", "3"), ("c", "4")])),
        ] {
            let values = matches(template, path).then(|| variables(template, path));
            assert_eq!(values.as_deref(), expected, "{template} {path}");
        }
    }
}
