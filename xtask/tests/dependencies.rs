//! The dependency rules of `docs/architecture.md`. Each test
//! names the invariant and reads cargo's resolved graph, normal dependencies only
//! unless stated otherwise.
//!
//! cargo-hakari is not used to unify features: it writes 157 lines where `plant-bench` has 47, with
//! which `tower` is still compiled twice, and has to be compiled itself.

#![allow(clippy::unwrap_used)]

use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, Package, PackageId};
use std::collections::BTreeSet;

fn metadata() -> Metadata {
    MetadataCommand::new()
        .manifest_path(concat!(env!("CARGO_MANIFEST_DIR"), "/../Cargo.toml"))
        .exec()
        .unwrap()
}

fn member<'a>(metadata: &'a Metadata, name: &str) -> &'a Package {
    metadata.workspace_packages().into_iter().find(|package| package.name.as_str() == name).unwrap()
}

/// Returns the names of all crates that are compiled into `name`.
fn compiled_into(metadata: &Metadata, name: &str) -> BTreeSet<String> {
    let graph = metadata.resolve.as_ref().unwrap();
    let mut found = BTreeSet::new();
    let mut pending: Vec<&PackageId> = vec![&member(metadata, name).id];
    while let Some(id) = pending.pop() {
        let node = graph.nodes.iter().find(|node| node.id == *id).unwrap();
        for dependency in &node.deps {
            let is_normal =
                |kind: &cargo_metadata::DepKindInfo| kind.kind == DependencyKind::Normal;
            let package = &metadata[&dependency.pkg];
            if dependency.dep_kinds.iter().any(is_normal) && found.insert(package.name.to_string())
            {
                pending.push(&dependency.pkg);
            }
        }
    }
    found
}

fn assert_sees_none_of(name: &str, forbidden: &[&str], reason: &str) {
    let seen = compiled_into(&metadata(), name);
    let offenders: Vec<_> = forbidden.iter().filter(|it| seen.contains(**it)).collect();
    assert!(
        offenders.is_empty(),
        "{name} depends on {offenders:?}: {reason} `cargo tree --package {name} --invert <CRATE>` shows the way.",
    );
}

#[test]
fn the_client_never_compiles_the_server() {
    assert_sees_none_of(
        "plant-client",
        &["plant-store", "plant-storage", "openapi-dropshot", "dropshot"],
        "the client never compiles the server.",
    );
}

/// Requires that a build of this package for its users, with these arguments of cargo, has
/// one of these crates and none of the others.
fn assert_lacks(package: &str, arguments: &str, present: &str, crates: &[&str]) {
    let tree = format!("tree --package {package} --edges normal --prefix none {arguments}");
    let output = std::process::Command::new(env!("CARGO"))
        .args(tree.split_whitespace())
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
        .output()
        .unwrap();
    let tree = String::from_utf8(output.stdout).unwrap();
    assert!(tree.contains(&format!("\n{present} ")), "{tree}");
    for name in crates {
        assert!(!tree.contains(&format!("\n{name} ")), "{tree}");
    }
}

#[test]
fn the_client_without_default_features_leaves_the_tls_library_to_the_caller() {
    let libraries = ["rustls", "aws-lc-rs", "ring", "native-tls"];
    assert_lacks("plant-client", "--no-default-features", "reqwest", &libraries);
}

#[test]
fn the_generator_of_the_client_compiles_no_http_client_and_no_validator() {
    let heavy = ["jsonschema", "reqwest", "tokio"];
    assert_lacks("openapi-progenitor-build", "", "progenitor", &heavy);
}

#[test]
fn the_client_enables_no_feature_that_it_does_not_use() {
    // Of chrono, futures, tokio and uuid, with the features that the workspace enables.
    let unused =
        ["iana-time-zone", "futures-executor", "signal-hook-registry", "tokio-macros", "rand"];
    assert_lacks("plant-client", "", "reqwest", &unused);
}

#[test]
fn the_storage_is_independent_of_http() {
    assert_sees_none_of(
        "plant-storage",
        &["dropshot", "http", "hyper", "openapi-dropshot"],
        "what a plant is does not depend on how it is sent.",
    );
}

#[test]
fn cargo_xtask_does_not_compile_the_service() {
    assert_sees_none_of(
        "xtask",
        &["plant-store", "plant-storage", "dropshot"],
        "cargo xtask starts at once, and works when the service does not compile.",
    );
}

#[test]
fn the_service_is_independent_of_sql() {
    let metadata = metadata();
    let offenders: Vec<_> = member(&metadata, "plant-store")
        .dependencies
        .iter()
        .filter(|dependency| dependency.kind == DependencyKind::Normal)
        .map(|dependency| dependency.name.as_str())
        .filter(|name| ["rusqlite", "postgres", "tokio-postgres", "sqlx"].contains(name))
        .collect();
    assert!(
        offenders.is_empty(),
        "plant-store depends on {offenders:?}: databases belong behind plant-storage's `Storage`.",
    );
}

#[test]
fn the_conformance_check_shares_only_the_reader_with_what_it_checks() {
    let metadata = metadata();
    let own = ["openapi-compare", "openapi-document", "openapi-source"];
    for name in own {
        let siblings: Vec<_> = member(&metadata, name)
            .dependencies
            .iter()
            .filter(|dependency| dependency.path.is_some())
            .map(|dependency| dependency.name.as_str())
            .filter(|sibling| !own.contains(sibling))
            // One escapes text, and reads no document; the other generates values, for a second
            // opinion.
            .filter(|sibling| !["untrusted-text", "openapi-values", HTTP].contains(sibling))
            .collect();
        assert!(
            siblings.is_empty(),
            "{name} depends on {siblings:?}, for its tests or at all: it would share their \
             errors, and could not see them.",
        );
        assert_has_syntax_alone(&metadata, name);
    }
}

#[test]
fn the_text_layer_knows_no_reader_of_openapi() {
    let metadata = metadata();
    let siblings: Vec<_> = member(&metadata, "openapi-source")
        .dependencies
        .iter()
        .filter(|dependency| dependency.path.is_some())
        .map(|dependency| dependency.name.as_str())
        .collect();
    assert_eq!(siblings, ["untrusted-text"]);
}

#[test]
fn a_check_with_findings_does_not_compile_the_comparison() {
    for name in ["openapi-source", "openapi-live"] {
        assert_sees_none_of(
            name,
            &["openapi-compare"],
            "findings are independent of the comparison.",
        );
    }
}

#[test]
fn the_live_check_shares_only_the_reader_with_the_generators() {
    assert_sees_none_of(
        "openapi-live",
        &["openapi-dropshot", "openapi-dropshot-build"],
        "it would share their errors, and could not see them.",
    );
    assert_has_syntax_alone(&metadata(), "openapi-live");
}

#[test]
fn the_oracle_does_not_parse_generated_code() {
    let metadata = metadata();
    let mut dependencies = member(&metadata, "openapi-examples").dependencies.iter();
    assert!(
        !dependencies.any(|dependency| dependency.name == "syn"),
        "the oracle depends on syn: the generators describe what they generate, by \
         `openapi_progenitor_build::Generated::methods` and \
         `openapi_dropshot_build::stand_in`.",
    );
}

#[test]
fn the_generator_of_the_server_compiles_no_validator() {
    assert_lacks("openapi-dropshot-build", "", "openapi-schema", &["jsonschema"]);
}

#[test]
fn the_values_of_the_oracle_share_only_the_reader_with_what_it_checks() {
    let metadata = metadata();
    let siblings: Vec<_> = member(&metadata, "openapi-values")
        .dependencies
        .iter()
        .filter(|dependency| dependency.kind == DependencyKind::Normal)
        .filter(|dependency| dependency.path.is_some())
        .map(|dependency| dependency.name.as_str())
        .collect();
    assert_eq!(
        siblings,
        ["openapi-document", HTTP, "openapi-source"],
        "openapi-values must not depend on other crates of the workspace: it would share their \
         errors, and could not see them.",
    );
    // Values are validated by rules of its own.
    assert_has_only(&metadata, "openapi-values", &["json-schema"]);
}

#[test]
fn the_oracle_names_no_crate_that_it_checks() {
    let judge = "/../crates/openapi-examples/tests/oracle/judge";
    let judge = format!("{}{judge}", env!("CARGO_MANIFEST_DIR"));
    for file in std::fs::read_dir(judge).unwrap() {
        let path = file.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let words = text.split(|one: char| !(one.is_alphanumeric() || one == '_'));
        let mut crates = words.filter(|word| {
            word.starts_with("openapi_") || word.starts_with("progenitor") || *word == "test_kit"
        });
        assert!(
            crates.all(|name| ["openapi_document", "openapi_values"].contains(&name)),
            "{} names a crate of the workspace whose errors it would share, and could not see.",
            path.display(),
        );
    }
}

/// The syntax of HTTP, which every side may share: it reads no document.
const HTTP: &str = "openapi-schema";

fn assert_has_syntax_alone(metadata: &Metadata, name: &str) {
    assert_has_only(metadata, name, &[]);
}

/// Requires that a package depends on the syntax of HTTP, with these features and without the
/// schemas of generated code.
fn assert_has_only(metadata: &Metadata, name: &str, features: &[&str]) {
    let dependencies = member(metadata, name).dependencies.iter();
    let mut shared = dependencies
        .filter(|dependency| dependency.kind == DependencyKind::Normal && dependency.name == HTTP);
    assert!(
        shared.all(|shared| !shared.uses_default_features && shared.features == features),
        "{name} must depend on {HTTP} with the features {features:?} alone: it would share the \
         schemas of the generated code that it checks.",
    );
}

/// What `cargo xtask ci` compiles.
const TESTS: &str = "test --workspace --exclude history --exclude others --no-run";

/// Returns the packages of the registry and of the toolkit that a command of cargo compiles, each
/// with its features.
fn compiled_by(arguments: &str) -> BTreeSet<String> {
    let output = std::process::Command::new(env!("CARGO"))
        .args(arguments.split_whitespace())
        .args(["--unit-graph", "-Z", "unstable-options", "--target-dir"])
        .arg(env!("CARGO_TARGET_TMPDIR"))
        .env("RUSTC_BOOTSTRAP", "1")
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
        .output()
        .unwrap();
    let graph: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let units = graph["units"].as_array().unwrap().iter();
    let is_shared = |id: &str| id.starts_with("registry+") || id.contains("/crates/openapi-");
    units
        .filter(|unit| is_shared(unit["pkg_id"].as_str().unwrap()))
        .map(|unit| format!("{} {}", unit["pkg_id"], unit["features"]))
        .collect()
}

#[test]
fn build_scripts_and_programs_share_their_dependencies() {
    let compiled = compiled_by(TESTS);
    let packages: Vec<_> = compiled.iter().map(|unit| unit.split('[').next().unwrap()).collect();
    let twice: Vec<_> = packages.windows(2).filter(|pair| pair[0] == pair[1]).collect();
    assert!(
        twice.is_empty(),
        "compiled twice, with other features for build scripts: {twice:#?}\n\
         crates/plant-bench/Cargo.toml has the features that one of both lacks.",
    );
}

#[test]
fn builds_with_and_without_dev_dependencies_compile_the_same_dependencies() {
    let with = compiled_by(TESTS);
    let without = compiled_by("build --bin plant-store --bin plant-bench --bin plant --bin xtask");
    let twice: Vec<_> = without.difference(&with).collect();
    assert!(
        twice.is_empty(),
        "compiled a second time, with fewer features: {twice:#?}\n\
         crates/plant-bench/Cargo.toml has the features that dev-dependencies add.",
    );
}
