//! Describes the methods of a client, for programs that generate calls of them.

use quote::ToTokens;
use syn::ext::IdentExt;
use syn::{FnArg, GenericArgument, GenericParam, Ident, ImplItem, ImplItemFn, Item, ItemImpl, Pat};
use syn::{PathArguments, ReturnType, Type};

use crate::lower::{Lowered, names};

/// A method of the generated client.
#[derive(Clone, Debug)]
pub struct Method {
    /// The name.
    pub name: String,
    /// The operation, such as `GET /things`.
    pub operation: String,
    /// The arguments. The body is called `body`.
    pub arguments: Vec<Argument>,
    /// The successful result.
    pub result: MethodResult,
}

/// An argument of a method.
#[derive(Clone, Debug)]
pub struct Argument {
    /// The name.
    pub name: String,
    /// The type, of an optional argument that in `Option`.
    pub kind: ArgumentKind,
    /// Whether the argument is an `Option`.
    pub is_optional: bool,
}

/// The type of an argument. The paths begin in the module of the client.
#[derive(Clone, Debug)]
pub enum ArgumentKind {
    /// `&str`
    Str,
    /// A reference to a value of this type.
    Reference(String),
    /// A value of this type.
    Value(String),
    /// Bytes, or what else reqwest makes a body of.
    Bytes,
}

/// The successful result of a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MethodResult {
    /// No body.
    Empty,
    /// The value of a body.
    Value,
    /// A value with the status, the headers and the body of a response.
    Answer,
    /// The bytes of a body.
    Bytes,
    /// A stream of items.
    Items,
}

/// Returns the methods in an item of the generated code.
pub(crate) fn of(item: &Item, lowered: &Lowered) -> Vec<Method> {
    let Item::Impl(ItemImpl {
        trait_: None,
        items,
        ..
    }) = item
    else {
        return Vec::new();
    };
    let methods = items.iter().filter_map(|item| match item {
        ImplItem::Fn(method) => {
            let (path, verb, _) = lowered.document.operations().find(|(_, _, operation)| {
                let id = operation.operation_id.as_deref().map(names::field_name);
                id.is_some_and(|id| method.sig.ident.unraw() == id)
            })?;
            Some(Method {
                name: method.sig.ident.to_string(),
                operation: format!("{} {}", verb.to_uppercase(), names::cut(path)),
                arguments: arguments(method),
                result: match result(method) {
                    MethodResult::Value if is_answer(&method.sig.ident, lowered) => {
                        MethodResult::Answer
                    }
                    result => result,
                },
            })
        }
        _ => None,
    });
    methods.collect()
}

fn is_answer(method: &Ident, lowered: &Lowered) -> bool {
    let mut answers = lowered.answers.iter();
    answers.any(|(id, answers)| {
        method.unraw() == names::field_name(id) && answers.successes.is_typed()
    })
}

fn arguments(method: &ImplItemFn) -> Vec<Argument> {
    let is_generic = |kind: &Type| {
        let mut generics = method.sig.generics.params.iter();
        let name = path(kind).map(|(name, _)| name);
        generics.any(|one| matches!(one, GenericParam::Type(one) if Some(&one.ident) == name))
    };
    let arguments = method.sig.inputs.iter().filter_map(|input| {
        let FnArg::Typed(input) = input else {
            return None;
        };
        let Pat::Ident(name) = &*input.pat else {
            return None;
        };
        let inner = path(&input.ty).and_then(|(name, inner)| inner.filter(|_| name == "Option"));
        let text = |kind: &Type| kind.to_token_stream().to_string();
        let kind = match inner.unwrap_or(&input.ty) {
            Type::Reference(kind) if path(&kind.elem).is_some_and(|(name, _)| name == "str") => {
                ArgumentKind::Str
            }
            Type::Reference(kind) => ArgumentKind::Reference(text(&kind.elem)),
            kind if is_generic(kind) => ArgumentKind::Bytes,
            kind => ArgumentKind::Value(text(kind)),
        };
        Some(Argument {
            name: name.ident.unraw().to_string(),
            kind,
            is_optional: inner.is_some(),
        })
    });
    arguments.collect()
}

/// Returns `T` of `Result<ResponseValue<T>, Error<E>>`.
pub(crate) fn success(method: &ImplItemFn) -> Option<&Type> {
    let ReturnType::Type(_, result) = &method.sig.output else {
        return None;
    };
    let (_, response) = path(result)?;
    path(response?)?.1
}

fn result(method: &ImplItemFn) -> MethodResult {
    match success(method) {
        Some(Type::Tuple(_)) => MethodResult::Empty,
        Some(value) => match path(value) {
            Some((name, _)) if name == "ByteStream" => MethodResult::Bytes,
            Some((name, _)) if name == "ItemStream" => MethodResult::Items,
            _ => MethodResult::Value,
        },
        None => MethodResult::Value,
    }
}

/// Returns the last name of a path type, such as `Option`, and the first type between its
/// angle brackets.
pub(crate) fn path(kind: &Type) -> Option<(&Ident, Option<&Type>)> {
    let Type::Path(path) = kind else { return None };
    let last = path.path.segments.last()?;
    let inner = match &last.arguments {
        PathArguments::AngleBracketed(arguments) => {
            let mut arguments = arguments.args.iter();
            arguments.find_map(|argument| match argument {
                GenericArgument::Type(kind) => Some(kind),
                _ => None,
            })
        }
        _ => None,
    };
    Some((&last.ident, inner))
}
