//! Given cases, such as those of a suite of others, instead of random ones: sends each body
//! to the server, and as a response to the client.

use std::io;
use std::net::SocketAddr;

use openapi_values::wire::Request;
use serde_json::{Value, json};

use super::client::{ClientType, Unread};
use super::verdict::ACCEPTED;
use super::wire::Wire;

/// Returns the verdicts on each case, an object with `operation` (such as `POST /things`) and
/// the text `body`. A verdict has `server`, whether the body is accepted, or null if the
/// server fails; and `client`, whether a caller receives a value, or null for an operation
/// without a type. A value that is valid, and that the client's type can't represent, is
/// `unheld`.
///
/// # Errors
/// The server doesn't answer.
pub(crate) fn verdicts(
    address: SocketAddr,
    client: &[ClientType],
    cases: &[Value],
) -> io::Result<Vec<Value>> {
    let wire = Wire::new(address)?;
    let verdict = |case: &Value| {
        let text = |member: &str| case[member].as_str().unwrap_or_default();
        let (operation, body) = (text("operation"), text("body").as_bytes());
        let (method, path) = operation.split_once(' ').unwrap_or_default();
        let request =
            Request { method: method.to_owned(), path: path.to_owned(), ..Request::default() };
        let request = request.with_body(Some("application/json"), body);
        let status = wire.send(request).map_err(io::Error::other)?;
        let server = match status {
            ACCEPTED => Some(true),
            400..500 => Some(false),
            _ => None,
        };
        let read = client.iter().find(|one| one.operation == operation);
        let read = read.map(|one| (one.reads)(body));
        let is_unheld = matches!(read, Some(Err(Unread::NotHeld(_))));
        let client = read.map(|read| read.is_ok() || is_unheld);
        Ok(json!({ "server": server, "client": client, "unheld": is_unheld }))
    };
    cases.iter().map(verdict).collect()
}
