//! Generates strings that match a regular expression. JSON Schema uses the
//! expressions of ECMA-262. An expression with syntax that `regex-syntax` doesn't
//! support (a lookahead, for example) yields no string here.

use crate::inclusion::effort::spend;
use regex_syntax::hir::{Class, Hir, HirKind};

/// Readable characters, in the order in which they are taken from a class.
const READABLE: &str = "aA0b1-_. /:";

/// The length from which on a candidate has no more repetitions. It then may not match.
const MAXIMUM_LENGTH: usize = 1 << 12;

/// Returns candidates for `pattern`: shortest strings and longer ones. Anchors and `\b` are
/// ignored, so a candidate may not match.
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

/// Writes a candidate with `more` repetitions above each minimum, and with the alternative
/// of index `branch` where there are several.
fn write(hir: &Hir, more: u32, branch: usize, text: &mut String) {
    spend(1);
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => {}
        HirKind::Literal(literal) => text.push_str(&String::from_utf8_lossy(&literal.0)),
        HirKind::Class(class) => text.extend(member(class, branch)),
        HirKind::Repetition(repetition) => {
            let maximum = repetition.max.unwrap_or(u32::MAX);
            for _ in 0..repetition.min.saturating_add(more).min(maximum) {
                if text.len() > MAXIMUM_LENGTH {
                    break;
                }
                write(&repetition.sub, more, branch, text);
            }
        }
        HirKind::Capture(capture) => write(&capture.sub, more, branch, text),
        HirKind::Concat(parts) => parts.iter().for_each(|part| write(part, more, branch, text)),
        HirKind::Alternation(parts) => write(&parts[branch % parts.len()], more, branch, text),
    }
}

/// Returns a character of the class: for branch 0 a readable character, or else the first
/// of the class; for other branches the end of a range.
fn member(class: &Class, branch: usize) -> Option<char> {
    let Class::Unicode(class) = class else {
        return None;
    };
    let ranges = class.ranges();
    if branch == 0 {
        let is_in =
            |one: &char| ranges.iter().any(|range| range.start() <= *one && *one <= range.end());
        let readable = READABLE.chars().find(is_in);
        return readable.or_else(|| Some(ranges.first()?.start()));
    }
    Some(ranges.get(branch % ranges.len().max(1))?.end())
}
