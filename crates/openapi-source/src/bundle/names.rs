//! The names of components that other files contain: that of the member or of the file, with
//! the names above where it is taken.

use std::collections::HashSet;
use std::path::Path;

use super::files::Place;
use crate::role::Role;

/// The names in use, by section.
#[derive(Default)]
pub(super) struct Names(HashSet<(&'static str, String)>);

impl Names {
    /// Adds a name. Returns whether it was not in use.
    pub(super) fn take(&mut self, section: &'static str, name: &str) -> bool {
        // Without the differences that the names of Rust types don't have.
        let letters = name.chars().filter(char::is_ascii_alphanumeric);
        let folded = letters.map(|letter| letter.to_ascii_lowercase()).collect();
        self.0.insert((section, folded))
    }

    /// Returns a name for the node at a place, which no other component has.
    pub(super) fn of(&mut self, section: &'static str, place: &Place, path: &Path) -> String {
        let text = |part: Option<&std::ffi::OsStr>| {
            part.map(|part| part.to_string_lossy().into_owned()).unwrap_or_default()
        };
        let directory = text(path.parent().and_then(Path::file_name));
        let stem = text(path.file_stem());
        let stem = match stem.trim_matches('_') {
            "" | "index" => directory.clone(),
            _ => stem,
        };
        let is_name = |last: &String| last.starts_with(|first: char| first.is_alphabetic());
        let last = place.pointer.last().filter(is_name);
        let short = last.unwrap_or_else(|| stem.clone());
        let longer = [format!("{stem}-{short}"), format!("{directory}-{stem}-{short}")];
        let numbered = (2..).map(|number| format!("{short}-{number}"));
        let mut names = std::iter::once(short.clone()).chain(longer).chain(numbered);
        names
            .find_map(|name| {
                let allowed = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
                let name = name.replace(|c| !allowed(c), "_");
                self.take(section, &name).then_some(name)
            })
            .expect("the numbers don't end")
    }
}

/// Returns the section of the components for objects of a role.
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
