//! Compares the operations of two documents, part by part: one file for each
//! area. Schemas are decided by `schema`; what is here must never look into
//! one.

mod context;
mod media_types;
mod operation;
mod parameters;
mod paths;
mod request_body;
mod responses;
mod security;
mod statuses;

use crate::document::Document;
use crate::report::Report;
use context::Context;

/// Everything that a caller of `contract` could notice if `emitted` were
/// served in its place.
///
/// `emitted` is read by the conventions of dropshot: a header parameter called
/// `Authorization` is how an operation shows that it asks for a bearer
/// credential (unless the document declares `security`), and `4XX` or `5XX`
/// stands for the errors of that range that the document doesn't name.
pub fn compare(contract: &Document, emitted: &Document) -> Report {
    let mut context = Context::new(contract, emitted);
    paths::compare(&mut context);
    context.into_report()
}
