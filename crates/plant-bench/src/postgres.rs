//! PostgreSQL servers of our own, in a temporary directory, as a user that
//! PostgreSQL accepts: it refuses root. They must never be told to be faster
//! than they are durable.

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

/// Where Debian, and who follows it, keeps what is not on the path.
const DEBIAN: &str = "/usr/lib/postgresql";

/// How long a server may take to start, recovery included.
const START: Duration = Duration::from_secs(60);

/// A cluster and, if it runs, its server.
pub struct Cluster {
    programs: PathBuf,
    /// Holds the data and the log.
    directory: PathBuf,
    port: u16,
    postmaster: Option<Child>,
}

impl Cluster {
    /// Makes an empty cluster in a new directory at `directory`. Its superuser
    /// is `plants`; whoever reaches it is believed.
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

    /// A cluster that will be in a new directory at `directory`.
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

    /// Where its data is.
    pub fn data(&self) -> PathBuf {
        self.directory.join("data")
    }

    /// A setting for its next start, as it would stand in postgresql.conf.
    pub fn configure(&self, lines: &str) -> Result<(), Error> {
        let path = self.data().join("postgresql.auto.conf");
        let file = File::options().append(true).open(&path);
        let mut file = file.map_err(Error::file(&path))?;
        writeln!(file, "{lines}").map_err(Error::file(&path))
    }

    /// Starts the server and waits until it takes connections.
    pub fn start(&mut self) -> Result<(), Error> {
        let path = self.directory.join("log");
        let log = File::options().create(true).append(true).open(&path);
        let log = log.map_err(Error::file(&path))?;
        let errors = log.try_clone().map_err(Error::file(&path))?;
        let mut postgres = self.program("postgres");
        postgres
            .arg("-D")
            .arg(self.data())
            // No sockets: their paths must be short, which ours may not be.
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

    /// Does what an SQL text says; what it gives, a line for each row.
    pub fn sql(&self, database: &str, text: &str) -> Result<String, Error> {
        run(&mut self.psql(database, text))
    }

    /// What does what an SQL text says.
    pub fn psql(&self, database: &str, text: &str) -> Command {
        let mut psql = self.program("psql");
        psql.args(["--no-psqlrc", "--no-align", "--tuples-only", "--quiet"])
            .args(["--set", "ON_ERROR_STOP=1", "--username=plants"])
            .args(["--host=127.0.0.1", "--port", &self.port.to_string()])
            .args(["--dbname", database, "--command", text]);
        psql
    }

    /// One of PostgreSQL's programs, run as the user that owns the cluster and
    /// with no settings from outside.
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

    /// The URL of one of its databases, over TCP.
    pub fn url(&self, database: &str) -> String {
        format!("postgres://plants@{}/{database}", self.address())
    }

    /// The port on which it listens, or will.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// From its next start on it listens on this port.
    pub fn listen_on(&mut self, port: u16) {
        self.port = port;
    }

    /// Whether it was started, and not killed.
    pub fn is_running(&self) -> bool {
        self.postmaster.is_some()
    }

    /// Where it listens, as it stands in a URL.
    pub fn address(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    /// Kills every process of the server at once, as a loss of its machine does.
    pub fn kill(&mut self) {
        let Some(mut postmaster) = self.postmaster.take() else {
            return;
        };
        let id = postmaster.id();
        let children = fs::read_to_string(format!("/proc/{id}/task/{id}/children"));
        // Each fails only where the process has ended.
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
            // Fails only where it has ended already.
            let _ = kill_process(Pid::from_child(&postmaster), signal);
            let _ = postmaster.wait();
        }
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        // An immediate shutdown: nobody needs what is in there.
        self.signal(Signal::QUIT);
    }
}

/// Runs a program that has to succeed; its standard output.
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

/// A port that nobody listens on at the moment.
fn free_port() -> std::io::Result<u16> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    Ok(listener.local_addr()?.port())
}

/// The directory with PostgreSQL's programs: the one on the path, or the newest
/// of Debian's.
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

/// Lets PostgreSQL's user have a directory.
fn give_away(directory: &Path) -> Result<(), Error> {
    match other_user() {
        Some((user, group)) => chown(directory, Some(user), Some(group)),
        None => Ok(()),
    }
    .map_err(Error::file(directory))
}

/// Somebody else to be, when this is root.
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
