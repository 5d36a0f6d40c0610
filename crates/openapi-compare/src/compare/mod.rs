//! Compares the operations of two documents, part by part: one file for each area.
//! The comparison of schemas is in [`inclusion`](crate::inclusion); this module contains none.

mod annotations;
mod callbacks;
mod compatibility;
mod context;
mod direction;
mod discriminators;
mod encoding;
mod findings;
mod headers;
mod media_types;
mod operation;
mod operation_part;
mod parameters;
mod parts;
mod paths;
mod request_body;
mod responses;
mod security;
mod serialization;
mod servers;
mod statuses;
mod texts;
mod unreadable;
mod wire;

use crate::Document;
use crate::report::Report;
use context::Context;
use direction::Directed;
use openapi_source::findings::Level;
use openapi_source::with_large_stack;

/// How the second document is interpreted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Conventions {
    /// As emitted by dropshot, which can't express everything.
    Dropshot,
    /// Literally.
    None,
}

/// Reports everything that a caller of `contract` could notice if `emitted` were
/// served in its place.
///
/// `emitted` is interpreted by the conventions of dropshot: a header parameter
/// called `Authorization` means that an operation requires a bearer credential
/// (unless the document declares `security`), and `4XX` or `5XX` stands for the
/// errors of that range that the document doesn't name.
pub fn compare(contract: &Document, emitted: &Document) -> Report {
    compare_at(Level::default(), contract, emitted)
}

/// Like [`compare`], with the findings up to `level`.
pub fn compare_at(level: Level, contract: &Document, emitted: &Document) -> Report {
    run(level, Conventions::Dropshot, contract, emitted)
}

/// Reports everything that a caller of `old` could notice if `new` were served in
/// its place, up to `level`. Changes that break no caller (an added operation, a
/// wider request, a narrower response) are reported at [`Level::Documentation`], so
/// that a compatible change is clean at the default level. Both documents are
/// interpreted literally.
pub fn compare_versions(level: Level, old: &Document, new: &Document) -> Report {
    run(level, Conventions::None, old, new)
}

fn run(level: Level, conventions: Conventions, left: &Document, right: &Document) -> Report {
    with_large_stack(|| {
        let (left, right) = (Directed::new(left), Directed::new(right));
        let mut context = Context::new(level, (&left, &right), conventions);
        unreadable::compare(&mut context);
        texts::compare_document(&mut context);
        paths::compare(&mut context);
        callbacks::compare_webhooks(&mut context);
        context.into_report()
    })
}
