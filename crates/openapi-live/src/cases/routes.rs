//! Cases outside of every operation: paths and methods that the document doesn't
//! declare.

use super::{Case, Expected};
use openapi_values::document::{Operations, token};
use openapi_values::wire::Request;

/// The methods that are tried, first those that change the least where they are served.
const METHODS: [&str; 5] = ["GET", "PATCH", "PUT", "POST", "DELETE"];

/// A path that no service has.
const UNKNOWN: &str = "/unknown-path-of-a-conformance-check/x/y/z";

/// Returns a request for an undeclared path; `None` if a path template matches it.
pub(crate) fn unknown_path(operations: &Operations<'_>, good: &Request) -> Option<Case> {
    let mut declared = operations.declared.iter();
    let is_declared = declared.any(|operation| matches_template(operation.path, UNKNOWN));
    let mut request = without_content(good, "GET");
    request.path = UNKNOWN.to_owned();
    let what = "a path that the document doesn't have";
    (!is_declared).then(|| Case::new(what, "/paths", Expected::UnknownPath, request))
}

/// Returns a request for the path of a valid request, with a method that no
/// matching path template declares.
pub(crate) fn unknown_method(
    operations: &Operations<'_>,
    template: &str,
    good: &Request,
) -> Option<Case> {
    let is_declared = |method| {
        let mut declared = operations.declared.iter();
        declared.any(|known| known.method == method && matches_template(known.path, &good.path))
    };
    let method = METHODS.into_iter().find(|method| !is_declared(*method))?;
    let about = format!("/paths/{}", token(template));
    let request = without_content(good, method);
    let what = "a method that the path doesn't have";
    Some(Case::new(what, &about, Expected::UnknownMethod, request))
}

fn without_content(good: &Request, method: &str) -> Request {
    let mut request = good.clone();
    request.method = method.to_owned();
    request.body = None;
    request.headers.retain(|(name, _)| name != "Content-Type");
    request
}

fn matches_template(template: &str, path: &str) -> bool {
    let (mut templates, mut segments) = (template.split('/'), path.split('/'));
    loop {
        match (templates.next(), segments.next()) {
            (None, None) => return true,
            (Some(template), Some(segment)) if template.contains('{') || template == segment => {}
            _ => return false,
        }
    }
}
