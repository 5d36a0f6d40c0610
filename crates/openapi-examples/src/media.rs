//! A server whose document has bodies of every media type that the generator
//! handles. Its responses return the input.

pub mod api {
    //! The code that `build.rs` generates from `media.yaml`.

    #![allow(missing_docs, reason = "the document describes what it wants to")]
    #![allow(clippy::large_enum_variant, reason = "a body lives for a moment")]

    include!(concat!(env!("OUT_DIR"), "/media.rs"));
}

use api::Api;
use api::types::{
    AnyJsonResponse, CountResponse, DeleteNamePath, DeleteNameResponse, EitherBody, EitherOkBody,
    EitherResponse, EventsQuery, EventsResponse, GetFileQuery, GetFileResponse, GetNamePath,
    GetNameResponse, HeadSilentResponse, LinesResponse, LogResponse, MeasureFileOk,
    MeasureFileResponse, Problem, PutFileResponse, PutSilentResponse, PutTextResponse, Report,
    ReportResponse, SequenceResponse, SignUp, SignUpResponse, SilentQuery, SilentResponse, Upload,
    UploadResponse,
};
use dropshot::{Body, RequestContext};
use futures::{StreamExt, TryStreamExt, stream};
use http::StatusCode;
use openapi_dropshot::{
    BodyDisk, BodyStream, Event, EventStream, JsonLines, Rejection, RequestLimits, WithContentType,
};

/// The disk for the files of all forms, 160 MiB.
static DISK: BodyDisk = BodyDisk::new(160 << 20);

/// The service.
pub enum Media {}

impl Api for Media {
    type Context = ();

    fn validates_responses(_: &RequestContext<()>) -> bool {
        true
    }

    fn limits(rqctx: &RequestContext<()>) -> RequestLimits {
        RequestLimits { disk: &DISK, ..RequestLimits::of(rqctx) }
    }

    fn problem_for(rejection: &Rejection, _: StatusCode) -> Problem {
        Problem { title: rejection.to_string() }
    }

    fn string_for(rejection: &Rejection, _: StatusCode) -> String {
        rejection.to_string()
    }

    async fn report(_: &RequestContext<()>, body: Report) -> Result<ReportResponse, Rejection> {
        Ok(ReportResponse::Created { body, x_count: 1 })
    }

    async fn any_json(
        _: &RequestContext<()>,
        body: Option<serde_json::Value>,
    ) -> Result<AnyJsonResponse, Rejection> {
        Ok(AnyJsonResponse::Ok(body.unwrap_or_default()))
    }

    async fn put_text(_: &RequestContext<()>, body: String) -> Result<PutTextResponse, Rejection> {
        Ok(PutTextResponse::Ok(body))
    }

    async fn count(
        _: &RequestContext<()>,
        body: Option<String>,
    ) -> Result<CountResponse, Rejection> {
        let lines = body.unwrap_or_default().lines().count();
        i32::try_from(lines).map(CountResponse::Ok).map_err(Rejection::defect)
    }

    async fn put_file(
        _: &RequestContext<()>,
        body: BodyStream,
    ) -> Result<PutFileResponse, Rejection> {
        Ok(PutFileResponse::Ok(body.bytes().await?.into()))
    }

    async fn measure_file(
        _: &RequestContext<()>,
        body: Option<WithContentType<BodyStream>>,
    ) -> Result<MeasureFileResponse, Rejection> {
        let mut length = 0;
        if let Some(WithContentType { content: mut body, .. }) = body {
            while let Some(bytes) = body.try_next().await? {
                length += bytes.len();
                // The rest is not read.
                if bytes.starts_with(b"stop") {
                    break;
                }
            }
        }
        let length = i64::try_from(length).map_err(Rejection::defect)?;
        Ok(MeasureFileResponse::Ok(MeasureFileOk(length)))
    }

    async fn get_file(
        _: &RequestContext<()>,
        query: GetFileQuery,
    ) -> Result<GetFileResponse, Rejection> {
        Ok(GetFileResponse::Ok(WithContentType {
            content_type: query.type_,
            content: Body::from("image".to_owned()),
        }))
    }

    async fn either(_: &RequestContext<()>, body: EitherBody) -> Result<EitherResponse, Rejection> {
        let (kind, body) = match body {
            EitherBody::Json(report) => ("json", EitherOkBody::Json(report)),
            EitherBody::Text(text) => ("text", EitherOkBody::Text(text)),
            EitherBody::AnyImage(image) => {
                ("image", EitherOkBody::Png(image.content.bytes().await?.into()))
            }
        };
        Ok(EitherResponse::Ok { body, x_kind: Some(kind.to_owned()) })
    }

    async fn sign_up(_: &RequestContext<()>, body: SignUp) -> Result<SignUpResponse, Rejection> {
        Ok(SignUpResponse::Ok(format!("{body:?}")))
    }

    async fn upload(_: &RequestContext<()>, body: Upload) -> Result<UploadResponse, Rejection> {
        let photo = body.photo.content.bytes().await?;
        let content = String::from_utf8_lossy(&photo);
        Ok(UploadResponse::Ok(format!("{body:?} {content}")))
    }

    async fn events(
        _: &RequestContext<()>,
        query: EventsQuery,
    ) -> Result<EventsResponse, Rejection> {
        // The document declares no report with a negative id.
        let ids = [1, query.last];
        let events = stream::iter(ids).map(|id| Event {
            id: Some(id.to_string()),
            ..Event::from(Report { id: id.into(), note: None })
        });
        Ok(EventsResponse::Ok(EventStream::new(events.map(Ok::<_, Rejection>))))
    }

    async fn log(_: &RequestContext<()>) -> Result<LogResponse, Rejection> {
        let lines = ["one".to_owned(), "two\nthree".to_owned()];
        let lines = stream::iter(lines).map(Ok::<_, Rejection>);
        Ok(LogResponse::Ok(EventStream::new(lines)))
    }

    async fn lines(_: &RequestContext<()>, body: Vec<Report>) -> Result<LinesResponse, Rejection> {
        let reports = stream::iter(body).map(Ok::<_, Rejection>);
        Ok(LinesResponse::Ok(JsonLines::new(reports)))
    }

    async fn sequence(
        _: &RequestContext<()>,
        body: Vec<Report>,
    ) -> Result<SequenceResponse, Rejection> {
        let reports = stream::iter(body).map(Ok::<_, Rejection>);
        Ok(SequenceResponse::Ok(JsonLines::new(reports)))
    }

    async fn silent(
        _: &RequestContext<()>,
        query: SilentQuery,
    ) -> Result<SilentResponse, Rejection> {
        let status = StatusCode::from_u16(query.status).map_err(Rejection::defect)?;
        Ok(SilentResponse::Otherwise { status })
    }

    async fn head_silent(_: &RequestContext<()>) -> Result<HeadSilentResponse, Rejection> {
        Ok(HeadSilentResponse::Ok)
    }

    async fn put_silent(_: &RequestContext<()>) -> Result<PutSilentResponse, Rejection> {
        Ok(PutSilentResponse::NoContent)
    }

    async fn get_name(
        _: &RequestContext<()>,
        path: GetNamePath,
    ) -> Result<GetNameResponse, Rejection> {
        Ok(GetNameResponse::Ok(path.id))
    }

    async fn delete_name(
        _: &RequestContext<()>,
        path: DeleteNamePath,
    ) -> Result<DeleteNameResponse, Rejection> {
        Ok(DeleteNameResponse::Accepted(path.name))
    }
}
