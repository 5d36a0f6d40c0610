//! Runs the commands of `docs/tour.md`, and compares their output with the page. The
//! page has three parts, each with a shell and an empty directory of its own. A part is
//! ignored where its program is missing.
//!
//! `SNAPSHOTS=overwrite` writes the output into the page. trycmd was considered: it runs
//! each command by itself, without a shell and without processes in the background.

#![allow(clippy::unwrap_used)]

use std::fs::{self, File};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use libtest_mimic::{Arguments, Trial};
use snapbox::{Assert, file};
use test_kit::postgres;
use test_kit::service::{Session, program};

const PAGE: &str = include_str!("../docs/tour.md");

/// The ports on the page. The test has free ports instead.
const PORTS: [&str; 5] = ["8080", "9090", "8443", "5433", "5434"];

/// The time limit for the commands of a part, in seconds.
const LIMIT: &str = "120";

/// Ends what still runs at the end: the jobs of the shell, and servers of PostgreSQL.
const END: &str = "{ kill $(jobs -p); kill -QUIT $(head --quiet --lines 1 */postmaster.pid); }";

/// A part of the page.
#[derive(Clone, Copy)]
struct Part {
    name: &'static str,
    /// The first line.
    begin: &'static str,
    /// Returns the program that may be missing, or its directory.
    required: fn() -> Option<PathBuf>,
    /// Prepares the directory. Returns further directories for the search path.
    prepare: fn(&Path) -> Vec<PathBuf>,
}

const PARTS: [Part; 3] = [
    Part {
        name: "the_commands_with_sqlite_have_the_output_that_the_page_shows",
        begin: "# A tour\n",
        required: || Some(program()),
        prepare: |_| vec![],
    },
    Part {
        name: "the_commands_with_a_proxy_have_the_output_that_the_page_shows",
        begin: "## Behind a proxy\n",
        required: || test_kit::programs::find("haproxy"),
        prepare: |_| {
            let haproxy = test_kit::programs::find("haproxy").unwrap();
            vec![haproxy.parent().unwrap().to_owned()]
        },
    },
    Part {
        name: "the_commands_with_postgres_have_the_output_that_the_page_shows",
        begin: "## On PostgreSQL with a standby\n",
        required: test_kit::programs::postgres,
        prepare: |directory| vec![postgres::programs(directory)],
    },
];

/// A line of the page that is not output.
enum Line {
    Text(&'static str),
    /// A command: lines that begin with `$ ` and `> `, as on the page.
    Command(Vec<&'static str>),
}

fn main() -> ExitCode {
    let tests = PARTS.map(|part| {
        let trial = Trial::test(part.name, move || {
            part.compare();
            Ok(())
        });
        trial.with_ignored_flag((part.required)().is_none())
    });
    libtest_mimic::run(&Arguments::from_args(), tests.into()).exit_code()
}

impl Part {
    fn compare(self) {
        let lines = lines(self.text());
        let commands = lines.iter().filter_map(|line| match line {
            Line::Command(command) => Some(&**command),
            Line::Text(_) => None,
        });
        let mut outputs = self.outputs(&commands.collect::<Vec<_>>()).into_iter();
        let lines = lines.iter().map(|line| match line {
            Line::Text(text) => format!("{text}\n"),
            Line::Command(command) => command.join("\n") + "\n" + &outputs.next().unwrap(),
        });
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/tour.md");
        // The tests of other parts may overwrite the page, too.
        let lock = File::open(&path).unwrap();
        lock.lock().unwrap();
        let page = fs::read_to_string(&path).unwrap();
        let page = page.replacen(self.text(), &lines.collect::<String>(), 1);
        // Backslashes on the page are no paths.
        let assert = Assert::new().normalize_paths(false).action_env("SNAPSHOTS");
        assert.eq(page, file!["../docs/tour.md"]);
    }

    /// Returns the text of the part: up to the next part.
    fn text(self) -> &'static str {
        let (_, rest) = PAGE.split_at(PAGE.find(self.begin).unwrap());
        let ends = PARTS.iter().filter_map(|part| rest.find(part.begin));
        let end = ends.filter(|end| *end > 0).min();
        &rest[..end.unwrap_or(rest.len())]
    }

    /// Runs the commands in one shell. Returns the output of each.
    fn outputs(self, commands: &[&[&str]]) -> Vec<String> {
        let session = Session::new();
        let mut path = (self.prepare)(&session.directory());
        path.push(program().parent().unwrap().to_owned());
        path.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap()));
        let free = PORTS.map(|_| free_port());
        let free = free.map(|(_, port)| port);
        // Each output ends with U+0000.
        let mut script = format!("exec 2>&1\ntrap '{END} 2> /dev/null' EXIT\n");
        for command in commands {
            let lines = command.iter().map(|line| &line[2..]);
            script.push_str(&lines.collect::<Vec<_>>().join("\n"));
            script.push_str("\nprintf '\\0'\n");
        }
        for (port, free) in PORTS.iter().zip(&free) {
            script = script.replace(port, free);
        }
        let output = Command::new("timeout")
            .args([LIMIT, "bash", "-c", &script])
            .current_dir(session.directory())
            .env_clear()
            .env("PATH", std::env::join_paths(path).unwrap())
            .env("PLANT_STORE_CONFIG", "/dev/null")
            .output()
            .unwrap();
        let mut text = String::from_utf8(output.stdout).unwrap();
        for (port, free) in PORTS.iter().zip(&free) {
            text = text.replace(free, port);
        }
        let outputs: Vec<_> = text.split_terminator('\0').map(str::to_owned).collect();
        assert_eq!(outputs.len(), commands.len(), "the shell ended early: {text}");
        outputs
    }
}

/// Returns a free port, which contains no port of the page. The port is taken by the
/// listener.
fn free_port() -> (TcpListener, String) {
    let ports = std::iter::repeat_with(|| {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port().to_string();
        (listener, port)
    });
    let mut ports = ports.filter(|(_, port)| !PORTS.iter().any(|shown| port.contains(shown)));
    ports.next().unwrap()
}

/// Returns the lines of a text without the output of commands.
fn lines(text: &'static str) -> Vec<Line> {
    let mut is_console = false;
    let mut lines = Vec::new();
    for line in text.lines() {
        if line.starts_with("```") {
            is_console = line == "```console";
            lines.push(Line::Text(line));
        } else if !is_console {
            lines.push(Line::Text(line));
        } else if line.starts_with("$ ") {
            lines.push(Line::Command(vec![line]));
        } else if line.starts_with("> ")
            && let Some(Line::Command(command)) = lines.last_mut()
        {
            command.push(line);
        }
    }
    lines
}
