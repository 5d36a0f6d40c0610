//! Chooses the credentials for each operation. Tokens never appear in messages.

use crate::error::Error;
use crate::settings::Settings;
use openapi_document::{CredentialKind, Parameter, ParameterLocation, SecurityScheme};
use openapi_values::document::Operations;
use std::collections::{BTreeMap, BTreeSet};

/// A credential of requests.
pub(crate) struct Credential<'d> {
    /// The name of the security scheme.
    pub scheme: &'d str,
    pub kind: CredentialKind,
    /// The placeholder of the token.
    pub placeholder: String,
}

impl Credential<'_> {
    pub fn is_sent_as(&self, parameter: &Parameter<'_>) -> bool {
        let is_name = |place: &ParameterLocation, name: &str| match place {
            ParameterLocation::Header => name.eq_ignore_ascii_case(parameter.name),
            _ => name == parameter.name,
        };
        matches!(&self.kind, CredentialKind::ApiKey(place, name)
            if *place == parameter.place && is_name(place, name))
    }
}

/// The placeholders of tokens, with the tokens, by the names of the schemes.
type Tokens<'d> = BTreeMap<&'d str, (String, String)>;

/// Returns the tokens of all schemes that have one.
pub(super) fn tokens<'d>(
    operations: &Operations<'d>,
    settings: &Settings,
) -> Result<Tokens<'d>, Error> {
    let mut tokens = Tokens::new();
    for scheme in schemes(operations).map(|scheme| scheme.name) {
        let Some(token) = token(operations, scheme, settings) else {
            continue;
        };
        if reqwest::header::HeaderValue::from_str(token).is_err() {
            return Err(Error::Token { scheme: scheme.to_owned() });
        }
        if !tokens.contains_key(scheme) {
            tokens.insert(scheme, (placeholder(scheme, &tokens), token.to_owned()));
        }
    }
    Ok(tokens)
}

/// Returns the token for a scheme: its own, or the token for all schemes.
fn token<'s>(operations: &Operations<'_>, scheme: &str, settings: &'s Settings) -> Option<&'s str> {
    let named = |token: &'s String| {
        let (name, token) = token.split_once('=')?;
        schemes(operations).any(|known| known.name == name).then_some((name, token))
    };
    let mut tokens = settings.tokens.iter();
    let own = tokens.find_map(|token| named(token).filter(|(name, _)| *name == scheme));
    let shared =
        || settings.tokens.iter().find(|token| named(token).is_none() && !token.is_empty());
    own.map(|(_, token)| token).or_else(|| shared().map(String::as_str))
}

fn schemes<'o, 'd>(operations: &'o Operations<'d>) -> impl Iterator<Item = &'o SecurityScheme<'d>> {
    let alternatives = operations.list.iter().flat_map(|operation| &operation.security);
    alternatives.flat_map(|alternative| &alternative.schemes).map(|(scheme, _)| scheme)
}

/// Returns a placeholder for a scheme's token that no other scheme has.
fn placeholder(scheme: &str, others: &Tokens<'_>) -> String {
    let mut name = scheme.replace(|letter: char| !letter.is_ascii_alphanumeric(), "_");
    let placeholder = |name: &str| format!("${{TOKEN_{name}}}");
    while others.values().any(|(other, _)| *other == placeholder(&name)) {
        name.push('_');
    }
    placeholder(&name)
}

/// Returns for each operation the credentials that its requests have.
pub(super) fn credentials<'d>(
    operations: &Operations<'d>,
    tokens: &Tokens<'_>,
) -> Result<Vec<Vec<Credential<'d>>>, Error> {
    let mut missing = Vec::new();
    let available = |(scheme, _): &(SecurityScheme<'d>, _)| {
        let kind = scheme.credential_kind().ok()?;
        let (placeholder, _) = tokens.get(scheme.name)?;
        Some(Credential { scheme: scheme.name, kind, placeholder: placeholder.clone() })
    };
    let chosen = operations.list.iter().map(|operation| {
        let alternatives = operation.security.iter().map(|one| &one.schemes);
        let mut alternatives = alternatives.filter(|schemes| !schemes.is_empty());
        let usable = alternatives.find_map(|schemes| schemes.iter().map(available).collect());
        if usable.is_none() && operation.needs_credential() {
            let alternatives = operation.security.iter().map(|one| {
                let without = one.schemes.iter().filter(|scheme| available(scheme).is_none());
                let names: Vec<_> = without.map(|(scheme, _)| scheme.name).collect();
                names.join(" and ")
            });
            let alternatives: BTreeSet<_> = alternatives.collect();
            let names: Vec<_> = alternatives.into_iter().collect();
            missing.push(format!("{} ({})", operation.name(), names.join(" or ")));
        }
        usable.unwrap_or_default()
    });
    let chosen = chosen.collect();
    if missing.is_empty() { Ok(chosen) } else { Err(Error::NoCredential { operations: missing }) }
}
