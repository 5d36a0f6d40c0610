//! Workflow commands of GitHub Actions, which become annotations of a change
//! (docs.github.com, "Workflow commands for GitHub Actions", "Setting an error
//! message"). A value must never end a command before its end, so what has a
//! meaning there is escaped.

use super::Report;
use crate::level::Level;
use std::io;

pub(super) fn write(report: &Report, output: &mut dyn io::Write) -> io::Result<()> {
    for finding in &report.findings {
        let (place, other) = report.places(finding);
        let command = match finding.level {
            Level::Breaking => "error",
            Level::Contract => "warning",
            Level::Documentation => "notice",
        };
        let mut lines = vec![finding.message.clone()];
        lines.extend(report.details(finding));
        lines.push(format!("other side: {other}"));
        writeln!(
            output,
            "::{command} file={},line={},col={},title={}::{}",
            property(&place.file),
            place.line,
            place.column,
            property(finding.rule.id()),
            data(&lines.join("\n")),
        )?;
    }
    Ok(())
}

fn data(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
