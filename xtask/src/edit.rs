//! Edits of a file by exact text, so that an edit that no longer fits is detected
//! and never applied in another place.

/// Texts that occur exactly once in a file, with their replacements.
pub type Edits = &'static [(&'static str, &'static str)];

/// Applies edits to the text of `file`, or reports an edit that no longer fits and
/// the file where it is defined.
pub fn apply(file: &str, text: &str, edits: Edits, written_in: &str) -> Result<String, String> {
    let mut changed = text.to_owned();
    for (before, after) in edits {
        let count = changed.matches(before).count();
        if count != 1 {
            return Err(format!(
                "this occurs {count} times in {file}, where the case expects it once; \
                 mend the case in {written_in}:\n{before}",
            ));
        }
        changed = changed.replacen(before, after, 1);
    }
    Ok(changed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edit_that_does_not_fit_reports_where_it_is_defined() {
        for text in ["", "name: a\nname: a\n"] {
            let edits = &[("name: a\n", "")];
            let problem = apply("example.yaml", text, edits, "cases.rs").unwrap_err();
            for part in ["example.yaml", "name: a", "cases.rs"] {
                assert!(problem.contains(part), "{problem}");
            }
        }
    }

    #[test]
    fn edits_are_applied_in_order() {
        let edits = &[("a", "b"), ("bc", "d")];
        assert_eq!(apply("", "ac", edits, ""), Ok("d".to_owned()));
    }
}
