//! Each function that a person writes for an older version is necessary: the report shows a
//! value that needs it, and without it the old client that sends or expects the value fails.

use openapi_examples::versions::{Library, client_1, client_2};
use openapi_values::wire::at;
use openapi_versions::Report;
use serde_json::Value;

use crate::without::{FUNCTIONS, Without};
use crate::{Callers, Running, VERSIONS, generated, is_declared, parsed};

/// A function that a version needs, from the report.
struct Needed {
    version: &'static str,
    /// The method and the path template.
    operation: String,
    function: String,
    reason: String,
}

impl Needed {
    /// Returns the functions that the versions need.
    fn all() -> Vec<Self> {
        let mut all = Vec::new();
        for (version, operations) in VERSIONS.into_iter().zip(generated().1.operations) {
            for operation in operations {
                all.extend(operation.service.functions().iter().map(|function| Self {
                    version,
                    operation: operation.name.clone(),
                    function: function.name.clone(),
                    reason: function.reason.clone(),
                }));
            }
        }
        all
    }

    /// Sends a request to the operation as a caller of a version.
    async fn send(&self, service: &Running, version: &str, body: Option<String>) -> (u16, Value) {
        let target = self.operation.replace("{name}", "Ada").replace("{id}", "1");
        let (method, path) = target.split_once(' ').expect("a method and a path");
        service.send(Some(version), (method, path), body).await
    }

    /// Returns the value of the request that the newest version refuses.
    fn request_witness(&self) -> Option<Value> {
        let rest = self.reason.strip_prefix(self.version)?;
        self.reason_value().filter(|_| rest.starts_with(" allows "))
    }

    /// Returns the value of the response that the older version does not allow.
    fn response_witness(&self) -> Option<Value> {
        let rest = self.reason.strip_prefix("3.0.0 allows ");
        self.reason_value().filter(|_| rest.is_some())
    }

    fn reason_value(&self) -> Option<Value> {
        // The place of the part follows.
        let value = self.reason.split('`').nth(1)?;
        Some(serde_json::from_str(value).expect("the value is JSON"))
    }

    /// Returns the body that a caller of the older version sends: the witness of a function
    /// for the request of the operation, or a generated value.
    fn body(&self, all: &[Self]) -> Option<Value> {
        let callers = Callers::of(self.version);
        let body = callers.operation(&self.operation).request_body.as_ref()?;
        let same = all.iter().filter(|one| one.operation == self.operation);
        let witness = same.filter_map(Self::request_witness).next();
        Some(witness.unwrap_or_else(|| {
            let body = callers.values().valid(at(body.content[0].schema), 1);
            let body = body.expect("a value is found");
            serde_json::from_str(&body).expect("the value is JSON")
        }))
    }

    /// Returns whether the generated client of the older version receives an answer that its
    /// document declares.
    async fn is_answered(&self, service: &Running, body: Option<Value>) -> bool {
        let url = service.url();
        let token = openapi_progenitor::Token::new("reader-Ada").expect("the token is one");
        let one = client_1::Client::new(&url, client_1::CONTRACT).with_reader_token(token);
        let two = client_2::Client::new(&url, client_2::CONTRACT);
        let body = &body.unwrap_or_default();
        match self.function.as_str() {
            "response_status_state" => one.get_status().await.is_ok(),
            "request_new_loan_days" => one.create_loan(&parsed(body)).await.is_ok(),
            "response_create_book_created" => two.create_book(&parsed(body)).await.is_ok(),
            "request_reader" | "response_reader_mail" => {
                two.put_reader("Ada", &parsed(body)).await.is_ok()
            }
            "request_payment" => two.create_payment(&parsed(body)).await.is_ok(),
            "delete_book" => two.delete_book(1).await.is_ok(),
            other => panic!("{other} has no test"),
        }
    }
}

#[test]
fn what_the_versions_need_and_their_adapters_are_reviewed() {
    let (documents, generated) = generated();
    let written =
        std::fs::read_to_string("src/versions/compatibility.rs").expect("the file is there");
    let report = Report::new(&documents, generated.operations, &[written]);
    expectorate::assert_contents("tests/output/report.txt", &report.to_string());
    let adapters = generated.files.files.iter().filter_map(|(_, code)| {
        let start = code.find("/// What version ")?;
        let end = code.find("/// The functions that `#[dropshot")?;
        Some(&code[start..end])
    });
    expectorate::assert_contents("tests/output/adapters.rs", &adapters.collect::<String>());
}

#[tokio::test]
async fn each_value_that_needs_a_function_is_served_to_callers_of_the_older_version() {
    let service = Running::start::<Library>();
    let all = Needed::all();
    let mut answers = String::new();
    for one in &all {
        let callers = Callers::of(one.version);
        let operation = callers.operation(&one.operation);
        if let Some(witness) = one.response_witness() {
            // The newest version answers with the witness. It returns a reader as it is sent.
            let body = operation.request_body.as_ref().map(|_| witness.to_string());
            let newest = one.send(&service, "3.0.0", body).await;
            assert_eq!(newest, (200, witness), "{}", one.function);
        }
        let body = one.body(&all).map(|body| body.to_string());
        let sent = body.clone().unwrap_or_default();
        let (status, answer) = one.send(&service, one.version, body).await;
        let valid = is_declared(&callers.values(), operation, status, &answer);
        assert!(valid, "{}: {answer}", one.function);
        // A generated value is not reviewed.
        answers += &match one.reason_value() {
            Some(_) => format!("{} {sent} -> {status} {answer}\n", one.function),
            None => format!("{} -> {status}\n", one.function),
        };
    }
    let reviewed = r#"
response_status_state  -> 200 {"state":"closed"}
request_new_loan_days {"book":1} -> 200 {"book":1,"days":14,"reader":"Ada"}
response_create_book_created -> 200
delete_book -> 204
request_reader {"mail":""} -> 200 {"mail":""}
response_reader_mail {"mail":""} -> 200 {"mail":""}
request_payment {"cents":1,"kind":"card"} -> 204 null
"#;
    assert_eq!(answers, reviewed.trim_start());
    // `delete_book` removes the book that the older version creates.
    assert_eq!(
        service.send(Some("3.0.0"), ("GET", "/books"), None).await,
        (200, serde_json::json!([]))
    );
}

#[tokio::test]
async fn without_a_function_the_old_client_that_needs_it_fails() {
    let all = Needed::all();
    let names: Vec<_> = all.iter().map(|one| one.function.as_str()).collect();
    assert_eq!(names, FUNCTIONS);
    let library = Running::start::<Library>();
    for one in &all {
        let body = one.body(&all);
        assert!(one.is_answered(&library, body).await, "{}", one.function);
    }
    let services = [
        Running::start::<Without<0>>(),
        Running::start::<Without<1>>(),
        Running::start::<Without<2>>(),
        Running::start::<Without<3>>(),
        Running::start::<Without<4>>(),
        Running::start::<Without<5>>(),
        Running::start::<Without<6>>(),
    ];
    for (service, without) in services.iter().zip(&all) {
        for one in &all {
            let answered = one.is_answered(service, one.body(&all)).await;
            // A request for a reader needs two functions.
            let needs = one.operation == without.operation;
            assert_eq!(answered, !needs, "{} without {}", one.function, without.function);
        }
    }
}
