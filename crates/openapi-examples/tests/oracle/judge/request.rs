//! A request without its body: valid, and the same for all cases except for the values of
//! parameters.

use openapi_document::Parameter;
use openapi_values::wire::{Request, Serialized, serialized};
use openapi_values::{Sampler, Schema};
use rand::RngExt;

use super::operation::Operation;

/// The maximum number of attempts to generate a parameter value that can be sent.
const ATTEMPTS: usize = 20;

/// The credential of every request; for HTTP Basic, `oracle:password`.
const CREDENTIAL: &str = "b3JhY2xlOnBhc3N3b3Jk";

/// Returns a request with valid parameters and the credentials of the first alternative.
pub(crate) fn request<'d>(sampler: &mut Sampler<'_, 'd>, operation: &Operation<'d>) -> Request {
    let mut request = Request::new(operation).with_body(Some(operation.media_type), []);
    for (parameter, schema) in &operation.parameters {
        let is_sent = parameter.required || !sampler.random.random_bool(0.7);
        if let Some(texts) = is_sent.then(|| texts(sampler, parameter, schema)).flatten() {
            request.add(parameter, &texts);
        }
    }
    let schemes = operation.security.first().into_iter();
    for (scheme, _) in schemes.flat_map(|alternative| &alternative.schemes) {
        if let Ok(kind) = scheme.credential_kind() {
            request.authenticate(&kind, CREDENTIAL);
        }
    }
    request
}

/// Generates a valid value of a parameter in its style, or `None` if no generated value
/// can be written in it.
fn texts<'d>(
    sampler: &mut Sampler<'_, 'd>,
    parameter: &Parameter<'d>,
    schema: &Schema<'d>,
) -> Option<Serialized> {
    let schemas = std::slice::from_ref(schema);
    (0..ATTEMPTS).find_map(|_| {
        let json = sampler.value(schemas, 0).text();
        serialized(parameter, std::str::from_utf8(&json).ok()?)
    })
}
