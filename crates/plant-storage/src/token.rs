//! The stored record of an access token: never the token itself, only its hash.

/// Seconds since 1970-01-01T00:00:00Z, without leap seconds.
pub type UnixSeconds = i64;

/// The stored record of an access token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenRecord {
    /// The name its creator chose. Names are never reused, so that a name in a
    /// log stays unambiguous after the token is revoked.
    pub name: String,
    /// The SHA-256 hash of the token.
    pub hash: [u8; 32],
    /// The time of creation.
    pub created_at: UnixSeconds,
    /// The time from which the token is no longer valid. `None`: it never
    /// expires.
    pub expires_at: Option<UnixSeconds>,
    /// The time of revocation. `None`: the token is not revoked.
    pub revoked_at: Option<UnixSeconds>,
    /// The time of the last use, at most some minutes behind. `None`: never used.
    pub last_used_at: Option<UnixSeconds>,
}
