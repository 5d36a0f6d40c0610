//! Tests of the contract for the trail of plants, and for their deletion.

#![allow(missing_docs, reason = "the name of a function is its guarantee")]

use std::collections::BTreeSet;
use std::sync::mpsc::channel;

use plant_storage::{
    Access, CreateError, Created, DeleteError, Deletion, PlantRecord, Storage, Trail, TrailFilter,
};

use super::{Fixture, create_new, created, exported_ids, plant, stop};

/// Returns the trail of a create at this time, with a token.
fn trail(at: i64, token: &str) -> Trail {
    Trail { created_at: Some(at), token: Some(token.to_owned()) }
}

/// Returns the ids of the plants that meet a condition.
async fn found(storage: &dyn Storage, token: Option<&str>, since: Option<i64>) -> Vec<i64> {
    let filter = TrailFilter { token: token.map(str::to_owned), since };
    let records = storage.plant_records(None, &filter).await.unwrap();
    records.iter().map(|record| record.plant.id).collect()
}

/// Deletes plants.
async fn delete(storage: &dyn Storage, ids: &[i64], free_ids: bool) -> Result<(), DeleteError> {
    let deletion =
        Deletion { at: 7, by: "an operator".to_owned(), reason: "sent\0by mistake".to_owned() };
    let ids = BTreeSet::from_iter(ids.iter().copied());
    storage.plant_delete(&ids, &deletion, free_ids).await
}

/// Requires that a create of this plant is refused.
async fn assert_taken(storage: &dyn Storage, id: i64, name: &str, tag: Option<&str>) {
    let refused = storage.plant_create(plant(id, name, tag)).await;
    assert!(
        matches!(refused, Err(CreateError::Conflict { id: taken }) if taken == id),
        "{refused:?}"
    );
}

pub async fn a_plant_keeps_the_trail_of_its_first_create(fixture: &impl Fixture) {
    let storage = fixture.open(Access::Serve).await;
    let first = trail(1000, "night\0shift 🌵");
    for (trail, outcome) in [
        (first.clone(), Created::New),
        (trail(2000, "other"), Created::AlreadyExists),
        (Trail::default(), Created::AlreadyExists),
    ] {
        let (decisions, decided) = channel();
        let decide = move |created: &Result<_, _>| decisions.send(created.clone()).unwrap();
        let again = storage.plant_create_by(plant(7, "Aloe", None), trail, Box::new(decide)).await;
        assert_eq!(again.unwrap(), outcome);
        assert_eq!(decided.try_recv().unwrap().unwrap(), outcome);
    }
    create_new(&*storage, 8, "by an operator").await;
    let records = storage.plant_records(None, &TrailFilter::default()).await;
    let records = records.unwrap();
    let (plant, trail) = (plant(7, "Aloe", None), first);
    assert_eq!(records[0], PlantRecord { plant, trail });
    let trail = &records[1].trail;
    assert!(trail.created_at.unwrap() > 1_700_000_000 && trail.token.is_none());
}

pub async fn plants_are_found_by_token_and_time(fixture: &impl Fixture) {
    let storage = fixture.open(Access::Serve).await;
    for (id, trail) in [
        (1, Trail::default()),
        (2, trail(1000, "first")),
        (3, trail(2000, "first")),
        (4, trail(2000, "second")),
    ] {
        let created = storage.plant_create_by(plant(id, "", None), trail, Box::new(|_| ())).await;
        assert_eq!(created.unwrap(), Created::New);
    }
    assert_eq!(found(&*storage, None, None).await, [1, 2, 3, 4]);
    assert_eq!(found(&*storage, Some("first"), None).await, [2, 3]);
    assert_eq!(found(&*storage, None, Some(1001)).await, [3, 4]);
    assert_eq!(found(&*storage, Some("first"), Some(2000)).await, [3]);
    assert_eq!(found(&*storage, Some("unknown"), None).await, [0; 0]);
    let filter = TrailFilter { token: Some("first".to_owned()), since: None };
    let after = storage.plant_records(Some(2), &filter).await.unwrap();
    assert_eq!(after.len(), 1);
}

pub async fn a_deleted_plant_is_gone_and_its_id_stays_taken(fixture: &impl Fixture) {
    let service = fixture.open(Access::Serve).await;
    for id in 1..=4 {
        created(&*service, &plant(id, "wrong", Some("data"))).await;
    }
    let operator = fixture.open(Access::AdministerExisting).await;
    delete(&*operator, &[1, 3], false).await.unwrap();
    // A deletion that is repeated is no error.
    delete(&*operator, &[3, 4], false).await.unwrap();
    assert_eq!(exported_ids(&*service).await, [2]);
    for id in [1, 3, 4] {
        assert_eq!(service.plant_get(id).await.unwrap(), None);
        assert_taken(&*service, id, "wrong", Some("data")).await;
        assert_taken(&*service, id, "", None).await;
    }
    assert_eq!(found(&*service, None, Some(0)).await, [2]);
    create_new(&*service, 5, "goes on").await;
    stop(service).await;
}

pub async fn plants_are_deleted_all_or_none(fixture: &impl Fixture) {
    let service = fixture.open(Access::Serve).await;
    for id in [1, 2] {
        create_new(&*service, id, "kept").await;
    }
    for free_ids in [false, true] {
        let refused = delete(&*service, &[1, 7, 2, 8], free_ids).await;
        assert!(
            matches!(&refused, Err(DeleteError::Unknown(ids)) if ids == &[7, 8]),
            "{refused:?}"
        );
    }
    assert_eq!(exported_ids(&*service).await, [1, 2]);
    let again = created(&*service, &plant(1, "kept", None)).await;
    assert_eq!(again, Created::AlreadyExists);
}

pub async fn a_freed_id_can_be_used_again(fixture: &impl Fixture) {
    let service = fixture.open(Access::Serve).await;
    for id in [1, 2, 3] {
        create_new(&*service, id, "wrong").await;
    }
    delete(&*service, &[1], false).await.unwrap();
    // Also an id whose plant was deleted before.
    delete(&*service, &[1, 2], true).await.unwrap();
    for id in [1, 2] {
        create_new(&*service, id, "right").await;
    }
    let unknown = delete(&*service, &[7], true).await;
    assert!(matches!(unknown, Err(DeleteError::Unknown(_))));
    assert_eq!(exported_ids(&*service).await, [1, 2, 3]);
}
