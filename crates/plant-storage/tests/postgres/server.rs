//! A PostgreSQL server for a test, with its data in a temporary directory. It
//! listens on a socket in that directory, and, if configured, on a port of the
//! loopback interface. Tests of other crates include this file.

#![allow(dead_code, reason = "each test crate uses only some functions")]

use std::fs;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::programs;

/// The time limit for the start of a server, recovery included.
const START_TIMEOUT: Duration = Duration::from_secs(60);

/// A server, running or not.
pub struct Server {
    directory: TempDir,
    settings: Vec<String>,
    port: u16,
    postmaster: Option<Child>,
}

impl Server {
    /// Creates a cluster and starts a server on it.
    pub fn start_new(settings: &[&str]) -> Self {
        let mut server = Self::new(settings);
        server.start();
        server
    }

    /// Creates a cluster whose superuser is `plants`, with an empty database of
    /// the same name.
    pub fn new(settings: &[&str]) -> Self {
        Self::with_port(5432, settings)
    }

    /// Like [`Server::new`], with a port, which is also part of the socket's name.
    /// The server listens on the port if `listen_addresses` is set.
    pub fn with_port(port: u16, settings: &[&str]) -> Self {
        let directory = TempDir::new().unwrap();
        copy(&cluster(), &directory.path().join("data"));
        give_away(directory.path());
        Server {
            directory,
            settings: settings
                .iter()
                .map(|setting| (*setting).to_owned())
                .collect(),
            port,
            postmaster: None,
        }
    }

    /// Starts the server, and waits until it accepts connections.
    pub fn start(&mut self) {
        let began = Instant::now();
        while !self.is_ready() {
            let running = match &mut self.postmaster {
                Some(postmaster) => postmaster.try_wait().unwrap().is_none(),
                None => false,
            };
            // Processes of a killed server may keep its shared memory for a
            // while, which makes the new server fail to start.
            if !running {
                self.spawn();
            }
            assert!(began.elapsed() < START_TIMEOUT, "{}", self.log());
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Returns whether the started process is ready: line 1 of its pid file has
    /// the process id, and line 8 the state (`pidfile.h`).
    fn is_ready(&self) -> bool {
        let Some(postmaster) = &self.postmaster else {
            return false;
        };
        let status = fs::read_to_string(self.data().join("postmaster.pid")).unwrap_or_default();
        let mut lines = status.lines();
        lines.next() == Some(&postmaster.id().to_string())
            && lines.nth(6).is_some_and(|state| state.trim() == "ready")
    }

    fn spawn(&mut self) {
        let log = fs::File::options()
            .create(true)
            .append(true)
            .open(self.directory.path().join("log"))
            .unwrap();
        let directory = self.directory.path();
        let mut postgres = program("postgres");
        postgres
            .arg("-D")
            .arg(directory.join("data"))
            .arg("-k")
            .arg(directory)
            .args(["-p", &self.port.to_string()])
            .args([
                "-c",
                "listen_addresses=",
                "-c",
                "max_connections=50",
                "-c",
                "shared_buffers=16MB",
            ]);
        for setting in &self.settings {
            postgres.args(["-c", setting]);
        }
        let spawned = postgres
            .current_dir(directory)
            .stdin(Stdio::null())
            .stdout(log.try_clone().unwrap())
            .stderr(log)
            .spawn();
        self.postmaster = Some(spawned.unwrap());
    }

    /// Returns the server's log.
    pub fn log(&self) -> String {
        fs::read_to_string(self.directory.path().join("log")).unwrap_or_default()
    }

    /// Returns the data directory.
    pub fn data(&self) -> PathBuf {
        self.directory.path().join("data")
    }

    /// Writes a file that the server owns into the data directory.
    pub fn write(&self, name: &str, text: &str) {
        let path = self.data().join(name);
        fs::write(&path, text).unwrap();
        give_away(&path);
    }

    /// Returns the path of the socket on which the server listens.
    pub fn socket(&self) -> PathBuf {
        self.directory
            .path()
            .join(format!(".s.PGSQL.{}", self.port))
    }

    /// Returns the URL of a database of the server.
    pub fn url(&self, database: &str) -> String {
        let directory = self.directory.path().to_str().unwrap().replace('/', "%2F");
        format!("postgres://plants@{directory}:{}/{database}", self.port)
    }

    /// Kills every process of the server at once.
    pub fn kill(&mut self) {
        let mut postmaster = self.postmaster.take().unwrap();
        let id = postmaster.id();
        let children = fs::read_to_string(format!("/proc/{id}/task/{id}/children"));
        postmaster.kill().unwrap();
        postmaster.wait().unwrap();
        for child in children.unwrap_or_default().split_whitespace() {
            send("KILL", child);
        }
    }
}

/// Sends a signal to a process, which may have ended already.
fn send(signal: &str, process: &str) {
    let mut kill = Command::new("kill");
    kill.args(["-s", signal, process]).output().unwrap();
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(mut postmaster) = self.postmaster.take() {
            // An immediate shutdown: the data is no longer needed.
            send("QUIT", &postmaster.id().to_string());
            let _ = postmaster.wait();
        }
    }
}

/// Returns the directory of a cluster of which each server gets a copy: creating
/// a cluster takes longer than most tests. The cluster is kept between runs, one
/// for each version of PostgreSQL.
fn cluster() -> PathBuf {
    let version = program("postgres")
        .arg("--version")
        .output()
        .unwrap()
        .stdout;
    let version = String::from_utf8(version).unwrap();
    let name: String = version
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .collect();
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let lock = fs::File::create(path.with_extension("lock")).unwrap();
    lock.lock().unwrap();
    if !path.exists() {
        let made = make_cluster();
        let unfinished = path.with_extension("unfinished");
        let _ = fs::remove_dir_all(&unfinished);
        copy(made.path(), &unfinished);
        fs::rename(unfinished, &path).unwrap();
    }
    path
}

fn make_cluster() -> TempDir {
    let directory = TempDir::new().unwrap();
    give_away(directory.path());
    run(program("initdb")
        .args([
            "--username=plants",
            "--auth=trust",
            "--no-sync",
            "--wal-segsize=1",
        ])
        .args(["--encoding=UTF8", "--locale=C", "--pgdata"])
        .arg(directory.path())
        .current_dir(directory.path()));
    let sql = directory.path().join("create.sql");
    fs::write(&sql, "CREATE DATABASE plants\n").unwrap();
    run(program("postgres")
        .args(["--single", "-D"])
        .arg(directory.path())
        .arg("postgres")
        .current_dir(directory.path())
        .stdin(fs::File::open(&sql).unwrap()));
    fs::remove_file(sql).unwrap();
    directory
}

fn copy(from: &Path, to: &Path) {
    run(Command::new("cp").arg("-R").arg(from).arg(to));
}

fn run(command: &mut Command) {
    let output = command.output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {errors}");
}

/// Returns a command for one of PostgreSQL's programs, which runs as another user
/// if this process is root: PostgreSQL refuses to run as root.
fn program(name: &str) -> Command {
    let directory = programs::directory().expect("PostgreSQL is installed");
    let mut program = Command::new(directory.join(name));
    if let Some((user, group)) = other_user() {
        program.uid(user).gid(group);
    }
    // The environment must not configure the program.
    for (variable, _) in std::env::vars_os() {
        if variable.to_string_lossy().starts_with("PG") {
            program.env_remove(variable);
        }
    }
    program
}

/// Makes a directory and its contents accessible only to the user of PostgreSQL.
fn give_away(directory: &Path) {
    run(Command::new("chmod").args(["-R", "go="]).arg(directory));
    if let Some((user, group)) = other_user() {
        let owner = format!("{user}:{group}");
        run(Command::new("chown").args(["-R", &owner]).arg(directory));
    }
}

/// Returns the user and group for PostgreSQL's programs if this process is root.
fn other_user() -> Option<(u32, u32)> {
    let me = Command::new("id").arg("-u").output().unwrap().stdout;
    if me != b"0\n" {
        return None;
    }
    let users = fs::read_to_string("/etc/passwd").unwrap();
    let find = |wanted: &str| {
        let user = users
            .lines()
            .find(|line| line.split(':').next() == Some(wanted))?;
        let mut numbers = user
            .split(':')
            .skip(2)
            .map(|number| number.parse().unwrap());
        Some((numbers.next()?, numbers.next()?))
    };
    find("postgres").or_else(|| find("nobody"))
}
