//! The challenges of a refused request (RFC 9110 §11.6.1).

/// The challenges of a `WWW-Authenticate` field (RFC 9110 §11.6.1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenges {
    /// The value of the field.
    pub(crate) field: String,
    /// The name of the credential, for messages.
    pub(crate) credential: &'static str,
    /// Why a credential is malformed, for the log.
    pub(crate) cause: String,
}

/// Returns the parameter `scope` of a challenge (RFC 6750 §3).
pub(crate) fn scope(scopes: &[&str]) -> String {
    if scopes.is_empty() { String::new() } else { format!(", scope={}", quoted(&scopes.join(" "))) }
}

/// Returns a quoted string (RFC 9110 §5.6.4), without characters outside of ASCII.
pub(super) fn quoted(text: &str) -> String {
    let text: String =
        text.chars().filter(|one| one.is_ascii() && !one.is_ascii_control()).collect();
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
