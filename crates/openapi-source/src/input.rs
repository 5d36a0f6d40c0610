//! Reads the text of a file: UTF-8, with or without a byte order mark.

use std::path::Path;

use crate::{Diagnostic, Diagnostics, Location, MemberAt, Node, Pointer, SourceFile, parse};

/// Reads a YAML or JSON file, as [`parse`] does. Diagnostics name the file as written in `path`.
///
/// # Errors
/// When the file can't be read, or for every error in its text.
pub fn read(path: &Path, member_at: MemberAt) -> Result<(Node, Diagnostics), Diagnostics> {
    let name = path.display().to_string();
    let bytes = std::fs::read(path).map_err(|error| {
        let message = format!("the file can't be read: {error}");
        Diagnostic::error(&Location::start_of(name.as_str()), message)
    })?;
    from_bytes(&name, &bytes, member_at)
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
            let location = Location {
                file: SourceFile::new(file, String::from_utf8_lossy(bytes)),
                line: 1 + read.matches('\n').count(),
                column: 1 + last.chars().count(),
                pointer: Pointer::root(),
            };
            Err(Diagnostic::error(&location, "the text is not UTF-8")
                .reason("JSON and YAML documents are exchanged in UTF-8 (RFC 8259 §8.1)")
                .help("save the file as UTF-8")
                .into())
        }
    }
}
