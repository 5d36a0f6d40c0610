//! Compares webhooks and the callbacks of operations (OpenAPI 3.1.1 §4.8.18):
//! requests that the service sends and its caller answers. dropshot emits neither: they
//! are limits of an emitted document, and compared only between two versions of one. For these requests
//! the roles are reversed: a change that would break a caller breaks the service,
//! and vice versa.

use super::Conventions;
use super::context::{Context, PathItem};
use crate::Document;
use crate::limit::Limit;
use openapi_source::Node;

pub(super) fn compare_webhooks(context: &mut Context) {
    let (base, candidate) = (context.base, context.candidate);
    let (left, right) = (base.root().get("webhooks"), candidate.root().get("webhooks"));
    let locations = (left.unwrap_or(base.root()), right.unwrap_or(candidate.root()));
    let base = items(base, left, "webhook", "");
    let candidate = items(candidate, right, "webhook", "");
    compare(context, Limit::Webhooks, base, candidate, locations);
}

/// Compares the callbacks of two operations.
pub(super) fn compare_callbacks<'d>(
    context: &mut Context<'d>,
    base: &'d Node,
    candidate: &'d Node,
) {
    let of = format!(" of {}", context.operation());
    let all = |document: &'d Document, operation: &'d Node| {
        let callbacks = operation.get("callbacks").into_iter().flat_map(Node::members);
        let items = callbacks.flat_map(|(name, callback)| {
            let callback = document.resolve(callback);
            items(document, Some(callback), &format!("callback {name}"), &of)
        });
        items.collect::<Vec<_>>()
    };
    let items = (all(context.base, base), all(context.candidate, candidate));
    compare(context, Limit::Callbacks, items.0, items.1, (base, candidate));
}

fn compare<'d>(
    context: &mut Context<'d>,
    limit: Limit,
    base: Vec<PathItem<'d>>,
    candidate: Vec<PathItem<'d>>,
    locations: (&'d Node, &'d Node),
) {
    match context.conventions {
        Conventions::Dropshot => {
            for one in base {
                context.note(limit, one.template);
            }
        }
        Conventions::None => {
            context
                .with_reversed_roles(|context| context.compare_paths(&base, &candidate, locations));
        }
    }
}

/// Returns the path items of `owner`, named in words for messages.
fn items<'d>(
    document: &'d Document,
    owner: Option<&'d Node>,
    what: &str,
    of: &str,
) -> Vec<PathItem<'d>> {
    let members =
        owner.into_iter().flat_map(Node::members).filter(|(name, _)| !name.starts_with("x-"));
    members
        .map(|(name, at)| PathItem {
            template: format!("{what} {name}{of}"),
            at,
            item: document.resolve(at),
        })
        .collect()
}
