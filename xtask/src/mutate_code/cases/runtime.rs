//! Changes of the runtime of generated servers.

use super::{Check, EVERYTHING, HOSTILE_PEER, Mutation, WIRE};

const BEARER: &str = "crates/openapi-runtime/src/bearer.rs";
const BODY: &str = "crates/openapi-runtime/src/body.rs";
const MEMORY: &str = "crates/openapi-runtime/src/memory.rs";
const OVERLAY: &str = "crates/openapi-runtime/src/overlay.rs";
const PATH: &str = "crates/openapi-runtime/src/path.rs";
const PROTOCOL: &str = "crates/openapi-runtime/src/protocol.rs";
const UNREAD: &str = "crates/openapi-runtime/src/unread.rs";
const PARAMETERS: &str = "crates/openapi-runtime/src/parameters.rs";
const RESPOND: &str = "crates/openapi-runtime/src/respond.rs";
const ROUTES: &str = "crates/openapi-runtime/src/routes.rs";
const UNITS: Check = Check::Units("openapi-runtime");

pub(super) const ALL: &[Mutation] = &[
    Mutation::new(
        BEARER,
        "accepts several credentials at once",
        &[(
            "if fields.next().is_some() {",
            "if fields.next().is_some() && fields.next().is_some() {",
        )],
        &[UNITS],
    ),
    Mutation::new(
        BEARER,
        "knows the scheme in one spelling only",
        &[(
            r#"!scheme.eq_ignore_ascii_case("bearer")"#,
            r#"scheme != "Bearer""#,
        )],
        &[UNITS],
    ),
    Mutation::new(
        BEARER,
        "takes any scheme for a bearer token",
        &[(
            r#"!scheme.eq_ignore_ascii_case("bearer")"#,
            "scheme.is_empty()",
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
        BEARER,
        "asks for no realm",
        &[(
            r#""Bearer realm=\"{}\"", self.realm"#,
            r#""Bearer{}", &self.realm[..0]"#,
        )],
        &[WIRE],
    ),
    Mutation::new(
        BODY,
        "asks for no content type",
        &[(
            "        require_json(headers)?;
",
            "        let _ = require_json(headers);
",
        )],
        &[WIRE],
    ),
    Mutation::new(
        BODY,
        "takes the first of several content types",
        &[(
            "fields.next().filter(|_| fields.next().is_none())",
            "fields.next()",
        )],
        &[WIRE],
    ),
    Mutation::new(
        BODY,
        "accepts every content type that ends in json",
        &[(
            "media_type.essence_str() == JSON",
            r#"media_type.essence_str().ends_with("json")"#,
        )],
        &[WIRE],
    ),
    Mutation::new(
        BODY,
        "refuses parameters of the content type",
        &[(
            "field == JSON || compact().parse().is_ok_and(is_json)",
            "field == JSON || (field.is_empty() && compact().parse().is_ok_and(is_json))",
        )],
        &[WIRE],
    ),
    Mutation::new(
        BODY,
        "refuses a body as long as the limit",
        &[(
            "length > limits.body as u64",
            "length >= limits.body as u64",
        )],
        &[WIRE],
    ),
    Mutation::new(
        BODY,
        "reads any length that was not declared",
        &[(
            "if bytes.len() + data.len() > limits.body {",
            "if bytes.len() + data.len() > usize::MAX / 2 {",
        )],
        &[WIRE],
    ),
    Mutation::new(
        BODY,
        "counts the time from the first read",
        &[("self.begun.checked_add", "Instant::now().checked_add")],
        &[UNITS],
    ),
    Mutation::new(
        BODY,
        "asks for no memory for a body",
        &[("share.grow_to(bytes.len() + data.len())?;", "")],
        &[UNITS],
    ),
    Mutation::new(
        BODY,
        "takes no body for a slow one",
        &[(
            "self.body.begun.elapsed() >= SLOW",
            "self.body.begun.elapsed() >= 1000 * SLOW",
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
        &[(
            "length.saturating_sub(UNCOUNTED)",
            "length.saturating_sub(0)",
        )],
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
        OVERLAY,
        "emits a required credential as optional",
        &[(
            "true => json!([requirement]),",
            "true => json!([{}, requirement]),",
        )],
        &[Check::Conformance],
    ),
    Mutation::new(
        PARAMETERS,
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
        &[(
            "agreeing.iter().find_map(",
            "agreeing[..0].iter().find_map(",
        )],
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
