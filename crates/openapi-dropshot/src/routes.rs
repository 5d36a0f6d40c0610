//! Registers overlapping paths, which dropshot's router does not support.
//!
//! The router is a tree in which a node has literals or one variable below it,
//! and panics at both (dropshot 0.18.0, router.rs:257-295; dropshot issue 199).
//! Documents have `/users/me` beside `/users/{id}`. Such paths are registered
//! under one path that the router takes, and the path of the request decides:
//! a literal before a variable, from the left (OpenAPI 3.1.1 §4.8.8.2). A segment
//! such as `{name}.{ext}` is a variable for the router, too. Of templates that differ
//! only in the names of variables, the method decides.

use std::sync::Arc;

use dropshot::{
    ApiEndpoint, ApiEndpointBodyContentType, ApiEndpointParameter, ApiEndpointParameterLocation,
    ApiEndpointVersions, Body, ClientErrorStatusCode, HttpError, Path, RawRequest, RequestContext,
    RequestInfo, ServerContext, SharedExtractor,
};
use futures::future::BoxFuture;
use http::{Method, Response, header::ALLOW};
use openapi_schema::http::{decoded_path, path_shape};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::path::{self, Segment};

/// Returns the paths to register, in the order of the templates: the template
/// itself wherever the router accepts it together with the others. The router
/// decodes the path of a request, and not the path that is registered.
pub(crate) fn registered_paths(templates: &[&str]) -> Vec<String> {
    let decoded: Vec<_> = templates.iter().map(|template| decoded_path(template)).collect();
    let all: Vec<Vec<Segment>> =
        decoded.iter().map(|template| path::segments(template).collect()).collect();
    all.iter().map(|one| registered_path(one, &all)).collect()
}

fn registered_path(template: &[Segment], all: &[Vec<Segment>]) -> String {
    let mut agreeing: Vec<_> = all.iter().collect();
    let mut path = String::new();
    let mut names: Vec<String> = Vec::new();
    for (index, segment) in template.iter().enumerate() {
        agreeing.retain(|other| index < other.len());
        let variable = variable_of(agreeing.iter().map(|other| &other[index]), &names);
        match (variable, segment) {
            // The router drops an empty last segment.
            (_, Segment::Literal("")) => {}
            (Some(name), _) => {
                path.push_str(&format!("/{{{name}}}"));
                names.push(name);
            }
            // A pattern or variable is itself among those that agree.
            (None, Segment::Literal(text) | Segment::Pattern(text) | Segment::Variable(text)) => {
                agreeing.retain(|other| other[index] == *segment);
                path.push_str(&format!("/{text}"));
            }
        }
    }
    if path.is_empty() { "/".to_owned() } else { path }
}

/// Returns the name of the variable that is registered for segments, if one of them is
/// a variable. The router takes each name once in a path.
fn variable_of<'s>(
    segments: impl Iterator<Item = &'s Segment<'s>> + Clone,
    taken: &[String],
) -> Option<String> {
    let variables = segments.clone().filter_map(|segment| match segment {
        Segment::Variable(name) => Some((*name).to_owned()),
        Segment::Pattern(_) | Segment::Literal(_) => None,
    });
    let patterns = segments.filter_map(|segment| match segment {
        Segment::Pattern(pattern) => Some(variable_name(pattern)),
        Segment::Variable(_) | Segment::Literal(_) => None,
    });
    let names: Vec<_> = variables.chain(patterns).collect();
    let first = names.first()?.clone();
    let numbered = (2..).map(|number| format!("{first}-{number}"));
    names.into_iter().chain(numbered).find(|name| !taken.contains(name))
}

/// Returns an endpoint that is registered alone. Segments that are variables for the
/// router alone are declared as such.
pub(crate) fn with_registered_path<C: ServerContext>(
    mut endpoint: ApiEndpoint<C>,
) -> ApiEndpoint<C> {
    let path = endpoint.path.clone();
    let names = path::segments(&path).filter_map(|segment| match segment {
        Segment::Pattern(pattern) => parameter(&variable_name(pattern)),
        Segment::Variable(_) | Segment::Literal(_) => None,
    });
    let mut parameters: Vec<_> = names.collect();
    // dropshot takes the body last.
    parameters.append(&mut endpoint.parameters);
    let registered = registered_paths(&[&path]).remove(0);
    endpoint.parameters = parameters;
    endpoint.path = registered;
    endpoint
}

/// Returns a name for the whole segment of a pattern, without the characters that
/// have a meaning in a path of dropshot.
fn variable_name(pattern: &str) -> String {
    pattern.replace('{', "(").replace('}', ")").replace(':', "=")
}

/// Returns the endpoints that dropshot's router takes. An endpoint whose path is
/// its own stays as it is; the others are reached through a dispatching endpoint.
pub(crate) fn registrable<C: ServerContext>(endpoints: Vec<ApiEndpoint<C>>) -> Vec<ApiEndpoint<C>> {
    let templates: Vec<_> = endpoints.iter().map(|endpoint| endpoint.path.as_str()).collect();
    let paths = registered_paths(&templates);
    let mut groups: Vec<(String, Vec<ApiEndpoint<C>>)> = Vec::new();
    for (path, endpoint) in paths.into_iter().zip(endpoints) {
        let same = |(known, group): &&mut (String, Vec<ApiEndpoint<C>>)| {
            *known == path && group.iter().all(|one| one.versions == endpoint.versions)
        };
        match groups.iter_mut().find(same) {
            Some((_, group)) => group.push(endpoint),
            None => groups.push((path, vec![endpoint])),
        }
    }
    let groups = groups.into_iter();
    groups
        .flat_map(|(path, group)| {
            if group.iter().all(|endpoint| endpoint.path == path) {
                group
            } else {
                dispatching(&path, group)
            }
        })
        .collect()
}

/// Returns an endpoint for each method of the endpoints that share a registered
/// path and a range of versions. It is visible if one of the endpoints has the
/// registered path, with the metadata of this endpoint.
fn dispatching<C: ServerContext>(
    path: &str,
    mut group: Vec<ApiEndpoint<C>>,
) -> Vec<ApiEndpoint<C>> {
    group.sort_by(|one, other| path::segments(&one.path).cmp(path::segments(&other.path)));
    let targets: Arc<Vec<_>> = Arc::new(group.iter().map(Target::new).collect());
    let (visible, hidden): (Vec<_>, Vec<_>) =
        group.into_iter().partition(|endpoint| endpoint.path == path);
    let mut endpoints = visible;
    for endpoint in &mut endpoints {
        endpoint.handler = dispatcher(path, &endpoint.method, &targets).handler;
    }
    for endpoint in hidden {
        if endpoints.iter().all(|known| known.method != endpoint.method) {
            endpoints.push(ApiEndpoint {
                versions: endpoint.versions,
                ..dispatcher(path, &endpoint.method, &targets)
            });
        }
    }
    endpoints
}

/// Returns the parameters of a path, which are texts.
pub(crate) fn path_parameters(path: &str) -> Vec<ApiEndpointParameter> {
    variables(path).filter_map(parameter).collect()
}

/// Returns an invisible endpoint that passes requests on.
fn dispatcher<C: ServerContext>(
    path: &str,
    method: &Method,
    targets: &Arc<Vec<Target<C>>>,
) -> ApiEndpoint<C> {
    let (targets, registered) = (Arc::clone(targets), Arc::<str>::from(path));
    let handler = move |rqctx: RequestContext<C>, raw: RawRequest| {
        let (targets, registered) = (Arc::clone(&targets), Arc::clone(&registered));
        async move { dispatch(&targets, &registered, rqctx, raw.into_inner()).await }
    };
    let mut endpoint = ApiEndpoint::new(
        format!("{method} {path}"),
        handler,
        method.clone(),
        "application/json",
        path,
        ApiEndpointVersions::All,
    );
    endpoint.parameters = path_parameters(path);
    endpoint.visible = false;
    endpoint
}

/// Returns an invisible endpoint at another path that passes changed requests on.
pub(crate) fn passing_on<C: ServerContext>(
    endpoint: &ApiEndpoint<C>,
    path: &str,
    change: impl Fn(&mut http::Request<Body>) + Send + Sync + 'static,
) -> ApiEndpoint<C> {
    let target = Arc::new((Target::new(endpoint), change));
    let handler = move |mut rqctx: RequestContext<C>, raw: RawRequest| {
        let target = Arc::clone(&target);
        async move {
            let (target, change) = &*target;
            let mut request = raw.into_inner();
            change(&mut request);
            rqctx.request = RequestInfo::new(&request, rqctx.request.remote_addr());
            (target.handle)(rqctx, request).await
        }
    };
    let mut passing = ApiEndpoint::new(
        endpoint.operation_id.clone(),
        handler,
        endpoint.method.clone(),
        "application/json",
        path,
        ApiEndpointVersions::All,
    );
    passing.parameters = path_parameters(path);
    passing.visible = false;
    passing
}

/// The function of dropshot's handler trait, whose name dropshot does not export.
type Handle<C> = dyn Fn(
        RequestContext<C>,
        http::Request<Body>,
    ) -> BoxFuture<'static, Result<Response<Body>, HttpError>>
    + Send
    + Sync;

/// An endpoint that a request can be passed on to.
struct Target<C: ServerContext> {
    path: String,
    /// The path as [`path_shape`] returns it.
    shape: String,
    method: Method,
    operation_id: String,
    handle: Box<Handle<C>>,
}

impl<C: ServerContext> Target<C> {
    fn new(endpoint: &ApiEndpoint<C>) -> Self {
        let handler = Arc::clone(&endpoint.handler);
        Self {
            path: endpoint.path.clone(),
            shape: path_shape(&endpoint.path),
            method: endpoint.method.clone(),
            operation_id: endpoint.operation_id.clone(),
            handle: Box::new(move |rqctx, request| {
                let handler = Arc::clone(&handler);
                Box::pin(async move {
                    // A generated handler never fails, and the error type of other
                    // handlers is not exported by dropshot.
                    let answered = handler.handle_request(rqctx, request).await;
                    answered.map_err(|_| {
                        HttpError::for_internal_error("a handler failed to answer".to_owned())
                    })
                })
            }),
        }
    }
}

async fn dispatch<C: ServerContext>(
    targets: &[Target<C>],
    registered: &str,
    mut rqctx: RequestContext<C>,
    request: http::Request<Body>,
) -> Result<Response<Body>, HttpError> {
    let path = request.uri().path();
    let Some(best) = targets.iter().find(|one| path::matches(&one.path, path)) else {
        let message = format!("no operation has the path {path}");
        return Err(HttpError::for_not_found(None, message));
    };
    let here = || targets.iter().filter(|one| one.shape == best.shape);
    let Some(target) = here().find(|one| one.method == *request.method()) else {
        let allowed: Vec<_> = here().map(|one| one.method.as_str()).collect();
        let status = ClientErrorStatusCode::METHOD_NOT_ALLOWED;
        return Err(HttpError::for_client_error_with_status(None, status)
            .with_header(ALLOW, allowed.join(", "))
            .unwrap_or_else(|error| HttpError::for_internal_error(error.to_string())));
    };
    let endpoint = &mut rqctx.endpoint;
    endpoint.operation_id.clone_from(&target.operation_id);
    // The variables of the router under the names of the operation's own path.
    let mut sent = std::mem::take(&mut endpoint.variables);
    for (registered, own) in path::segments(registered).zip(path::segments(&target.path)) {
        if let (Segment::Variable(registered), Segment::Variable(own)) = (registered, own) {
            let value = sent.remove(registered);
            endpoint.variables.extend(value.map(|value| (own.to_owned(), value)));
        }
    }
    (target.handle)(rqctx, request).await
}

fn variables(path: &str) -> impl Iterator<Item = &str> {
    path::segments(path).filter_map(|segment| match segment {
        Segment::Variable(name) => Some(name),
        Segment::Pattern(_) | Segment::Literal(_) => None,
    })
}

/// Returns the declaration of a variable that dropshot asks for. The type of its
/// schema is not exported, so the schema comes from dropshot's own extractor.
fn parameter(name: &str) -> Option<ApiEndpointParameter> {
    let mut known = Path::<OneVariable>::metadata(ApiEndpointBodyContentType::Json).parameters;
    let schema = known.pop()?.schema;
    let location = ApiEndpointParameterLocation::Path;
    let (name, examples) = (name.to_owned(), Vec::new());
    Some(ApiEndpointParameter::new_named(&location, name, None, true, schema, examples))
}

#[derive(Deserialize, JsonSchema)]
struct OneVariable {
    #[serde(rename = "name")]
    _name: String,
}

#[cfg(test)]
mod tests {
    use super::registered_paths;

    #[test]
    fn paths_that_do_not_overlap_stay_as_they_are() {
        let paths = ["/", "/a", "/a/b", "/b/{x}", "/b/{x}/c", "/b/{x}/{y}/d"];
        assert_eq!(
            registered_paths(&paths),
            ["/", "/a", "/a/b", "/b/{x}", "/b/{x}/{y}", "/b/{x}/{y}/d"]
        );
    }

    #[test]
    fn a_literal_beside_a_variable_becomes_one_with_everything_below_it() {
        let paths =
            ["/u/{id}", "/u/me", "/u/me/posts", "/u/{name}/{n}", "/u/me/posts/all", "/u/me/"];
        assert_eq!(
            registered_paths(&paths),
            ["/u/{id}", "/u/{id}", "/u/{id}/{n}", "/u/{id}/{n}", "/u/{id}/{n}/all", "/u/{id}",]
        );
    }

    #[test]
    fn the_name_of_a_variable_stands_once_in_a_path() {
        let paths = ["/{a}/{b}", "/x/{a}/{b}", "/x/{a}/{b}/{a2}/c"];
        assert_eq!(
            registered_paths(&paths),
            ["/{a}/{b}", "/{a}/{b}/{b-2}", "/{a}/{b}/{b-2}/{a2}/c"]
        );
    }

    #[test]
    fn a_segment_with_literal_text_is_one_variable() {
        let paths = ["/f/{name}.{ext}", "/f/all", "/g/{id}", "/g/{id}:x"];
        assert_eq!(
            registered_paths(&paths),
            ["/f/{(name).(ext)}", "/f/{(name).(ext)}", "/g/{id}", "/g/{id}"]
        );
        assert_eq!(registered_paths(&["/v{n}:x"]), ["/{v(n)=x}"]);
    }

    #[test]
    fn a_literal_is_registered_decoded_as_the_router_compares_it() {
        let paths =
            ["/caf%C3%A9", "/caf%C3%A9/{x}", "/café/{x}/b", "/a%20b/%41", "/x%7B/%2F/{x}%2e"];
        assert_eq!(
            registered_paths(&paths),
            ["/café", "/café/{x}", "/café/{x}/b", "/a b/A", "/x%7B/%2F/{(x)%2e}"]
        );
    }
}
