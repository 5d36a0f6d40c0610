//! The URL of a PostgreSQL database:
//! `postgres://user@host:port,host:port/database?parameter=value`, with the
//! names and meanings of libpq's parameters (PostgreSQL manual §34.1). Only the
//! syntax; parsing opens no connection. The password is never displayed.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use percent_encoding::percent_decode_str;
use tokio_postgres::Config;
use tokio_postgres::config::{Host, LoadBalanceHosts, SslMode};

/// The default of `connect_timeout`: the time limit for connecting to one host.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);

/// The default of `tcp_user_timeout`: after this time without an acknowledgement
/// of a packet, the connection is treated as dead.
const TCP_USER_TIMEOUT: Duration = Duration::from_secs(10);

/// The default of `keepalives_idle`: after this idle time the operating system
/// probes the peer. Keepalives, not a timeout for responses, detect a dead peer:
/// a database may be slow and alive.
const KEEPALIVES_IDLE: Duration = Duration::from_secs(5);

/// The default of tokio-postgres, which marks a URL without `keepalives_idle`.
const KEEPALIVES_IDLE_UNSET: Duration = Duration::from_secs(2 * 60 * 60);

/// The defaults of `keepalives_interval` and `keepalives_retries`: the interval
/// and the number of further probes of a peer that does not respond.
const KEEPALIVES_INTERVAL: Duration = Duration::from_secs(2);
const KEEPALIVES_RETRIES: u32 = 3;

/// The URL of a PostgreSQL database. Displayed without the password and without
/// parameters.
#[derive(Clone, PartialEq, Eq)]
pub struct PostgresUrl {
    config: Config,
    pub(super) trust: Trust,
    /// The number of synchronous standbys that a server needs to be used for writes.
    pub(super) standbys: u32,
}

/// The verification of the server's certificate (`sslmode`, `sslrootcert`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Trust {
    /// No verification (`disable`, `prefer`, `require`).
    Anybody,
    /// The certificate must be issued by a certificate authority, for any name
    /// (`verify-ca`).
    Authority(Authorities),
    /// The certificate must be issued by a certificate authority for the name of
    /// the host (`verify-full`).
    AuthorityAndName(Authorities),
}

/// The certificate authorities that are trusted (`sslrootcert`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Authorities {
    /// The certificate authorities that the operating system trusts.
    System,
    /// The certificate authorities in this PEM file.
    File(PathBuf),
}

impl PostgresUrl {
    /// Returns one configuration for each host, in the order of the URL.
    pub(super) fn hosts(&self) -> Vec<Config> {
        let hosts = self.config.get_hosts();
        let ports = self.config.get_ports();
        let addresses = self.config.get_hostaddrs();
        let configuration = |index: usize, host: &Host| {
            let mut config = self.without_hosts();
            match host {
                Host::Tcp(name) => config.host(name),
                Host::Unix(path) => config.host_path(path),
            };
            if let Some(address) = addresses.get(index) {
                config.hostaddr(*address);
            }
            if let Some(port) = ports.get(index).or(ports.first()) {
                config.port(*port);
            }
            config
        };
        hosts.iter().enumerate().map(|(i, host)| configuration(i, host)).collect()
    }

    /// Sets the number of standbys for which each commit of the server has to wait.
    /// Another server is refused, except for reading.
    pub fn require_synchronous_standbys(&mut self, number: u32) {
        self.standbys = number;
    }

    /// Returns whether the hosts are tried in a random order (`load_balance_hosts`).
    pub(super) fn is_balanced(&self) -> bool {
        self.config.get_load_balance_hosts() == LoadBalanceHosts::Random
    }

    pub(super) fn database(&self) -> &str {
        let user = || self.config.get_user().unwrap_or_default();
        self.config.get_dbname().unwrap_or_else(user)
    }

    /// Returns the configuration without hosts and ports, with the defaults of
    /// this file.
    fn without_hosts(&self) -> Config {
        let given = &self.config;
        let mut config = Config::new();
        config
            .ssl_mode(given.get_ssl_mode())
            .ssl_negotiation(given.get_ssl_negotiation())
            .channel_binding(given.get_channel_binding())
            .target_session_attrs(given.get_target_session_attrs())
            .application_name(given.get_application_name().unwrap_or("plant-store"))
            .connect_timeout(*given.get_connect_timeout().unwrap_or(&CONNECT_TIMEOUT))
            .tcp_user_timeout(*given.get_tcp_user_timeout().unwrap_or(&TCP_USER_TIMEOUT))
            .keepalives(given.get_keepalives())
            .keepalives_idle(match given.get_keepalives_idle() {
                KEEPALIVES_IDLE_UNSET => KEEPALIVES_IDLE,
                idle => idle,
            })
            .keepalives_interval(given.get_keepalives_interval().unwrap_or(KEEPALIVES_INTERVAL))
            .keepalives_retries(given.get_keepalives_retries().unwrap_or(KEEPALIVES_RETRIES));
        given.get_user().map(|user| config.user(user));
        given.get_password().map(|password| config.password(password));
        given.get_dbname().map(|name| config.dbname(name));
        given.get_options().map(|options| config.options(options));
        config
    }
}

impl FromStr for PostgresUrl {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (text, sslmode, sslrootcert) = take_tls(text)?;
        let mut config: Config = text.parse().map_err(|error| reason(&text, &error))?;
        // The rest of a password, which would be displayed as a host name.
        let has_at = |host: &Host| matches!(host, Host::Tcp(name) if name.contains('@'));
        if config.get_hosts().iter().any(has_at) {
            return Err(AMBIGUOUS.to_owned());
        }
        if config.get_hosts().is_empty() {
            return Err("it names no host".to_owned());
        }
        let hosts = config.get_hosts().len();
        if ![0, 1, hosts].contains(&config.get_ports().len()) {
            return Err("it has more than one port, but not one for each host".to_owned());
        }
        if ![0, hosts].contains(&config.get_hostaddrs().len()) {
            return Err("it has hostaddr, but not one for each host".to_owned());
        }
        let authorities = match sslrootcert.as_deref() {
            None | Some("system") => Authorities::System,
            Some(path) => Authorities::File(path.into()),
        };
        let (mode, trust) = match sslmode.as_deref().unwrap_or("prefer") {
            "disable" => (SslMode::Disable, Trust::Anybody),
            "prefer" => (SslMode::Prefer, Trust::Anybody),
            // As in libpq: with `sslrootcert`, `require` is treated as `verify-ca`.
            "require" if sslrootcert.is_some() => (SslMode::Require, Trust::Authority(authorities)),
            "require" => (SslMode::Require, Trust::Anybody),
            "verify-ca" => (SslMode::Require, Trust::Authority(authorities)),
            "verify-full" => (SslMode::Require, Trust::AuthorityAndName(authorities)),
            _ => {
                return Err(
                    "sslmode is one of disable, prefer, require, verify-ca and verify-full".into(),
                );
            }
        };
        config.ssl_mode(mode);
        Ok(PostgresUrl { config, trust, standbys: 0 })
    }
}

/// Removes the parameters that tokio-postgres does not fully support from a URL.
/// Returns the remaining URL, `sslmode` and `sslrootcert`.
fn take_tls(text: &str) -> Result<(String, Option<String>, Option<String>), String> {
    let Some((address, parameters)) = text.rsplit_once('?') else {
        return Ok((text.to_owned(), None, None));
    };
    let (mut mode, mut authority, mut others) = (None, None, Vec::new());
    for parameter in parameters.split('&') {
        let target = match parameter.split_once('=') {
            Some(("sslmode", value)) => Some((&mut mode, value)),
            Some(("sslrootcert", value)) => Some((&mut authority, value)),
            _ => None,
        };
        let Some((target, value)) = target else {
            others.push(parameter);
            continue;
        };
        let value = percent_decode_str(value).decode_utf8();
        let value = value.map_err(|_| "a parameter is not UTF-8")?;
        *target = Some(value.into_owned());
    }
    Ok((format!("{address}?{}", others.join("&")), mode, authority))
}

const AMBIGUOUS: &str = "it has more than one @; write %40 for an @ in the user or the password";

/// Returns the error message of tokio-postgres, which contains names of
/// parameters but no values. If the URL has a second @, part of the password may
/// look like a parameter name, and the message is replaced.
fn reason(url: &str, error: &tokio_postgres::Error) -> String {
    if url.matches('@').count() > 1 {
        return AMBIGUOUS.to_owned();
    }
    std::error::Error::source(error).map_or_else(|| error.to_string(), ToString::to_string)
}

impl fmt::Display for PostgresUrl {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("postgres://")?;
        if let Some(user) = self.config.get_user() {
            write!(formatter, "{user}@")?;
        }
        let ports = self.config.get_ports();
        for (index, host) in self.config.get_hosts().iter().enumerate() {
            if index > 0 {
                formatter.write_str(",")?;
            }
            match host {
                Host::Tcp(name) if name.contains(':') => write!(formatter, "[{name}]")?,
                Host::Tcp(name) => formatter.write_str(name)?,
                Host::Unix(path) => write!(formatter, "{}", path.display())?,
            }
            if let Some(port) = ports.get(index).or(ports.first()) {
                write!(formatter, ":{port}")?;
            }
        }
        write!(formatter, "/{}", self.database())
    }
}

impl fmt::Debug for PostgresUrl {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

#[cfg(test)]
mod tests {
    //! Tests that parameters have the meaning of libpq, that invalid URLs are
    //! refused with a reason, and that the password is never displayed.

    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn the_password_and_the_parameters_are_not_shown() {
        for (text, shown) in [
            ("postgres://h/d", "postgres://h:5432/d"),
            ("postgresql://u:se%63ret@h/d", "postgres://u@h:5432/d"),
            ("postgres://u:secret@h:1/d?options=-c%20x=secret", "postgres://u@h:1/d"),
            ("postgres://u@/d?host=h&password=secret", "postgres://u@h/d"),
            ("postgres://u:secret@a:1,b:2/d", "postgres://u@a:1,b:2/d"),
            ("postgres://u:secret@[::1]:1/d", "postgres://u@[::1]:1/d"),
            ("postgres://u:secret@%2Frun%2Fpg/d", "postgres://u@/run/pg:5432/d"),
            ("postgres://u:sec?ret@h", "postgres://u@h:5432/u"),
        ] {
            let url: PostgresUrl = text.parse().unwrap();
            assert_eq!(url.to_string(), shown);
            assert_eq!(format!("{url:?}"), shown);
        }
    }

    #[test]
    fn each_host_has_its_port_and_all_share_the_rest() {
        let text = "postgres://u:p@a:1,b:2/d?connect_timeout=7&application_name=n";
        let hosts = text.parse::<PostgresUrl>().unwrap().hosts();
        for (host, (name, port)) in hosts.iter().zip([("a", 1), ("b", 2)]) {
            assert_eq!(host.get_hosts(), [Host::Tcp(name.to_owned())]);
            assert_eq!(host.get_ports(), [port]);
            assert_eq!(host.get_user(), Some("u"));
            assert_eq!(host.get_password(), Some(&b"p"[..]));
            assert_eq!(host.get_dbname(), Some("d"));
            assert_eq!(host.get_application_name(), Some("n"));
            assert_eq!(host.get_connect_timeout(), Some(&Duration::from_secs(7)));
            assert_eq!(host.get_tcp_user_timeout(), Some(&TCP_USER_TIMEOUT));
            assert_eq!(host.get_keepalives_idle(), KEEPALIVES_IDLE);
        }
        assert_eq!(hosts.len(), 2);
    }

    #[test]
    fn sslmode_says_whose_word_is_taken() {
        let file = || Authorities::File("/ca & co.pem".into());
        for (parameters, mode, trust) in [
            ("", SslMode::Prefer, Trust::Anybody),
            ("sslmode=disable", SslMode::Disable, Trust::Anybody),
            ("sslmode=prefer", SslMode::Prefer, Trust::Anybody),
            ("sslmode=require", SslMode::Require, Trust::Anybody),
            (
                "sslmode=require&sslrootcert=/ca%20%26%20co.pem",
                SslMode::Require,
                Trust::Authority(file()),
            ),
            (
                "sslrootcert=/ca%20%26%20co.pem&sslmode=verify-ca",
                SslMode::Require,
                Trust::Authority(file()),
            ),
            (
                "sslmode=verify-full&sslrootcert=system",
                SslMode::Require,
                Trust::AuthorityAndName(Authorities::System),
            ),
        ] {
            let url: PostgresUrl = format!("postgres://h/d?{parameters}").parse().unwrap();
            assert_eq!(url.hosts()[0].get_ssl_mode(), mode, "{parameters}");
            assert_eq!(url.trust, trust, "{parameters}");
        }
    }

    #[test]
    fn what_cannot_be_meant_is_refused_by_name() {
        for (text, reason) in [
            ("postgres://", "it names no host"),
            ("postgres:///d", "it names no host"),
            ("postgres://u:SEC@RET@h/d", AMBIGUOUS),
            ("postgres://u:SEC@a,RET@h/d", AMBIGUOUS),
            ("postgres://u:SEC@RET?x=1@h/d", AMBIGUOUS),
            ("postgres://h:x/d", "invalid value for option `port`"),
            ("postgres://h:99999/d", "invalid value for option `port`"),
            (
                "postgres://a:1,b/d?port=1,2,3",
                "it has more than one port, but not one for each host",
            ),
            ("postgres://a,b/d?hostaddr=127.0.0.1", "it has hostaddr, but not one for each host"),
            (
                "postgres://h/d?sslmode=secure",
                "sslmode is one of disable, prefer, require, verify-ca and verify-full",
            ),
            ("postgres://h/d?sslrootcert=%ff", "a parameter is not UTF-8"),
            ("postgres://h/d?sslcert=x", "unknown option `sslcert`"),
            (
                "postgres://h/d?target_session_attrs=primary",
                "invalid value for option `target_session_attrs`",
            ),
            ("postgres://h/d?connect_timeout=soon", "invalid value for option `connect_timeout`"),
        ] {
            assert_eq!(text.parse::<PostgresUrl>(), Err(reason.to_owned()), "{text}");
        }
    }
}
