//! Generated operations over TLS, with a certificate that is replaced.

use dropshot::{ConfigTls, HttpServer, ServerBuilder};
use reqwest::{Certificate, Client, StatusCode};

use crate::widgets::{Service, Widgets, log, v1};

/// Returns a certificate and its key, both in PEM.
fn certificate() -> (String, String) {
    let names = ["localhost".to_owned()];
    let made = rcgen::generate_simple_self_signed(names).unwrap();
    (made.cert.pem(), made.signing_key.serialize_pem())
}

/// Sends a request over a new connection that trusts one certificate.
async fn get(server: &HttpServer<Widgets>, trusted: &str) -> reqwest::Result<StatusCode> {
    let trusted = Certificate::from_pem(trusted.as_bytes()).unwrap();
    let address = server.local_addr();
    let client =
        Client::builder().tls_certs_only([trusted]).resolve("localhost", address).build().unwrap();
    let url = format!("https://localhost:{}/widgets/a", address.port());
    Ok(client.get(url).send().await?.status())
}

#[tokio::test]
async fn a_new_certificate_is_used_for_new_connections() {
    let [(first, first_key), (second, second_key)] = [certificate(), certificate()];
    let tls = |certificate: &str, key: &str| ConfigTls::AsBytes {
        certs: certificate.as_bytes().to_vec(),
        key: key.as_bytes().to_vec(),
    };
    let api = v1::api_mod::api_description::<Service>().unwrap();
    let server = ServerBuilder::new(api, Widgets::default(), log())
        .tls(Some(tls(&first, &first_key)))
        .start()
        .unwrap();
    assert_eq!(get(&server, &first).await.unwrap(), 200);
    assert!(get(&server, &second).await.is_err());

    server.refresh_tls(&tls(&second, &second_key)).await.unwrap();
    assert_eq!(get(&server, &second).await.unwrap(), 200);
    assert!(get(&server, &first).await.is_err());
}
