//! Which credential each operation is called with. It must never put a token into
//! a message.

use super::Settings;
use crate::document::{Contract, Scheme, SchemeKind};
use crate::error::Error;

/// What stands for the token of each scheme, and the token.
pub(super) fn tokens(
    contract: &Contract,
    settings: &Settings,
) -> Result<Vec<(String, String)>, Error> {
    let alternatives = contract
        .operations
        .iter()
        .flat_map(|operation| &operation.security.alternatives);
    let mut tokens = Vec::new();
    for scheme in alternatives.flatten() {
        let Some(token) = token(scheme, settings) else {
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

/// The token for a scheme: its own, or the one that is for all.
fn token<'s>(scheme: &Scheme, settings: &'s Settings) -> Option<&'s str> {
    let own = settings.tokens.iter().find_map(|token| {
        let (name, token) = token.split_once('=')?;
        (name == scheme.name).then_some(token)
    });
    own.or_else(|| {
        settings
            .tokens
            .iter()
            .map(String::as_str)
            .find(|token| !token.is_empty())
    })
}

/// For each operation, the schemes that its requests are sent with.
pub(super) fn credentials(
    contract: &Contract,
    settings: &Settings,
) -> Result<Vec<Vec<Scheme>>, Error> {
    let mut missing = Vec::new();
    let schemes = contract.operations.iter().map(|operation| {
        let security = &operation.security;
        let is_there = |scheme: &Scheme| {
            !matches!(scheme.kind, SchemeKind::Other) && token(scheme, settings).is_some()
        };
        let mut alternatives = security.alternatives.iter();
        let usable =
            alternatives.find(|schemes| !schemes.is_empty() && schemes.iter().all(is_there));
        if usable.is_none() && !security.is_optional() {
            missing.push(format!("{} ({})", operation.name(), security.names()));
        }
        usable.cloned().unwrap_or_default()
    });
    let schemes = schemes.collect();
    match missing.is_empty() {
        true => Ok(schemes),
        false => Err(Error::NoCredential {
            operations: missing,
        }),
    }
}
