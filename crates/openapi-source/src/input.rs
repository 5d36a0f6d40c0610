//! Reads the text of a file: UTF-8, with or without a byte order mark.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use crate::{Diagnostic, Diagnostics, Location, MemberAt, Node, SourceFile, parse};

/// The maximum size of a file, in bytes.
const MAX_BYTES: u64 = 64 * 1024 * 1024;

/// Reads a YAML or JSON file, as [`parse`] does. Diagnostics name the file as written in `path`.
///
/// # Errors
/// When the file can't be read, or for every error in its text.
pub fn read(path: &Path, member_at: MemberAt) -> Result<(Node, Diagnostics), Diagnostics> {
    let name = path.display().to_string();
    let bytes = read_bytes(path).map_err(|error| {
        let message = format!("the file can't be read: {error}");
        Diagnostic::error(&Location::start_of(name.as_str()), message)
    })?;
    from_bytes(&name, &bytes, member_at)
}

/// Reads the bytes of an input file. A FIFO or a device is not read, because it can be
/// without end.
///
/// # Errors
/// When the file can't be read, is not a regular file, has more than 64 MiB, or has a
/// control character in its name: names become lines of messages and of instructions to
/// cargo.
pub fn read_bytes(path: &Path) -> io::Result<Vec<u8>> {
    if has_control(path) {
        let message = "its name has a control character";
        return Err(io::Error::new(ErrorKind::InvalidInput, message));
    }
    // Opening a FIFO would wait for a writer.
    let metadata = fs::metadata(path)?;
    if !metadata.is_file() && !metadata.is_dir() {
        let message = "it is a FIFO or a device: name a regular file";
        return Err(io::Error::new(ErrorKind::InvalidInput, message));
    }
    read_limited(File::open(path)?)
}

pub(crate) fn has_control(path: &Path) -> bool {
    path.to_string_lossy().contains(char::is_control)
}

/// Reads a stream to its end.
///
/// # Errors
/// When the stream can't be read, or has more than 64 MiB.
pub fn read_limited(stream: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    stream.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_BYTES {
        let message = format!("it has more than {MAX_BYTES} bytes");
        return Err(io::Error::new(ErrorKind::FileTooLarge, message));
    }
    Ok(bytes)
}

/// Parses the bytes of a YAML or JSON file, as [`parse`] does.
///
/// # Errors
/// When the bytes aren't UTF-8, or for every error in the text.
pub fn from_bytes(
    file: &str,
    bytes: &[u8],
    member_at: MemberAt,
) -> Result<(Node, Diagnostics), Diagnostics> {
    match str::from_utf8(bytes) {
        Ok(text) => parse(file, text, member_at),
        Err(error) => {
            let read = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
            let last = read.rsplit('\n').next().unwrap_or_default();
            let file = SourceFile::new(file, String::from_utf8_lossy(bytes));
            let place = [read.matches('\n').count(), last.chars().count()];
            let location = Location::at(file, place.map(|before| before + 1));
            Err(Diagnostic::error(&location, "the text is not UTF-8")
                .reason("JSON and YAML documents are exchanged in UTF-8 (RFC 8259 §8.1)")
                .help("save the file as UTF-8")
                .into())
        }
    }
}
