//! The extension `x-rust-type` of a schema: a type of another crate, which the generators
//! use instead of a type that they generate.
//!
//! The form is that of [typify](https://docs.rs/typify), the generator of progenitor's
//! types. Unlike typify, which ignores an extension that it cannot read, this reader
//! reports it.

use std::collections::BTreeMap;

use semver::VersionReq;

use crate::{Diagnostic, Document, Node, Pointer, Schema, Value};

/// The name of the extension.
const EXTENSION: &str = "x-rust-type";

/// A type of another crate.
#[derive(Clone, Debug)]
pub struct RustType<'d> {
    /// The name of the crate, as a manifest has it.
    pub crate_name: &'d str,
    /// The versions of the crate that have the type, as a manifest requires them.
    pub version: &'d str,
    /// The path of the type. Its first segment is the name of the crate.
    pub path: &'d str,
    /// The schemas of the parameters of a generic type.
    pub parameters: Vec<Schema<'d>>,
}

/// A crate that a document names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NamedCrate<'d> {
    /// The versions that the document requires, as the dependencies of a manifest have
    /// them.
    pub version: String,
    /// The schemas that name the crate.
    pub schemas: Vec<&'d Pointer>,
}

impl<'d> RustType<'d> {
    /// Returns the type that a schema names, if any.
    ///
    /// # Errors
    /// A warning: the extension is malformed, so that it has no effect.
    pub fn of(schema: Schema<'d>) -> Result<Option<Self>, Diagnostic> {
        schema.keyword(EXTENSION).map(|node| Self::read(schema, node)).transpose()
    }

    /// Returns whether a schema has the extension, malformed or not.
    pub fn is_named_by(schema: Schema<'_>) -> bool {
        schema.keyword(EXTENSION).is_some()
    }

    /// Returns the crates that a document names.
    pub fn crates(document: &'d Document) -> BTreeMap<&'d str, NamedCrate<'d>> {
        let mut crates: BTreeMap<_, (Vec<&str>, Vec<_>)> = BTreeMap::new();
        let mut pending = vec![document.root()];
        while let Some(node) = pending.pop() {
            let schema = Schema::new(document, node).ok();
            if let Some(Ok(Some(named))) = schema.map(Self::of) {
                let (versions, schemas) = crates.entry(named.crate_name).or_default();
                schemas.push(&node.location.pointer);
                if !versions.contains(&named.version) {
                    versions.push(named.version);
                }
            }
            match &node.value {
                Value::Mapping(members) => pending.extend(members.values().rev()),
                Value::Sequence(items) => pending.extend(items.iter().rev()),
                _ => {}
            }
        }
        // Every program has these.
        crates.retain(|name, _| !["alloc", "core", "std"].contains(name));
        let crates = crates.into_iter();
        crates
            .map(|(name, (versions, schemas))| {
                let version = versions.join(", ");
                (name, NamedCrate { version, schemas })
            })
            .collect()
    }

    fn read(schema: Schema<'d>, node: &'d Node) -> Result<Self, Diagnostic> {
        let Some(members) = node.mapping() else {
            let problem = format!("it is {} and not an object", node.type_name());
            return Err(malformed(node, &problem));
        };
        let known = ["crate", "version", "path", "parameters"];
        if let Some((name, node)) = members.iter().find(|(name, _)| !known.contains(&&***name)) {
            return Err(malformed(node, &format!("it has no member `{name}`")));
        }
        let text = |name: &str| {
            let Some(member) = node.get(name) else {
                return Err(malformed(node, &format!("`{name}` is missing")));
            };
            let text = member.string().map(|text| (text, member));
            text.ok_or_else(|| {
                let problem = format!("`{name}` is {} and not a string", member.type_name());
                malformed(member, &problem)
            })
        };
        let (crate_name, crate_node) = text("crate")?;
        let (version, version_node) = text("version")?;
        let (path, path_node) = text("path")?;
        let root = crate_name.replace('-', "_");
        if !is_identifier(&root) {
            return Err(malformed(crate_node, "`crate` is not the name of a crate"));
        }
        if let Err(error) = VersionReq::parse(version) {
            let problem = format!("`version` is not a requirement of Cargo: {error}");
            return Err(malformed(version_node, &problem));
        }
        let segments: Vec<_> = path.split("::").collect();
        if segments.len() < 2 || !segments.iter().copied().all(is_identifier) {
            return Err(malformed(path_node, "`path` is not the path of a type"));
        }
        if segments[0] != root {
            let problem = format!("`path` does not begin with the crate, `{root}::`");
            return Err(malformed(path_node, &problem));
        }
        Ok(Self { crate_name, version, path, parameters: parameters(schema, node)? })
    }

    /// Returns the warning for an extension in a schema that is only a part of what describes
    /// the values at `schema`.
    pub fn unused(self, schema: Schema<'_>) -> Diagnostic {
        let message = format!(
            "`{EXTENSION}` of `{}` has no effect here: the type is generated from several schemas",
            self.path
        );
        let help = format!("put `{EXTENSION}` into the schema that has the others");
        Diagnostic::warning(schema.location(), message).help(help)
    }
}

fn parameters<'d>(schema: Schema<'d>, node: &'d Node) -> Result<Vec<Schema<'d>>, Diagnostic> {
    let Some(parameters) = node.get("parameters") else {
        return Ok(Vec::new());
    };
    let Some(items) = parameters.sequence() else {
        return Err(malformed(parameters, "`parameters` is not an array of schemas"));
    };
    let items = items.iter().map(|item| {
        Schema::new(schema.document(), item).map_err(|error| malformed(item, &error.message))
    });
    items.collect()
}

fn malformed(node: &Node, problem: &str) -> Diagnostic {
    let message = format!("`{EXTENSION}` has no effect, the type is generated: {problem}");
    let help =
        "write `x-rust-type: { crate: my-types, version: \"1.2\", path: \"my_types::Money\" }`";
    Diagnostic::warning(&node.location, message).help(help)
}

/// The keywords of Rust 2024, and the words that it reserves (The Rust Reference, Keywords).
const KEYWORDS: [&str; 52] = [
    "Self", "abstract", "as", "async", "await", "become", "box", "break", "const", "continue",
    "crate", "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if",
    "impl", "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub",
    "ref", "return", "self", "static", "struct", "super", "trait", "true", "try", "type", "typeof",
    "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// Returns whether a text is a keyword of Rust 2024, which no identifier is unless it is raw.
/// That edition is newer than the keywords that `syn` knows: it reserves `gen`.
pub fn is_keyword(text: &str) -> bool {
    KEYWORDS.contains(&text)
}

/// Returns whether a text is an identifier of ASCII characters.
fn is_identifier(text: &str) -> bool {
    let is_word = |character: char| character.is_ascii_alphanumeric() || character == '_';
    text.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && text.chars().all(is_word)
        && text != "_"
        && !is_keyword(text)
}
