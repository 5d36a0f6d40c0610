//! Changes of the import and the export of plants.

use super::{Check, Mutation};

const CSV: &str = "src/cli/plants/csv.rs";
const LINES: &str = "src/cli/plants/import/lines.rs";
const IMPORT: &str = "src/cli/plants/import/mod.rs";
const REPORT: &str = "src/cli/plants/import/report.rs";
const TARGET: &str = "src/cli/plants/import/target.rs";
const TESTS: Check = Check::Tests("--test import");
const UNITS: Check = Check::Units("plant-store");

pub(super) const ALL: &[Mutation] = &[
    Mutation::new(
        CSV,
        "takes an empty tag for an absent one",
        &[("text.is_empty() && !cell.is_quoted", "text.is_empty()")],
        &[TESTS],
    ),
    Mutation::new(
        CSV,
        "writes an empty tag as an absent one",
        &[("if text.is_empty() || text.contains(", "if text.contains(")],
        &[TESTS],
    ),
    Mutation::new(
        CSV,
        "imports a record whose end is missing",
        &[("quotes % 2 == 1", "quotes % 2 == 2")],
        &[TESTS],
    ),
    Mutation::new(
        LINES,
        "takes the rest of a line that is too large for another line",
        &[("                input.skip_until(b'\\n')?;\n", "")],
        &[UNITS],
    ),
    Mutation::new(
        IMPORT,
        "ends with success although lines are refused",
        &[(
            "refused => Err(ImportError::Refused(refused).into()),",
            "_ => Ok(()),",
        )],
        &[TESTS],
    ),
    Mutation::new(
        IMPORT,
        "ends with success although the last creates failed",
        &[("return self.end_creates().await;", "return Ok(());")],
        &[TESTS],
    ),
    Mutation::new(
        REPORT,
        "leaves the progress bar on the terminal",
        &[("        self.progress.finish_and_clear();\n", "")],
        &[Check::Tests("--test terminal")],
    ),
    Mutation::new(
        TARGET,
        "counts a plant that was stored before as new",
        &[("return Ok(Stored::Before)", "return Ok(Stored::New)")],
        &[TESTS],
    ),
    Mutation::new(
        TARGET,
        "ends at a plant that the service refuses",
        &[("if failure.status() == 400", "if failure.status() == 409")],
        &[TESTS],
    ),
];
