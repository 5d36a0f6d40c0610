//! Removes secrets from log records and escapes text that callers send. Every log
//! record passes through this drain, whichever code logs it.
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
use std::fmt;

use http::Uri;
use percent_encoding::percent_decode_str;
use slog::{BorrowedKV, Drain, KV, Key, OwnedKVList, Record, RecordStatic, Serializer, o};
use untrusted_text::is_escaped;

use super::text;
use crate::tokens;

/// dropshot's key for the target of a request.
const TARGET: &str = "uri";

/// The longest text, in bytes.
const LONGEST: usize = 1024;

/// A drain that passes records on without secrets.
pub(super) struct WithoutSecrets<D> {
    drain: D,
    /// Empty: the inner drain gets all values in the record.
    none: OwnedKVList,
}

impl<D> WithoutSecrets<D> {
    pub(super) fn new(drain: D) -> Self {
        WithoutSecrets { drain, none: o!().into() }
    }
}

impl<D: Drain> Drain for WithoutSecrets<D> {
    type Ok = D::Ok;
    type Err = D::Err;

    fn log(&self, record: &Record, values: &OwnedKVList) -> Result<D::Ok, D::Err> {
        let origin =
            RecordStatic { location: record.location(), tag: record.tag(), level: record.level() };
        let message = text(record.msg());
        self.drain.log(
            &Record::new(
                &origin,
                &format_args!("{}", shown(&message)),
                BorrowedKV(&(Masked(values), Masked(&record.kv()))),
            ),
            &self.none,
        )
    }
}

/// Returns a text masked, escaped and truncated for the log.
fn shown(text: &str) -> Cow<'_, str> {
    if is_plain(text) {
        return tokens::masked(text);
    }
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

/// Returns whether a text is short and contains neither `%` nor a character that is
/// escaped. Nearly every text is plain, and the test is fast.
fn is_plain(text: &str) -> bool {
    text.len() <= LONGEST && text.bytes().all(|byte| matches!(byte, b' '..=b'$' | b'&'..=b'~'))
}

fn path(target: &str) -> Cow<'_, str> {
    if target.starts_with('/') {
        return Cow::Borrowed(target.split(['?', '#']).next().unwrap_or_default());
    }
    let target = target.parse::<Uri>();
    Cow::Owned(target.as_ref().map_or("", Uri::path).to_owned())
}

/// Key-value pairs whose text passes through [`shown`].
struct Masked<'a, T>(&'a T);

impl<T: KV> KV for Masked<'_, T> {
    fn serialize(&self, record: &Record, serializer: &mut dyn Serializer) -> slog::Result {
        self.0.serialize(record, &mut Masking(serializer))
    }
}

/// A serializer that masks text. Numbers contain no secrets.
struct Masking<'a>(&'a mut dyn Serializer);

/// Defines methods that pass a value on unchanged.
macro_rules! unmasked {
    ($($method:ident: $type:ty),* $(,)?) => {
        $(fn $method(&mut self, key: Key, value: $type) -> slog::Result {
            self.0.$method(key, value)
        })*
    };
}

impl Serializer for Masking<'_> {
    fn emit_str(&mut self, key: Key, value: &str) -> slog::Result {
        if key == TARGET {
            self.0.emit_str(key, &shown(&path(value)))
        } else {
            self.0.emit_str(key, &shown(value))
        }
    }

    fn emit_arguments(&mut self, key: Key, value: &fmt::Arguments) -> slog::Result {
        self.emit_str(key, &text(value))
    }

    unmasked! {
        emit_bool: bool,
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
        emit_f32: f32,
        emit_f64: f64,
    }
}

#[cfg(test)]
mod tests {
    use std::io::{self, Write};
    use std::sync::{Arc, Mutex};

    use slog::{Logger, info};

    use super::*;

    const TOKEN: &str = "plant_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefg3Du3Pa";

    #[derive(Clone, Default)]
    struct Written(Arc<Mutex<Vec<u8>>>);

    impl Write for Written {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Returns the log text when `log` writes to a logger with these values.
    fn written<T>(values: slog::OwnedKV<T>, log: impl FnOnce(&Logger)) -> String
    where
        T: slog::SendSyncRefUnwindSafeKV + 'static,
    {
        let written = Written::default();
        let json = slog_json::Json::new(written.clone()).add_default_keys();
        let drain = Mutex::new(WithoutSecrets::new(json.build())).fuse();
        log(&Logger::root(drain, values));
        String::from_utf8(written.0.lock().unwrap().clone()).unwrap()
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
