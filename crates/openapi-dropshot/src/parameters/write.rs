//! Writes the values of parameters, the inverse of the decoders.

use openapi_schema::http::{Encoding, Pair, Texts};
use serde_json::{Map, Value};

use super::{Parameter, ParameterLocation, Serialization};
use crate::{Cause, items};

/// Returns the pairs of the parameters that an object has as members.
///
/// # Errors
/// A schema rejects the value of its parameter, or the value has no text in the style of
/// the parameter.
pub(crate) fn write(
    location: ParameterLocation,
    parameters: &[Parameter],
    values: &Map<String, Value>,
) -> Result<Vec<Pair>, Cause> {
    let encoding = match location {
        ParameterLocation::Path | ParameterLocation::Query => Encoding::Uri,
        ParameterLocation::Header => Encoding::Plain,
        ParameterLocation::Cookie => Encoding::Cookie,
    };
    let mut pairs = Vec::new();
    for parameter in parameters {
        if let Some(value) = values.get(parameter.name) {
            let written = parameter.write(value, encoding);
            pairs.extend(written.map_err(|error| format!("`{}`: {error}", parameter.name))?);
        }
    }
    Ok(pairs)
}

impl Parameter {
    fn write(&self, value: &Value, encoding: Encoding) -> Result<Vec<Pair>, Cause> {
        items::validate(value, &self.schema)?;
        match self.serialization {
            Serialization::Json => {
                let name = encoding.encode(self.name);
                Ok(vec![(name, encoding.encode(&value.to_string()))])
            }
            Serialization::Field(field) => Ok(field.write(self.name, value)?),
            Serialization::Style(style, explode, _) => {
                Ok(style.write(explode, self.name, &Texts::of(value)?, encoding)?)
            }
        }
    }
}
