//! Tests of reading: an invalid document is rejected with all of its problems at
//! once, each with its location; a valid document is read to the last digit.

use crate::fixture::{cases, compare_texts, name, read, with_body};
use openapi_compare::{Document, Level, compare_versions};
use std::fmt::Write;
use std::path::Path;
use std::sync::LazyLock;

/// Texts that aren't OpenAPI documents, or are documents that can't be compared.
static BAD: LazyLock<Vec<(String, String)>> =
    LazyLock::new(|| cases(include_str!("cases/bad_documents.yaml")));

#[test]
fn each_bad_document_is_refused_with_all_of_its_diagnostics() {
    let mut table = String::new();
    for (name, text) in BAD.iter() {
        let error =
            Document::parse("api.yaml", text).err().unwrap_or_else(|| panic!("{name} was read"));
        let _ = writeln!(table, "### {name}\n{error}\n");
    }
    insta::assert_snapshot!(table);
}

#[test]
fn deep_nesting_is_refused_before_it_fills_the_stack() {
    for (open, close) in [("[", "]"), ("{a: ", "}"), ("{\"a\":", "}")] {
        let text = format!(
            "{{\"openapi\": \"3.1.0\", \"x\": {}1{}}}",
            open.repeat(100_000),
            close.repeat(100_000)
        );
        assert!(Document::parse("deep", &text).is_err());
    }
    let lines: Vec<String> = (0..300).map(|level| format!("{}a:", " ".repeat(level))).collect();
    let error = Document::parse("deep", &lines.join("\n")).unwrap_err();
    assert!(error.to_string().contains("nested deeper than 256 levels"), "{error}");
}

/// The thread of a test has a small stack.
#[test]
fn schemas_within_each_other_up_to_the_limit_are_compared() {
    let (open, close) = ("{properties: {a: ".repeat(110), "}}".repeat(110));
    let nested = |leaf| with_body("3.1.0", &format!("{open}{{type: {leaf}}}{close}"), "");
    assert!(compare_texts(&nested("string"), &nested("string")).is_clean());
    assert!(!compare_texts(&nested("integer"), &nested("string")).is_clean());
}

#[test]
fn aliases_that_multiply_are_refused_before_they_fill_the_memory() {
    let mut text = "openapi: 3.1.0\nx-0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n".to_owned();
    for level in 1..12 {
        let alias = format!("*a{}", level - 1);
        let _ = writeln!(text, "x-{level}: &a{level} [{}]", [alias.as_str(); 10].join(", "));
    }
    let error = Document::parse("many", &text).unwrap_err();
    assert!(error.to_string().contains("the aliases are more than 200000 nodes"), "{error}");
}

#[test]
fn a_missing_file_and_an_unreadable_one_have_different_errors() {
    let missing = Document::read(Path::new("tests/no-such-file.yaml")).unwrap_err();
    assert_eq!(
        missing.to_string(),
        "tests/no-such-file.yaml:1:1: error: the file can't be read: No such file or directory (os error 2)\n  at #"
    );
    let folder = Document::read(Path::new("tests")).unwrap_err();
    assert!(folder.to_string().contains("directory"), "{folder}");
}

/// YAML has no surrogate pairs, but JSON writers use them.
#[test]
fn json_is_read_as_json_with_the_same_locations_as_yaml() {
    let json =
        "{\n  \"openapi\": \"3.1.0\",\n  \"paths\": {\"/\\ud83d\\ude00\": {\"get\":\t{}}}\n}";
    let yaml = "openapi: 3.1.0\n\npaths: {\"/\\U0001F600\":  {\"get\": {}}}\n";
    let nothing = "openapi: 3.1.0";
    let finding = |text| compare_texts(text, nothing).findings.remove(0);
    let (from_json, from_yaml) = (finding(json), finding(yaml));
    assert_eq!(from_json.seen_in, ["GET /\u{1f600}"]);
    assert_eq!(from_json.seen_in, from_yaml.seen_in);
    assert_eq!(from_json.base.pointer, "/paths/~1\u{1f600}/get");
    assert_eq!((from_json.base.line, from_json.base.column), (3, 31));
    assert_eq!((from_yaml.base.line, from_yaml.base.column), (3, 26));
}

#[test]
fn numbers_keep_every_digit() {
    let limit = |text| with_body("3.1.0", &format!("{{type: number, maximum: {text}}}"), "");
    let (one, other) = (limit("9007199254740992.0000000000000001"), limit("9007199254740992"));
    assert!(!compare_texts(&one, &other).is_clean());
    for (one, other) in
        [("1e3", "1000"), ("0x10", "16"), ("0o17", "15"), ("+1.50", "1.5"), ("-.5", "-0.5")]
    {
        let report = compare_texts(&limit(one), &limit(other));
        assert!(report.is_clean(), "{one} and {other}: {report}");
    }
}

#[test]
fn a_byte_order_mark_and_aliases_and_unquoted_statuses_are_read() {
    let plain = "openapi: 3.1.0\npaths: {/a: {get: {responses: {'200': {description: a}}}}}\n";
    let fancy = "\u{feff}openapi: 3.1.0\nx-ok: &ok {description: a}\npaths: {/a: {get: {responses: {200: *ok}}}}\n";
    assert!(compare_texts(plain, fancy).is_clean());
}

/// A member called `$ref` is not a reference where it is data, nor is a property of
/// that name.
#[test]
fn data_is_not_treated_as_references() {
    let text = "openapi: 3.1.0\n\
        components: {schemas: {A: {enum: [{$ref: nowhere}], default: {$ref: 1}, examples: [{$ref: 2}], \
        properties: {$ref: {type: string}, default: {type: integer}}}}}\n";
    assert!(Document::parse("data", text).is_ok());
}

/// OpenAPI 3.1.1 §4.8.9: the target and the siblings both count.
#[test]
fn a_path_item_with_siblings_beside_its_reference_is_merged_with_the_target() {
    let whole = "{openapi: 3.1.0, paths: {/a: {parameters: [{name: p, in: query, schema: {type: string}}], \
        get: {responses: {}}, put: {responses: {'204': {description: Done}}}}}}";
    for version in ["3.0.3", "3.1.0"] {
        let split = format!(
            "{{openapi: {version}, paths: {{/a: {{$ref: '#/components/x', put: {{responses: {{'204': {{description: Done}}}}}}}}}}, \
             components: {{x: {{$ref: '#/components/y'}}, y: {{parameters: [{{name: p, in: query, schema: {{type: string}}}}], get: {{responses: {{}}}}}}}}}}"
        );
        for (left, right) in [(whole, split.as_str()), (&split, whole)] {
            let report = compare_texts(left, right);
            assert!(report.is_clean(), "{left}\n{report}");
        }
    }
}

/// YAML 1.2.2 §10.3: a tag determines the type of a scalar, however it is written.
#[test]
fn a_value_with_an_explicit_tag_is_the_same_value() {
    for (tagged, plain) in [
        ("!!int '1'", "1"),
        ("!!int 1", "1"),
        ("!!float 1", "1.0"),
        ("!!bool \"true\"", "true"),
        ("!!null ''", "null"),
        ("!!str 1", "'1'"),
        ("!!str true", "'true'"),
    ] {
        let body = |value: &str| with_body("3.1.0", &format!("{{const: {value}}}"), "");
        let report = compare_texts(&body(tagged), &body(plain));
        assert!(report.is_clean(), "{tagged}\n{report}");
    }
}

/// The rest of the document is compared, and each unreadable keyword is reported
/// with its location.
#[test]
fn a_keyword_of_the_wrong_type_is_reported_and_hides_nothing_else() {
    let schema = |limit: &str| {
        let text =
            with_body("3.0.3", &format!("{{type: string, minLength: {limit}, maxLength: 9}}"), "");
        read("a", &text)
    };
    let (bad, worse, good) = (schema("x"), schema("y"), schema("1"));
    assert_eq!(bad.diagnostics().len(), 1);
    assert!(bad.diagnostics()[0].location.pointer.as_str().ends_with("/schema/minLength"));
    let found = |level, old: &Document, new: &Document| {
        let report = compare_versions(level, old, new);
        let lines = report.findings.iter().map(|one| format!("{} {}", one.rule, name(one.level)));
        lines.collect::<Vec<_>>()
    };
    assert_eq!(found(Level::Contract, &bad, &bad), [""; 0]);
    assert_eq!(found(Level::Documentation, &bad, &bad), ["keyword-unreadable documentation"]);
    assert_eq!(found(Level::Contract, &bad, &worse), ["keyword-unreadable contract"; 2]);
    assert_eq!(
        found(Level::Contract, &bad, &good),
        ["keyword-unreadable contract", "request-body-narrower breaking"]
    );
}

#[test]
fn every_keyword_of_the_wrong_type_is_left_out_with_its_location() {
    for (text, count) in [
        (
            "openapi: 3.1.0\ncomponents: {schemas: {A: {type: sting, enum: 1, required: true, minimum: low, \
             minLength: -1, maxItems: 1.5, multipleOf: 0, pattern: 1, uniqueItems: no, exclusiveMinimum: true}}}\n",
            10,
        ),
        (
            "openapi: 3.0.3\ncomponents: {schemas: {A: {type: [string], exclusiveMinimum: low, pattern: '('}}}\n",
            3,
        ),
    ] {
        let document = read("api.yaml", text);
        assert_eq!(document.diagnostics().len(), count, "{:?}", document.diagnostics());
    }
}
