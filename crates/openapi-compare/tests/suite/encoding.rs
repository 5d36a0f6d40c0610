//! Tests of `encoding`, the serialization of form members: an explicit default is
//! no difference, and any other change is reported once, at its location.

use crate::fixture::read;
use openapi_compare::{Level, compare_versions};

const SCHEMA: &str = "{properties: {object: {description: The object}}, allOf: [{$ref: '#/components/schemas/Form'}, {properties: {file: {type: string, format: binary}}}]}";

fn form(encoding: &str) -> String {
    format!(
        "{{openapi: 3.1.0, paths: {{/a: {{post: {{requestBody: {{content: {{multipart/form-data: {{schema: {SCHEMA}{encoding}}}}}}}}}}}}}, \
         components: {{schemas: {{Form: {{type: object, allOf: [{{$ref: '#/components/schemas/Form'}}], properties: \
         {{object: {{type: object}}, named: {{allOf: [{{$ref: '#/components/schemas/Thing'}}], description: d}}, mixed: {{type: [string, integer]}}, image: {{type: string, contentMediaType: image/png}}, nested: {{$ref: '#/components/schemas/Nested'}}, text: {{type: string}}, nullable: {{type: [string, 'null']}}, list: {{type: array, items: {{type: integer}}}}, any: {{}}}}}}, Thing: {{type: object}}, Nested: {{type: array, items: {{$ref: '#/components/schemas/Nested'}}}}}}}}}}"
    )
}

fn with(encoding: &str) -> String {
    form(&format!(", encoding: {{{encoding}}}"))
}

fn found(old: &str, new: &str) -> Vec<String> {
    let report = compare_versions(Level::Documentation, &read("old", old), &read("new", new));
    let findings = report.findings.iter();
    findings
        .map(|one| {
            let at =
                |pointer: &str| pointer.rsplit("form-data").next().unwrap_or_default().to_owned();
            let places = (at(&one.base.pointer), at(&one.candidate.pointer));
            format!("{}: {} ({}, {})", one.rule, one.message, places.0, places.1)
        })
        .collect()
}

#[test]
fn an_explicit_default_is_no_difference() {
    for encoding in [
        "",
        "object: {contentType: application/json}",
        "object: {contentType: Application/JSON; charset=utf-8}",
        "named: {contentType: application/json}",
        "mixed: {contentType: text/plain}",
        "image: {contentType: image/png}",
        "nested: {contentType: application/octet-stream}",
        "text: {contentType: text/plain}",
        "nullable: {contentType: text/plain}",
        "list: {contentType: text/plain}",
        "file: {contentType: application/octet-stream}",
        "any: {contentType: application/octet-stream}",
        "nothing: {contentType: application/octet-stream}",
        "object: {x-more: 1}",
    ] {
        assert_eq!(found(&form(""), &with(encoding)), [""; 0], "{encoding}");
        assert_eq!(found(&with(encoding), &form("")), [""; 0], "{encoding}");
    }
    for (one, other) in [
        (
            "file: {contentType: 'image/png, image/jpeg'}",
            "file: {contentType: 'image/jpeg,image/png'}",
        ),
        ("list: {style: form}", "list: {explode: true}"),
        ("list: {style: form}", "list: {style: form, allowReserved: false, contentType: text/csv}"),
    ] {
        assert_eq!(found(&with(one), &with(other)), [""; 0], "{one} {other}");
    }
}

#[test]
fn another_encoding_is_reported_at_its_location() {
    for (old, new, expected) in [
        (
            form(""),
            with("object: {contentType: application/xml}"),
            "encoding-different: encoding of `object`: application/json in the old document, application/xml in the new document (, /encoding/object)",
        ),
        (
            with("file: {contentType: 'image/png, image/jpeg'}"),
            with("file: {contentType: image/png}"),
            "encoding-different: encoding of `file`: image/png, image/jpeg in the old document, image/png in the new document (/encoding/file, /encoding/file)",
        ),
        (
            with("list: {style: spaceDelimited}"),
            with("list: {style: pipeDelimited, explode: true, allowReserved: true}"),
            "encoding-different: encoding of `list`: spaceDelimited in the old document, pipeDelimited, exploded, reserved characters in the new document (/encoding/list, /encoding/list)",
        ),
        (
            with("list: {style: form}"),
            with("text: {contentType: text/plain}"),
            "encoding-different: encoding of `list`: form, exploded in the old document, text/plain in the new document (/encoding/list, /encoding)",
        ),
    ] {
        assert_eq!(found(&old, &new), [expected]);
    }
}
