//! PostgreSQL servers in temporary directories. They run as another user if this
//! process is root, which PostgreSQL refuses. No setting trades durability for speed.

use std::fs::{self, File};
use std::io::Write;
use std::net::{Ipv4Addr, TcpListener};
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, geteuid, kill_process};

use crate::Error;

/// The directory of PostgreSQL's programs on Debian and its derivatives.
const DEBIAN: &str = "/usr/lib/postgresql";

/// The time limit for the start of a server, recovery included.
const START: Duration = Duration::from_secs(60);

/// A database cluster and, if it runs, its server.
pub struct Cluster {
    programs: PathBuf,
    /// Contains the data and the log.
    directory: PathBuf,
    port: u16,
    postmaster: Option<Child>,
}

impl Cluster {
    /// Creates an empty cluster in a new directory in `directory`. Its superuser is
    /// `plants`; all connections are trusted.
    pub fn make(directory: &Path) -> Result<Self, Error> {
        let cluster = Self::at(directory)?;
        let data = cluster.data();
        run(cluster
            .program("initdb")
            .args(["--username=plants", "--auth=trust", "--no-sync"])
            .args(["--encoding=UTF8", "--locale=C", "--pgdata"])
            .arg(data))?;
        Ok(cluster)
    }

    /// Returns a cluster without data in a new directory in `directory`.
    pub fn at(directory: &Path) -> Result<Self, Error> {
        fs::create_dir(directory).map_err(Error::file(directory))?;
        give_away(directory)?;
        Ok(Cluster {
            programs: programs()?,
            directory: directory.to_owned(),
            port: free_port().map_err(Error::system("a port"))?,
            postmaster: None,
        })
    }

    /// Returns the data directory.
    pub fn data(&self) -> PathBuf {
        self.directory.join("data")
    }

    /// Appends lines to postgresql.conf, which apply from the next start on.
    pub fn configure(&self, lines: &str) -> Result<(), Error> {
        let path = self.data().join("postgresql.auto.conf");
        let file = File::options().append(true).open(&path);
        let mut file = file.map_err(Error::file(&path))?;
        writeln!(file, "{lines}").map_err(Error::file(&path))
    }

    /// Starts the server and waits until it accepts connections.
    pub fn start(&mut self) -> Result<(), Error> {
        let path = self.directory.join("log");
        let log = File::options().create(true).append(true).open(&path);
        let log = log.map_err(Error::file(&path))?;
        let errors = log.try_clone().map_err(Error::file(&path))?;
        let mut postgres = self.program("postgres");
        postgres
            .arg("-D")
            .arg(self.data())
            // No Unix sockets: their paths must be short, and the temporary path may
            // be long.
            .args(["-k", "", "-h", "127.0.0.1"])
            .args(["-p", &self.port.to_string()])
            .stdin(Stdio::null())
            .stdout(log)
            .stderr(errors);
        self.postmaster = Some(postgres.spawn().map_err(Error::system("a process"))?);
        let begun = Instant::now();
        loop {
            match self.sql("postgres", "SELECT 1") {
                Ok(_) => return Ok(()),
                Err(error) if begun.elapsed() > START => return Err(error),
                Err(_) => std::thread::sleep(Duration::from_millis(20)),
            }
        }
    }

    /// Executes an SQL text. Returns the result, one line per row.
    pub fn sql(&self, database: &str, text: &str) -> Result<String, Error> {
        run(&mut self.psql(database, text))
    }

    /// Returns a psql command that executes an SQL text.
    pub fn psql(&self, database: &str, text: &str) -> Command {
        let mut psql = self.program("psql");
        psql.args(["--no-psqlrc", "--no-align", "--tuples-only", "--quiet"])
            .args(["--set", "ON_ERROR_STOP=1", "--username=plants"])
            .args(["--host=127.0.0.1", "--port", &self.port.to_string()])
            .args(["--dbname", database, "--command", text]);
        psql
    }

    /// Returns a command for one of PostgreSQL's programs. It runs as the owner of the
    /// cluster, without PostgreSQL's environment variables.
    pub fn program(&self, name: &str) -> Command {
        let mut program = Command::new(self.programs.join(name));
        if let Some((user, group)) = other_user() {
            program.uid(user).gid(group);
        }
        for (variable, _) in std::env::vars_os() {
            if variable.to_string_lossy().starts_with("PG") {
                program.env_remove(variable);
            }
        }
        program.current_dir(&self.directory);
        program
    }

    /// Returns the URL of a database of the cluster, over TCP.
    pub fn url(&self, database: &str) -> String {
        format!("postgres://plants@{}/{database}", self.address())
    }

    /// Returns the port of the server, which may not be running.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Sets the port, from the next start on.
    pub fn listen_on(&mut self, port: u16) {
        self.port = port;
    }

    /// Returns whether the server was started and not killed.
    pub fn is_running(&self) -> bool {
        self.postmaster.is_some()
    }

    /// Returns the address of the server, as in a URL.
    pub fn address(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    /// Kills every process of the server at once, like a loss of the machine.
    pub fn kill(&mut self) {
        let Some(mut postmaster) = self.postmaster.take() else {
            return;
        };
        let id = postmaster.id();
        let children = fs::read_to_string(format!("/proc/{id}/task/{id}/children"));
        // A signal fails only if the process has ended.
        let _ = postmaster.kill().and_then(|()| postmaster.wait());
        let children = children.unwrap_or_default();
        for child in children.split_whitespace().filter_map(|it| it.parse().ok()) {
            if let Some(child) = Pid::from_raw(child) {
                let _ = kill_process(child, Signal::KILL);
            }
        }
    }

    fn signal(&mut self, signal: Signal) {
        if let Some(mut postmaster) = self.postmaster.take() {
            // Fails only if the process has ended already.
            let _ = kill_process(Pid::from_child(&postmaster), signal);
            let _ = postmaster.wait();
        }
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        // An immediate shutdown: the data is no longer needed.
        self.signal(Signal::QUIT);
    }
}

/// Runs a program that has to succeed. Returns its standard output.
pub fn run(command: &mut Command) -> Result<String, Error> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|source| Error::Run {
        program: program.clone(),
        source,
    })?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned());
    }
    let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    let status = output.status;
    Err(Error::Failed {
        program,
        status,
        said,
    })
}

/// Returns a port that is free at the moment.
fn free_port() -> std::io::Result<u16> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    Ok(listener.local_addr()?.port())
}

/// Returns the directory of PostgreSQL's programs: the one on the path, or else
/// Debian's newest version.
fn programs() -> Result<PathBuf, Error> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut debian: Vec<PathBuf> = fs::read_dir(DEBIAN)
        .into_iter()
        .flatten()
        .filter_map(|version| Some(version.ok()?.path().join("bin")))
        .collect();
    debian.sort();
    let has_all = |directory: &PathBuf| {
        let programs = ["initdb", "postgres", "psql", "pg_basebackup"];
        programs.iter().all(|it| directory.join(it).is_file())
    };
    let mut directories = std::env::split_paths(&path).chain(debian.into_iter().rev());
    directories.find(has_all).ok_or(Error::MissingTool {
        tool: "PostgreSQL",
        remedy: "on Debian, `apt-get install postgresql`",
    })
}

/// Gives a directory to PostgreSQL's user.
fn give_away(directory: &Path) -> Result<(), Error> {
    match other_user() {
        Some((user, group)) => chown(directory, Some(user), Some(group)),
        None => Ok(()),
    }
    .map_err(Error::file(directory))
}

/// Returns the user and group for PostgreSQL if this process is root.
fn other_user() -> Option<(u32, u32)> {
    if !geteuid().is_root() {
        return None;
    }
    let users = fs::read_to_string("/etc/passwd").ok()?;
    let find = |wanted: &str| {
        let user = users
            .lines()
            .find(|line| line.split(':').next() == Some(wanted))?;
        let mut numbers = user.split(':').skip(2).map(str::parse);
        Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
    };
    find("postgres").or_else(|| find("nobody"))
}
