//! Holds a client that progenitor generated, and the server it calls, to the
//! OpenAPI document that both come from.
//!
//! The types that progenitor generates accept what the document refuses: `null`
//! for an absent member, an array for an object, a member twice, any content
//! type, a body of any size; and a request may hold what the document refuses
//! wherever a rule is more than a Rust type. So a [`Contract`] stands between
//! the generated methods and the network. It knows every operation from tables
//! that are generated beside the client (`openapi-lower` writes them), and lets
//! the schemas of the embedded document decide. A method then ends in one of
//! four ways:
//!
//! - its value, or [`Error::ErrorResponse`](progenitor_client::Error): the
//!   response is one that the document declares;
//! - `Error::UnexpectedResponse`: it isn't, and [`ResponseFault::of`] says why;
//! - `Error::InvalidRequest`: the request isn't, and was not sent;
//! - `Error::CommunicationError`: there was no complete response.
//!
//! `Error::InvalidResponsePayload` is left for what the document allows and the
//! generated type can't hold, such as an integer without a format beyond 64
//! bits.
//!
//! # Where it hooks in
//! progenitor calls `pre`, `exec` and `post` of `ClientHooks`. The request is
//! judged in `pre`. A response can only be replaced in `exec`, which can fail
//! with nothing but a `reqwest::Error`, and only be refused in `post`, which may
//! not touch it. So `exec` judges, puts a refused response aside in the
//! extensions of an empty one, and `post` takes it from there. Tried or thought
//! through, and dropped:
//!
//! - **A middleware for reqwest**: the generated code names `reqwest::Client`,
//!   and a middleware knows the URL but not the operation.
//! - **`post` alone**: it has the response by reference and can't read its body.
//! - **A body that fails when it is read**, with the fault as its source: methods
//!   without a typed body never read it, and would return a value.
//! - **`Error::Custom` from `post`**: text only, without status, headers or kind.
//! - **A status that no operation can declare**, so that the generated code falls
//!   through to `UnexpectedResponse`: the caller would see that status.
//! - **Own types through `with_replacement`**: they would judge JSON, but neither
//!   status, headers nor content type, and every document needs its own.
//!
//! # Use
//! In the `build.rs` of the client's package:
//!
//! ```no_run
//! use std::path::Path;
//!
//! use openapi_model::Document;
//! use progenitor::{GenerationSettings, Generator, HooksMode};
//! use quote::quote;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let document = Document::read(Path::new("openapi.yaml"))?;
//! let lowered = openapi_lower::lower(&document)?;
//! let mut settings = GenerationSettings::new();
//! settings
//!     .with_inner_type(quote!(::openapi_client::Contract))
//!     .with_hooks(HooksMode::Expected);
//! let client = Generator::new(&settings).generate_tokens(&lowered.document)?;
//! let contract = lowered.contract;
//! let code = prettyplease::unparse(&syn::parse2(quote!(#client #contract))?);
//! let directory = std::env::var("OUT_DIR")?;
//! std::fs::write(format!("{directory}/client.rs"), code)?;
//! std::fs::write(format!("{directory}/openapi.json"), document.embedded())?;
//! # Ok(())
//! # }
//! ```
//!
//! The included `client.rs` then has `CONTRACT`, which is the second argument of
//! `Client::new`, and with it every method is held to the document.
//!
//! # What it costs
//! `examples/cost_of_answers.rs`: a small good response takes 2 to 3 times what progenitor
//! alone takes to decode it, between 1 and 2 µs more. Half of that is reading
//! and judging JSON, which `openapi-schema` has the figures of; the rest is the
//! response, which has to be taken apart and put together again.
//!
//! # What it doesn't judge
//! - Of parameters and headers in another form than a single text, or in a query
//!   one text an item, only that they are there: objects, delimited lists, and
//!   those with `content`. Nor variables that share a segment of a path.
//! - Bodies that are not JSON: a request's `multipart` or form, a response that
//!   the caller gets as a stream, whose size is the caller's to limit.
//! - Cookies, credentials and links.
//!
//! Nothing here may know a particular API, show what a response or a credential
//! holds, or read more of a body than the limit.

mod contract;
mod fault;
mod media_type;
mod request;
mod response;

pub use contract::{
    Contract, Form, Header, MediaType, Operation, Parameter, Place, Response, Status, Values,
};
pub use fault::ResponseFault;
pub use openapi_schema::{Document, Schema, SchemaError, Violation, Violations};
