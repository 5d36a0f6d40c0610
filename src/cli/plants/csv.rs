//! Plants as comma-separated values (RFC 4180), with a header.
//!
//! An absent tag is an empty cell, and an empty tag is a cell with two quotes (`""`), as
//! `COPY … CSV` of PostgreSQL and `.mode csv` of sqlite3 have it. The crate `csv` does not
//! tell the two apart, so the reader uses its parser, `csv-core`.

use std::io::{self, BufRead, Write};

use csv_core::ReadFieldResult;
use plant_storage::{Plant, Trail};

use super::format::ReadError;
use crate::cli::token::timestamp;

/// The columns, which are the members of a `NewPlant`, in the order of an export.
const COLUMNS: [&str; 3] = ["id", "name", "tag"];

/// The size of the buffer for the text of a cell, in bytes.
const CHUNK: usize = 4 << 10;

pub(super) fn write_header(writer: &mut dyn Write, with_trail: bool) -> io::Result<()> {
    let more = if with_trail { ",created_at,token" } else { "" };
    writeln!(writer, "{}{more}", COLUMNS.join(","))
}

/// Writes a plant as one record, whose cells may contain line breaks.
pub(super) fn write_record(
    writer: &mut dyn Write,
    plant: &Plant,
    trail: Option<&Trail>,
) -> io::Result<()> {
    let Plant { id, name, tag } = plant;
    write!(writer, "{id},")?;
    write_cell(writer, name)?;
    writer.write_all(b",")?;
    if let Some(tag) = tag {
        write_cell(writer, tag)?;
    }
    if let Some(Trail { created_at, token }) = trail {
        write!(writer, ",{},", created_at.map(timestamp).unwrap_or_default())?;
        if let Some(token) = token {
            write_cell(writer, token)?;
        }
    }
    writer.write_all(b"\n")
}

fn write_cell(writer: &mut dyn Write, text: &str) -> io::Result<()> {
    if text.is_empty() || text.contains([',', '"', '\r', '\n']) {
        write!(writer, "\"{}\"", text.replace('"', "\"\""))
    } else {
        writer.write_all(text.as_bytes())
    }
}

/// A cell of a record.
#[derive(Default)]
struct Cell {
    text: Vec<u8>,
    is_quoted: bool,
}

/// A record as it was read.
struct Record {
    /// The line on which the record begins, from 1.
    line: u64,
    /// The cells, at most one more than there are columns.
    cells: Vec<Cell>,
    /// The number of cells of the record.
    count: usize,
    fault: Option<Fault>,
}

/// The reason why a record has no plant.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Fault {
    /// The record is larger than the limit.
    #[error("The record is larger than {0} bytes.")]
    TooLarge(usize),
    /// A quote is not closed before the end of the file.
    #[error("A quote is not closed.")]
    OpenQuote,
    /// The record does not fit the header.
    #[error("The record has {cells} cells and the header {columns}.")]
    Count {
        /// The number of cells.
        cells: usize,
        /// The number of columns.
        columns: usize,
    },
    /// A cell is not text.
    #[error("The {0} is not UTF-8.")]
    NotUtf8(&'static str),
}

/// Reads the records of a file.
pub(super) struct Reader<R> {
    input: R,
    parser: csv_core::Reader,
    columns: Vec<&'static str>,
    /// The line of the next byte, from 1.
    line: u64,
    /// The maximum size of the cells of a record, in bytes.
    limit: usize,
}

impl<R: BufRead> Reader<R> {
    /// Reads the header. Records whose cells have more than `limit` bytes are faults.
    pub(super) fn new(input: R, limit: usize) -> Result<Self, ReadError> {
        let mut reader =
            Reader { input, parser: csv_core::Reader::new(), columns: Vec::new(), line: 1, limit };
        let header = reader.record()?;
        let columns = header.and_then(|header| columns(&header));
        reader.columns = columns.ok_or(ReadError::Header)?;
        Ok(reader)
    }

    /// Writes the next record to `json` as a JSON object. Returns the line on which the
    /// record begins, or `None` at the end.
    pub(super) fn next(
        &mut self,
        json: &mut Vec<u8>,
    ) -> io::Result<Option<(u64, Result<(), Fault>)>> {
        json.clear();
        let Some(record) = self.record()? else {
            return Ok(None);
        };
        let line = record.line;
        Ok(Some((line, self.write_json(record, json))))
    }

    fn write_json(&self, record: Record, json: &mut Vec<u8>) -> Result<(), Fault> {
        if let Some(fault) = record.fault {
            return Err(fault);
        }
        if record.count != self.columns.len() {
            return Err(Fault::Count { cells: record.count, columns: self.columns.len() });
        }
        let mut separator = b'{';
        for (name, cell) in self.columns.iter().zip(&record.cells) {
            let text = str::from_utf8(&cell.text).map_err(|_| Fault::NotUtf8(name))?;
            if *name == "tag" && text.is_empty() && !cell.is_quoted {
                continue;
            }
            json.push(separator);
            separator = b',';
            push_string(json, name);
            json.push(b':');
            // A number as it is written: the validator decides about its digits.
            match text.parse::<serde_json::Number>() {
                Ok(_) if *name == "id" => json.extend_from_slice(text.as_bytes()),
                _ => push_string(json, text),
            }
        }
        json.push(b'}');
        Ok(())
    }

    /// Reads a record, or `None` at the end of the file.
    fn record(&mut self) -> io::Result<Option<Record>> {
        if !self.skip_line_ends()? {
            return Ok(None);
        }
        let mut record = Record {
            line: self.line,
            cells: Vec::with_capacity(COLUMNS.len()),
            count: 0,
            fault: None,
        };
        let mut left = self.limit;
        while self.cell(&mut record, &mut left)? {}
        Ok(Some(record))
    }

    /// Reads a cell into a record. Returns whether the record goes on.
    fn cell(&mut self, record: &mut Record, left: &mut usize) -> io::Result<bool> {
        let mut cell = Cell::default();
        let mut chunk = [0; CHUNK];
        let (mut is_first, mut quotes) = (true, 0);
        loop {
            let input = self.input.fill_buf()?;
            if is_first {
                is_first = false;
                cell.is_quoted = input.first() == Some(&b'"');
            }
            let is_end = input.is_empty();
            let (result, read, written) = self.parser.read_field(input, &mut chunk);
            let count = |wanted| input[..read].iter().filter(|byte| **byte == wanted).count();
            self.line += count(b'\n') as u64;
            quotes += count(b'"');
            self.input.consume(read);
            match left.checked_sub(written) {
                Some(rest) => *left = rest,
                None => record.fault = Some(Fault::TooLarge(self.limit)),
            }
            if record.fault.is_none() && record.cells.len() <= COLUMNS.len() {
                cell.text.extend_from_slice(&chunk[..written]);
            }
            let goes_on = match result {
                ReadFieldResult::InputEmpty | ReadFieldResult::OutputFull => continue,
                ReadFieldResult::Field { record_end } => !record_end,
                ReadFieldResult::End => false,
            };
            // Quotes in a quoted cell are pairs.
            if is_end && cell.is_quoted && quotes % 2 == 1 {
                record.fault = Some(Fault::OpenQuote);
            }
            record.count += 1;
            if record.cells.len() <= COLUMNS.len() {
                record.cells.push(cell);
            }
            return Ok(goes_on);
        }
    }

    /// Skips line breaks before a record, as the parser would, so that the line of the
    /// record is known. Returns whether there is more.
    fn skip_line_ends(&mut self) -> io::Result<bool> {
        loop {
            let input = self.input.fill_buf()?;
            let Some(first) = input.first() else {
                return Ok(false);
            };
            if !b"\r\n".contains(first) {
                return Ok(true);
            }
            self.line += u64::from(*first == b'\n');
            self.input.consume(1);
        }
    }
}

/// Returns the columns that a header names: id, name and optionally tag, in any order.
fn columns(header: &Record) -> Option<Vec<&'static str>> {
    let column = |cell: &Cell| COLUMNS.into_iter().find(|column| column.as_bytes() == cell.text);
    let columns: Vec<_> = header.cells.iter().map(column).collect::<Option<_>>()?;
    let occurrences = |wanted| columns.iter().filter(|column| **column == wanted).count();
    let [id, name, tag] = COLUMNS.map(occurrences);
    (id == 1 && name == 1 && tag <= 1).then_some(columns)
}

fn push_string(json: &mut Vec<u8>, text: &str) {
    serde_json::to_writer(json, text).expect("a string can be written to a vector");
}
