//! Changes of what serves connections.

use super::{Check, HOSTILE_PEER, Mutation, WIRE};

const ACTIVITY: &str = "crates/openapi-server/src/activity.rs";
const ANSWER: &str = "crates/openapi-server/src/answer.rs";
const CONNECTION: &str = "crates/openapi-server/src/connection.rs";
const CONNECTIONS: &str = "crates/openapi-server/src/connections.rs";
const UNITS: Check = Check::Units("openapi-server");

pub(super) const ALL: &[Mutation] = &[
    Mutation::new(
        ACTIVITY,
        "evicts who is being answered",
        &[("(!is_busy).then(", "(!is_busy || head != NEVER).then(")],
        &[UNITS],
    ),
    Mutation::new(
        ACTIVITY,
        "never evicts who does not send the body",
        &[(
            "|| self.now().saturating_sub(head) < protected",
            "|| protected > 0",
        )],
        &[UNITS],
    ),
    Mutation::new(
        ACTIVITY,
        "counts the time of a request from the end of its head",
        &[(
            "self.begun + Duration::from_micros(self.first_byte.load(Ordering::Relaxed))",
            "Instant::now()",
        )],
        &[UNITS],
    ),
    Mutation::new(
        ANSWER,
        "takes any number of hosts",
        &[(
            "if !names_one_host(head.version, &head.headers) {",
            "if !names_one_host(head.version, &head.headers) && head.uri.path().is_empty() {",
        )],
        &[WIRE, HOSTILE_PEER],
    ),
    Mutation::new(
        ANSWER,
        "forgets codings that it does not know",
        &[("_ => Some(StatusCode::NOT_IMPLEMENTED),", "_ => None,")],
        &[WIRE, HOSTILE_PEER],
    ),
    Mutation::new(
        ANSWER,
        "keeps a connection whose body was not read",
        &[("false => closing(response),", "false => response,")],
        &[WIRE, HOSTILE_PEER],
    ),
    Mutation::new(
        CONNECTION,
        "closes at once after the last answer",
        &[(
            "const LINGER: Duration = Duration::from_secs(2);",
            "const LINGER: Duration = Duration::ZERO;",
        )],
        &[WIRE, HOSTILE_PEER],
    ),
    Mutation::new(
        CONNECTION,
        "closes without a word when a head does not come to its end",
        &[(
            "Err(error) if error.is_timeout() => REQUEST_TIMEOUT,",
            r#"Err(error) if error.is_timeout() => b"","#,
        )],
        &[HOSTILE_PEER],
    ),
    Mutation::new(
        CONNECTION,
        "says nothing to HTTP/2",
        &[(
            "Err(error) if error.is_parse_version_h2() => VERSION_NOT_SUPPORTED,",
            r#"Err(error) if error.is_parse_version_h2() => b"","#,
        )],
        &[WIRE, HOSTILE_PEER],
    ),
    Mutation::new(
        CONNECTIONS,
        "knows no limit",
        &[(
            "self.table().open.len() >= self.most && !self.evict()",
            "self.table().open.len() >= self.most * 99 && !self.evict()",
        )],
        &[HOSTILE_PEER],
    ),
    Mutation::new(
        CONNECTIONS,
        "evicts who has waited for the shortest time",
        &[(
            "most.sort_unstable();",
            "most.sort_unstable_by(|one, other| other.cmp(one));",
        )],
        &[UNITS],
    ),
    Mutation::new(
        CONNECTIONS,
        "evicts the peer with the fewest connections",
        &[(
            "(of_peer.len(), std::cmp::Reverse(longest))",
            "(usize::MAX - of_peer.len(), std::cmp::Reverse(longest))",
        )],
        &[UNITS],
    ),
];
