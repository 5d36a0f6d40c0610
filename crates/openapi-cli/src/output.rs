//! Output on standard output, on standard error and in files.
//!
//! A reader that closes the pipe early (`| head`) is no error. A regular file is replaced in
//! one step, so that an interrupted command leaves the old file. A device or a FIFO is
//! written to.

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

/// Writes a file, unless it has this text already: a file that doesn't change needs
/// no new build.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), Failure> {
    if matches!(is_current(path, text), Ok(true)) {
        return Ok(());
    }
    replace(path, text).map_err(|source| Failure::Write { path: path.to_owned(), source })
}

/// Returns the difference of a file to a text, in a few lines.
pub(crate) fn difference(path: &Path, text: &str) -> Result<Option<String>, Failure> {
    if is_current(path, text)? {
        return Ok(None);
    }
    let current = fs::read_to_string(path).unwrap_or_default();
    let (old, new): (Vec<_>, Vec<_>) = (current.lines().collect(), text.lines().collect());
    let start = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let (old, new) = (&old[start..], &new[start..]);
    let end = old.iter().rev().zip(new.iter().rev()).take_while(|(old, new)| old == new).count();
    let mut summary = format!("  from line {}:", start + 1);
    for (sign, lines) in [('-', &old[..old.len() - end]), ('+', &new[..new.len() - end])] {
        for line in &lines[..lines.len().min(SHOWN)] {
            let line: String = one_line(line).chars().take(WIDTH).collect();
            summary.push_str(&format!("\n  {sign} {line}"));
        }
        if let more @ 1.. = lines.len().saturating_sub(SHOWN) {
            summary.push_str(&format!("\n  {sign} and {more} more"));
        }
    }
    Ok(Some(summary))
}

fn replace(path: &Path, text: &str) -> io::Result<()> {
    // A symbolic link stays, and its target is replaced.
    let target = path.canonicalize();
    let path = target.as_deref().unwrap_or(path);
    if path.is_symlink() || fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
        return fs::write(path, text);
    }
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    // As other programs create files; the default of the crate is 0600.
    let mut file = tempfile::Builder::new().make_in(folder, |path| fs::File::create_new(path))?;
    file.write_all(text.as_bytes())?;
    file.persist(path)?;
    Ok(())
}

/// Returns whether a file has this text. A file that doesn't exist hasn't, nor has a device.
pub(crate) fn is_current(path: &Path, text: &str) -> Result<bool, Failure> {
    if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir()) {
        return Ok(false);
    }
    match fs::read(path) {
        Ok(bytes) => Ok(bytes == text.as_bytes()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(source) => Err(Failure::Read { path: path.to_owned(), source }),
    }
}
