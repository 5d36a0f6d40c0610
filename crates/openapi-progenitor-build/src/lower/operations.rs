//! Lowers paths and operations, with references written out.
//!
//! An operation that progenitor can't send is omitted with a warning. Schemas are
//! lowered elsewhere.

use std::collections::BTreeMap;

use indexmap::IndexMap;
use openapi_document::{
    Api, Method, Node, Operation, Parameter, ParameterLocation, Pointer, work_at,
};
use openapi_rust::names::parameter_names;
use openapiv3::{PathItem, Paths, ReferenceOr};

use crate::lower::Described;
use crate::lower::answers::{self, Answers, Side};
use crate::lower::context::Context;
use crate::lower::{bodies, contract, head, parameters, responses};

/// The operations for which the client has methods.
#[derive(Default)]
pub(crate) struct Operations {
    pub(crate) paths: Paths,
    pub(crate) described: Vec<Described>,
    /// The types of responses, by the name of the method.
    pub(crate) answers: BTreeMap<String, Answers>,
}

pub(crate) fn lower<'d>(context: &mut Context<'d>, api: &Api<'d>) -> Operations {
    let mut operations = Operations::default();
    mention_servers_of_paths(context);
    let names = context.types.service.operation_names.clone();
    for (operation, name) in api.operations.iter().zip(names) {
        work_at(operation.location);
        if operation.id.is_none() {
            let message = format!("no `operationId`; the client's method is `{name}`");
            context.warn(operation.location, message);
        }
        let Some((path, lowered)) = self::operation(context, operation, name, &mut operations)
        else {
            continue;
        };
        let item = operations
            .paths
            .paths
            .entry(path)
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

fn operation<'d>(
    context: &mut Context<'d>,
    operation: &Operation<'d>,
    id: String,
    operations: &mut Operations,
) -> Option<(String, openapiv3::Operation)> {
    let node = context.document.find(&operation.location.pointer)?;
    let path = path(context, operation)?;
    if slot(&mut PathItem::default(), &operation.method).is_none() {
        context.leave_out(operation, operation.method.as_str());
        return None;
    }
    let (mut parameters, sent) = parameters::lower(context, operation, &id)?;
    let named = || parameter_names(operation).into_iter().zip(&operation.parameters);
    let arguments = named().map(|(name, one)| (name, parameters::sent_name(one)));
    let mut arguments: BTreeMap<_, _> = arguments.collect();
    let body = operation.request_body.as_ref();
    if let Some(parameter) = body.and_then(|body| parameters::content_type(context, body, &id)) {
        parameters.push(ReferenceOr::Item(parameter));
        arguments.insert("content_type".to_owned(), "Content-Type".to_owned());
    }
    let request_body = body.and_then(|body| bodies::request(context, body, &id));
    let answers = answers::of(context, operation, &id);
    let responses = responses::lower(context, operation, &answers);
    let code = contract::operation(context, operation, &id, &sent, &answers);
    let query_values =
        named().filter(|(_, one)| parameters::query_value(context, operation, one).is_some());
    operations.described.push(Described {
        id: id.clone(),
        name: operation.name(),
        arguments,
        code: code.to_string(),
        decode: match &answers.successes {
            Side::Upgraded => "upgrade",
            Side::Stream(None) => "stream",
            Side::Stream(Some(_)) => "items",
            _ => "answer",
        },
        accept: contract::accept(operation, &answers),
        has_optional_body: body.is_some_and(|body| !body.required),
        content_type: body.and_then(bodies::content_type),
        query_values: query_values.map(|(name, one)| (name, one.name.to_owned())).collect(),
        encodings: body.map(bodies::encodings).unwrap_or_default(),
        media_type: contract::media_type(operation, &answers),
    });
    operations.answers.insert(id.clone(), answers);
    let mut extensions = head::extensions(node);
    let own = Pointer::root().join("paths").join(operation.path);
    if !node.location.pointer.is_within(&own) {
        // Another path has the same path item, and there are all of them, which can be large.
        extensions.retain(|name, _| name.starts_with("x-dropshot-"));
    }
    let lowered = openapiv3::Operation {
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
    };
    Some((path, lowered))
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
        let location = node.get("servers").map_or(operation.location, |node| &node.location);
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

/// Returns the path with the names of arguments as its variables, if its braces are balanced.
fn path(context: &mut Context<'_>, operation: &Operation<'_>) -> Option<String> {
    let names = parameter_names(operation);
    let mut path = String::new();
    let mut rest = operation.path;
    while let Some(open) = rest.find(['{', '}']) {
        let variable = rest[open..].strip_prefix('{').and_then(|rest| rest.split_once('}'));
        let Some((name, after)) = variable.filter(|(name, _)| !name.contains(['{', '/'])) else {
            let message = format!("the braces of `{}` are not balanced", operation.path);
            context.error(operation.location, message);
            return None;
        };
        let mut parameters = operation.parameters.iter().zip(&names);
        let is_here =
            |one: &Parameter<'_>| one.place == ParameterLocation::Path && one.name == name;
        let known = parameters.find(|(one, _)| is_here(one));
        let name = known.map_or(name, |(_, name)| name);
        path.push_str(&format!("{}{{{name}}}", &rest[..open]));
        rest = after;
    }
    Some(path + rest)
}
