//! Limits of the creates and of the bytes of each token, so that one caller does not take the
//! whole service from the others.
//!
//! A token has a balance for each limit, which grows by the limit in a second, and is never
//! above it. A request is admitted while the balance is positive, whatever it costs: a body
//! that is larger than the limit is possible, and the token waits afterwards. The length of
//! a body is taken from its head, so that a request is refused before its body is read.

use std::collections::{BTreeMap, HashMap};
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};

use prometheus::IntCounter;

use crate::metrics::TokenMetrics;

/// The limits of one setting, in units a second: `500,importer=5000`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TokenLimits {
    /// The limit of each token that is not named.
    others: Option<u64>,
    named: BTreeMap<String, u64>,
}

impl TokenLimits {
    /// Returns the limit of a token. That of `importer` is also that of `importer-2`, which
    /// is the name that a rotation gives to its successor.
    fn of(&self, name: &str) -> Option<u64> {
        let is_number = |text: &str| text.parse::<u64>().is_ok();
        let first = name.rsplit_once('-').filter(|(_, number)| is_number(number));
        self.named.get(name).or_else(|| self.named.get(first?.0)).copied().or(self.others)
    }
}

impl FromStr for TokenLimits {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut limits = TokenLimits::default();
        for part in text.split(',') {
            let (name, number) = match part.rsplit_once('=') {
                Some((name, number)) => (Some(name), number),
                None => (None, part),
            };
            let number = number.parse().ok().filter(|number| *number > 0).ok_or(
                "write a whole number from 1 on, and NAME=NUMBER for tokens with a limit of their \
                 own, as in 500,importer=5000",
            )?;
            let known = match name {
                Some(name) => limits.named.insert(name.to_owned(), number),
                None => limits.others.replace(number),
            };
            if known.is_some() {
                return Err(match name {
                    Some(name) => format!("the token {name} has two limits"),
                    None => "there are two numbers without a name".to_owned(),
                });
            }
        }
        Ok(limits)
    }
}

/// Admits requests and counts them.
pub(crate) struct TokenLimiter {
    rate: TokenLimits,
    bytes: TokenLimits,
    metrics: TokenMetrics,
    /// By the names of tokens that were used.
    accounts: RwLock<HashMap<String, Arc<Account>>>,
}

/// The requests of a token.
struct Account {
    requests: IntCounter,
    bytes: IntCounter,
    limited: IntCounter,
    /// Of requests and of bytes; none for what has no limit.
    balances: Mutex<[Option<Balance>; 2]>,
}

/// The rest of a limit that a token has.
struct Balance {
    /// The limit, in a second.
    limit: f64,
    left: f64,
    since: Instant,
}

impl Balance {
    fn new(limit: u64, now: Instant) -> Self {
        // Limits that are used fit into 52 bits.
        let limit = limit as f64;
        Balance { limit, left: limit, since: now }
    }

    /// Returns how long the token has to wait.
    fn wait(&mut self, now: Instant) -> Duration {
        let grown = now.saturating_duration_since(self.since).as_secs_f64() * self.limit;
        self.left = (self.left + grown).min(self.limit);
        self.since = now;
        if self.left > 0.0 {
            return Duration::ZERO;
        }
        // A balance of 0 is too small, too.
        let seconds = -self.left / self.limit;
        let wait = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
        wait.saturating_add(Duration::from_nanos(1))
    }
}

impl TokenLimiter {
    pub(crate) fn new(rate: TokenLimits, bytes: TokenLimits, metrics: TokenMetrics) -> Self {
        TokenLimiter { rate, bytes, metrics, accounts: RwLock::default() }
    }

    /// Counts a request with the token of this name and a body of this length.
    ///
    /// # Errors
    ///
    /// The token is beyond a limit, and has to wait for this time.
    pub(crate) fn admit(&self, name: &str, bytes: u64, now: Instant) -> Result<(), Duration> {
        self.account(name, now).take(bytes, now)
    }

    fn account(&self, name: &str, now: Instant) -> Arc<Account> {
        let accounts = self.accounts.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(account) = accounts.get(name) {
            return Arc::clone(account);
        }
        drop(accounts);
        let mut accounts = self.accounts.write().unwrap_or_else(PoisonError::into_inner);
        let account = accounts.entry(name.to_owned()).or_insert_with(|| {
            let balance = |limits: &TokenLimits| Some(Balance::new(limits.of(name)?, now));
            let TokenMetrics { requests, bytes, limited, .. } = &self.metrics;
            Arc::new(Account {
                requests: requests.with_label_values(&[name]),
                bytes: bytes.with_label_values(&[name]),
                limited: limited.with_label_values(&[name]),
                balances: Mutex::new([balance(&self.rate), balance(&self.bytes)]),
            })
        });
        Arc::clone(account)
    }
}

impl Account {
    fn take(&self, bytes: u64, now: Instant) -> Result<(), Duration> {
        self.requests.inc();
        let mut balances = self.balances.lock().unwrap_or_else(PoisonError::into_inner);
        let waits = balances.iter_mut().flatten();
        let wait = waits.map(|balance| balance.wait(now)).max();
        if let Some(wait) = wait.filter(|wait| !wait.is_zero()) {
            self.limited.inc();
            return Err(wait);
        }
        self.bytes.inc_by(bytes);
        for (balance, cost) in balances.iter_mut().zip([1.0, bytes as f64]) {
            if let Some(balance) = balance {
                balance.left -= cost;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use prometheus::Registry;

    use super::*;

    fn limiter(rate: &str, bytes: &str) -> TokenLimiter {
        let metrics = TokenMetrics::new(&Registry::new()).unwrap();
        TokenLimiter::new(rate.parse().unwrap(), bytes.parse().unwrap(), metrics)
    }

    #[test]
    fn a_token_has_its_own_limit_or_that_of_all_others_and_passes_it_on_by_rotation() {
        let limits: TokenLimits = "500,importer=5000,a=b=1".parse().unwrap();
        for (name, limit) in [
            ("importer", 5000),
            ("importer-2", 5000),
            ("importer-two", 500),
            ("a=b", 1),
            ("first", 500),
        ] {
            assert_eq!(limits.of(name), Some(limit), "{name}");
        }
        let named: TokenLimits = "importer=5000".parse().unwrap();
        assert_eq!(named.of("first"), None);
        for invalid in ["", "0", "-1", "1,", "1,2", "a=1,a=2", "a=", "a", "1.5"] {
            assert!(invalid.parse::<TokenLimits>().is_err(), "{invalid}");
        }
    }

    #[test]
    fn requests_are_admitted_up_to_the_limit_and_again_after_the_time_that_is_named() {
        let limiter = limiter("10,other=1", "1000000");
        let mut now = Instant::now();
        let admit = |name, now| limiter.admit(name, 1, now).err();
        for _ in 0..10 {
            assert_eq!(admit("first", now), None);
        }
        let wait = admit("first", now).unwrap();
        assert!(wait <= Duration::from_millis(1), "{wait:?}");
        assert_eq!(admit("other", now), None, "another token");
        now += wait;
        assert_eq!(admit("first", now), None);
        let wait = admit("first", now).unwrap();
        assert_eq!(wait.as_millis(), 100);
        // However long a token was not used.
        now += Duration::from_secs(3600);
        for _ in 0..10 {
            assert_eq!(admit("first", now), None);
        }
        assert!(admit("first", now).is_some());
    }

    #[test]
    fn a_body_larger_than_the_limit_is_admitted_and_the_token_waits_afterwards() {
        let limiter = limiter("1000", "1000");
        let now = Instant::now();
        assert!(limiter.admit("first", 5000, now).is_ok());
        let wait = limiter.admit("first", 1, now).err().unwrap();
        assert_eq!(wait.as_secs(), 4);
        assert!(limiter.admit("first", 1, now + wait).is_ok());
    }
}
