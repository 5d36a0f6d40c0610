//! Values that the caller serializes, because progenitor can't: the parts of `multipart/form-data`,
//! path parameters in the styles `label` and `matrix`, unions, and dates. Good input arrives as the
//! document declares, and bad input is refused before it is sent.

use crate::library::types::Book;
use crate::library::{CONTRACT, Client, Error};
use futures::stream;
use openapi_progenitor::MultipartForm;
use test_kit::answers::Service;

const NO_CONTENT: &str = "HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n";

/// Nothing listens there, so that a request that is sent ends in `CommunicationError`.
const NOWHERE: &str = "http://127.0.0.1:1";

fn about(copies: i32) -> String {
    let book = Book {
        after: None,
        copies: Some(copies),
        price: None,
        title: "Systema Naturae".to_owned(),
    };
    serde_json::to_string(&book).unwrap()
}

fn form(copies: i32, image: &str) -> MultipartForm {
    MultipartForm::new().json("about", &about(copies)).file(
        "image",
        "cover.svg",
        "image/svg+xml",
        image,
    )
}

/// Returns the parts of a request: name, file name, media type and content.
async fn parts(request: &str) -> Vec<String> {
    let (head, body) = request.split_once("\r\n\r\n").unwrap();
    let mut fields = head.lines().filter_map(|line| line.split_once(": "));
    let (_, content_type) = fields.find(|(name, _)| *name == "content-type").unwrap();
    let boundary = multer::parse_boundary(content_type).unwrap();
    let body = stream::iter([Ok::<_, std::convert::Infallible>(body.to_owned())]);
    let mut multipart = multer::Multipart::new(body, boundary);
    let mut parts = Vec::new();
    while let Some(part) = multipart.next_field().await.unwrap() {
        let (name, file_name) = (part.name().unwrap().to_owned(), part.file_name());
        let head = format!("{name} {file_name:?} {:?}", part.content_type());
        parts.push(format!("{head} {}", part.text().await.unwrap()));
    }
    parts
}

/// Returns the reason for which a request was not sent.
fn refusal<T, E: std::fmt::Debug>(result: Result<T, Error<E>>) -> String {
    match result {
        Err(Error::InvalidRequest(reason)) => reason,
        Err(Error::CommunicationError(_)) => "sent".to_owned(),
        _ => "another outcome".to_owned(),
    }
}

#[tokio::test]
async fn the_parts_of_a_form_arrive_as_the_document_declares() {
    let service = Service::answering(NO_CONTENT);
    let form = form(2, "<svg/>\r\n--\r\n\r\n").text("pages", 1).text("pages", 20);
    let client = Client::new(&service.url, CONTRACT);
    client.add_plate("1", form).await.unwrap();
    let request = service.request();
    assert!(request.starts_with("POST /books/1/plate "), "{request}");
    assert_eq!(
        parts(&request).await,
        [
            r#"about None Some("application/json") {"title":"Systema Naturae","copies":2}"#,
            "image Some(\"cover.svg\") Some(\"image/svg+xml\") <svg/>\r\n--\r\n\r\n",
            "pages None None 1",
            "pages None None 20",
        ]
    );
}

#[tokio::test]
async fn a_form_that_the_document_does_not_allow_is_not_sent() {
    let client = Client::new(NOWHERE, CONTRACT);
    let add = async |form| refusal(client.add_plate("1", form).await);
    let typed = |media_type| {
        let form = MultipartForm::new().json("about", &about(2));
        form.file("image", "cover", media_type, "")
    };
    let rows = [
        ("allowed", add(form(2, "<svg/>")).await),
        ("no parts", add(MultipartForm::new()).await),
        ("odd copies", add(form(3, "")).await),
        ("text for JSON", add(form(2, "").text("about", "x")).await),
        ("large file", add(form(2, &"a".repeat(21))).await),
        ("undeclared field", add(form(2, "").text("note", "x")).await),
        ("word for a number", add(form(2, "").text("pages", "x")).await),
        ("small number", add(form(2, "").text("pages", 0)).await),
        ("other media type", add(typed("image/gif")).await),
        ("no media type", add(typed("png\r\nX-More: 1")).await),
        ("injected field", add(form(2, "").text("a\"\r\nb: c", "")).await),
    ];
    let rows = rows.map(|(case, outcome)| format!("{case}\n    {outcome}"));
    insta::assert_snapshot!(rows.join("\n"));
}

#[tokio::test]
async fn a_body_that_is_no_form_is_not_sent() {
    let client = Client::new(NOWHERE, CONTRACT);
    let chunk = Ok::<_, std::convert::Infallible>("--a\r\n");
    let bodies = [
        reqwest::Body::from("title=Ginkgo"),
        reqwest::Body::from(""),
        reqwest::Body::wrap_stream(stream::iter([chunk])),
    ];
    for body in bodies {
        let reason = refusal(client.add_plate("1", body).await);
        assert_eq!(reason, "the body of multipart/form-data does not begin with its boundary");
    }
    let cut = refusal(client.add_plate("1", "--a\r\n").await);
    assert!(cut.starts_with("the body is not multipart/form-data: "), "{cut}");
}

#[tokio::test]
async fn path_parameters_arrive_in_their_styles() {
    let service = Service::answering(NO_CONTENT);
    let client = Client::new(&service.url, CONTRACT);
    client.get_shelf(".north", ";at=1;at=2").await.unwrap();
    let request = service.request();
    assert!(request.starts_with("GET /shelves/.north/;at=1;at=2 "), "{request}");
}

#[tokio::test]
async fn a_path_parameter_in_another_style_is_not_sent() {
    let client = Client::new(NOWHERE, CONTRACT);
    let get = async |room: &str, at: &str| {
        let outcome = refusal(client.get_shelf(room, at).await);
        format!("{room} {at}\n    {outcome}")
    };
    let rows = [
        get(".north", ";at=1").await,
        get("north", ";at=1").await,
        get(".west", ";at=1").await,
        get(".south", ";at=1,2").await,
        get(".south", ";to=1").await,
        get(".south", ";at=1;at=2;at=3").await,
        get(".south", ".1").await,
    ];
    insta::assert_snapshot!(rows.join("\n"));
}

#[tokio::test]
async fn a_parameter_that_is_given_as_text_is_validated() {
    let client = Client::new(NOWHERE, CONTRACT);
    let get = async |lender: &str, rooms, since, until| {
        let call = client.get_lender(lender, until, rooms, since);
        refusal(call.await)
    };
    let time = "2026-01-02T03:04:05Z";
    let encoded = "2026-01-02T03%3A04:05Z";
    for (lender, rooms, since, until) in [
        ("7", None, None, None),
        ("city,", Some("1, 2"), Some(time), Some(encoded)),
        ("7", Some(""), None, None),
    ] {
        assert_eq!(get(lender, rooms, since, until).await, "sent");
    }
    for (refused, name) in [
        (get("0", None, None, None).await, "lender"),
        (get("city", None, None, None).await, "lender"),
        (get("7", Some("1,b"), None, None).await, "X-Rooms"),
        (get("7", None, Some("yesterday"), None).await, "X-Since"),
        (get("7", None, None, Some("yesterday")).await, "until"),
    ] {
        let at = format!("the parameters are not as declared: at \"/{name}");
        assert!(refused.starts_with(&at), "{refused}");
    }
}
