//! Strings that a regular expression matches. Expressions of JSON Schema are
//! those of ECMA-262; what only those have (a look ahead, say) yields no string
//! here, and another one has to do.

use regex_syntax::hir::{Class, Hir, HirKind};

/// Characters that read well, in the order in which a class is asked for them.
const LEGIBLE: &str = "aA0b1-_. /:";

/// Strings to try for `pattern`: the shortest match, and longer ones.
pub(super) fn strings(pattern: &str) -> Vec<String> {
    let Ok(hir) = regex_syntax::parse(pattern) else {
        return Vec::new();
    };
    let mut strings = Vec::new();
    for more in [0, 1, 2, 7] {
        for branch in 0..3 {
            let mut text = String::new();
            write(&hir, more, branch, &mut text);
            strings.push(text);
        }
    }
    strings.sort_unstable();
    strings.dedup();
    strings
}

/// Writes a match, with `more` repetitions than needed, taking the branch of
/// that number where there are several.
fn write(hir: &Hir, more: u32, branch: usize, text: &mut String) {
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => {}
        HirKind::Literal(literal) => text.push_str(&String::from_utf8_lossy(&literal.0)),
        HirKind::Class(class) => text.extend(member(class, branch)),
        HirKind::Repetition(repetition) => {
            let maximum = repetition.max.unwrap_or(u32::MAX);
            for _ in 0..repetition.min.saturating_add(more).min(maximum) {
                write(&repetition.sub, more, branch, text);
            }
        }
        HirKind::Capture(capture) => write(&capture.sub, more, branch, text),
        HirKind::Concat(parts) => parts
            .iter()
            .for_each(|part| write(part, more, branch, text)),
        HirKind::Alternation(parts) => write(&parts[branch % parts.len()], more, branch, text),
    }
}

/// A character of the class: a legible one, or else its first; for a branch
/// other than the first, the end of one of its ranges.
fn member(class: &Class, branch: usize) -> Option<char> {
    let Class::Unicode(class) = class else {
        return None;
    };
    let ranges = class.ranges();
    if branch == 0 {
        let is_in = |one: &char| {
            ranges
                .iter()
                .any(|range| range.start() <= *one && *one <= range.end())
        };
        let legible = LEGIBLE.chars().find(is_in);
        return legible.or_else(|| Some(ranges.first()?.start()));
    }
    Some(ranges.get(branch % ranges.len().max(1))?.end())
}
