//! Webhooks with a signature.

use hmac::{Hmac, KeyInit, Mac};
use http::{HeaderValue, Request, Response};
use openapi_dropshot::{Bytes, Transport};
use reqwest::redirect::Policy;
use sha2::Sha256;
use test_kit::answers::Service;

use crate::shop::api::types::{Order, OrderCreatedResponse};
use crate::shop::api::webhooks;

/// An HTTP client that signs the body of each request.
struct Signing {
    client: reqwest::Client,
    key: Vec<u8>,
}

impl Transport for Signing {
    type Error = reqwest::Error;

    async fn send(&self, mut request: Request<Bytes>) -> reqwest::Result<Response<Bytes>> {
        let signature = signature(&self.key, request.body());
        request.headers_mut().insert("x-signature", signature);
        let received = self.client.execute(request.try_into()?).await?;
        let mut response = Response::new(Bytes::new());
        *response.status_mut() = received.status();
        *response.headers_mut() = received.headers().clone();
        *response.body_mut() = received.bytes().await?;
        Ok(response)
    }
}

/// Returns the HMAC-SHA256 of the bytes that are sent.
fn signature(key: &[u8], body: &[u8]) -> HeaderValue {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("a key has any length");
    mac.update(body);
    let digits = mac.finalize().into_bytes();
    let digits: String = digits.iter().map(|byte| format!("{byte:02x}")).collect();
    HeaderValue::try_from(digits).expect("digits are visible characters")
}

#[tokio::test]
async fn a_webhook_has_the_signature_of_the_bytes_that_are_sent() -> reqwest::Result<()> {
    let receiver = Service::answering("HTTP/1.1 204 No Content\r\n\r\n");
    let order = Order::new(7, "lamp".to_owned(), 1);
    let client = reqwest::Client::builder().redirect(Policy::none()).build()?;
    let transport = Signing { client, key: b"secret".to_vec() };
    let response = webhooks::order_created(&transport, &receiver.url, &order).await;
    assert_eq!(response.unwrap(), OrderCreatedResponse::NoContent);
    let request = receiver.request();
    let (head, body) = request.split_once("\r\n\r\n").unwrap();
    assert_eq!(body, r#"{"id":7,"item":"lamp","count":1}"#);
    let signature = signature(b"secret", body.as_bytes());
    let line = format!("x-signature: {}", signature.to_str().unwrap());
    assert!(head.lines().any(|one| one == line), "{head}");
    Ok(())
}
