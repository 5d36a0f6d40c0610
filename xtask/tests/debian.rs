//! The pages in the Debian package link to files that the package has, too.

#![allow(clippy::unwrap_used, reason = "a test that can't go on has failed")]

use cargo_metadata::MetadataCommand;
use std::{
    fs,
    path::{Component, Path, PathBuf},
};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// Returns the files of the package: where each comes from, and where it is installed.
fn assets() -> Vec<(PathBuf, PathBuf)> {
    let manifest = Path::new(ROOT).join("Cargo.toml");
    let mut metadata = MetadataCommand::new();
    let metadata = metadata.manifest_path(manifest).no_deps().exec().unwrap();
    let service = metadata.packages.iter().find(|one| one.name == "plant-store");
    let assets = &service.unwrap().metadata["deb"]["assets"];
    let path = |text: &serde_json::Value| PathBuf::from(text.as_str().unwrap());
    let assets = assets.as_array().unwrap().iter().map(|asset| {
        let (source, target) = (path(&asset[0]), asset[1].as_str().unwrap());
        let target = match target.ends_with('/') {
            true => Path::new(target).join(source.file_name().unwrap()),
            false => PathBuf::from(target),
        };
        (source, target)
    });
    assets.collect()
}

/// Returns the place of a link on the page `page`.
fn place(page: &Path, link: &str) -> PathBuf {
    let mut place = page.parent().unwrap().to_owned();
    for part in Path::new(link).components() {
        match part {
            Component::ParentDir => assert!(place.pop()),
            part => place.push(part),
        }
    }
    place
}

#[test]
fn a_page_in_the_package_links_to_files_in_the_package() {
    let assets = assets();
    let pages =
        assets.iter().filter(|(source, _)| source.extension().is_some_and(|end| end == "md"));
    let mut links = 0;
    for (source, target) in pages {
        let text = fs::read_to_string(Path::new(ROOT).join(source)).unwrap();
        let targets = text.split("](").skip(1).map(|rest| {
            let end = rest.find([')', '#']).unwrap();
            &rest[..end]
        });
        for link in targets.filter(|link| !link.is_empty() && !link.contains("://")) {
            let place = place(target, link);
            let is_there = assets.iter().any(|(_, asset)| asset.starts_with(&place));
            assert!(is_there, "{}: {link}", source.display());
            links += 1;
        }
    }
    assert!(links > 5);
}
