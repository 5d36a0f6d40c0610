//! Runs the built program as a user or a script does, and records a transcript for
//! review: a terminal session without text that differs from run to run.

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::connection::PATIENCE;

/// Returns the path of the built program: cargo builds it beside the directory of the
/// test programs.
pub fn program() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let mut directories = test.ancestors().skip(1).take(2);
    let built = |directory: &Path| Some(directory.join("plant-store")).filter(|it| it.is_file());
    directories.find_map(built).expect("plant-store is built; run `cargo build --bin plant-store`")
}

/// Returns the program, in this directory, without settings of the environment and of
/// this machine.
pub fn plant_store(directory: &Path) -> Command {
    let mut command = Command::new(program());
    command.current_dir(directory).env_remove("COLUMNS");
    without_settings(&mut command);
    command
}

/// Leaves out settings of the environment and of this machine.
pub fn without_settings(command: &mut Command) {
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("PLANT_STORE_") {
            command.env_remove(name);
        }
    }
    command.env("PLANT_STORE_CONFIG", "/dev/null");
}

/// Commands in a temporary directory, and their transcript.
pub struct Session {
    directory: TempDir,
    transcript: String,
}

impl Default for Session {
    fn default() -> Self {
        Session { directory: TempDir::new().unwrap(), transcript: String::new() }
    }
}

impl Session {
    /// Creates an empty temporary directory.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the directory.
    pub fn directory(&self) -> PathBuf {
        self.directory.path().canonicalize().unwrap()
    }

    /// Runs the program and records the command line and its output.
    pub fn run(&mut self, arguments: &[&str]) -> Output {
        let output = plant_store(&self.directory()).args(arguments).output().unwrap();
        let quoted = arguments.iter().map(|argument| quote(argument));
        let line = quoted.collect::<Vec<_>>().join(" ");
        self.transcript.push_str(&format!("$ plant-store {line}\n"));
        for stream in [&output.stdout, &output.stderr] {
            self.transcript.push_str(&String::from_utf8_lossy(stream));
        }
        match output.status.code().unwrap() {
            0 => self.transcript.push('\n'),
            code => self.transcript.push_str(&format!("(exit code {code})\n\n")),
        }
        output
    }

    /// Writes a remark into the transcript.
    pub fn note(&mut self, remark: &str) {
        self.transcript.push_str(&format!("# {remark}\n"));
    }

    /// Returns the transcript, without text that differs from run to run.
    pub fn transcript(&self) -> String {
        let directory = self.directory();
        let text = self.transcript.replace(&*directory.to_string_lossy(), "DIRECTORY");
        text.split_inclusive([' ', '\n']).map(redact).collect()
    }
}

fn quote(argument: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.:/,=@+[]".contains(&byte);
    match argument {
        long if long.len() > 100 => format!("<{} characters>", long.chars().count()),
        plainly if !plainly.is_empty() && plainly.bytes().all(plain) => plainly.to_owned(),
        other => format!("'{}'", other.escape_debug()),
    }
}

/// Masks a word that is a token or a time.
fn redact(word: &str) -> String {
    let bare = word.trim_end();
    let is_time = bare.len() == 20 && bare.ends_with('Z') && bare.as_bytes()[10] == b'T';
    if is_time {
        word.replace(bare, "2000-01-01T00:00:00Z")
    } else if bare.starts_with("plant_") && bare.len() == 55 {
        word.replace(bare, "plant_TOKEN")
    } else {
        word.to_owned()
    }
}

/// A running service; killed when dropped.
pub struct Service {
    child: Child,
    output: Receiver<String>,
    log: Receiver<String>,
}

impl Service {
    /// Starts a service on any free port, with the default store of the directory.
    pub fn start(directory: &Path, arguments: &[&str]) -> Self {
        let any_port = ["--listen", "127.0.0.1:0"];
        Self::serve(directory, &[&any_port, arguments].concat())
    }

    /// Starts a service with these arguments and no others.
    pub fn serve(directory: &Path, arguments: &[&str]) -> Self {
        Self::of(plant_store(directory).arg("serve").args(arguments))
    }

    /// Starts the service of this command.
    pub fn of(command: &mut Command) -> Self {
        // With a terminal as standard input, SIGHUP would end the service.
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let output = lines(child.stdout.take().unwrap());
        let log = lines(child.stderr.take().unwrap());
        Service { child, output, log }
    }

    /// Returns the next line on standard output, or `None` at its end.
    pub fn line(&self) -> Option<String> {
        self.output.recv().ok()
    }

    /// Waits until the service is ready. Returns its address. Skips a first token.
    pub fn address(&self) -> String {
        let address = |line: String| line.strip_prefix("listening on http://").map(str::to_owned);
        std::iter::from_fn(|| self.line()).find_map(address).unwrap()
    }

    /// Returns the address of the admin listener, which is printed after the address of
    /// the service.
    pub fn admin_address(&self) -> String {
        self.line().unwrap().strip_prefix("admin on http://").unwrap().to_owned()
    }

    /// Waits until a service that starts for the first time is ready. Returns its token
    /// and its address.
    pub fn first_start(&self) -> (String, String) {
        let line = self.line().unwrap();
        let token = line.strip_prefix("token: ").unwrap().to_owned();
        (token, self.address())
    }

    /// Waits for a log record with this text in it.
    pub fn wait_for_log(&self, text: &str) -> String {
        self.log_until(&[text]).pop().unwrap()
    }

    /// Waits for a log record with all these texts in it. Returns the records
    /// up to it.
    pub fn log_until(&self, texts: &[&str]) -> Vec<String> {
        let deadline = Instant::now() + PATIENCE;
        let mut records: Vec<String> = Vec::new();
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.log.recv_timeout(left) {
                Ok(record) => records.push(record),
                Err(error) => panic!("{error}; no record with {texts:?} in {records:#?}"),
            }
            let last = &records[records.len() - 1];
            if texts.iter().all(|text| last.contains(text)) {
                return records;
            }
        }
    }

    /// Sends a signal by its name.
    pub fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-s", name, &id]).status().unwrap().success());
    }

    /// Waits for the end of the process. Returns the exit code, and the rest of standard output and of
    /// standard error.
    pub fn end(mut self) -> (Option<i32>, Vec<String>, Vec<String>) {
        let deadline = Instant::now() + PATIENCE;
        while self.child.try_wait().unwrap().is_none() {
            assert!(Instant::now() < deadline, "the service does not end");
            std::thread::sleep(Duration::from_millis(5));
        }
        let code = self.child.wait().unwrap().code();
        (code, self.output.iter().collect(), self.log.iter().collect())
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        // Fails if the process has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn lines(stream: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(stream).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    receiver
}
