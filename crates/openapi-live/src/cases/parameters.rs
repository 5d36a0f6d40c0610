//! Cases for parameters: each one omitted, and each one with values at and beyond
//! its bounds.

use super::{Case, CaseGenerator, Expected};
use openapi_document::ParameterLocation;
use openapi_values::wire::{Serialized, at, is_json, serialized};
use serde_json::json;

impl CaseGenerator<'_, '_> {
    pub(super) fn of_parameters(&self, valid: &[Option<Serialized>]) -> Result<Vec<Case>, String> {
        let mut cases = Vec::new();
        for (index, parameter) in self.operation.parameters.iter().enumerate() {
            let name = parameter.name;
            let with = |text: Option<Serialized>| {
                let mut texts = valid.to_vec();
                texts[index] = text;
                self.request(&texts)
            };
            if parameter.required && parameter.place != ParameterLocation::Path {
                let request = self.with_body(with(None), 5)?;
                let what = format!("without the parameter `{name}`");
                // The pairs of an object without members are none.
                let accepts_empty = || self.values.accepts(at(parameter.schema), &json!({}));
                let expected = if !is_json(parameter) && parameter.explodes() && accepts_empty() {
                    Expected::Anything
                } else {
                    Expected::Refused
                };
                cases.push(Case::new(what, parameter.location.pointer.as_str(), expected, request));
            }
            let Some(base) = self.values.valid(at(parameter.schema), self.seed_of(6)) else {
                continue;
            };
            let number = u64::try_from(index).unwrap_or_default();
            let seed = self.seed_of(10_000 * (number + 1));
            let variations = self.values.variations(at(parameter.schema), seed);
            for (variation, number) in variations.into_iter().zip(10_000 * (number + 1)..) {
                // The serialization of a list or an object has no text for values
                // of other types.
                let kind = |text: &str| ['{', '['].map(|start| text.starts_with(start));
                if !is_json(parameter) && kind(&base) != kind(&variation.text) {
                    continue;
                }
                let accepted = self.values.accepts_text(parameter, &variation.text);
                let Some(text) = serialized(parameter, &variation.text) else {
                    continue;
                };
                if accepted != variation.accepted {
                    continue;
                }
                let expected = if accepted { Expected::Accepted } else { Expected::Refused };
                let request = self.with_body(with(Some(text)), number)?;
                let what = format!("the parameter `{name}`: {}", variation.what);
                cases.push(Case::new(what, &variation.keyword, expected, request));
            }
        }
        Ok(cases)
    }
}
