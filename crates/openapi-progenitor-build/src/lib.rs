//! Generates a progenitor client from a document of OpenAPI 3.0 to 3.2.
//!
//! [`lower`](mod@lower) converts the document to OpenAPI 3.0.3, from which progenitor generates the
//! methods. `types` writes the types, which are those of a generated server. `contract` writes the
//! description of the operations by which the library `openapi-progenitor` validates requests and
//! responses. In the `build.rs` of the client's package:
//!
//! ```no_run
//! # fn main() -> Result<(), openapi_progenitor_build::BuildError> {
//! openapi_progenitor_build::build("openapi.yaml".as_ref())
//! # }
//! ```
//!
//! The package then includes `client.rs` from `OUT_DIR`. The code names the crates
//! `openapi-progenitor`, `progenitor-client`, `reqwest` and `serde`, and, where the
//! document needs them, `chrono`, `futures`, `serde_json`, `uuid`, and for a WebSocket `base64` and `rand`.
//! `CONTRACT` is the second argument of `Client::new`.
//!
//! The generator is not part of the library `openapi-progenitor`, because a client
//! would then link progenitor.

// The examples of the README are compiled, too.
#![cfg_attr(doctest, doc = include_str!("../README.md"))]

mod answers;
mod build;
mod calls;
mod command_line;
mod contract;
mod docs;
mod example;
pub mod lower;
mod methods;
mod mocks;
mod secrets;
mod security;
mod types;
mod usage;

use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};

use openapi_document::{Diagnostic, Diagnostics, Document, with_large_stack};
use openapi_rust::names::type_name;
use openapi_rust::print::{self, Imports};
use proc_macro2::{Group, Literal, TokenStream, TokenTree};
use progenitor::{GenerationSettings, Generator, HooksMode, InterfaceStyle, TypeImpl};
use quote::{ToTokens, quote};
use syn::{File, Item, Lit, parse_quote};

pub use build::{Builder, build};
pub use example::example;
pub use lower::{Lowered, lower};
pub use methods::{Argument, ArgumentKind, Method, MethodResult};
pub use openapi_document::{Budget, BuildError, DocumentSource};
/// The version of progenitor whose settings [`Builder::settings`] takes.
pub use progenitor;

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
    /// Those of the warnings that report an operation without a method, one for each.
    pub left_out: Diagnostics,
}

/// Generates a client. The code includes the embedded document from `openapi.json`.
///
/// # Errors
/// The document has errors, or a feature that OpenAPI 3.0.3 or progenitor can't express and for
/// which there is no wider type. All errors are returned.
pub fn generate(document: &Document) -> Result<Generated, Diagnostics> {
    generate_with(document, "openapi.json")
}

/// Generates a client. The code includes the embedded document from `document_file`.
///
/// # Errors
/// As [`generate`].
pub fn generate_with(document: &Document, document_file: &str) -> Result<Generated, Diagnostics> {
    client(document, document_file, Interface::Positional, TypeOptions::default(), |_| {})
}

/// Generates a client whose methods are [builders](Builder::builders), as [`generate_with`].
///
/// # Errors
/// As [`generate`].
pub fn generate_builders(
    document: &Document,
    document_file: &str,
) -> Result<Generated, Diagnostics> {
    client(document, document_file, Interface::Builders, TypeOptions::default(), |_| {})
}

/// The interface of the methods.
#[derive(Clone, Copy, Debug)]
enum Interface {
    /// One argument for each parameter.
    Positional,
    /// Each method returns a builder of the request, and types have builders.
    Builders,
}

/// Where the types come from, and what they derive.
#[derive(Clone, Copy, Default)]
struct TypeOptions<'a> {
    /// The module of a package that has the types; they are generated if `None`.
    package: Option<&'a str>,
    /// The names of types, each with the path of a trait to derive.
    derives: &'a [(String, String)],
}

/// Lowers the document and runs progenitor, as [`generate`], but doesn't print the code. Finds the
/// errors of progenitor, which [`lower`](fn@lower) doesn't.
///
/// # Errors
/// As [`generate`].
pub fn check(document: &Document) -> Result<Lowered, Diagnostics> {
    with_large_stack(|| Ok(tokens(document, Interface::Positional, |_| {})?.0))
}

fn client(
    document: &Document,
    document_file: &str,
    interface: Interface,
    options: TypeOptions<'_>,
    change: fn(&mut GenerationSettings),
) -> Result<Generated, Diagnostics> {
    with_large_stack(|| {
        let (lowered, client) = tokens(document, interface, change)?;
        let mut imports = Imports::new(&["openapi_progenitor"], ["Client", "Error"]);
        let file: File = syn::parse2(client).map_err(|error| refused(document, &error))?;
        let mut items = Vec::new();
        for mut item in file.items {
            calls::change(&mut item, &lowered);
            items.push(match &mut item {
                // progenitor's module has only the error of conversions.
                Item::Mod(module) if module.ident == "types" => types::module(&lowered, options),
                // progenitor's check that `Client` has hooks. `contract` implements them.
                Item::Const(_) => continue,
                Item::Mod(module) if module.ident == "builder" => {
                    module.attrs.push(parse_quote!(#[allow(unused_imports)]));
                    secrets::hide(module, &lowered.secrets);
                    item.into_token_stream()
                }
                _ => imports.shorten(item.into_token_stream()),
            });
        }
        let contract = contract::items(&lowered, document_file).into_iter();
        items.extend(contract.map(|item| docs::only_text(imports.shorten(item))));
        items.insert(0, imports.declarations());
        items.insert(1, print::generated_by(&quote!(openapi_progenitor)));
        Ok(Generated {
            code: print::items(&items),
            document: document.embedded().to_string(),
            methods: methods::of(&lowered),
            warnings: lowered.warnings,
            left_out: lowered.left_out,
        })
    })
}

/// Lowers a document. Returns it with the tokens that progenitor generates from it.
fn tokens(
    document: &Document,
    interface: Interface,
    change: fn(&mut GenerationSettings),
) -> Result<(Lowered, TokenStream), Diagnostics> {
    let lowered = lower(document)?;
    let mut flat = lowered.document.clone();
    let description = flat.info.description.get_or_insert_default();
    description.push_str("\n\n");
    description.push_str(&usage::section(&lowered, interface));
    let mut settings = settings(&lowered, interface);
    change(&mut settings);
    let client = run_progenitor(document, &settings, |generator| generator.generate_tokens(&flat))?;
    Ok((lowered, client))
}

fn settings(lowered: &Lowered, interface: Interface) -> GenerationSettings {
    let mut settings = GenerationSettings::new();
    settings
        .with_interface(match interface {
            Interface::Positional => InterfaceStyle::Positional,
            Interface::Builders => InterfaceStyle::Builder,
        })
        .with_inner_type(quote!(openapi_progenitor::Contract))
        // Without an implementation of the hooks, which `contract` has, the client doesn't compile.
        .with_hooks(HooksMode::Expected);
    for (name, path) in &lowered.replacements {
        let traits = [TypeImpl::Display, TypeImpl::FromStr].into_iter();
        settings.with_replacement(type_name(name), path, traits);
    }
    settings
}

/// Runs progenitor, and marks the code blocks in its documentation as text.
fn run_progenitor(
    document: &Document,
    settings: &GenerationSettings,
    generate: impl FnOnce(&mut Generator) -> Result<TokenStream, progenitor::Error>,
) -> Result<TokenStream, Diagnostics> {
    // progenitor panics for some documents that its own reader accepts.
    catch_unwind(AssertUnwindSafe(|| generate(&mut Generator::new(settings))))
        .map_err(|_| refused(document, &"a panic, whose message is on the standard error"))?
        .map(docs::only_text)
        .map_err(|error| refused(document, &error))
}

/// Replaces each string literal for which `text` returns another text.
fn with_texts(tokens: TokenStream, text: &impl Fn(&str) -> Option<String>) -> TokenStream {
    let tokens = tokens.into_iter().map(|token| match token {
        TokenTree::Group(group) => {
            Group::new(group.delimiter(), with_texts(group.stream(), text)).into()
        }
        TokenTree::Literal(literal) => match Lit::new(literal.clone()) {
            Lit::Str(own) => match text(&own.value()) {
                Some(text) => Literal::string(&text).into(),
                None => literal.into(),
            },
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
