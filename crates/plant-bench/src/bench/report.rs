//! Reports of measurements, on standard output and as pages of `docs/bench`. A page is
//! always rewritten as a whole, so it contains no handwritten text.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use procfs::Current;

use crate::Error;

/// A report, which is printed line by line and collected for its page.
pub struct Report {
    path: PathBuf,
    text: String,
}

impl Report {
    /// Starts a page in this directory; `command` is the command that writes it.
    pub fn begin(directory: &Path, name: &str, title: &str, command: &str) -> Result<Self, Error> {
        fs::create_dir_all(directory).map_err(Error::file(directory))?;
        let mut report = Report {
            path: directory.join(name).with_extension("md"),
            text: String::new(),
        };
        report.line(&format!("# {title}\n"));
        report.line(&format!(
            "Written by `{command}`; do not edit by hand. {}\n",
            machine()
        ));
        Ok(report)
    }

    /// Adds a line.
    pub fn line(&mut self, line: &str) {
        println!("{line}");
        let _ = writeln!(self.text, "{line}");
    }

    /// Adds a table. The first column is text, the others are figures.
    pub fn table(&mut self, head: &[&str], rows: &[Vec<String>]) {
        self.line(&format!("| {} |", head.join(" | ")));
        let rule = vec!["--:"; head.len().saturating_sub(1)];
        self.line(&format!("|---|{}|", rule.join("|")));
        for row in rows {
            self.line(&format!("| {} |", row.join(" | ")));
        }
        self.line("");
    }

    /// Adds a table of targets. Returns whether all of them are reached.
    pub fn bars(&mut self, bars: &[Bar]) -> bool {
        let rows: Vec<_> = bars.iter().map(Bar::row).collect();
        self.table(&["Bar", "Measured", "Wanted", "Reached"], &rows);
        bars.iter().all(Bar::is_reached)
    }

    /// Writes the page.
    pub fn write(self) -> Result<(), Error> {
        let text = format!("{}\n", self.text.trim_end());
        fs::write(&self.path, text).map_err(Error::file(self.path))
    }
}

/// A target for a measured figure.
pub struct Bar {
    /// The subject of the target.
    pub name: String,
    /// The measured figure.
    pub measured: f64,
    /// The bound on the figure.
    pub wanted: Wanted,
    /// The unit in the report.
    pub unit: &'static str,
}

/// A lower or upper bound on a figure.
#[derive(Clone, Copy)]
pub enum Wanted {
    /// The least acceptable figure.
    AtLeast(f64),
    /// The greatest acceptable figure.
    AtMost(f64),
}

impl Bar {
    fn is_reached(&self) -> bool {
        match self.wanted {
            Wanted::AtLeast(least) => self.measured >= least,
            Wanted::AtMost(most) => self.measured <= most,
        }
    }

    fn row(&self) -> Vec<String> {
        let wanted = match self.wanted {
            Wanted::AtLeast(least) => format!("≥ {least:.2}{}", self.unit),
            Wanted::AtMost(most) => format!("≤ {most:.2}{}", self.unit),
        };
        vec![
            self.name.clone(),
            format!("{:.2}{}", self.measured, self.unit),
            wanted,
            if self.is_reached() { "yes" } else { "**no**" }.to_owned(),
        ]
    }
}

/// Returns a description of the machine and of its load.
fn machine() -> String {
    let processors = std::thread::available_parallelism().map_or(0, usize::from);
    let model = procfs::CpuInfo::current().ok();
    let model = model
        .as_ref()
        .and_then(|it| it.model_name(0))
        .unwrap_or("an unknown processor");
    let kernel = procfs::sys::kernel::Version::current();
    let kernel = kernel.map_or_else(
        |_| "?".to_owned(),
        |it| format!("{}.{}.{}", it.major, it.minor, it.patch),
    );
    let load = procfs::LoadAverage::current();
    let load = load.map_or_else(|_| "?".to_owned(), |it| format!("{:.2}", it.one));
    format!(
        "Measured on {processors} processors ({model}), Linux {kernel}, with the load generator on \
         the same ones; load average before it began: {load}."
    )
}
