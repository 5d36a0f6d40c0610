//! The files of a new workspace, from the template in `template/`.
//!
//! Its manifests are named `manifest.toml`, because cargo never packages a directory
//! with a `Cargo.toml`.

use crate::arguments::Package;
use crate::failure::Failure;
use openapi_compare::{Document as Contract, Rule};
use openapi_document::{NamedCrate, OperationName};
use openapi_source::quoted;
use openapi_values::wire::Request;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};
use untrusted_text::one_line;

/// The crates of this project that the workspace uses.
const CRATES: [&str; 6] = [
    "openapi-compare",
    "openapi-dropshot",
    "openapi-dropshot-build",
    "openapi-live",
    "openapi-progenitor",
    "openapi-progenitor-build",
];

/// The manifest of a workspace, which has the versions of all crates that generated code can name.
pub(super) const WORKSPACE: &str = include_str!("../../template/manifest.toml");

/// The test that sends a request.
const HANDLERS_TEST: &str = "server/tests/handlers.rs";

/// The files of a new workspace: the path of each, and its text. [`Workspace::filled`] replaces each
/// `{{name}}` in a text by a value.
const TEMPLATE: [(&str, &str); 14] = [
    (".github/workflows/ci.yml", include_str!("../../template/github/ci.yml")),
    (".gitignore", include_str!("../../template/gitignore")),
    ("Cargo.toml", WORKSPACE),
    ("README.md", include_str!("../../template/README.md")),
    ("client/Cargo.toml", include_str!("../../template/client/manifest.toml")),
    ("client/build.rs", include_str!("../../template/client/build.rs")),
    ("client/src/lib.rs", include_str!("../../template/client/src/lib.rs")),
    ("server/Cargo.toml", include_str!("../../template/server/manifest.toml")),
    ("server/build.rs", include_str!("../../template/server/build.rs")),
    ("server/src/api/mod.rs", include_str!("../../template/server/src/api/mod.rs")),
    ("server/src/lib.rs", include_str!("../../template/server/src/lib.rs")),
    ("server/src/main.rs", include_str!("../../template/server/src/main.rs")),
    ("server/tests/conformance.rs", include_str!("../../template/server/tests/conformance.rs")),
    (HANDLERS_TEST, include_str!("../../template/server/tests/handlers.rs")),
];

/// The contents that differ between workspaces.
pub(super) struct Workspace<'w> {
    /// The name of the packages.
    pub(super) name: String,
    /// The title of the document.
    pub(super) title: String,
    /// The text of the document.
    pub(super) text: String,
    /// The implementation of the server.
    pub(super) handlers: &'w str,
    /// The program that calls an operation with the client.
    pub(super) example: String,
    /// A request to an operation of the server, if one could be made.
    pub(super) request: Option<Request>,
    /// The operations that the server lacks.
    pub(super) server: Vec<LeftOut>,
    /// The operations of the server for which no request can be made.
    pub(super) unsent: Vec<String>,
    /// The operations that the client lacks.
    pub(super) client: Vec<LeftOut>,
    /// The crates of `x-rust-type`.
    pub(super) external: BTreeMap<&'w str, NamedCrate<'w>>,
    /// Where the crates of this project come from.
    pub(super) origin: Origin<'w>,
}

/// A place of the crates of this project. Without one they are the published ones.
pub(super) struct Origin<'w> {
    /// A checkout of this project to depend on, instead of the published crates.
    checkout: Option<PathBuf>,
    /// The URL of its repository to depend on, without a checkout.
    git: Option<&'w str>,
}

impl<'w> Origin<'w> {
    /// Returns the origin for a package in this directory.
    pub(super) fn new(package: &'w Package, directory: &Path) -> Result<Self, Failure> {
        let checkout = package.path.as_deref();
        let checkout = checkout.map(|checkout| relative(directory, checkout)).transpose()?;
        Ok(Self { checkout, git: package.git.as_deref() })
    }

    /// Returns the dependencies on the crates of this project, for the manifest of the workspace.
    pub(super) fn crates(&self) -> String {
        let version = env!("CARGO_PKG_VERSION");
        let lines = CRATES.map(|name| match (&self.checkout, self.git) {
            (Some(checkout), _) => {
                let path = checkout.join("crates").join(name);
                let path = toml_string(&path.display().to_string());
                format!("{name} = {{ path = {path} }}")
            }
            (None, Some(url)) => format!("{name} = {{ git = {} }}", toml_string(url)),
            (None, None) => format!("{name} = \"{version}\""),
        });
        lines.join("\n")
    }

    /// Returns the command that installs this command.
    fn install(&self) -> String {
        let (name, version) = (env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));
        let origin = match (&self.checkout, self.git) {
            (Some(checkout), _) => {
                let path = checkout.join("crates/openapi-cli");
                format!("--path '{}'", path.display())
            }
            (None, Some(url)) => format!("--git '{url}' {name}"),
            (None, None) => format!("--version {version} {name}"),
        };
        format!("cargo install --locked {origin}")
    }
}

/// An operation that is not generated.
pub(super) struct LeftOut {
    pub(super) operation: OperationName,
    pub(super) reason: String,
}

impl LeftOut {
    /// Returns the method and the path, as in a selection.
    fn endpoint(&self) -> String {
        format!("{} {}", self.operation.method, self.operation.path)
    }

    /// Returns a list of operations with a title; nothing for none.
    pub(super) fn listed(left_out: &[Self], title: &str) -> String {
        let items = left_out.iter();
        section(
            title,
            items.map(|one| format!("`{}`: {}", one_line(&one.endpoint()), one_line(&one.reason))),
        )
    }
}

/// Returns a list with a title; nothing without items.
fn section(title: &str, items: impl Iterator<Item = String>) -> String {
    let items: String = items.map(|item| format!("- {item}\n")).collect();
    if items.is_empty() { items } else { format!("\n{title}\n\n{items}") }
}

/// Returns the section of a README about the crates that were added; nothing for none.
pub(super) fn added_crates(named: &BTreeMap<&str, NamedCrate<'_>>, manifest: &str) -> String {
    let about = "Crates that the document names in `x-rust-type`, which were allowed with \
                 `--allow-crate`:";
    let added = named.iter().filter(|(name, _)| is_added(name, manifest));
    section(about, added.map(|(name, named)| format!("`{name}` {}", named.version)))
}

impl Workspace<'_> {
    /// Returns the paths and texts of all files.
    pub(super) fn files(&self) -> Vec<(PathBuf, String)> {
        let is_used = |path| path != HANDLERS_TEST || self.request.is_some();
        let files = TEMPLATE.into_iter().filter(|(path, _)| is_used(*path));
        let mut files: Vec<_> =
            files.map(|(path, text)| (PathBuf::from(path), self.filled(text))).collect();
        files.push(("openapi.yaml".into(), self.text.clone()));
        files.push(("server/accepted.yaml".into(), self.accepted()));
        files.push(("client/examples/call.rs".into(), self.example.clone()));
        let about = "//! The implementation of the API.\n\n";
        let handlers = format!("{about}{}", self.handlers);
        files.push(("server/src/api/handlers.rs".into(), handlers));
        files
    }

    fn filled(&self, template: &str) -> String {
        fill(template, |placeholder| match placeholder {
            "left_out" => self.left_out(),
            "external" => self.external(template),
            "name" => self.name.clone(),
            "ident" => self.name.replace('-', "_"),
            "title" => one_line(&self.title).into_owned(),
            "crates" => self.origin.crates(),
            "install" => self.origin.install(),
            "request" => self.request.as_ref().map_or_else(String::new, calls),
            "unsent" => format!("{:?}", self.unsent),
            "skip_server" => skip(&self.server),
            "skip_client" => skip(&self.client),
            _ => unreachable!("the templates have no other placeholder"),
        })
    }

    /// Returns the dependencies on the crates of `x-rust-type` that a manifest lacks: that of the
    /// workspace has their versions, and those of packages refer to it.
    fn external(&self, manifest: &str) -> String {
        let is_workspace = manifest.starts_with("[workspace]");
        let lines = self.external.iter().filter_map(|(name, named)| match is_workspace {
            true => is_added(name, WORKSPACE)
                .then(|| format!("{name} = {}\n", toml_string(&named.version))),
            false => lacks(manifest, name).then(|| format!("{name}.workspace = true\n")),
        });
        lines.collect()
    }

    /// Returns the allow file of the conformance test.
    fn accepted(&self) -> String {
        let endpoints: Vec<_> = self.server.iter().map(LeftOut::endpoint).collect();
        let left_out = self.server.iter().zip(&endpoints);
        let left_out = left_out
            .map(|(one, endpoint)| (Rule::OperationMissing, "in", &**endpoint, &*one.reason));
        // Without these operations, as the conformance test reads the document.
        let operations: Vec<_> = endpoints.iter().map(String::as_str).collect();
        let contract = Contract::parse_without("openapi.yaml", &self.text, &operations);
        let unreadable = contract.iter().flat_map(Contract::diagnostics).map(|one| {
            let pointer = one.location.pointer.as_str();
            (Rule::KeywordUnreadable, "at", pointer, &*one.message)
        });
        let entries = left_out.chain(unreadable).map(|(rule, key, place, reason)| {
            // A string of JSON is a string of YAML.
            let (place, reason) = (quoted(place), quoted(reason));
            format!("- rule: {rule}\n  {key}: {place}\n  reason: {reason}\n")
        });
        let entries: String = entries.collect();
        let about = "# The differences that the conformance test accepts";
        if entries.is_empty() {
            format!("{about}.\n[]\n")
        } else {
            format!("{about}: what the server leaves out.\n{entries}")
        }
    }

    /// Returns the sections of the README about operations that are not generated, and
    /// about crates that the document names.
    fn left_out(&self) -> String {
        let sections = [("server", &self.server), ("client", &self.client)];
        let sections = sections.map(|(what, left_out)| {
            LeftOut::listed(left_out, &format!("Not in the {what} (`{what}/build.rs`):"))
        });
        sections.concat() + &added_crates(&self.external, WORKSPACE)
    }
}

/// Returns the path from a directory, which need not exist, to a checkout.
fn relative(directory: &Path, checkout: &Path) -> Result<PathBuf, Failure> {
    let read = |source| Failure::Read { path: checkout.to_owned(), source };
    let checkout = fs::canonicalize(checkout).map_err(read)?;
    let directory = std::path::absolute(directory).map_err(read)?;
    let existing =
        directory.ancestors().find_map(|path| Some((path, fs::canonicalize(path).ok()?)));
    let directory = match existing {
        Some((path, real)) => real.join(directory.strip_prefix(path).unwrap_or(path)),
        None => directory,
    };
    let (mut from, mut to) = (directory.components().peekable(), checkout.components().peekable());
    while from.peek().is_some() && from.peek() == to.peek() {
        from.next();
        to.next();
    }
    Ok(from.map(|_| Component::ParentDir).chain(to).collect())
}

/// Returns the text of a template. What replaces a placeholder is not searched for
/// placeholders.
pub(super) fn fill(template: &str, value: impl Fn(&str) -> String) -> String {
    let mut parts = template.split("{{");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (placeholder, rest) = part.split_once("}}").unwrap_or((part, ""));
        let filled = value(placeholder);
        // A value that is empty or ends with a line break stands alone in its line of the template,
        // whose line break it replaces.
        let has_lines = filled.is_empty() || filled.ends_with('\n');
        text.push_str(&filled);
        text.push_str(rest.strip_prefix('\n').filter(|_| has_lines).unwrap_or(rest));
    }
    text
}

/// Returns whether a crate becomes a dependency only because a document names it, and not as one of
/// a template of a manifest.
pub(super) fn is_added(name: &str, manifest: &str) -> bool {
    lacks(manifest, name) && !CRATES.contains(&name)
}

/// Returns whether no dependency of a manifest has this name.
pub(super) fn lacks(manifest: &str, name: &str) -> bool {
    let dependencies = manifest.split_once("dependencies]\n").map_or(manifest, |(_, rest)| rest);
    let dependencies = dependencies.split("\n[").next().unwrap_or_default();
    let mut rests = dependencies.lines().filter_map(|line| line.strip_prefix(name));
    !rests.any(|rest| rest.starts_with([' ', '.']))
}

/// Returns the calls that build a request.
fn calls(request: &Request) -> String {
    let fields = request.fields().into_iter();
    let fields = fields.map(|(name, text)| format!(".header({name:?}, {text:?})"));
    let fields: String = fields.collect();
    let (method, target) = (&request.method, request.target());
    let body = String::from_utf8_lossy(request.body.as_deref().unwrap_or_default());
    format!(".method({method:?}).uri({target:?}){fields}.body({body:?})?")
}

/// Returns the call by which a build script leaves out operations.
fn skip(left_out: &[LeftOut]) -> String {
    if left_out.is_empty() {
        return String::new();
    }
    let names: Vec<_> = left_out.iter().map(|one| format!("{:?}", one.endpoint())).collect();
    format!(".skip([{}])", names.join(", "))
}

pub(super) fn toml_string(text: &str) -> String {
    // A basic string of TOML has the escapes of JSON, and one more.
    quoted(text).replace('\u{7f}', "\\u007f")
}
