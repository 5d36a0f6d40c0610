//! `crate`: writes a package with a client that can be published: the code and the document are
//! in it, so that it has no build script.

use super::files::{LeftOut, Origin, fill, lacks, toml_string};
use super::{example, generated, left_out, name, require_empty, title, write};
use crate::Outcome;
use crate::arguments::New;
use crate::document::Source;
use crate::failure::Failure;
use crate::generate::committed;
use crate::generator::Generator;
use openapi_document::{Document, RustType};
use std::path::{Path, PathBuf};
use untrusted_text::one_line;

const MANIFEST: &str = include_str!("../../template/package/manifest.toml");
const README: &str = include_str!("../../template/package/README.md");
const LIBRARY: &str = include_str!("../../template/package/src/lib.rs");

/// The manifests of a new workspace, which say which crates a client names.
const CLIENT: &str = include_str!("../../template/client/manifest.toml");
const WORKSPACE: &str = include_str!("../../template/manifest.toml");

pub(crate) fn run(arguments: &New) -> Result<Outcome, Failure> {
    let New { input, directory, package } = arguments;
    require_empty(directory)?;
    let source = Source::read(input, package.format, std::io::stderr())?;
    let Some([client]) = generated(&source, package, [Generator::Builders])? else {
        return Ok(Outcome::Reported);
    };
    let external = RustType::crates(&source.whole);
    let document = &client.partition.document;
    let name = name(directory);
    let example = example(&client, &name, "");
    let origin = Origin::new(package, directory)?;
    let manifest = fill(WORKSPACE, |placeholder| match placeholder {
        "crates" => origin.crates(),
        _ => String::new(),
    });
    let dependency = |name: &str| {
        manifest.lines().find(|line| !lacks(line, name)).map(|line| format!("{line}\n"))
    };
    let (_, needed) = CLIENT.split_once("[dependencies]").unwrap_or_default();
    let (needed, _) = needed.split_once("\n[").unwrap_or((needed, ""));
    let needed = needed.lines().filter_map(|line| line.strip_suffix(".workspace = true"));
    let needed = needed.filter(|name| {
        let path = format!("{}::", name.replace('-', "_"));
        client.generated.contains(&path) || example.contains(&path)
    });
    let external = external.iter().filter(|(name, _)| lacks(CLIENT, name));
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
    write(directory, &files)
        .map_err(|source| Failure::Write { path: directory.clone(), source })?;
    Ok(Outcome::Clean)
}

/// Returns the version of the document, if it is one of a package.
fn version(document: &Document) -> String {
    let version = document.root().get("info").and_then(|info| info.get("version")?.string());
    let is_valid = |version: &&str| {
        let numbers = version.split('.').map(str::parse::<u64>);
        version.split('.').count() == 3 && numbers.clone().all(|number| number.is_ok())
    };
    version.filter(is_valid).unwrap_or("0.1.0").to_owned()
}

/// Returns the field of the license, which a registry requires, if the document says it.
fn license(document: &Document) -> String {
    let license = document.root().get("info").and_then(|info| info.get("license"));
    let identifier = license.and_then(|license| license.get("identifier")?.string());
    identifier.map_or_else(String::new, |one| format!("license = {}\n", toml_string(one)))
}
