//! The crates that can be published have what a registry and docs.rs show, and contain no
//! documents of tests.

#![allow(clippy::unwrap_used, reason = "a test that can't go on has failed")]

use cargo_metadata::{MetadataCommand, Package};
use std::process::Command;

const MANIFEST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../Cargo.toml");

/// The crates for tests of this workspace.
const INTERNAL: [&str; 3] = ["openapi-example", "openapi-examples", "openapi-oracle"];

fn packages() -> Vec<Package> {
    let metadata = MetadataCommand::new().manifest_path(MANIFEST).exec();
    let metadata = metadata.unwrap();
    metadata.workspace_packages().into_iter().cloned().collect()
}

/// Returns the names of the files in a package, one for each line.
fn contents(package: &Package) -> String {
    let listed = Command::new(env!("CARGO"))
        .args(["package", "--list", "--offline", "--allow-dirty"])
        .args(["--manifest-path", package.manifest_path.as_str()])
        .output()
        .unwrap();
    String::from_utf8(listed.stdout).unwrap()
}

fn is_published(package: &Package) -> bool {
    package.publish.is_none()
}

#[test]
fn the_openapi_crates_and_the_client_are_published_and_no_others() {
    for package in packages() {
        let name = package.name.as_str();
        let is_openapi = name.starts_with("openapi-") && !INTERNAL.contains(&name);
        let expected = is_openapi || ["plant-client", "untrusted-text"].contains(&name);
        assert_eq!(is_published(&package), expected, "{name}");
    }
}

#[test]
fn a_published_crate_has_what_a_registry_shows() {
    for package in packages().iter().filter(|package| is_published(package)) {
        let name = &package.name;
        assert!(package.description.is_some(), "{name}: description");
        assert!(package.license.is_some(), "{name}: license");
        assert!(package.documentation.is_some(), "{name}: documentation");
        assert!(package.rust_version.is_some(), "{name}: rust-version");
        // Limits of crates.io.
        assert!((1..=5).contains(&package.keywords.len()), "{name}: keywords");
        assert!((1..=5).contains(&package.categories.len()), "{name}: categories");
        assert!(!package.metadata["docs"]["rs"].is_null(), "{name}: docs.rs");
        let readme = package.readme().unwrap();
        let text = std::fs::read_to_string(readme).unwrap();
        assert!(text.starts_with("# "), "{name}: the README has no title");
    }
}

#[test]
fn a_published_crate_depends_on_versions_of_published_crates() {
    let packages = packages();
    let published: Vec<_> = packages.iter().filter(|one| is_published(one)).collect();
    for package in &published {
        for dependency in &package.dependencies {
            let is_published = published.iter().any(|one| one.name.as_str() == dependency.name);
            let has_version = dependency.req.to_string() != "*";
            let is_for_tests = dependency.kind == cargo_metadata::DependencyKind::Development;
            let (name, dependency) = (&package.name, &dependency.name);
            let is_member = packages.iter().any(|one| one.name.as_str() == dependency);
            if is_member {
                // Tests may use a crate that depends on the tested one, without a version,
                // so that the package doesn't name it.
                let is_right = if is_for_tests {
                    is_published || !has_version
                } else {
                    is_published && has_version
                };
                assert!(is_right, "{name}: {dependency}");
            }
        }
    }
}

#[test]
fn a_published_crate_contains_sources_and_no_tests() {
    for package in packages().iter().filter(|package| is_published(package)) {
        let files = contents(package);
        assert!(files.contains("src/"), "{}", package.name);
        for file in files.lines() {
            let expected = ["src/", "template/", "Cargo.", ".cargo_vcs_info.json", "build.rs"];
            let is_expected = expected.iter().any(|start| file.starts_with(start));
            let is_page = ["LICENSE", "README.md", "openapi.yaml"].contains(&file);
            assert!(is_expected || is_page, "{}: {file}", package.name);
        }
        assert!(files.contains("LICENSE"), "{}", package.name);
    }
}

#[test]
fn the_packages_of_callers_contain_the_document_from_which_they_are_generated() {
    let document = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../openapi.yaml")).unwrap();
    let packages = packages();
    let of_callers = ["plant-client", "plant-cli"];
    let of_callers = packages.iter().filter(|package| of_callers.contains(&package.name.as_str()));
    for package in of_callers {
        let files = contents(package);
        assert!(files.lines().any(|file| file == "openapi.yaml"), "{files}");
        let packaged = std::fs::read(package.manifest_path.with_file_name("openapi.yaml"));
        assert_eq!(packaged.unwrap(), document, "{}", package.name);
    }
}
