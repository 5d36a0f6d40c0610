//! A program that calls an operation of a generated client.

use std::fmt::Write;

use openapi_document::{Diagnostics, Document};
use openapi_rust::names::value_name;
use serde_json::Value;

use crate::security::Scheme;
use crate::{Argument, ArgumentKind, Lowered, Method, MethodResult, lower, methods};

/// The length in bytes up to which JSON is in one line.
const SHORT: usize = 60;

/// The setter of a credential, and the variables of the program that it takes.
struct Credential {
    variables: Vec<String>,
    setter: String,
}

/// Returns the text of an example of a package with a client that has
/// [builders](crate::Builder::builders). It calls the operation that needs the fewest values, and
/// takes the credentials of that operation from the
/// environment. `library` is the name of the package's library, `description` the documentation
/// of the example, and `value` a value for an operation, such as `GET /things`, and the
/// [name of an argument](Argument::name) of its method.
///
/// # Errors
/// As [`generate`](crate::generate).
pub fn example(
    document: &Document,
    library: &str,
    description: &str,
    value: impl Fn(&str, &str) -> Option<Value>,
) -> Result<String, Diagnostics> {
    let lowered = lower(document)?;
    let methods = methods::of(&lowered);
    let simplest = methods.iter().min_by_key(|method| {
        let required = || method.arguments.iter().filter(|one| !one.is_optional);
        (
            method.result == MethodResult::Upgraded,
            required().filter(|one| !is_plain(one)).count(),
            required().count(),
        )
    });
    Ok(text(&lowered, simplest, library, description, &value))
}

fn text(
    lowered: &Lowered,
    method: Option<&Method>,
    library: &str,
    description: &str,
    value: &dyn Fn(&str, &str) -> Option<Value>,
) -> String {
    let credentials = method.map_or_else(Vec::new, |method| credentials(lowered, method));
    let has_tokens = credentials.iter().any(|one| one.setter.contains("Token::new"));
    let token = if has_tokens { "{CallError, Token}" } else { "CallError" };
    let mut text = String::new();
    for line in description.lines() {
        let _ = writeln!(text, "//! {line}");
    }
    let _ = writeln!(text);
    let Some(method) = method else {
        let _ = writeln!(text, "use {library}::{{CONTRACT, Client}};\n");
        text.push_str(
            "fn main() {\n    let _ = Client::new(\"http://127.0.0.1:8080\", CONTRACT);\n}\n",
        );
        return text;
    };
    let _ = write!(
        text,
        "use openapi_progenitor::{token};
use {library}::{{CONTRACT, Client, Error}};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {{
    let url = std::env::args().nth(1);
    let url = url.as_deref().unwrap_or(\"http://127.0.0.1:8080\");
"
    );
    for name in credentials.iter().flat_map(|one| &one.variables) {
        let variable = name.to_uppercase();
        let _ = writeln!(
            text,
            "    let {name} = std::env::var(\"{variable}\").unwrap_or(\"{name}\".to_owned());"
        );
    }
    let setters: String = credentials.iter().map(|one| one.setter.as_str()).collect();
    let required = method.arguments.iter().filter(|one| !one.is_optional);
    let valued = required.map(|one| (one, value(&method.operation, &one.name)));
    let (mut body, mut arguments) = (String::new(), String::new());
    for (one, value) in valued {
        let expression = expression(one, value.as_ref(), library);
        if one.name == "body" {
            body = format!("    let body = {expression};\n");
            arguments.push_str(".body(body)");
        } else {
            arguments.push_str(&format!(".{}({expression})", one.name));
        }
    }
    let _ = write!(
        text,
        "    let client = Client::new(url, CONTRACT){setters};
{body}    match client.{}(){arguments}.send().await {{
        Ok(value) => println!(\"{{}}\", value.status()),
        Err(Error::ErrorResponse(failure)) => println!(\"{{}}\", failure.into_inner()),
        Err(error) => return Err(CallError::from(error).into()),
    }}
    Ok(())
}}
",
        method.name,
    );
    text
}

/// Returns the credentials of the first alternative of an operation.
fn credentials(lowered: &Lowered, method: &Method) -> Vec<Credential> {
    let mut operations = lowered.document.operations();
    let operation = operations.find_map(|(_, _, operation)| {
        (operation.operation_id.as_ref() == Some(&method.name)).then_some(operation)
    });
    let own = operation.and_then(|operation| operation.security.as_ref());
    let alternatives = own.or(lowered.document.security.as_ref());
    let alternative = alternatives.and_then(|alternatives| alternatives.first());
    let schemes = alternative.into_iter().flat_map(|one| one.keys());
    schemes
        .filter_map(|name| {
            let mut schemes = lowered.schemes.iter();
            credential(schemes.find(|scheme| scheme.name == *name)?)
        })
        .collect()
}

fn credential(scheme: &Scheme) -> Option<Credential> {
    let name = value_name(&scheme.name);
    let variable = |what: &str| match name.trim_matches('_') {
        name if name.ends_with(what) => name.to_owned(),
        name => format!("{name}_{what}"),
    };
    let (variables, setter) = scheme.call(variable)?;
    Some(Credential { variables, setter })
}

/// Returns whether a value of an argument is known without its schema.
fn is_plain(argument: &Argument) -> bool {
    match &argument.kind {
        ArgumentKind::Str | ArgumentKind::Bytes => true,
        ArgumentKind::Value(kind) => is_number(kind) || kind == "bool",
        ArgumentKind::Reference(_) => false,
    }
}

fn is_number(kind: &str) -> bool {
    let integers = ["i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64"];
    integers.contains(&kind)
}

/// Returns the value of an argument, which `value` is if it is known.
fn expression(argument: &Argument, value: Option<&Value>, library: &str) -> String {
    let parsed = |kind: &str, example: &str| {
        let kind = kind.replace(' ', "").replace("types::", &format!("{library}::types::"));
        let json = match value {
            Some(value) if value.to_string().len() > SHORT => format!("{value:#}"),
            Some(value) => value.to_string(),
            None => example.to_owned(),
        };
        let mut quotes = "#".to_owned();
        while json.contains(&format!("\"{quotes}")) {
            quotes.push('#');
        }
        format!("serde_json::from_str::<{kind}>(r{quotes}\"{json}\"{quotes})?")
    };
    match (&argument.kind, value) {
        (ArgumentKind::Str, Some(Value::String(text))) => format!("{text:?}"),
        (ArgumentKind::Str, _) => "\"1\"".to_owned(),
        (ArgumentKind::Bytes, _) => "\"\"".to_owned(),
        (ArgumentKind::Value(kind), Some(value)) if is_number(kind) => value.to_string(),
        (ArgumentKind::Value(kind), None) if is_number(kind) => "1".to_owned(),
        (ArgumentKind::Value(kind), _) if kind == "bool" => "true".to_owned(),
        (ArgumentKind::Value(kind), _) => parsed(kind, "1"),
        (ArgumentKind::Reference(kind), _) if argument.name == "body" => parsed(kind, "{}"),
        (ArgumentKind::Reference(kind), _) => parsed(kind, "\"1\""),
    }
}
