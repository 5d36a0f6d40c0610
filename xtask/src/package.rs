//! `cargo xtask package`: the Debian package, and its test on this machine.

use crate::{
    process::{cannot_run, cargo, command, output, require},
    tools, workspace,
};
use anyhow::{Context, Result, ensure};
use fs_err as fs;
use std::{
    io::{BufRead, BufReader, Read},
    path::{Path, PathBuf},
    process::{Child, ChildStdout, Command, Stdio},
};

/// The program as the package installs it.
const PROGRAM: &str = "/usr/bin/plant-store";
const UNIT: &str = "/usr/lib/systemd/system/plant-store.service";
/// The settings, which the package installs and an operator edits.
const SETTINGS: &str = "/etc/plant-store.toml";
/// The backups that upgrades make.
const BACKUPS: &str = "/var/lib/plant-store-backups";

/// How the package is made.
#[derive(clap::Args)]
pub struct Arguments {
    /// The profile that the service is compiled with
    #[arg(long, default_value = "release")]
    pub profile: String,
    /// Install the package on this machine, call the service, upgrade and purge the package
    ///
    /// Needs root or sudo, and a machine without the package.
    #[arg(long)]
    pub test: bool,
}

/// Makes the package, and tests it. Returns `true`: every problem is an error.
pub fn run(arguments: &Arguments) -> Result<bool> {
    require(&mut cargo(&format!("build --bin plant-store --profile {}", arguments.profile)))?;
    manual_and_completions(&arguments.profile)?;
    let package = make(&arguments.profile, "1")?;
    println!("{}", package.display());
    if arguments.test {
        require(&mut cargo("build --quiet --bin plant"))?;
        let upgrade = make(&arguments.profile, "2")?;
        for path in [PROGRAM, SETTINGS, BACKUPS] {
            let is_free = !Path::new(path).exists();
            ensure!(is_free, "{path} exists already; test on a machine without it");
        }
        let tested = test(&package, &upgrade);
        // Also after a failure: the machine is left as it was.
        require(&mut tools::as_root("dpkg", "--purge plant-store"))?;
        require(tools::as_root("rm", "-r -f").arg(BACKUPS))?;
        tested?;
        let is_purged = !Path::new(SETTINGS).exists();
        ensure!(is_purged, "{SETTINGS} is left after the package is purged");
    }
    Ok(true)
}

/// Writes the files that the program itself generates.
fn manual_and_completions(profile: &str) -> Result<()> {
    let profile = if profile == "dev" { "debug" } else { profile };
    let program = workspace::target()?.join(profile).join("plant-store");
    let directory = workspace::empty_folder("package")?;
    require(command(&program, "man").arg(&directory))?;
    for (shell, file) in
        [("bash", "plant-store.bash"), ("zsh", "_plant-store"), ("fish", "plant-store.fish")]
    {
        let script = output(command(&program, "completions").arg(shell))?;
        fs::write(directory.join(file), script)?;
    }
    Ok(())
}

/// Makes the package of a revision. Returns its path.
fn make(profile: &str, revision: &str) -> Result<PathBuf> {
    let path = workspace::target()?.join(format!("package/plant-store-{revision}.deb"));
    let arguments = format!(
        "deb --no-build --quiet --package plant-store --profile {profile} --deb-revision {revision}"
    );
    let mut deb = command(tools::cargo_deb()?, &arguments);
    require(deb.arg("--output").arg(&path))?;
    Ok(path)
}

/// Installs the package, stores a plant through the installed service, restores a backup from
/// another directory, upgrades, and removes the package. The plant must still be stored after
/// the upgrade, which makes a backup, and is refused when it cannot.
fn test(package: &Path, upgrade: &Path) -> Result<()> {
    let state = workspace::target()?.join("package/state");
    let elsewhere = state.join("elsewhere");
    fs::create_dir_all(&elsewhere)?;
    install(package)?;
    let none = !Path::new("/var/lib/plant-store").exists();
    ensure!(none, "the installation starts a service");
    configure(&state)?;
    let service = Service::start()?;
    service.create_plant(&state)?;
    service.stop()?;
    // Without a flag, in any directory: the store of the settings is the one that is meant.
    let backup = state.join("backup.db");
    let run = |arguments: &str| {
        let mut program = command(PROGRAM, arguments);
        program.current_dir(&elsewhere);
        program
    };
    require(run("backup").arg(&backup))?;
    let restored = output(run("restore --replace").arg(&backup))?;
    let checked = output(&mut run("check"))?;
    for text in [restored, checked] {
        let path = state.join("plants.db");
        let is_named = text.trim_end().ends_with(&*path.to_string_lossy());
        ensure!(is_named, "another store than that of the service: {text}");
    }
    damage(&state, &backup)?;
    let refused = install(upgrade).is_err();
    ensure!(refused, "an upgrade without a backup");
    require(run("restore --replace").arg(&backup))?;
    install(upgrade)?;
    let mut list = tools::as_root("ls", &format!("{BACKUPS}/before-upgrade"));
    let backups = output(&mut list)?;
    let is_made = backups.contains("plants-");
    ensure!(is_made, "the upgrade makes no backup: {backups}");
    let service = Service::start()?;
    // The same plant again: the service knows the token and the plant.
    service.create_plant(&state)?;
    service.stop()?;
    let exported = output(&mut run("plants export"))?;
    let is_there = exported.contains("\"Aloe vera\"");
    ensure!(is_there, "the plant is lost: {exported:?}");
    require(&mut tools::as_root("dpkg", "--remove plant-store"))?;
    let is_removed = !Path::new(PROGRAM).exists() && !Path::new(UNIT).exists();
    ensure!(is_removed, "{PROGRAM} or {UNIT} is left after the removal");
    Ok(())
}

/// Edits the settings: free ports, since those of the file may be taken, and the directory of
/// the test, since systemd creates that of the unit.
fn configure(state: &Path) -> Result<()> {
    let state = state.display();
    let mut edit = tools::as_root("sed", "--in-place --expression");
    edit.arg(format!("s,/var/lib/plant-store,{state},"));
    edit.args(["--expression", r#"s,^\(.* = "127.0.0.1\):.*,\1:0","#]);
    require(edit.arg(SETTINGS))
}

/// Replaces the store by half of a backup.
fn damage(state: &Path, backup: &Path) -> Result<()> {
    let path = state.join("plants.db");
    let mut bytes = fs::read(backup)?;
    bytes.truncate(bytes.len() / 2);
    Ok(fs::write(&path, bytes)?)
}

fn install(package: &Path) -> Result<()> {
    require(tools::as_root("dpkg", "--install").arg(package))
}

/// The installed service, started as its unit says, since the machine of a test may not
/// run systemd.
struct Service {
    process: Child,
    /// Open for as long as the service runs, which prints more lines.
    _output: Option<BufReader<ChildStdout>>,
    url: String,
}

impl Service {
    fn start() -> Result<Self> {
        let unit = fs::read_to_string(UNIT)?;
        let mut lines = unit.lines();
        let line = lines.find_map(|line| line.strip_prefix("ExecStart="));
        let mut service = Command::new("env");
        service.args(line.unwrap_or_default().split_whitespace());
        let spawned = service.stdout(Stdio::piped()).spawn();
        let mut process = spawned.with_context(|| cannot_run(&service))?;
        let mut output = process.stdout.take().map(BufReader::new);
        let lines = output.iter_mut().flat_map(|output| output.by_ref().lines());
        let url = lines.map_while(Result::ok).find_map(|line| {
            let url = line.strip_prefix("listening on ")?;
            Some(url.to_owned())
        });
        Ok(Self { process, _output: output, url: url.context("the installed service ends")? })
    }

    fn create_plant(&self, state: &Path) -> Result<()> {
        let path = state.join("first-token");
        let token = fs::read_to_string(&path)?;
        let plant = workspace::target()?.join("debug/plant");
        let mut create = command(plant, "create-plant --id 7 --url");
        create.arg(&self.url).args(["--name", "Aloe vera"]);
        require(create.env("PLANT_STORE_TOKEN", token.trim()))
    }

    fn stop(mut self) -> Result<()> {
        let id = self.process.id();
        require(&mut command("kill", &format!("-TERM {id}")))?;
        let status = self.process.wait()?;
        ensure!(status.success(), "the service ends with {status}");
        Ok(())
    }
}
