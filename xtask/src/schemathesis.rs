//! `cargo xtask schemathesis`: whether the running service keeps to openapi.yaml
//! with requests that another tool makes of it, valid and faulty ones, by all of
//! its checks and in all of its phases. How it is set up is in
//! `xtask/schemathesis`; here it gets a service of its own with an empty store.
//!
//! Of its phases, `examples` and `coverage` send a fixed list, the document's
//! examples and each boundary and each single fault of its schemas; `fuzzing`
//! sends as many as are asked for; `stateful` has nothing to do, because it
//! follows links from one operation to another, and there is one operation.

use crate::{
    conformance::CONTRACT,
    error::Error,
    process::{cargo, command, output, shown, verdict},
    tools, workspace,
};
use std::{
    fs,
    io::{BufRead, BufReader, ErrorKind},
    process::{Child, Command, Stdio},
};

/// Where it runs, below the root.
const FOLDER: &str = "target/schemathesis";

/// Files of its own, copied to where it runs because it writes beside them.
const FILES: [(&str, &str); 2] = [
    (
        "schemathesis.toml",
        include_str!("../schemathesis/schemathesis.toml"),
    ),
    ("hooks.py", include_str!("../schemathesis/hooks.py")),
];

/// How many requests to send, and which.
#[derive(clap::Args)]
pub struct Arguments {
    /// How many requests the fuzzing phase sends
    #[arg(long, value_name = "N", default_value_t = 2000)]
    pub examples: usize,
    /// Which ones: the same seed makes the same requests
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
}

/// Starts a service and has it tested; whether nothing was found.
pub fn run(arguments: &Arguments) -> Result<bool, Error> {
    let schemathesis = tools::schemathesis()?;
    let folder = workspace::root().join(FOLDER);
    match fs::remove_dir_all(&folder) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(Error::file(&folder)(error)),
        _ => fs::create_dir_all(&folder).map_err(Error::file(&folder)),
    }?;
    for (name, text) in FILES {
        let path = folder.join(name);
        fs::write(&path, text).map_err(Error::file(path))?;
    }
    let token = output(&mut service("token create --new-store --name schemathesis"))?;
    let service = Service::start()?;
    verdict(
        command(schemathesis, "run")
            .current_dir(&folder)
            .arg(workspace::root().join(CONTRACT))
            .args(["--max-examples", &arguments.examples.to_string()])
            .args(["--seed", &arguments.seed.to_string()])
            .env("SCHEMATHESIS_BASE_URL", &service.url)
            .env("SCHEMATHESIS_TOKEN", token.trim()),
    )
}

/// The service with a store of its own; by its binary and not by its package,
/// as `conformance` runs it. cargo becomes the program it has built.
fn service(arguments: &str) -> Command {
    let mut service = cargo("run --quiet --bin plant-store --");
    service
        .args(arguments.split_whitespace())
        .env("PLANT_STORE_STORE", format!("sqlite:{FOLDER}/plants.db"))
        .stderr(Stdio::inherit());
    service
}

/// A running service, which ends when this is dropped.
struct Service {
    child: Child,
    url: String,
}

impl Service {
    /// Starts it on any free port and waits until it can be called.
    fn start() -> Result<Self, Error> {
        let mut command = service("serve --listen 127.0.0.1:0 --log-level error");
        let line = shown(&command);
        let failed = |source| Error::Run {
            command: line.clone(),
            source,
        };
        let child = command.stdout(Stdio::piped()).spawn().map_err(&failed)?;
        let mut service = Self {
            child,
            url: String::new(),
        };
        let mut said = String::new();
        if let Some(output) = service.child.stdout.take() {
            let mut output = BufReader::new(output);
            output.read_line(&mut said).map_err(&failed)?;
        }
        match said.trim_end().strip_prefix("listening on ") {
            Some(url) => url.clone_into(&mut service.url),
            None => return Err(Error::Failed { command: line }),
        }
        Ok(service)
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        // Fails only where it has ended, and then there is nothing to wait for.
        let _ = self.child.kill().and_then(|()| self.child.wait());
    }
}
