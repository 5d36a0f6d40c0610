//! The command `plant`: one subcommand for each operation of the interface.
//! `openapi-progenitor-build` generates the subcommands with their flags; this crate adds the
//! connection, the output and the exit codes.

mod failure;
mod output;

use std::process::ExitCode;

use clap::{ArgMatches, Args, Command, FromArgMatches};
use clap_complete::Shell;
use plant_client::{ConnectError, Connection, Token};

use failure::Failure;
use output::Format;

mod commands {
    include!(concat!(env!("OUT_DIR"), "/cli.rs"));
}

const EXIT_CODES: &str = "\
Exit codes:
  0  success
  1  any other failure
  2  invalid command line, or a body that can't be read
  3  the service refuses the request
  4  the service is not available or does not answer; the same command may be repeated";

/// The name of the subcommand that prints completions.
const COMPLETIONS: &str = "completions";

/// The arguments of all operations.
#[derive(Args, Debug)]
#[command(next_help_heading = "Options of all commands")]
struct Settings {
    /// The URL of the service
    #[arg(
        long,
        global = true,
        env = "PLANT_STORE_URL",
        hide_env_values = true,
        default_value = "http://127.0.0.1:8080"
    )]
    url: String,

    /// The bearer token; better in the variable, because everybody on the machine can read
    /// the arguments of a process
    #[arg(long, global = true, env = "PLANT_STORE_TOKEN", hide_env_values = true)]
    token: Option<String>,

    /// The format of a result
    #[arg(long, global = true, value_enum, default_value_t = Format::Table)]
    format: Format,
}

/// The arguments of the completions.
#[derive(Args, Debug)]
struct Completions {
    /// The shell
    shell: Shell,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let matches = command().get_matches();
    match run(&matches).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

fn command() -> Command {
    let completions = Completions::augment_args(Command::new(COMPLETIONS))
        .about("Print the completions for a shell");
    Settings::augment_args(Command::new("plant"))
        .version(env!("CARGO_PKG_VERSION"))
        .about("Calls Plant Store: one command for each operation of its interface")
        .after_help(EXIT_CODES)
        .max_term_width(100)
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands(commands::commands().map(|command| command.after_help(EXIT_CODES)))
        .subcommand(completions)
}

async fn run(matches: &ArgMatches) -> Result<(), Failure> {
    let (name, matches) = matches.subcommand().expect("clap requires a command");
    if name == COMPLETIONS {
        let Completions { shell } = Completions::from_arg_matches(matches)?;
        let mut script = Vec::new();
        clap_complete::generate(shell, &mut command(), "plant", &mut script);
        return Ok(output::write(&script)?);
    }
    let settings = Settings::from_arg_matches(matches)?;
    let connection = match &settings.token {
        Some(token) => {
            Connection::new(&settings.url, Token::new(token).map_err(ConnectError::from)?)
        }
        None => Connection::anonymous(&settings.url),
    };
    let client = connection.client()?;
    if let Some(success) = commands::execute::<Failure>(&client, name, matches).await? {
        output::print(settings.format, &success)?;
    }
    Ok(())
}
