//! What one side of `documents/exchange.yaml` writes, the other one reads. The handlers answer
//! with what they receive.

use std::fmt::Debug;
use std::sync::Mutex;

use bytes::Bytes;
use dropshot::{HttpServer, RequestContext};
use futures::{TryStreamExt, stream};
use http::{HeaderMap, HeaderName, HeaderValue, Request, Response, StatusCode};
use libtest_mimic::{Failed, Trial};
use openapi_dropshot::{BodyStream, EventStream, Outcome, Rejection, WithContentType, testing};
use openapi_progenitor::{CallError, MultipartForm, Reason, Upload};
use progenitor_client::ClientInfo;
use serde_json::{Value, json};
use tokio::runtime::Runtime;

use crate::generated::exchange::server::types::{
    AddColourResponse, AddNoteBody, AddNoteResponse, AddRangeResponse, Animal, AnimalForm,
    ChangeMemoResponse, Chunk, ChunksResponse, Colour, DaysResponse, FindListsQuery,
    FindListsResponse, FindPetsQuery, FindPetsResponse, Label, Lists, Memo, OpenSessionResponse,
    Order, Page, Parcel, Parts, PartsForm, Payment, Problem, PutAnimalResponse, PutLabelResponse,
    PutPictureQuery, PutPictureResponse, PutZooBody, PutZooResponse, Range, SendAnimalResponse,
    SendOrderResponse, SendPageResponse, SendParcelResponse, SendPartsResponse,
    SendPaymentResponse, WatchOk, WatchResponse,
};
use crate::generated::exchange::server::{Api, api_mod};
use crate::generated::exchange::{builders, client};

/// A header field that the service sends in place of the handler's.
type Spoiled = Mutex<Option<(&'static str, &'static str)>>;

enum Echo {}

impl Api for Echo {
    type Context = Spoiled;

    fn on_response(rqctx: &RequestContext<Spoiled>, _: &Outcome<'_>, headers: &mut HeaderMap) {
        if let Some((name, text)) = *rqctx.context().lock().unwrap() {
            let name = HeaderName::try_from(name).unwrap();
            headers.insert(name, HeaderValue::from_static(text));
        }
    }

    fn problem_for(rejection: &Rejection, _: StatusCode) -> Problem {
        Problem { title: rejection.to_string() }
    }

    async fn put_label(
        _: &RequestContext<Spoiled>,
        label: Label,
    ) -> Result<PutLabelResponse, Rejection> {
        Ok(PutLabelResponse::NoContent {
            x_day: label.day,
            x_printed: label.printed,
            x_copies: label.copies,
            x_glued: label.glued,
            x_state: label.state,
            x_sizes: label.sizes,
            x_words: label.words,
            x_colour: label.colour,
            x_range: label.range,
            x_weight: label.weight.map(converted),
            x_notes: label.notes,
            set_cookie: label.cookies,
        })
    }

    async fn send_order(
        _: &RequestContext<Spoiled>,
        order: Order,
    ) -> Result<SendOrderResponse, Rejection> {
        Ok(SendOrderResponse::Ok(order))
    }

    async fn send_payment(
        _: &RequestContext<Spoiled>,
        payment: Payment,
    ) -> Result<SendPaymentResponse, Rejection> {
        Ok(match &payment {
            Payment::Cash(cash) if cash.amount == 0.0 => SendPaymentResponse::ResetContent,
            _ => SendPaymentResponse::Ok(payment),
        })
    }

    async fn send_parts(
        _: &RequestContext<Spoiled>,
        parts: PartsForm,
    ) -> Result<SendPartsResponse, Rejection> {
        Ok(SendPartsResponse::Ok(Parts {
            amount: parts.amount,
            sizes: parts.sizes,
            colour: parts.colour,
            either: parts.either,
        }))
    }

    async fn send_page(
        _: &RequestContext<Spoiled>,
        page: Page,
    ) -> Result<SendPageResponse, Rejection> {
        if let Page::Scan(scan) = &page {
            assert_eq!(scan.content.content.bytes().await?, "II*".as_bytes());
        }
        Ok(SendPageResponse::Ok(format!("{page:?}")))
    }

    async fn add_note(
        rqctx: &RequestContext<Spoiled>,
        note: Option<AddNoteBody>,
    ) -> Result<AddNoteResponse, Rejection> {
        Ok(AddNoteResponse::Ok(shown(rqctx, &note)))
    }

    async fn put_picture(
        _: &RequestContext<Spoiled>,
        _: PutPictureQuery,
        picture: Option<WithContentType<BodyStream>>,
    ) -> Result<PutPictureResponse, Rejection> {
        let (content_type, bytes) = match picture {
            Some(picture) => (picture.content_type, picture.content.bytes().await?),
            None => ("image/none".to_owned(), Bytes::new()),
        };
        Ok(PutPictureResponse::Ok(WithContentType { content_type, content: bytes.into() }))
    }

    async fn add_range(
        rqctx: &RequestContext<Spoiled>,
        range: Option<WithContentType<Range>>,
    ) -> Result<AddRangeResponse, Rejection> {
        Ok(AddRangeResponse::Ok(shown(rqctx, &range)))
    }

    async fn add_colour(
        rqctx: &RequestContext<Spoiled>,
        colour: Option<Colour>,
    ) -> Result<AddColourResponse, Rejection> {
        Ok(AddColourResponse::Ok(shown(rqctx, &colour)))
    }

    async fn watch(_: &RequestContext<Spoiled>) -> Result<WatchResponse, Rejection> {
        let events = events::<WatchOk>().into_iter();
        let events = stream::iter(events.map(Ok::<_, Rejection>));
        Ok(WatchResponse::Ok(EventStream::new(events)))
    }

    async fn chunks(_: &RequestContext<Spoiled>) -> Result<ChunksResponse, Rejection> {
        let chunks = stream::iter(chunks::<Chunk>().into_iter().map(Ok::<_, Rejection>));
        Ok(ChunksResponse::Ok(EventStream::new(chunks)))
    }

    async fn send_parcel(
        _: &RequestContext<Spoiled>,
        parcel: Parcel,
    ) -> Result<SendParcelResponse, Rejection> {
        Ok(SendParcelResponse::Ok(parcel))
    }

    async fn change_memo(
        _: &RequestContext<Spoiled>,
        memo: Memo,
    ) -> Result<ChangeMemoResponse, Rejection> {
        Ok(ChangeMemoResponse::Ok(memo))
    }

    async fn days(_: &RequestContext<Spoiled>) -> Result<DaysResponse, Rejection> {
        let days = DAYS.map(|day| Ok::<_, Rejection>(converted::<chrono::NaiveDate>(day)));
        let days = stream::iter(days);
        Ok(DaysResponse::Ok(EventStream::new(days)))
    }

    async fn send_animal(
        _: &RequestContext<Spoiled>,
        animal: Animal,
    ) -> Result<SendAnimalResponse, Rejection> {
        Ok(SendAnimalResponse::Ok(animal))
    }

    async fn put_animal(
        _: &RequestContext<Spoiled>,
        animal: AnimalForm,
    ) -> Result<PutAnimalResponse, Rejection> {
        Ok(PutAnimalResponse::Ok(format!("{animal:?}")))
    }

    async fn find_pets(
        _: &RequestContext<Spoiled>,
        query: FindPetsQuery,
    ) -> Result<FindPetsResponse, Rejection> {
        let deep = query.deep.map(converted);
        Ok(FindPetsResponse::Ok(deep.into_iter().chain(query.spread).collect()))
    }

    async fn find_lists(
        _: &RequestContext<Spoiled>,
        query: FindListsQuery,
    ) -> Result<FindListsResponse, Rejection> {
        let FindListsQuery { g, expand, within, herd } = query;
        Ok(FindListsResponse::Ok(Lists { g, expand, within, herd }))
    }

    async fn put_zoo(
        _: &RequestContext<Spoiled>,
        zoo: PutZooBody,
    ) -> Result<PutZooResponse, Rejection> {
        Ok(PutZooResponse::Ok(format!("{zoo:?}")))
    }

    async fn open_session(
        _: &RequestContext<Spoiled>,
        set_cookie: Vec<String>,
    ) -> Result<OpenSessionResponse, Rejection> {
        Ok(OpenSessionResponse::NoContent { set_cookie })
    }
}

/// Shows a body with the field of its content type.
fn shown(rqctx: &RequestContext<Spoiled>, body: &impl Debug) -> String {
    let content_type = rqctx.request.headers().get("content-type");
    format!("{body:?} of {content_type:?}")
}

/// Returns the same value in another type.
fn converted<T: serde::de::DeserializeOwned>(value: impl serde::Serialize) -> T {
    serde_json::from_value(serde_json::to_value(value).unwrap()).unwrap()
}

struct Exchange {
    server: HttpServer<Spoiled>,
    client: client::Client,
}

impl Exchange {
    fn new() -> Self {
        let api = api_mod::api_description::<Echo>().unwrap();
        let server = testing::serve(api, Spoiled::default()).unwrap();
        let url = format!("http://{}", server.local_addr());
        let client = client::Client::new(&url, client::CONTRACT);
        Self { server, client }
    }

    /// Sends a request that no client makes.
    async fn send(
        &self,
        method: &str,
        path: &str,
        content_type: &str,
        body: &str,
    ) -> Response<Bytes> {
        let request = Request::builder().method(method).uri(path);
        let request = request.header("content-type", content_type);
        let request = request.body(body.to_owned()).unwrap();
        testing::send(&self.server, request).await.unwrap()
    }

    async fn label(&self, label: &Value) -> Response<Bytes> {
        self.send("PUT", "/label", "application/json", &label.to_string()).await
    }
}

fn label() -> Value {
    json!({
        "day": "2026-11-26",
        "printed": "2026-11-26T10:30:00+02:00",
        "copies": 3,
        "glued": true,
        "state": "worn",
        "sizes": [1, 20],
        "words": ["oak", "7"],
        "colour": {"red": 255, "name": "7"},
        "range": {"from": 0.5, "to": 2},
        "weight": "unknown",
        "notes": ["a, b", "c"],
        "cookies": ["a=1; Expires=Wed, 09 Jun 2027 10:18:14 GMT", "b=2; Path=/"],
    })
}

async fn headers_come_back(exchange: &Exchange) {
    let shortest = json!({
        "day": "2026-11-26", "copies": 0, "state": "new", "sizes": [], "range": {"from": 1, "to": 2},
        "cookies": [],
    });
    for label in [label(), shortest] {
        let sent: client::types::Label = converted(&label);
        let got = exchange.client.put_label(&sent).await.unwrap().into_inner();
        let got = client::types::Label {
            day: got.x_day,
            printed: got.x_printed,
            copies: got.x_copies,
            glued: got.x_glued,
            state: got.x_state,
            sizes: got.x_sizes,
            words: got.x_words,
            colour: got.x_colour,
            range: got.x_range,
            weight: got.x_weight.map(converted),
            notes: got.x_notes,
            cookies: got.set_cookie,
        };
        assert_eq!(got, sent);
    }
    let response = exchange.label(&label()).await;
    let fields = response.headers().iter();
    let fields: Vec<_> = fields
        .filter(|(name, _)| !["date", "x-request-id"].contains(&name.as_str()))
        .map(|(name, text)| format!("{name}: {}", text.to_str().unwrap()))
        .collect();
    assert_eq!(
        fields,
        [
            "x-day: 2026-11-26",
            "x-printed: 2026-11-26T10:30:00+02:00",
            "x-copies: 3",
            "x-glued: true",
            "x-state: worn",
            "x-sizes: 1,20",
            "x-words: oak,7",
            "x-colour: name,7,red,255",
            "x-range: from=0.5,to=2.0",
            "x-weight: unknown",
            r#"x-notes: ["a, b","c"]"#,
            "set-cookie: a=1; Expires=Wed, 09 Jun 2027 10:18:14 GMT",
            "set-cookie: b=2; Path=/",
        ]
    );
}

async fn a_header_that_the_document_rejects_is_not_sent(exchange: &Exchange) {
    for (member, value, cause) in [
        ("copies", json!(10), "maximum"),
        ("words", json!(["a,b"]), "delimiter"),
        ("words", json!(["a", "b", "c", "d"]), "maxItems"),
        ("cookies", json!(["a"]), "minLength"),
    ] {
        let mut label = label();
        label[member] = value;
        let response = exchange.label(&label).await;
        assert_eq!(response.status(), 500, "{member}: {cause}");
    }
}

async fn a_header_that_the_document_rejects_is_no_response(exchange: &Exchange) {
    let label: client::types::Label = converted(label());
    for (name, text) in [
        ("X-Day", "26.11.2026"),
        ("X-Copies", "10"),
        ("X-Glued", "yes"),
        ("X-State", "old"),
        ("X-Sizes", "1,two"),
        ("X-Colour", "red,1,name"),
        ("X-Range", "from=1"),
        ("X-Weight", "much"),
        ("X-Notes", "[1]"),
        ("X-Notes", "a"),
        ("Set-Cookie", "a"),
    ] {
        *exchange.server.app_private().lock().unwrap() = Some((name, text));
        let error = exchange.client.put_label(&label).await.unwrap_err();
        let error = CallError::from(error).to_string();
        let expected = format!("the headers are not as declared: at \"/{name}\"");
        assert!(error.contains(&expected), "{error}");
    }
    *exchange.server.app_private().lock().unwrap() = None;
    let error = exchange.client.open_session(&Vec::new()).await.unwrap_err();
    let error = CallError::from(error).to_string();
    assert!(error.contains("\"/Set-Cookie\" is missing"), "{error}");
    let cookies = ["a=1; Path=/".to_owned(), "b=2; Path=/".to_owned()].to_vec();
    let session = exchange.client.open_session(&cookies).await.unwrap();
    assert_eq!(session.into_inner().set_cookie, cookies);
}

const DAYS: [&str; 2] = ["2025-12-31", "2026-01-01"];

/// Returns events of each kind.
fn events<T: serde::de::DeserializeOwned>() -> Vec<T> {
    let colour = json!({ "red": 1, "name": "oak" });
    let events = [
        json!({ "event": "said", "data": "\"1\"\n{}" }),
        json!({ "event": "said", "data": "1" }),
        json!({ "event": "counted", "data": 1 }),
        json!({ "event": "drawn", "data": colour }),
        json!({ "event": "painted", "data": colour }),
        json!({ "data": "[DONE]" }),
    ];
    events.into_iter().map(converted).collect()
}

/// Returns texts, of which some are JSON of values, and values.
fn chunks<T: serde::de::DeserializeOwned>() -> Vec<T> {
    let chunks = [
        json!("a\nb"),
        json!("[DONE]"),
        json!("true"),
        json!("7"),
        json!(7),
        json!("{\"red\": 1}"),
        json!({ "red": 1 }),
        json!("\"quoted\""),
    ];
    chunks.into_iter().map(converted).collect()
}

async fn a_text_beside_json_is_an_event_without_quotes(exchange: &Exchange) {
    let got = exchange.client.chunks().await.unwrap().into_inner();
    let got: Vec<client::types::Chunk> = got.try_collect().await.unwrap();
    assert_eq!(got, chunks());
    let response = exchange.send("GET", "/chunks", "text/plain", "").await;
    let plain = "data: a\ndata: b\n\ndata: [DONE]\n\ndata: true\n\ndata: \"7\"\n\ndata: 7\n\n";
    assert!(response.body().starts_with(plain.as_bytes()), "{response:?}");
}

async fn an_object_of_two_unions_comes_back_with_its_members(exchange: &Exchange) {
    for (parcel, variants) in [
        (json!({ "id": 1, "width": 2, "price": 0.5 }), "Crate(Paid("),
        (json!({ "id": 1, "width": 2, "reason": "gift" }), "Crate(Free("),
        (json!({ "id": 1, "length": 2, "price": 0.5 }), "Tube(Paid("),
        (json!({ "id": 1, "length": 2, "reason": "gift" }), "Tube(Free("),
    ] {
        let sent: client::types::Parcel = converted(parcel.clone());
        assert!(format!("{sent:?}").starts_with(variants), "{sent:?}");
        assert_eq!(serde_json::to_value(&sent).unwrap(), parcel);
        let got = exchange.client.send_parcel(&sent).await.unwrap();
        assert_eq!(got.into_inner(), sent);
    }
}

async fn a_field_that_is_null_comes_as_json(exchange: &Exchange) {
    for memo in [json!({ "text": null }), json!({ "text": "null" }), json!({ "size": 1 })] {
        let memo: client::types::Memo = converted(memo);
        let got = exchange.client.change_memo(&memo).await.unwrap();
        assert_eq!(got.into_inner(), memo);
    }
}

async fn events_come_back(exchange: &Exchange) {
    let got = exchange.client.watch().await.unwrap().into_inner();
    let got: Vec<client::types::WatchOk> = got.try_collect().await.unwrap();
    assert_eq!(got, events());
    assert!(matches!(got[1], client::types::WatchOk::Said { .. }), "{got:?}");
    assert!(matches!(got[4], client::types::WatchOk::Painted { .. }), "{got:?}");
    let response = exchange.send("GET", "/events", "text/plain", "").await;
    let said =
        "event: said\ndata: \"1\"\ndata: {}\n\nevent: said\ndata: 1\n\nevent: counted\ndata: 1\n\n";
    assert!(response.body().starts_with(said.as_bytes()), "{response:?}");
    assert!(response.body().ends_with(b"\n\ndata: [DONE]\n\n"), "{response:?}");

    let got = exchange.client.days().await.unwrap().into_inner();
    let got: Vec<_> = got.try_collect().await.unwrap();
    assert_eq!(got.into_iter().map(converted::<String>).collect::<Vec<_>>(), DAYS);
    let response = exchange.send("GET", "/days", "text/plain", "").await;
    assert_eq!(response.body(), "data: 2025-12-31\n\ndata: 2026-01-01\n\n");
}

async fn forms_come_back(exchange: &Exchange) {
    for order in [
        json!({"sizes": [1, 2], "words": ["a&b", "7"], "amount": 3, "price": 0.5, "colour": {"red": 1}}),
        json!({"sizes": [1], "amount": "all"}),
        json!({"sizes": [1], "amount": 1, "joined": ["a b", "c,d"], "spaced": [1, 2], "piped": ["a", "b&"]}),
        json!({"sizes": [1], "amount": 1, "deep": {"red": 1, "name": "7"}, "spread": {"from": 1.5, "until": 2.5}}),
        json!({"sizes": [1], "amount": 1, "reserved": ["a/b", "&+%41"], "quoted": ["7", 7], "extra": 7}),
        json!({"sizes": [1], "amount": 1, "quoted": ["a"], "colours": [{"red": 1}], "rows": [[1]]}),
        json!({"sizes": [1], "amount": 1, "colours": [{"red": 1}, {"red": 2, "name": "7"}], "rows": [[1], [2, 3]]}),
        json!({"sizes": [1], "amount": 1, "mixed": ["7", {"red": 1}], "either": "\"7\""}),
        json!({"sizes": [1], "amount": 1, "mixed": [{"red": 1}], "either": {"red": 1}}),
    ] {
        let order: client::types::Order = converted(order);
        let got = exchange.client.send_order(&order).await.unwrap();
        assert_eq!(got.into_inner(), order);
    }
    for payment in [
        json!({"kind": "card", "number": 7, "digits": [1, 2]}),
        json!({"kind": "card", "number": 7, "digits": [1]}),
        json!({"kind": "card", "number": 7}),
        json!({"kind": "cash", "amount": 2.5}),
        json!({"kind": "cash", "amount": 2.5, "notes": [{"red": 1}]}),
        json!({"kind": "cash", "amount": 2.5, "notes": [{"red": 1}, {"red": 2}]}),
        json!({"kind": "cash", "amount": 0}),
    ] {
        let payment: client::types::Payment = converted(payment);
        let got = exchange.client.send_payment(&payment).await.unwrap().into_inner();
        match got {
            client::types::SendPaymentResponse::Ok { body } => assert_eq!(body, payment),
            other => assert_eq!(other.status(), 205),
        }
    }
    for (amount, either) in [("3", json!("7")), ("all", json!({"red": 2}))] {
        let text = either.as_str().map_or_else(|| either.to_string(), str::to_owned);
        let form = MultipartForm::new().text("amount", amount).text("sizes", "1");
        let form = form.text("sizes", "2").json("colour", r#"{"red": 1}"#);
        let form = form.text("either", text);
        let got = exchange.client.send_parts(form).await.unwrap().into_inner();
        let number = amount.parse::<i64>().map_or(json!(amount), Value::from);
        let expected =
            json!({"amount": number, "sizes": [1, 2], "colour": {"red": 1}, "either": either});
        assert_eq!(serde_json::to_value(got).unwrap(), expected);
    }
}

async fn each_branch_of_a_form_comes_with_its_parts(exchange: &Exchange) {
    let scan = || MultipartForm::new().text("kind", "scan").text("number", 7);
    let file = scan().text("size", "3").text("colour", "{red").file(
        "content",
        "a.tiff",
        "image/tiff",
        "II*",
    );
    let text = MultipartForm::new().text("kind", "text").text("number", 8).text("size", "3");
    let text = text.text("words", "a").json("colour", r#"{"red": 1}"#);
    for (form, branch, parts) in [
        (file, "Scan(", ["number: 7", "size: Some(3)", "image/tiff"]),
        (text, "Printed(", ["number: 8", r#"size: Some("3")"#, "red: 1"]),
    ] {
        let got = exchange.client.send_page(form).await.unwrap().into_inner();
        assert!(got.starts_with(branch) && parts.iter().all(|part| got.contains(part)), "{got}");
    }
    for form in [scan(), scan().text("size", "x").file("content", "a", "image/tiff", "II*")] {
        let error = exchange.client.send_page(form).await.unwrap_err();
        assert!(matches!(CallError::from(error).reason(), Reason::NotSent), "it was sent");
    }
    let chunks = stream::iter([Ok::<_, std::io::Error>("II*")]);
    let upload = Upload::new("a", "image/tiff", reqwest::Body::wrap_stream(chunks));
    let got = exchange.client.send_page(scan().upload("content", upload)).await.unwrap();
    assert!(got.starts_with("Scan("), "{got:?}");
}

/// A value of each subtype, and values that are of none.
const ANIMALS: [(&str, &str); 5] = [
    ("Bird(Bird {", r#"{"kind": "bird", "wings": 2, "age": 7}"#),
    ("Pet(Cat(Cat {", r#"{"kind": "cat", "name": "7", "lives": 9, "tame": true}"#),
    ("Pet(Base(PetBase {", r#"{"kind": "Pet", "name": "true", "age": 1}"#),
    ("Base(AnimalBase {", r#"{"kind": "fish", "age": 1, "fins": "7"}"#),
    ("Base(AnimalBase {", r#"{"kind": "cat", "lives": "many"}"#),
];

async fn a_value_of_each_subtype_comes_back(exchange: &Exchange) {
    for (subtype, animal) in ANIMALS {
        let animal: client::types::Animal = serde_json::from_str(animal).unwrap();
        assert!(format!("{animal:?}").starts_with(subtype), "{animal:?}");
        let got = exchange.client.send_animal(&animal).await.unwrap().into_inner();
        assert_eq!(got, animal);
        let got = exchange.client.find_pets(None, Some(&animal)).await.unwrap().into_inner();
        assert_eq!(got, std::slice::from_ref(&animal));
        if let client::types::Animal::Pet(pet) = &animal {
            let got = exchange.client.find_pets(Some(pet), None).await.unwrap().into_inner();
            assert_eq!(got, [animal]);
        }
    }
    for (query, expected) in [
        (
            "kind%5D=cat&deep%5Bname%5D=7&deep%5Blives%5D=9",
            r#"[{"kind":"cat","name":"7","lives":9}]"#,
        ),
        (
            "kind%5D=dog&deep%5Bname%5D=7&deep%5Blives%5D=9",
            r#"[{"kind":"dog","lives":"9","name":"7"}]"#,
        ),
    ] {
        let response =
            exchange.send("GET", &format!("/pets?deep%5B{query}"), "text/plain", "").await;
        assert_eq!(response.body(), expected);
    }
}

async fn each_subtype_of_a_form_comes_with_its_parts(exchange: &Exchange) {
    let of = |kind| MultipartForm::new().text("kind", kind).text("age", 1);
    for (form, expected) in [
        (
            of("bird").text("wings", 2),
            "Bird(AnimalFormBird { kind: \"bird\", age: Some(1), wings: Some(2) })",
        ),
        (
            of("cat").text("name", "7").text("lives", 9),
            "Pet(Cat(AnimalFormPetCat { kind: Cat, age: Some(1), name: \"7\", lives: 9, tame: None }))",
        ),
        (
            of("Pet").text("name", "7"),
            "Pet(Base(AnimalFormPetBase { kind: \"Pet\", age: Some(1), name: \"7\", additional_members: {} }))",
        ),
        (
            of("fish"),
            "Base(AnimalFormBase { kind: \"fish\", age: Some(1), additional_members: {} })",
        ),
    ] {
        let got = exchange.client.put_animal(form).await.unwrap().into_inner();
        assert_eq!(got, expected);
    }
}

async fn a_subtype_of_a_branch_of_a_form_comes_with_its_parts(exchange: &Exchange) {
    let form = || MultipartForm::new();
    for (form, expected) in [
        (form().text("kind", "bird").text("wings", 2), ["Animal(Bird(", "wings: Some(2)"]),
        (
            form().text("kind", "cat").text("name", "7").text("lives", 9),
            ["Animal(Pet(Cat(", "lives: 9"],
        ),
        (form().text("count", 7), ["Tally(", "count: 7"]),
    ] {
        let got = exchange.client.put_zoo(form).await.unwrap().into_inner();
        assert!(expected.iter().all(|part| got.contains(part)), "{got}");
    }
}

async fn lists_and_bases_come_with_their_brackets(exchange: &Exchange) {
    let built = builders::Client::new(exchange.client.baseurl(), builders::CONTRACT);
    let cat = json!({"kind": "cat", "name": "7", "lives": 9});
    let lists = json!({"g": [1, 2], "expand": ["a", "b"], "within": {"pet": cat}, "herd": [cat]});
    let sent: builders::types::Lists = serde_json::from_value(lists.clone()).unwrap();
    let call = built.find_lists().g(sent.g.unwrap()).expand(sent.expand.unwrap());
    let call = call.within(sent.within.unwrap()).herd(sent.herd.unwrap());
    let got = call.send().await.unwrap().into_inner();
    assert_eq!(serde_json::to_value(got).unwrap(), lists);
    for (query, expected) in [
        ("g[]=1", json!({"g": [1]})),
        ("g%5B%5D=1&g[]=2", json!({"g": [1, 2]})),
        ("expand[]=a&expand[]=b", json!({"expand": ["a", "b"]})),
        ("expand[1]=a&expand[0]=b", json!({"expand": ["b", "a"]})),
        ("expand=a&expand=b", json!({"expand": ["a", "b"]})),
        (
            "within[pet][kind]=cat&within[pet][name]=7&within[pet][lives]=9",
            json!({"within": {"pet": cat}}),
        ),
        ("herd[0][kind]=cat&herd[0][name]=7&herd[0][lives]=9", json!({"herd": [cat]})),
    ] {
        let response = exchange.send("GET", &format!("/lists?{query}"), "text/plain", "").await;
        let got: Value = serde_json::from_slice(response.body()).unwrap();
        assert_eq!(got, expected, "{query}");
    }
    let response = exchange.send("GET", "/lists?expand[]=a&expand[0]=b", "text/plain", "").await;
    assert_eq!(response.status(), 400);
}

async fn a_form_that_the_document_rejects_is_refused(exchange: &Exchange) {
    for form in ["kind=card", "kind=card&number=x", "kind=cash&amount=1&amount=2", "kind=none", ""]
    {
        let content_type = "application/x-www-form-urlencoded";
        let response = exchange.send("POST", "/payments", content_type, form).await;
        assert_eq!(response.status(), 400, "{form}");
    }
}

async fn a_body_that_may_be_absent_is_absent_without_content(exchange: &Exchange) {
    for (content_type, body, status, expected) in [
        ("application/json", "", 200, "None"),
        ("application/json; charset=utf-8", "", 200, "None"),
        ("application/json", "{}", 400, "required"),
        ("application/json", " ", 400, "JSON"),
        ("text/plain", "", 200, "Some(Text("),
        ("text/json", r#"{"from": 1, "to": 2}"#, 200, "Some(TextJson("),
        ("image/png", "", 415, "content type"),
    ] {
        let response = exchange.send("POST", "/notes", content_type, body).await;
        let text = String::from_utf8_lossy(response.body()).into_owned();
        assert_eq!(response.status(), status, "{content_type} {text}");
        assert!(text.contains(expected), "{content_type}: {text}");
    }
    let response = exchange.send("POST", "/session", "application/json", "").await;
    assert_eq!(response.status(), 400);
}

async fn a_content_type_of_a_range_comes_with_its_body(exchange: &Exchange) {
    let put = |given| exchange.client.put_picture(None, Some(given), Some(vec![7, 8]));
    let got = put("image/x-own; a=1").await.unwrap();
    let field = got.headers()["content-type"].to_str().unwrap();
    assert_eq!(field, "image/x-own; a=1");
    let bytes: Vec<_> = got.into_inner_stream().try_collect().await.unwrap();
    assert_eq!(bytes.concat(), [7, 8]);
    let range = client::types::Range { from: 1.0, to: 2.0 };
    let add = |given| exchange.client.add_range(Some(given), Some(&range));
    let got = add("application/own+json").await.unwrap();
    assert!(got.contains("application/own+json"), "{}", *got);
    let refused = |error: String, given: &str| {
        assert!(error.contains(&format!("the content type {given:?} is none of ")), "{error}");
    };
    for given in ["text/plain", "image/*", "image", ""] {
        let error = CallError::from(put(given).await.err().unwrap());
        assert!(matches!(error.reason(), Reason::NotSent));
        refused(error.to_string(), given);
    }
    let error = CallError::from(add("application/json").await.unwrap_err());
    refused(error.to_string(), "application/json");
    for (content_type, status) in [("image/png", 200), ("image/*", 415), ("text/plain", 415)] {
        let response = exchange.send("PUT", "/pictures", content_type, "a").await;
        assert_eq!(response.status(), status, "{content_type}");
    }
}

async fn a_body_that_may_be_absent_is_not_sent(exchange: &Exchange) {
    let client = &exchange.client;
    let built = builders::Client::new(client.baseurl(), builders::CONTRACT);
    let absent = [
        client.add_note(None).await.unwrap(),
        client.add_colour(None).await.unwrap(),
        client.add_range(None, None).await.unwrap(),
        client.add_range(Some("a/b"), None).await.unwrap(),
        built.add_note().send().await.unwrap(),
        built.add_colour().send().await.unwrap(),
        built.add_range().content_type("a/b").send().await.unwrap(),
    ];
    for got in absent {
        assert_eq!(*got, "None of None");
    }
    let got = client.put_picture(None, None, None::<&str>).await.unwrap();
    assert_eq!(got.headers()["content-type"], "image/none");
    let got = built.put_picture().send().await.unwrap();
    assert_eq!(got.headers()["content-type"], "image/none");

    let range = builders::types::Range { from: 1.0, to: 2.0 };
    let colour = builders::types::Colour::new(1);
    let sent = [
        client.add_note(Some(&converted(&range))).await.unwrap(),
        client.add_colour(Some(&converted(&colour))).await.unwrap(),
        built.add_note().body(range).send().await.unwrap(),
        built.add_colour().body(colour).send().await.unwrap(),
    ];
    for got in sent {
        assert!(got.starts_with("Some("), "{}", *got);
    }
    let picture = client.put_picture(None, None, Some("a")).await;
    let error = CallError::from(picture.err().unwrap()).to_string();
    assert!(error.contains(r#"the content type "" is none of image/*"#), "{error}");
}

async fn an_absent_body_need_not_say_its_length(exchange: &Exchange) {
    let url = format!("{}/notes", exchange.client.baseurl());
    let empty: &[&str] = &[];
    for (content_type, chunks, expected) in [
        ("application/json", empty, "None of"),
        ("application/json", &[r#"{"from": 1,"#, r#" "to": 2}"#], "Some(Json("),
        ("text/plain", empty, "Some(Text("),
    ] {
        let chunks = chunks.iter().map(|chunk| Ok::<_, std::io::Error>(*chunk));
        let chunks: Vec<_> = chunks.collect();
        let request = reqwest::Client::new().post(&url);
        let request = request.header("content-type", content_type);
        let body = reqwest::Body::wrap_stream(stream::iter(chunks));
        let response = request.body(body).send().await.unwrap();
        let text = response.text().await.unwrap();
        assert!(text.contains(expected), "{content_type}: {text}");
    }
}

pub fn tests() -> Vec<Trial> {
    macro_rules! trials {
        ($($test:ident)+) => {
            vec![$(Trial::test(concat!("exchange::", stringify!($test)), || run($test))),+]
        };
    }
    trials! {
        headers_come_back
        a_header_that_the_document_rejects_is_not_sent
        a_header_that_the_document_rejects_is_no_response
        events_come_back
        a_text_beside_json_is_an_event_without_quotes
        a_field_that_is_null_comes_as_json
        an_object_of_two_unions_comes_back_with_its_members
        forms_come_back
        each_branch_of_a_form_comes_with_its_parts
        a_value_of_each_subtype_comes_back
        each_subtype_of_a_form_comes_with_its_parts
        a_subtype_of_a_branch_of_a_form_comes_with_its_parts
        lists_and_bases_come_with_their_brackets
        a_form_that_the_document_rejects_is_refused
        a_body_that_may_be_absent_is_absent_without_content
        a_content_type_of_a_range_comes_with_its_body
        a_body_that_may_be_absent_is_not_sent
        an_absent_body_need_not_say_its_length
    }
}

fn run(test: impl AsyncFn(&Exchange)) -> Result<(), Failed> {
    Runtime::new()?.block_on(async { test(&Exchange::new()).await });
    Ok(())
}
