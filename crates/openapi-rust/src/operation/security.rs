//! Reads the credentials that operations require.

use openapi_document::{Operation, SecurityScheme};

use super::read::Reader;
use super::{Principals, Requirement, Scheme};
use crate::names::type_name;

impl<'d> Reader<'d, '_> {
    /// Returns the index of an operation's requirement, or nothing if it requires no
    /// credential.
    pub(super) fn security(&mut self, operation: &Operation<'d>) -> Option<usize> {
        let mut alternatives = Vec::new();
        for alternative in &operation.security {
            let mut required = Vec::new();
            for (scheme, scopes) in &alternative.schemes {
                let scheme = self.scheme(scheme)?;
                self.service.schemes[scheme].has_scopes |= !scopes.is_empty();
                let scopes = scopes.iter().map(|scope| (*scope).to_owned()).collect();
                required.push((scheme, scopes));
            }
            alternatives.push(required);
        }
        if alternatives.iter().all(Vec::is_empty) {
            return None;
        }
        let known = self.service.requirements.iter();
        let mut known = known.map(|known| &known.alternatives);
        if let Some(index) = known.position(|known| *known == alternatives) {
            return Some(index);
        }
        let is_optional = alternatives.iter().any(Vec::is_empty);
        let mut sets: Vec<Vec<usize>> = Vec::new();
        for required in alternatives.iter().filter(|one| !one.is_empty()) {
            let set = required.iter().map(|(scheme, _)| *scheme).collect();
            if !sets.contains(&set) {
                sets.push(set);
            }
        }
        let names: Vec<_> = sets.iter().map(|set| self.joined(set)).collect();
        let name = name(&names, "requirement");
        let name = self.requirement_names.claim_type(&name);
        let principals = match sets.as_slice() {
            [set] if set.len() == 1 => Principals::One(set[0]),
            _ => self.principals(sets, &names),
        };
        self.service.requirements.push(Requirement { name, alternatives, is_optional, principals });
        Some(self.service.requirements.len() - 1)
    }

    pub(super) fn has_scopes(&self, requirement: Option<usize>) -> bool {
        let alternatives = requirement.map(|index| &self.service.requirements[index].alternatives);
        alternatives.into_iter().flatten().flatten().any(|(_, scopes)| !scopes.is_empty())
    }

    fn joined(&self, set: &[usize]) -> String {
        let names = set.iter().map(|scheme| self.service.schemes[*scheme].name.as_str());
        names.collect::<Vec<_>>().join(" and ")
    }

    /// Returns the enum for several principals, which requirements with the same
    /// schemes share.
    fn principals(&mut self, sets: Vec<Vec<usize>>, names: &[String]) -> Principals {
        let known = self.service.requirements.iter().map(|known| &known.principals);
        let mut same = known.filter(|known| match known {
            Principals::One(_) => false,
            Principals::Several { variants, .. } => {
                variants.iter().map(|(_, set)| set).eq(sets.iter())
            }
        });
        if let Some(same) = same.next() {
            return same.clone();
        }
        let mut variants = crate::names::Names::default();
        Principals::Several {
            name: self.types.names.claim_type(&name(names, "principal")),
            variants: names
                .iter()
                .zip(sets)
                .map(|(name, set)| (variants.claim_type(name), set))
                .collect(),
        }
    }

    /// Returns the index of a scheme. A scheme that is not supported is reported.
    fn scheme(&mut self, scheme: &SecurityScheme<'d>) -> Option<usize> {
        let name = scheme.name;
        if let Some(index) = self.service.schemes.iter().position(|known| known.name == name) {
            return Some(index);
        }
        let credential = match scheme.credential_kind() {
            Ok(credential) => credential,
            Err(mut error) => {
                if scheme.kind == "mutualTLS" {
                    error = error.reason("dropshot requests no certificates from clients").help(
                        "let a reverse proxy verify certificates, and declare the \
                             credential that the proxy forwards, such as an apiKey in a header",
                    );
                }
                self.findings.push(error);
                return None;
            }
        };
        self.service.schemes.push(Scheme {
            name: name.to_owned(),
            value_name: self.names.claim_value(name),
            type_name: self.principal_names.claim_type(&type_name(name)),
            has_scopes: matches!(scheme.kind, "oauth2" | "openIdConnect"),
            credential,
            object: scheme.node.to_json().to_string(),
            description: scheme.description.map(str::to_owned),
        });
        Some(self.service.schemes.len() - 1)
    }
}

/// The longest name that is put together of those of alternatives.
const LONGEST: usize = 60;

/// Returns a name of something for alternatives: with theirs, if it is short.
fn name(alternatives: &[String], what: &str) -> String {
    let name = format!("{} {what}", alternatives.join(" or "));
    if name.len() <= LONGEST { name } else { what.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::name;

    #[test]
    fn many_alternatives_have_a_short_name() {
        let alternatives = ["a and b", "c"].map(str::to_owned);
        assert_eq!(name(&alternatives, "principal"), "a and b or c principal");
        let many: Vec<_> = (0..8).map(|number| format!("id and secret {number}")).collect();
        assert_eq!(name(&many, "principal"), "principal");
    }
}
