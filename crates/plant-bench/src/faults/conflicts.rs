//! A thousand simultaneous creates of the same id: one plant wins, for ever, and each
//! other create gets a conflict. Half of the creates repeat the plant of another
//! create, so that equal plants meet in one batch as well.

use std::collections::BTreeMap;

use futures::future::join_all;
use plant_client::types::NewPlant;
use plant_client::{Client, ConnectError, Connection, Error as ClientError, Token};
use tokio::runtime::Runtime;

use super::Outcome;
use super::service::Service;
use crate::subject::{WorkDirectory, sqlite};
use anyhow::Result;

/// The number of simultaneous creates of one id.
const CREATES: usize = 1000;

pub(super) fn run(runtime: &Runtime, times: usize) -> Result<Outcome> {
    let mut outcome = Outcome::default();
    let work = WorkDirectory::new()?;
    let service = Service::new(&work, &sqlite(&work.path("plants.db")))?;
    let _server = service.start()?;
    let client =
        Connection::new(&service.url(), Token::new(&service.token).map_err(ConnectError::from)?)
            .client()?;
    let mut counts = BTreeMap::new();
    for time in 0..times {
        let id = time as i64;
        let answers = runtime.block_on(create_all(&client, id));
        let stored = service.get(id)?;
        for (sent, answer) in &answers {
            let expected = if sent.name == stored.name { "200" } else { "400 (error 110)" };
            outcome.require(answer == expected, || {
                format!("{} is stored; {} was answered {answer}", stored.name, sent.name)
            });
            *counts.entry(answer.clone()).or_insert(0) += 1;
        }
    }
    println!("  {times} ids, {CREATES} creates each at once: {counts:?}");
    Ok(outcome)
}

/// Sends different plants with one id at the same time. Returns each plant with its
/// response.
async fn create_all(client: &Client, id: i64) -> Vec<(NewPlant, String)> {
    let creates = (0..CREATES).map(async |caller| {
        let plant = NewPlant { id, name: format!("of caller {}", caller / 2), tag: None };
        let answer = match client.create_plant().body(plant.clone()).send().await {
            Ok(_) => "200".to_owned(),
            Err(ClientError::ErrorResponse(failure)) => {
                format!("{} (error {})", failure.status().as_u16(), failure.body().error)
            }
            Err(other) => other.to_string(),
        };
        (plant, answer)
    });
    join_all(creates).await
}
