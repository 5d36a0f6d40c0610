//! Tests of what guards a pull request: the action, the hooks of pre-commit, and the workflow
//! of a new workspace, run as their hosts do.

use crate::session::Session;
use crate::versions::{commit, git};
use pulldown_cmark::{Event, Parser, Tag};
use serde_yaml_ng::Value;
use std::fs;
use std::path::Path;
use std::process::Command;

/// A document whose texts are Markdown, HTML and commands of a workflow.
const OLD: &str = r#"
openapi: 3.1.0
info: {title: Trees, version: '1'}
paths:
  "/trees\n::error::<b>":
    post:
      operationId: "`` | <script>[a](b) \n::error::c"
      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Tree'}}}}
      responses: {'204': {description: Done}}
components:
  schemas:
    Tree:
      type: object
      properties: {"*a* `_b_`": {type: string}}
"#;

fn breaking() -> String {
    let new = OLD.replace("{type: string}", "{enum: ['`<i>', '| ![d](e)']}");
    new.replace("operationId: \"``", "operationId: \"*f* `<u>")
}

/// Returns a clone of the last two commits of a repository, of which the second one has a
/// breaking change.
fn clone() -> (Session, Session) {
    let origin = Session::new();
    origin.write("api/openapi.yaml", OLD);
    commit(&origin);
    origin.write("api/openapi.yaml", breaking());
    origin.write("added.yaml", OLD);
    commit(&origin);
    let clone = Session::new();
    let url = format!("file://{}", origin.path().display());
    git(&clone, &["clone", "--quiet", "--depth", "2", &url, "."]);
    (origin, clone)
}

/// Runs a script as a workflow does. Returns whether it succeeds, and its output.
fn run(session: &Session, script: &str, variables: &[(&str, &str)]) -> (bool, String) {
    let program = Path::new(env!("CARGO_BIN_EXE_openapi-dropshot"));
    let path =
        [program.parent().unwrap().to_str().unwrap(), &std::env::var("PATH").unwrap()].join(":");
    let output = Command::new("bash")
        .args(["--noprofile", "--norc", "-eo", "pipefail", "-c", script])
        .current_dir(session.path())
        .env("PATH", path)
        .env("GITHUB_STEP_SUMMARY", session.path().join("summary.md"))
        .env("GITHUB_OUTPUT", session.path().join("output"))
        .env("RUNNER_TEMP", session.path().join("temporary"))
        .envs(variables.iter().copied())
        .output()
        .unwrap();
    let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    (output.status.success(), text)
}

fn yaml(path: &str) -> Value {
    serde_yaml_ng::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

/// Runs the steps of the action until one fails.
fn act(session: &Session, inputs: &[(&str, &str)]) -> (bool, String) {
    let action = yaml("../../action.yml");
    let value = |expression: &str| {
        let name = expression.strip_prefix("${{ inputs.").unwrap();
        let name = name.strip_suffix(" }}").unwrap();
        let given = inputs.iter().find(|(input, _)| *input == name);
        let default = action["inputs"][name]["default"].as_str().unwrap();
        given.map_or(default, |(_, value)| value).to_owned()
    };
    let mut whole = String::new();
    for step in action["runs"]["steps"].as_sequence().unwrap() {
        let variables = step.get("env").and_then(Value::as_mapping);
        let variables = variables.into_iter().flatten().map(|(name, expression)| {
            (name.as_str().unwrap(), value(expression.as_str().unwrap()))
        });
        let variables: Vec<_> = variables.collect();
        let variables: Vec<_> = variables.iter().map(|(name, one)| (*name, &**one)).collect();
        let (succeeds, text) = run(session, step["run"].as_str().unwrap(), &variables);
        whole.push_str(&text);
        if !succeeds {
            return (false, whole);
        }
    }
    (true, whole)
}

/// Requires that Markdown is a list and nothing else, and returns its text.
fn text_of_a_list(markdown: &str) -> String {
    let mut text = String::new();
    for event in Parser::new(markdown) {
        match event {
            Event::Text(part) | Event::Code(part) => text.push_str(&part),
            Event::Start(
                Tag::Heading { .. } | Tag::List(_) | Tag::Item | Tag::Strong | Tag::Paragraph,
            ) => {}
            Event::End(_) | Event::SoftBreak => text.push('\n'),
            other => panic!("{other:?} in\n{markdown}"),
        }
    }
    text
}

#[test]
fn the_action_annotates_a_breaking_change_and_fails() {
    let (_origin, clone) = clone();
    let documents = ("documents", "api/openapi.yaml\n\nadded.yaml\n");
    let (succeeds, text) = act(&clone, &[documents]);
    assert!(!succeeds, "{text}");
    let commands: Vec<_> = text.lines().filter(|line| line.contains("::")).collect();
    let expected = [
        "::warning file=api/openapi.yaml,line=7,col=7,title=operation-id-different::",
        "::error file=api/openapi.yaml,line=14,col=",
    ];
    assert_eq!(commands.len(), expected.len(), "{text}");
    for (command, expected) in commands.iter().zip(expected) {
        assert!(command.starts_with(expected), "{command}");
    }
    assert!(text.contains("new: added.yaml\n"), "{text}");
    let summary = clone.read("summary.md");
    let list = text_of_a_list(&summary);
    for part in [
        "api/openapi.yaml\nBreaking (1)\n",
        r" | <script>[a](b) \n::error::c in the old document, *f* <u>",
        r"in POST /trees\n::error::<b>, request body (application/json), at /*a* `_b_`",
    ] {
        assert!(list.contains(part), "{part}\nis not in\n{list}");
    }
    let old = "HEAD~1:api/openapi.yaml";
    let compat = format!("compat {old} api/openapi.yaml --format html");
    let (_, page, errors) = clone.run(&compat);
    assert!(page.contains("<h2>Breaking (1)</h2>\n<ul>\n<li><strong>"), "{page}{errors}");
    assert!(page.contains(r" | &lt;script&gt;[a](b) "), "{page}");
    assert!(page.contains("::error::&lt;b&gt;, request body"), "{page}");
    assert!(!page.contains("<script") && !page.contains("<b>"), "{page}");
    let output = clone.read("output");
    let (_, directory) = output.trim_end().split_once("sarif=").unwrap();
    let sarif = fs::read(Path::new(directory).join("api-openapi.yaml.sarif"));
    let sarif: serde_json::Value = serde_json::from_slice(&sarif.unwrap()).unwrap();
    assert_eq!(sarif["runs"][0]["results"].as_array().unwrap().len(), 2);
}

#[test]
fn a_page_begins_with_what_breaks_and_has_a_section_for_each_kind_of_change() {
    let session = Session::new();
    let get = "  /trees:\n    get: {operationId: a, responses: {'204': {description: Done}}}\n";
    session.write("old.yaml", OLD.replace("components:", &format!("{get}components:")));
    let get = get.replace("{operationId", "{deprecated: true, x-sunset: '2027-01-31', operationId");
    let post = get.replace("/trees:", "/shrubs:").replace("operationId: a", "operationId: b");
    let new = breaking().replace("components:", &format!("{get}{post}components:"));
    session.write("new.yaml", new.replace("Done", "Grown"));
    for (format, heading) in [("markdown", "### "), ("html", "<h2>")] {
        let compat = format!("compat old.yaml new.yaml --level documentation --format {format}");
        let (_, page, errors) = session.run(&compat);
        let titles = page.lines().filter_map(|line| line.strip_prefix(heading));
        let titles: Vec<_> = titles.filter_map(|title| title.split(' ').next()).collect();
        let expected = ["Breaking", "Noticeable", "Additions", "Deprecations", "Sunsets", "Other"];
        assert_eq!(titles, expected, "{page}{errors}");
    }
}

#[test]
fn the_action_fails_only_for_what_is_asked_for() {
    let (origin, clone) = clone();
    let document = ("documents", "api/openapi.yaml");
    let all = ["operation-id-different", "request-body-narrower"];
    for (accepted, level, expected) in [
        (&all[..], "contract", true),
        (&all[1..], "breaking", true),
        (&all[..0], "breaking", false),
        (&all[1..], "contract", false),
    ] {
        let entry = |rule| format!("{{rule: {rule}, in: POST, reason: Agreed}}");
        let entries: Vec<_> = accepted.iter().map(entry).collect();
        clone.write("allow.yaml", format!("[{}]", entries.join(", ")));
        let inputs = [document, ("allow", "allow.yaml"), ("level", level)];
        let (succeeds, text) = act(&clone, &inputs);
        assert_eq!(succeeds, expected, "{accepted:?} {level}\n{text}");
    }
    let (succeeds, text) = act(&origin, &[document, ("base", "HEAD~7")]);
    assert!(!succeeds);
    assert!(text.contains("::error::the clone lacks the base"), "{text}");
}

#[test]
fn the_hooks_refuse_a_commit_that_breaks_callers_or_the_document() {
    let session = Session::new();
    session.write("openapi.yaml", OLD);
    commit(&session);
    let hooks = yaml("../../.pre-commit-hooks.yaml");
    let verdicts = |name: &str, text: &str| {
        session.write(name, text);
        let hooks = hooks.as_sequence().unwrap().iter().map(|hook| {
            let entry = hook["entry"].as_str().unwrap();
            run(&session, &format!("{entry} {name}"), &[]).0
        });
        hooks.collect::<Vec<_>>()
    };
    assert_eq!(verdicts("openapi.yaml", OLD), [true, true]);
    assert_eq!(verdicts("openapi.yaml", &breaking()), [true, false]);
    let broken = OLD.replace("Done", "Done}, 204: {");
    assert_eq!(verdicts("openapi.yaml", &broken), [false, false]);
    assert_eq!(verdicts("new.yaml", OLD), [true, true]);
}

#[test]
fn the_workflow_of_a_new_workspace_fails_for_a_breaking_change() {
    let session = Session::new();
    session.write("trees.yaml", OLD);
    assert_eq!(session.run("new trees.yaml new").0, 0);
    let workflow = session.path().join("new/.github/workflows/ci.yml");
    let workflow = yaml(workflow.to_str().unwrap());
    let steps = workflow["jobs"]["interface"]["steps"].as_sequence().unwrap();
    let scripts = steps.iter().filter_map(|step| step["run"].as_str());
    let scripts: Vec<_> = scripts.filter(|one| one.contains("openapi-dropshot c")).collect();
    let verdicts = |session: &Session| {
        let verdicts = scripts.iter().map(|script| run(session, script, &[]).0);
        verdicts.collect::<Vec<_>>()
    };
    let repository = Session::new();
    repository.write("openapi.yaml", OLD);
    commit(&repository);
    repository.write("README.md", "");
    commit(&repository);
    assert_eq!(verdicts(&repository), [true, true]);
    repository.write("openapi.yaml", breaking());
    commit(&repository);
    assert_eq!(verdicts(&repository), [true, false]);
    assert!(repository.read("summary.md").contains("Breaking (1)"));
}
