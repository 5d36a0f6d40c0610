//! The endpoints of preflight requests, by which a browser asks whether a page may send a request.

use dropshot::{
    ApiDescription, ApiDescriptionRegisterError, Body, HttpError, RequestContext, endpoint,
};
use http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_MAX_AGE,
};
use http::{HeaderValue, Response, StatusCode};

use crate::handlers::PlantStore;

/// The header fields of requests that pages may set.
const ALLOWED_FIELDS: HeaderValue = HeaderValue::from_static("authorization, content-type");

/// How long a browser remembers the response to a preflight request, in seconds.
const MAX_AGE: HeaderValue = HeaderValue::from_static("600");

/// Registers the endpoints of preflight requests, one for each path of the document.
pub(crate) fn register(
    api: &mut ApiDescription<PlantStore>,
) -> Result<(), ApiDescriptionRegisterError> {
    api.register(preflight_plants)
}

/// Allows a page of an accepted origin to create plants.
#[endpoint { method = OPTIONS, path = "/plants", unpublished = true }]
async fn preflight_plants(rqctx: RequestContext<PlantStore>) -> Result<Response<Body>, HttpError> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::NO_CONTENT;
    let request = rqctx.request.headers();
    let headers = response.headers_mut();
    rqctx.context().cors.allow(request, headers);
    if headers.contains_key(ACCESS_CONTROL_ALLOW_ORIGIN) {
        headers.insert(ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("POST"));
        headers.insert(ACCESS_CONTROL_ALLOW_HEADERS, ALLOWED_FIELDS);
        headers.insert(ACCESS_CONTROL_MAX_AGE, MAX_AGE);
    }
    Ok(response)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document;

    #[test]
    fn each_path_of_the_document_has_an_endpoint_for_preflight_requests() {
        let mut api = ApiDescription::new();
        register(&mut api).unwrap();
        for (path, method, _) in document::operations() {
            assert_eq!((&*path, &*method), ("/plants", "post"), "add an endpoint here");
        }
    }
}
