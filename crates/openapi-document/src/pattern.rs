//! Regular expressions of ECMA-262, as JSON Schema has them, matched in a bounded number
//! of steps.
//!
//! `regress` implements ECMA-262 by backtracking, without a limit. It matches where few
//! steps are known to suffice; otherwise `fancy-regex` matches, which is linear for expressions
//! without lookaround and back references, and has a limit on the steps for others.
//!
//! ```
//! use openapi_document::Pattern;
//!
//! let pattern = Pattern::new("^[a-z]+$").unwrap();
//! assert_eq!(pattern.is_match("plain"), Some(true));
//! assert!(Pattern::new("(").is_none());
//! ```

use regex_syntax::hir::{Hir, HirKind, Look};
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::OnceLock;

/// The most steps that `regress` takes for one text, and that `fancy-regex` goes back.
const MAX_STEPS: u64 = 1 << 16;

/// The most bytes of a compiled expression.
const MAX_SIZE: usize = 1 << 19;

/// A regular expression of ECMA-262 with the flag `u`, as JSON Schema recommends
/// (Core §6.4).
#[derive(Debug)]
pub struct Pattern {
    regress: regress::Regex,
    /// The expression in the syntax of the `regex` crates, if there is an equivalent.
    translated: Option<String>,
    /// The structure; `None` for an expression with lookaround, for example, and for one with
    /// alternatives, since `regex_syntax` makes a single class of `a|a`.
    structure: Option<Hir>,
    fancy: OnceLock<Option<fancy_regex::Regex>>,
}

impl Pattern {
    /// Returns whether an expression matches in a text, as [`is_match`](Self::is_match); `None` also
    /// if the expression is invalid. Each thread compiles an expression once.
    pub fn matches(pattern: &str, text: &str) -> Option<bool> {
        thread_local! {
            static COMPILED: RefCell<HashMap<String, Option<Pattern>>> = RefCell::default();
        }
        COMPILED.with_borrow_mut(|compiled| {
            if !compiled.contains_key(pattern) {
                compiled.insert(pattern.to_owned(), Self::new(pattern));
            }
            compiled.get(pattern)?.as_ref()?.is_match(text)
        })
    }

    /// Compiles an expression. Returns `None` if it is invalid.
    pub fn new(pattern: &str) -> Option<Pattern> {
        let regress = regress::Regex::with_flags(pattern, "u").ok()?;
        let translated = jsonschema_regex::to_rust_regex(pattern).ok();
        let translated = translated.map(|text| text.into_owned());
        let structure = translated.as_deref().filter(|text| !text.contains('|'));
        Some(Pattern {
            regress,
            structure: structure.and_then(|text| regex_syntax::parse(text).ok()),
            translated,
            fancy: OnceLock::new(),
        })
    }

    /// Returns whether the expression matches in a text; `None` if that takes too many
    /// steps.
    pub fn is_match(&self, text: &str) -> Option<bool> {
        let length = text.len() as u64;
        let steps = self.structure.as_ref().map(|structure| {
            start_positions(structure, length)
                .saturating_mul(steps(structure, length))
                .saturating_mul(length + 1)
        });
        if steps.is_some_and(|steps| steps <= MAX_STEPS) {
            return Some(self.regress.find(text).is_some());
        }
        self.fancy()?.is_match(text).ok()
    }

    fn fancy(&self) -> Option<&fancy_regex::Regex> {
        let build = || {
            let mut builder = fancy_regex::RegexBuilder::new(self.translated.as_deref()?);
            builder
                .backtrack_limit(MAX_STEPS as usize)
                .delegate_size_limit(MAX_SIZE)
                .delegate_dfa_size_limit(MAX_SIZE);
            builder.build().ok()
        };
        self.fancy.get_or_init(build).as_ref()
    }
}

/// Returns the number of positions at which a match can begin.
fn start_positions(structure: &Hir, length: u64) -> u64 {
    if structure.properties().look_set_prefix().contains(Look::Start) { 1 } else { length + 1 }
}

/// Returns the number of ways in which a backtracking engine can match a text of this
/// length, or more.
fn steps(part: &Hir, length: u64) -> u64 {
    match part.kind() {
        HirKind::Empty | HirKind::Literal(_) | HirKind::Class(_) | HirKind::Look(_) => 1,
        HirKind::Capture(capture) => steps(&capture.sub, length),
        HirKind::Concat(parts) => {
            parts.iter().map(|part| steps(part, length)).fold(1, u64::saturating_mul)
        }
        // There are no alternatives: see `Pattern::structure`.
        HirKind::Alternation(_) => u64::MAX,
        HirKind::Repetition(repetition) => {
            let least = u64::from(repetition.min);
            let most = repetition.max.map_or(u64::MAX, u64::from);
            let can_be_empty = repetition.sub.properties().minimum_len() == Some(0);
            let count = match can_be_empty {
                true => most.min(least.saturating_add(length)),
                false => most.min(length),
            };
            match steps(&repetition.sub, length) {
                1 if can_be_empty => count.saturating_add(1),
                1 => count.saturating_sub(least).saturating_add(1),
                each => each.saturating_pow(u32::try_from(count).unwrap_or(u32::MAX)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    //! Each expression is matched, or given up, at once.

    use super::*;

    fn is_match(pattern: &str, text: &str) -> Option<bool> {
        Pattern::new(pattern).unwrap().is_match(text)
    }

    #[test]
    fn an_expression_of_ecma_262_has_its_meaning() {
        assert_eq!(is_match(r"^\d+$", "\u{661}"), Some(false));
        assert_eq!(is_match("^a.c$", "a\u{2028}c"), Some(false));
        assert_eq!(is_match("^(?!b)[a-z]+$", "abc"), Some(true));
        assert_eq!(is_match("^(?!b)[a-z]+$", "bc"), Some(false));
        assert_eq!(is_match("b", "abc"), Some(true));
    }

    #[test]
    fn an_expression_that_backtracks_for_ever_is_decided() {
        for pattern in ["^(a+)+$", "^(a|a)*$", "^(?!b)(a|a)*$", "^a*a*a*a*a*a*a*a*a*$"] {
            for length in [30, 5_000] {
                let text = "a".repeat(length) + "!";
                assert_eq!(is_match(pattern, &text), Some(false), "{pattern}");
            }
        }
    }

    #[test]
    fn an_expression_that_no_engine_decides_is_given_up() {
        let text = "a".repeat(5_000) + "!";
        for pattern in ["((a{1000}){1000}){1000}", r"^(a|a)*(?=b)\1$"] {
            assert_eq!(is_match(pattern, &text), None, "{pattern}");
        }
    }
}
