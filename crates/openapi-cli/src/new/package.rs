//! `crate`: writes a package with a client that can be published: the code and the document are
//! in it, so that it has no build script.

use super::files::{LeftOut, Origin, WORKSPACE, added_crates, fill, is_added, lacks, toml_string};
use super::{crates, example, generated, left_out, name, require_empty, title, write};
use crate::Outcome;
use crate::arguments::New;
use crate::document::Source;
use crate::failure::Failure;
use crate::generate::committed;
use crate::generator::Generator;
use openapi_document::{Document, RustType, is_keyword};
use semver::Version;
use std::path::{Path, PathBuf};
use untrusted_text::one_line;

const MANIFEST: &str = include_str!("../../template/package/manifest.toml");
const README: &str = include_str!("../../template/package/README.md");
const LIBRARY: &str = include_str!("../../template/package/src/lib.rs");

/// The manifest of a client in a workspace, with the names of all crates that one can name.
const CLIENT: &str = include_str!("../../template/client/manifest.toml");

pub(crate) fn run(arguments: &New) -> Result<Outcome, Failure> {
    let New { input, directory, package } = arguments;
    require_empty(directory)?;
    let source = Source::read(input, package.format, std::io::stderr())?;
    let Some([client]) = generated(&source, package, [Generator::Builders], CLIENT)? else {
        return Ok(Outcome::Reported);
    };
    let named = RustType::crates(&source.document);
    let document = &client.partition.document;
    let name = package_name(directory);
    let example = example(&client, &name, "");
    let origin = Origin::new(package, directory)?;
    let manifest = fill(WORKSPACE, |placeholder| match placeholder {
        "crates" => origin.crates(),
        _ => String::new(),
    });
    let dependency = |name: &str| {
        manifest.lines().find(|line| !lacks(line, name)).map(|line| format!("{line}\n"))
    };
    let code = client.generated.lines().chain(example.lines());
    let code = code.filter(|line| !line.trim_start().starts_with("//"));
    let is_named = |name: &str| {
        let path = format!("{}::", name.replace('-', "_"));
        let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
        code.clone()
            .any(|line| line.match_indices(&path).any(|(at, _)| !line[..at].ends_with(is_word)))
    };
    let needed = CLIENT.lines().filter_map(|line| line.strip_suffix(".workspace = true"));
    let needed = needed.filter(|name| !lacks(CLIENT, name) && is_named(name));
    let external = named.iter().filter(|(name, _)| lacks(CLIENT, name));
    let external =
        external.map(|(name, named)| format!("{name} = {}\n", toml_string(&named.version)));
    let dependencies: String = needed.filter_map(dependency).chain(external).collect();
    let title = one_line(&title(&source.whole)).into_owned();
    let filled = |template| {
        fill(template, |placeholder| match placeholder {
            "name" => name.clone(),
            "title" => title.clone(),
            "description" => toml_string(&format!("A client of {title}")),
            "version" => version(&source.whole),
            "license" => license(&source.whole),
            "dependencies" => dependencies.clone(),
            "tokio" => dependency("tokio").unwrap_or_default(),
            "example" => example.trim().to_owned(),
            "left_out" => {
                let left_out = left_out(&source.whole, document, &client.partition.refused);
                LeftOut::listed(&left_out, "It lacks these operations:")
                    + &added_crates(&named, CLIENT)
            }
            _ => unreachable!("the templates have no other placeholder"),
        })
    };
    let mut files = committed(Path::new("src/generated"), Generator::Client, &client);
    for (path, template) in
        [("Cargo.toml", MANIFEST), ("README.md", README), ("src/lib.rs", LIBRARY)]
    {
        files.push((PathBuf::from(path), filled(template)));
    }
    write(directory, &files)?;
    crates::print(&named, CLIENT)?;
    Ok(Outcome::Clean)
}

/// Returns the name of a package that can be a dependency, which Rust code names.
fn package_name(directory: &Path) -> String {
    let name = name(directory);
    let is_taken = ["alloc", "core", "proc-macro", "std", "test"].contains(&name.as_str())
        || is_keyword(&name)
        || !is_added(&name, WORKSPACE);
    if is_taken { format!("{name}-client") } else { name }
}

/// Returns the version of the document, if it is one of a package.
fn version(document: &Document) -> String {
    let version = document.root().get("info").and_then(|info| info.get("version")?.string());
    let version = version.filter(|version| Version::parse(version).is_ok());
    version.unwrap_or("0.1.0").to_owned()
}

/// Returns the field of the license, which a registry requires, if the document says it.
fn license(document: &Document) -> String {
    let license = document.root().get("info").and_then(|info| info.get("license"));
    let identifier = license.and_then(|license| license.get("identifier")?.string());
    let identifier = identifier.filter(|one| !one.trim().is_empty());
    identifier.map_or_else(String::new, |one| format!("license = {}\n", toml_string(one)))
}
