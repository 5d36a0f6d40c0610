//! The files of a document. Each is read once, by whatever path a reference names it, and
//! only below one directory.

use std::collections::HashMap;
use std::env;
use std::ffi::OsStr;
use std::path::{Component, Path, PathBuf};

use indexmap::IndexMap;
use percent_encoding::percent_decode_str;

use super::size;
use crate::{
    Diagnostic, Diagnostics, Location, MemberAt, Node, Pointer, SourceFile, Value, from_bytes,
    input::has_control, read_bytes,
};

/// The maximum number of files of a document.
const MAX_FILES: usize = 10_000;

/// The maximum number of symbolic links on the way to a file, as that of Linux.
const MAX_LINKS: usize = 40;

/// The kind of value that replaces a reference.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    Part,
    /// A description, which can be a file of Markdown, too.
    Description,
    /// A value of an example or an extension, which is perhaps no reference: then there is
    /// no error if it can't be read.
    Data,
}

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
    pub(super) size: usize,
    /// The symbolic links on the way to the files.
    pub(super) links: Vec<PathBuf>,
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
            size: size(root),
            links: Vec::new(),
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
    /// for a file that can't be read or lacks the value.
    pub(super) fn place(&mut self, reference: &Node, used: Use) -> Option<Place> {
        let text = reference.string()?;
        let (path, fragment) = text.split_once('#').unwrap_or((text, ""));
        let base = self.file_of(reference);
        let opened = if path.is_empty() {
            Ok(base)
        } else if is_url(path) {
            return None;
        } else {
            self.open(base, path, used)
        };
        match opened.and_then(|file| self.below(file, fragment)) {
            Ok(place) => Some(place),
            Err(problem) => {
                if used != Use::Data && !self.has_identifiers(base) {
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

    /// Returns the index of the file at a path that is relative to another file. Nothing
    /// outside of the directory is looked at: the answer is the same whether it exists.
    fn open(&mut self, base: usize, path: &str, used: Use) -> Result<usize, Problem> {
        let path = percent_decode_str(path)
            .decode_utf8()
            .map_err(|_| Problem::new("the path is not UTF-8 once percent-decoded"))?;
        check_name(Path::new(&*path), used)?;
        let below = self.below.clone().map_err(Problem::new)?;
        let base_name = self.names.iter().find(|(_, file)| **file == base);
        let base_name = base_name.map_or("", |(name, _)| name.as_str());
        let directory = Path::new(base_name).parent().unwrap_or(Path::new(""));
        let absolute = Path::new(".").join(directory).canonicalize();
        let (canonical, links) = follow(&absolute.map_err(Problem::new)?.join(&*path), &below);
        if !canonical.starts_with(&below) {
            return Err(Problem {
                message: "it is not below the directory of the document".to_owned(),
                help: root_of_both(&below, &canonical, used),
            });
        }
        // The user chose the directories above the document.
        let own = self.path(0).parent().unwrap_or(&below);
        check_name(
            canonical.strip_prefix(own).or(canonical.strip_prefix(&below)).unwrap_or(&canonical),
            used,
        )?;
        self.links.extend(links);
        if let Some(file) = self.contents.get_index_of(&canonical) {
            return Ok(file);
        }
        if self.contents.len() >= MAX_FILES {
            let message = format!("a document has at most {MAX_FILES} files");
            return Err(Problem::new(message));
        }
        let bytes = read_bytes(&canonical).map_err(Problem::new)?;
        let written = directory.join(&*path);
        let simple = simplified(&written);
        let is_same = |path: &PathBuf| path.canonicalize().is_ok_and(|path| path == canonical);
        let name = Some(simple).filter(is_same).unwrap_or(written).display().to_string();
        let content = self.parsed(&name, &bytes);
        self.size += content.as_ref().map_or(0, size);
        self.names.insert(name, self.contents.len());
        self.contents.insert(canonical, content);
        Ok(self.contents.len() - 1)
    }

    /// Returns the content of a file: YAML or JSON, or a text of Markdown.
    fn parsed(&mut self, name: &str, bytes: &[u8]) -> Result<Node, Diagnostic> {
        if Path::new(name).extension() == Some(OsStr::new("md")) {
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
    help: Option<String>,
}

impl Problem {
    fn new(message: impl ToString) -> Self {
        let message = message.to_string();
        Self { message, help: None }
    }
}

/// Checks that a file is one of a document by its name, and not, for example, one with
/// settings or secrets.
fn check_name(path: &Path, used: Use) -> Result<(), Problem> {
    let is_hidden =
        |part| matches!(part, Component::Normal(name) if name.as_encoded_bytes().starts_with(b"."));
    if path.components().any(is_hidden) {
        return Err(Problem::new(
            "files and directories whose name begins with a dot are not read",
        ));
    }
    if has_control(path) {
        return Err(Problem::new("its name has a control character"));
    }
    match path.extension().and_then(OsStr::to_str) {
        Some("yaml" | "yml" | "json") => Ok(()),
        Some("md") if used == Use::Description => Ok(()),
        _ => {
            let also = if used == Use::Description { ", or `.md`" } else { "" };
            Err(Problem::new(format!(
                "only files that end with `.yaml`, `.yml` or `.json`{also} are read"
            )))
        }
    }
}

/// Returns the advice for a file outside of the directory: the nearest directory that contains
/// both, unless that is the whole file system or would not do.
fn root_of_both(below: &Path, file: &Path, used: Use) -> Option<String> {
    let root = below.ancestors().find(|above| file.starts_with(above))?;
    root.parent()?;
    check_name(file.strip_prefix(root).ok()?, used).ok()?;
    let root = from_here(root).display().to_string();
    Some(format!(
        "name a directory that contains both as the root: `--root {root}`, or `.root(\"{root}\")` in a build script"
    ))
}

/// Returns a directory as a path from the current one, if both have a directory above.
fn from_here(directory: &Path) -> PathBuf {
    let here = env::current_dir().unwrap_or_default();
    let mut above = here.ancestors().filter(|above| above.parent().is_some()).enumerate();
    let common =
        above.find_map(|(levels, above)| Some((levels, directory.strip_prefix(above).ok()?)));
    match common {
        Some((0, rest)) if rest == Path::new("") => PathBuf::from("."),
        Some((levels, rest)) => {
            std::iter::repeat_n(Path::new(".."), levels).chain([rest]).collect()
        }
        None => directory.to_owned(),
    }
}

/// Returns the symbolic links on the way to a file, those above the current directory
/// excepted.
pub fn links(path: &Path) -> Vec<PathBuf> {
    let here = env::current_dir().unwrap_or_default();
    let path = simplified(&here.join(path));
    let mut above = here.ancestors().filter(|above| above.parent().is_some());
    let below = above.find(|above| path.starts_with(above)).or(path.parent());
    follow(&path, below.unwrap_or(&here)).1
}

/// Returns an absolute path without `..` and symbolic links, and these links. Only what is
/// below a directory is looked at.
fn follow(path: &Path, below: &Path) -> (PathBuf, Vec<PathBuf>) {
    let parts = |path: &Path| {
        path.components().rev().map(|part| PathBuf::from(part.as_os_str())).collect::<Vec<_>>()
    };
    let (mut real, mut links) = (PathBuf::new(), Vec::new());
    let mut rest = parts(path);
    while let Some(part) = rest.pop() {
        match part.as_os_str().as_encoded_bytes() {
            b"." => continue,
            b".." => {
                real.pop();
                continue;
            }
            _ => real.push(part),
        }
        if real.starts_with(below)
            && links.len() < MAX_LINKS
            && let Ok(target) = real.read_link()
        {
            links.push(real.clone());
            real.pop();
            rest.extend(parts(&target));
        }
    }
    (real, links)
}

/// Returns whether a reference begins with a scheme or a host (RFC 3986 §4.2).
fn is_url(path: &str) -> bool {
    let is_scheme = |scheme: &str| {
        scheme.starts_with(|first: char| first.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
    };
    path.starts_with("//") || path.split_once(':').is_some_and(|(scheme, _)| is_scheme(scheme))
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

#[cfg(test)]
mod tests {
    #[cfg(unix)]
    #[test]
    fn each_link_on_the_way_to_a_file_is_named_and_none_outside_is_followed() {
        use super::*;
        use std::os::unix::fs::symlink;

        let folder = env::temp_dir().canonicalize().unwrap();
        let folder = folder.join(format!("openapi-source-{}", std::process::id()));
        let at = |path: &str| folder.join(path);
        std::fs::create_dir_all(at("api/v1")).unwrap();
        for (target, link) in [
            ("v1", "api/current"),
            ("current/a.yaml", "api/a.yaml"),
            ("../secret.yaml", "api/outside.yaml"),
            ("secret.yaml", "again.yaml"),
            ("loop.yaml", "api/loop.yaml"),
        ] {
            symlink(target, at(link)).unwrap();
        }
        let below = at("api");
        for (path, real, links) in [
            ("api/b.yaml", "api/b.yaml", &[][..]),
            ("api/v1/../../api/./b.yaml", "api/b.yaml", &[]),
            ("api/a.yaml", "api/v1/a.yaml", &["api/a.yaml", "api/current"]),
            ("api/outside.yaml", "secret.yaml", &["api/outside.yaml"]),
            ("again.yaml", "again.yaml", &[]),
        ] {
            let (found, followed) = follow(&at(path), &below);
            assert_eq!(found, at(real), "{path}");
            assert_eq!(followed, links.iter().map(|link| at(link)).collect::<Vec<_>>(), "{path}");
        }
        assert_eq!(follow(&at("api/loop.yaml"), &below).1.len(), MAX_LINKS);
        assert_eq!(links(&at("api/a.yaml")), [at("api/a.yaml"), at("api/current")]);
        std::fs::remove_dir_all(folder).unwrap();
    }
}
