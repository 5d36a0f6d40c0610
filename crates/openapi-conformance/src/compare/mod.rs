//! Compares the operations of two documents, part by part: one file for each
//! area. Schemas are decided by `schema`; what is here must never look into
//! one.

mod context;
mod dropshot;
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
/// credential (unless the document declares `security`), and `4XX` with `5XX`
/// stands for errors that it can't name. The extension `x-openapi-dropshot` of
/// an operation, `{"statuses": ["200", "401", "5XX"], "requestBodyRequired":
/// true}`, says what dropshot can't.
pub fn compare(contract: &Document, emitted: &Document) -> Report {
    let mut context = Context::new(contract, emitted);
    paths::compare(&mut context);
    context.into_report()
}
