//! No files of a crate import from each other in a circle: what several need is in a file below them.
//!
//! The module around a file, such as `mod.rs`, is not below it, so what it has is no import. Nor are
//! the methods of a type that several files implement.

#![allow(clippy::unwrap_used, reason = "a test that can't go on has failed")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use syn::{Item, UseTree, Visibility};

/// The path of a module or of an item from the root of its crate.
type Module = Vec<String>;

/// The files of a crate: the paths that each imports, and where the names are that it passes on.
#[derive(Default)]
struct Crate {
    imports: BTreeMap<Module, Vec<Module>>,
    passed_on: BTreeMap<Module, Module>,
}

impl Crate {
    fn add(&mut self, module: &Module, text: &str) {
        let mut imports = Vec::new();
        for item in syn::parse_file(text).unwrap().items {
            let Item::Use(item) = item else { continue };
            let mut paths = Vec::new();
            named(&[], &item.tree, &mut paths);
            let paths = paths.into_iter().map(|path| from_root(module, &path));
            match item.vis {
                Visibility::Inherited => imports.extend(paths),
                _ => self.passed_on.extend(paths.filter_map(|path| {
                    let name = [&module[..], &path[path.len() - 1..]].concat();
                    (!path.starts_with(&name)).then_some((name, path))
                })),
            }
        }
        self.imports.insert(module.clone(), imports);
    }

    /// Returns the file in which an item is.
    fn file_of(&self, path: &[String]) -> Option<&Module> {
        let mut prefixes = (1..=path.len()).rev().map(|length| &path[..length]);
        prefixes.find_map(|prefix| match self.passed_on.get(prefix) {
            _ if self.imports.contains_key(prefix) => {
                self.imports.get_key_value(prefix).map(|(file, _)| file)
            }
            Some(from) => self.file_of(&[from, &path[prefix.len()..]].concat()),
            None => None,
        })
    }

    /// Returns the files in circles, each with what it imports from the others.
    fn circles(&self) -> BTreeMap<&Module, BTreeSet<&Module>> {
        let imports = self.imports.iter().map(|(module, paths)| {
            let targets = paths.iter().filter_map(|path| self.file_of(path));
            (module, targets.filter(|target| !module.starts_with(target)).collect())
        });
        let mut imports: BTreeMap<_, BTreeSet<_>> = imports.collect();
        // A file that imports from none of the others, or from which none of them imports.
        loop {
            let known: BTreeSet<_> = imports.keys().copied().collect();
            let used: BTreeSet<_> = imports.values().flatten().copied().collect();
            imports.retain(|module, to| {
                to.retain(|target| known.contains(target));
                used.contains(module) && !to.is_empty()
            });
            if imports.len() == known.len() {
                return imports;
            }
        }
    }
}

/// Adds the paths that a declaration names, each after a prefix.
fn named(prefix: &[String], tree: &UseTree, paths: &mut Vec<Module>) {
    let with = |name: &syn::Ident| [prefix, &[name.to_string()]].concat();
    match tree {
        UseTree::Path(path) => named(&with(&path.ident), &path.tree, paths),
        UseTree::Group(group) => group.items.iter().for_each(|one| named(prefix, one, paths)),
        UseTree::Name(name) => paths.push(with(&name.ident)),
        UseTree::Rename(name) => paths.push(with(&name.ident)),
        UseTree::Glob(_) => paths.push(prefix.to_vec()),
    }
}

fn from_root(module: &[String], path: &[String]) -> Module {
    let above = path.iter().take_while(|name| *name == "super").count();
    match path[0].as_str() {
        "crate" => path[1..].to_vec(),
        "self" => [module, &path[1..]].concat(),
        _ => [&module[..module.len() - above], &path[above..]].concat(),
    }
}

#[test]
fn no_files_import_from_each_other_in_a_circle() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut git = Command::new("git");
    git.args(["ls-files", ":(glob)src/**/*.rs", ":(glob)crates/*/src/**/*.rs"]);
    let listed = git.current_dir(&root).output().unwrap();
    let listed = String::from_utf8(listed.stdout).unwrap();
    let mut crates: BTreeMap<&str, Crate> = BTreeMap::new();
    for path in listed.lines() {
        let (name, file) = path.split_once("src/").unwrap();
        let module = file.trim_end_matches(".rs").split('/').map(str::to_owned);
        let module = module.filter(|name| !["lib", "main", "mod"].contains(&name.as_str()));
        let text = std::fs::read_to_string(root.join(path)).unwrap();
        crates.entry(name).or_default().add(&module.collect(), &text);
    }
    crates.retain(|_, files| !files.circles().is_empty());
    let found: Vec<_> = crates.iter().map(|(name, files)| (name, files.circles())).collect();
    assert!(found.is_empty(), "{found:#?}");
}
