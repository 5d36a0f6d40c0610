//! Cases for parameters: each one omitted, and each one with values at and beyond
//! its bounds.

use super::{Case, CaseGenerator, Expected};
use crate::parameter::{Serialized, interpretations, serialized};
use openapi_values::document::ParameterLocation;

impl CaseGenerator<'_, '_> {
    pub(super) fn of_parameters(&self, valid: &[Option<Serialized>]) -> Result<Vec<Case>, String> {
        let mut cases = Vec::new();
        for (index, parameter) in self.operation.parameters.iter().enumerate() {
            let name = &parameter.name;
            let with = |text: Option<Serialized>| {
                let mut texts = valid.to_vec();
                texts[index] = text;
                self.request(&texts)
            };
            if parameter.required && parameter.location != ParameterLocation::Path {
                let request = self.with_body(with(None), 5)?;
                let what = format!("without the parameter `{name}`");
                cases.push(Case::new(
                    what,
                    &parameter.pointer,
                    Expected::Refused,
                    request,
                ));
            }
            let Some(base) = self.values.valid(&parameter.schema, self.seed_of(6)) else {
                continue;
            };
            let number = u64::try_from(index).unwrap_or_default();
            let seed = self.seed_of(10_000 * (number + 1));
            let variations = self.values.variations(&parameter.schema, seed);
            for (variation, number) in variations.into_iter().zip(10_000 * (number + 1)..) {
                let is_whole = |text: &str| text.starts_with(['{', '[']);
                // The serialization of a list or an object has no text for values
                // of other types.
                if !parameter.is_json && is_whole(&base) != is_whole(&variation.text) {
                    continue;
                }
                let values = interpretations(parameter, &variation.text);
                let accepted = values
                    .iter()
                    .any(|value| self.values.accepts(&parameter.schema, value));
                let Some(text) = serialized(parameter, &variation.text) else {
                    continue;
                };
                if accepted != variation.accepted {
                    continue;
                }
                let expected = if accepted {
                    Expected::Accepted
                } else {
                    Expected::Refused
                };
                let request = self.with_body(with(Some(text)), number)?;
                let what = format!("the parameter `{name}`: {}", variation.what);
                cases.push(Case::new(what, &variation.keyword, expected, request));
            }
        }
        Ok(cases)
    }
}
