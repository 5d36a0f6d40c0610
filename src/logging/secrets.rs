//! The gate through which every log record passes: what may hold a credential
//! doesn't get out, whoever wrote the record.
//!
//! Two rules. Of the target of a request only the path is logged, because
//! callers put tokens into queries (RFC 6750 §5.3 warns of the logs), and
//! the server logs the whole target as `uri`. And whatever looks like a token is
//! masked, in any value and in the message.

use std::fmt;

use http::Uri;
use slog::{Drain, KV, Key, OwnedKVList, Record, RecordStatic, Serializer, b, o};

use crate::tokens;

/// What the server calls the target of a request.
const TARGET: &str = "uri";

/// Passes records on without secrets.
pub(super) struct WithoutSecrets<D> {
    pub(super) drain: D,
}

impl<D: Drain> Drain for WithoutSecrets<D> {
    type Ok = D::Ok;
    type Err = D::Err;

    fn log(&self, record: &Record, values: &OwnedKVList) -> Result<D::Ok, D::Err> {
        let origin = RecordStatic {
            location: record.location(),
            tag: record.tag(),
            level: record.level(),
        };
        let message = record.msg().to_string();
        self.drain.log(
            &Record::new(
                &origin,
                &format_args!("{}", tokens::masked(&message)),
                b!(Masked(&record.kv())),
            ),
            &o!(Masked(values.clone())).into(),
        )
    }
}

/// Values as they may be seen.
struct Masked<T>(T);

impl<T: KV> KV for Masked<T> {
    fn serialize(&self, record: &Record, serializer: &mut dyn Serializer) -> slog::Result {
        self.0.serialize(record, &mut Masking(serializer))
    }
}

/// Masks text on its way; numbers hold no secrets.
struct Masking<'a>(&'a mut dyn Serializer);

/// Methods that pass a value on as what it is.
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
            let target = value.parse::<Uri>();
            let path = target.as_ref().map_or("", Uri::path);
            self.0.emit_str(key, &tokens::masked(path))
        } else {
            self.0.emit_str(key, &tokens::masked(value))
        }
    }

    fn emit_arguments(&mut self, key: Key, value: &fmt::Arguments) -> slog::Result {
        self.emit_str(key, &value.to_string())
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

    /// What is written when `log` writes to a logger of these values.
    fn written<T>(values: slog::OwnedKV<T>, log: impl FnOnce(&Logger)) -> String
    where
        T: slog::SendSyncRefUnwindSafeKV + 'static,
    {
        let written = Written::default();
        let json = slog_json::Json::new(written.clone()).add_default_keys();
        let drain = Mutex::new(WithoutSecrets {
            drain: json.build(),
        })
        .fuse();
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
