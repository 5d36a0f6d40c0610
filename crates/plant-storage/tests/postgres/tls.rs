//! Tests which parts of the server's certificate each `sslmode` verifies.

use std::fs;
use std::net::TcpListener;

use plant_storage::{Access, open};
use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};

use crate::contract::{created, plant};
use crate::refusal;
use test_kit::postgres::Server;

/// Starts a server whose certificate is for the name `localhost`. Returns the
/// server and its port. The file `authority.crt` in its data directory has the
/// certificate of the authority.
async fn start_with_tls() -> (Server, u16) {
    let authority_key = KeyPair::generate().unwrap();
    let mut authority = CertificateParams::default();
    authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let authority_certificate = authority.self_signed(&authority_key).unwrap();
    let issuer = Issuer::new(authority, authority_key);
    let key = KeyPair::generate().unwrap();
    let certificate = CertificateParams::new(["localhost".to_owned()]).unwrap();
    let certificate = certificate.signed_by(&key, &issuer).unwrap();

    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let mut server = Server::with_port(port, &["listen_addresses=127.0.0.1", "ssl=on"]);
    server.write("server.key", &key.serialize_pem());
    server.write("server.crt", &certificate.pem());
    server.write("authority.crt", &authority_certificate.pem());
    server.write("pg_hba.conf", "local all all trust\nhostssl all all all trust\n");
    server.start();
    (server, port)
}

#[tokio::test]
#[cfg_attr(not(has_postgres), ignore = "PostgreSQL is not installed")]
async fn each_mode_judges_the_certificate_as_far_as_it_says() {
    let (server, port) = start_with_tls().await;
    let authority = server.data().join("authority.crt");
    let stranger = server.data().join("stranger.crt");
    let other = CertificateParams::new(["other".to_owned()]).unwrap();
    let other = other.self_signed(&KeyPair::generate().unwrap()).unwrap();
    fs::write(&stranger, other.pem()).unwrap();
    let (authority, stranger) = (authority.display(), stranger.display());

    let mut seen = String::new();
    for host in ["localhost", "127.0.0.1"] {
        for parameters in [
            "sslmode=disable".to_owned(),
            String::new(),
            "sslmode=prefer".to_owned(),
            "sslmode=require".to_owned(),
            format!("sslmode=require&sslrootcert={stranger}"),
            format!("sslmode=require&sslrootcert={authority}"),
            format!("sslmode=verify-ca&sslrootcert={stranger}"),
            format!("sslmode=verify-ca&sslrootcert={authority}"),
            format!("sslmode=verify-full&sslrootcert={authority}"),
        ] {
            let url = format!("postgres://plants@{host}:{port}/plants?{parameters}");
            let outcome = match open(&url.parse().unwrap(), Access::Serve).await {
                Ok(storage) => {
                    created(&*storage, &plant(1, "over TLS", None)).await;
                    "open".to_owned()
                }
                Err(_) => refusal(&url, Access::Serve).await,
            };
            seen.push_str(&format!("{host} {parameters}\n  {outcome}\n"));
        }
    }
    // The system's authorities are unknown here, but don't include this authority.
    let url = format!("postgres://plants@localhost:{port}/plants?sslmode=verify-full");
    refusal(&url, Access::Serve).await;
    let seen = seen
        .replace(&server.data().display().to_string(), "DATA")
        .replace(&port.to_string(), "PORT");
    insta::assert_snapshot!(seen);
}
