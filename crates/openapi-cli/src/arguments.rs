//! The command line. No default depends on where the command runs, and tokens never
//! appear in help or error messages.

use clap::{Args, Parser, Subcommand, ValueEnum};
use openapi_document::{Selection, UndeclaredScheme};
use openapi_live::Settings;
use openapi_source::Budget;
use openapi_source::findings::{Format, Level, Output};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

/// Generate dropshot servers and progenitor clients from OpenAPI 3.0 to 3.2 documents, and
/// check documents and services
///
/// Documents are YAML or JSON. Exit codes: 0 without errors and findings, 1 with
/// errors or findings, 2 if an input can't be read, an output can't be written, the
/// arguments are wrong, or a bound is reached. An operation that a generator leaves out
/// counts as an error for check, and for the other commands with --strict.
#[derive(Parser)]
#[command(name = "openapi-dropshot", version, term_width = 100)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// The memory that the command may use, such as 512MiB or 4GiB
    #[arg(long, global = true, value_name = "SIZE", default_value = "2GiB", value_parser = bytes)]
    max_memory: u64,
    /// The time of the processor that the command may use
    #[arg(long, global = true, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..))]
    max_time: u64,
}

impl Arguments {
    pub(crate) fn budget(&self) -> Budget {
        Budget { memory: self.max_memory, time: Duration::from_secs(self.max_time) }
    }
}

/// Parses a number of bytes with an optional unit.
fn bytes(text: &str) -> Result<u64, String> {
    let units = [("GiB", 30), ("MiB", 20), ("KiB", 10)];
    let unit = units.into_iter().find_map(|(unit, shift)| Some((text.strip_suffix(unit)?, shift)));
    let (digits, shift) = unit.unwrap_or((text, 0));
    let bytes = digits.parse().ok().and_then(|number: u64| number.checked_mul(1 << shift));
    bytes.ok_or_else(|| "a size is a number of bytes, or a number and KiB, MiB or GiB".to_owned())
}

#[derive(Subcommand, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub(crate) enum Command {
    /// Report all errors and warnings about a document
    ///
    /// Reports invalid elements, and each feature that the server generator or the
    /// client generator doesn't support, with the operations that it affects. An
    /// unsupported feature refuses these operations, and not the others.
    Check(Check),
    /// Generate the code of a dropshot server
    ///
    /// Prints Rust code: a trait with one function for each operation, types, and the
    /// endpoints. The code includes the document from a file beside it. Either it is
    /// committed, with `--output`, or a build script generates both files in `OUT_DIR`, with
    /// `openapi_dropshot_build::build`.
    Server(Generate),
    /// Generate the code of a client
    ///
    /// Prints Rust code by progenitor, with the tables by which requests and responses
    /// are validated.
    Client(Client),
    /// Convert a document to OpenAPI 3.0.3
    ///
    /// Prints JSON, as progenitor reads it. A rule that 3.0.3 can't express is a
    /// warning.
    Lower(Generate),
    /// Write a workspace with a server, a client and a conformance test
    ///
    /// The workspace builds at once: each operation of the server answers that it is not
    /// implemented. Operations that a generator refuses are left out, and the build
    /// scripts and the README name them.
    New(New),
    /// Write a package with a client, to publish
    ///
    /// The code and the document are in the package, so that it has no build script, and its
    /// README has a call of an operation. Before it is published, read the manifest: a registry
    /// requires a license.
    Crate(New),
    /// Write a document in several files as one
    ///
    /// Targets of references to other files become components. Prints YAML, or JSON if
    /// the document is JSON. All other commands read a document in several files as well.
    Bundle(Bundle),
    /// Report the differences between a document and the one that a dropshot server emits
    ///
    /// Documents are OpenAPI 3.0.x to 3.2.x: FILE, REVISION:FILE for a file of a revision of
    /// git, or - for standard input. The emitted document is read by the
    /// conventions of dropshot: a header parameter `Authorization` is a bearer
    /// credential, and 4XX and 5XX are the errors without a response of their own.
    Diff(Diff),
    /// Report what breaks callers between two versions of a document
    ///
    /// Documents are OpenAPI 3.0.x to 3.2.x: FILE, REVISION:FILE for a file of a revision of
    /// git, or - for standard input. A change that breaks no caller (a new
    /// operation, a wider request, a narrower response) has the level documentation.
    Compat(Compat),
    /// List what a service of several versions of a document needs
    ///
    /// The service implements the newest version. For each operation of an older version
    /// the list says whether nothing differs, whether each difference is proved to be
    /// compatible, or which functions the service writes, with a value that needs each of
    /// them. Fails if one of these functions is missing.
    Versions(Versions),
    /// Check a running service against its document
    ///
    /// Sends, for each operation, valid requests, values at and beyond each bound,
    /// values of other types, other content types and methods, and valid and invalid
    /// credentials, and validates the responses.
    ///
    /// WRITES TO THE SERVICE: valid requests create what they create, many times.
    /// Unconstrained values are random, so that they don't collide with existing data;
    /// values at bounds can collide.
    Live(Live),
    /// Serve examples of a document
    ///
    /// Each operation answers with an example of the document, or with a value of its schema,
    /// which is the same for the same seed. Requests are checked as by a generated server, with
    /// the same failures. The header `Prefer: code=404, example=gone` selects a response and an
    /// example by its name. The path /_reference has a page of the document.
    Mock(Mock),
}

/// A document, and the operations of it to work on.
#[derive(Args)]
pub(crate) struct Input {
    /// The OpenAPI document, 3.0 to 3.2
    pub(crate) file: PathBuf,
    /// Read the files that the document refers to below this directory instead of its own
    #[arg(long, value_name = "DIRECTORY")]
    pub(crate) root: Option<PathBuf>,
    /// Apply this OpenAPI Overlay 1.0 or 1.1 to the document; can be repeated
    #[arg(long = "overlay", value_name = "FILE")]
    pub(crate) overlays: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) operations: Operations,
}

#[derive(Args)]
pub(crate) struct Operations {
    /// Only these operations: an operationId, "METHOD /path", a tag, or an extension that is
    /// true; can be repeated
    #[arg(long, value_name = "OPERATION")]
    only: Vec<String>,
    /// Not these operations: an operationId, "METHOD /path", a tag, or an extension that is
    /// true, such as x-internal; can be repeated
    #[arg(long, value_name = "OPERATION")]
    skip: Vec<String>,
}

impl Operations {
    pub(crate) fn selection(&self) -> Selection {
        Selection { only: self.only.clone(), skip: self.skip.clone() }
    }
}

#[derive(Args)]
pub(crate) struct Check {
    #[command(flatten)]
    pub(crate) input: Input,
    /// Write an OpenAPI Overlay that repairs what has one meaning only
    ///
    /// The overlay goes to standard output, and the errors that are left to standard error.
    /// The document doesn't change: apply the overlay with `--overlay`.
    #[arg(long)]
    pub(crate) fix: bool,
    /// The repair of a security scheme that the document doesn't declare
    #[arg(long, value_name = "CHANGE", value_enum, requires = "fix")]
    pub(crate) undeclared_scheme: Option<UndeclaredScheme>,
    /// Write the overlay to this file instead of standard output
    #[arg(long, short, value_name = "FILE", requires = "fix")]
    pub(crate) output: Option<PathBuf>,
    /// The format of the diagnostics
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}

#[derive(Args)]
pub(crate) struct Client {
    #[command(flatten)]
    pub(crate) generate: Generate,
    /// Write methods that are builders, as `new` and `crate` do
    ///
    /// An optional parameter that the document adds later breaks no caller of a builder.
    #[arg(long)]
    pub(crate) builders: bool,
}

#[derive(Args)]
pub(crate) struct Generate {
    #[command(flatten)]
    pub(crate) input: Input,
    /// Fail if an operation is refused
    ///
    /// Without it, the other operations are generated, and the refused ones are
    /// listed on standard error.
    #[arg(long)]
    pub(crate) strict: bool,
    /// Write to this file or directory instead of standard output
    ///
    /// Code is a module that compiles as it lies: FILE.rs, or mod.rs in a directory, and the
    /// document beside it.
    #[arg(long, short, value_name = "PATH")]
    pub(crate) output: Option<PathBuf>,
    /// Write nothing, and fail if the output isn't up to date
    #[arg(long, requires = "output")]
    pub(crate) check: bool,
    /// The format of the diagnostics, which go to standard error
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}

#[derive(Args)]
pub(crate) struct Bundle {
    /// The OpenAPI document, 3.0 to 3.2
    pub(crate) file: PathBuf,
    /// Read the files that the document refers to below this directory instead of its own
    #[arg(long, value_name = "DIRECTORY")]
    pub(crate) root: Option<PathBuf>,
    /// Write to this file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct New {
    #[command(flatten)]
    pub(crate) input: Input,
    /// The directory to create, whose name is that of the package; it doesn't exist, or is empty
    pub(crate) directory: PathBuf,
    #[command(flatten)]
    pub(crate) package: Package,
}

/// How packages are written, and what they depend on.
#[derive(Args)]
pub(crate) struct Package {
    /// Fail if an operation is refused
    #[arg(long)]
    pub(crate) strict: bool,
    /// Depend on this checkout of the generator's repository instead of the published
    /// crates
    #[arg(long, value_name = "CHECKOUT")]
    pub(crate) path: Option<PathBuf>,
    /// Depend on the generator's repository at this URL instead of the published crates
    #[arg(long, value_name = "URL", conflicts_with = "path")]
    pub(crate) git: Option<String>,
    /// Add this crate, which the document names in `x-rust-type`, to the manifests; can be
    /// repeated
    ///
    /// Without it such a document is refused, because a build runs the code of the crate.
    #[arg(long = "allow-crate", value_name = "NAME")]
    pub(crate) allowed_crates: Vec<String>,
    /// The format of the diagnostics, which go to standard error
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}

#[derive(Args)]
pub(crate) struct Diff {
    /// The document that people write
    pub(crate) document: String,
    /// The document that the server emits
    pub(crate) emitted: String,
    #[command(flatten)]
    pub(crate) reporting: Reporting,
}

#[derive(Args)]
pub(crate) struct Compat {
    /// The version that callers know
    pub(crate) old: String,
    /// The version that is to be served
    pub(crate) new: String,
    /// Say what the next version of the generated client is, with the items that have changed
    ///
    /// A change of the document that breaks callers needs a major version, too. The client is
    /// that of `crate` and `new`, whose methods are builders. Fails for a major version.
    #[arg(long, value_name = "CODE", conflicts_with_all = ["level", "allow", "format"])]
    pub(crate) source: Option<Code>,
    #[command(flatten)]
    pub(crate) reporting: Reporting,
}

/// Code that is generated from a document.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Code {
    Client,
}

#[derive(Args)]
pub(crate) struct Versions {
    /// The documents, from the oldest version to the newest
    ///
    /// REVISION:FILE is a file of a revision of git, and - is standard input.
    #[arg(required = true, num_args = 1.., value_name = "FILE")]
    pub(crate) files: Vec<String>,
    /// A Rust file in which the service implements functions; can be repeated
    ///
    /// Without it each function is missing.
    #[arg(long = "implementation", value_name = "FILE")]
    pub(crate) implementations: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) operations: Operations,
}

#[derive(Args)]
pub(crate) struct Reporting {
    /// Read the files that the documents refer to below this directory instead of their own
    #[arg(long, value_name = "DIRECTORY")]
    pub(crate) root: Option<PathBuf>,
    /// The lowest level to report
    #[arg(long, value_enum, default_value_t)]
    pub(crate) level: Level,
    #[command(flatten)]
    pub(crate) output: Output,
}

#[derive(Args)]
pub(crate) struct Mock {
    #[command(flatten)]
    pub(crate) input: Input,
    /// The address and the port; port 0 is a free one
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    pub(crate) listen: SocketAddr,
    /// The seed of the values
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// A credential that is accepted: a token, an API key, or user:password for HTTP Basic
    ///
    /// Can be repeated. Without it every credential is accepted.
    #[arg(long = "token", value_name = "TOKEN")]
    pub(crate) tokens: Vec<String>,
    /// The format of the diagnostics, which go to standard error
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}

#[derive(Args)]
pub(crate) struct Live {
    /// The URL of the service: scheme, host, port, and the path before the paths of the
    /// document
    pub(crate) url: String,
    /// The OpenAPI document, 3.0 to 3.2
    pub(crate) document: PathBuf,
    /// Read the files that the document refers to below this directory instead of its own
    #[arg(long, value_name = "DIRECTORY")]
    root: Option<PathBuf>,
    /// A credential that the service accepts; NAME=TOKEN for one security scheme
    ///
    /// A bearer token, an API key, or the base64 of user:password for HTTP Basic. Can
    /// be repeated. Other users of the machine can read the arguments of a process; the
    /// environment variable is safer.
    #[arg(
        long = "token",
        value_name = "TOKEN",
        env = "OPENAPI_LIVE_TOKEN",
        hide_env_values = true,
        value_delimiter = '\n'
    )]
    tokens: Vec<String>,
    /// An operation to which nothing is sent: "METHOD /path", or its operationId
    ///
    /// Can be repeated.
    #[arg(long, value_name = "OPERATION")]
    skip: Vec<String>,
    /// The value of a parameter in valid requests: NAME=VALUE in all operations, or
    /// OPERATION.NAME=VALUE in one
    ///
    /// VALUE is JSON or a text, such as the id of an object that the service has. Can be
    /// repeated.
    #[arg(long = "value", value_name = "NAME=VALUE")]
    values: Vec<String>,
    /// The seed of the random values; the same seed sends the same requests [default:
    /// random, and printed in the report]
    ///
    /// Data that the service stored earlier can hide a finding, because a request is
    /// refused that was accepted before. To see a finding again, give the seed, and an
    /// empty store to the service.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// The time to wait for a response, half of it for the connection
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..))]
    timeout: u64,
    /// The time for all requests; after it the check ends with a finding and a partial
    /// report
    #[arg(long, value_name = "SECONDS", default_value_t = 1800, value_parser = clap::value_parser!(u64).range(1..))]
    max_duration: u64,
    #[command(flatten)]
    pub(crate) output: Output,
}

impl Live {
    pub(crate) fn settings(&self) -> Settings {
        Settings {
            root: self.root.clone(),
            tokens: self.tokens.clone(),
            skip: self.skip.clone(),
            values: self.values.clone(),
            seed: self.seed,
            timeout: Duration::from_secs(self.timeout),
            max_time: Duration::from_secs(self.max_duration),
        }
    }
}
