//! The page with every change and the check that notices it. A row that is not
//! updated stays, and a row without a change is removed; the page contains only
//! observed results.

use super::cases::{Mutation, all};
use crate::{error::Error, workspace};
use std::{collections::BTreeMap, fmt::Write, fs, path::PathBuf};

const PAGE: &str = "docs/code-mutations.md";

/// The content of a row whose change is not noticed.
pub const NOTHING: &str = "**nothing**";

const HEAD: &str = "\
# Changes of the code, and what notices them

Written by `cargo xtask mutate-code`, which makes each of these changes in a copy
of the workspace, alone, and runs checks of `cargo xtask ci` until one fails: the
compiler, `cargo xtask conformance`, or tests. Of several tests that fail the
first by name is shown. The changes themselves are in `xtask/src/mutate_code/cases`;
`cargo xtask drift` has others, of `openapi.yaml` and of the handlers, with all
that is said to them.
";

/// The check that notices each change, by file and sentence.
pub struct Table(BTreeMap<(String, String), String>);

impl Table {
    /// Reads the current page.
    pub fn read() -> Result<Self, Error> {
        let path = path();
        if !path.exists() {
            return Ok(Self(BTreeMap::new()));
        }
        let page = fs::read_to_string(&path).map_err(Error::file(path))?;
        Ok(Self::of(&page))
    }

    fn of(page: &str) -> Self {
        let mut rows = BTreeMap::new();
        let mut file = String::new();
        for line in page.lines() {
            if let Some(heading) = line.strip_prefix("## ") {
                heading.trim_matches('`').clone_into(&mut file);
            } else if let Some((sentence, by)) = line
                .strip_prefix("| ")
                .and_then(|row| row.strip_suffix(" |")?.split_once(" | "))
                .filter(|_| !file.is_empty() && !line.starts_with("| It "))
            {
                rows.insert((file.clone(), sentence.to_owned()), by.to_owned());
            }
        }
        Self(rows)
    }

    /// Sets the check that notices a change.
    pub fn set(&mut self, mutation: &Mutation, by: &str) {
        self.0.insert(key(mutation), by.to_owned());
    }

    /// Writes the page.
    pub fn write(&self) -> Result<(), Error> {
        let path = path();
        fs::write(&path, self.page()).map_err(Error::file(path))
    }

    fn page(&self) -> String {
        let mut page = HEAD.to_owned();
        let mut file = "";
        for mutation in all() {
            let Some(by) = self.0.get(&key(mutation)) else {
                continue;
            };
            if mutation.file != file {
                file = mutation.file;
                let _ = write!(page, "\n## `{file}`\n\n| It … | Noticed by |\n|---|---|\n");
            }
            let _ = writeln!(page, "| {} | {by} |", mutation.sentence);
        }
        page
    }
}

fn key(mutation: &Mutation) -> (String, String) {
    (mutation.file.to_owned(), mutation.sentence.to_owned())
}

fn path() -> PathBuf {
    workspace::root().join(PAGE)
}

#[cfg(test)]
mod tests {
    //! The page contains every change, and each change was noticed.
    //! `cargo xtask mutate-code` determines whether it still is.

    use super::*;

    #[test]
    fn every_change_is_on_the_page_and_noticed() {
        let table = Table::read().unwrap();
        let page = fs::read_to_string(path()).unwrap();
        assert_eq!(table.page(), page, "run `cargo xtask mutate-code`");
        for mutation in all() {
            let by = table.0.get(&key(mutation));
            let by = by.unwrap_or_else(|| {
                panic!("run `cargo xtask mutate-code '{}'`", mutation.sentence);
            });
            assert_ne!(by, NOTHING, "{}: {}", mutation.file, mutation.sentence);
        }
    }
}
