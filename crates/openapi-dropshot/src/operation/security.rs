//! Reads the credential that an operation requires, which must be a bearer token.

use openapi_model::Operation;

use super::read::Reader;
use super::{Scheme, Security};
use crate::names::type_name;

impl<'d> Reader<'d, '_> {
    pub(super) fn security(&mut self, operation: &Operation<'d>) -> Option<Security> {
        let (required, requirement) = match operation.security.as_slice() {
            [] => return None,
            [only] if only.schemes.is_empty() => return None,
            [only] => (true, only),
            [anonymous, other] | [other, anonymous] if anonymous.schemes.is_empty() => {
                (false, other)
            }
            [_, second, ..] => {
                self.reject(
                    second.location,
                    "a choice between several security schemes is not supported",
                );
                return None;
            }
        };
        let [name] = requirement.schemes.as_slice() else {
            self.reject(
                requirement.location,
                "several security schemes together are not supported",
            );
            return None;
        };
        if let Some(known) = self.schemes.iter().find(|known| known.name == *name) {
            return Some(Security {
                scheme: known.clone(),
                required,
            });
        }
        let scheme = self
            .api
            .security_schemes
            .iter()
            .find(|scheme| scheme.name == *name)?;
        if !scheme.is_http_bearer() {
            let kind = scheme.scheme.map_or_else(
                || scheme.kind.to_owned(),
                |scheme_name| format!("{} {scheme_name}", scheme.kind),
            );
            self.reject(
                scheme.location,
                &format!(
                    "the security scheme `{name}` ({kind}) is not supported, only http bearer"
                ),
            );
            return None;
        }
        let scheme = Scheme {
            name: (*name).to_owned(),
            value_name: self.names.claim_value(name),
            type_name: match type_name(name).as_str() {
                "Context" => "ContextPrincipal".to_owned(),
                type_name => type_name.to_owned(),
            },
            scheme_name: self.types.names.claim_type(&format!("{name} scheme")),
            description: scheme.description.map(str::to_owned),
        };
        self.schemes.push(scheme.clone());
        Some(Security { scheme, required })
    }
}
