//! What conversions carry: each member of a generated request of an older caller reaches the
//! implementation, and each member that it answers reaches the caller.

use std::collections::BTreeSet;
use std::sync::{Mutex, mpsc};

use dropshot::{ConfigDropshot, HttpServer, RequestContext, ServerBuilder};
use futures::stream;
use http::StatusCode;
use openapi_dropshot::{ApiKey, BearerToken, Event, EventStream, JsonLines, Rejection};
use openapi_values::wire::{at, serialized};
use openapi_values::{Document, Values};
use openapi_versions::{Documents, HEADER, Service, Source, generate};
use serde_json::{Value, json};
use slog::{Discard, Drain, Logger, Never, OwnedKVList, Record, o};

use crate::answer;

#[allow(dead_code, reason = "not every function is called")]
#[allow(clippy::large_enum_variant, reason = "a response lives for a moment")]
mod api {
    include!(concat!(env!("OUT_DIR"), "/members.rs"));
}

use api::v1_0_0;
use api::v2_0_0::types::{
    Change, Chart, ChartScale, Count, KeyOrTokenPrincipal, Line, LineLevel, Log, Mark, MarkState,
    Problem, ReadCountsResponse, ReadLogResponse, SendChartResponse, SendMarksResponse,
    SendThingQuery, SendThingResponse, Thing, WatchChangesResponse, WriteLogResponse,
};

const DOCUMENTS: [&str; 2] =
    ["tests/versions/members/1.0.0.yaml", "tests/versions/members/2.0.0.yaml"];

/// The number of requests.
const REQUESTS: u64 = 100;

/// A service that answers what it receives, and keeps it with the principal and the filter.
enum Echo {}

impl api::v1_0_0::Compatibility for Echo {
    fn request_mark(value: v1_0_0::types::Mark) -> Result<Mark, Rejection> {
        Ok(Mark { state: Self::request_mark_state(value.state)? })
    }

    fn request_mark_state(value: v1_0_0::types::MarkState) -> Result<MarkState, Rejection> {
        Ok(match value {
            v1_0_0::types::MarkState::High => MarkState::High,
            v1_0_0::types::MarkState::Low | v1_0_0::types::MarkState::Off => MarkState::Low,
        })
    }

    fn request_chart_scale(value: v1_0_0::types::ChartScale) -> Result<ChartScale, Rejection> {
        Ok(match value {
            v1_0_0::types::ChartScale::Log => ChartScale::Log,
            v1_0_0::types::ChartScale::Linear | v1_0_0::types::ChartScale::None => {
                ChartScale::Linear
            }
        })
    }

    /// Gets the chart as it was sent.
    fn request_chart_unit(value: v1_0_0::types::Chart) -> Result<String, Rejection> {
        let is_plain = value.scale == Some(v1_0_0::types::ChartScale::None);
        Ok(if is_plain { "none" } else { "metre" }.to_owned())
    }

    fn response_log_count(value: Log) -> i64 {
        i64::try_from(value.lines.len()).expect("there are a few")
    }

    fn response_line(value: Line) -> v1_0_0::types::Line {
        v1_0_0::types::Line { level: Self::response_line_level(value.level) }
    }

    fn response_line_level(value: LineLevel) -> v1_0_0::types::LineLevel {
        match value {
            LineLevel::Low => v1_0_0::types::LineLevel::Low,
            LineLevel::Middle | LineLevel::High => v1_0_0::types::LineLevel::High,
        }
    }
}

impl api::v2_0_0::Api for Echo {
    type Context = Mutex<Vec<Value>>;
    type Token = &'static str;
    type Key = &'static str;

    async fn token(
        _: &RequestContext<Self::Context>,
        _: BearerToken<'_>,
    ) -> Result<Option<&'static str>, Rejection> {
        Ok(Some("token"))
    }

    async fn key(
        _: &RequestContext<Self::Context>,
        _: ApiKey<'_>,
    ) -> Result<Option<&'static str>, Rejection> {
        Ok(Some("key"))
    }

    fn problem_for(rejection: &Rejection, _: StatusCode) -> Problem {
        let title = Some(rejection.to_string());
        Problem { title }
    }

    async fn send_thing(
        rqctx: &RequestContext<Self::Context>,
        principal: KeyOrTokenPrincipal<&'static str, &'static str>,
        query: SendThingQuery,
        body: Thing,
    ) -> Result<SendThingResponse, Rejection> {
        let principal = match principal {
            KeyOrTokenPrincipal::Key(name) | KeyOrTokenPrincipal::Token(name) => name,
        };
        let received = json!({ "principal": principal, "filter": query.filter, "body": body });
        let mut all = rqctx.context().lock().expect("no request panics");
        all.push(received);
        Ok(SendThingResponse::Ok(body))
    }

    async fn watch_changes(
        _: &RequestContext<Self::Context>,
    ) -> Result<WatchChangesResponse, Rejection> {
        let data = Change { note: Some("n".to_owned()), ..Change::new("a".to_owned()) };
        let event = Event {
            event: Some("e".to_owned()),
            id: Some("7".to_owned()),
            retry: Some(std::time::Duration::from_secs(1)),
            ..Event::from(data)
        };
        let events = stream::iter([Ok::<_, Rejection>(event)]);
        Ok(WatchChangesResponse::Ok(EventStream::new(events)))
    }

    /// The document allows counts up to 100.
    async fn read_counts(
        _: &RequestContext<Self::Context>,
    ) -> Result<ReadCountsResponse, Rejection> {
        let counts = [1, 5_000_000_000].map(|n| Ok::<_, Rejection>(Count { n }));
        Ok(ReadCountsResponse::Ok(JsonLines::new(stream::iter(counts))))
    }

    async fn read_log(_: &RequestContext<Self::Context>) -> Result<ReadLogResponse, Rejection> {
        let levels = [LineLevel::Low, LineLevel::Middle];
        let lines = levels.map(|level| Ok::<_, Rejection>(Line { level }));
        Ok(ReadLogResponse::Ok(JsonLines::new(stream::iter(lines))))
    }

    async fn write_log(
        _: &RequestContext<Self::Context>,
        lines: Vec<Line>,
    ) -> Result<WriteLogResponse, Rejection> {
        let lines = stream::iter(lines.into_iter().map(Ok::<_, Rejection>));
        Ok(WriteLogResponse::Ok(JsonLines::new(lines)))
    }

    async fn send_marks(
        _: &RequestContext<Self::Context>,
        marks: Vec<Mark>,
    ) -> Result<SendMarksResponse, Rejection> {
        let marks = stream::iter(marks.into_iter().map(Ok::<_, Rejection>));
        Ok(SendMarksResponse::Ok(JsonLines::new(marks)))
    }

    async fn send_chart(
        _: &RequestContext<Self::Context>,
        chart: Chart,
    ) -> Result<SendChartResponse, Rejection> {
        let marks = chart.rows.into_iter().filter_map(|row| row.mark);
        let lines = marks.map(|mark| match mark.state {
            MarkState::Low => Line { level: LineLevel::Low },
            MarkState::High => Line { level: LineLevel::Middle },
        });
        let (unit, scale) = (Some(chart.unit), chart.scale.map(|scale| scale.to_string()));
        Ok(SendChartResponse::Ok(Log { title: chart.title, unit, scale, lines: lines.collect() }))
    }
}

fn server() -> HttpServer<Mutex<Vec<Value>>> {
    server_with(Logger::root(Discard, o!()))
}

fn server_with(log: Logger) -> HttpServer<Mutex<Vec<Value>>> {
    let api = api::api_mod::api_description::<Echo>().expect("dropshot takes every endpoint");
    let builder = ServerBuilder::new(api, Mutex::default(), log);
    let builder = builder.version_policy(api::VERSIONS.policy(None));
    let builder = builder.config(ConfigDropshot {
        default_request_body_max_bytes: 1 << 20,
        ..ConfigDropshot::default()
    });
    builder.start().expect("the server starts")
}

#[tokio::test]
async fn each_item_of_a_stream_is_converted_for_an_older_caller() {
    let server = server();
    for (version, path, expected) in [
        ("1.0.0", "changes", "event: e\nid: 7\nretry: 1000\ndata: {\"name\":\"a\"}\n\n"),
        (
            "2.0.0",
            "changes",
            "event: e\nid: 7\nretry: 1000\ndata: {\"name\":\"a\",\"note\":\"n\"}\n\n",
        ),
        ("1.0.0", "log", "{\"level\":\"low\"}\n{\"level\":\"high\"}\n"),
        ("2.0.0", "log", "{\"level\":\"low\"}\n{\"level\":\"middle\"}\n"),
    ] {
        let url = format!("http://{}/{path}", server.local_addr());
        let request = reqwest::Client::new().get(url).header(HEADER, version);
        let response = request.send().await.expect("the server answers");
        let text = response.text().await.expect("the stream is complete");
        assert_eq!(text, expected, "{version}");
    }
}

/// Keeps the messages of a log.
struct Kept(mpsc::Sender<String>);

impl Drain for Kept {
    type Ok = ();
    type Err = Never;

    fn log(&self, record: &Record<'_>, _: &OwnedKVList) -> Result<(), Never> {
        // The test has what it needs when it receives no more.
        let _ = self.0.send(record.msg().to_string());
        Ok(())
    }
}

/// The proof that each value of the newer type is one of the older type is about valid values.
#[tokio::test]
async fn an_item_that_the_newest_document_forbids_ends_the_stream_of_an_older_caller_too() {
    let (sender, messages) = mpsc::channel();
    let server = server_with(Logger::root(Kept(sender).fuse(), o!()));
    for version in ["2.0.0", "1.0.0"] {
        let url = format!("http://{}/counts", server.local_addr());
        let request = reqwest::Client::new().get(url).header(HEADER, version);
        let text = async { request.send().await?.text().await };
        assert!(text.await.is_err(), "{version}: the stream is not complete");
        let found = messages.try_iter().any(|message| message == "a streamed response ends early");
        assert!(found, "{version}: the log has the reason");
    }
}

#[tokio::test]
async fn each_line_of_an_older_caller_is_converted() {
    let server = server();
    for (path, sent, expected) in [
        ("log", r#"{"level":"low"} {"level":"high"}"#, r#"{"level":"low"} {"level":"high"}"#),
        ("marks", r#"{"state":"off"} {"state":"high"}"#, r#"{"state":"low"} {"state":"high"}"#),
    ] {
        let url = format!("http://{}/{path}", server.local_addr());
        let request = reqwest::Client::new().post(url).header(HEADER, "1.0.0");
        let request = request.header("content-type", "application/x-ndjson");
        let response = request.body(sent.replace(' ', "\n")).send().await;
        let text = response.expect("the server answers").text().await;
        let text = text.expect("the stream is complete");
        assert_eq!(text.trim_end().replace('\n', " "), expected);
    }
}

#[tokio::test]
async fn each_part_that_differs_is_converted_where_it_is() {
    let server = server();
    let url = format!("http://{}/charts", server.local_addr());
    let rows = |state: &str| json!([{"mark": {"state": state}}, {"mark": null}, {}, {"mark": {"state": "high"}}]);
    for (version, sent, expected) in [
        (
            "1.0.0",
            json!({ "title": "t", "scale": "none", "rows": rows("off") }),
            json!({ "title": "t", "count": 2, "lines": [{ "level": "low" }, { "level": "high" }] }),
        ),
        (
            "1.0.0",
            json!({ "title": "t", "rows": [] }),
            json!({ "title": "t", "count": 0, "lines": [] }),
        ),
        (
            "2.0.0",
            json!({ "title": "t", "scale": "log", "unit": "inch", "rows": rows("low") }),
            json!({ "title": "t", "scale": "log", "unit": "inch",
                "lines": [{ "level": "low" }, { "level": "middle" }] }),
        ),
    ] {
        let request = reqwest::Client::new().post(&url).header(HEADER, version);
        assert_eq!(answer(request.json(&sent)).await, (200, expected), "{version}");
    }
}

#[tokio::test]
async fn each_member_that_an_older_caller_sends_or_reads_is_carried() {
    let sources = DOCUMENTS.map(Source::new);
    let mut documents = Documents::read(&sources).expect("the documents can be read");
    let generated = generate(&mut documents, "members", HEADER).expect("they are supported");
    assert_eq!(generated.operations[0][0].service, Service::Compatible);
    let server = server();
    let http = reqwest::Client::new();

    let document = Document::read(DOCUMENTS[0].as_ref()).expect("the document can be read");
    let new_values = || Values::new(&document).expect("its schemas compile");
    let mut values = new_values();
    let operation = &document.operations().list[0];
    let parameter = &operation.parameters[0];
    let body = operation.request_body.as_ref().expect("the operation has a body");
    let body = at(body.content[0].schema);
    let (mut count, mut names) = (0, BTreeSet::new());
    for seed in 1..=REQUESTS {
        // The steps of the generator are limited for all values together.
        if values.is_exhausted() {
            values = new_values();
        }
        let can_be_sent = |json: &str| serialized(parameter, json).is_some();
        let filter = values.valid_where(at(parameter.schema), seed, can_be_sent);
        // Null is read as an absent member.
        let has_note = |json: &str| !json.contains(r#""note":null"#);
        let sent = values.valid_where(body, seed, has_note);
        let (Some(filter), Some(sent)) = (filter, sent) else {
            continue;
        };
        count += 1;
        let sent: Value = serde_json::from_str(&sent).expect("the value is JSON");
        // An open schema allows members that no type has.
        let sent = values.declared(body, &sent);
        names.extend(sent.as_object().into_iter().flatten().map(|(name, _)| name.clone()));
        let query = serialized(parameter, &filter).expect("the value can be sent");
        let query = query.iter().map(|(name, text)| format!("{name}={text}"));
        let query = query.collect::<Vec<_>>().join("&");
        let url = format!("http://{}/things?{query}", server.local_addr());
        let request = http.post(url).header(HEADER, "1.0.0").json(&sent);
        let (request, principal) = match seed % 2 {
            0 => (request.header("x-key", "secret"), "key"),
            _ => (request.bearer_auth("secret"), "token"),
        };
        let (status, answered) = answer(request).await;
        assert_eq!((status, &answered), (200, &sent), "seed {seed}");
        let received = server.app_private().lock().expect("no request panics").pop();
        let received = received.expect("the implementation is called");
        assert_eq!(received["body"], sent, "seed {seed}");
        assert_eq!(received["principal"], principal, "seed {seed}");
        let filter: Value = serde_json::from_str(&filter).expect("the value is JSON");
        for (name, value) in filter.as_object().into_iter().flatten() {
            let carried = &received["filter"][name];
            let is_equal = match value.as_f64() {
                Some(number) => carried.as_f64() == Some(number),
                None => carried == value,
            };
            assert!(is_equal || !["from", "name"].contains(&name.as_str()), "seed {seed}, {name}");
        }
    }
    let expected = [
        "anything", "byName", "count", "counts", "name", "note", "owner", "parts", "place", "shape",
    ];
    assert_eq!(names, expected.map(str::to_owned).into());
    assert!(count > REQUESTS / 2, "{count}");
}
