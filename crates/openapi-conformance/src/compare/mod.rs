//! Compares the operations of two documents, part by part: one file for each
//! area. Schemas are decided by `schema`; what is here must never look into
//! one.

mod annotations;
mod callbacks;
mod compatibility;
mod context;
mod encoding;
mod findings;
mod headers;
mod media_types;
mod operation;
mod parameters;
mod part;
mod paths;
mod request_body;
mod responses;
mod security;
mod serialization;
mod servers;
mod statuses;
mod texts;
mod unreadable;

use crate::document::Document;
use crate::level::Level;
use crate::report::Report;
use context::Context;

/// How the second document is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Conventions {
    /// As dropshot emits it, which can't say everything.
    Dropshot,
    /// By the letter.
    None,
}

/// Everything that a caller of `contract` could notice if `emitted` were
/// served in its place.
///
/// `emitted` is read by the conventions of dropshot: a header parameter called
/// `Authorization` is how an operation shows that it asks for a bearer
/// credential (unless the document declares `security`), and `4XX` or `5XX`
/// stands for the errors of that range that the document doesn't name.
pub fn compare(contract: &Document, emitted: &Document) -> Report {
    compare_at(Level::default(), contract, emitted)
}

/// [`compare`] with what matters at `level`.
pub fn compare_at(level: Level, contract: &Document, emitted: &Document) -> Report {
    run(level, Conventions::Dropshot, contract, emitted)
}

/// Everything that a caller of `old` could notice if `new` were served in its
/// place, with what matters at `level`. What breaks no caller (an operation more,
/// a wider request, a narrower response) is told at [`Level::Documentation`], so
/// that a compatible change is clean at the default level. Both are read by the
/// letter.
pub fn compare_versions(level: Level, old: &Document, new: &Document) -> Report {
    run(level, Conventions::None, old, new)
}

fn run(level: Level, conventions: Conventions, left: &Document, right: &Document) -> Report {
    let mut context = Context::new(level, left, right, conventions);
    unreadable::compare(&mut context);
    texts::compare_document(&mut context);
    paths::compare(&mut context);
    callbacks::compare_webhooks(&mut context);
    context.into_report()
}
