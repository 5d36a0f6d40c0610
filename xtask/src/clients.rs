//! `cargo xtask clients`: generates clients of openapi.yaml with tools of other languages.
//! Each creates a plant and handles a documented error, by the programs in
//! `xtask/clients`.

use crate::{
    conformance::CONTRACT,
    error::Error,
    process::{cargo, command, require, shown, succeeds},
    tools, workspace,
};
use serde::Deserialize;
use std::{
    fs,
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
};

/// The working directory, below the target directory.
const FOLDER: &str = "clients";

/// The programs that call, and their settings.
const FILES: [(&str, &str); 4] = [
    ("call.ts", include_str!("../clients/call.ts")),
    ("tsconfig.json", include_str!("../clients/tsconfig.json")),
    ("package.json", include_str!("../clients/package.json")),
    ("call.py", include_str!("../clients/call.py")),
];

/// Generates the clients and lets them call a service. Returns whether all get the
/// expected answers.
pub fn run() -> Result<bool, Error> {
    let folder = workspace::target()?.join(FOLDER);
    fs::create_dir_all(&folder).map_err(Error::file(&folder))?;
    for (name, text) in FILES {
        let path = folder.join(name);
        fs::write(&path, text).map_err(Error::file(path))?;
    }
    let service = Service::start()?;
    let is_right_in_typescript = typescript(&folder, &service)?;
    let is_right_in_python = python(&folder, &service)?;
    Ok(is_right_in_typescript && is_right_in_python)
}

/// Calls with openapi-typescript and openapi-fetch. The compiler checks the types.
fn typescript(folder: &Path, service: &Service) -> Result<bool, Error> {
    let (modules, path) = tools::typescript()?;
    let contract = workspace::root().join(CONTRACT);
    let link = folder.join("node_modules");
    if fs::read_link(&link).ok().as_ref() != Some(&modules) {
        // A link of an earlier run.
        let _ = fs::remove_file(&link);
        std::os::unix::fs::symlink(&modules, &link).map_err(Error::file(link))?;
    }
    let program = |name: &str, arguments: &str| {
        let mut command = command(modules.join(".bin").join(name), arguments);
        command.current_dir(folder).env("PATH", &path);
        command
    };
    require(program("openapi-typescript", "--output schema.d.ts").arg(contract))?;
    let mut call = command(tools::python_programs()?.join("node"), "call.ts");
    Ok(succeeds(&mut program("tsc", ""))? && succeeds(service.known_to(call.current_dir(folder)))?)
}

/// Calls with openapi-python-client.
fn python(folder: &Path, service: &Service) -> Result<bool, Error> {
    let (programs, path) = tools::openapi_python_client()?;
    let arguments = "generate --meta none --overwrite --output-path plant_client --path";
    let mut generate = command(programs.join("openapi-python-client"), arguments);
    generate.arg(workspace::root().join(CONTRACT));
    // The generator runs a formatter, which is a program, too.
    require(generate.current_dir(folder).env("PATH", path))?;
    let mut call = command(programs.join("python"), "call.py");
    succeeds(service.known_to(call.current_dir(folder)))
}

/// A running service with an empty store, terminated on drop.
struct Service {
    child: Child,
    access: Access,
}

/// The line that a service for tests prints when it is ready.
#[derive(Deserialize)]
struct Access {
    url: String,
    token: String,
}

impl Service {
    /// Starts a service on a free port and waits until it accepts calls.
    fn start() -> Result<Self, Error> {
        // cargo replaces itself by the program.
        let mut command =
            cargo("run --quiet --bin plant-store -- serve --ephemeral --log-level error");
        let line = shown(&command);
        let failed = |source| Error::Run {
            command: line.clone(),
            source,
        };
        let mut child = command.stdout(Stdio::piped()).spawn().map_err(&failed)?;
        let mut announced = String::new();
        if let Some(output) = child.stdout.take() {
            let read = BufReader::new(output).read_line(&mut announced);
            read.map_err(&failed)?;
        }
        match serde_json::from_str(&announced) {
            Ok(access) => Ok(Self { child, access }),
            Err(_) => Err(Error::Failed { command: line }),
        }
    }

    /// Gives the address and the token to a program.
    fn known_to<'c>(&self, command: &'c mut Command) -> &'c mut Command {
        command
            .env("PLANT_STORE_URL", &self.access.url)
            .env("PLANT_STORE_TOKEN", &self.access.token)
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        // Fails only if the process has ended already.
        let _ = self.child.kill().and_then(|()| self.child.wait());
    }
}
