//! The cost of validating a small valid response, compared to progenitor alone in
//! the same run: `cargo run --release -p openapi-progenitor --example cost_of_answers`.

use std::time::{Duration, Instant};

use http::header::CONTENT_TYPE;
use openapi_progenitor::{Api, Contract, Document, MediaType, Operation, Response, Status};
use progenitor_client::{Error, OperationInfo, ResponseValue};
use serde::Deserialize;

static DOCUMENT: Document = Document::new(
    r##"{ "components": { "schemas": { "Thing": { "type": "object", "required": ["name"],
        "properties": { "name": { "type": "string" }, "tag": { "type": "string" } } } } } }"##,
);
static API: Api = Api::new(&DOCUMENT, &[], OPERATIONS);
static OPERATIONS: &[Operation] = &[Operation {
    id: "make",
    responses: &[Response {
        status: Status::Code(200),
        headers: &[],
        content: &[MediaType::json("#/components/schemas/Thing")],
    }],
    ..Operation::EMPTY
}];
static CONTRACT: Contract = Contract::new(&API);

const BODY: &str = r#"{"name":"Monstera deliciosa","tag":"climber"}"#;
const INFO: OperationInfo = OperationInfo { operation_id: "make" };

#[derive(Deserialize)]
#[expect(dead_code, reason = "only decoded")]
struct Thing {
    name: String,
    tag: Option<String>,
}

fn response() -> reqwest::Response {
    let response = http::Response::builder().header(CONTENT_TYPE, "application/json");
    response.body(BODY).expect("a response").into()
}

async fn alone(response: reqwest::Response) -> Result<ResponseValue<Thing>, Error> {
    ResponseValue::from_response(response).await
}

async fn validated(response: reqwest::Response) -> Result<ResponseValue<Thing>, Error> {
    CONTRACT.answer(response, &INFO).await
}

/// Returns the median time of many runs.
async fn time(run: impl AsyncFn()) -> Duration {
    const REPEATS: u32 = 10_000;
    let mut times = Vec::new();
    for _ in 0..51 {
        let start = Instant::now();
        for _ in 0..REPEATS {
            run().await;
        }
        times.push(start.elapsed() / REPEATS);
    }
    times.sort();
    times[times.len() / 2]
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    // Both measurements include the cost of the measurement itself, which is
    // subtracted.
    let empty = time(async || drop(response())).await;
    let alone = time(async || assert!(alone(response()).await.is_ok())).await - empty;
    let validated = time(async || assert!(validated(response()).await.is_ok())).await - empty;
    let ratio = validated.as_secs_f64() / alone.as_secs_f64();
    println!(
        "{} bytes: progenitor alone {alone:?}, held {validated:?}, ratio {ratio:.1}",
        BODY.len()
    );
}
