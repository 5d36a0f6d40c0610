//! Workflow commands of GitHub Actions, which become annotations of a change. A
//! value must never end a command before its end, so what has a meaning there is
//! escaped.

use super::Report;
use std::io;

pub(super) fn write(report: &Report, output: &mut dyn io::Write) -> io::Result<()> {
    for finding in &report.findings {
        let mut lines = vec![finding.message.clone(), format!("in {}", finding.operation)];
        lines.extend(finding.details());
        writeln!(
            output,
            "::error file={},line={},col={},title={}::{}",
            property(&finding.place.file),
            finding.place.line,
            finding.place.column,
            property(finding.rule.id()),
            data(&lines.join("\n")),
        )?;
    }
    for note in &report.notes {
        writeln!(output, "::notice::{}", data(note))?;
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
