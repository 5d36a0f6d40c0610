//! The files of a document. Each is read once, by whatever path a reference names it, and
//! only below one directory.

use std::collections::HashMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

use indexmap::IndexMap;
use percent_encoding::percent_decode_str;

use crate::{
    Diagnostic, Diagnostics, Location, MemberAt, Node, Pointer, SourceFile, Value, from_bytes,
};

/// The maximum number of files of a document.
const MAX_FILES: usize = 10_000;

/// The maximum size of a file that a reference names, in bytes.
const MAX_BYTES: u64 = 64 * 1024 * 1024;

/// A node of a file. File 0 is the one that begins the document.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Place {
    pub(super) file: usize,
    pub(super) pointer: Pointer,
}

pub(super) struct Files {
    member_at: MemberAt,
    /// The directory below which files are read, or why there is none.
    below: Result<PathBuf, String>,
    /// The content of each file by its canonical path, or its first error.
    contents: IndexMap<PathBuf, Result<Node, Diagnostic>>,
    /// The index of each file by its name in locations.
    names: HashMap<String, usize>,
    /// The errors of the references whose target can't be read.
    pub(super) unread: Diagnostics,
    /// The warnings about the files and their references.
    pub(super) warnings: Diagnostics,
}

impl Files {
    /// Returns the files of a document that has one, so far.
    pub(super) fn new(path: &Path, below: Option<&Path>, root: &Node, member_at: MemberAt) -> Self {
        let canonical = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let below = below.or(canonical.parent()).unwrap_or(Path::new("."));
        let read = below.canonicalize();
        let below = read.map_err(|error| format!("{}: {error}", below.display()));
        let path = canonical;
        Self {
            member_at,
            below,
            contents: IndexMap::from([(path, Ok(root.clone()))]),
            names: HashMap::from([(root.location.file.to_string(), 0)]),
            unread: Diagnostics::default(),
            warnings: Diagnostics::default(),
        }
    }

    /// Returns the canonical paths of the files that were read.
    pub(super) fn paths(&self) -> impl Iterator<Item = PathBuf> {
        self.contents.keys().cloned()
    }

    /// Returns the canonical path of a file.
    pub(super) fn path(&self, file: usize) -> &Path {
        let (path, _) = self.contents.get_index(file).expect("the file is known");
        path
    }

    /// Returns the index of the file that a node was read from.
    pub(super) fn file_of(&self, node: &Node) -> usize {
        let name: &str = &node.location.file;
        self.names.get(name).copied().unwrap_or_default()
    }

    /// Returns the node at a place.
    pub(super) fn at(&self, place: &Place) -> Option<&Node> {
        let (_, content) = self.contents.get_index(place.file)?;
        content.as_ref().ok()?.at(&place.pointer)
    }

    /// Returns the place that a reference names. Returns `None` for a URL, and with an error
    /// for a file that can't be read or lacks the value. `is_certain` is false for a value
    /// that is perhaps no reference: then there is no error.
    pub(super) fn place(&mut self, reference: &Node, is_certain: bool) -> Option<Place> {
        let text = reference.string()?;
        let (path, fragment) = text.split_once('#').unwrap_or((text, ""));
        let base = self.file_of(reference);
        let opened = if path.is_empty() {
            Ok(base)
        } else if is_url(path) {
            return None;
        } else {
            self.open(base, path)
        };
        match opened.and_then(|file| self.below(file, fragment)) {
            Ok(place) => Some(place),
            Err(problem) => {
                if is_certain && !self.has_identifiers(base) {
                    let message = format!("`$ref: {text}` can't be read: {}", problem.message);
                    let error = Diagnostic::error(&reference.location, message);
                    self.unread.push(match problem.help {
                        Some(help) => error.help(help),
                        None => error,
                    });
                }
                None
            }
        }
    }

    /// Returns the place in a file that a fragment names. The target of a reference within
    /// the file that begins the document may be missing, which its reader reports.
    fn below(&self, file: usize, fragment: &str) -> Result<Place, Problem> {
        let (_, content) = self.contents.get_index(file).expect("the file is known");
        let content = content.as_ref().map_err(|error| {
            let Location { line, column, .. } = error.location;
            let file = &error.location.file;
            Problem::new(format!("{file}:{line}:{column}: {}", error.message))
        })?;
        let decoded = percent_decode_str(fragment).decode_utf8();
        let decoded = decoded.map_err(|_| Problem::new("the fragment is not UTF-8"))?;
        let pointer = match Pointer::parse(&decoded) {
            Some(pointer) if file == 0 || content.at(&pointer).is_some() => Some(pointer),
            // A slash alone is the member with an empty name, and mostly meant as the whole.
            Some(pointer) if pointer.as_str() == "/" => Some(Pointer::root()),
            Some(_) => None,
            None => anchored(content, &decoded),
        };
        let pointer = pointer.ok_or_else(|| {
            let file = &content.location.file;
            Problem::new(format!("{file} has no such value"))
        })?;
        Ok(Place { file, pointer })
    }

    /// Returns the index of the file at a path that is relative to another file.
    fn open(&mut self, base: usize, path: &str) -> Result<usize, Problem> {
        let path = percent_decode_str(path)
            .decode_utf8()
            .map_err(|_| Problem::new("the path is not UTF-8 once percent-decoded"))?;
        let base_name = self.names.iter().find(|(_, file)| **file == base);
        let base_name = base_name.map_or("", |(name, _)| name.as_str());
        let directory = Path::new(base_name).parent().unwrap_or(Path::new(""));
        let written = directory.join(&*path);
        let canonical = written.canonicalize().map_err(Problem::new)?;
        if let Some(file) = self.contents.get_index_of(&canonical) {
            return Ok(file);
        }
        let below = self.below.as_ref().map_err(Problem::new)?;
        if !canonical.starts_with(below) {
            return Err(Problem {
                message: "it is not below the directory of the document".to_owned(),
                help: Some("name a directory that contains both as the root"),
            });
        }
        let metadata = fs::metadata(&canonical).map_err(Problem::new)?;
        if !metadata.is_file() {
            return Err(Problem::new("it is no file"));
        }
        if metadata.len() > MAX_BYTES || self.contents.len() >= MAX_FILES {
            return Err(Problem::new(format!(
                "a document has at most {MAX_FILES} files, of at most {MAX_BYTES} bytes each"
            )));
        }
        let bytes = fs::read(&canonical).map_err(Problem::new)?;
        let simple = simplified(&written);
        let is_same = |path: &PathBuf| path.canonicalize().is_ok_and(|path| path == canonical);
        let name = Some(simple).filter(is_same).unwrap_or(written);
        let name = name.display().to_string();
        let content = self.parsed(&name, &bytes);
        self.names.insert(name, self.contents.len());
        self.contents.insert(canonical, content);
        Ok(self.contents.len() - 1)
    }

    /// Returns the content of a file, which is a string unless the name is that of YAML or
    /// JSON.
    fn parsed(&mut self, name: &str, bytes: &[u8]) -> Result<Node, Diagnostic> {
        let extension = Path::new(name).extension().and_then(|part| part.to_str());
        if !matches!(extension, None | Some("yaml" | "yml" | "json")) {
            let text = String::from_utf8_lossy(bytes).into_owned();
            let location = Location::start_of(SourceFile::new(name, text.clone()));
            let value = Value::String(text);
            return Ok(Node { value, location });
        }
        match from_bytes(name, bytes, self.member_at) {
            Ok((root, warnings)) => {
                self.warnings.extend(warnings);
                Ok(root)
            }
            Err(errors) => {
                let first = errors.into_iter().next();
                Err(first.expect("a text that can't be read has an error"))
            }
        }
    }

    /// Returns whether a file has identifiers of schemas, which references can name.
    fn has_identifiers(&self, file: usize) -> bool {
        let (_, content) = self.contents.get_index(file).expect("the file is known");
        content
            .as_ref()
            .is_ok_and(|content| any(content, &mut |node| node.member_text("$id").is_some()))
    }
}

/// The reason why a file is not read.
struct Problem {
    message: String,
    help: Option<&'static str>,
}

impl Problem {
    fn new(message: impl ToString) -> Self {
        let message = message.to_string();
        Self {
            message,
            help: None,
        }
    }
}

/// Returns whether a reference begins with a scheme or a host (RFC 3986 §4.2).
fn is_url(path: &str) -> bool {
    let is_scheme = |scheme: &str| {
        scheme.starts_with(|first: char| first.is_ascii_alphabetic())
            && scheme
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
    };
    path.starts_with("//")
        || path
            .split_once(':')
            .is_some_and(|(scheme, _)| is_scheme(scheme))
}

/// Returns a path without `.` and `..` where that is possible.
fn simplified(path: &Path) -> PathBuf {
    let mut simple = PathBuf::new();
    for component in path.components() {
        let is_name = matches!(simple.components().next_back(), Some(Component::Normal(_)));
        match component {
            Component::CurDir => {}
            Component::ParentDir if is_name => drop(simple.pop()),
            other => simple.push(other),
        }
    }
    simple
}

/// Returns the pointer to the schema with an anchor.
fn anchored(content: &Node, name: &str) -> Option<Pointer> {
    let mut found = None;
    any(content, &mut |node| {
        let is_here = ["$anchor", "$dynamicAnchor"]
            .iter()
            .any(|keyword| node.member_text(keyword) == Some(name));
        if is_here {
            found = Some(node.location.pointer.clone());
        }
        is_here
    });
    found
}

/// Returns whether a node or one below it meets a condition.
pub(super) fn any(node: &Node, condition: &mut impl FnMut(&Node) -> bool) -> bool {
    condition(node)
        || node.members().any(|(_, member)| any(member, condition))
        || node.items().iter().any(|item| any(item, condition))
}
