//! Creates a plant:
//!
//! ```sh
//! export PLANT_STORE_TOKEN=…
//! cargo run -p plant-client --example create_plant -- --id 7 --name "Aloe vera"
//! ```
//!
//! Exit code 0: the plant is on stable storage. 1: it isn't, or its state is
//! unknown; the same call may be repeated. 2: the command line is invalid.

use std::process::ExitCode;

use clap::Parser;
use plant_client::types::{self, NewPlant};
use plant_client::{
    Client, ConnectError, Connection, Error, InvalidResponse, ResponseValue, Token,
};

/// Create a plant through the generated client.
#[derive(Parser)]
struct Arguments {
    /// The URL of the service.
    #[arg(long, default_value = "http://127.0.0.1:8080")]
    url: String,
    /// The bearer token; better in the environment, where a process list
    /// doesn't show it.
    #[arg(long, env = "PLANT_STORE_TOKEN", hide_env_values = true)]
    token: String,
    /// The id of the plant.
    #[arg(long)]
    id: i64,
    /// The name of the plant.
    #[arg(long)]
    name: String,
    /// The type of the plant.
    #[arg(long)]
    tag: Option<String>,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let Arguments {
        url,
        token,
        id,
        name,
        tag,
    } = Arguments::parse();
    let client = match connect(&url, &token) {
        Ok(client) => client,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::from(2);
        }
    };
    match client.create_plant(&NewPlant { id, name, tag }).await {
        Ok(created) => {
            println!("stored plant {id}: {}", described(&created));
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {}", explained(error));
            ExitCode::FAILURE
        }
    }
}

fn connect(url: &str, token: &str) -> Result<Client, ConnectError> {
    Connection::new(url, Token::new(token)?).client()
}

fn described(plant: &types::Plant) -> String {
    match &plant.tag {
        Some(tag) => format!("{} ({tag})", plant.name),
        None => plant.name.clone(),
    }
}

fn explained(error: Error<types::Error>) -> String {
    match error {
        Error::ErrorResponse(failure) => format!(
            "{} (error {}): {}{}",
            failure.status(),
            failure.error,
            failure.message,
            when_to_try_again(&failure)
        ),
        other => match InvalidResponse::of(&other) {
            Some(fault) => format!("the answer is not a plant store's: {fault}"),
            // With its causes.
            None => format!("{other:#}"),
        },
    }
}

fn when_to_try_again(failure: &ResponseValue<types::Error>) -> String {
    let seconds = failure.headers().get("retry-after");
    match seconds.and_then(|value| value.to_str().ok()) {
        Some(seconds) => format!("; try again in {seconds} s"),
        None => String::new(),
    }
}
