//! Judges requests as far as types can't: before anything is sent.
//!
//! Parameters are judged as they will arrive, read back from the URL and the
//! headers. That shows what no type can say: that a value changes which path is
//! called, because it is empty, `.` or `..`, or holds a backslash, which URLs of
//! HTTP take for a slash (WHATWG URL §4.4).

use openapi_schema::{Schema, SchemaError, Violation, Violations, parse};
use percent_encoding::percent_decode_str;
use progenitor_client::{Error, OperationInfo};
use reqwest::{Request, Url};

use crate::{Contract, Operation, Parameter, Place, Values};

impl Contract {
    /// Judges a request; for `ClientHooks::pre`.
    ///
    /// # Errors
    /// [`Error::InvalidRequest`] with all faults of the parameters and of the
    /// body.
    #[expect(clippy::result_large_err, reason = "progenitor's hook returns it")]
    pub fn check<E>(
        &self,
        base_url: &str,
        request: &Request,
        info: &OperationInfo,
    ) -> Result<(), Error<E>> {
        let operation = self.operation(info.operation_id).ok_or_else(|| {
            Error::InvalidRequest(format!("there is no operation {}", info.operation_id))
        })?;
        let faults = faults(base_url, request, operation)
            .map_err(|error| Error::InvalidRequest(error.to_string()))?;
        if faults.is_empty() {
            return Ok(());
        }
        Err(Error::InvalidRequest(faults.join("; ")))
    }
}

fn faults(
    base_url: &str,
    request: &Request,
    operation: &Operation,
) -> Result<Vec<String>, SchemaError> {
    let mut violations = Vec::new();
    let mut faults = Vec::new();
    let Some(variables) = variables(base_url, request.url(), operation.path) else {
        let message = "a value in the path would lead to another path".to_owned();
        return Ok(vec![message]);
    };
    for parameter in &operation.parameters {
        let sent = match parameter.place {
            Place::Path => named(&variables, parameter),
            Place::Query => {
                let pairs: Vec<_> = request.url().query_pairs().into_owned().collect();
                named(&pairs, parameter)
            }
            Place::Header => {
                let fields = request.headers().get_all(parameter.name).iter();
                let texts = fields.map(|field| String::from_utf8_lossy(field.as_bytes()));
                texts.map(|text| text.into_owned()).collect()
            }
        };
        if let Err(found) = judge(&sent, parameter)? {
            violations.extend(found.into_iter().map(|violation| Violation {
                pointer: format!("/{}{}", parameter.name, violation.pointer),
                ..violation
            }));
        }
    }
    if !violations.is_empty() {
        let violations: Violations = violations.into_iter().collect();
        faults.push(format!("the parameters are not as declared: {violations}"));
    }
    let body = request.body().and_then(|body| body.as_bytes());
    if let (Some(schema), Some(body)) = (&operation.body, body)
        && let Err(fault) = judge_body(body, schema)?
    {
        faults.push(fault);
    }
    Ok(faults)
}

fn judge_body(body: &[u8], schema: &Schema) -> Result<Result<(), String>, SchemaError> {
    Ok(match parse(body) {
        Ok(json) => schema
            .judge(&json.value)?
            .map_err(|violations| format!("the body is not as declared: {violations}")),
        Err(message) => Err(format!("the body is not one JSON document: {message}")),
    })
}

fn named(sent: &[(String, String)], parameter: &Parameter) -> Vec<String> {
    let sent = sent.iter().filter(|(name, _)| name == parameter.name);
    sent.map(|(_, text)| text.clone()).collect()
}

fn judge(sent: &[String], parameter: &Parameter) -> Result<Result<(), Violations>, SchemaError> {
    let fault = |rule: &str| Ok(Err(Violations::one("", rule)));
    let judged = match (&parameter.values, sent) {
        (_, []) if parameter.required && parameter.place != Place::Path => {
            return fault("is missing");
        }
        // Most servers take it for a path without the segment.
        (_, [text]) if parameter.place == Place::Path && text.is_empty() => {
            return fault("is empty, which no path can say");
        }
        (Values::Unjudged, _) | (_, []) => return Ok(Ok(())),
        (Values::One(schema), [text]) => schema.judge_text(text)?,
        (Values::One(_), _) => return fault("is sent more than once"),
        (Values::Several(schema), texts) => schema.judge_texts(texts)?,
    };
    Ok(judged.map(|_| ()))
}

/// What the variables of the path template stand for in the URL; `None` when
/// the URL's path has not as many segments as the template.
fn variables(base_url: &str, url: &Url, template: &str) -> Option<Vec<(String, String)>> {
    if !template.contains('{') {
        return Some(Vec::new());
    }
    let base = Url::parse(base_url).ok()?;
    let path = url.path().strip_prefix(base.path().trim_end_matches('/'))?;
    let (segments, parts) = (path.split('/'), template.split('/'));
    if segments.clone().count() != parts.clone().count() {
        return None;
    }
    let mut variables = Vec::new();
    for (segment, part) in segments.zip(parts) {
        let Some((before, rest)) = part.split_once('{') else {
            continue;
        };
        // Where one variable ends in a segment of several, no one can tell.
        let Some((name, after)) = rest
            .split_once('}')
            .filter(|(_, after)| !after.contains('{'))
        else {
            continue;
        };
        let value = segment
            .strip_prefix(before)
            .and_then(|rest| rest.strip_suffix(after))
            .and_then(|value| percent_decode_str(value).decode_utf8().ok());
        // Nothing, where the URL writes the segment's literal part otherwise.
        variables.extend(value.map(|value| (name.to_owned(), value.into_owned())));
    }
    Some(variables)
}
