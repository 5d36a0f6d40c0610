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
            if self.is_fixed(index, parameter) {
                continue;
            }
            let name = parameter.name;
            let with = |text: Option<Serialized>| {
                let mut texts = valid.to_vec();
                texts[index] = text;
                self.request(&texts)
            };
            if parameter.required && parameter.place != ParameterLocation::Path {
                let request = self.with_body(with(None), 5)?;
                let what = format!("without the parameter `{name}`");
                // An exploded object without members is written as nothing. `deepObject` has no
                // other form.
                let is_exploded = parameter.explodes() || parameter.style() == "deepObject";
                let accepts_empty = || self.values.accepts(at(parameter.schema), &json!({}));
                let expected = if !is_json(parameter) && is_exploded && accepts_empty() {
                    Expected::Anything
                } else {
                    Expected::Refused
                };
                cases.push(Case::new(what, parameter.location.pointer.as_str(), expected, request));
            }
            let Some(base) = self.values.valid(at(parameter.schema), self.seed_of(6)) else {
                continue;
            };
            let first = 10_000 * u64::try_from(index + 1).unwrap_or_default();
            let variations = self.values.variations(at(parameter.schema), self.seed_of(first));
            for (variation, number) in variations.into_iter().zip(first..) {
                // Without brackets, a list is not distinguishable from a text: a value of another
                // type is sent only if the schema accepts it.
                let brackets = |text: &str| ['{', '['].map(|start| text.starts_with(start));
                let is_other = brackets(&base) != brackets(&variation.text);
                if !is_json(parameter) && is_other && !variation.accepted {
                    continue;
                }
                let accepts = || self.values.accepts_text(parameter, &variation.text);
                let text = serialized(parameter, &variation.text);
                let Some(text) = text.filter(|_| accepts() == variation.accepted) else {
                    continue;
                };
                let expected =
                    if variation.accepted { Expected::Accepted } else { Expected::Refused };
                let request = self.with_body(with(Some(text)), number)?;
                let what = format!("the parameter `{name}`: {}", variation.what);
                cases.push(Case::new(what, &variation.keyword, expected, request));
            }
        }
        Ok(cases)
    }
}
