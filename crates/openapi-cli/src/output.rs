//! Output on standard output, on standard error and in files.
//!
//! A reader that closes the pipe early (`| head`) is no error. A regular file is replaced in
//! one step, so that an interrupted command leaves the old file, and perhaps a `.tmp…` beside it.
//! A device or a FIFO is written to, and so is a file that can't be replaced. `/dev/stdout` is
//! standard output, also if that is a file.

use crate::failure::Failure;
use openapi_source::findings::unless_closed;
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use untrusted_text::one_line;

/// The lines of each side of a difference that are shown, and the characters of each.
const SHOWN: usize = 3;
const WIDTH: usize = 120;

/// Prints text on standard output.
pub(crate) fn print(text: &str) -> io::Result<()> {
    let mut output = io::stdout().lock();
    let written = output.write_all(text.as_bytes());
    unless_closed(written.and_then(|()| output.flush()))
}

/// Prints text and a line break on standard error.
pub(crate) fn print_error(text: &str) -> io::Result<()> {
    unless_closed(writeln!(io::stderr(), "{text}"))
}

/// Returns an error if an output would replace an input.
pub(crate) fn refuse_inputs<'p>(
    outputs: impl IntoIterator<Item = &'p PathBuf>,
    inputs: impl IntoIterator<Item = &'p PathBuf>,
) -> Result<(), Failure> {
    let file = |path: &PathBuf| fs::canonicalize(path).ok();
    let inputs: Vec<_> = inputs.into_iter().filter_map(file).collect();
    let is_input = |path: &&PathBuf| file(path).is_some_and(|file| inputs.contains(&file));
    match outputs.into_iter().find(is_input) {
        Some(path) => {
            Err(Failure::of(format!("{} is an input: give another file", path.display())))
        }
        None => Ok(()),
    }
}

/// Why a file that can be written to can't be replaced.
const UNREPLACEABLE: [ErrorKind; 3] =
    [ErrorKind::PermissionDenied, ErrorKind::ResourceBusy, ErrorKind::ReadOnlyFilesystem];

/// Writes a file, unless it has this text already: a file that doesn't change needs
/// no new build.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), Failure> {
    if path == Path::new("/dev/stdout") {
        return Ok(print(text)?);
    }
    if matches!(current(path), Ok(Some(current)) if current == text.as_bytes()) {
        return Ok(());
    }
    replace(path, text).map_err(|source| Failure::Write { path: path.to_owned(), source })
}

/// Returns the difference of a file to a text, in a few lines, unless the file has the text.
pub(crate) fn difference(path: &Path, text: &str) -> Result<Option<String>, Failure> {
    let current = current(path)?;
    if current.as_deref() == Some(text.as_bytes()) {
        return Ok(None);
    }
    let current = current.as_deref().map(String::from_utf8_lossy);
    // `lines` would hide another line break.
    let old: Vec<_> = current.iter().flat_map(|text| text.split('\n')).collect();
    let new: Vec<_> = text.split('\n').collect();
    let start = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let (old, new) = (&old[start..], &new[start..]);
    let end = old.iter().rev().zip(new.iter().rev()).take_while(|(old, new)| old == new).count();
    let (old, new) = (&old[..old.len() - end], &new[..new.len() - end]);
    let mut summary = format!("  from line {}:", start + 1);
    for (sign, lines, others) in [('-', old, new), ('+', new, old)] {
        for (index, line) in lines.iter().take(SHOWN).enumerate() {
            let line = excerpt(line, others.get(index).unwrap_or(&""));
            summary.push_str(&format!("\n  {sign} {line}"));
        }
        if let more @ 1.. = lines.len().saturating_sub(SHOWN) {
            summary.push_str(&format!("\n  {sign} and {more} more"));
        }
    }
    Ok(Some(summary))
}

/// Returns the part of a line that shows where it begins to differ from another.
fn excerpt(line: &str, other: &str) -> String {
    let common = line.chars().zip(other.chars()).take_while(|(one, other)| one == other).count();
    let skipped = common.saturating_sub(WIDTH / 2);
    let cut = if skipped > 0 { "…" } else { "" };
    let rest: String = line.chars().skip(skipped).collect();
    cut.chars().chain(one_line(&rest).chars()).take(WIDTH).collect()
}

fn replace(path: &Path, text: &str) -> io::Result<()> {
    // A symbolic link stays, and its target is replaced.
    let target = path.canonicalize();
    let path = target.as_deref().unwrap_or(path);
    if path.is_symlink() || fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
        return unless_closed(fs::write(path, text));
    }
    match replace_in_one_step(path, text) {
        // A file that is mounted, or in a directory that is closed. After another error, such as
        // that of a full disk, the old file stays.
        Err(error) if UNREPLACEABLE.contains(&error.kind()) => fs::write(path, text),
        replaced => replaced,
    }
}

fn replace_in_one_step(path: &Path, text: &str) -> io::Result<()> {
    // As other programs create files; the default of the crate is 0600.
    let create = |path: &Path| fs::File::create_new(path);
    let mut file = tempfile::Builder::new().make_in(path.parent().unwrap_or(path), create)?;
    if let Ok(replaced) = fs::metadata(path) {
        file.as_file().set_permissions(replaced.permissions())?;
    }
    file.write_all(text.as_bytes())?;
    Ok(file.persist(path).map(drop)?)
}

/// Returns the content of a file. A file that doesn't exist has none, nor has a device.
fn current(path: &Path) -> Result<Option<Vec<u8>>, Failure> {
    if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir()) {
        return Ok(None);
    }
    match fs::read(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        read => read.map(Some).map_err(|source| Failure::Read { path: path.to_owned(), source }),
    }
}
