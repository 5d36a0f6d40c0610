//! Tests of the contract for plants.

#![allow(missing_docs, reason = "the name of a function is its guarantee")]

use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use plant_storage::{Access, CreateError, Created, Queue, StorageError};
use tokio::task::JoinSet;

use super::{Fixture, create_new, created, export, exported_ids, page, plant, stop};

pub async fn a_plant_comes_back_as_it_went_in(fixture: &impl Fixture) {
    let storage = fixture.open(Access::Serve).await;
    let monstera = plant(7, "Monstera deliciosa", Some("climber"));
    assert_eq!(created(&*storage, &monstera).await, Created::New);
    assert_eq!(storage.plant_get(7).await.unwrap(), Some(monstera));
}

pub async fn an_unknown_id_has_no_plant(fixture: &impl Fixture) {
    let storage = fixture.open(Access::Serve).await;
    assert_eq!(storage.plant_get(7).await.unwrap(), None);
    assert_eq!(page(&*storage, None).await, []);
}

pub async fn every_text_comes_back_exactly(fixture: &impl Fixture) {
    let storage = fixture.open(Access::Serve).await;
    let long = "ü".repeat(500_000);
    let texts = [
        "",
        " ",
        "\0",
        "before\0after",
        "\0\0",
        "'; DROP TABLE plants; --",
        "\u{feff}\u{202e}\u{10ffff}\u{fffe}",
        "🌵👩‍🌾",
        "e\u{301} is not é",
        "\r\n\t\u{b}",
        "NULL",
        "1e3",
        &long,
    ];
    let plants = (0..).zip(texts);
    let plants: Vec<_> = plants.map(|(id, text)| plant(id, text, Some(text))).collect();
    for plant in &plants {
        assert_eq!(created(&*storage, plant).await, Created::New);
    }
    for plant in &plants {
        assert_eq!(storage.plant_get(plant.id).await.unwrap().as_ref(), Some(plant));
        assert_eq!(created(&*storage, plant).await, Created::AlreadyExists);
    }
    assert_eq!(export(&*storage).await, plants);
}

pub async fn the_extremes_of_ids_are_ids(fixture: &impl Fixture) {
    let storage = fixture.open(Access::Serve).await;
    let ids = [i64::MIN, i64::MIN + 1, -1, 0, 1, i64::MAX - 1, i64::MAX];
    for id in ids.iter().rev() {
        create_new(&*storage, *id, &id.to_string()).await;
    }
    for id in ids {
        assert_eq!(storage.plant_get(id).await.unwrap(), Some(plant(id, &id.to_string(), None)));
    }
    let exported: Vec<i64> = exported_ids(&*storage).await;
    assert_eq!(exported, ids);
    assert_eq!(page(&*storage, Some(i64::MAX)).await, []);
}

pub async fn a_repeated_create_is_the_same(fixture: &impl Fixture) {
    let storage = fixture.open(Access::Serve).await;
    for (id, tag) in [(1, None), (2, Some("")), (3, Some("climber"))] {
        let plant = plant(id, "Monstera", tag);
        assert_eq!(created(&*storage, &plant).await, Created::New);
        for _ in 0..3 {
            assert_eq!(created(&*storage, &plant).await, Created::AlreadyExists);
        }
    }
    assert_eq!(export(&*storage).await.len(), 3);
}

pub async fn a_different_plant_under_a_taken_id_is_a_conflict(fixture: &impl Fixture) {
    let storage = fixture.open(Access::Serve).await;
    let first = plant(7, "Monstera", Some("climber"));
    created(&*storage, &first).await;
    for (name, tag) in [
        ("monstera", Some("climber")),
        ("Monstera ", Some("climber")),
        ("Monstera\0", Some("climber")),
        ("", Some("climber")),
        ("Monstera", Some("Climber")),
        ("Monstera", Some("climber\0x")),
        ("Monstera", Some("")),
        ("Monstera", None),
        ("climber", Some("Monstera")),
    ] {
        let refused = storage.plant_create(plant(7, name, tag)).await;
        assert!(
            matches!(refused, Err(CreateError::Conflict { id: 7 })),
            "{name:?} {tag:?}: {refused:?}"
        );
        assert_eq!(storage.plant_get(7).await.unwrap().as_ref(), Some(&first));
    }
}

pub async fn an_absent_tag_is_not_an_empty_one(fixture: &impl Fixture) {
    let storage = fixture.open(Access::Serve).await;
    create_new(&*storage, 1, "absent").await;
    created(&*storage, &plant(2, "empty", Some(""))).await;
    assert_eq!(storage.plant_get(1).await.unwrap().unwrap().tag, None);
    assert_eq!(storage.plant_get(2).await.unwrap().unwrap().tag, Some(String::new()));
    let refused = storage.plant_create(plant(1, "absent", Some(""))).await;
    assert!(matches!(refused, Err(CreateError::Conflict { id: 1 })));
    let refused = storage.plant_create(plant(2, "empty", None)).await;
    assert!(matches!(refused, Err(CreateError::Conflict { id: 2 })));
}

pub async fn racing_creates_of_one_id_have_one_winner(fixture: &impl Fixture) {
    let storage = fixture.open(Access::Serve).await;
    for id in 0..20 {
        let mut creates = JoinSet::new();
        for racer in 0..64 {
            let storage = Arc::clone(&storage);
            // Eight different plants, eight times each.
            let plant = plant(id, &format!("racer {}", racer % 8), None);
            creates.spawn(async move { (plant.clone(), storage.plant_create(plant).await) });
        }
        let outcomes = creates.join_all().await;
        let stored = storage.plant_get(id).await.unwrap().unwrap();
        let mut news = 0;
        for (plant, outcome) in outcomes {
            match outcome {
                Ok(created) => {
                    assert_eq!(plant, stored, "only the stored plant is acknowledged");
                    news += usize::from(created == Created::New);
                }
                Err(CreateError::Conflict { .. }) => assert_ne!(plant, stored),
                Err(error) => panic!("{error}"),
            }
        }
        assert_eq!(news, 1);
    }
}

pub async fn racing_creates_of_many_ids_are_all_kept(fixture: &impl Fixture) {
    let storage = fixture.open(Access::Serve).await;
    let mut creates = JoinSet::new();
    for id in 0..4000 {
        let storage = Arc::clone(&storage);
        creates.spawn(async move { storage.plant_create(plant(id, "one of many", None)).await });
    }
    for created in creates.join_all().await {
        assert_eq!(created.unwrap(), Created::New);
    }
    let exported: Vec<i64> = exported_ids(&*storage).await;
    assert_eq!(exported, (0..4000).collect::<Vec<_>>());
}

pub async fn pages_are_in_the_order_of_ids_and_complete(fixture: &impl Fixture) {
    let storage = fixture.open(Access::Serve).await;
    let mut creates = JoinSet::new();
    for step in 0..2500_i64 {
        let storage = Arc::clone(&storage);
        // Distributed over the whole range of ids, in no particular order.
        let id = step.wrapping_mul(0x9e37_79b9_7f4a_7c15_u64 as i64);
        creates.spawn(async move { storage.plant_create(plant(id, "", None)).await });
    }
    for created in creates.join_all().await {
        created.unwrap();
    }
    let ids: Vec<i64> = exported_ids(&*storage).await;
    assert_eq!(ids.len(), 2500);
    assert!(ids.is_sorted_by(|a, b| a < b));
    assert_eq!(
        page(&*storage, Some(ids[2000])).await[0].id,
        ids[2001],
        "a page begins after the id, which need not be the last of a page"
    );
    let between = ids[2000] + 1;
    assert_eq!(page(&*storage, Some(between)).await[0].id, ids[2001]);
}

pub async fn pages_of_long_names_are_short(fixture: &impl Fixture) {
    let storage = fixture.open(Access::Serve).await;
    let name = "x".repeat(900_000);
    for id in 0..5 {
        create_new(&*storage, id, &name).await;
    }
    let page = page(&*storage, None).await;
    assert!((1..=2).contains(&page.len()), "{} plants of 900 kB in one page", page.len());
    assert_eq!(export(&*storage).await.len(), 5);
}

pub async fn acknowledged_plants_are_there_after_reopening(fixture: &impl Fixture) {
    let mut expected = Vec::new();
    for round in 0..3 {
        let storage = fixture.open(Access::Serve).await;
        assert_eq!(export(&*storage).await, expected);
        let plant = plant(round, "kept", Some("a\0b"));
        assert_eq!(created(&*storage, &plant).await, Created::New);
        expected.push(plant);
        stop(storage).await;
    }
    let storage = fixture.open(Access::Read).await;
    assert_eq!(export(&*storage).await, expected);
}

pub async fn a_create_whose_caller_left_is_done_once(fixture: &impl Fixture) {
    let storage = fixture.open(Access::Serve).await;
    let plants: Vec<_> = (0..200).map(|id| plant(id, "left alone", None)).collect();
    for plant in &plants {
        let mut create = storage.plant_create(plant.clone());
        let mut context = std::task::Context::from_waker(std::task::Waker::noop());
        let _ = create.as_mut().poll(&mut context);
    }
    // Not repeated at once: a repetition may be written before the abandoned create.
    let begun = Instant::now();
    while export(&*storage).await != plants {
        assert!(begun.elapsed() < Duration::from_secs(10), "not written");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    for plant in &plants {
        assert_eq!(created(&*storage, plant).await, Created::AlreadyExists);
    }
    stop(storage).await;
    assert_eq!(export(&*fixture.open(Access::Read).await).await, plants);
}

pub async fn a_closed_store_refuses_creates(fixture: &impl Fixture) {
    let storage = fixture.open(Access::Serve).await;
    create_new(&*storage, 1, "kept").await;
    storage.close().await;
    storage.close().await;
    let refused = storage.plant_create(plant(2, "late", None)).await;
    assert!(matches!(refused, Err(CreateError::Unavailable(StorageError::Closed))));
    assert_eq!(export(&*storage).await, [plant(1, "kept", None)]);
}

pub async fn a_store_opened_to_read_refuses_creates(fixture: &impl Fixture) {
    stop(fixture.open(Access::Serve).await).await;
    for access in [Access::Read, Access::Administer] {
        let storage = fixture.open(access).await;
        let refused = storage.plant_create(plant(1, "", None)).await;
        assert!(matches!(refused, Err(CreateError::Unavailable(StorageError::Access))));
    }
}

pub async fn a_probe_is_for_the_service_and_changes_no_plant(fixture: &impl Fixture) {
    let storage = fixture.open(Access::Serve).await;
    create_new(&*storage, 1, "there before").await;
    // The second one changes the row that the first one made.
    for _ in 0..2 {
        storage.probe().await.unwrap();
    }
    assert_eq!(exported_ids(&*storage).await, [1]);
    assert!(storage.size().await.unwrap().unwrap() > 0);
    stop(storage).await;
    let reader = fixture.open(Access::Read).await;
    assert!(matches!(reader.probe().await, Err(StorageError::Access)));
}

pub async fn each_batch_is_reported(fixture: &impl Fixture) {
    let storage = fixture.open(Access::Serve).await;
    let (sender, reports) = channel();
    storage.observe_batches(Box::new(move |report| {
        // Fails after the test.
        let _ = sender.send(*report);
    }));
    for id in 1..=2 {
        create_new(&*storage, id, "reported").await;
    }
    created(&*storage, &plant(1, "reported", None)).await;
    let refused = storage.plant_create(plant(1, "other", None)).await;
    assert!(refused.is_err());
    assert_eq!(storage.queue(), Queue::default());
    let reports: Vec<_> = reports.try_iter().collect();
    assert_eq!(reports.len(), 4);
    for report in reports {
        assert_eq!((report.creates, report.is_written), (1, true));
        assert!(report.duration > Duration::ZERO);
    }
}
