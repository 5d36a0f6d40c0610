//! Output of commands. A reader that closes the pipe early (`| head`) is not a
//! failure; any other write error is.

use std::io::{self, Write};

use serde::Serialize;

use super::Failure;

/// Writes to standard output through a buffer.
pub(super) fn write(lines: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    let mut stdout = io::BufWriter::new(io::stdout().lock());
    let written = lines(&mut stdout).and_then(|()| stdout.flush());
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other.map_err(Failure::Output),
    }
}

/// Writes a line, with its end, that must not be lost. Here a closed pipe is a failure, too.
pub(super) fn deliver(line: &[u8]) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(line).and_then(|()| stdout.flush())
}

/// Writes a value as one line of JSON, without characters that a terminal interprets.
pub(super) fn write_json(writer: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    let line = serde_json::to_string(value)?;
    writeln!(writer, "{}", untrusted_text::json(&line))
}
