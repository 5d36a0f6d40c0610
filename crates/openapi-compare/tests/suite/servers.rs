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
        (root("{url: 'wss://a:443/v1'}"), root("{url: 'wss://a/v1'}")),
        (root("{url: 'HTTPS://Example.com/{v}'}"), root("{url: 'https://example.com/{v}'}")),
        (root("{url: ./v1}"), root("{url: v1}")),
        (root("{url: /v1/../v2}"), root("{url: /v2}")),
        (root("{url: ./}"), root("{url: /}")),
        (root("{url: /a//b}"), root("{url: /a//b/}")),
        (root(V1), root("{url: 'https://example.com/{v}', variables: {v: {default: v1, enum: [v1]}}}")),
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
            root("{url: //pets/api}"),
            root("{url: 'https://other.example/pets/api'}"),
            "the document: the new document doesn't have //pets/api",
        ),
        (
            root("{url: 'wss://example.com:80'}"),
            root("{url: 'wss://example.com'}"),
            "the document: the new document doesn't have wss://example.com:80",
        ),
        (
            root("{url: ../v1}"),
            root("{url: v2}"),
            "the document: the new document doesn't have ../v1",
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
    assert_eq!(found(&root("{url: //example.com/v1}"), &root(V1)), [""; 0]);
}

#[test]
fn a_variable_without_enum_can_have_any_value() {
    let server = |url: &str, variables: &str| root(&format!("{{url: '{url}', {variables}}}"));
    let open = server("https://{c}.example.com", "variables: {c: {default: demo}}");
    let closed = "variables: {c: {default: demo, enum: [demo, b]}}";
    let missing = "the document: the new document doesn't have https://{c}.example.com";
    for new in [
        server("https://demo.example.com", ""),
        server("https://{c}.example.com", closed),
        server("https://{c}.example.com/v1", "variables: {c: {default: demo}}"),
    ] {
        assert_eq!(found(&open, &new), [missing], "{new}");
    }
    for old in [
        server("https://demo.example.com", ""),
        server("https://acme.example.com", ""),
        server("https://{c}.example.com", closed),
        server("https://{other}.example.com", "variables: {other: {default: a}}"),
        server("https://{undeclared}.example.com", ""),
    ] {
        assert_eq!(found(&old, &open), [""; 0], "{old}");
    }
    let path = server("https://{c}", "variables: {c: {default: example.com}}");
    assert_eq!(found(&root(V1), &path).len(), 1);
    let default = server("https://example.com{c}", "variables: {c: {default: /v1}}");
    assert_eq!(found(&root(V1), &default), [""; 0]);
    let port = server("https://example.com:{c}/v1", "variables: {c: {default: '443'}}");
    for old in [V1, "{url: 'https://example.com:8443/v1/'}"] {
        assert_eq!(found(&root(old), &port), [""; 0]);
    }
}

#[test]
fn servers_with_more_than_1000_urls_are_undecided_unless_they_are_equal() {
    let server = |host: &str, count: usize| {
        let names: Vec<String> = (0..count).map(|number| format!("r{number}")).collect();
        let names = names.join(", ");
        root(&format!(
            "{{url: 'https://{{r}}.{host}', variables: {{r: {{default: r0, enum: [{names}]}}}}}}"
        ))
    };
    let undecided = "the document: a server has more than 1000 URLs";
    assert_eq!(found(&server("a", 1001), &server("a", 1001)), [""; 0]);
    for (old, new) in [(1000, 1001), (1001, 1000)] {
        assert_eq!(found(&server("a", old), &server("a", new)), [undecided]);
    }
    assert_eq!(found(&server("a", 1001), &root("{url: 'https://r0.a'}")), [undecided]);
    assert_eq!(found(&root("{url: 'https://r0.a'}"), &server("a", 1001)), [undecided]);
    assert_eq!(found(&server("a", 1000), &server("b", 1000)).len(), 1000);
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
    for (contract, emitted) in [
        ("{url: ./}", "{url: /}"),
        ("{url: //example.com/v1}", V1),
        ("{url: 'https://{c}{p}', variables: {c: {default: a}, p: {default: /v1}}}", V1),
    ] {
        assert!(compare_texts(&root(contract), &root(emitted)).is_clean(), "{contract}");
    }
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
