//! Streams of events.

use std::time::Duration;

use crate::shop::api::types::Order;
use crate::shop::start;

#[tokio::test]
async fn an_event_is_sent_as_soon_as_it_happens() {
    let server = start();
    let url = format!("http://{}/events", server.local_addr());
    let request = reqwest::Client::new().get(url).bearer_auth("reader");
    let request = request.timeout(Duration::from_secs(60));
    let mut response = request.send().await.unwrap();
    let orders = &server.app_private().orders;
    for id in [7, 8] {
        orders.send(Order::new(id, "lamp".to_owned(), 1)).unwrap();
        let event = response.chunk().await.unwrap().unwrap();
        let expected = format!("data: {{\"id\":{id},\"item\":\"lamp\",\"count\":1}}\n\n");
        assert_eq!(event, expected);
    }
}
