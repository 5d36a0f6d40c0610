//! Changes of a file by pieces of its text, so that a change that no longer
//! fits is noticed and never made in another place.

/// Pieces of a file, each of which occurs in it once, and what stands in their
/// place afterwards.
pub type Edits = &'static [(&'static str, &'static str)];

/// Changes the text of `file`, or says which edit no longer fits it and where
/// to mend that.
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
    fn an_edit_that_does_not_fit_says_what_to_mend() {
        for text in ["", "name: a\nname: a\n"] {
            let edits = &[("name: a\n", "")];
            let problem = apply("example.yaml", text, edits, "cases.rs").unwrap_err();
            for part in ["example.yaml", "name: a", "cases.rs"] {
                assert!(problem.contains(part), "{problem}");
            }
        }
    }

    #[test]
    fn edits_are_made_one_after_the_other() {
        let edits = &[("a", "b"), ("bc", "d")];
        assert_eq!(apply("", "ac", edits, ""), Ok("d".to_owned()));
    }
}
