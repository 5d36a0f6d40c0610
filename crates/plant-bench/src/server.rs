//! A server process: start, measurement of its processor time and memory, and end, by
//! SIGKILL or SIGTERM. Dropping a server kills it.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use procfs::process::Process;
use rustix::process::{Pid, Signal, kill_process};

use crate::Error;

/// Returns a port of the loopback interface that is free at the moment.
pub fn free_port() -> Result<u16, Error> {
    let address = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).and_then(|it| it.local_addr());
    Ok(address.map_err(Error::system("a port"))?.port())
}

/// A running server.
pub struct Server {
    child: Child,
    program: String,
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
    pub fn start(mut command: Command, log: &Path) -> Result<Self, Error> {
        let program = command.get_program().to_string_lossy().into_owned();
        let records = File::options().create(true).append(true).open(log);
        let records = records.map_err(Error::file(log))?;
        let begun = Instant::now();
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(records)
            .spawn()
            .map_err(|source| test_kit::Error::Run {
                program: program.clone(),
                source,
            })?;
        let output = child.stdout.take();
        let mut server = Server {
            child,
            program,
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
        let said = std::fs::read_to_string(log).unwrap_or_default();
        let said = said.lines().last().unwrap_or_default().to_owned();
        let program = server.program.clone();
        Err(Error::NotStarted { program, said })
    }

    /// Returns the processor time of its threads, as the scheduler counts it: ticks
    /// would be wrong for a thread that runs for less than a tick at a time.
    pub fn processor_time(&self) -> Result<Duration, Error> {
        let mut time = Duration::ZERO;
        for task in self.process()?.tasks()? {
            time += Duration::from_nanos(task?.schedstat()?.sum_exec_runtime);
        }
        Ok(time)
    }

    /// Returns the peak resident memory, in bytes.
    pub fn most_memory(&self) -> Result<u64, Error> {
        let kibibytes = self.process()?.status()?.vmhwm;
        Ok(kibibytes.unwrap_or_default() << 10)
    }

    fn process(&self) -> Result<Process, Error> {
        let id = i32::try_from(self.child.id()).unwrap_or_default();
        Ok(Process::new(id)?)
    }

    /// Sends SIGKILL and waits until the process has ended.
    pub fn kill(mut self) {
        self.end();
    }

    /// Sends SIGTERM and waits until the process has ended by itself.
    pub fn terminate(mut self) -> Result<ExitStatus, Error> {
        // Fails if the process has ended already; then `wait` returns its status.
        let _ = kill_process(Pid::from_child(&self.child), Signal::TERM);
        self.child.wait().map_err(Error::system("to wait"))
    }

    fn end(&mut self) {
        // Fails only if the process has ended, and then there is nothing to wait for.
        let _ = self.child.kill().and_then(|()| self.child.wait());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.end();
    }
}
