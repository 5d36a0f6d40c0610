//! Reads a file of plants on a thread of its own, one line at a time. Each line is decoded
//! by the function that decodes the body of a request, with the schema of the document.
//!
//! The memory does not depend on the size of the file: the lines between this thread and
//! the store are limited by number and by size.

use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::iter;
use std::sync::Arc;

use openapi_dropshot::Rejection;
use plant_storage::Plant;
use serde::Serialize;
use tokio::runtime::Handle;
use tokio::sync::mpsc::{self, Receiver};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::api;
use crate::api::types::{Error, NewPlant};
use crate::cli::plants::csv;
use crate::cli::plants::format::{Format, ReadError};
use crate::error;

/// The maximum size of a line in bytes: that of a request body (`--body-limit`).
const LINE_BYTES: usize = 64 << 20;

/// The maximum size of the lines in memory, in bytes. A larger line is alone.
const MEMORY: usize = 32 << 20;

/// The maximum number of lines that are read ahead.
const AHEAD: usize = 1024;

/// The size of the buffer for the file, in bytes.
const BUFFER: usize = 256 << 10;

/// A line of a file: a line of JSON, or a record of CSV.
#[derive(Debug)]
pub(super) struct Line {
    /// The number of the line, or of the first line of the record, from 1.
    pub(super) number: u64,
    /// The size in bytes.
    bytes: usize,
    pub(super) plant: Result<Plant, Refusal>,
}

/// The reason why the plant of a line is not created.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(super) struct Refusal {
    /// The `error` with which the service answers such a body. `None` for a record of CSV
    /// that is no body.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) error: Option<i32>,
    pub(super) message: String,
}

impl From<Error> for Refusal {
    fn from(Error { error, message }: Error) -> Self {
        Refusal { error: Some(error.into()), message }
    }
}

impl From<csv::Fault> for Refusal {
    fn from(fault: csv::Fault) -> Self {
        Refusal { error: None, message: fault.to_string() }
    }
}

/// A line, with its share of [`MEMORY`].
pub(super) type LineInMemory = (Line, OwnedSemaphorePermit);

/// Starts the thread that reads the lines of a file. Dropping the receiver ends it.
///
/// # Errors
/// The system refuses a thread.
pub(super) fn read(
    input: impl Read + Send + 'static,
    format: Format,
) -> io::Result<Receiver<Result<LineInMemory, ReadError>>> {
    let (sender, receiver) = mpsc::channel(AHEAD);
    let runtime = Handle::current();
    let memory = Arc::new(Semaphore::new(MEMORY));
    let work = move || {
        for line in lines(BufReader::with_capacity(BUFFER, input), format) {
            let line = line.map(|line| {
                let share = u32::try_from(line.bytes.clamp(1, MEMORY)).unwrap_or(u32::MAX);
                let share = runtime.block_on(Arc::clone(&memory).acquire_many_owned(share));
                (line, share.expect("nobody closes the semaphore"))
            });
            if sender.blocking_send(line).is_err() {
                return;
            }
        }
    };
    // No thread of tokio's, for which the end of the process would wait: a read of standard
    // input can take for ever.
    std::thread::Builder::new().name("import".to_owned()).spawn(work)?;
    Ok(receiver)
}

/// Returns the lines of a file, and ends with the first error.
fn lines(
    input: impl BufRead + 'static,
    format: Format,
) -> Box<dyn Iterator<Item = Result<Line, ReadError>>> {
    match format {
        Format::JsonLines => match without_mark(input) {
            Ok(input) => Box::new(json_lines(input, LINE_BYTES).map(|line| Ok(line?))),
            Err(error) => Box::new(iter::once(Err(error.into()))),
        },
        Format::Csv => match csv::Reader::new(input, LINE_BYTES) {
            Ok(reader) => Box::new(records(reader).map(|line| Ok(line?))),
            Err(error) => Box::new(iter::once(Err(error))),
        },
    }
}

/// Returns the input without a byte order mark at its beginning. The parser of CSV does the
/// same.
fn without_mark(mut input: impl BufRead) -> io::Result<impl BufRead> {
    let mut begin = Vec::new();
    let mark = "\u{feff}".as_bytes();
    input.by_ref().take(mark.len() as u64).read_to_end(&mut begin)?;
    if begin == mark {
        begin.clear();
    }
    Ok(Cursor::new(begin).chain(input))
}

/// Returns the lines of JSON Lines without those that are blank.
fn json_lines(mut input: impl BufRead, limit: usize) -> impl Iterator<Item = io::Result<Line>> {
    let (mut number, mut text) = (0, Vec::new());
    until_error(move || {
        loop {
            text.clear();
            let most = limit as u64 + 1;
            if input.by_ref().take(most).read_until(b'\n', &mut text)? == 0 {
                return Ok(None);
            }
            number += 1;
            text.pop_if(|last| *last == b'\n');
            let bytes = text.len();
            let plant = if bytes > limit {
                input.skip_until(b'\n')?;
                let rejection = Rejection::TooLarge { limit, part: None };
                Err(error::error_for(&rejection).into())
            } else if text.trim_ascii().is_empty() {
                continue;
            } else {
                decode(&text)
            };
            return Ok(Some(Line { number, bytes, plant }));
        }
    })
}

/// Returns the records of CSV.
fn records(mut reader: csv::Reader<impl BufRead>) -> impl Iterator<Item = io::Result<Line>> {
    let mut text = Vec::new();
    until_error(move || {
        let record = reader.next(&mut text)?;
        Ok(record.map(|(number, written)| Line {
            number,
            bytes: text.len(),
            plant: written.map_err(Refusal::from).and_then(|()| decode(&text)),
        }))
    })
}

/// Decodes a plant as the service decodes the body of a request.
fn decode(text: &[u8]) -> Result<Plant, Refusal> {
    let decoded = api::decode_new_plant(text);
    let NewPlant { id, name, tag } = decoded.map_err(|rejection| error::error_for(&rejection))?;
    Ok(Plant { id, name, tag })
}

/// Returns the items of a function until it returns `None` or an error.
fn until_error<T>(
    mut next: impl FnMut() -> io::Result<Option<T>>,
) -> impl Iterator<Item = io::Result<T>> {
    let mut is_over = false;
    iter::from_fn(move || {
        let item = if is_over { None } else { next().transpose() };
        is_over = !matches!(item, Some(Ok(_)));
        item
    })
}

#[cfg(test)]
mod tests {
    //! Tests of the limit for a line, which is too large for a test of the command.

    #![allow(clippy::unwrap_used)]

    use super::*;

    /// Returns the number of each line, and the `error` of those that are refused.
    fn outcomes(lines: impl Iterator<Item = io::Result<Line>>) -> Vec<(u64, Option<i32>)> {
        let lines = lines.map(Result::unwrap);
        let error = |line: &Line| line.plant.as_ref().err().and_then(|refusal| refusal.error);
        lines.map(|line| (line.number, error(&line))).collect()
    }

    #[test]
    fn a_line_that_is_too_large_is_refused_and_the_next_one_is_read() {
        let fits = r#"{"id":1,"name":"a"}"#;
        let text = format!("{fits}\n{fits} \n{fits}{fits}{fits}\n{fits}");
        let lines = json_lines(text.as_bytes(), fits.len());
        assert_eq!(outcomes(lines), [(1, None), (2, Some(103)), (3, Some(103)), (4, None)]);
    }

    #[test]
    fn a_record_that_is_too_large_is_refused_and_the_next_one_is_read() {
        let large = "x".repeat(10_000);
        let text = format!("id,name\n1,abcdefghi\n2,{large}\n3,\"{large}\"\n4,a\n");
        let reader = csv::Reader::new(text.as_bytes(), 10).unwrap();
        let lines: Vec<_> = records(reader).map(Result::unwrap).collect();
        let stored = |line: &Line| line.plant.is_ok();
        let stored: Vec<_> = lines.iter().map(|line| (line.number, stored(line))).collect();
        assert_eq!(stored, [(2, true), (3, false), (4, false), (5, true)]);
        let refusal = lines[1].plant.as_ref().unwrap_err();
        assert_eq!(refusal.message, "The record is larger than 10 bytes.");
    }
}
