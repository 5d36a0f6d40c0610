//! Shrinks a case as long as it shows the same disagreement.

use openapi_values::Json;
use openapi_values::instance::part_at;

use super::case::{Case, Frame};

/// The maximum number of smaller cases to try.
const TRIALS: usize = 3000;

/// Returns the smallest case found for which `shows` is still true.
pub(crate) fn shrink(mut case: Case, mut shows: impl FnMut(&Case) -> bool) -> Case {
    let mut trials = 0;
    let mut is_next = |smaller: &Case| {
        trials += 1;
        trials <= TRIALS && shows(smaller)
    };
    while let Some(next) = smaller(&case).into_iter().find(&mut is_next) {
        case = next;
    }
    case
}

/// Returns smaller cases, the largest reductions first.
fn smaller(case: &Case) -> Vec<Case> {
    let mut cases = Vec::new();
    if case.frame != Frame::default() {
        cases.push(Case { frame: Frame::default(), ..case.clone() });
    }
    if case.formatting.is_some() {
        cases.push(Case { formatting: None, ..case.clone() });
    }
    let mut paths = Vec::new();
    all_paths(&case.body, &mut Vec::new(), &mut paths);
    for path in paths {
        let mut body = case.body.clone();
        let Some(at) = part_at(&mut body, &path) else {
            continue;
        };
        for replacement in simpler(at) {
            let mut body = case.body.clone();
            if let Some(at) = part_at(&mut body, &path) {
                *at = replacement;
                cases.push(Case { body, ..case.clone() });
            }
        }
    }
    cases
}

fn all_paths(value: &Json, path: &mut Vec<usize>, paths: &mut Vec<Vec<usize>>) {
    paths.push(path.clone());
    let inside: Vec<&Json> = match value {
        Json::Array(items) => items.iter().collect(),
        Json::Object(members) => members.iter().map(|(_, member)| member).collect(),
        _ => Vec::new(),
    };
    for (index, inside) in inside.into_iter().enumerate() {
        path.push(index);
        all_paths(inside, path, paths);
        path.pop();
    }
}

/// Returns simpler values to replace a value.
fn simpler(value: &Json) -> Vec<Json> {
    match value {
        Json::Null | Json::Malformed(_) => Vec::new(),
        Json::Bool(_) => vec![Json::Null],
        Json::Number(literal) => {
            let plain = value.to_value().map(|json_value| json_value.to_string());
            let shorter = ["0".to_owned(), "1".to_owned()].into_iter().chain(plain);
            let shorter = shorter.filter(|other| other.len() < literal.len());
            let nearer = literal.parse::<i128>().into_iter().flat_map(|integer| {
                let steps = [integer / 2, integer / 10, integer.signum()];
                steps.into_iter().map(move |step| integer - step)
            });
            let nearer = nearer.map(|integer| integer.to_string());
            let nearer = nearer.filter(|other| other != literal);
            shorter.chain(nearer).map(Json::Number).collect()
        }
        Json::String(text) => {
            let characters: Vec<_> = text.chars().collect();
            let half = characters.len() / 2;
            let mut texts: Vec<String> = vec![
                String::new(),
                characters[..half].iter().collect(),
                characters[half..].iter().collect(),
            ];
            if characters.len() <= 40 {
                texts.extend((0..characters.len()).map(|index| {
                    let rest = characters.iter().enumerate().filter(|(other, _)| *other != index);
                    rest.map(|(_, character)| character).collect()
                }));
            }
            texts.retain(|other| other.len() < text.len());
            let plain = "a".repeat(characters.len());
            texts.extend(Some(plain).filter(|plain| plain != text));
            texts.into_iter().map(Json::String).collect()
        }
        Json::Array(items) => {
            let mut values: Vec<_> = items.to_vec();
            values.push(Json::Array(items[..items.len() / 2].to_vec()));
            values.push(Json::Array(items[items.len() / 2..].to_vec()));
            values.extend(without_each(items).map(Json::Array));
            values.retain(|other| other != value);
            values
        }
        Json::Object(members) => {
            let mut values: Vec<_> = members.iter().map(|(_, member)| member.clone()).collect();
            values.extend(without_each(members).map(Json::Object));
            values
        }
    }
}

fn without_each<T: Clone>(list: &[T]) -> impl Iterator<Item = Vec<T>> {
    (0..list.len()).map(|index| [&list[..index], &list[index + 1..]].concat())
}
