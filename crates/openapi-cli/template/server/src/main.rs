//! Starts the server on the address that the argument gives, or on 127.0.0.1:8080. With the
//! argument `openapi`, prints the document that the server emits.

use std::io::{Write, stdout};

use dropshot::{ConfigDropshot, ConfigLogging, ConfigLoggingLevel, ServerBuilder};
use {{ident}}_server::{Handlers, api::api_mod};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let argument = std::env::args().nth(1);
    let api = api_mod::api_description::<Handlers>()?;
    if argument.as_deref() == Some("openapi") {
        let emitted = api_mod::emitted_document()?.emit_unversioned(&api)?;
        writeln!(stdout(), "{emitted:#}")?;
        return Ok(());
    }
    let address = argument.as_deref().unwrap_or("127.0.0.1:8080");
    let config = ConfigDropshot {
        bind_address: address.parse().map_err(|_| format!("`{address}` is not IP:PORT"))?,
        // Larger bodies than its default are permitted by `limits` in `api/handlers.rs`.
        ..ConfigDropshot::default()
    };
    let level = ConfigLoggingLevel::Info;
    let log = ConfigLogging::StderrTerminal { level }.to_logger("{{name}}")?;
    let server = ServerBuilder::new(api, (), log).config(config).start()?;
    println!("http://{}", server.local_addr());
    Ok(server.await?)
}
