//! From a request's path to the operation that the document gives it.
//!
//! dropshot's router is a tree that holds either literals or one variable at
//! each place, and takes `//a` and `/a/` for `/a`. Documents have `/users/me`
//! beside `/users/{id}`, and mean what they write. So what overlaps is
//! registered under one path of variables, and the request's own path decides
//! here, a literal before a variable from the left (OpenAPI §4.8.8.2). A path
//! that no template matches is answered as dropshot answers it, with 404; one
//! whose template lacks the method with 405 and `Allow` (RFC 9110 §15.5.6).

use std::sync::Arc;

use dropshot::{
    ApiDescription, ApiDescriptionRegisterError, ApiEndpoint, ApiEndpointBodyContentType,
    ApiEndpointParameter, ApiEndpointVersions, Body, ClientErrorStatusCode, HttpError, Path,
    RawRequest, RequestContext, ServerContext, SharedExtractor,
};
use http::{Response, header::ALLOW};
use percent_encoding::percent_decode_str;
use schemars::JsonSchema;
use schemars::r#gen::SchemaGenerator;
use schemars::schema::Schema;
use serde::Deserialize;
use serde_json::json;

/// The most segments that a path may have.
const LONGEST: usize = 32;

/// A path template, segment by segment. Literals stand before variables in the
/// order of this type, so the first match is the best.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Template(Vec<Segment>);

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Segment {
    Literal(String),
    Variable(String),
}

impl Template {
    fn new(path: &str) -> Self {
        let segments = path.split('/').skip(1).map(|segment| {
            let name = segment
                .strip_prefix('{')
                .and_then(|name| name.strip_suffix('}'));
            match name {
                Some(name) => Segment::Variable(name.to_owned()),
                None => Segment::Literal(segment.to_owned()),
            }
        });
        Self(segments.collect())
    }

    fn matches(&self, path: &[String]) -> bool {
        let equal = |(segment, sent): (&Segment, &String)| match segment {
            Segment::Literal(literal) => literal == sent,
            Segment::Variable(_) => !sent.is_empty(),
        };
        self.0.len() == path.len() && self.0.iter().zip(path).all(equal)
    }

    /// The path to register: a variable wherever another template that agrees
    /// so far has one.
    fn registered(&self, all: &[Self]) -> String {
        let mut agreeing: Vec<_> = all.iter().collect();
        let mut path = String::new();
        for (index, segment) in self.0.iter().enumerate() {
            agreeing.retain(|template| index < template.0.len());
            let is_variable = |template: &&Self| matches!(template.0[index], Segment::Variable(_));
            match segment {
                Segment::Literal(literal) if !agreeing.iter().any(is_variable) => {
                    agreeing.retain(|template| template.0[index] == *segment);
                    // An empty last segment is no segment to dropshot.
                    if !literal.is_empty() {
                        path.push_str(&format!("/{literal}"));
                    }
                }
                _ => path.push_str(&format!("/{{{}}}", variable(index))),
            }
        }
        if path.is_empty() {
            "/".to_owned()
        } else {
            path
        }
    }
}

/// The name of a registered path's variable. Sorted by name they are in order.
fn variable(index: usize) -> String {
    format!("segment{index:02}")
}

/// Operations that share a registered path, the best match first.
type Overlapping<C> = Vec<(Template, ApiEndpoint<C>)>;

/// Registers endpoints, with paths as a document may have them.
pub(crate) fn register<C: ServerContext>(
    api: &mut ApiDescription<C>,
    endpoints: Vec<ApiEndpoint<C>>,
) -> Result<(), ApiDescriptionRegisterError> {
    let templates: Vec<_> = endpoints
        .iter()
        .map(|endpoint| Template::new(&endpoint.path))
        .collect();
    let mut groups: Vec<(String, Overlapping<C>)> = Vec::new();
    for (template, endpoint) in templates.iter().zip(endpoints) {
        let path = template.registered(&templates);
        match groups.iter_mut().find(|(known, _)| *known == path) {
            Some((_, group)) => group.push((template.clone(), endpoint)),
            None => groups.push((path, vec![(template.clone(), endpoint)])),
        }
    }
    for (path, mut group) in groups {
        group.sort_by(|(one, _), (other, _)| one.cmp(other));
        let mut methods: Vec<_> = group
            .iter()
            .map(|(_, endpoint)| endpoint.method.clone())
            .collect();
        methods.sort_by(|one, other| one.as_str().cmp(other.as_str()));
        methods.dedup();
        let group = Arc::new(group);
        for method in methods {
            let group = Arc::clone(&group);
            let dispatching = move |request: RequestContext<C>, raw: RawRequest| {
                let group = Arc::clone(&group);
                async move { dispatch(&group, request, raw).await }
            };
            let mut endpoint = ApiEndpoint::new(
                format!("{method} {path}"),
                dispatching,
                method,
                "application/json",
                &path,
                ApiEndpointVersions::All,
            );
            endpoint.parameters = variables(&path);
            api.register(endpoint)?;
        }
    }
    Ok(())
}

async fn dispatch<C: ServerContext>(
    group: &Overlapping<C>,
    mut request: RequestContext<C>,
    raw: RawRequest,
) -> Result<Response<Body>, HttpError> {
    let path = request.request.uri().path();
    let segments = path.split('/').skip(1);
    let segments: Vec<_> = segments
        .map(|segment| percent_decode_str(segment).decode_utf8_lossy().into_owned())
        .collect();
    let Some((template, _)) = group
        .iter()
        .find(|(template, _)| template.matches(&segments))
    else {
        return Err(HttpError::for_not_found(
            None,
            format!("no template matches {path}"),
        ));
    };
    let here = || {
        group
            .iter()
            .filter(|(known, _)| known == template)
            .map(|(_, endpoint)| endpoint)
    };
    let Some(endpoint) = here().find(|endpoint| endpoint.method == *request.request.method())
    else {
        let allowed: Vec<_> = here().map(|endpoint| endpoint.method.as_str()).collect();
        let status = ClientErrorStatusCode::METHOD_NOT_ALLOWED;
        let mut error = HttpError::for_client_error_with_status(None, status);
        let message = |error: http::Error| HttpError::for_internal_error(error.to_string());
        error
            .add_header(ALLOW, allowed.join(", "))
            .map_err(message)?;
        return Err(error);
    };
    let mut sent = std::mem::take(&mut request.endpoint.variables);
    for (index, segment) in template.0.iter().enumerate() {
        if let (Segment::Variable(name), Some(value)) = (segment, sent.remove(&variable(index))) {
            request.endpoint.variables.insert(name.clone(), value);
        }
    }
    request
        .endpoint
        .operation_id
        .clone_from(&endpoint.operation_id);
    let answered = endpoint
        .handler
        .handle_request(request, raw.into_inner())
        .await;
    // Handlers answer faults themselves; what dropshot would add has no public type.
    answered.map_err(|_| HttpError::for_internal_error("an endpoint failed to answer".to_owned()))
}

/// What dropshot asks to be declared for the variables of a path. Its types for
/// that are not public, so they are taken from its own extractor.
fn variables(path: &str) -> Vec<ApiEndpointParameter> {
    let all = <Path<Segments> as SharedExtractor>::metadata(ApiEndpointBodyContentType::Json);
    let used = |index: &usize| path.contains(&format!("{{{}}}", variable(*index)));
    let numbered = all.parameters.into_iter().enumerate();
    numbered
        .filter(|(index, _)| used(index))
        .map(|(_, parameter)| parameter)
        .collect()
}

#[derive(Deserialize)]
struct Segments {}

impl JsonSchema for Segments {
    fn schema_name() -> String {
        "Segments".to_owned()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let names: Vec<_> = (0..LONGEST).map(variable).collect();
        let member = |name: &String| (name.clone(), json!({ "type": "string" }));
        let properties: serde_json::Map<_, _> = names.iter().map(member).collect();
        let schema = json!({ "type": "object", "properties": properties, "required": names });
        serde_json::from_value(schema).unwrap_or(Schema::Bool(true))
    }
}

#[cfg(test)]
mod tests {
    use super::Template;

    fn registered(paths: &[&str]) -> Vec<String> {
        let all: Vec<_> = paths.iter().map(|path| Template::new(path)).collect();
        all.iter()
            .map(|template| template.registered(&all))
            .collect()
    }

    #[test]
    fn paths_that_do_not_overlap_stay_apart() {
        assert_eq!(
            registered(&["/", "/a", "/a/b/", "/b/{x}"]),
            ["/", "/a", "/a/b", "/b/{segment01}"]
        );
    }

    #[test]
    fn a_literal_beside_a_variable_becomes_one_with_all_that_lies_below() {
        assert_eq!(
            registered(&[
                "/u/{id}",
                "/u/me",
                "/u/me/posts",
                "/u/{name}/{n}",
                "/u/me/posts/all"
            ]),
            [
                "/u/{segment01}",
                "/u/{segment01}",
                "/u/{segment01}/{segment02}",
                "/u/{segment01}/{segment02}",
                "/u/{segment01}/{segment02}/all",
            ]
        );
    }

    #[test]
    fn the_best_match_is_literal_from_the_left() {
        let mut templates = ["/{a}/b", "/a/{b}", "/a/b", "/{a}/{b}"].map(Template::new);
        templates.sort();
        assert_eq!(
            templates,
            ["/a/b", "/a/{b}", "/{a}/b", "/{a}/{b}"].map(Template::new)
        );
    }
}
