//! Tests of `versions`, and of the code on the page `docs/versions.md`.

use crate::session::Session;
use openapi_versions::{Documents, HEADER, NAME, Source, generate};
use std::process::Command;

const PAGE: &str = "../../docs/versions.md";
const EXAMPLE: &str = "../openapi-examples";

fn documents() -> Documents {
    let sources = ["1.0.0", "2.0.0"];
    let sources = sources.map(|version| Source::new(format!("{EXAMPLE}/openapi/{version}.yaml")));
    Documents::read(&sources).unwrap()
}

#[test]
fn the_trait_on_the_page_is_the_generated_one() {
    let page = std::fs::read_to_string(PAGE).unwrap();
    let start = page.find("/// What version 1.0.0 needs").unwrap();
    let shown = &page[start..];
    let shown = &shown[..shown.find("```").unwrap()];
    let generated = generate(&mut documents(), NAME, HEADER).unwrap();
    let (_, code) = &generated.files.files[0];
    assert!(code.contains(shown), "{code}");
}

#[test]
fn documents_are_generated_once() {
    let mut documents = documents();
    generate(&mut documents, NAME, HEADER).unwrap();
    let errors = generate(&mut documents, NAME, HEADER).unwrap_err();
    assert!(errors.to_string().contains("there is no version to generate"), "{errors}");
}

const DOCUMENT: &str = "\
openapi: 3.1.0
info: {title: Things, version: 1.0.0}
paths:
  /things:
    post:
      operationId: createThing
      requestBody:
        content: {application/json: {schema: {type: integer}}}
      responses: {'204': {description: Done}}
";

#[test]
fn bad_versions_are_named_with_their_place() {
    let session = Session::new();
    session.write("1.yaml", DOCUMENT);
    session.write("2.yaml", DOCUMENT.replace("1.0.0", "2.0.0"));
    session.write("none.yaml", DOCUMENT.replace(", version: 1.0.0", ""));
    session.write("word.yaml", DOCUMENT.replace("1.0.0", "latest"));
    session.write("broken.yaml", "openapi: 3.1.0\npaths: []\n");
    session.write(
        "renamed.yaml",
        DOCUMENT.replace("createThing", "makeThing").replace("1.0.0", "2.0.0"),
    );
    let mut text = String::new();
    for files in [
        &["1.yaml", "none.yaml"][..],
        &["1.yaml", "word.yaml"],
        &["broken.yaml", "missing.yaml"],
        &["1.yaml", "renamed.yaml"],
        &["1.yaml", "/absolute:2.yaml"],
        &["1.yaml", "2.yaml", "--implementation", "missing.rs"],
    ] {
        text.push_str(&session.transcript(&[&["versions"], files].concat()));
    }
    insta::assert_snapshot!(text);
}

#[test]
fn a_required_member_of_requests_needs_a_function_unless_it_is_read_only() {
    let session = Session::new();
    let with = |version: &str, schema: &str| {
        let document = DOCUMENT.replace("1.0.0", version);
        document.replace("{type: integer}", &format!("{{type: object, {schema}}}"))
    };
    session.write("1.yaml", with("1.0.0", "properties: {a: {type: string}}"));
    for (annotation, expected) in [("", 1), (", readOnly: true", 0)] {
        let id = format!("{{type: integer{annotation}}}");
        let schema = format!("required: [id], properties: {{a: {{type: string}}, id: {id}}}");
        session.write("2.yaml", with("2.0.0", &schema));
        let (code, output, _) = session.run("versions 1.yaml 2.yaml");
        assert_eq!(code, expected, "{output}");
    }
}

/// Returns the output of `versions` for two versions of the responses of an operation.
fn of_responses(old: &str, new: &str) -> String {
    let session = Session::new();
    for (version, responses) in [("1.0.0", old), ("2.0.0", new)] {
        let document = DOCUMENT.replace("1.0.0", version);
        session.write(version, document.replace("{'204': {description: Done}}", responses));
    }
    session.run("versions 1.0.0 2.0.0").1
}

#[test]
fn the_name_of_a_header_field_has_no_case() {
    let with = |name: &str| {
        let headers = format!("headers: {{{name}: {{required: true, schema: {{type: integer}}}}}}");
        format!("{{'204': {{description: Done, {headers}}}}}")
    };
    let output = of_responses(&with("X-Count"), &with("x-count"));
    assert!(output.contains("all versions can be served"), "{output}");
}

#[test]
fn a_response_needs_a_function_if_the_older_version_has_a_more_exact_key_for_it() {
    let declared = |keys: &[&str]| {
        let responses: Vec<_> =
            keys.iter().map(|key| format!("{key}: {{description: Done}}")).collect();
        format!("{{{}}}", responses.join(", "))
    };
    let old = declared(&["'404'", "4XX", "default"]);
    let output = of_responses(&old, &declared(&["4XX", "default"]));
    assert!(output.contains("1.0.0 declares the response 404 apart, which is one of 4XX in 2.0.0"));
    // A 404 of the newer version is one of 4XX.
    assert!(!output.contains("of default"), "{output}");
    let output = of_responses(&old, &declared(&["default"]));
    assert!(output.contains("404 apart, which is one of default in 2.0.0"), "{output}");
}

#[test]
fn the_reason_for_a_function_names_the_media_types_that_need_none() {
    let with = |media: &str| {
        format!(
            "{{'200': {{description: Done, content: {{{media}: {{schema: {{type: array}}}}}}}}}}"
        )
    };
    let output = of_responses(&with("application/json"), &with("application/jsonl"));
    let reason = "The body of the response 200 has no conversion: both versions need JSON as the \
                  only media type, or the same stream or bytes.";
    assert!(output.contains(reason), "{output}");
}

/// Each schema is that of a request and of its response.
#[test]
fn a_member_that_one_version_declares_alone_needs_a_function() {
    let object = |members: &str| format!("{{type: object, properties: {{{members}}}}}");
    let text = "{type: string}";
    let (vat, tax) = (object("vatId: {type: string}"), object("taxId: {type: string}"));
    let map = |of: &str| format!("{{type: object, additionalProperties: {of}}}");
    let list = |of: &str| format!("{{type: array, items: {of}}}");
    let tagged = |member: &str| {
        let one = |tag: &str, member: &str| {
            format!(
                "{{type: object, required: [kind], properties: {{kind: {{const: {tag}}}, {member}}}}}"
            )
        };
        let (a, b) = (one("a", member), one("b", "n: {type: string}"));
        format!("{{oneOf: [{a}, {b}], discriminator: {{propertyName: kind}}}}")
    };
    let rows = [
        ("renamed", vat.clone(), tax.clone()),
        (
            "removed",
            object("a: {type: string}, vatId: {type: string}"),
            object("a: {type: string}"),
        ),
        ("added", object("a: {type: string}"), object("a: {type: string}, taxId: {type: string}")),
        ("nested", object(&format!("a: {vat}")), object(&format!("a: {tax}"))),
        ("items", list(&vat), list(&tax)),
        ("values", map(&vat), map(&tax)),
        ("into-map", vat.clone(), map(text)),
        ("out-of-map", map(text), vat.clone()),
        ("into-open", vat.clone(), "{}".to_owned()),
        (
            "beside-typed",
            format!("{{type: object, properties: {{a: {text}}}, additionalProperties: {text}}}"),
            object("a: {type: string}"),
        ),
        ("out-of-object", "{type: object}".to_owned(), tax.clone()),
        (
            "beside-map",
            format!("{{type: object, properties: {{a: {text}}}, additionalProperties: {text}}}"),
            format!(
                "{{type: object, properties: {{a: {text}, b: {text}}}, additionalProperties: {text}}}"
            ),
        ),
        (
            "all-of",
            format!("{{allOf: [{vat}, {}]}}", object("a: {type: string}")),
            format!("{{allOf: [{tax}, {}]}}", object("a: {type: string}")),
        ),
        ("tagged", tagged("vatId: {type: string}"), tagged("taxId: {type: string}")),
        (
            "tagged-added",
            tagged("a: {type: string}"),
            tagged("a: {type: string}, b: {type: string}"),
        ),
    ];
    let document = |version: &str, of: &dyn Fn(&(&str, String, String)) -> String| {
        let operations = rows.iter().map(|row| {
            let content = format!("content: {{application/json: {{schema: {}}}}}", of(row));
            let name = row.0;
            format!(
                "  /{name}: {{post: {{operationId: {name}, parameters: [{{name: q, in: query, \
                 content: {{application/json: {{schema: {}}}}}}}], requestBody: {{required: true, \
                 {content}}}, responses: {{'200': {{description: Done, {content}}}}}}}}}\n",
                of(row)
            )
        });
        let operations: String = operations.collect();
        format!("openapi: 3.1.0\ninfo: {{title: Things, version: {version}}}\npaths:\n{operations}")
    };
    let session = Session::new();
    session.write("1.yaml", document("1.0.0", &|row| row.1.clone()));
    session.write("2.yaml", document("2.0.0", &|row| row.2.clone()));
    insta::assert_snapshot!(session.transcript(&["versions", "1.yaml", "2.yaml"]));
}

/// A difference is found once. Where several ways lead to it, a function for one of them would
/// leave the values of the others as they are.
#[test]
fn a_part_has_a_function_of_its_own_if_one_way_alone_leads_to_what_differs() {
    let kind = "{$ref: '#/components/schemas/Kind'}";
    let again = "{$ref: '#/components/schemas/Thing'}";
    let object = |members: &str| format!("{{type: object, properties: {{{members}}}}}");
    let session = Session::new();
    for (thing, part) in [
        (object(&format!("house: {kind}, name: {{type: string}}")), Some("/house/kind")),
        (format!("{{type: array, items: {kind}}}"), Some("/*/kind")),
        (object(&format!("house: {kind}, work: {kind}")), None),
        (object(&format!("house: {kind}, more: {{type: array, items: {kind}}}")), None),
        (object(&format!("house: {kind}, next: {again}")), None),
        (object(&format!("all: {{allOf: [{kind}, {{required: [kind]}}]}}, next: {kind}")), None),
    ] {
        let document = DOCUMENT.replace("{type: integer}", again);
        for (file, version, values) in [("1.yaml", "1.0.0", "a, b"), ("2.yaml", "2.0.0", "a")] {
            let kind = object(&format!("kind: {{enum: [{values}]}}"));
            let schemas = format!("components: {{schemas: {{Kind: {kind}, Thing: {thing}}}}}\n");
            session.write(file, document.replace("1.0.0", version) + &schemas);
        }
        let (_, output, errors) = session.run("versions 1.yaml 2.yaml");
        let shown = output.split_once("The part is `").and_then(|(_, part)| part.split_once('`'));
        assert!(output.contains("(missing)"), "{thing}: {output}{errors}");
        assert_eq!(shown.map(|(part, _)| part), part, "{thing}: {output}");
    }
}

/// Each function is named after what it converts, and tells the first reason with a value.
#[test]
fn a_function_is_for_the_part_that_differs_and_no_other() {
    let list = |of: &str| format!("{{type: array, items: {of}}}");
    let object = |members: &str| format!("{{type: object, properties: {{{members}}}}}");
    let any = |kind: &str| object(&format!("'*': {{type: {kind}}}, a: {{type: string}}"));
    let strange = |kind: &str| object(&format!("'a/~b': {{type: {kind}}}"));
    let nested = |kind: &str, limit: &str, more: &str| {
        let a = object(&format!("b: {{type: {kind}}}{more}"));
        let c = format!("{{type: array, contains: {{type: string, {limit}}}}}");
        object(&format!("a: {a}, c: {c}, '*': {}", object(&format!("e: {{type: string}}{more}"))))
    };
    let session = Session::new();
    for (older, newer, name, said) in [
        (
            list("{type: string}"),
            list("{type: integer}"),
            "request_create_thing_body",
            "The part is `/*`.",
        ),
        (
            list(&list("{type: string}")),
            list(&list("{type: integer}")),
            "request_create_thing_body",
            "The part is `/*/*`.",
        ),
        (
            any("string"),
            any("integer"),
            "request_create_thing_body",
            "does not: `{\"*\":\"\"}`\n1 function",
        ),
        (
            strange("string"),
            strange("integer"),
            "request_create_thing_body_a_b",
            "The part is `/a~1~0b`.",
        ),
        (
            nested("string", "maxLength: 4", ", d: {type: string}"),
            nested("integer", "not: {minLength: 5}", ""),
            "request_create_thing_body",
            "1.0.0 allows this value, and 2.0.0 does not: `{\"a\":{\"b\":\"\"}}`",
        ),
    ] {
        for (file, version, schema) in [("1.yaml", "1.0.0", older), ("2.yaml", "2.0.0", newer)] {
            let document = DOCUMENT.replace("1.0.0", version);
            session.write(file, document.replace("{type: integer}", &schema));
        }
        let (_, output, errors) = session.run("versions 1.yaml 2.yaml");
        let expected = format!("{name} (missing)");
        assert!(output.contains(&expected) && output.contains(said), "{name}: {output}{errors}");
    }
}

#[test]
fn a_header_field_that_the_older_version_declares_alone_needs_a_function() {
    let session = Session::new();
    let with = |version: &str, field: &str| {
        let document = DOCUMENT.replace("1.0.0", version);
        let headers = format!("Done, headers: {{{field}: {{schema: {{type: string}}}}}}");
        document.replace("Done", &headers)
    };
    session.write("1.yaml", with("1.0.0", "X-Vat"));
    session.write("2.yaml", with("2.0.0", "X-Tax"));
    let (code, output, _) = session.run("versions 1.yaml 2.yaml");
    assert_eq!(code, 1, "{output}");
    let expected = "1.0.0 declares the header field `x-vat`, and 2.0.0 does not.";
    assert!(output.to_lowercase().contains(expected), "{output}");
}

#[test]
fn the_same_alternatives_of_credentials_need_no_function() {
    let with = |version: &str, security: &str| {
        let document = DOCUMENT.replace("1.0.0", version);
        let document = document.replace("post:\n", &format!("post:\n      security: {security}\n"));
        // What makes the operation one that is converted.
        let member = format!("v{}: {{type: integer}}", version.len());
        let object = format!("{{type: object, properties: {{{member}}}}}");
        let document = document.replace("{type: integer}}}}", &format!("{object}}}}}}}"));
        format!(
            "{document}components: {{securitySchemes: {{t: {{type: http, scheme: bearer}}, \
             k: {{type: apiKey, in: header, name: X-Key}}, b: {{type: http, scheme: basic}}}}}}\n"
        )
    };
    let session = Session::new();
    for (old, new, is_same) in [
        ("[{t: []}, {k: []}]", "[{t: []}, {k: []}]", true),
        ("[{t: []}, {k: []}]", "[{k: []}, {t: []}]", true),
        ("[{t: []}]", "[{k: []}, {t: []}]", true),
        ("[{t: [], k: []}, {b: []}]", "[{b: []}, {k: [], t: []}]", true),
        ("[{t: []}, {k: []}, {}]", "[{}, {t: []}, {k: []}]", true),
        ("[{t: []}]", "[{}, {t: []}]", true),
        ("[{t: []}, {}]", "[{t: []}]", false),
        ("[{t: []}, {k: []}]", "[{t: []}, {b: []}]", false),
        ("[{t: []}, {k: []}]", "[{t: [], k: []}]", false),
    ] {
        session.write("1.yaml", with("1.0.0", old));
        session.write("2.yaml", with("2.0.0", new));
        let (_, output, errors) = session.run("versions 1.yaml 2.yaml");
        assert_eq!(!output.contains("credentials"), is_same, "{old} {new}: {output}{errors}");
    }
}

#[test]
fn an_operation_that_is_left_out_is_named() {
    let session = Session::new();
    let with = |version: &str, more: &str| {
        let document = DOCUMENT.replace("1.0.0", version);
        format!("{}{more}", document.replace("3.1.0", "3.2.0"))
    };
    let more = "    additionalOperations: {COPY: {responses: {'204': {description: Done}}}}\n";
    session.write("1.yaml", with("1.0.0", more));
    session.write("2.yaml", with("2.0.0", ""));
    let (code, output, errors) = session.run("versions 1.yaml 2.yaml");
    assert_eq!(code, 0, "{errors}");
    let expected = "a method that no generated server has:\n    COPY /things\n";
    assert!(output.contains(expected), "{output}");
}

#[test]
fn an_operation_with_other_schemas_behind_a_discriminator_is_not_unchanged() {
    let session = Session::new();
    let document = |version: &str, schemas: &str| {
        let named = DOCUMENT.replace("1.0.0", version);
        let named = named.replace("{type: integer}", "{$ref: '#/components/schemas/Base'}");
        format!("{named}components: {{schemas: {{{schemas}}}}}\n")
    };
    let base = "Base: {type: object, properties: {k: {type: string}}, \
                discriminator: {propertyName: k}}, \
                Sub: {allOf: [{$ref: '#/components/schemas/Base'}, {type: object, \
                properties: {n: {type: integer}}}]}";
    let union = "Base: {oneOf: [{$ref: '#/components/schemas/Sub'}], \
                 discriminator: {propertyName: k}}, \
                 Sub: {type: object, properties: {k: {type: string}}}";
    for (older, newer, is_unchanged) in [
        (base, base.to_owned(), true),
        (union, union.to_owned(), true),
        (base, base.replace("properties: {n", "required: [n], properties: {n"), false),
        (union, union.replace("Sub", "Other"), false),
    ] {
        session.write("1.yaml", document("1.0.0", older));
        session.write("2.yaml", document("2.0.0", &newer));
        let (_, output, errors) = session.run("versions 1.yaml 2.yaml");
        let shown = output.contains("unchanged:\n    POST /things");
        assert_eq!(shown, is_unchanged, "{output}{errors}");
        let is_proved = output.contains("proved compatible:\n    POST /things");
        assert!(!is_proved, "{output}");
    }
}

#[test]
fn an_operation_of_one_version_that_no_server_can_have_is_skipped() {
    let session = Session::new();
    let more = "  /watch:\n    get: {operationId: watch, x-dropshot-websocket: {}, \
                responses: {default: {description: Any}}}\n";
    session.write("1.yaml", DOCUMENT.to_owned() + more);
    session.write("2.yaml", DOCUMENT.replace("1.0.0", "2.0.0"));
    let (code, _, errors) = session.run("versions 1.yaml 2.yaml");
    assert_ne!(code, 0);
    assert!(errors.contains(".skip([\"GET /watch\"])"), "{errors}");
    let (code, output, errors) = session.run("versions 1.yaml 2.yaml --skip watch");
    assert_eq!(code, 0, "{errors}");
    let expected = "it is skipped or has a method that no generated server has:\n    GET /watch\n";
    assert!(output.contains(expected), "{output}");
    let (code, _, errors) = session.run("versions 1.yaml 2.yaml --skip wach");
    assert_ne!(code, 0);
    assert!(errors.contains("did you mean `watch`?"), "{errors}");
}

#[test]
fn a_revision_of_git_is_read() {
    let session = Session::new();
    session.write("api.yaml", DOCUMENT);
    commit(&session);
    session.write("api.yaml", DOCUMENT.replace("1.0.0", "2.0.0"));
    let (code, output, errors) = session.run("versions HEAD:api.yaml api.yaml");
    assert_eq!(code, 0, "{errors}");
    assert!(output.contains("1.0.0, served by 2.0.0"), "{output}");
    let (code, _, errors) = session.run("versions --unknown:api.yaml api.yaml");
    assert_eq!(code, 2, "{errors}");
    let (code, output, errors) = session.run_reading("api.yaml", "versions HEAD:api.yaml -");
    assert_eq!(code, 0, "{errors}");
    assert!(output.contains("1.0.0, served by 2.0.0"), "{output}");
}

/// Makes a repository of a session.
pub fn commit(session: &Session) {
    git(session, &["init", "--quiet"]);
    git(session, &["add", "."]);
    git(session, &["commit", "--quiet", "--message", "first"]);
}

pub fn git(session: &Session, arguments: &[&str]) -> String {
    let done = Command::new("git")
        .args(["-c", "user.name=A", "-c", "user.email=a@example.com"])
        .args(arguments)
        .current_dir(session.path())
        .output()
        .unwrap();
    assert!(done.status.success(), "{arguments:?}");
    String::from_utf8(done.stdout).unwrap()
}

/// The configuration of a repository of others can name programs.
#[cfg(unix)]
#[test]
fn a_revision_of_a_hostile_repository_runs_and_fetches_nothing() {
    let session = Session::new();
    session.write("api.yaml", DOCUMENT);
    session.write("script", "#!/bin/sh\ntouch \"$(dirname \"$0\")/ran\"\n");
    let made = Command::new("chmod").args(["+x", "script"]).current_dir(session.path()).status();
    assert!(made.unwrap().success());
    session.write(".gitattributes", "*.yaml diff=hostile filter=hostile\n");
    commit(&session);
    let script = session.path().join("script");
    let script = script.to_str().unwrap();
    let transport = format!("ext::{script}");
    for (name, value) in [
        ("core.fsmonitor", script),
        ("core.pager", script),
        ("core.sshCommand", script),
        ("diff.external", script),
        ("diff.hostile.textconv", script),
        ("filter.hostile.smudge", script),
        ("gpg.program", script),
        ("log.showSignature", "true"),
        ("core.repositoryFormatVersion", "1"),
        ("extensions.partialClone", "origin"),
        ("remote.origin.promisor", "true"),
        ("remote.origin.url", transport.as_str()),
        ("protocol.allow", "always"),
        ("protocol.ext.allow", "always"),
    ] {
        git(&session, &["config", name, value]);
    }
    // A signed commit as a submodule, which `git show` would verify.
    let tree = git(&session, &["rev-parse", "HEAD"]);
    git(
        &session,
        &[
            "-c",
            "core.fsmonitor=",
            "update-index",
            "--add",
            "--cacheinfo",
            &format!("160000,{},module.yaml", tree.trim()),
        ],
    );
    git(&session, &["-c", "core.fsmonitor=", "commit", "--quiet", "--message", "second"]);
    session.write("new.yaml", DOCUMENT.replace("1.0.0", "2.0.0"));
    let _ = std::fs::remove_file(session.path().join("ran"));
    let (code, _, errors) = session.run("versions HEAD:api.yaml new.yaml");
    assert_eq!(code, 0, "{errors}");
    assert_eq!(session.run("versions HEAD:module.yaml new.yaml").0, 2);
    // Without the object, as in a partial clone.
    let object = git(&session, &["rev-parse", "HEAD:api.yaml"]);
    let (folder, file) = object.trim().split_at(2);
    let object = session.path().join(".git/objects").join(folder).join(file);
    std::fs::remove_file(object).unwrap();
    let (code, _, errors) = session.run("versions HEAD:api.yaml new.yaml");
    assert_eq!(code, 2, "{errors}");
    assert!(errors.contains("git can't read it"), "{errors}");
    assert!(!session.path().join("ran").exists());
}
