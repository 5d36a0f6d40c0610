//! Generates a progenitor client from an OpenAPI 3.1 document.
//!
//! [`lower`](mod@lower) lowers the document to the version that progenitor reads,
//! progenitor generates the client, and `contract` adds the description by which the
//! library `openapi-progenitor` validates requests and responses against the document
//! itself. In the `build.rs` of the client's package:
//!
//! ```no_run
//! # fn main() -> Result<(), openapi_progenitor_build::BuildError> {
//! openapi_progenitor_build::build("openapi.yaml".as_ref())
//! # }
//! ```
//!
//! The package then includes `client.rs` from `OUT_DIR`. The code names the crates
//! `openapi-progenitor`, `progenitor-client`, `reqwest` and `serde`, and, where the
//! document needs them, `chrono`, `futures`, `regress`, `serde_json`, `uuid`, and for a
//! WebSocket `base64` and `rand`.
//! `CONTRACT` is the second argument of `Client::new`. The module `known_values` has an
//! enum for each integer with `x-extensible-enum` and `x-enum-varnames`; a string with
//! `x-extensible-enum` is such an enum.
//!
//! The generator is not part of the library `openapi-progenitor`, because a client
//! would then link progenitor.

mod answers;
mod arguments;
mod build;
mod command_line;
mod contract;
mod docs;
mod example;
mod external;
mod format;
mod items;
mod known_values;
pub mod lower;
mod methods;
mod mocks;
mod null;
mod optional;
mod secrets;
mod usage;
mod value_descriptions;

use std::collections::{BTreeSet, HashSet};
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};

use openapi_document::{Diagnostic, Diagnostics, Document, with_large_stack};
use proc_macro2::{Group, Literal, TokenStream, TokenTree};
use progenitor::{GenerationSettings, Generator, HooksMode, InterfaceStyle};
use quote::quote;
use syn::{Item, Lit};

pub use build::{Builder, build};
pub use example::example;
pub use lower::{ExternalType, Lowered, lower};
pub use methods::{Argument, ArgumentKind, Method, MethodResult};
pub use openapi_document::{Budget, BuildError, DocumentSource};

/// The output generated from a document.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The Rust code. It includes the embedded document from its own directory.
    pub code: String,
    /// The embedded document, JSON.
    pub document: String,
    /// The methods of the client.
    pub methods: Vec<Method>,
    /// Warnings where the client expresses less than the document.
    pub warnings: Diagnostics,
    /// The warnings about operations that the client doesn't have.
    pub left_out: Diagnostics,
}

/// Generates a client. The code includes the embedded document from `openapi.json`.
///
/// # Errors
/// All errors in the document, and what neither OpenAPI 3.0.3 nor progenitor
/// expresses and no wider type replaces.
pub fn generate(document: &Document) -> Result<Generated, Diagnostics> {
    generate_with(document, "openapi.json")
}

/// Generates a client. The code includes the embedded document from `document_file`.
///
/// # Errors
/// As [`generate`].
pub fn generate_with(document: &Document, document_file: &str) -> Result<Generated, Diagnostics> {
    client(document, document_file, Interface::Positional)
}

/// The interface of the methods.
#[derive(Clone, Copy, Debug)]
enum Interface {
    /// One argument for each parameter.
    Positional,
    /// Builders for methods and types.
    Builders,
}

/// Returns the document that progenitor generates the client from, without printing the
/// client.
///
/// # Errors
/// As [`generate`].
pub fn check(document: &Document) -> Result<Lowered, Diagnostics> {
    with_large_stack(|| run(document, Interface::Positional).map(|run| run.lowered))
}

fn client(
    document: &Document,
    document_file: &str,
    interface: Interface,
) -> Result<Generated, Diagnostics> {
    with_large_stack(|| {
        client_here(document, document_file, interface).map(|(generated, _)| generated)
    })
}

fn client_here(
    document: &Document,
    document_file: &str,
    interface: Interface,
) -> Result<(Generated, Lowered), Diagnostics> {
    let Run {
        lowered, client, ..
    } = run(document, interface)?;
    let mut tokens = answers::add_types(client, &lowered);
    // Not by `quote`, which would copy the tokens of the client.
    tokens.extend(docs::only_text(known_values::items(document)));
    tokens.extend(contract::items(&lowered, document_file));
    if !lowered.sent_as_null.is_empty() {
        tokens = optional::unboxed(tokens);
    }
    let mut methods = Vec::new();
    let change = |item: &mut Item| {
        usage::document(item, &lowered, interface);
        answers::accept_redirections(item, &lowered);
        items::give_types(item, &lowered);
        methods.extend(methods::of(item, &lowered));
    };
    let mut replaced = known_values::text_type_names(&lowered);
    let change_in_module = |item: &mut Item| {
        answers::accept_redirections(item, &lowered);
        optional::omit_absent(item);
        null::tell_apart(item, &lowered.told_apart);
        known_values::remove_replaced(item, &mut replaced);
        value_descriptions::document(item, &lowered);
        secrets::hide(item, &lowered.secrets)
    };
    let code = format::items(tokens, change, change_in_module);
    let generated = Generated {
        code: code.map_err(|error| refused(document, &error))?,
        document: document.embedded(),
        methods,
        warnings: lowered.warnings.clone(),
        left_out: lowered.left_out.clone(),
    };
    Ok((generated, lowered))
}

/// A document as progenitor reads it, with the client that it generates.
struct Run {
    lowered: Lowered,
    settings: GenerationSettings,
    client: TokenStream,
}

/// Lowers a document and generates the client. The type generator also names types itself,
/// after members of the schemas that it merges; the lowering leaves it a name that the client
/// would define twice.
fn run(document: &Document, interface: Interface) -> Result<Run, Diagnostics> {
    let mut reserved = BTreeSet::new();
    loop {
        let run = run_with(document, interface, &reserved)?;
        let twice = defined_twice(&run.client);
        if twice.is_subset(&reserved) {
            return Ok(run);
        }
        reserved.extend(twice);
    }
}

fn run_with(
    document: &Document,
    interface: Interface,
    reserved: &BTreeSet<String>,
) -> Result<Run, Diagnostics> {
    let has_marks = has_marks(document);
    let mut lowered = with_large_stack(|| lower::lower_with(document, has_marks, reserved))?;
    let mut settings = GenerationSettings::new();
    settings
        .with_interface(match interface {
            Interface::Positional => InterfaceStyle::Positional,
            Interface::Builders => InterfaceStyle::Builder,
        })
        .with_derive("PartialEq")
        .with_inner_type(quote!(::openapi_progenitor::Contract))
        // A client without the contract doesn't compile.
        .with_hooks(HooksMode::Expected);
    external::replace(&mut settings, &lowered.external_types);
    answers::declare(&mut lowered, &mut settings);
    if matches!(interface, Interface::Builders) {
        arguments::rename(&mut lowered.document, &mut settings);
    }
    let client = generated(document, &settings, |generator| {
        generator.generate_tokens(&lowered.document)
    })?;
    Ok(Run {
        lowered,
        settings,
        client,
    })
}

/// A document with the character of marks keeps it: names that collide are errors.
fn has_marks(document: &Document) -> bool {
    !lower::names::has_mark(&document.embedded())
}

/// Runs progenitor, and marks the code blocks in its documentation as text.
fn generated(
    document: &Document,
    settings: &GenerationSettings,
    generate: impl FnOnce(&mut Generator) -> Result<TokenStream, progenitor::Error>,
) -> Result<TokenStream, Diagnostics> {
    // progenitor panics for some documents that its own reader accepts.
    catch_unwind(AssertUnwindSafe(|| generate(&mut Generator::new(settings))))
        .map_err(|_| refused(document, &"it panics"))?
        .map(|tokens| match has_marks(document) {
            true => docs::only_text(without_marks(tokens)),
            false => docs::only_text(tokens),
        })
        .map_err(|error| refused(document, &error))
}

/// Returns the names of types that the module `types` of a client defines twice.
fn defined_twice(client: &TokenStream) -> BTreeSet<String> {
    let mut tokens = client.clone().into_iter();
    let is_module = |token: &TokenTree| matches!(token, TokenTree::Ident(name) if name == "types");
    tokens.by_ref().find(is_module);
    let Some(TokenTree::Group(module)) = tokens.next() else {
        return BTreeSet::new();
    };
    let mut seen = HashSet::new();
    let mut tokens = module.stream().into_iter();
    let mut names = std::iter::from_fn(|| {
        let is_type = |token: &TokenTree| matches!(token, TokenTree::Ident(word) if word == "struct" || word == "enum");
        tokens.find(is_type)?;
        tokens.next().map(|name| name.to_string())
    });
    names
        .by_ref()
        .filter(|name| !seen.insert(name.clone()))
        .collect()
}

/// Restores the names in the literals of generated code.
fn without_marks(tokens: TokenStream) -> TokenStream {
    let tokens = tokens.into_iter().map(|token| match token {
        TokenTree::Group(group) => {
            Group::new(group.delimiter(), without_marks(group.stream())).into()
        }
        TokenTree::Literal(literal) => match Lit::new(literal.clone()) {
            Lit::Str(text) if lower::names::has_mark(&text.value()) => {
                Literal::string(&lower::names::cut(&text.value())).into()
            }
            _ => literal.into(),
        },
        token => token,
    });
    tokens.collect()
}

/// Returns the diagnostic for an error of progenitor, which has no position.
fn refused(document: &Document, error: &dyn Display) -> Diagnostics {
    let message = format!("progenitor can't generate a client: {error}");
    Diagnostic::error(&document.root().location, message).into()
}

/// The code of the README, compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
