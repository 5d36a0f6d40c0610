//! Warnings about what the Specification allows and is probably a mistake.

use std::collections::HashSet;

use openapi_source::Fix;
use openapi_source::role::{Role, traverse};

use crate::discriminator::{children, is_base, subtypes};
use crate::fields::{COMPONENTS, did_you_mean};
use crate::path_template::without_colons;
use crate::restrict::{members, targets};
use crate::{Diagnostic, Diagnostics, Discriminator, Document, Node, Pointer};

/// Returns a warning for each component that nothing refers to, for each tag of an operation
/// that the document doesn't declare although it declares others, for each path with variables in
/// the notation of other frameworks, and for each value of a discriminator without a schema.
pub fn lint(document: &Document) -> Diagnostics {
    let mut diagnostics = Diagnostics::default();
    unused_components(document, &mut diagnostics);
    undeclared_tags(document, &mut diagnostics);
    colon_variables(document, &mut diagnostics);
    unknown_subtypes(document, &mut diagnostics);
    diagnostics.sorted()
}

/// Returns all that the nodes below one refer to.
pub(crate) fn referred(root: &Node) -> HashSet<Pointer> {
    let mut referred = HashSet::new();
    root.for_each(&mut |node| {
        let members = node.members();
        referred.extend(members.flat_map(|(name, member)| targets(name, member)));
    });
    referred
}

fn unused_components(document: &Document, diagnostics: &mut Diagnostics) {
    let component = |pointer: &Pointer| {
        <[String; 3]>::try_from(pointer.tokens().take(3).collect::<Vec<_>>()).ok()
    };
    let referred = &referred(document.root()) | &document.referred;
    // A component that a broken `$ref` probably means is not called unused.
    let missing = referred.iter().filter(|pointer| document.find(pointer).is_none());
    let meant: HashSet<_> = missing.filter_map(|one| document.sibling_like(one)).collect();
    let referred: HashSet<_> = referred.union(&meant).filter_map(component).collect();
    let kinds = members(document.root().get("components"));
    for (kind, components) in kinds.filter(|(kind, _)| COMPONENTS.field(kind, true).is_some()) {
        for (name, node) in members(Some(components)) {
            let component = ["components", kind, name].map(str::to_owned);
            if referred.contains(&component) {
                continue;
            }
            let message = format!("nothing refers to `components/{kind}/{name}`");
            diagnostics.push(
                Diagnostic::warning(&node.location, message).help("refer to it, or remove it"),
            );
        }
    }
}

fn undeclared_tags(document: &Document, diagnostics: &mut Diagnostics) {
    let Some(tags) = document.root().get("tags").and_then(Node::sequence) else {
        return;
    };
    let declared: HashSet<_> = tags.iter().filter_map(|tag| tag.get("name")?.string()).collect();
    for (_, item) in members(document.root().get("paths")) {
        for (_, operation) in members(Some(item)) {
            let tags = operation.get("tags").and_then(Node::sequence);
            for tag in tags.into_iter().flatten() {
                let Some(name) = tag.string().filter(|name| !declared.contains(name)) else {
                    continue;
                };
                let message = format!("the document doesn't declare the tag `{name}`");
                let help = did_you_mean(name, declared.iter().copied())
                    .unwrap_or_else(|| "declare it in `tags` at the root".to_owned());
                diagnostics.push(Diagnostic::warning(&tag.location, message).help(help));
            }
        }
    }
}

fn colon_variables(document: &Document, diagnostics: &mut Diagnostics) {
    for (path, item) in members(document.root().get("paths")) {
        let meant = without_colons(path);
        if meant == *path {
            continue;
        }
        let message = format!("the path {path} has no variables: OpenAPI writes them in braces");
        let warning = Diagnostic::warning(&item.location, message)
            .reason("the colons are sent as they are")
            .help(format!("write {meant}, as the overlay of `check --fix` does"));
        diagnostics.push(warning.fix(Fix::ColonVariables));
    }
}

fn unknown_subtypes(document: &Document, diagnostics: &mut Diagnostics) {
    let schemas = document.root().get("components").and_then(|all| all.get("schemas"));
    let children = schemas.map(children).unwrap_or_default();
    traverse(document.root(), Role::Document, &mut |node, role| {
        let Some(read) = Discriminator::read(node).filter(|_| role == Role::Schema) else {
            return;
        };
        let mapping = node.get("discriminator").and_then(|one| one.get("mapping"));
        let base = node.location.pointer.component_name("schemas").filter(|_| is_base(node));
        for (value, target) in &read.mapping {
            let Some(entry) = mapping.and_then(|mapping| mapping.get(value)) else {
                continue;
            };
            let extends = |name: &str| {
                base.as_deref()
                    .is_none_or(|base| name == base || subtypes(&children, base).contains(name))
            };
            let name = target.component_name("schemas");
            let (fault, help) = if document.find(target).is_none() {
                ("no schema", "add it to `components/schemas`, or remove the value")
            } else if !name.as_deref().is_none_or(extends) {
                ("a schema that does not extend this one", "refer to this one in its `allOf`")
            } else {
                continue;
            };
            let target = target.to_fragment();
            let message = format!("the discriminator maps `{value}` to {fault}: {target}");
            diagnostics.push(Diagnostic::warning(&entry.location, message).help(help));
        }
    });
}
