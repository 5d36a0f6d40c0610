//! The tools that the checks need beside cargo, in the versions pinned here
//! and in `xtask/requirements.txt`, installed below `target/tools`.
//!
//! Nothing outside `target` is changed, with one exception: in continuous
//! integration a missing python is installed by the system's package manager.

use crate::{
    error::Error,
    process::{answer, cargo, command, require, succeeds},
    workspace,
};
use std::{env, ffi::OsString, fs, path::Path, path::PathBuf};

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
    install_once(&folder, PYTHON_REQUIREMENTS, || {
        let create = || succeeds(command("python3", ["-m", "venv"]).arg(&folder)).unwrap_or(false);
        if !create() {
            install_python()?;
            require(command("python3", ["-m", "venv", "--clear"]).arg(&folder))?;
        }
        require(
            command(programs.join("pip"), ["install", "--quiet", "--no-deps"]).args([
                "--disable-pip-version-check",
                "--requirement",
                "xtask/requirements.txt",
            ]),
        )
    })?;
    Ok(programs)
}

/// The linter from npm, and the search path under which it finds its node.
pub fn redocly() -> Result<(PathBuf, OsString), Error> {
    let programs = python_programs()?;
    let inherited = env::var_os("PATH").unwrap_or_default();
    let path =
        env::join_paths(std::iter::once(programs.clone()).chain(env::split_paths(&inherited)))
            .unwrap_or(inherited);

    let folder = tools("redocly");
    install_once(&folder, REDOCLY, || {
        require(
            command(programs.join("npm"), ["install", "--no-audit", "--no-fund"])
                .args(["--ignore-scripts", "--no-update-notifier", "--prefix"])
                .arg(&folder)
                .arg(REDOCLY)
                .env("PATH", &path),
        )
    })?;
    Ok((folder.join("node_modules/.bin/redocly"), path))
}

/// cargo-deny: the one that is installed already if its version fits.
pub fn cargo_deny() -> Result<PathBuf, Error> {
    let folder = workspace::root().join("target/tools");
    let own = folder.join("bin/cargo-deny");
    let wanted = format!("cargo-deny {CARGO_DENY}");
    for program in [PathBuf::from("cargo-deny"), own.clone()] {
        if answer(&mut command(&program, ["--version"])).is_some_and(|it| it.trim() == wanted) {
            return Ok(program);
        }
    }
    // Without optimisation: it is compiled in half the time, and this
    // workspace's graph is checked within a second all the same.
    require(
        cargo(["install", "cargo-deny", "--locked", "--debug", "--force"])
            .args(["--version", CARGO_DENY, "--root"])
            .arg(&folder)
            .env("CARGO_PROFILE_DEV_DEBUG", "0"),
    )?;
    Ok(own)
}

/// Whether `cargo nextest` can be used.
pub fn has_nextest() -> bool {
    answer(&mut cargo(["nextest", "--version"])).is_some()
}

/// Runs `install` unless it has succeeded before with the same pins; a folder
/// that holds anything else is emptied first.
fn install_once(
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
    install()?;
    fs::write(&stamp, wanted).map_err(Error::file(stamp))
}

/// Installs python by the system's package manager, in continuous integration
/// only: on a person's machine that is the person's decision.
fn install_python() -> Result<(), Error> {
    if !workspace::is_continuous_integration() {
        return Err(Error::MissingTool {
            tool: "python3 with its venv module",
            remedy: "install it, on Debian by `apt-get install python3-venv`",
        });
    }
    let is_root = answer(&mut command("id", ["-u"])).is_some_and(|id| id.trim() == "0");
    let manager: &[&str] = if is_root {
        &[]
    } else {
        &["sudo", "--non-interactive"]
    };
    for arguments in [&["update"][..], &["install", "--yes", "python3-venv"]] {
        let words = [manager, &["apt-get"], arguments].concat();
        require(command(words[0], &words[1..]).env("DEBIAN_FRONTEND", "noninteractive"))?;
    }
    Ok(())
}
