//! Changes of the runtime of generated servers.

use super::{Check, EVERYTHING, HOSTILE_PEER, MEDIA, Mutation, PARAMETERS, WIRE};

const BEARER: &str = "crates/openapi-runtime/src/security/bearer.rs";
const SECURITY: &str = "crates/openapi-runtime/src/security/mod.rs";
const DOCUMENTED: &str = "crates/openapi-runtime/src/security/documented.rs";
const STYLE: &str = "crates/openapi-runtime/src/parameters/style.rs";
const FORM: &str = "crates/openapi-runtime/src/body/form.rs";
const ITEMS: &str = "crates/openapi-runtime/src/items.rs";
const BODY: &str = "crates/openapi-runtime/src/body/mod.rs";
const MEDIA_TYPE: &str = "crates/openapi-runtime/src/body/media_type.rs";
const RECEIVED: &str = "crates/openapi-runtime/src/body/received.rs";
const MEMORY: &str = "crates/openapi-runtime/src/memory.rs";
const ANNOTATIONS: &str = "crates/openapi-runtime/src/annotations/mod.rs";
const ANNOTATED_SCHEMAS: &str = "crates/openapi-runtime/src/annotations/schemas.rs";
const OVERLAY: &str = "crates/openapi-runtime/src/overlay.rs";
const PATH: &str = "crates/openapi-runtime/src/path.rs";
const PROTOCOL: &str = "crates/openapi-runtime/src/protocol.rs";
const UNREAD: &str = "crates/openapi-runtime/src/unread.rs";
const SENT: &str = "crates/openapi-runtime/src/parameters/sent.rs";
const RESPOND: &str = "crates/openapi-runtime/src/respond.rs";
const ROUTES: &str = "crates/openapi-runtime/src/routes.rs";
const UNITS: Check = Check::Units("openapi-runtime");

pub(super) const ALL: &[Mutation] = &[
    Mutation::new(
        SECURITY,
        "accepts several credentials at once",
        &[(
            "if fields.next().is_some() {",
            "if fields.next().is_some() && fields.next().is_some() {",
        )],
        &[UNITS],
    ),
    Mutation::new(
        SECURITY,
        "knows the scheme in one spelling only",
        &[(
            "!scheme.eq_ignore_ascii_case(expected)",
            "scheme != expected",
        )],
        &[UNITS],
    ),
    Mutation::new(
        SECURITY,
        "takes any scheme for a bearer token",
        &[(
            "!scheme.eq_ignore_ascii_case(expected)",
            "scheme.is_empty() && expected.is_empty()",
        )],
        &[UNITS],
    ),
    Mutation::new(
        BEARER,
        "takes any text for a token",
        &[(
            r#".all(|byte| byte.is_ascii_alphanumeric() || b"-._~+/".contains(&byte))"#,
            ".all(|byte| byte != 0)",
        )],
        &[UNITS],
    ),
    Mutation::new(
        SECURITY,
        "asks for no realm",
        &[(
            r#"format!("Bearer realm={realm}{}{error}", scope(required.scopes))"#,
            r#"format!("Bearer{}{error}", scope(required.scopes))"#,
        )],
        &[WIRE],
    ),
    Mutation::new(
        STYLE,
        "takes a space for the delimiter of every list",
        &[(
            r#"delimited::decode(&["|", "%7C", "%7c"], value_type, name, sent)"#,
            r#"delimited::decode(&["%20", "+"], value_type, name, sent)"#,
        )],
        &[UNITS],
    ),
    Mutation::new(
        STYLE,
        "reads a label as a simple value",
        &[(
            "(Self::Label, _) => label::decode(",
            "(Self::Label, _) => simple::decode(",
        )],
        &[PARAMETERS],
    ),
    Mutation::new(
        FORM,
        "takes one of several parts of a field that is no array",
        &[(
            "if !self.repeated && sent.len() > 1 {",
            "if !self.repeated && sent.len() > 2 {",
        )],
        &[MEDIA],
    ),
    Mutation::new(
        ITEMS,
        "sends an item that the document rejects",
        &[(
            "        validate(&serde_json::from_str(&json)?, schema)?;",
            "        let _ = validate(&serde_json::from_str(&json)?, schema);",
        )],
        &[MEDIA],
    ),
    Mutation::new(
        BODY,
        "asks for no content type",
        &[(
            "        self.select(&[content::JSON])?;
        self.json(schema, limits).await
",
            "        let _ = self.select(&[content::JSON]);
        self.json(schema, limits).await
",
        )],
        &[WIRE],
    ),
    Mutation::new(
        MEDIA_TYPE,
        "takes the first of several content types",
        &[("(Some(only), None) => only", "(Some(only), _) => only")],
        &[WIRE],
    ),
    Mutation::new(
        MEDIA_TYPE,
        "accepts every content type that ends in json",
        &[(
            "declared.essence_str() == sent.essence_str()",
            r#"sent.essence_str().ends_with("json")"#,
        )],
        &[WIRE],
    ),
    Mutation::new(
        MEDIA_TYPE,
        "refuses parameters of the content type",
        &[(
            "declared.essence_str() == sent.essence_str()",
            "declared == *sent",
        )],
        &[WIRE],
    ),
    Mutation::new(
        RECEIVED,
        "refuses a body as long as the limit",
        &[("*length <= limits.body)", "*length < limits.body)")],
        &[WIRE],
    ),
    Mutation::new(
        RECEIVED,
        "reads any length that was not declared",
        &[(
            "if buffer.len() + data.len() > limits.body {",
            "if buffer.len() + data.len() > usize::MAX / 2 {",
        )],
        &[WIRE],
    ),
    Mutation::new(
        RECEIVED,
        "counts the time from the first read",
        &[("self.begun.checked_add", "Instant::now().checked_add")],
        &[UNITS],
    ),
    Mutation::new(
        RECEIVED,
        "asks for no memory for a body",
        &[(
            "buffer.push(&data, most)?;",
            "let _ = buffer.push(&data, most);",
        )],
        &[UNITS],
    ),
    Mutation::new(
        RECEIVED,
        "takes no body for a slow one",
        &[(
            "self.begun.elapsed() >= SLOW",
            "self.begun.elapsed() >= 1000 * SLOW",
        )],
        &[WIRE],
    ),
    Mutation::new(
        MEMORY,
        "has memory for any number of bodies",
        &[(
            "if counted <= held {",
            "if counted <= held.max(usize::MAX) {",
        )],
        &[UNITS],
    ),
    Mutation::new(
        MEMORY,
        "counts only the first part of a body",
        &[(
            "Some(permit) => permit.merge(more),",
            "Some(_) => drop(more),",
        )],
        &[UNITS],
    ),
    Mutation::new(
        MEMORY,
        "has no memory for small bodies when large ones have taken it",
        &[("bytes.saturating_sub(UNCOUNTED)", "bytes.saturating_sub(0)")],
        &[UNITS],
    ),
    Mutation::new(
        OVERLAY,
        "documents every body as optional",
        &[(
            "body_required: endpoint.parameters.last().is_none_or(required),",
            "body_required: endpoint.parameters.is_empty(),",
        )],
        &[Check::Conformance],
    ),
    Mutation::new(
        ANNOTATIONS,
        "emits no links",
        &[(
            "self.source.copy_named(\"links\", declared, emitted);\n",
            "",
        )],
        &[EVERYTHING],
    ),
    Mutation::new(
        ANNOTATED_SCHEMAS,
        "emits no annotation beside a reference",
        &[("if emitted.get(\"$ref\").is_some() {", "if false {")],
        &[EVERYTHING],
    ),
    Mutation::new(
        ANNOTATED_SCHEMAS,
        "emits the names of the source in a discriminator",
        &[("        self.rename_mappings(emitted);\n", "")],
        &[EVERYTHING],
    ),
    Mutation::new(
        DOCUMENTED,
        "emits a required credential as optional",
        &[(
            "let mut alternatives = Vec::new();",
            "let mut alternatives = vec![Map::new()];",
        )],
        &[Check::Conformance],
    ),
    Mutation::new(
        SENT,
        "takes a plus for a plus",
        &[(r#"text.replace('+', " ")"#, "text.to_owned()")],
        &[UNITS],
    ),
    Mutation::new(
        PATH,
        "takes `/a/` for `/a`",
        &[(
            "segments(template).all(equal) && sent.next().is_none()",
            r#"segments(template).all(equal) && sent.all(str::is_empty)"#,
        )],
        &[UNITS],
    ),
    Mutation::new(
        PATH,
        "compares segments without decoding them",
        &[(
            "percent_decode_str(segment).into()",
            "segment.as_bytes().into()",
        )],
        &[UNITS],
    ),
    Mutation::new(
        PATH,
        "takes an empty segment for a value",
        &[(
            "(Segment::Variable(_), Some(sent)) => !sent.is_empty(),",
            "(Segment::Variable(_), Some(_)) => true,",
        )],
        &[UNITS],
    ),
    Mutation::new(
        RESPOND,
        "sends a 401 without the challenge that the document does not declare",
        &[(
            "headers.entry(WWW_AUTHENTICATE).or_insert(challenge);",
            "let _ = (headers.entry(WWW_AUTHENTICATE), challenge);",
        )],
        &[EVERYTHING],
    ),
    Mutation::new(
        ROUTES,
        "prefers a variable to a literal",
        &[(
            "path::segments(&one.path).cmp(path::segments(&other.path))",
            "path::segments(&other.path).cmp(path::segments(&one.path))",
        )],
        &[EVERYTHING],
    ),
    Mutation::new(
        ROUTES,
        "registers a literal beside a variable",
        &[("agreeing.iter().map(", "agreeing[..0].iter().map(")],
        &[UNITS],
    ),
    Mutation::new(
        PROTOCOL,
        "takes any number of hosts",
        &[(
            "(Some(_), Some(_)) => false,
    }
}

/// `uri-host",
            "(Some(_), Some(_)) => true,
    }
}

/// `uri-host",
        )],
        &[WIRE, HOSTILE_PEER],
    ),
    Mutation::new(
        PROTOCOL,
        "takes codings that it does not know",
        &[
            (
                "if !is_coding_known(request.headers()) {",
                "if !is_coding_known(request.headers()) && path_is_empty(request) {",
            ),
            (
                "pub(crate) fn bare(",
                "fn path_is_empty(request: &dropshot::RequestInfo) -> bool {
    request.uri().path().is_empty()
}

pub(crate) fn bare(",
            ),
        ],
        &[WIRE, HOSTILE_PEER],
    ),
    Mutation::new(
        PROTOCOL,
        "takes `post` for `POST`",
        &[(
            "if *request.method() != operation.method {",
            "if !request.method().as_str().eq_ignore_ascii_case(operation.method.as_str()) {",
        )],
        &[WIRE],
    ),
    Mutation::new(
        PROTOCOL,
        "takes `//a` for `/a`",
        &[(
            "if !path::matches(operation.path, path) {",
            "if path.is_empty() {",
        )],
        &[WIRE],
    ),
    Mutation::new(
        UNREAD,
        "keeps a connection whose body was not read",
        &[(
            "    tokio::spawn(timeout(LINGER, discard(body)));
    last(response)",
            "    tokio::spawn(timeout(LINGER, discard(body)));
    response",
        )],
        &[WIRE, HOSTILE_PEER],
    ),
    Mutation::new(
        UNREAD,
        "closes at once after the last answer",
        &[(
            "const LINGER: Duration = Duration::from_secs(2);",
            "const LINGER: Duration = Duration::ZERO;",
        )],
        &[WIRE, HOSTILE_PEER],
    ),
];
