//! `cargo xtask package`: the Debian package, and its test on this machine.

use crate::{
    error::Error,
    process::{cargo, command, output, require},
    tools, workspace,
};
use std::{
    fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

/// The program as the package installs it.
const PROGRAM: &str = "/usr/bin/plant-store";
const UNIT: &str = "/usr/lib/systemd/system/plant-store.service";

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
        require(&mut cargo("build --quiet --package plant-cli"))?;
        let upgrade = make(&arguments.profile, "2")?;
        let message = || format!("{PROGRAM} exists already; test on a machine without it");
        expect(!Path::new(PROGRAM).exists(), message)?;
        let tested = test(&package, &upgrade);
        // Also after a failure: the machine is left as it was.
        require(&mut tools::as_root("dpkg", "--purge plant-store"))?;
        tested?;
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

/// Installs the package, stores a plant through the installed service, upgrades, and
/// removes the package. The plant must still be stored after the upgrade.
fn test(package: &Path, upgrade: &Path) -> Result<(), Error> {
    let state = workspace::target()?.join("package/state");
    fs::create_dir(&state).map_err(Error::file(&state))?;
    install(package)?;
    require(&mut command(PROGRAM, "--version"))?;
    let service = Service::start(&state)?;
    service.create_plant(&state)?;
    service.stop()?;
    install(upgrade)?;
    let service = Service::start(&state)?;
    // The same plant again: the service knows the token and the plant.
    service.create_plant(&state)?;
    service.stop()?;
    let exported = output(command(PROGRAM, "plants export --store").arg(store(&state)))?;
    let is_there = exported.contains("\"Aloe vera\"");
    expect(is_there, || format!("the plant is lost: {exported:?}"))?;
    require(&mut tools::as_root("dpkg", "--remove plant-store"))?;
    let is_removed = !Path::new(PROGRAM).exists() && !Path::new(UNIT).exists();
    expect(is_removed, || {
        format!("{PROGRAM} or {UNIT} is left after the removal")
    })
}

fn install(package: &Path) -> Result<(), Error> {
    require(tools::as_root("dpkg", "--install").arg(package))
}

/// Returns the URL of the store in a directory.
fn store(state: &Path) -> String {
    format!("sqlite:{}", state.join("plants.db").display())
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
    url: String,
}

impl Service {
    fn start(state: &Path) -> Result<Self, Error> {
        let unit = fs::read_to_string(UNIT).map_err(Error::file(UNIT))?;
        let lines = |key: &'static str| unit.lines().filter_map(move |line| line.strip_prefix(key));
        let line = lines("ExecStart=").next().unwrap_or_default();
        let mut service = Command::new("env");
        service.args(lines("Environment="));
        // Port 8080 may be taken, and systemd creates the directory of the unit's store.
        service.arg("PLANT_STORE_LISTEN=127.0.0.1:0");
        service.arg(format!("PLANT_STORE_STORE={}", store(state)));
        let token = state.join("first-token");
        service.arg(format!("PLANT_STORE_FIRST_TOKEN_FILE={}", token.display()));
        service.args(line.split_whitespace());
        let mut process = service
            .stdout(Stdio::piped())
            .spawn()
            .map_err(crate::process::failure_of(&service))?;
        let output = process.stdout.take().map(BufReader::new);
        let lines = output.into_iter().flat_map(|output| output.lines());
        let url = lines.map_while(Result::ok).find_map(|line| {
            let url = line.strip_prefix("listening on ")?;
            Some(url.to_owned())
        });
        match url {
            Some(url) => Ok(Self { process, url }),
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
