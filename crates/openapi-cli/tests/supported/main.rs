//! The table of supported features, `docs/supported.md`, computed: each row adds one field
//! or keyword to a document, and shows the change of the generated code. Nothing in the
//! table is written by hand.

use std::collections::{BTreeSet, HashMap};
use std::path::Path;
use std::rc::Rc;

use openapi_document::Document;
use openapi_schema::Schema;
use serde::Deserialize;
use serde_json::{Map, Value};

const BASE: &str = include_str!("base.yaml");
const FIELDS: &str = include_str!("fields.yaml");
const FIELDS_3_0: &str = include_str!("fields_3_0.yaml");
const FIELDS_3_2: &str = include_str!("fields_3_2.yaml");
const KEYWORDS: &str = include_str!("keywords.yaml");
const KEYWORDS_3_0: &str = include_str!("keywords_3_0.yaml");
const HEAD: &str = include_str!("head.md");

/// The beginning of the sections that the nightly workflow computes, with `ALL_DOCUMENTS`.
const OTHER_VERSIONS: &str = "\n## Fields that only OpenAPI 3.0.4 has";

/// A change of one place of the base document.
#[derive(Deserialize)]
struct Field {
    object: String,
    field: String,
    set: Option<String>,
    #[serde(default)]
    value: Value,
    remove: Option<String>,
    /// Further places that the change needs.
    #[serde(default)]
    and: Map<String, Value>,
    /// The places that both documents have.
    #[serde(default)]
    beside: Map<String, Value>,
}

/// A schema of a request body, with and without a keyword.
#[derive(Deserialize)]
struct Keyword {
    keyword: String,
    schema: Value,
    /// The keywords that make up the row, if not `keyword` alone.
    #[serde(default)]
    remove: Vec<String>,
    /// The schema without the keyword, if it is not at the top.
    without: Option<Value>,
    /// A value that the schema refuses because of the keyword.
    refused: Option<Value>,
}

/// The output of the generators for a document.
struct Outcome {
    server: Result<Server, String>,
    client: Result<Client, String>,
}

struct Server {
    /// The code without documentation, and without what only the emitted document shows.
    code: String,
    documentation: String,
    /// The embedded document.
    document: String,
    warnings: BTreeSet<String>,
}

struct Client {
    /// The code without documentation.
    code: String,
    documentation: String,
    /// The first operation that is left out.
    left_out: Option<String>,
    warnings: BTreeSet<String>,
}

#[test]
fn the_table_of_supported_constructs_is_current() {
    let base: Value = serde_yaml_ng::from_str(BASE).expect("base.yaml is YAML");
    let mut base_3_0 = base.clone();
    set(&mut base_3_0, "/openapi", "3.0.4".into());
    // `contentMediaType` is a keyword of 3.1.
    let file =
        "/paths/~1uploads/post/requestBody/content/multipart~1form-data/schema/properties/file";
    set(&mut base_3_0, file, serde_json::json!({ "type": "string" }));
    let mut base_3_2 = base.clone();
    set(&mut base_3_2, "/openapi", "3.2.0".into());

    let (all, all_keywords) = (fields(&base, FIELDS), keywords(&base, KEYWORDS));
    let mut page = HEAD.to_owned();
    page.push_str("\n## Fields of OpenAPI 3.1.1\n");
    table(&mut page, FIELD, &all);
    page.push_str("\n## Keywords of JSON Schema 2020-12 and of OpenAPI's base vocabulary\n");
    table(&mut page, KEYWORD, &all_keywords);
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/supported.md");
    if std::env::var_os("ALL_DOCUMENTS").is_none() {
        // The sections of the other versions take two thirds of the time.
        let written = std::fs::read_to_string(&file).expect("the page is there");
        let at = written.find(OTHER_VERSIONS).expect("the page has other versions");
        page.push_str(&written[at..]);
        return expectorate::assert_contents(file, &page);
    }
    for (version, base, own_fields, own_keywords) in
        [("3.0.4", &base_3_0, FIELDS_3_0, KEYWORDS_3_0), ("3.2.0", &base_3_2, FIELDS_3_2, "[]")]
    {
        let others = |rows: Vec<String>, known: &[String]| -> Vec<String> {
            let others = rows.into_iter().filter(|row| !known.contains(row));
            others.collect()
        };
        let different = others(fields(base, FIELDS), &all);
        let different_keywords = others(keywords(base, KEYWORDS), &all_keywords);
        let mut section = |title: &str, heads, rows: &[String]| {
            if !rows.is_empty() {
                page.push_str(&format!("\n{title}\n"));
                table(&mut page, heads, rows);
            }
        };
        section(
            &format!("## Fields that only OpenAPI {version} has, or has in another form"),
            FIELD,
            &fields(base, own_fields),
        );
        section(
            &format!("The fields of 3.1.1 whose result is another one in {version}:"),
            FIELD,
            &different,
        );
        section(
            &format!("## Keywords that only OpenAPI {version} has, or has in another form"),
            KEYWORD,
            &keywords(base, own_keywords),
        );
        section(
            &format!("The keywords of 3.1.1 whose result is another one in {version}:"),
            KEYWORD,
            &different_keywords,
        );
    }
    expectorate::assert_contents(file, &page);
}

/// The heads of the columns of fields, and of keywords.
const FIELD: &str = "Object | Field";
const KEYWORD: &str = "Keyword";

fn table(page: &mut String, heads: &str, rows: &[String]) {
    let columns = "---|".repeat(heads.split('|').count() + 2);
    let rows = rows.concat();
    page.push_str(&format!("\n| {heads} | Server | Client |\n|{columns}\n{rows}"));
}

/// Returns the lines of the table of rows that change the base document.
fn fields(base: &Value, text: &str) -> Vec<String> {
    let original = outcome(base);
    let row = |row: Field| {
        let mut changed = base.clone();
        for (pointer, value) in &row.beside {
            set(&mut changed, pointer, value.clone());
        }
        let beside = (!row.beside.is_empty()).then(|| outcome(&changed));
        if let Some(pointer) = &row.remove {
            remove(&mut changed, pointer);
        }
        if let Some(pointer) = &row.set {
            set(&mut changed, pointer, row.value.clone());
        }
        for (pointer, value) in &row.and {
            set(&mut changed, pointer, value.clone());
        }
        assert_ne!(changed, *base, "the row {} changes nothing", row.field);
        let (server, client) =
            compared(beside.as_ref().unwrap_or(&original), &outcome(&changed), false);
        let Field { object, field, .. } = row;
        format!("| {object} | {field} | {server} | {client} |\n")
    };
    rows(text).into_iter().map(row).collect()
}

/// Returns the lines of the table of keywords in a schema of the base document.
fn keywords(base: &Value, text: &str) -> Vec<String> {
    // Many rows begin with the same schema, and the generators take most of the time.
    let mut known = HashMap::new();
    let row = |row: Keyword| {
        let without = row.without.clone().unwrap_or_else(|| without(&row));
        let [with, without] = [row.schema, without].map(|schema| {
            let mut document = base.clone();
            let text = schema.to_string();
            set(&mut document, "/components/schemas/Thing", schema);
            Rc::clone(known.entry(text).or_insert_with(|| Rc::new(outcome(&document))))
        });
        let is_validated = row
            .refused
            .as_ref()
            .is_some_and(|refused| !accepts(&with, refused) && accepts(&without, refused));
        let (server, client) = compared(&without, &with, is_validated);
        format!("| {} | {server} | {client} |\n", row.keyword)
    };
    rows(text).into_iter().map(row).collect()
}

/// Returns the schema of a row without its keywords.
fn without(row: &Keyword) -> Value {
    let mut schema = row.schema.clone();
    let members = schema.as_object_mut().expect("a schema is an object");
    let one = [row.keyword.clone()];
    for keyword in if row.remove.is_empty() { &one[..] } else { &row.remove } {
        let removed = members.remove(keyword);
        assert!(removed.is_some(), "the schema has no keyword {keyword}");
    }
    schema
}

fn rows<T: for<'d> Deserialize<'d>>(text: &str) -> Vec<T> {
    serde_yaml_ng::from_str(text).expect("the rows are YAML")
}

fn set(document: &mut Value, pointer: &str, value: Value) {
    let (parent, name) = pointer.rsplit_once('/').expect("a pointer has a token");
    if document.pointer(parent).is_none() {
        set(document, parent, Value::Object(Map::new()));
    }
    let name = name.replace("~1", "/").replace("~0", "~");
    match document.pointer_mut(parent).expect("it was made") {
        Value::Object(members) => drop(members.insert(name, value)),
        Value::Array(items) => items[name.parse::<usize>().expect("an index")] = value,
        other => panic!("{pointer} leads into {other}"),
    }
}

fn remove(document: &mut Value, pointer: &str) {
    let (parent, name) = pointer.rsplit_once('/').expect("a pointer has a token");
    let name = name.replace("~1", "/").replace("~0", "~");
    let parent = document.pointer_mut(parent).and_then(Value::as_object_mut);
    parent.and_then(|members| members.remove(&name)).expect("base.yaml has the place");
}

fn outcome(document: &Value) -> Outcome {
    let text = document.to_string();
    let document = match Document::parse("openapi.json", &text) {
        Ok(document) => document,
        Err(diagnostics) => {
            let refusal = first_error(diagnostics);
            return Outcome { server: Err(refusal.clone()), client: Err(refusal) };
        }
    };
    let server =
        openapi_dropshot_build::generate(&document).map_err(first_error).map(|generated| {
            let (documentation, code) = separated(&generated.code);
            Server {
                code,
                documentation,
                document: generated.document,
                warnings: generated.warnings.into_iter().map(|warning| warning.message).collect(),
            }
        });
    let client =
        openapi_progenitor_build::generate(&document).map_err(first_error).map(|generated| {
            let (documentation, code) = separated(&generated.code);
            Client {
                code,
                documentation,
                left_out: generated.left_out.into_iter().next().map(|one| one.message),
                warnings: generated.warnings.into_iter().map(|warning| warning.message).collect(),
            }
        });
    Outcome { server, client }
}

fn first_error(diagnostics: openapi_document::Diagnostics) -> String {
    let mut errors = diagnostics
        .into_iter()
        .filter(|diagnostic| diagnostic.severity == openapi_document::Severity::Error);
    errors.next().expect("a refusal has an error").message
}

/// Returns the documentation of generated code, and the rest without the keywords that only
/// the emitted document shows.
fn separated(code: &str) -> (String, String) {
    let is_documentation = |line: &&str| {
        let line = line.trim_start();
        ["///", "//!", ".summary(", ".description(", ".tag(", ".deprecated("]
            .iter()
            .any(|start| line.starts_with(start))
    };
    let (documentation, rest): (Vec<_>, Vec<_>) = code.lines().partition(is_documentation);
    (documentation.join("\n"), rest.join("\n"))
}

/// Returns the effect of the difference of two documents on the server and the client.
fn compared(before: &Outcome, after: &Outcome, is_validated: bool) -> (String, String) {
    let validated = || is_validated.then_some("validated");
    let server = match (&before.server, &after.server) {
        (Ok(before), Ok(after)) => {
            let code = (before.code != after.code).then_some("in the code");
            let is_documented =
                before.documentation != after.documentation || before.document != after.document;
            let found = found(code, validated(), is_documented);
            cell(found, after.warnings.difference(&before.warnings))
        }
        (_, Err(refusal)) | (Err(refusal), _) => format!("refused: {}", escaped(refusal)),
    };
    let client = match (&before.client, &after.client) {
        (Ok(_), Ok(Client { left_out: Some(refusal), .. })) => {
            format!("refused: {}", escaped(refusal))
        }
        (Ok(before), Ok(after)) => {
            let code = (before.code != after.code).then_some("in the code");
            let is_documented = before.documentation != after.documentation;
            let found = found(code, validated(), is_documented);
            cell(found, after.warnings.difference(&before.warnings))
        }
        (_, Err(refusal)) | (Err(refusal), _) => format!("refused: {}", escaped(refusal)),
    };
    (server, client)
}

/// Returns the effects to name. Documentation is one if it is the only one.
fn found(
    code: Option<&'static str>,
    validated: Option<&'static str>,
    is_documented: bool,
) -> Vec<&'static str> {
    let found: Vec<_> = code.into_iter().chain(validated).collect();
    match is_documented && found.is_empty() {
        true => vec!["documentation"],
        false => found,
    }
}

fn cell<'w>(found: Vec<&str>, warnings: impl Iterator<Item = &'w String>) -> String {
    let found = if found.is_empty() { "no effect".to_owned() } else { found.join(", ") };
    warnings.fold(found, |text, warning| format!("{text}; warning: {}", escaped(warning)))
}

fn escaped(message: &str) -> String {
    message.replace('|', "\\|").replace('\n', " ")
}

/// Returns whether the schema of the request body accepts a value.
fn accepts(outcome: &Outcome, value: &Value) -> bool {
    let Ok(server) = &outcome.server else {
        return true;
    };
    let document: &'static str = String::leak(server.document.clone());
    let document = Box::leak(Box::new(openapi_schema::Document::new(document)));
    let schema = Schema::at(document, "#/components/schemas/Thing");
    schema.accepts(value).expect("the schema compiles")
}
