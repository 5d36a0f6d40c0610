//! Splits a body into items: the lines that are not empty, the texts of a sequence (RFC 7464), or
//! the data of events (WHATWG HTML §9.2.6).

use std::time::Duration;

use crate::ItemFormat;

/// Received bytes, and the fields of the event to which the next line belongs.
pub(super) struct Splitter {
    format: ItemFormat,
    text: Text,
    is_begun: bool,
    received: Vec<u8>,
    /// The number of bytes at the beginning that have been read.
    read: usize,
    /// The number of bytes at the beginning that have no end of a line but those read.
    searched: usize,
    data: Option<Vec<u8>>,
    /// The name in the current event, and that of the last one.
    event: [Option<String>; 2],
    pub(super) id: Option<String>,
    pub(super) retry: Option<Duration>,
}

/// The place in a JSON text of a sequence. A text may have line breaks, and is sent before the
/// separator of the next one.
#[derive(Default)]
struct Text {
    depth: usize,
    is_string: bool,
    is_escaped: bool,
}

impl Text {
    /// Returns whether a byte ends the text: a record separator, or a line feed behind the value.
    fn ends(&mut self, byte: u8) -> bool {
        let is_escape = byte == b'\\' && self.is_string && !self.is_escaped;
        match byte {
            0x1e => *self = Self::default(),
            b'"' if !self.is_escaped => self.is_string = !self.is_string,
            b'{' | b'[' if !self.is_string => self.depth += 1,
            b'}' | b']' if !self.is_string => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        self.is_escaped = is_escape;
        byte == 0x1e || byte == b'\n' && self.depth == 0 && !self.is_string
    }
}

impl Splitter {
    pub(super) fn new(format: ItemFormat) -> Self {
        Self {
            format,
            text: Text::default(),
            is_begun: false,
            received: Vec::new(),
            read: 0,
            searched: 0,
            data: None,
            event: [None, None],
            id: None,
            retry: None,
        }
    }

    pub(super) fn event(&self) -> Option<&str> {
        self.event[1].as_deref()
    }

    pub(super) fn push(&mut self, bytes: &[u8]) {
        self.received.drain(..self.read);
        self.searched -= self.read;
        self.read = 0;
        self.received.extend_from_slice(bytes);
    }

    /// Returns the number of bytes of the item that is incomplete.
    pub(super) fn pending(&self) -> usize {
        self.received.len() - self.read + self.data.as_ref().map_or(0, Vec::len)
    }

    /// Returns the next item, if it has arrived. An event without its last line is
    /// incomplete; the last line of JSON Lines may have no end.
    pub(super) fn next(&mut self, is_complete: bool) -> Option<Vec<u8>> {
        loop {
            let line = match self.line(is_complete) {
                Some(line) => line,
                None if is_complete && !self.format.is_events() => {
                    let rest = self.received[self.read..].trim_ascii().to_vec();
                    self.read = self.received.len();
                    self.searched = self.read;
                    return (!rest.is_empty()).then_some(rest);
                }
                None => return None,
            };
            if !self.format.is_events() {
                let line = line.trim_ascii();
                if !line.is_empty() {
                    return Some(line.to_vec());
                }
            } else if line.is_empty() {
                let name = self.event[0].take();
                if let Some(data) = self.data.take() {
                    self.event[1] = name;
                    return Some(data);
                }
            } else {
                self.field(&line);
            }
        }
    }

    /// Returns the next line without its end.
    fn line(&mut self, is_complete: bool) -> Option<Vec<u8>> {
        let ends = |byte: &u8| {
            #[cfg(test)]
            tests::LOOKED_AT.set(tests::LOOKED_AT.get() + 1);
            match self.format {
                ItemFormat::Lines => *byte == b'\n',
                ItemFormat::Sequence => self.text.ends(*byte),
                ItemFormat::Events | ItemFormat::TextEvents | ItemFormat::NamedEvents => {
                    matches!(byte, b'\n' | b'\r')
                }
            }
        };
        let found = self.received[self.searched..].iter().position(ends);
        let end = found.map_or(self.received.len(), |at| self.searched + at);
        self.searched = end;
        let length = match (self.received.get(end)?, self.received.get(end + 1)) {
            (b'\r', Some(b'\n')) => 2,
            // The line feed may not have arrived.
            (b'\r', None) if !is_complete => return None,
            _ => 1,
        };
        let mut line = &self.received[self.read..end];
        // A byte order mark may precede the first event.
        if self.format.is_events() && !self.is_begun {
            line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
        }
        let line = line.to_vec();
        self.is_begun = true;
        self.read = end + length;
        self.searched = self.read;
        Some(line)
    }

    fn field(&mut self, line: &[u8]) {
        let colon = line.iter().position(|byte| *byte == b':');
        let (name, value) = match colon {
            Some(colon) => (&line[..colon], &line[colon + 1..]),
            None => (line, &[][..]),
        };
        let value = value.strip_prefix(b" ").unwrap_or(value);
        let text = || String::from_utf8_lossy(value).into_owned();
        match name {
            b"data" => match &mut self.data {
                Some(data) => {
                    data.push(b'\n');
                    data.extend_from_slice(value);
                }
                None => self.data = Some(value.to_vec()),
            },
            b"event" => self.event[0] = Some(text()),
            b"id" if !value.contains(&0) => self.id = Some(text()),
            b"retry" if value.iter().all(u8::is_ascii_digit) => {
                self.retry = text().parse().ok().map(Duration::from_millis);
            }
            // Comments, which begin with a colon, and unknown fields.
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::cell::Cell;

    use super::*;

    thread_local! {
        /// The number of bytes that were looked at for the end of a line.
        pub(super) static LOOKED_AT: Cell<usize> = const { Cell::new(0) };
    }

    /// Returns the items of a body that arrives in pieces of a length.
    fn items(format: ItemFormat, body: &str, length: usize) -> Vec<String> {
        let mut splitter = Splitter::new(format);
        let mut items = Vec::new();
        for piece in body.as_bytes().chunks(length) {
            splitter.push(piece);
            items.extend(std::iter::from_fn(|| splitter.next(false)));
        }
        items.extend(std::iter::from_fn(|| splitter.next(true)));
        let items = items.into_iter().map(|item| String::from_utf8(item).unwrap());
        items.collect()
    }

    #[test]
    fn an_event_is_the_same_in_any_pieces() {
        let body = "\u{feff}: comment\r\ndata: 1\r\n\r\ndata:2\ndata:  3\nevent: a\n\nid: 4\n\n\
                    data\r\rretry: 5\ndata: incomplete\n";
        for length in 1..body.len() {
            assert_eq!(items(ItemFormat::Events, body, length), ["1", "2\n 3", ""]);
        }
    }

    #[test]
    fn a_line_is_the_same_in_any_pieces() {
        let body = "{\"a\":1}\n\n \r\n2\r\n3";
        for length in 1..body.len() {
            assert_eq!(items(ItemFormat::Lines, body, length), ["{\"a\":1}", "2", "3"]);
        }
    }

    #[test]
    fn a_text_of_a_sequence_may_have_line_breaks() {
        let body = "\x1e{\n\"a}\\\"\":\n1}\n\x1e\x1e2\n\x1e[\n\x1e3";
        for length in 1..body.len() {
            let expected = ["{\n\"a}\\\"\":\n1}", "2", "[", "3"];
            assert_eq!(items(ItemFormat::Sequence, body, length), expected);
        }
        let mut splitter = Splitter::new(ItemFormat::Sequence);
        splitter.push(b"\x1e{}\n");
        assert_eq!(splitter.next(false).unwrap(), b"{}");
    }

    #[test]
    fn each_byte_of_a_line_is_looked_at_once() {
        for (format, line, end) in [
            (ItemFormat::Lines, "7".repeat(10_000), "\n"),
            (ItemFormat::Lines, "\r".repeat(10_000), "\n"),
            (ItemFormat::Events, "data: ".repeat(2_000), "\r\n\r\n"),
            (ItemFormat::Events, "data: a\n".repeat(2_000), "\n"),
            (ItemFormat::Events, "data\r".repeat(2_000), "\r"),
            (ItemFormat::TextEvents, ": ".repeat(5_000), "\r"),
        ] {
            let body = line.repeat(3) + end + &line + end;
            // At the end of a piece, a carriage return may be half of an end: it is looked at again.
            let returns = body.matches('\r').count();
            for length in [1, 7, body.len()] {
                LOOKED_AT.set(0);
                items(format, &body, length);
                let most = body.len() + returns;
                assert!(LOOKED_AT.get() <= most, "{} of {most}", LOOKED_AT.get());
            }
        }
    }

    #[test]
    fn the_fields_of_an_event_are_kept() {
        let mut splitter = Splitter::new(ItemFormat::TextEvents);
        splitter.push(b"event: a\nid: 7\nretry: 20\ndata: x\n\ndata: y\n\n");
        assert_eq!(splitter.next(false).unwrap(), b"x");
        assert_eq!(splitter.event(), Some("a"));
        assert_eq!(splitter.id.as_deref(), Some("7"));
        assert_eq!(splitter.retry, Some(Duration::from_millis(20)));
        assert_eq!(splitter.next(false).unwrap(), b"y");
        assert_eq!(splitter.event(), None);
        assert_eq!(splitter.id.as_deref(), Some("7"));
    }
}
