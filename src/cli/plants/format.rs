//! The formats of files of plants.

use std::io;
use std::path::Path;

use clap::ValueEnum;

/// The format of a file of plants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// A `NewPlant` as JSON in each line.
    JsonLines,
    /// Comma-separated values; the header names the columns.
    Csv,
}

impl Format {
    /// Returns the format that the extension of a file names.
    pub(super) fn of(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_lowercase();
        match &*extension {
            "jsonl" | "ndjson" => Some(Format::JsonLines),
            "csv" => Some(Format::Csv),
            _ => None,
        }
    }
}

/// The rest of a file cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The error of the system.
    #[error(transparent)]
    File(#[from] io::Error),
    /// The header of CSV is missing, or does not name the columns of plants.
    #[error("the first line does not name the columns id, name and, optionally, tag")]
    Header,
}
