//! Chooses the credentials for each operation. Tokens never appear in messages.

use super::Settings;
use crate::error::Error;
use openapi_values::document::{Operations, Scheme, SchemeKind};

/// Returns the placeholder of each scheme with its token.
pub(super) fn tokens(
    operations: &Operations,
    settings: &Settings,
) -> Result<Vec<(String, String)>, Error> {
    let mut tokens = Vec::new();
    for scheme in schemes(operations) {
        let Some(token) = token(operations, scheme, settings) else {
            continue;
        };
        if reqwest::header::HeaderValue::from_str(token).is_err() {
            let scheme = scheme.name.clone();
            return Err(Error::Token { scheme });
        }
        let pair = (scheme.placeholder(), token.to_owned());
        if !tokens.contains(&pair) {
            tokens.push(pair);
        }
    }
    Ok(tokens)
}

/// Returns the token for a scheme: its own, or the token for all schemes.
fn token<'s>(operations: &Operations, scheme: &Scheme, settings: &'s Settings) -> Option<&'s str> {
    let named = |token: &'s String| {
        let (name, token) = token.split_once('=')?;
        let is_scheme_name = schemes(operations).any(|scheme| scheme.name == name);
        is_scheme_name.then_some((name, token))
    };
    let mut tokens = settings.tokens.iter();
    let own = tokens.find_map(|token| named(token).filter(|(name, _)| *name == scheme.name));
    let shared = || {
        let mut tokens = settings.tokens.iter();
        tokens.find(|token| named(token).is_none() && !token.is_empty())
    };
    own.map(|(_, token)| token)
        .or_else(|| shared().map(String::as_str))
}

fn schemes(operations: &Operations) -> impl Iterator<Item = &Scheme> {
    let operations = operations.list.iter();
    operations.flat_map(|operation| operation.security.alternatives.iter().flatten())
}

/// Returns for each operation the security schemes that its requests use.
pub(super) fn credentials(
    operations: &Operations,
    settings: &Settings,
) -> Result<Vec<Vec<Scheme>>, Error> {
    let mut missing = Vec::new();
    let chosen = operations.list.iter().map(|operation| {
        let security = &operation.security;
        let is_available = |scheme: &Scheme| {
            !matches!(scheme.kind, SchemeKind::Other)
                && token(operations, scheme, settings).is_some()
        };
        let mut alternatives = security.alternatives.iter();
        let usable =
            alternatives.find(|schemes| !schemes.is_empty() && schemes.iter().all(is_available));
        if usable.is_none() && !security.is_optional() {
            missing.push(format!("{} ({})", operation.name(), security.names()));
        }
        usable.cloned().unwrap_or_default()
    });
    let chosen = chosen.collect();
    if missing.is_empty() {
        Ok(chosen)
    } else {
        Err(Error::NoCredential {
            operations: missing,
        })
    }
}
