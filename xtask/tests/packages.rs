//! The crates that can be published have what a registry and docs.rs show, and contain no
//! documents of tests.

#![allow(clippy::unwrap_used, reason = "a test that can't go on has failed")]

use cargo_metadata::{MetadataCommand, Package};
use std::process::Command;

const MANIFEST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../Cargo.toml");

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
        let is_openapi = name.starts_with("openapi-") && name != "openapi-examples";
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

// The nightly workflow compiles the packages, and each commit their sources.
#[test]
fn a_published_crate_contains_the_files_that_its_sources_include() {
    let mut count = 0;
    for package in packages().iter().filter(|package| is_published(package)) {
        let files = contents(package);
        let root = package.manifest_path.parent().unwrap().canonicalize_utf8().unwrap();
        for source in files.lines().filter(|file| file.ends_with(".rs")).map(|file| root.join(file))
        {
            let text = std::fs::read_to_string(&source).unwrap();
            for rest in text.split("include_str!(\"").skip(1) {
                let (included, _) = rest.split_once('"').unwrap();
                let file = source.with_file_name(included).canonicalize_utf8().unwrap();
                let is_in_package = files.lines().any(|name| root.join(name) == file);
                assert!(is_in_package, "{source}: {included}");
                count += 1;
            }
        }
    }
    assert!(count > 20);
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

#[test]
fn the_archives_of_a_release_are_those_that_cargo_binstall_downloads() {
    let root = std::path::Path::new(MANIFEST).parent().unwrap();
    let workflow = std::fs::read_to_string(root.join(".github/workflows/release.yml")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("LICENSE"), "MIT").unwrap();
    let packages = packages();
    let named = workflow.split("- target: ").skip(1).flat_map(|entry| {
        let target = entry.lines().next().unwrap();
        let (_, names) = entry.split_once("packages: ").unwrap();
        names.lines().next().unwrap().split(' ').map(move |name| (target, name))
    });
    for (target, name) in named {
        let package = packages.iter().find(|package| package.name == name).unwrap();
        let binary = package.targets.iter().find(|target| target.is_bin()).unwrap();
        let extension = if target.contains("windows") { ".exe" } else { "" };
        let executable = format!("{}{extension}", binary.name);
        let built = folder.path().join("target").join(target).join("release");
        std::fs::create_dir_all(&built).unwrap();
        std::fs::write(built.join(&executable), name).unwrap();
        let script = root.join(".github/pack");
        let mut pack = Command::new(script);
        let status = pack.args(["v1.2.3", target, name]).current_dir(&folder).status();
        assert!(status.unwrap().success(), "{name}");

        let settings = &package.metadata["binstall"];
        let url = settings["pkg-url"].as_str().unwrap().replace("{ version }", "1.2.3");
        let url = url.replace("{ name }", name).replace("{ target }", target);
        let archive = url.strip_prefix("{ repo }/releases/download/v1.2.3/").unwrap();
        let entry = settings["bin-dir"].as_str().unwrap().replace("{ bin }", &binary.name);
        let entry = entry.replace("{ binary-ext }", extension);
        let archives = folder.path().join("target/archives");
        let mut unpack = Command::new("tar");
        let unpacked = unpack.args(["-xOzf", archive, &entry]).current_dir(&archives).output();
        assert_eq!(unpacked.unwrap().stdout, name.as_bytes(), "{archive}");
        let mut check = Command::new("sha256sum");
        let sum = format!("{archive}.sha256");
        let status = check.args(["--check", "--quiet", &sum]).current_dir(&archives).status();
        assert!(status.unwrap().success(), "{sum}");
    }
}
