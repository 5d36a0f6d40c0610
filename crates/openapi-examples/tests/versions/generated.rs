//! Generated requests of older callers: each answer is one that their document declares.

use openapi_document::Operation;
use openapi_examples::versions::Library;
use openapi_values::Values;
use openapi_values::wire::{Request, at, serialized};
use openapi_versions::Service;

use crate::{Callers, Running, VERSIONS, answer, generated, is_declared};

/// Returns the number of requests to operations that are proved compatible, for each older version:
/// `REQUESTS`, or what a test of each commit has time for.
fn requests() -> u64 {
    std::env::var("REQUESTS").map_or(200, |number| number.parse().expect("a number"))
}

/// Returns a request with generated parameters and a generated body, unless no valid values
/// are found.
fn request(
    service: &Running,
    version: &str,
    operation: &Operation<'_>,
    (values, seed): (&Values<'_>, u64),
) -> Option<reqwest::RequestBuilder> {
    let mut sent = Request::new(operation);
    for (index, parameter) in operation.parameters.iter().enumerate() {
        // Requests have each selection of the optional parameters.
        if !parameter.required && (seed >> index) & 1 == 0 {
            continue;
        }
        let can_be_sent = |json: &str| serialized(parameter, json).is_some();
        let json = values.valid_where(at(parameter.schema), seed, can_be_sent)?;
        sent.add(parameter, &serialized(parameter, &json)?);
    }
    if let Some(body) = &operation.request_body {
        let value = values.valid(at(body.content[0].schema), seed)?;
        sent = sent.with_body(Some(body.content[0].name), value);
    }
    let mut request = service.request(Some(version), (&sent.method, &sent.target()));
    for (name, text) in sent.fields() {
        request = request.header(name, text);
    }
    Some(match sent.body {
        Some(body) => request.body(body),
        None => request,
    })
}

#[tokio::test]
async fn no_answer_to_generated_requests_of_older_versions_is_invalid() {
    for (version, served) in VERSIONS.into_iter().zip(generated().1.operations) {
        let service = Running::start::<Library>();
        for title in ["Emma", "Persuasion"] {
            let book = serde_json::json!({ "title": title }).to_string();
            let created = service.send(Some(version), ("POST", "/books"), Some(book));
            assert_eq!(created.await.0, 200);
        }
        let compatible = served.iter().filter(|one| one.service == Service::Compatible);
        let compatible: Vec<_> = compatible.map(|one| one.name.as_str()).collect();
        let each = requests().div_ceil(compatible.len() as u64);
        let callers = Callers::of(version);
        for operation in &callers.operations {
            let name = operation.name();
            let wanted = match compatible.contains(&name.as_str()) {
                true => each,
                false if operation.parameters.is_empty() && operation.request_body.is_none() => 1,
                false => requests() / 30,
            };
            let mut values = callers.values();
            let (mut count, mut seed) = (0, 0);
            while count < wanted {
                seed += 1;
                assert!(seed < 4 * wanted + 4, "{name}: too few values");
                // The steps of the generator are limited for all values together.
                if values.is_exhausted() {
                    values = callers.values();
                }
                let Some(request) = request(&service, version, operation, (&values, seed)) else {
                    continue;
                };
                let (status, answer) = answer(request).await;
                let at = format!("{version} {name}, seed {seed}: {status} {answer}");
                assert!((200..300).contains(&status), "{at}");
                assert!(is_declared(&values, operation, status, &answer), "{at}");
                count += 1;
            }
        }
    }
}
