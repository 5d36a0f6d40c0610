//! The texts of one location of a request, before they are decoded.

use std::borrow::Cow;

use http::HeaderMap;
use http::header::COOKIE;
use openapi_schema::http::{Malformed, Style, Texts, ValueKind};
use percent_encoding::percent_decode_str;
use smallvec::SmallVec;

use crate::path;

/// The names and texts of one location of a request.
pub(super) struct Sent<'r> {
    pairs: SmallVec<[(Cow<'r, str>, Option<&'r str>); 4]>,
    encoding: Encoding,
    is_cookie: bool,
}

/// How text is encoded.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Encoding {
    /// Not at all.
    Plain,
    /// RFC 3986 §2.1
    Percent,
    /// `application/x-www-form-urlencoded`
    Form,
}

impl<'r> Sent<'r> {
    /// Returns the variables of a path template.
    pub fn path(template: &'r str, path: &'r str) -> Self {
        Self::variables(path::variables(template, path))
    }

    /// Returns each division of a path into the variables of its template.
    pub fn divisions(template: &'r str, path: &'r str) -> impl Iterator<Item = Self> {
        path::all_variables(template, path).map(Self::variables)
    }

    fn variables(variables: path::Variables<'r>) -> Self {
        Self {
            pairs: variables.into_iter().map(|(name, text)| (name.into(), Some(text))).collect(),
            encoding: Encoding::Percent,
            is_cookie: false,
        }
    }

    /// Returns the names and values of a query. Names that are not UTF-8 are
    /// ignored.
    pub fn query(query: &'r str) -> Self {
        let mut rest = Some(query);
        let pairs = std::iter::from_fn(|| {
            let text = rest?;
            let (pair, after) = path::split_once(text, b'&').unzip();
            rest = after;
            Some(pair.unwrap_or(text))
        });
        let pairs = pairs
            .filter(|pair| !pair.is_empty())
            .map(|pair| path::split_once(pair, b'=').unwrap_or((pair, "")));
        Self {
            pairs: pairs
                .filter_map(|(name, text)| Some((Encoding::Form.decode(name).ok()?, Some(text))))
                .collect(),
            encoding: Encoding::Form,
            is_cookie: false,
        }
    }

    /// Returns the fields with these names.
    pub fn headers(headers: &'r HeaderMap, names: impl Iterator<Item = &'static str>) -> Self {
        let fields = names.flat_map(|name| {
            let fields = headers.get_all(name).iter();
            fields.map(move |field| (name.into(), std::str::from_utf8(field.as_bytes()).ok()))
        });
        Self { pairs: fields.collect(), encoding: Encoding::Plain, is_cookie: false }
    }

    /// Returns all cookies (RFC 6265 §4.2.1).
    pub fn cookies(headers: &'r HeaderMap) -> Self {
        let fields = headers.get_all(COOKIE).iter();
        let fields = fields.filter_map(|field| std::str::from_utf8(field.as_bytes()).ok());
        let pairs = fields.flat_map(|field| field.split(';'));
        let pairs = pairs.filter_map(|pair| pair.trim_ascii().split_once('='));
        Self {
            pairs: pairs.map(|(name, text)| (name.into(), Some(text))).collect(),
            encoding: Encoding::Percent,
            is_cookie: true,
        }
    }

    /// Returns all names with their texts.
    pub fn pairs(&self) -> impl Iterator<Item = (&str, Result<&'r str, Malformed>)> {
        self.pairs.iter().map(|(name, text)| (name.as_ref(), text.ok_or(Malformed::NotUtf8)))
    }

    /// Returns all names with their texts, where a cookie may consist of several
    /// pairs.
    pub fn exploded(&self) -> Vec<(&str, Result<&'r str, Malformed>)> {
        if !self.is_cookie {
            return self.pairs().collect();
        }
        let mut exploded = Vec::new();
        for (name, text) in &self.pairs {
            let mut pairs = text.unwrap_or_default().split('&');
            exploded.extend(pairs.next().map(|text| (name.as_ref(), Ok(text))));
            let pairs = pairs.map(|pair| pair.split_once('=').unwrap_or((pair, "")));
            exploded.extend(pairs.map(|(name, text)| (name, Ok(text))));
        }
        exploded
    }

    /// Returns the texts with a name.
    pub fn all(&self, name: &str) -> Result<Vec<&'r str>, Malformed> {
        self.pairs().filter(|(known, _)| *known == name).map(|(_, text)| text).collect()
    }

    /// Returns the only text with a name. The lines of a header are one text (RFC 9110 §5.3). Of
    /// cookies with different paths or domains, the first one has the longest path (RFC 6265 §5.4).
    pub fn one(&self, name: &str) -> Result<Option<Cow<'r, str>>, Malformed> {
        match self.all(name)?.as_slice() {
            [] => Ok(None),
            [first, rest @ ..] if rest.is_empty() || self.is_cookie => Ok(Some((*first).into())),
            lines if self.encoding == Encoding::Plain => Ok(Some(lines.join(", ").into())),
            _ => Err(Malformed::Repeated),
        }
    }

    /// Returns the only text with a name, decoded, or an inner `None` if the name is not sent.
    /// Returns `None` for a text that is malformed or repeated.
    pub fn plain(&self, name: &str) -> Option<Option<Cow<'r, str>>> {
        let mut named = self.pairs.iter().filter(|(known, _)| known == name);
        match (named.next(), named.next()) {
            (None, _) => Some(None),
            (Some(_), Some(_)) if !self.is_cookie => None,
            (Some((_, text)), _) => self.encoding.decode((*text)?).ok().map(Some),
        }
    }

    /// Returns the texts of the only text with a name.
    pub fn read(
        &self,
        style: Style,
        explode: bool,
        kind: ValueKind,
        name: &str,
    ) -> Result<Option<Texts>, Malformed> {
        let text = self.one(name)?;
        text.map(|text| style.read(explode, kind, name, &text, &|text| self.decode(text)))
            .transpose()
    }

    /// Returns whether a name is sent only with empty texts.
    pub fn is_empty(&self, name: &str) -> bool {
        self.all(name)
            .is_ok_and(|texts| !texts.is_empty() && texts.iter().all(|text| text.is_empty()))
    }

    /// Returns a text after it is split, without the white space that a list in a
    /// header may have around its items (RFC 9110 §5.6.1).
    pub fn decode(&self, text: &str) -> Result<String, Malformed> {
        self.encoding.decode(text).map(Cow::into_owned)
    }
}

impl Encoding {
    fn decode(self, text: &str) -> Result<Cow<'_, str>, Malformed> {
        let is_encoded = || text.bytes().any(|byte| matches!(byte, b'%' | b'+'));
        let decoded = match self {
            Self::Plain => return Ok(text.trim_ascii().into()),
            Self::Percent | Self::Form if !is_encoded() => return Ok(text.into()),
            Self::Form if text.contains('+') => {
                let spaced = text.replace('+', " ");
                let decoded = percent_decode_str(&spaced).decode_utf8();
                decoded.map(|decoded| Cow::Owned(decoded.into_owned()))
            }
            Self::Percent | Self::Form => percent_decode_str(text).decode_utf8(),
        };
        decoded.map_err(|_| Malformed::NotUtf8)
    }
}
