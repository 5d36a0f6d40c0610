//! A program that calls an operation of a generated client.

use std::fmt::Write;

use openapi_document::{Diagnostics, Document};
use openapi_rust::names::value_name;

use crate::lower::contract::{Scheme, SchemeKind};
use crate::{Argument, ArgumentKind, Lowered, Method, MethodResult, lower, methods};

/// The setter of a credential, and the variables of the program that it takes.
struct Credential {
    variables: Vec<String>,
    setter: String,
}

/// Returns the text of an example of a package with a client that has
/// [builders](crate::Builder::builders). It calls the operation that needs the fewest values, and
/// takes the credentials of that operation from the
/// environment. `library` is the name of the package's library, `description` the documentation
/// of the example.
///
/// # Errors
/// As [`generate`](crate::generate).
pub fn example(
    document: &Document,
    library: &str,
    description: &str,
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
    Ok(text(&lowered, simplest, library, description))
}

fn text(lowered: &Lowered, method: Option<&Method>, library: &str, description: &str) -> String {
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
    let arguments: String = required.map(|one| argument(one, library)).collect();
    let _ = write!(
        text,
        "    let client = Client::new(url, CONTRACT){setters};
    match client.{}(){arguments}.send().await {{
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
    let (variables, arguments) = match scheme.kind {
        SchemeKind::Bearer => {
            let token = variable("token");
            (vec![token.clone()], format!("Token::new(&{token})?"))
        }
        SchemeKind::Basic => {
            let (user, password) = (variable("user"), variable("password"));
            let arguments = format!("&{user}, {password}");
            (vec![user, password], arguments)
        }
        SchemeKind::Key(..) => {
            let key = variable("key");
            (vec![key.clone()], key)
        }
        SchemeKind::Other => return None,
    };
    Some(Credential { variables, setter: format!(".with_{name}({arguments})") })
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

/// Returns the call of a builder that sets an argument.
fn argument(argument: &Argument, library: &str) -> String {
    let parsed = |kind: &str, json: &str| {
        let kind = kind.replace(' ', "").replace("types::", &format!("{library}::types::"));
        format!("serde_json::from_str::<{kind}>({json:?})?")
    };
    let value = match &argument.kind {
        ArgumentKind::Str => "\"1\"".to_owned(),
        ArgumentKind::Bytes => "\"\"".to_owned(),
        ArgumentKind::Value(kind) if is_number(kind) => "1".to_owned(),
        ArgumentKind::Value(kind) if kind == "bool" => "true".to_owned(),
        ArgumentKind::Value(kind) => parsed(kind, "1"),
        ArgumentKind::Reference(kind) if argument.name == "body" => parsed(kind, "{}"),
        ArgumentKind::Reference(kind) => parsed(kind, "\"1\""),
    };
    format!(".{}({value})", argument.name)
}
