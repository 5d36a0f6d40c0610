//! A record as one line, without secrets. Every log record is written here, whichever code
//! logs it: into a buffer that its thread keeps, without an allocation for a value.
//!
//! - Only the path of a request target is logged, because callers put tokens into
//!   queries (RFC 6750 §5.3 warns of the logs), and dropshot logs the whole target as
//!   `uri`.
//! - Text that looks like a token is masked in every value and in the message, also
//!   if it is percent-encoded.
//! - Control characters and characters that change the direction of text are escaped:
//!   with them a caller could rewrite the output of a terminal.
//! - A text is truncated after [`LONGEST`] bytes.

use std::borrow::Cow;
use std::fmt::{self, Write};
use std::time::SystemTime;

use http::Uri;
use humantime::format_rfc3339_micros;
use percent_encoding::percent_decode_str;
use slog::{KV, Key, Level, OwnedKVList, Record, Serializer};
use untrusted_text::is_escaped;

use super::LogFormat;
use crate::tokens;

/// dropshot's key for the target of a request.
const TARGET: &str = "uri";

/// dropshot's key for the address of the listener, which the record `ready` has.
const LISTENER: &str = "local_addr";

/// The longest text, in bytes.
const LONGEST: usize = 1024;

/// Adds a record to a text, as one line.
pub(super) fn write(text: &mut String, format: LogFormat, record: &Record, values: &OwnedKVList) {
    if format == LogFormat::Journal {
        text.push_str(match record.level() {
            Level::Critical => "<2>",
            Level::Error => "<3>",
            Level::Warning => "<4>",
            Level::Info => "<6>",
            Level::Debug | Level::Trace => "<7>",
        });
    }
    let mut line = Line { text, is_json: format != LogFormat::Text };
    let level = record.level().as_short_str();
    if line.is_json {
        line.add(&["{\"msg\":"]);
        line.value(|text| text.write_fmt(*record.msg()));
        line.add(&[",\"level\":\"", level, "\",\"ts\":\""]);
        line.time();
        line.add(&["\""]);
    } else {
        line.time();
        line.add(&[" ", level, " "]);
        line.value(|text| text.write_fmt(*record.msg()));
    }
    // A line has no errors.
    let _ = values.serialize(record, &mut line);
    let _ = record.kv().serialize(record, &mut line);
    line.add(&[if line.is_json { "}\n" } else { "\n" }]);
}

/// A line that is being written.
struct Line<'t> {
    text: &'t mut String,
    is_json: bool,
}

impl Line<'_> {
    fn add(&mut self, parts: &[&str]) {
        parts.iter().for_each(|part| self.text.push_str(part));
    }

    fn time(&mut self) {
        // A string has no errors.
        let _ = write!(self.text, "{}", format_rfc3339_micros(SystemTime::now()));
    }

    fn key(&mut self, key: &Key) {
        let key = key.as_ref();
        self.add(&if self.is_json { [",\"", key, "\":"] } else { [", ", key, ": "] });
    }

    /// Adds a text, which `write` adds as it is, in the form in which it is shown.
    fn value(&mut self, write: impl FnOnce(&mut String) -> fmt::Result) {
        let quote = if self.is_json { "\"" } else { "" };
        self.text.push_str(quote);
        let start = self.text.len();
        // Fails if the value does; the text ends there.
        let _ = write(self.text);
        if !is_plain(&self.text.as_bytes()[start..]) {
            let value = self.text.split_off(start);
            let shown = shown(&value);
            if self.is_json {
                let json = serde_json::Value::from(shown).to_string();
                self.text.push_str(&json[1..json.len() - 1]);
            } else {
                self.text.push_str(&shown);
            }
        }
        self.text.push_str(quote);
    }
}

/// Returns a text masked, escaped and truncated for the log.
fn shown(text: &str) -> Cow<'_, str> {
    let masked = match percent_decode_str(text).decode_utf8_lossy() {
        // Decoded only if the encoding hides a token.
        Cow::Owned(decoded) if tokens::masked(&decoded) != decoded => {
            Cow::Owned(tokens::masked(&decoded).into_owned())
        }
        _ => tokens::masked(text),
    };
    if masked.len() <= LONGEST && !masked.contains(is_escaped) {
        return masked;
    }
    let mut shown = String::new();
    for character in masked.chars() {
        if shown.len() >= LONGEST {
            shown.push_str(&format!("… ({} bytes)", text.len()));
            break;
        }
        if is_escaped(character) {
            shown.extend(character.escape_unicode());
        } else {
            shown.push(character);
        }
    }
    Cow::Owned(shown)
}

/// Returns whether a text is short and has no character that is escaped, on a terminal or in
/// JSON, nor `%` and `_`, without which there is no token. Nearly every text is plain, and the
/// test is fast.
fn is_plain(text: &[u8]) -> bool {
    // Without a branch, so that many bytes are compared at once.
    let is_plain = |all, byte: &u8| {
        all & (b' '..=b'~').contains(byte)
            & (*byte != b'"')
            & (*byte != b'\\')
            & (*byte != b'%')
            & (*byte != b'_')
    };
    text.len() <= LONGEST && text.iter().fold(true, is_plain)
}

fn path(target: &str) -> Cow<'_, str> {
    if target.starts_with('/') {
        return Cow::Borrowed(target.split(['?', '#']).next().unwrap_or_default());
    }
    let target = target.parse::<Uri>();
    Cow::Owned(target.as_ref().map_or("", Uri::path).to_owned())
}

/// Defines methods that write a whole number, which contains no secrets.
macro_rules! numbers {
    ($($method:ident: $type:ty),* $(,)?) => {
        $(fn $method(&mut self, key: Key, value: $type) -> slog::Result {
            self.key(&key);
            self.text.push_str(itoa::Buffer::new().format(value));
            Ok(())
        })*
    };
}

impl Serializer for Line<'_> {
    fn emit_str(&mut self, key: Key, value: &str) -> slog::Result {
        let value = if key == TARGET { path(value) } else { Cow::Borrowed(value) };
        self.key(&key);
        self.value(|text| text.write_str(&value));
        Ok(())
    }

    fn emit_arguments(&mut self, key: Key, value: &fmt::Arguments) -> slog::Result {
        match key.as_ref() {
            LISTENER => {}
            TARGET => self.emit_str(key, &value.to_string())?,
            _ => {
                self.key(&key);
                self.value(|text| text.write_fmt(*value));
            }
        }
        Ok(())
    }

    fn emit_bool(&mut self, key: Key, value: bool) -> slog::Result {
        self.key(&key);
        self.text.push_str(if value { "true" } else { "false" });
        Ok(())
    }

    numbers! {
        emit_u8: u8,
        emit_i8: i8,
        emit_u16: u16,
        emit_i16: i16,
        emit_u32: u32,
        emit_i32: i32,
        emit_u64: u64,
        emit_i64: i64,
        emit_u128: u128,
        emit_i128: i128,
        emit_usize: usize,
        emit_isize: isize,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use slog::{Drain, Logger, Never, info, o};

    use super::*;

    const TOKEN: &str = "plant_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefg3Du3Pa";

    #[derive(Clone, Default)]
    struct Written(Arc<Mutex<String>>);

    impl Drain for Written {
        type Ok = ();
        type Err = Never;

        fn log(&self, record: &Record, values: &OwnedKVList) -> Result<(), Never> {
            write(&mut self.0.lock().unwrap(), LogFormat::Json, record, values);
            Ok(())
        }
    }

    /// Returns the log text when `log` writes to a logger with these values.
    fn written<T>(values: slog::OwnedKV<T>, log: impl FnOnce(&Logger)) -> String
    where
        T: slog::SendSyncRefUnwindSafeKV + 'static,
    {
        let written = Written::default();
        log(&Logger::root(written.clone().fuse(), values));
        let text = written.0.lock().unwrap().clone();
        serde_json::from_str::<serde_json::Value>(&text).unwrap();
        text
    }

    #[test]
    fn of_a_target_only_the_path_is_written() {
        for (target, path) in [
            ("/plants", "/plants"),
            ("/plants?access_token=secret", "/plants"),
            ("/plants?", "/plants"),
            ("http://user:secret@example:8080/plants?a=b", "/plants"),
            ("*", "*"),
            ("example:8080", ""),
            ("not a target: secret", ""),
        ] {
            let text = written(o!("uri" => target), |log| info!(log, "done"));
            assert!(text.contains(&format!("\"uri\":\"{path}\"")), "{text}");
            let text = written(o!(), |log| info!(log, "done"; "uri" => %target));
            assert!(text.contains(&format!("\"uri\":\"{path}\"")), "{text}");
        }
    }

    #[test]
    fn a_token_is_masked_wherever_it_stands() {
        let path = format!("/plants/{TOKEN}");
        let text = written(o!("uri" => path, "who" => TOKEN), |log| {
            info!(log, "no {}", TOKEN; "reason" => format!("the member \"{TOKEN}\""), "what" => %TOKEN);
        });
        assert_eq!(text.matches("plant_…").count(), 5, "{text}");
        assert!(!text.contains(&TOKEN[6..]), "{text}");
    }

    #[test]
    fn a_percent_encoded_token_is_masked() {
        let path = format!("/plants/{}", TOKEN.replace('_', "%5F").replace('0', "%30"));
        let text = written(o!("uri" => path), |log| info!(log, "done"));
        assert!(text.contains(r#""uri":"/plants/plant_…""#), "{text}");
    }

    #[test]
    fn characters_that_change_what_a_terminal_shows_are_escaped() {
        let value = "a\u{1b}[2J\u{9b}\u{202e}\u{2066}\n";
        let text = written(o!(), |log| info!(log, "done"; "reason" => value));
        let shown = r#""reason":"a\\u{1b}[2J\\u{9b}\\u{202e}\\u{2066}\\u{a}""#;
        assert!(text.contains(shown), "{text}");
    }

    #[test]
    fn a_long_text_is_cut_off() {
        let path = format!("/{}", "é".repeat(60_000));
        let text = written(o!(), |log| info!(log, "{}", path; "reason" => &path));
        assert!(text.len() < 4 * LONGEST, "{}", text.len());
        assert_eq!(text.matches("… (120001 bytes)").count(), 2, "{text}");
    }

    #[test]
    fn all_else_is_written_as_it_is() {
        let text = written(o!("component" => "http"), |log| {
            info!(log, "request completed"; "response_code" => 200_u16, "latency_us" => 2_000_000_u128, "cold" => true, "negative" => -1);
        });
        for part in [
            "\"msg\":\"request completed\"",
            "\"level\":\"INFO\"",
            "\"component\":\"http\"",
            "\"response_code\":200",
            "\"cold\":true",
            "\"negative\":-1",
            "\"latency_us\":2000000,",
        ] {
            assert!(text.contains(part), "{text}");
        }
    }
}
