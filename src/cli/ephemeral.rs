//! `plant-store serve --ephemeral`: the output of a service for the tests of callers.

use std::net::SocketAddr;

use plant_storage::Storage;
use serde_json::json;

use super::{Failure, output};
use crate::tokens;

/// The name of the token.
const TOKEN: &str = "ephemeral";

/// Issues a token and prints it with the URL of the service, and with that of the admin
/// listener if there is one, as one line of JSON.
pub(super) async fn announce(
    storage: &dyn Storage,
    url: &str,
    admin: Option<SocketAddr>,
) -> Result<(), Failure> {
    let issued = tokens::issue(storage, TOKEN, None).await?;
    let mut line = json!({ "url": url, "token": issued.token.reveal() });
    if let Some(address) = admin {
        line["admin"] = json!(format!("http://{address}"));
    }
    output::deliver(format!("{line}\n").as_bytes()).map_err(Failure::Output)
}
