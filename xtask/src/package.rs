//! `cargo xtask package`: the Debian package, and its test on this machine.

use crate::{
    error::Error,
    process::{cargo, command, output, require},
    tools, workspace,
};
use std::{
    fs,
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
pub fn run(arguments: &Arguments) -> Result<bool, Error> {
    require(&mut cargo(&format!(
        "build --bin plant-store --profile {}",
        arguments.profile
    )))?;
    manual_and_completions(&arguments.profile)?;
    let package = make(&arguments.profile, "1")?;
    println!("{}", package.display());
    if arguments.test {
        require(&mut cargo("build --quiet --bin plant"))?;
        let upgrade = make(&arguments.profile, "2")?;
        for path in [PROGRAM, SETTINGS, BACKUPS] {
            let message = || format!("{path} exists already; test on a machine without it");
            expect(!Path::new(path).exists(), message)?;
        }
        let tested = test(&package, &upgrade);
        // Also after a failure: the machine is left as it was.
        require(&mut tools::as_root("dpkg", "--purge plant-store"))?;
        require(tools::as_root("rm", "-r -f").arg(BACKUPS))?;
        tested?;
        let message = || format!("{SETTINGS} is left after the package is purged");
        expect(!Path::new(SETTINGS).exists(), message)?;
    }
    Ok(true)
}

/// Writes the files that the program itself generates.
fn manual_and_completions(profile: &str) -> Result<(), Error> {
    let profile = if profile == "dev" { "debug" } else { profile };
    let target = workspace::target()?;
    let program = target.join(profile).join("plant-store");
    let directory = target.join("package");
    if directory.exists() {
        fs::remove_dir_all(&directory).map_err(Error::file(&directory))?;
    }
    fs::create_dir_all(&directory).map_err(Error::file(&directory))?;
    require(command(&program, "man").arg(&directory))?;
    for (shell, file) in [
        ("bash", "plant-store.bash"),
        ("zsh", "_plant-store"),
        ("fish", "plant-store.fish"),
    ] {
        let script = output(command(&program, "completions").arg(shell))?;
        let file = directory.join(file);
        fs::write(&file, script).map_err(Error::file(&file))?;
    }
    Ok(())
}

/// Makes the package of a revision. Returns its path.
fn make(profile: &str, revision: &str) -> Result<PathBuf, Error> {
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
fn test(package: &Path, upgrade: &Path) -> Result<(), Error> {
    let state = workspace::target()?.join("package/state");
    let elsewhere = state.join("elsewhere");
    fs::create_dir_all(&elsewhere).map_err(Error::file(&elsewhere))?;
    install(package)?;
    let none = !Path::new("/var/lib/plant-store").exists();
    expect(none, || "the installation starts a service".to_owned())?;
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
        expect(is_named, || {
            format!("another store than that of the service: {text}")
        })?;
    }
    damage(&state, &backup)?;
    let refused = install(upgrade).is_err();
    expect(refused, || "an upgrade without a backup".to_owned())?;
    require(run("restore --replace").arg(&backup))?;
    install(upgrade)?;
    let mut list = tools::as_root("ls", &format!("{BACKUPS}/before-upgrade"));
    let backups = output(&mut list)?;
    expect(backups.contains("plants-"), || {
        format!("the upgrade makes no backup: {backups}")
    })?;
    let service = Service::start()?;
    // The same plant again: the service knows the token and the plant.
    service.create_plant(&state)?;
    service.stop()?;
    let exported = output(&mut run("plants export"))?;
    let is_there = exported.contains("\"Aloe vera\"");
    expect(is_there, || format!("the plant is lost: {exported:?}"))?;
    require(&mut tools::as_root("dpkg", "--remove plant-store"))?;
    let is_removed = !Path::new(PROGRAM).exists() && !Path::new(UNIT).exists();
    expect(is_removed, || {
        format!("{PROGRAM} or {UNIT} is left after the removal")
    })
}

/// Edits the settings: free ports, since those of the file may be taken, and the directory of
/// the test, since systemd creates that of the unit.
fn configure(state: &Path) -> Result<(), Error> {
    let state = state.display();
    let mut edit = tools::as_root("sed", "--in-place --expression");
    edit.arg(format!("s,/var/lib/plant-store,{state},"));
    edit.args(["--expression", r#"s,^\(.* = "127.0.0.1\):.*,\1:0","#]);
    require(edit.arg(SETTINGS))
}

/// Replaces the store by half of a backup.
fn damage(state: &Path, backup: &Path) -> Result<(), Error> {
    let path = state.join("plants.db");
    let mut bytes = fs::read(backup).map_err(Error::file(backup))?;
    bytes.truncate(bytes.len() / 2);
    fs::write(&path, bytes).map_err(Error::file(path))
}

fn install(package: &Path) -> Result<(), Error> {
    require(tools::as_root("dpkg", "--install").arg(package))
}

fn expect(is_as_expected: bool, message: impl FnOnce() -> String) -> Result<(), Error> {
    if is_as_expected {
        Ok(())
    } else {
        Err(Error::Package(message()))
    }
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
    fn start() -> Result<Self, Error> {
        let unit = fs::read_to_string(UNIT).map_err(Error::file(UNIT))?;
        let mut lines = unit.lines();
        let line = lines.find_map(|line| line.strip_prefix("ExecStart="));
        let mut service = Command::new("env");
        service.args(line.unwrap_or_default().split_whitespace());
        let mut process = service
            .stdout(Stdio::piped())
            .spawn()
            .map_err(crate::process::failure_of(&service))?;
        let mut output = process.stdout.take().map(BufReader::new);
        let lines = output.iter_mut().flat_map(|output| output.by_ref().lines());
        let url = lines.map_while(Result::ok).find_map(|line| {
            let url = line.strip_prefix("listening on ")?;
            Some(url.to_owned())
        });
        match url {
            Some(url) => Ok(Self {
                process,
                _output: output,
                url,
            }),
            None => Err(Error::Package("the installed service ends".to_owned())),
        }
    }

    fn create_plant(&self, state: &Path) -> Result<(), Error> {
        let path = state.join("first-token");
        let token = fs::read_to_string(&path).map_err(Error::file(path))?;
        let plant = workspace::target()?.join("debug/plant");
        let mut create = command(plant, "create-plant --id 7 --url");
        create.arg(&self.url).args(["--name", "Aloe vera"]);
        require(create.env("PLANT_STORE_TOKEN", token.trim()))
    }

    fn stop(mut self) -> Result<(), Error> {
        let id = self.process.id();
        require(&mut command("kill", &format!("-TERM {id}")))?;
        let status = self.process.wait().map_err(Error::file(PROGRAM))?;
        expect(status.success(), || {
            format!("the service ends with {status}")
        })
    }
}
