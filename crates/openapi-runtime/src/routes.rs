//! From a request's path to the operation that the document gives it.
//!
//! A literal goes before a variable, from the left (OpenAPI §4.8.8.2), segments
//! are compared percent-decoded (RFC 3986 §6.2.2.2), and nothing is taken for
//! another path: `//a` and `/a/` are not `/a`. dropshot's own router can't do
//! that. It is a tree with either literals or one variable at each place, while
//! documents have `/users/me` beside `/users/{id}`.

use std::borrow::Cow;

use http::Method;
use percent_encoding::percent_decode_str;

use crate::request::Variables;

/// A path template, segment by segment. Literals stand before variables in the
/// order of this type, so the first match is the best.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Template(Vec<Segment>);

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Segment {
    Literal(Vec<u8>),
    Variable(String),
}

/// A segment as it was sent, percent-decoded.
type Sent<'p> = Cow<'p, [u8]>;

impl Template {
    fn new(path: &str) -> Self {
        let segments = path.split('/').skip(1).map(|segment| {
            let name = segment
                .strip_prefix('{')
                .and_then(|name| name.strip_suffix('}'));
            match name {
                Some(name) => Segment::Variable(name.to_owned()),
                None => Segment::Literal(percent_decode_str(segment).collect()),
            }
        });
        Self(segments.collect())
    }

    fn matches(&self, path: &[Sent]) -> bool {
        let equal = |(segment, sent): (&Segment, &Sent)| match segment {
            Segment::Literal(literal) => literal[..] == **sent,
            Segment::Variable(_) => !sent.is_empty(),
        };
        self.0.len() == path.len() && self.0.iter().zip(path).all(equal)
    }

    fn variables(&self, path: &[Sent]) -> Variables {
        let of_variable = |(segment, sent): (&Segment, &Sent)| match segment {
            Segment::Literal(_) => None,
            Segment::Variable(name) => {
                let text = std::str::from_utf8(sent).ok();
                Some((name.clone(), text.map(str::to_owned)))
            }
        };
        self.0.iter().zip(path).filter_map(of_variable).collect()
    }
}

/// What stands behind each path and method.
pub(crate) struct Routes<T>(Vec<(Template, Vec<(Method, T)>)>);

/// What a path and a method lead to.
#[derive(Debug, PartialEq)]
pub(crate) enum Found<'r, T> {
    /// What stands behind them.
    Here(&'r T, Variables),
    /// A path that has only these methods.
    OtherMethods(String),
    /// No template matches the path.
    Nothing,
}

impl<T> Routes<T> {
    pub(crate) fn new(all: impl IntoIterator<Item = (&'static str, Method, T)>) -> Self {
        let mut routes: Vec<(Template, Vec<(Method, T)>)> = Vec::new();
        for (path, method, target) in all {
            let template = Template::new(path);
            match routes.iter_mut().find(|(known, _)| *known == template) {
                Some((_, targets)) => targets.push((method, target)),
                None => routes.push((template, vec![(method, target)])),
            }
        }
        routes.sort_by(|(one, _), (other, _)| one.cmp(other));
        Self(routes)
    }

    pub(crate) fn find(&self, method: &Method, path: &str) -> Found<'_, T> {
        // `*` and an authority are no paths, though hyper hands them out as such.
        let Some(path) = path.strip_prefix('/') else {
            return Found::Nothing;
        };
        let path: Vec<Sent> = path
            .split('/')
            .map(|segment| percent_decode_str(segment).into())
            .collect();
        let Some((template, targets)) = self.0.iter().find(|(template, _)| template.matches(&path))
        else {
            return Found::Nothing;
        };
        match targets.iter().find(|(known, _)| known == method) {
            Some((_, target)) => Found::Here(target, template.variables(&path)),
            None => {
                let methods: Vec<_> = targets.iter().map(|(method, _)| method.as_str()).collect();
                Found::OtherMethods(methods.join(", "))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str) -> String {
        let all = [
            "/",
            "/a/b",
            "/a/{x}",
            "/{x}/b",
            "/{x}/{y}",
            "/a/b/",
            "/caf%C3%A9",
        ];
        let routes = Routes::new(all.map(|path| (path, Method::GET, path)));
        match routes.find(&Method::GET, path) {
            Found::Here(target, variables) => format!("{target} {variables:?}"),
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn a_literal_goes_before_a_variable_from_the_left() {
        for (path, expected) in [
            ("/", "/ []"),
            ("/a/b", "/a/b []"),
            ("/%61/b", "/a/b []"),
            ("/a/c", r#"/a/{x} [("x", Some("c"))]"#),
            ("/c/b", r#"/{x}/b [("x", Some("c"))]"#),
            (
                "/c%2Fd/%ff",
                r#"/{x}/{y} [("x", Some("c/d")), ("y", None)]"#,
            ),
            ("/a/b/", "/a/b/ []"),
            ("/café", "/caf%C3%A9 []"),
            ("//b", "Nothing"),
            ("/a/", "Nothing"),
            ("/a//", "Nothing"),
            ("*", "Nothing"),
            ("", "Nothing"),
        ] {
            assert_eq!(found(path), expected, "{path}");
        }
    }

    #[test]
    fn the_best_path_decides_even_if_it_lacks_the_method() {
        let routes = Routes::new([
            ("/a", Method::GET, 1),
            ("/a", Method::PUT, 2),
            ("/{x}", Method::POST, 3),
        ]);
        assert_eq!(
            routes.find(&Method::POST, "/a"),
            Found::OtherMethods("GET, PUT".to_owned())
        );
        assert_eq!(
            routes.find(&Method::PUT, "/a"),
            Found::Here(&2, Variables::new())
        );
    }
}
