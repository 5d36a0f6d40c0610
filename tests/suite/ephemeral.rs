//! Tests of `plant-store serve --ephemeral`, as the test of a caller uses it.

use std::fs;
use std::net::TcpStream;

use plant_client::types::NewPlant;
use plant_client::{CallError, Client, Connection, ErrorCode, Reason, Token, types};
use serde_json::Value;
use test_kit::service::{Service, Session};

/// Reads the line that the service prints when it is ready.
fn announced(service: &Service) -> Value {
    serde_json::from_str(&service.line().unwrap()).unwrap()
}

fn client(announced: &Value) -> Client {
    let token = Token::new(announced["token"].as_str().unwrap()).unwrap();
    let connection = Connection::new(announced["url"].as_str().unwrap(), token);
    connection.client().unwrap()
}

async fn create(client: &Client, name: &str) -> Result<String, CallError<types::CreatePlantError>> {
    let create = client.create_plant();
    let created = create.body(NewPlant::new(name, 7)).send();
    Ok(created.await?.into_inner().name)
}

#[tokio::test]
async fn each_ephemeral_service_has_a_token_a_port_and_plants_of_its_own_and_leaves_nothing() {
    let session = Session::new();
    let start = || Service::serve(&session.directory(), &["--ephemeral"]);
    let services = [start(), start()];
    let announced = services.each_ref().map(announced);
    assert_ne!(announced[0]["url"], announced[1]["url"]);
    for (announced, name) in announced.iter().zip(["Aloe", "Basil"]) {
        let client = client(announced);
        assert_eq!(create(&client, name).await.unwrap(), name);
        assert_eq!(create(&client, name).await.unwrap(), name, "again");
        let error = create(&client, "Cactus").await.unwrap_err();
        let Reason::Declared(failure) = error.reason() else {
            panic!("{error:?}");
        };
        assert_eq!(failure.body().error, ErrorCode::IdTaken);
    }
    for (service, announced) in services.into_iter().zip(announced) {
        service.signal("TERM");
        let (code, output, log) = service.end();
        assert_eq!((code, output), (Some(0), vec![]), "{log:?}");
        let token = announced["token"].as_str().unwrap();
        assert!(log.iter().all(|record| !record.contains(token)));
        let address = announced["url"].as_str().unwrap().replace("http://", "");
        assert!(TcpStream::connect(address).is_err());
    }
    assert_eq!(session.directory().read_dir().unwrap().count(), 0);
}

#[test]
fn the_line_names_the_admin_listener_and_the_address_that_was_asked_for() {
    let session = Session::new();
    let addresses = ["--listen", "127.0.0.2:0", "--admin", "127.0.0.3:0"];
    let service =
        Service::serve(&session.directory(), &[&["--ephemeral"], &addresses[..]].concat());
    let announced = announced(&service);
    for (name, prefix) in [("url", "http://127.0.0.2:"), ("admin", "http://127.0.0.3:")] {
        let url = announced[name].as_str().unwrap();
        assert!(url.starts_with(prefix), "{url}");
        TcpStream::connect(&url["http://".len()..]).unwrap();
    }
}

#[test]
fn an_ephemeral_service_listens_where_the_file_that_is_named_says() {
    let session = Session::new();
    fs::write(session.directory().join("own.toml"), "listen = \"127.0.0.4:0\"\n").unwrap();
    let service = Service::serve(&session.directory(), &["--ephemeral", "--config", "own.toml"]);
    let url = announced(&service)["url"].to_string();
    assert!(url.starts_with("\"http://127.0.0.4:"), "{url}");
}

#[test]
fn an_ephemeral_service_opens_no_store_that_is_named() {
    let mut session = Session::new();
    for store in [
        &["--store", "sqlite:plants.db"],
        &["--store-file", "url"],
        &["--first-token-file", "token"],
    ] {
        let arguments = [&["serve", "--ephemeral"], &store[..]].concat();
        assert_eq!(session.run(&arguments).status.code(), Some(2), "{store:?}");
    }
    assert_eq!(session.directory().read_dir().unwrap().count(), 0);
}
