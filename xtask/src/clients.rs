//! `cargo xtask clients`: generates clients of openapi.yaml with tools of other languages.
//! Each creates a plant and handles a documented error, by the programs in
//! `xtask/clients`.

use crate::{
    conformance::CONTRACT,
    process::{command, require, succeeds},
    service::Service,
    tools, workspace,
};
use anyhow::Result;
use fs_err as fs;
use std::{path::Path, process::Command};

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
pub fn run() -> Result<bool> {
    let folder = workspace::target()?.join(FOLDER);
    fs::create_dir_all(&folder)?;
    for (name, text) in FILES {
        fs::write(folder.join(name), text)?;
    }
    let service = Service::start()?;
    let is_right_in_typescript = typescript(&folder, &service)?;
    let is_right_in_python = python(&folder, &service)?;
    Ok(is_right_in_typescript && is_right_in_python)
}

/// Calls with openapi-typescript and openapi-fetch. The compiler checks the types.
fn typescript(folder: &Path, service: &Service) -> Result<bool> {
    let (modules, path) = tools::typescript()?;
    let contract = workspace::root().join(CONTRACT);
    let link = folder.join("node_modules");
    if fs::read_link(&link).ok().as_ref() != Some(&modules) {
        // A link of an earlier run.
        let _ = fs::remove_file(&link);
        std::os::unix::fs::symlink(&modules, &link)?;
    }
    let program = |name: &str, arguments: &str| {
        let mut command = command(modules.join(".bin").join(name), arguments);
        command.current_dir(folder).env("PATH", &path);
        command
    };
    require(program("openapi-typescript", "--output schema.d.ts").arg(contract))?;
    let mut call = command(tools::python_program("node")?, "call.ts");
    Ok(succeeds(&mut program("tsc", ""))? && succeeds(known_to(service, call.current_dir(folder)))?)
}

/// Calls with openapi-python-client.
fn python(folder: &Path, service: &Service) -> Result<bool> {
    let (programs, path) = tools::openapi_python_client()?;
    let arguments = "generate --meta none --overwrite --output-path plant_client --path";
    let mut generate = command(programs.join("openapi-python-client"), arguments);
    generate.arg(workspace::root().join(CONTRACT));
    // The generator runs a formatter, which is a program, too.
    require(generate.current_dir(folder).env("PATH", path))?;
    let mut call = command(programs.join("python"), "call.py");
    succeeds(known_to(service, call.current_dir(folder)))
}

/// Gives the address and the token to a program.
fn known_to<'c>(service: &Service, command: &'c mut Command) -> &'c mut Command {
    command
        .env("PLANT_STORE_URL", &service.access.url)
        .env("PLANT_STORE_TOKEN", &service.access.token)
}
