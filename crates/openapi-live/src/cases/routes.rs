//! What lies outside of every operation: a path and methods that the document
//! doesn't have.

use super::{Case, Expected};
use crate::document::Contract;
use crate::request::Request;

/// Methods that are tried, the harmless ones first.
const METHODS: [&str; 5] = ["GET", "PATCH", "PUT", "POST", "DELETE"];

/// A segment that no service has a meaning for.
const UNKNOWN: &str = "/unknown-path-of-a-conformance-check";

/// A request for a path that the document doesn't have; none where it has a path
/// of nothing but variables.
pub(crate) fn unknown_path(contract: &Contract, good: &Request) -> Option<Case> {
    let path = format!("{UNKNOWN}/x/y/z");
    let is_there = contract
        .paths
        .iter()
        .any(|(template, _)| fits(template, &path));
    let mut request = without_content(good, "GET");
    request.path = path;
    let what = "a path that the document doesn't have";
    (!is_there).then(|| Case::new(what, "/paths", Expected::UnknownPath, request))
}

/// For the path of a good request, a method that no path has which it fits.
pub(crate) fn unknown_methods(contract: &Contract, template: &str, good: &Request) -> Option<Case> {
    let is_declared = |method: &&&str| {
        let mut paths = contract.paths.iter();
        paths.any(|(template, methods)| {
            fits(template, &good.path) && methods.iter().any(|known| known == **method)
        })
    };
    let method = METHODS.iter().find(|method| !is_declared(method))?;
    let about = format!("/paths/{}", crate::document::token(template));
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

/// Whether a path may be one of a template.
fn fits(template: &str, path: &str) -> bool {
    let (mut templates, mut segments) = (template.split('/'), path.split('/'));
    loop {
        match (templates.next(), segments.next()) {
            (None, None) => return true,
            (Some(template), Some(segment)) if template.contains('{') || template == segment => {}
            _ => return false,
        }
    }
}
