//! The handlers, called as their callers do.

use http::Request;
use openapi_dropshot::testing;
use {{ident}}_server::{Handlers, api::api_mod};

/// Fails as soon as this request succeeds. Then require the response that the operation
/// returns, and add a test for each operation.
#[tokio::test]
async fn the_first_operation_is_not_implemented() -> Result<(), Box<dyn std::error::Error>> {
    let server = testing::serve(api_mod::api_description::<Handlers>()?, ())?;
    let request = Request::builder(){{request}};
    let response = testing::send(&server, request).await?;
    assert!(!response.status().is_success(), "{response:?}");
    Ok(())
}
