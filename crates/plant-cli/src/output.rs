//! The output of a command: the body of the response, as a table or as JSON.

use std::io::{self, Write};

use clap::ValueEnum;
use serde_json::Value;
use untrusted_text::{json, one_line};

/// The format of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// One line for each property
    Table,
    /// One line for each result
    Json,
}

/// Writes to standard output. A reader that closes the pipe early (`| head`) is not a failure.
pub(crate) fn write(text: &[u8]) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}

/// Prints the result of an operation.
pub(crate) fn print(format: Format, value: &Value) -> io::Result<()> {
    let mut output = Vec::new();
    match (format, value) {
        (Format::Table, Value::Object(properties)) => {
            let names = properties.keys().map(|name| name.chars().count());
            let width = names.max().unwrap_or_default();
            for (name, value) in properties {
                writeln!(output, "{name:width$}  {}", text(value))?;
            }
        }
        (Format::Table, value) => writeln!(output, "{}", text(value))?,
        (Format::Json, value) => writeln!(output, "{}", json(&value.to_string()))?,
    }
    write(&output)
}

/// Returns a value as text. A text that would change a terminal, or run a command of a
/// build service, is JSON.
fn text(value: &Value) -> String {
    match value {
        Value::String(text) if one_line(text) == *text => text.clone(),
        other => json(&other.to_string()).into_owned(),
    }
}
