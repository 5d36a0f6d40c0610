//! Environment variables: a name that no setting has is an error, because a mistyped
//! variable would have no effect. What creates or replaces a store, or ends a token, has
//! only a flag: a variable that is left set must not decide it.

use super::suggestion;

const PREFIX: &str = "PLANT_STORE_";

/// The variables of callers, for `plant` (`crates/plant-cli`) and the examples of
/// `plant-client`.
const OF_CALLERS: [&str; 2] = ["PLANT_STORE_TOKEN", "PLANT_STORE_URL"];

/// A variable that no setting has.
#[derive(Debug, thiserror::Error)]
#[error("no setting has the environment variable {name}{suggestion}")]
pub(crate) struct UnknownVariable {
    name: String,
    suggestion: String,
}

/// Requires that each variable of this process with the prefix is known. `flags` are the
/// names of all flags.
pub(crate) fn require_known(known: &[&str], flags: &[&str]) -> Result<(), UnknownVariable> {
    let variables = std::env::vars_os().map(|(name, _)| name.to_string_lossy().into_owned());
    let mut unknown = variables
        .filter(|name| {
            name.starts_with(PREFIX)
                && !OF_CALLERS.contains(&name.as_str())
                && !known.contains(&&**name)
        })
        .filter(|name| !is_of_kubernetes(name));
    match unknown.next() {
        None => Ok(()),
        Some(name) => Err(UnknownVariable {
            suggestion: match flags.iter().find(|flag| variable(flag) == name) {
                Some(flag) => format!("; give the flag --{flag}"),
                None => suggestion(&name, known.iter().copied()),
            },
            name,
        }),
    }
}

pub(crate) fn variable(flag: &str) -> String {
    format!("{PREFIX}{}", flag.replace('-', "_").to_uppercase())
}

/// Kubernetes sets such variables in each container if a Service has the name
/// `plant-store` (<https://kubernetes.io/docs/concepts/services-networking/service/>).
fn is_of_kubernetes(name: &str) -> bool {
    let rest = name.strip_prefix(PREFIX).unwrap_or_default();
    rest == "PORT" || rest.starts_with("PORT_") || rest.starts_with("SERVICE_")
}
