//! Media types and ranges of them: what they say of a body, and which declared one a
//! received content type is of.

use mime::Mime;

/// How a body is written, by its media type. The first can write the most values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Syntax {
    /// A JSON text.
    Json,
    /// `application/x-www-form-urlencoded`
    UrlEncoded,
    /// `multipart/form-data` (RFC 7578)
    FormData,
    /// Items, each by itself. Of events, a schema says what their data is.
    Items(ItemFormat),
    /// Text that is none of these.
    Text,
    /// Bytes, and any media type that is not known here.
    Bytes,
}

/// How the items of a stream are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ItemFormat {
    /// A JSON document in each line.
    Lines,
    /// A JSON document behind each record separator (RFC 7464).
    Sequence,
    /// Server-sent events (WHATWG HTML §9.2.5), whose data is a JSON document, or else the text of a
    /// string.
    Events,
    /// Server-sent events, whose data is the text of a string.
    TextEvents,
    /// Server-sent events as objects: `data` is a text or another JSON value, `event` the name.
    NamedEvents,
}

/// Media types of texts beside `text/*` and `application/*+xml`.
const TEXTS: [&str; 7] = [
    "application/graphql",
    "application/javascript",
    "application/sql",
    "application/toml",
    "application/x-yaml",
    "application/xml",
    "application/yaml",
];

impl Syntax {
    /// Returns how a body of a media type or range is written. A range that has bodies of
    /// several syntaxes is [`Syntax::Bytes`].
    pub fn of(media_type: &str) -> Self {
        let essence = essence(media_type);
        let (type_name, subtype) = essence.split_once('/').unwrap_or((&essence, ""));
        match (type_name, subtype) {
            _ if is_json(&essence) => Self::Json,
            ("application", subtype) if is_json_lines(subtype) => Self::Items(ItemFormat::Lines),
            _ if is_json_sequence(&essence) => Self::Items(ItemFormat::Sequence),
            ("text", "event-stream") => Self::Items(ItemFormat::Events),
            ("application", "x-www-form-urlencoded") => Self::UrlEncoded,
            ("multipart", "form-data") => Self::FormData,
            ("text", _) => Self::Text,
            ("application", subtype) if subtype.ends_with("+xml") => Self::Text,
            _ if TEXTS.contains(&essence.as_str()) => Self::Text,
            _ => Self::Bytes,
        }
    }

    /// Returns whether a body without content is a value, such as an empty text.
    pub fn may_be_empty(self) -> bool {
        match self {
            Self::Json | Self::FormData => false,
            Self::UrlEncoded | Self::Items(_) | Self::Text | Self::Bytes => true,
        }
    }
}

fn is_json_lines(subtype: &str) -> bool {
    let name = subtype.strip_prefix("x-").unwrap_or(subtype);
    ["jsonl", "jsonlines", "ndjson"].contains(&name)
}

/// Returns whether a media type is a sequence of JSON texts (RFC 7464), or has the suffix of one
/// (RFC 8091).
fn is_json_sequence(essence: &str) -> bool {
    essence == "application/json-seq" || essence.ends_with("+json-seq")
}

impl ItemFormat {
    /// Returns how the JSON texts of a media type follow each other: in lines, if it says nothing.
    pub fn of_texts(media_type: &str) -> Self {
        match Syntax::of(media_type) {
            Syntax::Items(format) => format,
            _ => Self::Lines,
        }
    }

    /// Returns whether the items are server-sent events, and not JSON texts.
    pub fn is_events(self) -> bool {
        match self {
            Self::Lines | Self::Sequence => false,
            Self::Events | Self::TextEvents | Self::NamedEvents => true,
        }
    }

    /// Returns what a body of JSON texts is, and the name of an item, for messages.
    pub fn described(self) -> (&'static str, &'static str) {
        match self {
            Self::Sequence => ("a sequence of JSON texts", "text"),
            _ => ("one JSON value in each line", "line"),
        }
    }

    /// Returns the bytes behind which an item is complete.
    pub fn ends(self) -> &'static [&'static [u8]] {
        match self {
            Self::Lines => &[b"\n"],
            Self::Sequence => &[b"\x1e"],
            Self::Events | Self::TextEvents | Self::NamedEvents => &[b"\n\n", b"\r\n\r\n", b"\r\r"],
        }
    }

    /// Returns a JSON text as an item of a body.
    pub fn written(self, json: &str) -> String {
        let separator = if self == Self::Sequence { "\x1e" } else { "" };
        format!("{separator}{json}\n")
    }

    /// Returns the JSON texts of a body. Those that are blank have no meaning.
    ///
    /// # Errors
    /// A sequence does not begin with a record separator.
    pub fn texts(self, body: &[u8]) -> Result<impl Iterator<Item = &[u8]>, &'static str> {
        let (separator, texts) = match (self, body.trim_ascii_start()) {
            (Self::Sequence, [0x1e, texts @ ..]) => (0x1e, texts),
            (Self::Sequence, [_, ..]) => return Err("no record separator precedes the first text"),
            (Self::Sequence, []) => (0x1e, &[][..]),
            (Self::Lines | Self::Events | Self::TextEvents | Self::NamedEvents, _) => (b'\n', body),
        };
        Ok(texts.split(move |byte| *byte == separator))
    }
}

/// Returns whether a media type is a JSON MIME type (WHATWG MIME Sniffing §4.6):
/// `application/json`, `text/json`, or one with the suffix `+json` (RFC 6839 §3.1), such
/// as the range `application/*+json`. A list of media types is none.
pub fn is_json(media_type: &str) -> bool {
    let essence = essence(media_type);
    match essence.split_once('/') {
        Some(("application" | "text", "json")) => true,
        Some((_, subtype)) => subtype.ends_with("+json") && !essence.contains(','),
        None => false,
    }
}

/// Returns a media type or range in lower case and without its parameters.
pub fn essence(media_type: &str) -> String {
    media_type.split(';').next().unwrap_or(media_type).trim().to_ascii_lowercase()
}

/// Returns a media type of a range, with its parameters; any other is sent as it is.
pub fn sent_type(media_type: &str) -> String {
    let sent = match essence(media_type).as_str() {
        "*/*" | "application/*" => "application/octet-stream",
        "image/*" => "image/png",
        "text/*" => "text/plain",
        _ => return media_type.replace("/*", "/x-any"),
    };
    let parameters = media_type.find(';').map_or("", |begin| &media_type[begin..]);
    format!("{sent}{parameters}")
}

/// A media type (RFC 9110 §8.3.1), or a range of them as OpenAPI declares it: `text/*`,
/// `*/*`, or `application/*+json`, which is not a range of RFC 9110.
#[derive(Clone, Debug)]
pub struct MediaType(Mime);

impl MediaType {
    /// Parses a media type or range. Space is allowed around semicolons (RFC 9110 §5.6.6),
    /// but not by `mime`.
    pub fn parse(text: &str) -> Option<Self> {
        let parts: Vec<_> = text.split(';').map(str::trim).collect();
        parts.join(";").parse().ok().map(Self)
    }

    /// Returns the value of a parameter, that of `charset` in lower case.
    pub fn parameter(&self, name: &str) -> Option<&str> {
        self.0.get_param(name).map(|value| value.as_str())
    }

    /// Returns whether each media type of the other range, or the other media type, is of
    /// this one. Parameters do not matter.
    pub fn covers(&self, other: &Self) -> bool {
        let (own, other) = (&self.0, &other.0);
        let is_any = |part: mime::Name<'_>| part == mime::STAR;
        match own.suffix() {
            None if is_any(own.type_()) => true,
            None if is_any(own.subtype()) => own.type_() == other.type_(),
            suffix if is_any(own.subtype()) => {
                own.type_() == other.type_() && suffix == other.suffix()
            }
            _ => own.essence_str() == other.essence_str(),
        }
    }

    /// Returns how exactly this declared media type or range describes a content type; the
    /// least is the most exact one.
    fn rank(&self, content_type: &Self) -> Option<u8> {
        // These describe how the body is written, and how much it is wanted, but not what it is.
        let is_significant = |name| ![mime::CHARSET, mime::BOUNDARY].contains(&name) && name != "q";
        let mut parameters = self.0.params().filter(|(name, _)| is_significant(*name));
        let has = |(name, value)| content_type.0.get_param::<mime::Name<'_>>(name) == Some(value);
        if !self.covers(content_type) || !parameters.all(has) {
            return None;
        }
        let is_any = |part: mime::Name<'_>| part == mime::STAR;
        Some(match self.0.suffix() {
            None if is_any(self.0.type_()) => 4,
            None if is_any(self.0.subtype()) => 3,
            Some(_) if is_any(self.0.subtype()) => 2,
            _ if self.0.params().next().is_none() => 1,
            _ => 0,
        })
    }
}

/// Returns the index of the declared media type or range that a content type is of: the
/// most exact one, so a media type before `application/*+json`, that before
/// `application/*`, and that before `*/*` (OpenAPI 3.1.1 §4.8.13.1).
///
/// A declared parameter must be sent, except `charset` and `boundary`; others that are sent
/// have no meaning here. A range is no content type.
pub fn select<'t>(
    declared: impl IntoIterator<Item = &'t str, IntoIter: Clone>,
    content_type: &str,
) -> Option<usize> {
    let declared = declared.into_iter();
    if content_type.contains('*') {
        return None;
    }
    // The usual content type needs no parser.
    let same = declared.clone().position(|declared| declared == content_type);
    same.or_else(|| {
        let sent = MediaType::parse(content_type)?;
        let ranks = declared.map(|declared| MediaType::parse(declared)?.rank(&sent));
        let best = (0..).zip(ranks).filter_map(|(index, rank)| Some((rank?, index)));
        best.min().map(|(_, index)| index)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_media_type_says_how_its_body_is_written() {
        for (media_type, syntax) in [
            ("application/json", Syntax::Json),
            ("text/json", Syntax::Json),
            ("Application/JSON ; charset=utf-8", Syntax::Json),
            ("application/problem+json", Syntax::Json),
            ("application/vnd.api+json;version=2", Syntax::Json),
            ("image/x+json", Syntax::Json),
            ("application/*+json", Syntax::Json),
            ("application/jsonl", Syntax::Items(ItemFormat::Lines)),
            ("application/x-ndjson", Syntax::Items(ItemFormat::Lines)),
            ("text/event-stream", Syntax::Items(ItemFormat::Events)),
            ("application/x-www-form-urlencoded", Syntax::UrlEncoded),
            ("multipart/form-data; boundary=b", Syntax::FormData),
            ("text/*", Syntax::Text),
            ("text/csv", Syntax::Text),
            ("application/xml", Syntax::Text),
            ("application/soap+xml", Syntax::Text),
            ("application/yaml", Syntax::Text),
            ("application/json-seq", Syntax::Items(ItemFormat::Sequence)),
            ("application/geo+json-seq", Syntax::Items(ItemFormat::Sequence)),
            ("application/json, application/a+json", Syntax::Bytes),
            ("application/json5", Syntax::Bytes),
            ("image/svg+xml", Syntax::Bytes),
            ("multipart/mixed", Syntax::Bytes),
            ("application/octet-stream", Syntax::Bytes),
            ("application/*", Syntax::Bytes),
            ("*/*", Syntax::Bytes),
            ("json", Syntax::Bytes),
            ("", Syntax::Bytes),
        ] {
            assert_eq!(Syntax::of(media_type), syntax, "{media_type}");
        }
    }

    fn selected<'d>(declared: &[&'d str], sent: &str) -> Option<&'d str> {
        select(declared.iter().copied(), sent).map(|index| declared[index])
    }

    #[test]
    fn the_most_exact_declared_media_type_is_selected() {
        let declared = [
            "*/*",
            "application/*",
            "application/*+json",
            "text/*",
            "text/csv",
            "application/json",
        ];
        for (sent, expected) in [
            ("text/csv", "text/csv"),
            ("text/csv; charset=utf-8", "text/csv"),
            ("TEXT/CSV ; header=present", "text/csv"),
            ("text/html", "text/*"),
            ("text/x+json", "text/*"),
            ("application/json", "application/json"),
            ("application/problem+json", "application/*+json"),
            ("application/xml", "application/*"),
            ("image/png", "*/*"),
        ] {
            assert_eq!(selected(&declared, sent), Some(expected), "{sent}");
        }
    }

    #[test]
    fn a_declared_parameter_must_be_sent() {
        let (plain, second) = ("application/a", "application/a; version=2");
        for (declared, sent, expected) in [
            (&[plain, second][..], "application/a", Some(plain)),
            (&[plain, second], "application/a;version=2", Some(second)),
            (&[plain, second], "application/a;version=\"2\"", Some(second)),
            (&[plain, second], "application/a;version=3", Some(plain)),
            (&[second], "application/a", None),
            (&["text/csv; charset=utf-8"], "text/csv", Some("text/csv; charset=utf-8")),
            (&["Text/CSV"], "text/csv", Some("Text/CSV")),
        ] {
            assert_eq!(selected(declared, sent), expected, "{declared:?} {sent}");
        }
    }

    #[test]
    fn another_media_type_is_not_selected() {
        for sent in [
            "text/plain",
            "text/json",
            "application/x+json",
            "application/jsonx",
            "json",
            "application/*",
            "",
        ] {
            assert_eq!(selected(&["application/json"], sent), None, "{sent}");
        }
        assert_eq!(selected(&["text/*"], "textual/plain"), None);
    }

    #[test]
    fn a_media_type_that_is_sent_is_no_range_and_of_the_declared_one() {
        for (declared, sent) in [
            ("application/json;version=2", "application/json;version=2"),
            ("*/*", "application/octet-stream"),
            ("application/*", "application/octet-stream"),
            ("application/*+json", "application/x-any+json"),
            ("audio/*", "audio/x-any"),
            ("image/*", "image/png"),
            ("text/*; charset=utf-8", "text/plain; charset=utf-8"),
        ] {
            assert_eq!(sent_type(declared), sent);
            assert_eq!(selected(&[declared], sent), Some(declared));
        }
    }

    #[test]
    fn a_parameter_may_be_quoted() {
        let sent = MediaType::parse("multipart/form-data ; boundary=\"a b\"; charset=UTF-8");
        let parameter = |name| sent.as_ref().and_then(|sent| sent.parameter(name));
        assert_eq!(parameter("boundary"), Some("a b"));
        assert_eq!(parameter("charset"), Some("utf-8"));
        assert_eq!(parameter("version"), None);
    }
}
