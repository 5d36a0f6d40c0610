//! Generates a call of each method of a client with sampled arguments.

use openapi_progenitor_build::{Argument, ArgumentKind, Method, MethodResult};

/// Generates a function that calls the method of an operation.
pub(crate) fn calls(methods: &[Method]) -> String {
    let arms = methods.iter().map(|method| {
        let (operation, call) = (&method.operation, call(method));
        format!("        {operation:?} => Box::pin(async move {{ {call} }}),\n")
    });
    let arms: String = arms.collect();
    format!(
        "use super::client::{{CONTRACT, Client}};

/// Calls an operation, or returns `None` if the client has no method for it.
pub fn call<'c>(
    operation: &str,
    base: &str,
    request: &'c crate::Request<'c>,
) -> Option<crate::Call<'c>> {{
    let client = Client::new_with_client(base, request.http_client(), request.credentials(CONTRACT));
    Some(match operation {{
{arms}        _ => return None,
    }})
}}
"
    )
}

fn call(method: &Method) -> String {
    let arguments: Vec<_> = method.arguments.iter().map(argument).collect();
    let result = format!("client.{}({}).await", method.name, arguments.join(", "));
    match method.result {
        MethodResult::Empty => format!("crate::client::empty({result})"),
        MethodResult::Value => format!("crate::client::json({result})"),
        MethodResult::Answer => format!("crate::client::answer({result})"),
        MethodResult::Bytes => format!("crate::client::bytes({result}).await"),
        MethodResult::Upgraded => {
            format!("crate::client::empty({result}.and_then(|one| one.map(drop)))")
        }
        MethodResult::Items => format!("crate::client::items({result}).await"),
    }
}

fn argument(argument: &Argument) -> String {
    let Argument { name, kind, .. } = argument;
    let given = match (kind, name.as_str(), argument.is_optional) {
        (ArgumentKind::Bytes, ..) => "request.bytes()?".to_owned(),
        (ArgumentKind::Reference(_), "body", _) => "&request.body()?".to_owned(),
        (ArgumentKind::Str, "body", _) => "&request.body::<String>()?".to_owned(),
        (ArgumentKind::Value(kind), "body", _) if kind == "String" => {
            "request.body_text()?".to_owned()
        }
        (_, "body", _) => "request.body()?".to_owned(),
        (_, "content_type", _) => "&request.content_type()?".to_owned(),
        (ArgumentKind::Str, _, false) => format!("&request.text({name:?})?"),
        (ArgumentKind::Str, _, true) => format!("request.optional_text({name:?}).as_deref()"),
        (ArgumentKind::Reference(_), _, false) => format!("&request.value({name:?})?"),
        (ArgumentKind::Reference(_), _, true) => format!("request.optional({name:?})?.as_ref()"),
        (ArgumentKind::Value(_), _, false) => format!("request.value({name:?})?"),
        (ArgumentKind::Value(_), _, true) => format!("request.optional({name:?})?"),
    };
    match argument.is_optional && ["body", "content_type"].contains(&name.as_str()) {
        true => format!("Some({given})"),
        false => given,
    }
}
