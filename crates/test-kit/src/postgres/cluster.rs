//! A PostgreSQL database cluster in a directory, and its server. The programs run as
//! another user if this process is root, which PostgreSQL refuses. No setting trades
//! durability for speed.

use std::fs::{self, File};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use rustix::process::{Pid, Signal, geteuid, kill_process};

use crate::error::{NoPostgres, run};

/// The time limit for the start of a server, recovery included.
pub(super) const START: Duration = Duration::from_secs(60);

/// A database cluster and, if it runs, its server. Dropping it stops the server at once.
pub struct Cluster {
    /// Contains the data, the log and the socket.
    directory: PathBuf,
    port: u16,
    settings: Vec<String>,
    postmaster: Option<Child>,
}

impl Cluster {
    /// Returns a cluster without data in a directory, which is created if it is missing.
    /// The settings, such as `fsync=off`, apply to its server.
    ///
    /// # Errors
    /// The directory can't be created.
    pub fn at(directory: &Path, port: u16, settings: &[&str]) -> Result<Self> {
        fs::create_dir_all(directory)?;
        give_away(directory)?;
        Ok(Cluster {
            directory: directory.to_owned(),
            port,
            settings: settings.iter().copied().map(str::to_owned).collect(),
            postmaster: None,
        })
    }

    /// Creates the data, with further options of initdb. The superuser is `plants`; all
    /// connections are trusted.
    ///
    /// # Errors
    /// PostgreSQL is not installed, or initdb fails.
    pub fn initialize(&self, options: &[&str]) -> Result<()> {
        let mut initdb = self.program("initdb")?;
        initdb
            .args(["--username=plants", "--auth=trust", "--no-sync"])
            .args(["--encoding=UTF8", "--locale=C"])
            .args(options)
            .arg("--pgdata")
            .arg(self.data());
        run(&mut initdb).map(drop)
    }

    /// Starts the server and waits until it accepts connections.
    ///
    /// # Errors
    /// The server can't be started, or is not ready within a minute.
    pub fn start(&mut self) -> Result<()> {
        let began = Instant::now();
        while !self.is_ready() {
            let state = self.postmaster.as_mut().map(Child::try_wait);
            // Processes of a killed server may keep its shared memory for a while,
            // which makes the new server fail to start.
            if !matches!(state, Some(Ok(None))) {
                self.spawn()?;
            }
            let is_late = began.elapsed() > START;
            ensure!(!is_late, "PostgreSQL is not ready: {}", self.log());
            std::thread::sleep(Duration::from_millis(10));
        }
        Ok(())
    }

    /// Returns whether the started process is ready: line 1 of its pid file has the
    /// process id, and line 8 the state (`pidfile.h`).
    fn is_ready(&self) -> bool {
        let Some(postmaster) = &self.postmaster else {
            return false;
        };
        let status = fs::read_to_string(self.data().join("postmaster.pid")).unwrap_or_default();
        let mut lines = status.lines();
        lines.next() == Some(&postmaster.id().to_string())
            && lines.nth(6).is_some_and(|state| state.trim() == "ready")
    }

    fn spawn(&mut self) -> Result<()> {
        let path = self.directory.join("log");
        let log = File::options().create(true).append(true).open(path)?;
        let errors = log.try_clone()?;
        let mut postgres = self.program("postgres")?;
        postgres.arg("-D").arg(self.data());
        postgres.arg("-k").arg(&self.directory);
        postgres.args(["-p", &self.port.to_string()]);
        for setting in &self.settings {
            postgres.args(["-c", setting]);
        }
        let spawned = postgres.stdin(Stdio::null()).stdout(log).stderr(errors).spawn();
        self.postmaster = Some(spawned.context("cannot run postgres")?);
        Ok(())
    }

    /// Executes an SQL text over TCP. Returns the result, one line per row.
    ///
    /// # Errors
    /// The server does not run, or refuses the text.
    pub fn sql(&self, database: &str, text: &str) -> Result<String> {
        run(&mut self.psql(database, text)?)
    }

    /// Returns a psql command that executes an SQL text over TCP.
    ///
    /// # Errors
    /// PostgreSQL is not installed.
    pub fn psql(&self, database: &str, text: &str) -> Result<Command> {
        let mut psql = self.program("psql")?;
        psql.args(["--no-psqlrc", "--no-align", "--tuples-only", "--quiet"])
            .args(["--set", "ON_ERROR_STOP=1", "--username=plants"])
            .args(["--host=127.0.0.1", "--port", &self.port.to_string()])
            .args(["--dbname", database, "--command", text]);
        Ok(psql)
    }

    /// Returns a command for one of PostgreSQL's programs. It runs as the owner of the
    /// cluster, without PostgreSQL's environment variables.
    ///
    /// # Errors
    /// PostgreSQL is not installed.
    pub fn program(&self, name: &str) -> Result<Command> {
        let directory = crate::programs::postgres().ok_or(NoPostgres)?;
        let mut program = Command::new(directory.join(name));
        if let Some((user, group)) = other_user() {
            program.uid(user).gid(group);
        }
        for (variable, _) in std::env::vars_os() {
            if variable.to_string_lossy().starts_with("PG") {
                program.env_remove(variable);
            }
        }
        program.current_dir(&self.directory);
        Ok(program)
    }

    /// Returns the URL of a database of the cluster, over TCP.
    pub fn url(&self, database: &str) -> String {
        format!("postgres://plants@{}/{database}", self.address())
    }

    /// Returns the address of the server, as in a URL.
    pub fn address(&self) -> String {
        format!("127.0.0.1:{}", self.port)
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

    /// Returns the data directory.
    pub fn data(&self) -> PathBuf {
        self.directory.join("data")
    }

    /// Returns the directory of the data, the log and the socket.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// Returns the server's log.
    pub fn log(&self) -> String {
        fs::read_to_string(self.directory.join("log")).unwrap_or_default()
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
}

impl Drop for Cluster {
    fn drop(&mut self) {
        if let Some(mut postmaster) = self.postmaster.take() {
            // An immediate shutdown: the data is no longer needed. The signal fails only
            // if the process has ended.
            let _ = kill_process(Pid::from_child(&postmaster), Signal::QUIT);
            let _ = postmaster.wait();
        }
    }
}

/// Makes a file, or a directory with its contents, accessible to the user of PostgreSQL
/// only.
pub(super) fn give_away(path: &Path) -> Result<()> {
    run(Command::new("chmod").args(["-R", "go="]).arg(path))?;
    if let Some((user, group)) = other_user() {
        let owner = format!("{user}:{group}");
        run(Command::new("chown").args(["-R", &owner]).arg(path))?;
    }
    Ok(())
}

/// Returns the user and group for PostgreSQL's programs if this process is root.
pub(super) fn other_user() -> Option<(u32, u32)> {
    if !geteuid().is_root() {
        return None;
    }
    let users = fs::read_to_string("/etc/passwd").ok()?;
    let find = |wanted: &str| {
        let user = users.lines().find(|line| line.split(':').next() == Some(wanted))?;
        let mut numbers = user.split(':').skip(2).map(str::parse);
        Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
    };
    find("postgres").or_else(|| find("nobody"))
}
