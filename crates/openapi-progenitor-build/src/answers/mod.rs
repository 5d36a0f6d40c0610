//! Makes progenitor return the types of responses. [`types`] writes them.
//!
//! progenitor sees one response with the type for all statuses of a side. The client of
//! `openapi-progenitor` writes each response in the form from which the type is decoded.

mod types;

use std::collections::BTreeMap;

use indexmap::IndexMap;
use openapiv3::{OpenAPI, Operation, ReferenceOr, Response, Responses, StatusCode};
use proc_macro2::{Group, Literal, TokenStream, TokenTree};
use progenitor::{GenerationSettings, TypeImpl};
use quote::{ToTokens, quote};
use syn::{ImplItem, Item};

use crate::Lowered;
use crate::lower::answers::{AnswerType, Answers, Side};
use crate::lower::names;

pub(crate) use types::add_types;

/// The component of an operation without a declared failure.
const NO_FAILURE: &str = "no-failure.of.openapi-progenitor";

/// Replaces the responses of the lowered document by those that progenitor shall generate,
/// and its types by ours.
pub(crate) fn declare(lowered: &mut Lowered, settings: &mut GenerationSettings) {
    let OpenAPI {
        paths, components, ..
    } = &mut lowered.document;
    for path in paths.paths.values_mut() {
        let ReferenceOr::Item(path) = path else {
            continue;
        };
        for operation in operations(path) {
            let id = operation.operation_id.as_deref().unwrap_or_default();
            if let Some(answers) = lowered.answers.get(id) {
                operation.responses = responses(operation, answers);
            }
        }
    }
    let any = openapiv3::Schema {
        schema_data: Default::default(),
        schema_kind: openapiv3::SchemaKind::Any(Default::default()),
    };
    let mut replace = |name: &str, path: String| {
        let schemas = &mut components.get_or_insert_default().schemas;
        schemas.insert(name.to_owned(), ReferenceOr::Item(any.clone()));
        let traits = std::iter::empty::<TypeImpl>();
        settings.with_replacement(names::type_name(name), path, traits);
    };
    for (_, answer) in typed(&lowered.answers) {
        replace(&answer.name, format!("types::{}", answer.name));
    }
    let mut answers = lowered.answers.values();
    if answers.any(|answers| matches!(answers.failures, Side::Never)) {
        replace(NO_FAILURE, "::openapi_progenitor::NoFailure".to_owned());
    }
}

/// Returns the operations of a path.
pub(crate) fn operations(path: &mut openapiv3::PathItem) -> impl Iterator<Item = &mut Operation> {
    methods(path).into_iter().flatten()
}

/// Returns the operations of a path for the methods of a client.
pub(crate) fn methods(path: &mut openapiv3::PathItem) -> [&mut Option<Operation>; 6] {
    [
        &mut path.get,
        &mut path.put,
        &mut path.post,
        &mut path.delete,
        &mut path.head,
        &mut path.patch,
    ]
}

/// Returns the types of responses with the operations that declare them.
fn typed(answers: &BTreeMap<String, Answers>) -> impl Iterator<Item = (&str, &AnswerType)> {
    answers.iter().flat_map(|(id, answers)| {
        let sides = [&answers.successes, &answers.failures];
        sides.into_iter().filter_map(move |side| match side {
            Side::Typed(answer) => Some((id.as_str(), answer)),
            Side::Plain | Side::Stream | Side::Never => None,
        })
    })
}

/// Returns the responses of an operation, with one for all statuses of a side that has a
/// type or is a stream.
fn responses(operation: &Operation, answers: &Answers) -> Responses {
    let mut responses = IndexMap::new();
    let plain = |responses: &mut IndexMap<_, _>, is_success: bool| {
        let declared = operation.responses.responses.iter();
        let own = declared.filter(|(status, _)| (class(status) < 4) == is_success);
        responses.extend(own.map(|(status, response)| (status.clone(), response.clone())));
    };
    match &answers.successes {
        Side::Plain | Side::Never => plain(&mut responses, true),
        Side::Stream => {
            let bytes = content("*/*", None);
            responses.insert(StatusCode::Range(2), bytes);
        }
        Side::Typed(answer) => {
            responses.insert(
                StatusCode::Range(2),
                content("application/json", Some(&answer.name)),
            );
        }
    }
    match &answers.failures {
        Side::Plain | Side::Stream => plain(&mut responses, false),
        Side::Typed(answer) => failures(&mut responses, &answer.name),
        Side::Never => failures(&mut responses, NO_FAILURE),
    }
    Responses {
        default: None,
        responses,
        extensions: IndexMap::new(),
    }
}

fn failures(responses: &mut IndexMap<StatusCode, ReferenceOr<Response>>, name: &str) {
    for class in [4, 5] {
        let response = content("application/json", Some(name));
        responses.insert(StatusCode::Range(class), response);
    }
}

fn class(status: &StatusCode) -> u16 {
    match status {
        StatusCode::Code(code) => code / 100,
        StatusCode::Range(class) => *class,
    }
}

fn content(media_type: &str, name: Option<&str>) -> ReferenceOr<Response> {
    let schema = name.map(|name| ReferenceOr::ref_(&format!("#/components/schemas/{name}")));
    let media_type_object = openapiv3::MediaType {
        schema,
        ..Default::default()
    };
    ReferenceOr::Item(Response {
        content: [(media_type.to_owned(), media_type_object)]
            .into_iter()
            .collect(),
        ..Default::default()
    })
}

/// Makes a redirection a success in the methods of the operations that declare one, for
/// which progenitor has no response: `200..=299` becomes `200..=399`.
pub(crate) fn accept_redirections(item: &mut Item, lowered: &Lowered) {
    let Item::Impl(implementation) = item else {
        return;
    };
    let declares = |name: &str| {
        let mut operations = lowered.operations.iter();
        operations.any(|operation| operation.declares_redirections() && operation.id == name)
    };
    let builder = implementation.self_ty.to_token_stream().to_string();
    let builder = names::field_name(builder.split_whitespace().next().unwrap_or_default());
    for item in &mut implementation.items {
        let ImplItem::Fn(method) = item else {
            continue;
        };
        let name = method.sig.ident.to_string();
        if name == "new"
            && let Ok(block) = syn::parse2(without_redirections(method.block.to_token_stream()))
        {
            method.block = block;
        }
        let is_sent = declares(&name) || name == "send" && declares(&builder);
        if is_sent && let Ok(block) = syn::parse2(widened(method.block.to_token_stream())) {
            method.block = block;
        }
    }
}

/// Lets the HTTP client of `Client::new` follow no redirection: a declared one is a success,
/// and reqwest sends keys in headers of their own to other hosts.
fn without_redirections(tokens: TokenStream) -> TokenStream {
    tokens
        .into_iter()
        .flat_map(|token| match token {
            TokenTree::Group(group) => {
                let content = without_redirections(group.stream());
                TokenTree::from(Group::new(group.delimiter(), content)).into()
            }
            TokenTree::Ident(name) if name == "connect_timeout" => {
                quote!(redirect(::reqwest::redirect::Policy::none()).#name)
            }
            token => TokenStream::from(token),
        })
        .collect()
}

fn widened(tokens: TokenStream) -> TokenStream {
    tokens
        .into_iter()
        .map(|token| match token {
            TokenTree::Group(group) => {
                Group::new(group.delimiter(), widened(group.stream())).into()
            }
            TokenTree::Literal(literal) if literal.to_string() == "299" => {
                Literal::u16_unsuffixed(399).into()
            }
            token => token,
        })
        .collect()
}
