//! Tests of `servers`: which of the three lists applies to an operation, and which
//! URLs are equal.

use crate::fixture::{compare_texts, lines, read};
use openapi_compare::{Level, compare_versions};

/// Returns a document whose operation, path and root have these servers.
fn document([operation, path, root]: [&str; 3]) -> String {
    let servers = |list: &str| match list {
        "" => String::new(),
        list => format!("servers: [{list}], "),
    };
    format!(
        "{{openapi: 3.1.0, {}paths: {{/a: {{{}get: {{{}responses: {{}}}}}}, /b: {{get: {{responses: {{}}}}}}}}}}",
        servers(root),
        servers(path),
        servers(operation)
    )
}

fn root(servers: &str) -> String {
    document(["", "", servers])
}

fn found(old: &str, new: &str) -> Vec<String> {
    let report = compare_versions(Level::default(), &read("old", old), &read("new", new));
    let findings = report.findings.iter();
    findings.map(|one| format!("{}: {}", one.seen_in.join(", "), one.message)).collect()
}

const V1: &str = "{url: 'https://example.com/v1'}";

#[test]
fn equivalent_servers_are_equal() {
    for (one, other) in [
        (root(V1), root("{url: 'https://example.com/v1/'}")),
        (root(V1), root("{url: 'HTTPS://Example.COM:443/v1', description: Here}")),
        (root("{url: 'http://a:80'}"), root("{url: 'http://a/'}")),
        (root(V1), root("{url: 'https://example.com/{v}', variables: {v: {default: v1}}}")),
        (root(""), root("{url: /}")),
        (root(""), "{openapi: 3.1.0, servers: [], paths: {/a: {get: {responses: {}}}, /b: {get: {responses: {}}}}}".to_owned()),
        (root("{url: /v1}"), root("{url: v1/}")),
        (root(V1), document([V1, "", V1])),
        (root(V1), document(["", V1, V1])),
        (document([V1, "", ""]), document(["", V1, ""])),
        (document([V1, "{url: /no}", ""]), document([V1, "", ""])),
    ] {
        for (left, right) in [(&one, &other), (&other, &one)] {
            assert_eq!(found(left, right), [""; 0], "{left}\n{right}");
            let report = compare_texts(left, right);
            assert!(report.is_clean(), "{left}\n{report}");
        }
    }
}

#[test]
fn between_versions_each_removed_url_is_reported_once_at_its_old_location() {
    let one_of_two = "{url: 'https://{h}.example.com', variables: {h: {default: a, enum: [a, b]}}}";
    let one = "{url: 'https://{h}.example.com', variables: {h: {default: a, enum: [a]}}}";
    for (old, new, expected) in [
        (root(V1), root(""), "the document: the new document doesn't have https://example.com/v1"),
        (root(""), root("{url: /v2}"), "the document: the new document doesn't have /"),
        (
            root(one_of_two),
            root(one),
            "the document: the new document doesn't have https://b.example.com",
        ),
        (
            root(V1),
            document(["{url: /v2}", "", V1]),
            "GET /a: the new document doesn't have https://example.com/v1",
        ),
        (
            root(V1),
            document(["", "{url: /v2}", V1]),
            "GET /a: the new document doesn't have https://example.com/v1",
        ),
    ] {
        assert_eq!(found(&old, &new), [expected]);
    }
    assert_eq!(found(&root(one), &root(one_of_two)), [""; 0]);
    // A relative URL is compatible with any host.
    assert_eq!(found(&root(""), &root("{url: 'https://example.com'}")), [""; 0]);
    assert_eq!(found(&root("{url: /v1}"), &root(V1)), [""; 0]);
}

#[test]
fn only_the_path_of_the_first_server_is_compared_with_a_dropshot_server() {
    let report = compare_texts(&document(["{url: /v2}", "", V1]), &root(V1));
    assert_eq!(
        lines(&report),
        [
            "server-different [] path of the server: /v2/ in the contract, /v1/ in the emitted document | /paths/~1a/get/servers | /servers"
        ]
    );
    let in_paths =
        "{openapi: 3.0.3, paths: {/v1/a: {get: {responses: {}}}, /v1/b: {get: {responses: {}}}}}";
    assert!(compare_texts(&root(V1), in_paths).is_clean());
    let report = compare_texts(&document(["{url: /}", "", V1]), in_paths);
    assert_eq!(report.findings.len(), 1, "{report}");
}

#[test]
fn a_path_is_shown_as_the_emitted_document_has_it() {
    let contract = "{openapi: 3.1.0, servers: [{url: /v1}], paths: {'/a/{x}': {get: {}}}}";
    let report = compare_texts(contract, "{openapi: 3.0.3, paths: {'/v1/a/{y}': {get: {}}}}");
    let messages: Vec<&str> = report.findings.iter().map(|one| &*one.message).collect();
    assert_eq!(messages, ["path: /a/{x} in the contract, /v1/a/{y} in the emitted document"]);
}
