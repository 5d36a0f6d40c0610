//! Changes of what every generated server links.

use super::{Check, Mutation, WIRE};

const BEARER: &str = "crates/openapi-runtime/src/bearer.rs";
const BODY: &str = "crates/openapi-runtime/src/body.rs";
const DESCRIPTION: &str = "crates/openapi-runtime/src/description.rs";
const PARAMETERS: &str = "crates/openapi-runtime/src/parameters.rs";
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
        BEARER,
        "shows a credential of another name",
        &[(
            r#"    /// A bearer token (RFC 6750)
    #[serde(rename = "Authorization")]"#,
            r#"    /// A bearer token (RFC 6750)
    #[serde(rename = "Token")]"#,
        )],
        &[Check::Conformance],
    ),
    Mutation::new(
        BODY,
        "asks for no content type",
        &[(
            "    require_json(request.headers())?;
",
            "    let _ = require_json(request.headers());
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
        "counts the time from the end of the head",
        &[(
            "request.begun().checked_add",
            "std::time::Instant::now().checked_add",
        )],
        &[UNITS],
    ),
    Mutation::new(
        DESCRIPTION,
        "shows every body as optional",
        &[("body_required: true,", "body_required: false,")],
        &[Check::Conformance],
    ),
    Mutation::new(
        PARAMETERS,
        "takes a plus for a plus",
        &[(r#"text.replace('+', " ")"#, "text.to_owned()")],
        &[UNITS],
    ),
    Mutation::new(
        ROUTES,
        "takes `/a/` for `/a`",
        &[(
            "            .split('/')
            .map(|segment| percent_decode_str(segment).into())",
            "            .trim_end_matches('/')
            .split('/')
            .map(|segment| percent_decode_str(segment).into())",
        )],
        &[UNITS],
    ),
    Mutation::new(
        ROUTES,
        "compares paths as they are sent",
        &[(
            ".map(|segment| percent_decode_str(segment).into())",
            ".map(|segment| Cow::Borrowed(segment.as_bytes()))",
        )],
        &[UNITS],
    ),
    Mutation::new(
        ROUTES,
        "prefers a variable to a literal",
        &[("one.cmp(other)", "other.cmp(one)")],
        &[UNITS],
    ),
    Mutation::new(
        ROUTES,
        "takes an empty segment for a value",
        &[(
            "Segment::Variable(_) => !sent.is_empty(),",
            "Segment::Variable(_) => true,",
        )],
        &[UNITS],
    ),
];
