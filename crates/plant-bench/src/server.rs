//! A server process: start, measurement of its processor time and memory, and end, by
//! SIGKILL or SIGTERM. Dropping a server kills it.

use std::io::{BufRead, BufReader};
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use fs_err::File;
use procfs::process::Process;
use rustix::process::{Pid, Signal, kill_process};

/// Returns a port of the loopback interface that is free at the moment.
pub fn free_port() -> Result<u16> {
    let address = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).and_then(|it| it.local_addr());
    Ok(address?.port())
}

/// A running server.
pub struct Server {
    child: Child,
    /// The address on which the server listens.
    pub url: String,
    /// The file that receives its standard error.
    pub log: PathBuf,
    /// The token that the server printed, if any.
    pub token: Option<String>,
    /// The time from the start until the server printed its address.
    pub ready_after: Duration,
}

impl Server {
    /// Starts a program and waits until it prints its address. Its standard error is
    /// appended to the file `log`.
    pub fn start(mut command: Command, log: &Path) -> Result<Self> {
        let records = File::options().create(true).append(true).open(log)?;
        let begun = Instant::now();
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(records.into_file())
            .spawn()
            .with_context(|| format!("cannot run {:?}", command.get_program()))?;
        let output = child.stdout.take();
        let mut server = Server {
            child,
            url: String::new(),
            log: log.to_owned(),
            token: None,
            ready_after: Duration::ZERO,
        };
        let lines = output.into_iter().flat_map(|it| BufReader::new(it).lines());
        for line in lines.map_while(Result::ok) {
            if let Some(token) = line.strip_prefix("token: ") {
                server.token = Some(token.to_owned());
            } else if let Some(url) = line.strip_prefix("listening on ") {
                server.url = url.to_owned();
                server.ready_after = begun.elapsed();
                return Ok(server);
            }
        }
        let said = fs_err::read_to_string(log).unwrap_or_default();
        let said = said.lines().last().unwrap_or_default();
        bail!("{:?} did not start: {said}", command.get_program())
    }

    /// Returns the processor time of its threads, as the scheduler counts it: ticks
    /// would be wrong for a thread that runs for less than a tick at a time.
    pub fn processor_time(&self) -> Result<Duration> {
        let mut time = Duration::ZERO;
        let id = i32::try_from(self.child.id()).unwrap_or_default();
        for task in Process::new(id)?.tasks()? {
            time += Duration::from_nanos(task?.schedstat()?.sum_exec_runtime);
        }
        Ok(time)
    }

    /// Sends SIGKILL and waits until the process has ended.
    pub fn kill(self) {
        drop(self);
    }

    /// Sends SIGTERM and waits until the process has ended by itself.
    pub fn terminate(mut self) -> Result<ExitStatus> {
        // Fails if the process has ended already; then `wait` returns its status.
        let _ = kill_process(Pid::from_child(&self.child), Signal::TERM);
        Ok(self.child.wait()?)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Fails only if the process has ended, and then there is nothing to wait for.
        let _ = self.child.kill().and_then(|()| self.child.wait());
    }
}
