//! Tests of `new`: the workspace builds, its tests pass, and its dependencies are those
//! of this repository.

use crate::generate::DOCUMENT;
use crate::session::Session;
use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

/// The root of the repository.
const CHECKOUT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Returns a folder with a new workspace for a document.
fn created(document: &str, options: &[&str]) -> Session {
    let session = Session::new();
    session.write("trees.yaml", document);
    let arguments = ["new", "trees.yaml", "The trees"];
    let (code, output, errors) = session.run_with(arguments.iter().chain(options).copied());
    assert_eq!((code, output.as_str()), (0, ""), "{errors}");
    session
}

#[test]
fn the_workspace_has_these_files() {
    let session = created(DOCUMENT, &[]);
    assert_eq!(session.read("The trees/openapi.yaml"), DOCUMENT);
    let mut text = String::new();
    for file in [
        "README.md",
        "client/build.rs",
        "client/examples/call.rs",
        "server/build.rs",
        "server/accepted.yaml",
        "server/src/api/handlers.rs",
        "server/src/main.rs",
        "server/tests/handlers.rs",
    ] {
        let content = session.read(&format!("The trees/{file}"));
        text.push_str(&format!("==> {file}\n{content}\n"));
    }
    insta::assert_snapshot!(text);
    for package in ["client", "server"] {
        let manifest = session.read(&format!("The trees/{package}/Cargo.toml"));
        assert!(manifest.contains("doctest = false"), "{manifest}");
    }
}

/// Otherwise the operation would refuse the request whether it is implemented or not.
#[test]
fn the_test_of_a_new_workspace_sends_a_valid_request_that_needs_little() {
    let head = "openapi: 3.1.0\ninfo: { title: Leaves, version: '1' }\n\
        components: { securitySchemes: { k: { type: http, scheme: bearer } } }\npaths:\n";
    let post = "  /leaves:
    post:
      parameters: [{ name: X-A, in: header, required: true, schema: { enum: [x] } }]
      requestBody: { required: true, content: { application/json: { schema: { enum: [oak] } } } }
      responses: { '204': { description: Done } }
";
    let secured =
        "  /a: { get: { security: [{ k: [] }], responses: { '204': { description: Done } } } }
";
    let optional = "  /leaves:first:
    get: { security: [{}, { k: [] }], responses: { '204': { description: Done } } }
  /leaves/{leaf}:
    get:
      parameters:
        - { name: leaf, in: path, required: true, schema: { type: string, pattern: '^[a-f]{3}$' } }
        - { name: leaf, in: query, required: true, schema: { type: integer, minimum: 9, maximum: 9 } }
        - { name: more, in: query, schema: { type: integer } }
      responses: { '204': { description: Done } }
";
    let (_, two_leaves) = optional.split_once("Done } } }\n").unwrap();
    let sent = |paths: &[&str]| {
        let session = created(&(head.to_owned() + &paths.concat()), &[]);
        let test = session.read("The trees/server/tests/handlers.rs");
        let (_, request) = test.split_once("builder()").unwrap();
        let (request, _) = request.split_once("?;").unwrap();
        request.split_whitespace().collect::<String>()
    };
    let body = r#".header("X-A","x").header("Content-Type","application/json").body("\"oak\"")"#;
    let body = format!(r#".method("POST").uri("/leaves"){body}"#);
    assert_eq!(sent(&[post, secured]), body);
    let first = r#".method("GET").uri("/leaves:first").body("")"#;
    assert_eq!(sent(&[post, optional, secured]), first);
    let request = sent(&[post, secured, two_leaves]);
    let (_, request) = request.split_once(r#".method("GET").uri("/leaves/"#).expect("a GET");
    let (leaf, query) = request.split_at(3);
    assert!(leaf.chars().all(|letter| ('a'..='f').contains(&letter)), "{request}");
    assert_eq!(query, r#"?leaf=9").body("")"#);
}

#[test]
fn a_workspace_whose_operations_get_no_valid_request_has_no_test_of_one() {
    let session = created(
        "openapi: 3.1.0
info: { title: Leaves, version: '1' }
paths:
  /leaves/{leaf}:
    get:
      parameters: [{ name: leaf, in: path, required: true, schema: { type: string, pattern: 'a^' } }]
      responses: { '204': { description: Done } }
",
        &[],
    );
    assert!(session.path().join("The trees/server/tests/conformance.rs").exists());
    assert!(!session.path().join("The trees/server/tests/handlers.rs").exists());
}

#[test]
fn the_conformance_test_names_the_operations_for_which_no_request_can_be_made() {
    let session = created(
        "openapi: 3.1.0
info: { title: Leaves, version: '1' }
paths:
  /leaves:
    get: { responses: { '204': { description: Done } } }
    post:
      requestBody: { required: true, content: { application/xml: {} } }
      responses: { '204': { description: Done } }
",
        &[],
    );
    let test = session.read("The trees/server/tests/conformance.rs");
    assert!(test.contains("const UNSENT: &[&str] = &[\"POST /leaves\"];\n"), "{test}");
}

#[test]
fn the_arguments_of_the_example_have_the_values_of_their_parameters() {
    let parameter = |name: &str, place: &str, schema: &str| {
        format!("{{ name: {name}, in: {place}, required: true, schema: {{ {schema} }} }}")
    };
    let id = parameter("id", "query", "type: integer, enum: [7]");
    let body = parameter("body", "query", "type: integer, enum: [8]");
    let variable = parameter("id", "path", "type: string, enum: [leaf]");
    let content = "application/json: { schema: { type: integer, enum: [9] } }";
    let without_body = format!(
        "openapi: 3.1.0
info: {{ title: Leaves, version: '1' }}
paths:
  /leaves/{{id}}:
    put:
      parameters: [{id}, {body}, {variable}]
      responses: {{ '204': {{ description: Done }} }}
"
    );
    let request_body =
        format!("      requestBody: {{ required: true, content: {{ {content} }} }}\n");
    for (document, expected) in [
        (without_body.clone(), ["let body = 8;", ".id_query(7)"].as_slice()),
        (without_body + &request_body, &["let body = 9;", ".id_query(7)", ".body_query(8)"]),
    ] {
        let session = created(&document, &[]);
        let example = session.read("The trees/client/examples/call.rs");
        for part in expected.iter().chain(&["\"leaf\""]) {
            assert!(example.contains(part), "{part}: {example}");
        }
    }
}

/// Returns the document with a keyword whose value can't be read.
fn unreadable() -> String {
    let document =
        DOCUMENT.replace("message: { type: string", "message: { type: string, pattern: 0");
    assert_ne!(document, DOCUMENT);
    document
}

#[test]
fn a_keyword_that_is_left_out_is_an_accepted_difference_with_its_place() {
    let session = created(&unreadable(), &[]);
    let (_, api, errors) = session.run("server trees.yaml");
    assert!(
        errors.contains(
            "`pattern` must be a regular expression of ECMA-262, and is 0; it is left out"
        ),
        "{errors}"
    );
    assert!(!api.contains("pattern"), "{api}");
    let accepted = session.read("The trees/server/accepted.yaml");
    let (_, entry) = accepted.split_once("- rule: keyword-unreadable\n").unwrap();
    let expected = r##"  at: "/components/schemas/Problem/properties/message/pattern"
  reason: "`pattern` must be a regular expression of ECMA-262, and is 0"
"##;
    assert_eq!(entry, expected);
}

#[test]
fn the_manifests_have_the_crates_that_the_document_names() {
    let named =
        "type: string, x-rust-type: { crate: my-types, version: '1.2', path: 'my_types::Id' }";
    let document = DOCUMENT.replace("type: string", named);
    assert_ne!(document, DOCUMENT);
    let session = Session::new();
    session.write("trees.yaml", &document);
    let (code, _, errors) = session.run("new trees.yaml trees --allow-crate my-types");
    assert_eq!(code, 0, "{errors}");
    let note = "note: the manifests have the crate `my-types` 1.2, which the document names\n";
    assert!(errors.ends_with(note), "{errors}");
    let readme = session.read("trees/README.md");
    assert!(readme.ends_with("`--allow-crate`:\n\n- `my-types` 1.2\n"), "{readme}");
    let end = |file: &str| {
        let manifest = session.read(file);
        let (_, end) = manifest.split_once("\nuuid").unwrap();
        end.lines().skip(1).take(2).collect::<Vec<_>>().join("\n")
    };
    let line = "my-types.workspace = true\n";
    assert_eq!(end("trees/Cargo.toml"), "my-types = \"1.2\"\n");
    assert_eq!(end("trees/server/Cargo.toml"), line);
    assert_eq!(end("trees/client/Cargo.toml"), line);
}

#[test]
fn a_crate_that_the_manifests_have_elsewhere_is_a_dependency_once() {
    let named = |name: &str| {
        let path = name.replace('-', "_");
        format!("type: string, x-rust-type: {{ crate: {name}, version: '1', path: '{path}::Id' }}")
    };
    for name in ["openapi-dropshot", "tokio"] {
        let session = Session::new();
        session.write("trees.yaml", DOCUMENT.replace("type: string", &named(name)));
        let (code, _, errors) = session.run("new trees.yaml trees");
        assert_eq!(code, 0, "{errors}");
        for (file, title) in [
            ("trees/Cargo.toml", "[workspace.dependencies]"),
            ("trees/server/Cargo.toml", "[dependencies]"),
            ("trees/client/Cargo.toml", "[dependencies]"),
        ] {
            let manifest = session.read(file);
            let (_, section) = manifest.split_once(title).unwrap();
            let lines = section.split("\n[").next().unwrap().lines();
            let found = lines.filter(|line| line.split([' ', '.']).next() == Some(name)).count();
            assert_eq!(found, 1, "{name} in {manifest}");
        }
    }
}

#[test]
fn a_crate_that_the_document_names_is_added_only_if_it_is_allowed() {
    let named = |name: &str| {
        let path = name.replace('-', "_");
        format!("x-rust-type: {{ crate: {name}, version: '1.2', path: '{path}::Id' }}")
    };
    let document = DOCUMENT
        .replace("{ type: string", &format!("{{ type: string, {}", named("my-types")))
        .replace("type: object", &format!("type: object\n      {}", named("other")))
        .replace("enum: [oak, elm]", &format!("enum: [oak, elm], {}", named("uuid")));
    let session = Session::new();
    session.write("trees.yaml", &document);
    let mut text = String::new();
    for allowed in [&[][..], &["my-types"], &["my-types", "missing"]] {
        let flags = allowed.iter().flat_map(|name| ["--allow-crate", name]);
        let arguments: Vec<_> = ["new", "trees.yaml", "trees"].into_iter().chain(flags).collect();
        text.push_str(&session.transcript(&arguments));
        assert!(!session.path().join("trees").exists());
    }
    insta::assert_snapshot!(text);
    let allowed = "--allow-crate my-types --allow-crate other --allow-crate uuid";
    let (code, _, errors) = session.run(&format!("new trees.yaml trees {allowed}"));
    assert_eq!(code, 0, "{errors}");
}

#[test]
fn texts_of_the_document_are_lines_of_the_readme_and_no_placeholders() {
    let document = DOCUMENT
        .replace("title: Trees", r#"title: "{{crates}}\n{{name}}\u202e\e""#)
        .replace("/trees/{id}:", r#""/trees\n- list/{id}":"#);
    let session = Session::new();
    session.write("trees.yaml", document);
    assert_eq!(session.run("new trees.yaml trees").0, 0);
    let readme = session.read("trees/README.md");
    let title = readme.lines().next().unwrap();
    assert_eq!(title, r"# {{crates}} {{name}}\u{202e}\u{1b}");
    let listed: Vec<_> = readme.lines().filter(|line| line.contains("list/")).collect();
    let is_whole = |line: &&str| line.starts_with(r"- `TRACE /trees\n- list/{id}`: ");
    assert!(listed.iter().all(is_whole), "{listed:?}");
    assert_eq!(listed.len(), 2);
}

#[test]
fn an_empty_directory_is_used_and_nothing_else_is_left() {
    let session = Session::new();
    session.write("trees.yaml", DOCUMENT);
    fs::create_dir(session.path().join("empty")).unwrap();
    assert_eq!(session.run("new trees.yaml empty").0, 0);
    assert_eq!(session.run("new trees.yaml empty").0, 2);
    assert_eq!(session.run("new trees.yaml strict --strict").0, 1);
    let mut names: Vec<_> =
        fs::read_dir(session.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["empty", "trees.yaml"]);
}

#[cfg(unix)]
#[test]
fn an_empty_directory_is_kept_also_behind_a_link_that_is_not_broken() {
    use std::os::unix::fs::{MetadataExt, symlink};
    let session = Session::new();
    session.write("trees.yaml", DOCUMENT);
    let path = |name: &str| session.path().join(name);
    fs::create_dir(path("empty")).unwrap();
    let inode = || fs::metadata(path("empty")).unwrap().ino();
    let before = inode();
    symlink("empty", path("link")).unwrap();
    symlink("missing", path("broken")).unwrap();
    let (code, _, errors) = session.run("new trees.yaml link");
    assert_eq!((code, inode()), (0, before), "{errors}");
    assert!(path("link").is_symlink());
    let mut names: Vec<_> =
        fs::read_dir(path("empty")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    let expected =
        [".github", ".gitignore", "Cargo.toml", "README.md", "client", "openapi.yaml", "server"];
    assert_eq!(names, expected);
    let (code, _, errors) = session.run("new trees.yaml broken");
    assert_eq!(code, 2);
    assert!(errors.starts_with("error: broken can't be read: "), "{errors}");
}

#[test]
fn code_that_is_not_formatted_is_noted() {
    let session = Session::new();
    session.write("trees.yaml", DOCUMENT);
    let mut new = Command::new(env!("CARGO_BIN_EXE_openapi-dropshot"));
    new.args(["new", "trees.yaml", "trees"]).current_dir(session.path()).env("PATH", "");
    let errors = String::from_utf8(new.output().unwrap().stderr).unwrap();
    let note = "note: the code is not formatted: rustfmt is missing, or failed\n";
    assert!(errors.ends_with(note), "{errors}");
    assert!(!session.run("new trees.yaml formatted").2.contains("rustfmt"));
}

#[test]
fn the_dependencies_have_the_versions_of_this_repository() {
    let read = |path: &Path| -> toml::Table {
        let text = fs::read_to_string(path).unwrap();
        toml::from_str(&text).unwrap()
    };
    let dependencies = |manifest: &toml::Table| {
        let dependencies = manifest["workspace"]["dependencies"].as_table();
        dependencies.unwrap().clone()
    };
    let version = |dependency: &toml::Value| match dependency {
        toml::Value::String(version) => version.clone(),
        table => table["version"].as_str().unwrap().to_owned(),
    };
    let own = read(&Path::new(CHECKOUT).join("Cargo.toml"));
    let package = own["workspace"]["package"]["version"].as_str().unwrap();
    let session = created(DOCUMENT, &[]);
    let created = read(&session.path().join("The trees/Cargo.toml"));
    let own = dependencies(&own);
    for (name, dependency) in &dependencies(&created) {
        let expected = match name.strip_prefix("openapi-") {
            Some(_) => package.to_owned(),
            None => version(&own[name]),
        };
        assert_eq!(version(dependency), expected, "{name}");
    }
}

#[test]
fn a_workspace_can_depend_on_a_repository() {
    let session = created(DOCUMENT, &["--git", "https://git.example/\"trees"]);
    let manifest: toml::Table = toml::from_str(&session.read("The trees/Cargo.toml")).unwrap();
    for (name, dependency) in manifest["workspace"]["dependencies"].as_table().unwrap() {
        let url = dependency.get("git").and_then(toml::Value::as_str);
        let is_own = name.starts_with("openapi-");
        assert_eq!(url, is_own.then_some("https://git.example/\"trees"), "{name}");
    }
}

#[test]
fn the_path_of_a_checkout_is_relative_to_the_workspace() {
    let session = created(DOCUMENT, &["--path", CHECKOUT]);
    let root = session.path().join("The trees");
    let manifest: toml::Table = toml::from_str(&session.read("The trees/Cargo.toml")).unwrap();
    let dependencies = manifest["workspace"]["dependencies"].as_table().unwrap().iter();
    let paths = dependencies.filter_map(|(name, one)| Some((name, one.get("path")?.as_str()?)));
    let paths: Vec<_> = paths.collect();
    assert_eq!(paths.len(), 6);
    for (name, path) in paths {
        assert!(Path::new(path).is_relative(), "{path}");
        let crates = Path::new(CHECKOUT).join("crates").join(name).canonicalize();
        assert_eq!(root.join(path).canonicalize().unwrap(), crates.unwrap());
    }
    let workflow = session.read("The trees/.github/workflows/ci.yml");
    assert!(workflow.contains("--path '../"), "{workflow}");
}

/// Names are put together in the order of the document, which the handlers of a workspace and
/// its build script therefore have to share.
#[test]
fn the_document_of_a_workspace_keeps_the_order_of_its_source() {
    let key =
        |name: &str| format!(r#""{name}": {{"type": "apiKey", "in": "query", "name": "{name}"}}"#);
    let keys = ["a", "b", "z"].map(key).join(", ");
    let document = format!(
        r##"{{"openapi": "3.1.0", "info": {{"title": "Trees", "version": "1"}},
        "security": [{{"z": [], "a": []}}, {{"b": [], "a": []}}],
        "paths": {{"/trees": {{"get": {{"operationId": "list", "responses": {{
            "204": {{"description": "d"}}, "default": {{"$ref": "error.json"}}}}}}}}}},
        "components": {{"securitySchemes": {{{keys}}}}}}}"##
    );
    let session = Session::new();
    session.write("trees.json", &document);
    session.write("error.json", r#"{"description": "d"}"#);
    session.write("one.json", document.replace(r#""$ref": "error.json""#, r#""description": "d""#));
    let overlay = "{overlay: 1.0.0, info: {title: o, version: '1'}, actions: [{target: $.info, update: {title: Oaks}}]}";
    session.write("overlay.yaml", overlay);
    for new in ["new trees.json files", "new one.json overlaid --overlay overlay.yaml"] {
        let (code, _, errors) = session.run(new);
        assert_eq!(code, 0, "{errors}");
        let directory = new.split(' ').nth(2).unwrap();
        let handlers = session.read(&format!("{directory}/server/src/api/handlers.rs"));
        let (_, server, _) = session.run(&format!("server {directory}/openapi.yaml"));
        let name = "ZAndAOrBAndAPrincipal";
        assert!(handlers.contains(name), "{handlers}");
        assert!(server.contains(&format!("enum {name}<")), "{server}");
    }
}

/// Adds two packages to a workspace: one with the committed code of a server, and one that `crate`
/// writes.
fn add_committed_code(session: &Session) {
    for arguments in [
        &["server", "trees.yaml", "--output", "The trees/committed/src/api"][..],
        &["crate", "trees.yaml", "The trees/published", "--path", CHECKOUT],
    ] {
        let (code, output, errors) = session.run_with(arguments.iter().copied());
        assert_eq!((code, output.as_str()), (0, ""), "{errors}");
    }
    let manifest =
        session.read("The trees/server/Cargo.toml").replace("the-trees-server", "committed");
    let (manifest, _) = manifest.split_once("[build-dependencies]").unwrap();
    session.write("The trees/committed/Cargo.toml", manifest);
    session.write("The trees/committed/src/lib.rs", "//! Committed code.\n\npub mod api;\n");
}

#[test]
fn a_package_has_the_code_the_document_and_a_call_of_an_operation() {
    let session = Session::new();
    let license = "license: { name: MIT, identifier: MIT }";
    session
        .write("trees.yaml", DOCUMENT.replace("title: Trees", &format!("title: Trees, {license}")));
    let (code, output, errors) = session.run("crate trees.yaml trees-client");
    assert_eq!((code, output.as_str()), (0, ""), "{errors}");
    let mut text = String::new();
    for file in ["Cargo.toml", "README.md", "src/lib.rs"] {
        let content = session.read(&format!("trees-client/{file}"));
        text.push_str(&format!("==> {file}\n{content}\n"));
    }
    insta::assert_snapshot!(text);
    let embedded = session.read("trees-client/src/generated/openapi.json");
    assert!(embedded.starts_with("{\n"), "{embedded}");
    assert_eq!(session.run("crate trees.yaml trees-client").0, 2);
    // What replaces the code of the next version.
    let client = "client trees.yaml --builders --output trees-client/src/generated --check";
    assert_eq!(session.run(client).0, 0);
    assert_eq!(session.run("crate trees.yaml strict --strict").0, 1);
}

#[test]
fn a_package_depends_on_what_its_code_names_and_says_so() {
    let named = |name: &str| {
        let path = name.replace('-', "_");
        format!(
            "type: string, x-rust-type: {{ crate: {name}, version: '1.2', path: '{path}::Id' }}"
        )
    };
    let get = |id: &str, name: &str| {
        let content = format!("application/json: {{ schema: {{ {} }} }}", named(name));
        format!(
            "  /{id}:
    get:
      operationId: {id}
      description: A chrono::DateTime.
      responses: {{ '200': {{ description: Done, content: {{ {content} }} }} }}
"
        )
    };
    let document = format!(
        "openapi: 3.1.0\ninfo: {{ title: Trees, version: '1' }}\npaths:\n{}{}{}",
        get("a", "my-rand"),
        get("b", "other"),
        get("c", "http")
    );
    let session = Session::new();
    session.write("trees.yaml", document);
    let (code, _, errors) = session.run("crate trees.yaml c --only c");
    assert_eq!(code, 2);
    assert!(errors.contains("the document adds the crate `http` 1.2"), "{errors}");
    // The operation that names the other is not selected.
    let allowed = "--allow-crate my-rand --allow-crate other";
    let (code, _, errors) = session.run(&format!("crate trees.yaml a --only a {allowed}"));
    assert_eq!(code, 0, "{errors}");
    let note = "note: the manifests have the crate `my-rand` 1.2, which the document names\n";
    assert!(errors.ends_with(note), "{errors}");
    let manifest: toml::Table = toml::from_str(&session.read("a/Cargo.toml")).unwrap();
    let dependencies = manifest["dependencies"].as_table().unwrap();
    assert_eq!(dependencies["my-rand"].as_str(), Some("1.2"));
    for absent in ["chrono", "rand", "other"] {
        assert!(!dependencies.contains_key(absent), "{dependencies}");
    }
    let readme = session.read("a/README.md");
    assert!(readme.ends_with("`--allow-crate`:\n\n- `my-rand` 1.2\n"), "{readme}");
}

#[test]
fn the_fields_of_a_package_are_what_cargo_accepts() {
    let session = Session::new();
    for (directory, version, license, expected) in [
        ("type", "01.2.3", "", ["type-client", "0.1.0"]),
        ("reqwest", "+1.0.0", " ", ["reqwest-client", "0.1.0"]),
        ("Proc macro", "1.0.0-rc.1+b", "M\\x7f", ["proc-macro-client", "1.0.0-rc.1+b"]),
    ] {
        let info = format!(
            "title: Trees, license: {{ name: L, identifier: \"{license}\" }}, version: '{version}'"
        );
        let document = DOCUMENT.replace("title: Trees, version: 1.0.0", &info);
        session.write("trees.yaml", document);
        let (code, _, errors) = session.run_with(["crate", "trees.yaml", directory]);
        assert_eq!(code, 0, "{errors}");
        let manifest = session.read(&format!("{directory}/Cargo.toml"));
        let manifest: toml::Table = toml::from_str(&manifest).unwrap();
        let package = manifest["package"].as_table().unwrap();
        assert_eq!(["name", "version"].map(|one| package[one].as_str().unwrap()), expected);
        let expected = (directory == "Proc macro").then_some("M\u{7f}");
        assert_eq!(package.get("license").and_then(toml::Value::as_str), expected);
    }
}

/// Returns the packages of the registry that a command compiles and this repository does not, with
/// their features.
fn added_units(command: Command) -> String {
    let units = |mut command: Command| -> BTreeSet<String> {
        let units = command.args(["--unit-graph", "-Z", "unstable-options"]);
        let output = units.env("RUSTC_BOOTSTRAP", "1").output().unwrap();
        let graph: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let units = graph["units"].as_array().unwrap().iter();
        units
            .filter(|unit| unit["pkg_id"].as_str().unwrap().starts_with("registry+"))
            .map(|unit| format!("{} {} {}\n", unit["pkg_id"], unit["features"], unit["profile"]))
            .collect()
    };
    let mut own = Command::new(env!("CARGO"));
    own.args(["test", "--workspace", "--no-run"]).current_dir(CHECKOUT);
    units(command).difference(&units(own)).map(String::as_str).collect()
}

/// Compiles a dropshot server and a client.
#[test]
#[ignore = "takes minutes; the nightly workflow runs it"]
fn the_workspace_builds_and_its_tests_pass() {
    let session = created(&unreadable(), &["--path", CHECKOUT]);
    let root = session.path().join("The trees");
    add_committed_code(&session);
    // The versions and the features that are compiled anyway.
    let manifest = session.read("The trees/Cargo.toml") + include_str!("features.toml");
    let members = r#""server", "committed", "published""#;
    let manifest = manifest.replace(r#""server""#, members);
    session.write("The trees/Cargo.toml", &manifest);
    session.write("The trees/lib.rs", "");
    session.write("The trees/build.rs", "fn main() {}");
    fs::copy(Path::new(CHECKOUT).join("Cargo.lock"), root.join("Cargo.lock")).unwrap();
    let cargo = |command: &[&str]| {
        let mut cargo = Command::new(env!("CARGO"));
        cargo
            .args(command)
            .args(["--offline", "--config"])
            // As in this repository, so that dependencies are compiled once.
            .arg(Path::new(CHECKOUT).join(".cargo/config.toml"))
            .env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join(".."))
            .env_remove("CARGO_MANIFEST_DIR")
            .current_dir(&root);
        cargo
    };
    let run = |mut command: Command| {
        let output = command.output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{text}\n{errors}");
        text
    };
    // What the workflow of the workspace runs. Without `--all`, which formats dependencies, too.
    let names = ["the-trees-server", "the-trees-client", "committed", "published"];
    let mut fmt = Command::new(env!("CARGO"));
    fmt.arg("fmt").args(names.map(|name| ["-p", name]).concat()).arg("--check").current_dir(&root);
    run(fmt);
    // Always all packages, so that dependencies have the features that they have in this
    // repository.
    let mut clippy = cargo(&["clippy", "--workspace", "--all-targets"]);
    clippy.args(["--", "-D", "warnings"]);
    run(clippy);
    assert_eq!(added_units(cargo(&["test", "--workspace", "--no-run"])), "");
    let text = run(cargo(&["test", "--workspace"]));
    for test in [
        "the_emitted_document_is_equivalent_to_the_contract",
        "the_first_operation_is_not_implemented",
    ] {
        assert!(text.contains(&format!("{test} ... ok")), "{text}");
    }
    // The call in the README of the package, the only example of the workspace.
    assert!(text.contains(" - compile ... ok"), "{text}");
    let programs = Path::new(env!("CARGO_TARGET_TMPDIR")).join("../debug");
    let name = Command::new(programs.join("the-trees-server")).arg("localhost:0").output().unwrap();
    let error = "Error: \"`localhost:0` is not IP:PORT\"\n";
    assert_eq!(String::from_utf8_lossy(&name.stderr), error);
    let mut server = Command::new(programs.join("the-trees-server"))
        .arg("127.0.0.1:0")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut url = String::new();
    let mut lines = BufReader::new(server.stdout.take().unwrap());
    lines.read_line(&mut url).unwrap();
    // A parameter that the document adds later breaks no caller.
    let before = session.read("The trees/openapi.yaml");
    let added =
        "    get:\n      parameters: [{ name: depth, in: query, schema: { type: integer } }]\n";
    let document = before.replacen("    get:\n", added, 1);
    assert_ne!(document, before);
    session.write("The trees/openapi.yaml", document);
    run(cargo(&["build", "--workspace", "--examples"]));
    let mut example = Command::new(programs.join("examples/call"));
    example.arg(url.trim());
    let answer = run(example);
    server.kill().unwrap();
    server.wait().unwrap();
    // The first version of a service refuses all credentials.
    insta::assert_snapshot!(
        answer,
        @"401 Unauthorized: The bearer token is not accepted. (code bad)"
    );
}
