//! TLS that ends at the proxy.

use std::io::{ErrorKind, Read, Write};
use std::sync::Arc;

use rcgen::{CertificateParams, KeyPair};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};

use crate::configuration::Product;
use crate::peers::{NEIGHBOUR, connect, head};
use crate::requests::start;
use test_kit::service::Session;

/// A certificate for `localhost` and its key, both as PEM.
pub fn certificate() -> (String, String) {
    let key = KeyPair::generate().unwrap();
    let parameters = CertificateParams::new(["localhost".to_owned()]).unwrap();
    let certificate = parameters.self_signed(&key).unwrap();
    (certificate.pem(), key.serialize_pem())
}

pub fn create(product: Product) {
    let session = Session::new();
    let (_service, proxy, token) = start(&session, product);
    let mut roots = RootCertStore::empty();
    let certificate = CertificateDer::from_pem_slice(proxy.certificate.as_bytes()).unwrap();
    roots.add(certificate).unwrap();
    let mut config = ClientConfig::builder().with_root_certificates(roots).with_no_client_auth();
    // A client that prefers HTTP/2 gets HTTP/1.1.
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    let name = "localhost".try_into().unwrap();
    let session = ClientConnection::new(Arc::new(config), name).unwrap();
    let mut stream = StreamOwned::new(session, connect(NEIGHBOUR, &proxy.tls).unwrap());

    let plant = r#"{"id":1,"name":"a"}"#;
    let request = head(&token, plant.len()).replace("Host:", "Connection: close\r\nHost:") + plant;
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    if let Err(error) = stream.read_to_string(&mut answer) {
        // nginx may close the connection without an alert.
        assert_eq!(error.kind(), ErrorKind::UnexpectedEof, "{error}");
    }
    assert_eq!(stream.conn.alpn_protocol(), Some(&b"http/1.1"[..]));
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
    assert!(answer.ends_with(r#"{"name":"a"}"#), "{answer}");
}
