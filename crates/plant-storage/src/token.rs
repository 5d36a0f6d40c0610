//! What is kept of a token: never the token itself, only a hash of it.

/// Seconds since 1970-01-01T00:00:00Z, without leap seconds.
pub type UnixSeconds = i64;

/// What is kept of a token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenRecord {
    /// The name its creator gave it. Names are never used twice, so that a log
    /// which mentions one stays true after the token is revoked.
    pub name: String,
    /// The SHA-256 hash of the token.
    pub hash: [u8; 32],
    /// When it was created.
    pub created_at: UnixSeconds,
    /// From when on it is no longer accepted; never, when absent.
    pub expires_at: Option<UnixSeconds>,
    /// Since when it is no longer accepted, because it was revoked.
    pub revoked_at: Option<UnixSeconds>,
}
