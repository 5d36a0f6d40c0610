//! The names of components that other files contain. Each is named after its member or else its
//! file. If that name is in use, the names of the file and of the directory are put before it,
//! then a number behind it.

use std::collections::{HashMap, HashSet};
use std::ffi::OsStr;
use std::path::Path;

use super::files::Place;
use crate::role::Role;

/// The names in use, by section.
#[derive(Default)]
pub(super) struct Names {
    taken: HashSet<(&'static str, String)>,
    /// The last number behind each folded name.
    last: HashMap<(&'static str, String), usize>,
}

impl Names {
    /// Adds a name. Returns whether it was not in use.
    pub(super) fn take(&mut self, section: &'static str, name: &str) -> bool {
        self.taken.insert((section, folded(name)))
    }

    /// Chooses a name for the node at a place, and takes it.
    pub(super) fn choose(&mut self, section: &'static str, place: &Place, path: &Path) -> String {
        let allowed = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
        let text = |part: Option<&OsStr>| {
            part.unwrap_or_default().to_string_lossy().replace(|c| !allowed(c), "_")
        };
        let directory = text(path.parent().and_then(Path::file_name));
        let stem = text(path.file_stem());
        // A file `index.yaml` or `_index.yaml` gets the name of its directory.
        let stem = match stem.trim_matches('_') {
            "" | "index" => directory.clone(),
            _ => stem,
        };
        let last = place.pointer.last().filter(|last| last.starts_with(char::is_alphabetic));
        let short = last.map_or_else(|| stem.clone(), |last| last.replace(|c| !allowed(c), "_"));
        let longer = [format!("{stem}-{short}"), format!("{directory}-{stem}-{short}")];
        let mut names = std::iter::once(short.clone()).chain(longer);
        if let Some(name) = names.find(|name| self.take(section, name)) {
            return name;
        }
        // Each number is tried once, since many targets can have one name, such as `schema`.
        loop {
            let number = self.last.entry((section, folded(&short))).or_insert(1);
            *number += 1;
            let name = format!("{short}-{number}");
            if self.take(section, &name) {
                return name;
            }
        }
    }
}

/// Returns a text that is the same for `tree_kind` and `TreeKind`, which would become the same Rust
/// type.
fn folded(name: &str) -> String {
    let letters = name.chars().filter(char::is_ascii_alphanumeric);
    letters.map(|letter| letter.to_ascii_lowercase()).collect()
}

/// Returns the section of the components for objects of a role, or `None` for those that are put
/// in place of the reference.
pub(super) fn section(role: Role) -> Option<&'static str> {
    match role {
        Role::Schema => Some("schemas"),
        Role::Response => Some("responses"),
        Role::Parameter => Some("parameters"),
        Role::RequestBody => Some("requestBodies"),
        Role::Header => Some("headers"),
        Role::SecurityScheme => Some("securitySchemes"),
        Role::Callback => Some("callbacks"),
        _ => None,
    }
}
