//! A service with TLS and its callers.

use std::net::TcpStream;
use std::sync::Arc;

use rustls::crypto::aws_lc_rs;
use rustls::pki_types::{CertificateDer, IpAddr, Ipv4Addr, ServerName};
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};

use crate::certificates::{Authority, FLAGS};
use test_kit::connection::{Connection, stream};
use test_kit::service::{Service, Session};

/// Starts a service for the first time, with the certificate in the directory
/// of a session.
pub fn start(session: &Session, arguments: &[&str]) -> (Service, Target) {
    let arguments = [&FLAGS, arguments].concat();
    let service = Service::start(&session.directory(), &arguments);
    let line = service.line().unwrap();
    let token = line.strip_prefix("token: ").unwrap().to_owned();
    let line = service.line().unwrap();
    let address = line.strip_prefix("listening on https://").unwrap();
    let address = address.to_owned();
    (service, Target { token, address })
}

/// The token and the address for calls to a service.
pub struct Target {
    pub token: String,
    pub address: String,
}

impl Target {
    /// Opens a connection with a full handshake; the certificate that the
    /// service presents in it has to be from this authority.
    pub fn open(&self, authority: &Authority) -> TlsConnection {
        TlsConnection::open(&self.address, authority)
    }

    /// Creates a plant through reqwest.
    pub async fn post(&self, authority: &Authority, id: i64) -> reqwest::Result<u16> {
        let root = reqwest::Certificate::from_der(authority.certificate.der())?;
        let client = reqwest::Client::builder().no_proxy().tls_certs_only([root]).build()?;
        let response = client
            .post(format!("https://{}/plants", self.address))
            .bearer_auth(&self.token)
            .json(&serde_json::json!({ "id": id, "name": "Aloe vera" }))
            .send()
            .await?;
        Ok(response.status().as_u16())
    }
}

/// A connection over TLS, and the certificate that was presented on it.
pub struct TlsConnection {
    pub http: Connection<StreamOwned<ClientConnection, TcpStream>>,
    pub presented: CertificateDer<'static>,
}

impl TlsConnection {
    fn open(address: &str, authority: &Authority) -> Self {
        let mut roots = RootCertStore::empty();
        roots.add(authority.certificate.der().clone()).unwrap();
        let provider = Arc::new(aws_lc_rs::default_provider());
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_root_certificates(roots)
            .with_no_client_auth();
        let loopback = ServerName::IpAddress(IpAddr::V4(Ipv4Addr::from([127, 0, 0, 1])));
        let mut tls = ClientConnection::new(Arc::new(config), loopback).unwrap();
        let mut tcp = stream(address);
        while tls.is_handshaking() {
            tls.complete_io(&mut tcp).unwrap();
        }
        let presented = tls.peer_certificates().unwrap()[0].clone().into_owned();
        TlsConnection { http: Connection::over(StreamOwned::new(tls, tcp)), presented }
    }

    /// Creates a plant. Fails if the status is not 200.
    pub fn create(&mut self, token: &str, id: i64) {
        let body = format!(r#"{{"id":{id},"name":"Aloe vera"}}"#);
        self.http.create(token, "", &body);
        let answer = self.http.answer().expect("the connection was closed");
        assert_eq!(answer.status, 200, "{answer:?}");
    }
}
