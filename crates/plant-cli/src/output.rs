//! The output of a command: the values of the responses, as a table or as JSON.

use std::cell::RefCell;
use std::fmt::Debug;
use std::io::{self, Write};
use std::rc::Rc;

use clap::ValueEnum;
use plant_client::{Error, ResponseValue};
use serde::Serialize;
use serde_json::Value;
use untrusted_text::{json, one_line};

use crate::commands::CliConfig;

/// The format of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// One line for each property
    Table,
    /// One line for each result
    Json,
}

/// The results of an operation, in one format.
#[derive(Clone, Debug)]
pub(crate) struct Output {
    format: Format,
    values: Rc<RefCell<Vec<Value>>>,
}

impl Output {
    pub(crate) fn new(format: Format) -> Self {
        Self {
            format,
            values: Rc::default(),
        }
    }

    /// Prints the results.
    pub(crate) fn print(&self) -> io::Result<()> {
        let mut stdout = io::stdout().lock();
        for value in &*self.values.borrow() {
            match (self.format, value) {
                (Format::Table, Value::Object(properties)) => {
                    let names = properties.keys().map(|name| name.chars().count());
                    let width = names.max().unwrap_or_default();
                    for (name, value) in properties {
                        writeln!(stdout, "{name:width$}  {}", text(value))?;
                    }
                }
                (Format::Table, value) => writeln!(stdout, "{}", text(value))?,
                (Format::Json, value) => writeln!(stdout, "{}", json(&value.to_string()))?,
            }
        }
        stdout.flush()
    }

    fn push(&self, value: &impl Serialize) {
        // Fails for no value that was read from JSON.
        self.values.borrow_mut().extend(serde_json::to_value(value));
    }
}

/// Returns a value as text. A text that would change a terminal, or run a command of a
/// build service, is JSON.
fn text(value: &Value) -> String {
    match value {
        Value::String(text) if one_line(text) == *text => text.clone(),
        other => json(&other.to_string()).into_owned(),
    }
}

/// Errors are reported by the caller of the operation.
impl CliConfig for Output {
    fn success_item<T: Serialize + Debug>(&self, value: &ResponseValue<T>) {
        self.push(&**value);
    }

    fn success_no_item(&self, _: &ResponseValue<()>) {}

    fn error<T: Serialize + Debug>(&self, _: &Error<T>) {}

    fn list_start<T: Serialize + Debug>(&self) {}

    fn list_item<T: Serialize + Debug>(&self, value: &T) {
        self.push(value);
    }

    fn list_end_success<T: Serialize + Debug>(&self) {}

    fn list_end_error<T: Serialize + Debug>(&self, _: &Error<T>) {}
}
