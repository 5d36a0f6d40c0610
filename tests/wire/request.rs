//! Requests as bytes. A row begins with a valid request and adds differences, so that
//! it shows only the differences.

use std::fmt::Write;

/// The placeholders for tokens in a row.
pub struct Tokens {
    pub good: String,
    pub expired: String,
    pub revoked: String,
    pub unknown: String,
}

impl Tokens {
    fn fill_in(&self, text: &str) -> String {
        text.replace("TOKEN", &self.good)
            .replace("EXPIRED", &self.expired)
            .replace("REVOKED", &self.revoked)
            .replace("UNKNOWN", &self.unknown)
    }
}

/// A request, and its differences from a valid one.
pub struct Request {
    line: String,
    fields: Vec<Vec<u8>>,
    body: Vec<u8>,
    is_chunked: bool,
    sending: Sending,
    differences: String,
}

/// When the body is sent.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Sending {
    /// With the head.
    AtOnce,
    /// Never; the connection stays open.
    Never,
    /// With the head, without its last byte; nothing more is sent.
    CutShort,
    /// After `100 Continue` (RFC 9110 §10.1.1).
    AfterContinue,
}

/// Returns a complete `POST /plants` with this body.
pub fn post(body: impl AsRef<[u8]>) -> Request {
    let body = body.as_ref().to_vec();
    let differences = format!("  {}\n", readable(&body));
    Request {
        line: "POST /plants HTTP/1.1".to_owned(),
        fields: ["Host: example", "Authorization: Bearer TOKEN", "Content-Type: application/json"]
            .map(|field| field.as_bytes().to_vec())
            .to_vec(),
        body,
        is_chunked: false,
        sending: Sending::AtOnce,
        differences,
    }
}

impl Request {
    /// With another first line.
    pub fn line(mut self, line: &str) -> Self {
        self.line = line.to_owned();
        self.differ(line);
        self
    }

    /// Without the fields of this name.
    pub fn without(mut self, name: &str) -> Self {
        self.remove(name);
        self.differ(&format!("no {name}"));
        self
    }

    /// With these fields, instead of those of the same name.
    pub fn fields<F: AsRef<[u8]>>(mut self, fields: impl IntoIterator<Item = F>) -> Self {
        let fields: Vec<_> = fields.into_iter().collect();
        for field in &fields {
            let name = field.as_ref().split(|byte| *byte == b':').next().unwrap();
            self.remove(std::str::from_utf8(name).unwrap());
        }
        for field in fields {
            self.differ(&readable(field.as_ref()));
            self.fields.push(field.as_ref().to_vec());
        }
        self
    }

    /// With a body in one chunk (RFC 9112 §7.1).
    pub fn chunked(mut self) -> Self {
        self.is_chunked = true;
        self.differ("Transfer-Encoding: chunked");
        self
    }

    /// With a body that is never sent, although its length is declared.
    pub fn unsent(mut self) -> Self {
        self.sending = Sending::Never;
        self.differ("of the body nothing is sent");
        self
    }

    /// With a body that ends before its end.
    pub fn cut_short(mut self) -> Self {
        self.sending = Sending::CutShort;
        self.differ("the last byte is not sent, and nothing more will be");
        self
    }

    /// With a body that waits for `100 Continue`.
    pub fn after_continue(mut self) -> Self {
        self.sending = Sending::AfterContinue;
        self.fields(["Expect: 100-continue"])
    }

    /// Returns when the body is sent.
    pub fn sending(&self) -> Sending {
        self.sending
    }

    /// Returns the differences, for the transcript.
    pub fn shown(&self) -> &str {
        &self.differences
    }

    /// Returns the head as sent.
    pub fn head(&self, tokens: &Tokens) -> Vec<u8> {
        let mut head = format!("{}\r\n", tokens.fill_in(&self.line)).into_bytes();
        for field in &self.fields {
            match std::str::from_utf8(field) {
                Ok(text) => head.extend(tokens.fill_in(text).into_bytes()),
                Err(_) => head.extend(field),
            }
            head.extend(b"\r\n");
        }
        if self.is_chunked {
            head.extend(b"Transfer-Encoding: chunked\r\n");
        } else if !self.has("Content-Length") {
            let length = self.body(tokens).len();
            head.extend(format!("Content-Length: {length}\r\n").into_bytes());
        }
        head.extend(b"\r\n");
        head
    }

    /// Returns the body as sent.
    pub fn body(&self, tokens: &Tokens) -> Vec<u8> {
        let body = match std::str::from_utf8(&self.body) {
            Ok(text) => tokens.fill_in(text).into_bytes(),
            Err(_) => self.body.clone(),
        };
        if self.is_chunked {
            let size = format!("{:x}\r\n", body.len()).into_bytes();
            [&size[..], &body, b"\r\n0\r\n\r\n"].concat()
        } else {
            body
        }
    }

    fn has(&self, name: &str) -> bool {
        self.fields.iter().any(|field| is_named(field, name))
    }

    fn remove(&mut self, name: &str) {
        self.fields.retain(|field| !is_named(field, name));
    }

    fn differ(&mut self, difference: &str) {
        writeln!(self.differences, "  {difference}").unwrap();
    }
}

fn is_named(field: &[u8], name: &str) -> bool {
    field.split(|byte| *byte == b':').next() == Some(name.as_bytes())
}

/// Returns bytes as text: bytes that are not printable as `\x..`, and bytes repeated
/// more than twenty times as `a{900000}`.
pub fn readable(bytes: &[u8]) -> String {
    let mut text = String::new();
    for run in bytes.chunk_by(|one, next| one == next) {
        let shown = match run[0] {
            plain @ b' '..=b'~' => char::from(plain).to_string(),
            other => format!("\\x{other:02x}"),
        };
        match run.len() {
            count @ 0..=20 => text.push_str(&shown.repeat(count)),
            count => write!(text, "{shown}{{{count}}}").unwrap(),
        }
    }
    if text.is_empty() { "(no body)".to_owned() } else { text }
}
