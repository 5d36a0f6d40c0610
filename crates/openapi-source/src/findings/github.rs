//! Writes findings as workflow commands of GitHub Actions, which become annotations
//! of a change (docs.github.com, "Workflow commands for GitHub Actions", "Setting
//! an error message"). Characters with a meaning in a command are escaped, so that
//! a value can't end the command early.

use super::annotation::Findings;
use super::level::Level;
use std::io;
use untrusted_text::one_line;

pub(crate) fn write(report: &impl Findings, output: &mut dyn io::Write) -> io::Result<()> {
    for finding in report.annotations() {
        let command = match finding.level {
            Level::Breaking => "error",
            Level::Contract => "warning",
            Level::Documentation => "notice",
        };
        let mut lines = finding.lines();
        lines.extend(finding.other.map(|other| format!("other side: {other}")));
        writeln!(
            output,
            "::{command} file={},line={},col={},title={}::{}",
            property(&finding.location.file),
            finding.location.line,
            finding.location.column,
            property(finding.rule),
            data(&lines.join("\n")),
        )?;
    }
    for note in report.notes() {
        writeln!(output, "::notice::{}", data(&one_line(note)))?;
    }
    Ok(())
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(&one_line(text)).replace(':', "%3A").replace(',', "%2C")
}
