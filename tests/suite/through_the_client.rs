//! Tests of the service through the generated client: every documented response
//! arrives as its type.

use plant_client::types::{self, NewPlant, Plant};
use plant_client::{Client, Connection, Error, ResponseValue, Token};
use test_kit::service::{Service, Session};

fn client(address: &str, token: &str) -> Client {
    let token = Token::new(token).unwrap();
    let connection = Connection::new(&format!("http://{address}"), token);
    connection.client().unwrap()
}

fn monstera() -> NewPlant {
    NewPlant { id: 7, name: "Monstera deliciosa".to_owned(), tag: Some("climber".to_owned()) }
}

/// Returns the documented error with which a call must fail.
fn failure<T: std::fmt::Debug>(
    result: Result<T, Error<types::CreatePlantError>>,
) -> ResponseValue<types::CreatePlantError> {
    match result {
        Err(Error::ErrorResponse(failure)) => failure,
        other => panic!("not a documented failure: {other:?}"),
    }
}

#[tokio::test]
async fn a_plant_is_created_and_may_be_created_again() {
    let session = Session::new();
    let service = Service::start(&session.directory(), &[]);
    let (token, address) = service.first_start();
    let client = client(&address, &token);
    let mut expected = Plant::new("Monstera deliciosa");
    expected.tag = Some("climber".to_owned());
    for _ in 0..2 {
        let created = client.create_plant().body(monstera()).send().await.unwrap();
        assert_eq!(created.status(), 200);
        assert_eq!(created.into_inner(), expected);
    }
}

#[tokio::test]
async fn an_id_that_belongs_to_a_different_plant_is_a_typed_error() {
    let mut session = Session::new();
    let service = Service::start(&session.directory(), &[]);
    let (token, address) = service.first_start();
    let client = client(&address, &token);
    client.create_plant().body(monstera()).send().await.unwrap();
    for (name, tag) in [
        ("Aloe vera", Some("climber")),
        ("Monstera deliciosa", Some("")),
        ("Monstera deliciosa", None),
    ] {
        let (name, tag) = (name.to_owned(), tag.map(str::to_owned));
        let other = NewPlant { id: 7, name, tag };
        let failure = failure(client.create_plant().body(other.clone()).send().await);
        assert_eq!((failure.status().as_u16(), failure.body().error.into()), (400, 110));
        assert_eq!(failure.body().message, "The id 7 belongs to a different plant.");
    }
    let stored = session.run(&["plants", "get", "7"]).stdout;
    let expected = "{\"id\":7,\"name\":\"Monstera deliciosa\",\"tag\":\"climber\"}\n";
    assert_eq!(String::from_utf8(stored).unwrap(), expected, "the first one stays");
}

#[tokio::test]
async fn without_an_accepted_token_there_is_a_typed_error_and_a_challenge() {
    let mut session = Session::new();
    let service = Service::start(&session.directory(), &[]);
    let (_, address) = service.first_start();
    let anonymous = Connection::anonymous(&format!("http://{address}"));
    let unknown = plant_store::tokens::Token::generate().unwrap();
    for (client, error, challenge) in [
        (anonymous.client().unwrap(), 200, "Bearer realm=\"plants\""),
        (
            client(&address, unknown.reveal()),
            201,
            "Bearer realm=\"plants\", error=\"invalid_token\"",
        ),
    ] {
        let failure = failure(client.create_plant().body(monstera()).send().await);
        assert_eq!((failure.status().as_u16(), failure.body().error.into()), (401, error));
        assert_eq!(failure.headers()["www-authenticate"], challenge);
    }
    assert!(session.run(&["plants", "export"]).stdout.is_empty());
}

#[tokio::test]
async fn a_revoked_token_is_refused_within_a_second_without_a_restart() {
    let mut session = Session::new();
    let service = Service::start(&session.directory(), &[]);
    let (token, address) = service.first_start();
    let client = client(&address, &token);
    client.create_plant().body(monstera()).send().await.unwrap();
    session.run(&["token", "revoke", "first"]);
    tokio::time::sleep(std::time::Duration::from_secs(1)).await;
    let failure = failure(client.create_plant().body(monstera()).send().await);
    assert_eq!((failure.status().as_u16(), failure.body().error.into()), (401, 201));
}

#[tokio::test]
async fn a_plant_survives_the_death_of_the_service() {
    let mut session = Session::new();
    let directory = session.directory();
    let service = Service::start(&directory, &[]);
    let (token, address) = service.first_start();
    client(&address, &token).create_plant().body(monstera()).send().await.unwrap();
    service.signal("KILL");
    assert_eq!(service.end().0, None, "killed");

    let service = Service::start(&directory, &[]);
    let address = service.address();
    let expected = "{\"id\":7,\"name\":\"Monstera deliciosa\",\"tag\":\"climber\"}\n";
    for arguments in [&["plants", "export"] as &[&str], &["plants", "get", "7"]] {
        let stored = session.run(arguments).stdout;
        assert_eq!(String::from_utf8(stored).unwrap(), expected);
    }
    let again = client(&address, &token).create_plant().body(monstera()).send().await;
    assert_eq!(again.unwrap().status(), 200, "with the token as before");
}
