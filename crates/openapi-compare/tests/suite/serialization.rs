//! Tests of the serialization of parameters and headers: equivalent declarations,
//! and differences that a reader of the value would notice.

use crate::fixture::{name, read};
use openapi_compare::{Level, compare_versions};

fn found(level: Level, old: &str, new: &str) -> Vec<String> {
    let report = compare_versions(level, &read("old", old), &read("new", new));
    let findings = report.findings.iter();
    findings
        .map(|one| {
            let at = |pointer: &str| pointer.rsplit('/').next().unwrap_or_default().to_owned();
            let (old, new) = (at(&one.base.pointer), at(&one.candidate.pointer));
            format!("{} {}: {} ({old}, {new})", one.rule, name(one.level), one.message)
        })
        .collect()
}

fn parameter(fields: &str) -> String {
    let template = if fields.contains("in: path") { "/a/{p}" } else { "/a" };
    format!(
        "{{openapi: 3.1.0, paths: {{'{template}': {{get: {{parameters: [{{name: p, {fields}}}]}}}}}}}}"
    )
}

fn header(fields: &str) -> String {
    format!(
        "{{openapi: 3.1.0, paths: {{/a: {{get: {{responses: {{'200': {{headers: {{H: {{{fields}}}}}}}}}}}}}}}}}"
    )
}

const LIST: &str = "schema: {type: array, items: {type: string}}";
const OBJECT: &str = "schema: {type: object, properties: {a: {type: string}}}";

#[test]
fn declarations_with_the_same_serialization_are_equal() {
    for (one, other) in [
        (format!("in: path, {LIST}"), format!("in: path, explode: true, {LIST}")),
        (
            format!("in: query, style: deepObject, {OBJECT}"),
            format!("in: query, style: deepObject, explode: true, {OBJECT}"),
        ),
        (
            format!("in: query, {LIST}"),
            format!("in: query, allowReserved: false, allowEmptyValue: false, {LIST}"),
        ),
    ] {
        let (one, other) = (parameter(&one), parameter(&other));
        assert_eq!(found(Level::Documentation, &one, &other), [""; 0]);
        assert_eq!(found(Level::Documentation, &other, &one), [""; 0]);
    }
    let (one, other) = (header(LIST), header(&format!("style: simple, explode: true, {LIST}")));
    assert_eq!(found(Level::Documentation, &one, &other), [""; 0]);
}

#[test]
fn another_serialization_is_reported_at_its_location() {
    for (old, new, expected) in [
        (
            parameter(&format!("in: path, {OBJECT}")),
            parameter(&format!("in: path, explode: true, {OBJECT}")),
            "parameter-style-different breaking: style: simple in the old document, simple, exploded in the new document (0, explode)",
        ),
        (
            parameter(&format!("in: query, allowReserved: true, {LIST}")),
            parameter(&format!("in: query, {LIST}")),
            "parameter-style-different breaking: `allowReserved`: true in the old document, false in the new document (allowReserved, 0)",
        ),
        (
            parameter(&format!("in: query, allowEmptyValue: true, {LIST}")),
            parameter(&format!("in: query, {LIST}")),
            "parameter-style-different breaking: `allowEmptyValue`: true in the old document, false in the new document (allowEmptyValue, 0)",
        ),
        (
            header(OBJECT),
            header(&format!("explode: true, {OBJECT}")),
            "response-header-style-different breaking: style: simple in the old document, simple, exploded in the new document (H, explode)",
        ),
        (
            header("schema: {type: string}"),
            header("content: {application/json: {schema: {type: string}}}"),
            "response-header-style-different breaking: content: none in the old document, application/json in the new document (H, content)",
        ),
        (
            header("content: {text/plain: {schema: {type: string}}}"),
            header("content: {application/json: {schema: {type: string}}}"),
            "response-header-style-different breaking: content: text/plain in the old document, application/json in the new document (content, content)",
        ),
    ] {
        assert_eq!(found(Level::Contract, &old, &new), [expected]);
    }
}

#[test]
fn allowing_more_in_a_query_breaks_no_caller() {
    for flag in ["allowReserved", "allowEmptyValue"] {
        let old = parameter(&format!("in: query, {LIST}"));
        let new = parameter(&format!("in: query, {flag}: true, {LIST}"));
        assert_eq!(found(Level::Contract, &old, &new), [""; 0]);
        assert_eq!(found(Level::Documentation, &old, &new).len(), 1);
    }
}
