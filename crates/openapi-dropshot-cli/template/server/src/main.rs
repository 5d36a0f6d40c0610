//! Starts the server on the address that the argument gives, or on 127.0.0.1:8080.

use dropshot::{ConfigDropshot, ConfigLogging, ConfigLoggingLevel, ServerBuilder};
use {{ident}}_server::{Handlers, api::api_mod};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let address = std::env::args().nth(1);
    let address = address.as_deref().unwrap_or("127.0.0.1:8080");
    let config = ConfigDropshot {
        bind_address: address.parse()?,
        ..ConfigDropshot::default()
    };
    let level = ConfigLoggingLevel::Info;
    let log = ConfigLogging::StderrTerminal { level }.to_logger("{{name}}")?;
    let api = api_mod::api_description::<Handlers>()?;
    let server = ServerBuilder::new(api, (), log).config(config).start()?;
    println!("http://{}", server.local_addr());
    Ok(server.await?)
}
