//! Tests of `check`, `server`, `client` and `lower`: selection, partial generation,
//! output files, and formats. TRACE is the refused operation.

use crate::session::Session;

pub const DOCUMENT: &str = include_str!("trees.yaml");

/// Returns a folder with a document of which one operation is refused, one with an
/// error in one component, and one without errors.
fn session() -> Session {
    let session = Session::new();
    session.write("trees.yaml", DOCUMENT);
    let broken = DOCUMENT.replace("kind: { enum: [oak, elm] }", "kind: { $ref: '#/oak' }");
    session.write("broken.yaml", broken);
    let whole = DOCUMENT.replace("    trace:\n", "    delete:\n");
    session.write("whole.yaml", whole);
    session
}

#[test]
fn the_exit_code_is_0_without_errors_and_1_with_errors() {
    let session = session();
    for (arguments, expected) in [
        ("check whole.yaml", 0),
        ("check trees.yaml", 1),
        ("check trees.yaml --only treeGet", 0),
        ("server whole.yaml --strict", 0),
        ("server trees.yaml", 0),
        ("server trees.yaml --strict", 1),
        ("server trees.yaml --strict --only read", 0),
        ("server broken.yaml", 1),
        ("client trees.yaml", 0),
        ("client trees.yaml --strict", 1),
        ("lower trees.yaml", 0),
        ("lower trees.yaml --strict", 1),
        ("lower broken.yaml", 1),
    ] {
        let (code, output, errors) = session.run(arguments);
        assert_eq!(code, expected, "{arguments}\n{output}\n{errors}");
        let is_generated = !arguments.starts_with("check") && expected == 0;
        let is_check = arguments.starts_with("check");
        assert_eq!(output.is_empty(), !is_generated && !is_check, "{arguments}");
    }
}

#[test]
fn a_path_of_servers_which_the_server_does_not_serve_is_a_note() {
    let session = session();
    for (url, path) in [
        ("https://example.org/api/v1", Some("/api/v1")),
        ("/v2", Some("/v2")),
        ("https://example.org/", None),
        ("https://example.org", None),
        ("/", None),
    ] {
        let servers = format!("servers: [{{ url: '{url}' }}]\npaths:\n");
        session.write("servers.yaml", DOCUMENT.replacen("paths:\n", &servers, 1));
        let (_, _, errors) = session.run("check servers.yaml");
        let said = path.map(|path| format!("note: `{path}` of `servers` is in no path"));
        let is_said = errors.contains("of `servers`");
        assert!(said.map_or(!is_said, |said| errors.contains(&said)), "{url}: {errors}");
    }
}

#[test]
fn a_charset_that_is_replaced_is_a_warning() {
    let session = Session::new();
    for (charset, is_warned) in [("ISO-8859-1", true), ("UTF-8", false), ("utf8", false)] {
        let content = format!("'text/csv; charset={charset}': {{ schema: {{ type: string }} }}");
        let document = format!(
            "openapi: 3.1.0
info: {{ title: Trees, version: '1' }}
paths:
  /a:
    get: {{ responses: {{ '200': {{ description: Done, content: {{ {content} }} }} }} }}
"
        );
        session.write("trees.yaml", document);
        let (_, output, errors) = session.run("check trees.yaml");
        let warning = "warning: a text is sent and read as UTF-8, not as";
        assert_eq!(output.contains(warning), is_warned, "{output}{errors}");
    }
}

#[test]
fn diagnostics_show_the_document_and_the_operations_that_are_left_out() {
    let session = session();
    let mut text = String::new();
    for arguments in [
        &["check", "trees.yaml"][..],
        &["check", "broken.yaml", "--skip", "TRACE /trees/{id}"],
        &["check", "trees.yaml", "--format", "github"],
        &["check", "trees.yaml", "--format", "json", "--only", "TRACE /trees/{id}"],
        &["server", "broken.yaml", "--strict"],
        &[
            "check",
            "trees.yaml",
            "--only",
            "treeget",
            "--skip",
            "PUT /tree/{id}",
            "--skip",
            "write",
        ],
    ] {
        text.push_str(&session.transcript(arguments));
    }
    insta::assert_snapshot!(text);
}

#[test]
fn a_warning_of_many_places_is_written_once() {
    let session = Session::new();
    let mut document = String::from("openapi: 3.1.0\ninfo: { title: t, version: 1.0.0 }\npaths:\n");
    for path in 0..6 {
        document.push_str(&format!(
            "  /{path}:\n    get: {{ responses: {{ '200': {{ description: d }} }} }}\n"
        ));
    }
    session.write("many.yaml", document);
    insta::assert_snapshot!(session.transcript(&["check", "many.yaml"]));
}

#[test]
fn check_says_once_what_the_types_do_not_keep() {
    let session = session();
    let whole = session.read("whole.yaml");
    let one = whole.replace("felled: { type: string", "felled: { type: [string, 'null']");
    let two = one.replace("tries: { type: integer", "tries: { type: [integer, 'null']");
    let with =
        |others: &str| whole.replace("      properties:", &format!("{others}\n      properties:"));
    session.write("kept.yaml", with("      additionalProperties: true"));
    session.write("closed.yaml", with("      additionalProperties: false"));
    session.write("patch.yaml", one.replace("    put:", "    patch:"));
    let items = "felled: { prefixItems: [{ type: integer }], type: array";
    session.write("items.yaml", whole.replace("felled: { type: string, format: date", items));
    let undeclared =
        "      additionalProperties: { type: array, prefixItems: [{ type: integer }] }";
    session.write("undeclared.yaml", with(undeclared));
    session.write("patterns.yaml", with("      patternProperties: { '^x-': { type: string } }"));
    session.write("one.yaml", one);
    session.write("two.yaml", two);
    let null = "note: null is read as an absent member in `Tree.felled`";
    let open = "note: undeclared members are accepted, and not kept, in `Tree`";
    let open = format!("{open} and in another type\n");
    for (arguments, expected) in [
        ("check whole.yaml", open.clone()),
        ("check patch.yaml", open.clone()),
        ("check one.yaml", format!("{null}\n{open}")),
        ("check two.yaml", format!("{null} and in another type\n{open}")),
        ("check kept.yaml", String::new()),
        ("check closed.yaml", String::new()),
        (
            "check items.yaml",
            format!("{open}note: the items of `prefixItems` are each a `Value` in `Tree`\n"),
        ),
        (
            "check undeclared.yaml",
            "note: the items of `prefixItems` are each a `Value` in `Tree` and in another type\n"
                .to_owned(),
        ),
        (
            "check patterns.yaml",
            "note: the members of `patternProperties` are each a `Value` in `Tree` and in another type\n"
                .to_owned(),
        ),
    ] {
        let (code, _, errors) = session.run(arguments);
        assert_eq!((code, errors), (0, expected), "{arguments}");
    }
    let (_, _, errors) = session.run("server two.yaml");
    assert!(!errors.contains("note:"), "{errors}");
}

#[test]
fn the_excerpt_of_a_minified_document_is_a_part_of_its_line() {
    let session = Session::new();
    let parameters = ('a'..='t')
        .map(|name| format!(r#"{{"name":"{name}","in":"query","schema":{{"type":"integer"}}}}"#));
    let parameters = parameters.collect::<Vec<_>>().join(",");
    session.write(
        "minified.json",
        format!(
            r##"{{"openapi":"3.1.0","info":{{"title":"T","version":"1"}},"paths":{{"/a":{{"get":{{"parameters":[{parameters}],"responses":{{"200":{{"$ref":"#/nowhere"}}}}}}}}}}}}"##
        ),
    );
    insta::assert_snapshot!(session.transcript(&["check", "minified.json"]));
}

#[test]
fn each_generator_prints_only_the_accepted_operations() {
    let session = session();
    for (arguments, contained, missing) in [
        ("server trees.yaml", "fn tree_put", "fn trace"),
        ("client trees.yaml", "fn tree_put", "fn trace"),
        ("lower trees.yaml", "\"tree_put\"", "\"trace\""),
        ("server trees.yaml --only read", "fn tree_get", "fn tree_put"),
        ("client trees.yaml --skip treePut", "fn tree_get", "fn tree_put"),
        ("client trees.yaml --builders", "pub mod builder", "fn trace"),
        ("lower trees.yaml --only treeGet", "\"tree_get\"", "\"put\""),
    ] {
        let (_, output, _) = session.run(arguments);
        assert!(output.contains(contained), "{arguments}\n{output}");
        assert!(!output.contains(missing), "{arguments}\n{output}");
    }
    let (_, lowered, _) = session.run("lower trees.yaml");
    let lowered: serde_json::Value = serde_json::from_str(&lowered).unwrap();
    assert_eq!(lowered["openapi"], "3.0.3");
}

#[test]
fn a_stale_output_file_is_reported_and_not_changed() {
    let session = session();
    let run = |arguments: &str| {
        let (code, output, errors) = session.run(arguments);
        assert_eq!(output, "", "{arguments}");
        (code, errors)
    };
    let stale =
        |file| format!("error: {file} is not up to date: run the command without --check\n");
    let write = "server whole.yaml --output api.rs";
    let check = "server whole.yaml --output api.rs --check";
    assert!(run(check).1.contains(&stale("api.rs")));
    assert_eq!(run(check).0, 1);
    assert_eq!(run(write).0, 0);
    let written = session.read("api.rs");
    assert_eq!(run(check).0, 0);
    session.write("api.rs", "edited\nby hand\n");
    let (code, errors) = run(check);
    assert_eq!(code, 1);
    let (_, difference) = errors.split_once(&stale("api.rs")).unwrap();
    let shown: Vec<_> = difference.lines().take(6).collect();
    assert_eq!(shown[..3], ["  from line 1:", "  - edited", "  - by hand"]);
    assert!(shown[3].starts_with("  + // The server"), "{difference}");
    assert!(difference.lines().count() == 7 && difference.ends_with(" more\n"), "{difference}");
    assert_eq!(session.read("api.rs"), "edited\nby hand\n");
    assert_eq!(run(write).0, 0);
    assert_eq!(session.read("api.rs"), written);
}

#[test]
fn the_first_change_of_a_stale_output_file_is_shown() {
    let session = session();
    let title = "x".repeat(200);
    session.write("long.yaml", DOCUMENT.replacen("title: Trees", &format!("title: {title}"), 1));
    assert_eq!(session.run("lower long.yaml --output lowered.json").0, 0);
    let current = session.read("lowered.json");
    let lines = current.lines().count();
    let shown = "x".repeat(60);
    for (stale, expected) in [
        (
            current.replace('\n', "\r\n").into_bytes(),
            "  from line 1:\n  - {\\r\n  -   \"openapi\": \"3.0.3\",\\r\n".to_owned(),
        ),
        (current.trim_end().to_owned().into_bytes(), format!("  from line {}:\n  + \n", lines + 1)),
        (
            current.replace(&title, &format!("{title} A")).into_bytes(),
            format!("  from line 4:\n  - …{shown} A\",\n  + …{shown}\",\n"),
        ),
        (
            [b"\xff", current.as_bytes()].concat(),
            "  from line 1:\n  - \u{fffd}{\n  + {\n".to_owned(),
        ),
    ] {
        session.write("lowered.json", stale);
        let (code, _, errors) = session.run("lower long.yaml --output lowered.json --check");
        assert!(code == 1 && errors.contains(&expected), "{expected}\n{errors}");
    }
}

#[test]
fn a_directory_gets_a_module_with_the_document_beside_it() {
    let session = session();
    for command in ["server", "client"] {
        let write = format!("{command} whole.yaml --output src/{command}");
        assert_eq!(session.run(&write).0, 0);
        let code = session.read(&format!("src/{command}/mod.rs"));
        assert!(code.contains(r#"include_str!("openapi.json")"#), "{code}");
        let document = format!("src/{command}/openapi.json");
        let changed = session.read(&document).replacen("string", "integer", 1);
        let check = format!("{write} --check");
        assert_eq!(session.run(&check).0, 0);
        session.write(&document, changed);
        let (code, _, errors) = session.run(&check);
        assert_eq!(code, 1);
        assert_eq!(errors.matches("is not up to date").count(), 1, "{errors}");
        assert!(errors.contains("- ") && errors.contains(r#""type": "integer""#), "{errors}");
    }
}

#[test]
fn files_in_one_directory_have_their_own_documents() {
    let session = session();
    for (command, code) in [("server", "api"), ("client", "client")] {
        assert_eq!(session.run(&format!("{command} whole.yaml --output {code}.rs")).0, 0);
        let include = format!("include_str!(\"{code}.json\")");
        assert!(session.read(&format!("{code}.rs")).contains(&include));
    }
    session.run("client whole.yaml --skip treePut --output client.rs");
    assert_eq!(session.run("server whole.yaml --output api.rs --check").0, 0);
}

#[test]
fn an_input_is_never_an_output() {
    let session = session();
    let document = session.read("whole.yaml");
    session.write("api.json", &document);
    for arguments in [
        "server api.json --output api.rs",
        "lower api.json --output ./api.json",
        "bundle api.json --output api.json",
    ] {
        let (code, _, errors) = session.run(arguments);
        assert!(code == 2 && errors.contains("api.json is an input"), "{arguments}: {errors}");
        assert_eq!(session.read("api.json"), document, "{arguments}");
    }
}

#[test]
fn a_deeply_nested_example_is_embedded() {
    let session = session();
    let example = format!("example: {}{}", "[".repeat(130), "]".repeat(130));
    let whole = session.read("whole.yaml");
    session.write(
        "deep.yaml",
        whole.replacen("      properties:", &format!("      {example}\n      properties:"), 1),
    );
    let (code, _, errors) = session.run("server deep.yaml --output api");
    assert_eq!(code, 0, "{errors}");
    assert!(session.read("api/openapi.json").contains("\"example\": [\n"));
}

#[test]
fn every_format_contains_every_diagnostic() {
    let session = session();
    for format in ["json", "sarif"] {
        let (_, output, _) = session.run(&format!("check broken.yaml --format {format}"));
        let value: serde_json::Value = serde_json::from_str(&output).unwrap();
        let diagnostics = match format {
            "json" => &value["diagnostics"],
            _ => &value["runs"][0]["results"],
        };
        assert_eq!(diagnostics.as_array().unwrap().len(), 3, "{output}");
    }
    let (_, output, _) = session.run("check broken.yaml --format github");
    assert_eq!(output.lines().count(), 3, "{output}");
}

#[test]
fn a_document_without_paths_has_an_error_unless_its_version_allows_it() {
    let session = Session::new();
    for (version, rest, expected) in [
        ("3.0.3", "", 1),
        ("3.0.3", "components: {}", 1),
        ("3.0.3", "paths: {}", 0),
        ("3.1.0", "", 1),
        ("3.1.0", "components: {}", 0),
        ("3.1.0", "webhooks: {}", 0),
    ] {
        let text = format!("openapi: {version}\ninfo: {{ title: T, version: '1' }}\n{rest}\n");
        session.write("empty.yaml", &text);
        let (code, output, _) = session.run("check empty.yaml");
        assert_eq!(code, expected, "{text}{output}");
        assert_eq!(output.contains("the OpenAPI Object has no `paths`"), code == 1, "{output}");
    }
}
