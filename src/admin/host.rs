//! The hosts for which the admin listener answers. A page whose own host name resolves to
//! the address of the listener (DNS rebinding) sends this name as `Host`, and could read
//! the answers. No name can be made to resolve instead of an address or `localhost`.

use std::net::IpAddr;

use http::uri::Authority;
use http::{HeaderValue, Version};

/// The answer to a request with another host.
pub(super) const REFUSAL: &str = "the admin listener answers for IP addresses and for localhost, \
     not for other host names\n";

/// Returns whether the host of a request is an IP address or `localhost`, with any port: the
/// port of a forwarded connection is another one. HTTP/1.0 has requests without a host, and
/// no browser sends them.
pub(super) fn is_accepted(host: Option<&HeaderValue>, version: Version) -> bool {
    let Some(host) = host else {
        return version == Version::HTTP_10;
    };
    let Ok(authority) = Authority::try_from(host.as_bytes()) else {
        return false;
    };
    let host = authority.host();
    let literal = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
    host.eq_ignore_ascii_case("localhost") || literal.parse::<IpAddr>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_ip_addresses_and_localhost() {
        for (host, expected) in [
            ("127.0.0.1:9090", true),
            ("192.0.2.7", true),
            ("[::1]:9090", true),
            ("[2001:db8::7]", true),
            ("localhost:9090", true),
            ("LOCALHOST", true),
            ("pages.example:9090", false),
            ("localhost.pages.example", false),
            ("127.0.0.1.pages.example", false),
            ("127.0.0.1, pages.example", false),
            ("", false),
        ] {
            let host_field = HeaderValue::from_static(host);
            let accepted = is_accepted(Some(&host_field), Version::HTTP_11);
            assert_eq!(accepted, expected, "{host:?}");
        }
        assert!(is_accepted(None, Version::HTTP_10));
        assert!(!is_accepted(None, Version::HTTP_11));
    }
}
