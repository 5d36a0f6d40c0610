//! Lowers paths and operations, with references written out.
//!
//! An operation that progenitor can't send is omitted with a warning. Schemas are
//! lowered elsewhere.

use std::collections::{BTreeMap, HashMap};

use indexmap::IndexMap;
use openapi_document::{Api, Diagnostic, Method, Node, Operation, Pointer, work_at};
use openapiv3::{PathItem, Paths, ReferenceOr};

use crate::lower::Described;
use crate::lower::answers::{self, Answers, Side};
use crate::lower::context::Context;
use crate::lower::{bodies, contract, head, names, parameters, responses};

/// The methods of every generated client, whose names no operation may have.
const CLIENT_METHODS: [&str; 6] = [
    "api_version",
    "exec",
    "new",
    "new_with_client",
    "post",
    "pre",
];

/// The operations for which the client has methods.
#[derive(Default)]
pub(crate) struct Operations {
    pub(crate) paths: Paths,
    pub(crate) described: Vec<Described>,
    /// The types of responses, by `operationId`.
    pub(crate) answers: BTreeMap<String, Answers>,
}

pub(crate) fn lower<'d>(context: &mut Context<'d>, api: &Api<'d>) -> Operations {
    let mut operations = Operations::default();
    let mut methods: HashMap<String, &Operation<'d>> = HashMap::new();
    mention_servers_of_paths(context);
    for operation in &api.operations {
        work_at(operation.location);
        let id = operation_id(context, operation);
        if let Some(first) = methods.insert(names::field_name(&id), operation) {
            if first.id == operation.id && operation.id.is_some() {
                // The model has already reported it.
                continue;
            }
            let message = format!(
                "the method for `{id}` would have the name of another operation's, on {}",
                first.path
            );
            context.push(
                Diagnostic::error(operation.location, message).help("change one operationId"),
            );
            continue;
        }
        let Some(lowered) = self::operation(context, operation, id, &mut operations) else {
            continue;
        };
        let item = operations
            .paths
            .paths
            .entry(parameters::path(operation.path, &lowered.parameters))
            .or_insert_with(|| ReferenceOr::Item(PathItem::default()));
        if let ReferenceOr::Item(item) = item
            && let Some(slot) = slot(item, &operation.method)
        {
            *slot = Some(lowered);
        }
    }
    operations
}

/// Returns the field of a method that reqwest's client can send.
fn slot<'i>(
    item: &'i mut PathItem,
    method: &Method,
) -> Option<&'i mut Option<openapiv3::Operation>> {
    Some(match method.as_str() {
        "GET" => &mut item.get,
        "PUT" => &mut item.put,
        "POST" => &mut item.post,
        "DELETE" => &mut item.delete,
        "HEAD" => &mut item.head,
        "PATCH" => &mut item.patch,
        _ => return None,
    })
}

/// Returns the operation's id, or an id derived from its method and path.
fn operation_id(context: &mut Context<'_>, operation: &Operation<'_>) -> String {
    let Some(id) = operation.id else {
        let id = names::field_name(&format!("{}-{}", operation.method, operation.path));
        let message = format!("no `operationId`; the client's method is `{id}`");
        context.warn(operation.location, message);
        return id;
    };
    if CLIENT_METHODS.contains(&names::field_name(id).as_str()) {
        let renamed = format!("{}_operation", names::field_name(id));
        let message = format!("every client has a method `{id}` of its own; this is `{renamed}`");
        context.warn(operation.location, message);
        return renamed;
    }
    id.to_owned()
}

fn operation<'d>(
    context: &mut Context<'d>,
    operation: &Operation<'d>,
    id: String,
    operations: &mut Operations,
) -> Option<openapiv3::Operation> {
    let node = context.document.find(&operation.location.pointer)?;
    braces_are_balanced(context, operation)?;
    if slot(&mut PathItem::default(), &operation.method).is_none() {
        context.leave_out(operation, operation.method.as_str());
        return None;
    }
    let (parameters, sent) = parameters::lower(context, operation, &id)?;
    let request_body = match &operation.request_body {
        Some(body) => Some(bodies::request(context, operation, body, &id)?),
        None => None,
    };
    let answers = answers::of(context, operation, &id);
    let responses = responses::lower(context, operation, &answers);
    let code = contract::operation(context, operation, &id, &sent, &answers);
    operations.described.push(Described {
        id: names::field_name(&id),
        code: code.to_string(),
        decode: match &answers.successes {
            _ if answers::upgrades(context, operation) => "upgrade",
            Side::Stream(None) => "stream",
            Side::Stream(Some(_)) => "items",
            _ => "answer",
        },
        accept: contract::accept(operation, &answers),
        content_type: operation
            .request_body
            .as_ref()
            .and_then(bodies::content_type),
        media_type: contract::media_type(operation, &answers),
    });
    operations.answers.insert(id.clone(), answers);
    let mut extensions = head::extensions(node);
    let own = Pointer::root().join("paths").join(operation.path);
    if !node.location.pointer.is_within(&own) {
        // Another path has the same path item, and there are all of them, which can be large.
        extensions.retain(|name, _| name.starts_with("x-dropshot-"));
    }
    Some(openapiv3::Operation {
        tags: operation.tags.iter().map(|&tag| tag.to_owned()).collect(),
        summary: operation.summary.map(str::to_owned),
        description: head::described(operation.description, operation.deprecation.as_deref()),
        external_docs: None,
        operation_id: Some(id),
        parameters,
        request_body,
        responses,
        callbacks: IndexMap::new(),
        deprecated: operation.deprecated,
        security: head::security(context, node),
        servers: servers(context, operation, node),
        extensions,
    })
}

/// Lowers the servers of an operation, and warns because progenitor ignores them.
fn servers(
    context: &mut Context<'_>,
    operation: &Operation<'_>,
    node: &Node,
) -> Vec<openapiv3::Server> {
    let servers = head::servers(context, node);
    if !servers.is_empty() {
        let message = format!(
            "the client sends `{} {}` to its one base URL, not to these servers",
            operation.method, operation.path
        );
        let location = node
            .get("servers")
            .map_or(operation.location, |node| &node.location);
        context.warn(location, message);
    }
    servers
}

/// Warns about the servers of a path likewise.
fn mention_servers_of_paths(context: &mut Context<'_>) {
    let paths = context.document.root().get("paths").and_then(Node::mapping);
    for (path, node) in paths.into_iter().flatten() {
        let item = context.document.resolve(node).ok();
        if let Some(servers) = item.and_then(|item| item.get("servers")) {
            let message =
                format!("the client sends `{path}` to its one base URL, not to these servers");
            context.warn(&servers.location, message);
        }
    }
}

/// Checks that the braces of a path are balanced.
fn braces_are_balanced(context: &mut Context<'_>, operation: &Operation<'_>) -> Option<()> {
    let mut rest = operation.path;
    while let Some(open) = rest.find(['{', '}']) {
        let variable = rest[open..]
            .strip_prefix('{')
            .and_then(|rest| rest.split_once('}'));
        let Some((_, after)) = variable.filter(|(name, _)| !name.contains(['{', '/'])) else {
            let message = format!("the braces of `{}` are not balanced", operation.path);
            context.error(operation.location, message);
            return None;
        };
        rest = after;
    }
    Some(())
}
