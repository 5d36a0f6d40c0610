//! Every plant with a 200 is in the store, once and unchanged, however the service
//! ends.

use std::collections::HashMap;
use std::sync::mpsc::{Sender, channel};

use serde_json::{Value, json};
use test_kit::connection::Connection;
use test_kit::service::{Service, Session};

const ROUNDS: i64 = 5;
const CALLERS: i64 = 4;
/// The number of answered creates before a service is killed.
const ANSWERED: usize = 200;

#[test]
fn no_acknowledged_plant_is_lost_when_the_service_is_killed() {
    let mut session = Session::new();
    let directory = session.directory();
    let token = session.run(&["token", "create", "--new-store", "--name", "load"]).stdout;
    let token = String::from_utf8(token).unwrap().trim_end().to_owned();
    let mut acknowledged = Vec::new();
    for round in 0..ROUNDS {
        let service = Service::start(&directory, &[]);
        let address = service.address();
        let (sender, answered) = channel();
        let callers: Vec<_> = (0..CALLERS)
            .map(|caller| {
                let (address, token, sender) = (address.clone(), token.clone(), sender.clone());
                let first = (round * CALLERS + caller) << 32;
                std::thread::spawn(move || call(&address, &token, first, &sender))
            })
            .collect();
        drop(sender);
        acknowledged.extend(answered.iter().take(ANSWERED));
        service.signal("KILL");
        acknowledged.extend(answered.iter());
        for caller in callers {
            caller.join().unwrap();
        }
    }

    let export = session.run(&["plants", "export"]).stdout;
    let lines = String::from_utf8(export).unwrap();
    let mut stored = HashMap::new();
    for line in lines.lines() {
        let plant: Value = serde_json::from_str(line).unwrap();
        let id = plant["id"].as_i64().unwrap();
        assert_eq!(plant, self::plant(id), "nothing is half there");
        assert!(stored.insert(id, plant).is_none(), "{id} is there twice");
    }
    assert!(acknowledged.len() >= ANSWERED * ROUNDS as usize);
    let lost: Vec<_> = acknowledged.iter().filter(|id| !stored.contains_key(id)).collect();
    assert!(lost.is_empty(), "{lost:?}");
    // A create without a response at the time of the kill may be stored.
    let unanswered = stored.len() - acknowledged.len();
    assert!(unanswered <= (ROUNDS * CALLERS) as usize, "{unanswered}");
}

/// Creates one plant after the other until the service has ended. Reports which
/// creates were answered.
fn call(address: &str, token: &str, first: i64, answered: &Sender<i64>) {
    let mut connection = Connection::open(address);
    for id in first.. {
        connection.create(token, "", &plant(id).to_string());
        let Some(answer) = connection.answer() else {
            return;
        };
        assert_eq!(answer.status, 200, "{answer:?}");
        answered.send(id).unwrap();
    }
}

fn plant(id: i64) -> Value {
    match id % 3 {
        0 => json!({ "id": id, "name": format!("plant {id}") }),
        1 => json!({ "id": id, "name": format!("plant {id}"), "tag": "" }),
        _ => json!({ "id": id, "name": "x".repeat(1000), "tag": format!("tag {id}") }),
    }
}
