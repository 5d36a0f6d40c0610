//! Each function that a person writes for an older version is necessary: the report shows a
//! value that needs it, and without it the old client that sends or expects the value fails.

use openapi_example_versions::{Library, client_1, client_2};
use openapi_values::{Document, Values};
use openapi_versions::generate;
use serde_json::{Value, from_value};

use crate::without::{FUNCTIONS, Without};
use crate::{DOCUMENTS, OPERATIONS, Running, documents, http};

/// A function that a version needs, from the report.
struct Needed {
    version: &'static str,
    /// The method and the path of a request.
    operation: (String, String),
    function: String,
    reason: String,
}

impl Needed {
    /// Returns the functions that the versions need.
    fn all() -> Vec<Self> {
        let generated = generate(&documents(), "api-version").expect("the documents are supported");
        let mut all = Vec::new();
        for ((version, _), operations) in DOCUMENTS.iter().zip(generated.operations) {
            for operation in operations {
                let path = operation.name.replace("{name}", "Ada").replace("{id}", "1");
                let (method, path) = path.split_once(' ').expect("a method and a path");
                for function in operation.service.functions() {
                    all.push(Self {
                        version,
                        operation: (method.to_owned(), path.to_owned()),
                        function: function.name.clone(),
                        reason: function.reason.clone(),
                    });
                }
            }
        }
        all
    }

    fn operation(&self) -> (&str, &str) {
        (&self.operation.0, &self.operation.1)
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
        let (_, value) = self.reason.split_once('`')?;
        let value = value.strip_suffix('`').expect("the value ends the reason");
        Some(serde_json::from_str(value).expect("the value is JSON"))
    }

    /// Returns the schemas of the request and the response in the older version.
    fn schemas(&self) -> (Option<&str>, Option<&str>) {
        let mut operations = OPERATIONS.iter();
        let found = operations.find(|(method, path, ..)| (*method, *path) == self.operation());
        found.map_or((None, None), |(_, _, request, response)| {
            (*request, *response)
        })
    }

    /// Returns the body that a caller of the older version sends: the witness of a function
    /// for the request of the operation, or a generated value.
    fn body(&self, all: &[Self]) -> Option<Value> {
        let name = self.schemas().0?;
        let same = all.iter().filter(|one| one.operation == self.operation);
        let witness = same.filter_map(Self::request_witness).next();
        Some(witness.unwrap_or_else(|| {
            let document = self.document();
            let values = Values::new(&document).expect("its schemas compile");
            let body = values.valid(&pointer(name), 1);
            let body = body.expect("a value is found");
            serde_json::from_str(&body).expect("the value is JSON")
        }))
    }

    /// Returns the document of the older version.
    fn document(&self) -> Document {
        let file = format!("openapi/{}.yaml", self.version);
        Document::read(file.as_ref()).expect("it can be read")
    }

    /// Returns whether the generated client of the older version receives an answer that its
    /// document declares.
    async fn is_answered(&self, service: &Running, body: Option<Value>) -> bool {
        let url = service.url();
        let token = openapi_progenitor::Token::new("reader-Ada").expect("the token is one");
        let one = client_1::Client::new_with_client(&url, http("1.0.0"), client_1::CONTRACT)
            .with_reader_token(token);
        let two = client_2::Client::new_with_client(&url, http("2.0.0"), client_2::CONTRACT);
        let body = body.unwrap_or_default();
        let valid = "the body is one of the older version";
        match self.function.as_str() {
            "response_status" => one.get_status().await.is_ok(),
            "request_new_loan" => {
                let body = from_value(body).expect(valid);
                one.create_loan(&body).await.is_ok()
            }
            "response_create_book_created" => {
                let body = from_value(body).expect(valid);
                two.create_book(&body).await.is_ok()
            }
            "request_reader" | "response_reader" => {
                let name = "Ada".parse().expect("the name is one");
                let body = from_value(body).expect(valid);
                two.put_reader(&name, &body).await.is_ok()
            }
            "request_payment" => {
                let body = from_value(body).expect(valid);
                two.create_payment(&body).await.is_ok()
            }
            "delete_book" => {
                let id = 1.try_into().expect("the id is one");
                two.delete_book(id).await.is_ok()
            }
            other => panic!("{other} has no test"),
        }
    }
}

fn pointer(name: &str) -> String {
    format!("/components/schemas/{name}")
}

#[test]
fn the_functions_that_a_person_writes_are_these() {
    let all = Needed::all();
    let lines = all.iter().map(|one| {
        let (method, path) = one.operation();
        let (version, function, reason) = (one.version, &one.function, &one.reason);
        format!("{version} {method} {path} {function}: {reason}\n")
    });
    let reviewed = r#"
1.0.0 GET /status response_status: 3.0.0 allows this value, and 1.0.0 does not: `{"state":"moving"}`
1.0.0 POST /loans request_new_loan: 1.0.0 allows this value, and 3.0.0 does not: `{"book":1}`
2.0.0 POST /books response_create_book_created: 2.0.0 does not declare the response 201 of 3.0.0.
2.0.0 DELETE /books/1 delete_book: The newer versions do not have this operation.
2.0.0 PUT /readers/Ada request_reader: 2.0.0 allows this value, and 3.0.0 does not: `{"mail":""}`
2.0.0 PUT /readers/Ada response_reader: 3.0.0 allows this value, and 2.0.0 does not: `{"email":""}`
2.0.0 POST /payments request_payment: 2.0.0 allows this value, and 3.0.0 does not: `{"cents":1,"kind":"card"}`
"#;
    assert_eq!(lines.collect::<String>(), reviewed.trim_start());
    let names: Vec<_> = all.iter().map(|one| one.function.as_str()).collect();
    assert_eq!(names, FUNCTIONS);
}

#[tokio::test]
async fn each_value_that_needs_a_function_is_served_to_callers_of_the_older_version() {
    let service = Running::start::<Library>();
    let all = Needed::all();
    let mut answers = String::new();
    for one in &all {
        let (request, response) = one.schemas();
        if let Some(witness) = one.response_witness() {
            // The newest version answers with the witness. It returns a reader as it is sent.
            let body = request.map(|_| witness.to_string());
            let newest = service.send(Some("3.0.0"), one.operation(), body).await;
            assert_eq!(newest, (200, witness), "{}", one.function);
        }
        let body = one.body(&all).map(|body| body.to_string());
        let sent = body.clone().unwrap_or_default();
        let send = service.send(Some(one.version), one.operation(), body);
        let (status, answer) = send.await;
        if let Some(name) = response {
            let document = one.document();
            let values = Values::new(&document).expect("its schemas compile");
            let valid = values.accepts(&pointer(name), &answer);
            assert!(valid, "{}: {answer}", one.function);
        }
        // A generated value is not reviewed.
        answers += &match one.reason_value() {
            Some(_) => format!("{} {sent} -> {status} {answer}\n", one.function),
            None => format!("{} -> {status}\n", one.function),
        };
    }
    let reviewed = r#"
response_status  -> 200 {"state":"closed"}
request_new_loan {"book":1} -> 200 {"book":1,"days":14,"reader":"Ada"}
response_create_book_created -> 200
delete_book -> 204
request_reader {"mail":""} -> 200 {"mail":""}
response_reader {"mail":""} -> 200 {"mail":""}
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
            assert_eq!(
                answered, !needs,
                "{} without {}",
                one.function, without.function
            );
        }
    }
}
