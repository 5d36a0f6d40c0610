//! The mocks of the feature `httpmock` answer as the document declares, so that the client
//! accepts their responses.

use httpmock::MockServer;
use plant_client::mocks::MockServerExt;
use plant_client::types::{self, CreatePlantError, NewPlant, Plant};
use plant_client::{CallError, Connection, ErrorCode, Reason};

fn aloe() -> NewPlant {
    NewPlant { id: 7, name: "Aloe".to_owned(), tag: None }
}

async fn create(server: &MockServer) -> Result<Plant, CallError<CreatePlantError>> {
    let client = Connection::anonymous(&server.base_url()).client().unwrap();
    let created = client.create_plant().body(aloe()).send().await?;
    Ok(created.into_inner())
}

#[tokio::test]
async fn a_mock_answers_the_request_that_it_expects() {
    let server = MockServer::start_async().await;
    let plant = Plant::new("Aloe");
    let mock = server.create_plant(|when, then| {
        when.body(&aloe());
        then.ok(&plant);
    });
    assert_eq!(create(&server).await.unwrap(), plant);
    mock.assert();
}

#[tokio::test]
async fn a_mock_answers_with_a_documented_failure() {
    let server = MockServer::start_async().await;
    let taken =
        CreatePlantError::BadRequest { body: types::Error::new(ErrorCode::IdTaken, "Taken.") };
    server.create_plant(|_, then| {
        then.fails(&taken);
    });
    let error = create(&server).await.unwrap_err();
    let Reason::Declared(failure) = error.reason() else {
        panic!("{error:?}");
    };
    assert_eq!(**failure, taken);
    assert_eq!(failure.body().error, ErrorCode::IdTaken);
}
