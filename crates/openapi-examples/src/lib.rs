//! A server generated from a document that uses every feature of the generator, so
//! that generated code is compiled, served and called, and not only read. Its
//! responses return the input; it contains no logic of its own. [`versions`] is the example
//! of `docs/versions.md`.

pub mod external;
pub mod media;
pub mod outgoing;
pub mod versions;

pub mod api {
    //! The code that `build.rs` generates from `openapi.yaml`.

    #![allow(missing_docs, reason = "the document describes what it wants to")]
    #![allow(clippy::large_enum_variant, reason = "a response lives for a moment")]

    include!(concat!(env!("OUT_DIR"), "/api.rs"));
}

use api::Api;
use api::types::{
    CancelFilePath, CancelFileResponse, CreateItemResponse, CreateItemUnprocessableEntity,
    DeleteItemsItemIdPath, DeleteItemsItemIdResponse, EndpointsResponse, Error, GetExportPath,
    GetExportQuery, GetExportResponse, GetFilePath, GetFileResponse, GetItemPath, GetItemResponse,
    GetPartPath, GetPartResponse, HeadItemPath, HeadItemResponse, HeaderKeyAndPasswordPrincipal,
    HeaderKeyOrQueryKeyOrCookieKeyPrincipal, Item, LatestResponse, LatestSlashResponse,
    ListItemsHeader, ListItemsOk, ListItemsQuery, ListItemsResponse, OpenidOrPasswordPrincipal,
    OptionalResponse, OptionsItemPath, OptionsItemResponse, ParametersResponse, Patch,
    PatchItemPath, PatchItemResponse, Problem, ProblemCode, PutItemBody, PutItemPath,
    PutItemResponse, ScopesResponse, SignedResponse, StylesCookie, StylesHeader, StylesPathPath,
    StylesPathResponse, StylesQuery, StylesResponse, StylesRestQuery, StylesRestResponse,
};
use dropshot::{ClientErrorStatusCode, HttpError, RequestContext};
use http::StatusCode;
use openapi_dropshot::{
    ApiKey, BasicCredentials, BearerToken, HttpCredential, RangeStatus, Rejection,
};

/// The service.
pub enum Everything {}

/// The state of the service.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Whether responses are validated before they are sent.
    pub validates_responses: bool,
}

/// The name of an item for which `POST /items` panics.
pub const PANIC: &str = "Panic";

/// The name of an item for which `POST /items` responds with a body that the
/// document rejects.
pub const UNTRUE: &str = "Untrue";

impl Api for Everything {
    type Context = Settings;
    type Token = String;
    const REALM: &str = "everything";

    async fn token(
        _: &RequestContext<Settings>,
        token: BearerToken<'_>,
    ) -> Result<Option<String>, Rejection> {
        Ok(Some(token.reveal().to_owned()).filter(|token| token == "good"))
    }

    type Password = String;
    type Signature = String;
    type HeaderKey = String;
    type QueryKey = String;
    type CookieKey = String;
    type Oauth = String;
    type Openid = String;

    async fn password(
        _: &RequestContext<Settings>,
        credential: BasicCredentials,
    ) -> Result<Option<String>, Rejection> {
        let user = credential.user().to_owned();
        Ok(Some(user).filter(|_| credential.reveal() == "good"))
    }

    async fn signature(
        _: &RequestContext<Settings>,
        credential: HttpCredential<'_>,
    ) -> Result<Option<String>, Rejection> {
        Ok(known(credential.reveal()))
    }

    async fn header_key(
        _: &RequestContext<Settings>,
        credential: ApiKey<'_>,
    ) -> Result<Option<String>, Rejection> {
        Ok(known(credential.reveal()))
    }

    async fn query_key(
        _: &RequestContext<Settings>,
        credential: ApiKey<'_>,
    ) -> Result<Option<String>, Rejection> {
        Ok(known(credential.reveal()))
    }

    async fn cookie_key(
        _: &RequestContext<Settings>,
        credential: ApiKey<'_>,
    ) -> Result<Option<String>, Rejection> {
        Ok(known(credential.reveal()))
    }

    async fn oauth(
        _: &RequestContext<Settings>,
        credential: BearerToken<'_>,
        scopes: &'static [&'static str],
    ) -> Result<Option<String>, Rejection> {
        // The token is the list of its scopes, separated by points.
        let granted: Vec<_> = credential.reveal().split('.').collect();
        if granted == ["bad"] {
            return Ok(None);
        }
        if scopes.iter().all(|scope| granted.contains(scope)) {
            Ok(Some(credential.reveal().to_owned()))
        } else {
            Err(Rejection::InsufficientScope { scopes })
        }
    }

    async fn openid(
        _: &RequestContext<Settings>,
        credential: BearerToken<'_>,
        _: &'static [&'static str],
    ) -> Result<Option<String>, Rejection> {
        Ok(known(credential.reveal()))
    }

    async fn parameters(
        _: &RequestContext<Settings>,
        principal: HeaderKeyOrQueryKeyOrCookieKeyPrincipal<String, String, String>,
    ) -> Result<ParametersResponse, Rejection> {
        Ok(ParametersResponse::Ok(format!("{principal:?}")))
    }

    async fn endpoints(
        _: &RequestContext<Settings>,
        principal: HeaderKeyAndPasswordPrincipal<String, String>,
    ) -> Result<EndpointsResponse, Rejection> {
        Ok(EndpointsResponse::Ok(format!("{principal:?}")))
    }

    async fn signed(
        _: &RequestContext<Settings>,
        principal: String,
    ) -> Result<SignedResponse, Rejection> {
        Ok(SignedResponse::Ok(principal))
    }

    async fn scopes(
        _: &RequestContext<Settings>,
        principal: String,
    ) -> Result<ScopesResponse, Rejection> {
        Ok(ScopesResponse::Ok(principal))
    }

    async fn optional(
        _: &RequestContext<Settings>,
        principal: Option<OpenidOrPasswordPrincipal<String, String>>,
    ) -> Result<OptionalResponse, Rejection> {
        Ok(OptionalResponse::Ok(format!("{principal:?}")))
    }

    fn validates_responses(rqctx: &RequestContext<Settings>) -> bool {
        rqctx.context().validates_responses
    }

    fn error_for(rejection: &Rejection, _: StatusCode) -> Error {
        Error { code: ProblemCode::Worse, detail: Some(rejection.to_string()) }
    }

    fn create_item_unprocessable_entity_for(
        rejection: &Rejection,
        _: StatusCode,
    ) -> CreateItemUnprocessableEntity {
        CreateItemUnprocessableEntity(Vec::from([rejection.to_string()]))
    }

    async fn list_items(
        _: &RequestContext<Settings>,
        _: String,
        query: ListItemsQuery,
        header: ListItemsHeader,
    ) -> Result<ListItemsResponse, Rejection> {
        if header.x_level < 0 {
            return Ok(ListItemsResponse::Otherwise {
                status: StatusCode::IM_A_TEAPOT,
                response: Problem {
                    body: Error {
                        code: ProblemCode::Other(7),
                        detail: Some(format!("{query:?} {header:?}")),
                    },
                    retry_after: Some(3),
                    www_authenticate: None,
                },
            });
        }
        Ok(ListItemsResponse::Ok(ListItemsOk(Vec::new())))
    }

    async fn create_item(
        _: &RequestContext<Settings>,
        _: Option<String>,
        item: Option<Item>,
    ) -> Result<CreateItemResponse, Rejection> {
        match item {
            Some(item) if item.name == PANIC => panic!("a handler that panics"),
            // The schema requires names to begin with a capital letter.
            Some(item) if item.name == UNTRUE => {
                Ok(CreateItemResponse::Ok(Item { name: "untrue".to_owned(), ..item }))
            }
            Some(body) => Ok(CreateItemResponse::Created {
                location: format!("/items/{}", body.id),
                x_remaining: Some(i64::MAX),
                x_kind: None,
                x_tags: vec!["new".to_owned(), "plain".to_owned()],
                x_note: None,
                x_node: None,
                body,
            }),
            None => Ok(CreateItemResponse::BadRequest(Problem {
                body: Error { code: ProblemCode::Bad, detail: None },
                retry_after: None,
                www_authenticate: None,
            })),
        }
    }

    async fn get_item(
        _: &RequestContext<Settings>,
        GetItemPath { item_id }: GetItemPath,
    ) -> Result<GetItemResponse, Rejection> {
        find(item_id)?;
        Ok(GetItemResponse::Status499)
    }

    async fn put_item(
        _: &RequestContext<Settings>,
        _: String,
        _: PutItemPath,
        PutItemBody(_): PutItemBody,
    ) -> Result<PutItemResponse, Rejection> {
        Ok(PutItemResponse::NoContent)
    }

    async fn patch_item(
        _: &RequestContext<Settings>,
        _: String,
        _: PatchItemPath,
        body: Patch,
    ) -> Result<PatchItemResponse, Rejection> {
        Ok(PatchItemResponse::Success { status: RangeStatus::of::<203>(), body })
    }

    async fn delete_items_item_id(
        _: &RequestContext<Settings>,
        _: String,
        path: DeleteItemsItemIdPath,
    ) -> Result<DeleteItemsItemIdResponse, Rejection> {
        // The control character makes the header value invalid.
        let location = if path.item_id.is_nil() { "\n" } else { "/items" };
        Ok(DeleteItemsItemIdResponse::SeeOther { location: location.to_owned() })
    }

    async fn latest(_: &RequestContext<Settings>) -> Result<LatestResponse, Rejection> {
        Ok(LatestResponse::NoContent)
    }

    async fn latest_slash(_: &RequestContext<Settings>) -> Result<LatestSlashResponse, Rejection> {
        Ok(LatestSlashResponse::Accepted)
    }

    async fn get_part(
        _: &RequestContext<Settings>,
        GetPartPath { owner, part }: GetPartPath,
    ) -> Result<GetPartResponse, Rejection> {
        Ok(GetPartResponse::Ok(format!("{part} of {owner}")))
    }

    async fn styles(
        _: &RequestContext<Settings>,
        query: StylesQuery,
        header: StylesHeader,
        cookie: StylesCookie,
    ) -> Result<StylesResponse, Rejection> {
        Ok(StylesResponse::Ok(format!("{query:?} {header:?} {cookie:?}")))
    }

    async fn styles_rest(
        _: &RequestContext<Settings>,
        _: Option<String>,
        query: StylesRestQuery,
    ) -> Result<StylesRestResponse, Rejection> {
        Ok(StylesRestResponse::Ok(format!("{query:?}")))
    }

    async fn styles_path(
        _: &RequestContext<Settings>,
        path: StylesPathPath,
    ) -> Result<StylesPathResponse, Rejection> {
        Ok(StylesPathResponse::Ok(format!("{path:?}")))
    }

    async fn get_file(
        _: &RequestContext<Settings>,
        path: GetFilePath,
    ) -> Result<GetFileResponse, Rejection> {
        Ok(GetFileResponse::Ok(format!("{path:?}")))
    }

    async fn get_export(
        _: &RequestContext<Settings>,
        path: GetExportPath,
        query: GetExportQuery,
    ) -> Result<GetExportResponse, Rejection> {
        Ok(GetExportResponse::Ok(format!("{path:?} {query:?}")))
    }

    async fn cancel_file(
        _: &RequestContext<Settings>,
        path: CancelFilePath,
    ) -> Result<CancelFileResponse, Rejection> {
        Ok(CancelFileResponse::Ok(format!("{path:?}")))
    }

    async fn head_item(
        _: &RequestContext<Settings>,
        _: String,
        _: HeadItemPath,
    ) -> Result<HeadItemResponse, Rejection> {
        Ok(HeadItemResponse::Ok)
    }

    async fn options_item(
        _: &RequestContext<Settings>,
        _: String,
        _: OptionsItemPath,
    ) -> Result<OptionsItemResponse, Rejection> {
        Err(Rejection::defect("nothing can be done"))
    }
}

/// Returns the principal of a key.
fn known(key: &str) -> Option<String> {
    Some(key.to_owned()).filter(|key| key == "good")
}

/// The id of an item that `find` rejects with a status that no operation
/// declares.
pub const CONFLICT: &str = "0190163d-8694-739b-aea5-966c26f8ad92";

/// A helper function as in other dropshot programs.
fn find(item_id: uuid::Uuid) -> Result<(), HttpError> {
    if item_id.is_nil() {
        return Err(HttpError::for_not_found(None, "no such item".to_owned()));
    }
    if item_id.to_string() == CONFLICT {
        let status = ClientErrorStatusCode::CONFLICT;
        return Err(HttpError::for_client_error_with_status(None, status));
    }
    Ok(())
}
