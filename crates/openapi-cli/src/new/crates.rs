//! The crates that a document names in `x-rust-type`. A build runs their build scripts, so
//! each one needs a permission.

use super::files::is_added;
use crate::failure::Failure;
use crate::output;
use openapi_document::NamedCrate;
use std::collections::BTreeMap;
use untrusted_text::one_line;

/// The crates of a document by name.
type Named<'d> = BTreeMap<&'d str, NamedCrate<'d>>;

/// Requires that each crate that is added is allowed, and that the whole document names each allowed
/// one.
pub(super) fn require_allowed(
    (named, whole): (&Named<'_>, &Named<'_>),
    allowed: &[String],
    manifest: &str,
) -> Result<(), Failure> {
    let unknown = allowed
        .iter()
        .filter(|name| !whole.contains_key(&***name))
        .map(|name| format!("error: the document names no crate `{name}` in `x-rust-type`"));
    let is_refused =
        |name: &str| is_added(name, manifest) && !allowed.iter().any(|one| one == name);
    let refused: Vec<_> = named.iter().filter(|(name, _)| is_refused(name)).collect();
    let errors = refused.iter().map(|(name, named)| {
        let schemas: Vec<_> = named.schemas.iter().map(ToString::to_string).collect();
        let (version, schemas) = (&named.version, schemas.join(", "));
        let schemas = one_line(&schemas);
        format!(
            "error: the document adds the crate `{name}` {version} to the manifests, by \
             `x-rust-type` at {schemas}"
        )
    });
    let mut lines: Vec<_> = unknown.chain(errors).collect();
    if !refused.is_empty() {
        let flags = refused.iter().map(|(name, _)| format!("--allow-crate {name}"));
        let flags = flags.collect::<Vec<_>>().join(" ");
        lines.push(format!(
            "help: a build runs the code of a crate; if you trust it, allow it: {flags}"
        ));
    }
    if lines.is_empty() { Ok(()) } else { Err(Failure::Message(lines.join("\n"))) }
}

/// Prints the crates that were added.
pub(super) fn print(named: &Named<'_>, manifest: &str) -> Result<(), Failure> {
    let added = named.iter().filter(|(name, _)| is_added(name, manifest));
    for (name, NamedCrate { version, .. }) in added {
        output::print_error(&format!(
            "note: the manifests have the crate `{name}` {version}, which the document names"
        ))?;
    }
    Ok(())
}
