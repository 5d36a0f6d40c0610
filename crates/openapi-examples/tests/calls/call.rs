//! Each operation is called by a generated client, and its handler receives the request.
//! The requests and results of the project's documents are reviewed text.

use std::collections::BTreeSet;
use std::fmt::Write;

use libtest_mimic::Failed;
use tokio::runtime::Runtime;

use crate::client::are_equal;
use crate::server::Server;
use crate::{Answered, Exchange, Generated, Request};

pub fn each_operation_is_called(document: &Generated) -> Result<(), Failed> {
    let table = Runtime::new()?.block_on(table(document))?;
    if document.is_own {
        let path = format!("tests/calls/output/{}.txt", document.name);
        expectorate::assert_contents(path, &table);
    }
    Ok(())
}

/// Calls each operation. Returns a line for each call, argument and body.
async fn table(document: &Generated) -> Result<String, Failed> {
    let server = Server::start(document)?;
    let source = &server.source;
    let (mut table, mut failures) = (String::new(), String::new());
    for operation in source.operations() {
        let name = operation.name();
        writeln!(table, "{name}")?;
        let request = Request::new(operation, source)?;
        match exchange(document, &server, &name, &request).await {
            Ok(None) if document.is_own => writeln!(table, "  not in the client")?,
            Ok(None) => writeln!(failures, "{name}: the client has no such method")?,
            Ok(Some((first, answered))) => {
                lines(&mut table, &first, &answered)?;
                for number in 1..first.responses {
                    server.http.app_private().select(number);
                    match exchange(document, &server, &name, &request).await {
                        Ok(other) => {
                            let status = other.map(|(other, _)| other.status).unwrap_or_default();
                            writeln!(table, "  and {status}")?;
                        }
                        Err(reason) => writeln!(failures, "{name}: {reason}")?,
                    }
                }
                server.http.app_private().select(0);
            }
            Err(reason) => writeln!(failures, "{name}: {reason}")?,
        }
        table.push('\n');
    }
    // No server is generated for such an operation.
    let is_upgrade = |note: &&String| note.ends_with("it upgrades the connection");
    for note in source.notes().iter().filter(|note| !is_upgrade(note)) {
        writeln!(failures, "{note}")?;
    }
    let served: BTreeSet<_> = document.operations.iter().copied().collect();
    let declared = source.operations().iter().map(|operation| operation.name());
    for name in declared.filter(|name| !served.contains(name.as_str())) {
        writeln!(failures, "{name}: the server has no such operation")?;
    }
    if failures.is_empty() {
        return Ok(table);
    }
    Err((failures + &server.refusals()).into())
}

/// Calls an operation, unless the client has no method for it. Fails unless the handler
/// receives the request, and the caller gets the values of the handler.
async fn exchange(
    document: &Generated,
    server: &Server,
    operation: &str,
    request: &Request<'_>,
) -> Result<Option<(Exchange, Answered)>, String> {
    let Some(call) = (document.call)(operation, &server.url(), request) else {
        return Ok(None);
    };
    let answered = call.await;
    let exchange = server.http.app_private().exchange();
    let answered = answered?;
    let exchange = exchange.ok_or("the request reached no handler")?;
    if exchange.operation != operation {
        return Err(format!("the request reached {}", exchange.operation));
    }
    if !is_declared(&exchange.status, answered.status) {
        return Err(format!("the caller got {} instead of {}", answered.status, exchange.status));
    }
    // A body that is null is `()` to the caller, as is none.
    let [got, sent] = [&answered.values, &exchange.sent]
        .map(|bodies| bodies.iter().filter(|body| !body.is_null()).cloned().collect::<Vec<_>>());
    match &answered.bytes {
        None if !are_equal(&got, &sent) => {
            Err(format!("the caller got {:?} instead of {:?}", answered.values, exchange.sent))
        }
        Some(bytes) if bytes.is_empty() && !exchange.sent.is_empty() => {
            Err("the caller got no body".to_owned())
        }
        _ => Ok(Some((exchange, answered))),
    }
}

/// Returns whether a declared status covers the status of a response.
fn is_declared(declared: &str, status: u16) -> bool {
    let class = declared.strip_suffix("XX").map(str::parse);
    match class {
        Some(class) => class == Ok(status / 100),
        None => declared == "default" || declared.parse() == Ok(status),
    }
}

fn lines(table: &mut String, exchange: &Exchange, answered: &Answered) -> std::fmt::Result {
    for argument in &exchange.arguments {
        writeln!(table, "  received {argument}")?;
    }
    writeln!(table, "  answered {}", answered.status)?;
    for value in &answered.values {
        writeln!(table, "  got {}", visible(&value.to_string()))?;
    }
    if let Some(bytes) = &answered.bytes {
        writeln!(table, "  got {:?}", String::from_utf8_lossy(bytes))?;
    }
    Ok(())
}

/// Returns a text with the characters escaped that a reader does not see.
fn visible(text: &str) -> String {
    let is_invisible = |letter: char| letter.is_control() || letter == '\u{feff}';
    let mut visible = String::new();
    for letter in text.chars() {
        if is_invisible(letter) {
            visible.extend(letter.escape_unicode());
        } else {
            visible.push(letter);
        }
    }
    visible
}
