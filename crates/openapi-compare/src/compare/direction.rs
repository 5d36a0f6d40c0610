//! The schemas of a document as they apply in requests and in responses.

use super::operation_part::OperationPart;
use crate::Document;
use crate::inclusion::Schema;
use openapi_document::{Direction, Discriminator};
use openapi_source::Pointer;
use std::collections::BTreeMap;

/// A document, and what differs in it by direction.
pub(super) struct Directed<'d> {
    pub(super) document: &'d Document,
    /// By the pointers of their schemas.
    pub(super) discriminators: BTreeMap<Pointer, Discriminator>,
    /// `None` if the document applies as it is written.
    requests: Option<Document>,
    responses: Option<Document>,
}

impl<'d> Directed<'d> {
    pub(super) fn new(document: &'d Document) -> Directed<'d> {
        Directed {
            document,
            discriminators: document.discriminators(),
            requests: document.in_direction(Direction::Request),
            responses: document.in_direction(Direction::Response),
        }
    }

    /// Returns all forms of the document.
    pub(super) fn forms(&self) -> impl Iterator<Item = &Document> {
        let others = self.requests.iter().chain(&self.responses);
        std::iter::once(self.document).chain(others)
    }

    /// Returns a schema of the document as it applies in one direction.
    pub(super) fn schema(&'d self, schema: &Schema<'d>, direction: Direction) -> Schema<'d> {
        let form = match direction {
            Direction::Request => &self.requests,
            Direction::Response => &self.responses,
        };
        match form {
            Some(form) => schema.within(form),
            None => schema.clone(),
        }
    }
}

/// Returns the direction of the values of `part`. The requests of webhooks and callbacks
/// are outgoing: the service sends them.
pub(super) fn direction(part: &OperationPart, is_outgoing: bool) -> Direction {
    let is_answer = matches!(part, OperationPart::Response { .. } | OperationPart::Header { .. });
    if is_answer == is_outgoing { Direction::Request } else { Direction::Response }
}
