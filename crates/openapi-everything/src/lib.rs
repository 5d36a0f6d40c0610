//! A server generated from a document that uses everything the generator
//! handles, so that generated code is compiled, served and called, and not only
//! read. Its answers give back what they were given; it must never be clever.

pub mod api {
    //! What `build.rs` makes of `openapi.yaml`, and nothing else.

    #![allow(missing_docs, reason = "the document describes what it wants to")]
    #![allow(clippy::large_enum_variant, reason = "a response lives for a moment")]

    include!(concat!(env!("OUT_DIR"), "/api.rs"));
}

use api::{
    Api, CreateItemResponse, DeleteItemsItemIdPath, DeleteItemsItemIdResponse, Error, GetItemPath,
    GetItemResponse, GetPartPath, GetPartResponse, HeadItemPath, HeadItemResponse, Item,
    LatestResponse, LatestSlashResponse, ListItemsHeader, ListItemsOk, ListItemsQuery,
    ListItemsResponse, OptionsItemPath, OptionsItemResponse, Patch, PatchItemPath,
    PatchItemResponse, ProblemCode, PutItemBody, PutItemPath, PutItemResponse,
};
use http::StatusCode;
use openapi_runtime::{BearerToken, Challenge, Fault, Limits, RangeStatus, Request};

/// The service.
pub struct Everything {
    /// What callers may send.
    pub limits: Limits,
}

/// What `POST /items` answers depends on the item's name.
pub const PANIC: &str = "Panic";

/// An item of this name is answered with one that the document refuses.
pub const UNTRUE: &str = "Untrue";

impl Api for Everything {
    type Token = String;
    const TOKEN: Challenge = Challenge {
        realm: "everything",
    };

    async fn token(&self, _: &Request, token: BearerToken<'_>) -> Result<Option<String>, Fault> {
        Ok(Some(token.reveal().to_owned()).filter(|token| token == "good"))
    }

    fn limits(&self) -> Limits {
        self.limits
    }

    fn error_for(fault: &Fault) -> Error {
        Error {
            code: ProblemCode::Worse,
            detail: Some(Some(fault.to_string())),
        }
    }

    async fn list_items(
        &self,
        _: &Request,
        _: String,
        query: ListItemsQuery,
        header: ListItemsHeader,
    ) -> Result<ListItemsResponse, Fault> {
        if header.x_level < 0 {
            return Ok(ListItemsResponse::Otherwise {
                status: StatusCode::IM_A_TEAPOT,
                body: Error {
                    code: ProblemCode::Other(7),
                    detail: Some(Some(format!("{query:?} {header:?}"))),
                },
                retry_after: Some(3),
                www_authenticate: None,
            });
        }
        Ok(ListItemsResponse::Ok(ListItemsOk(Vec::new())))
    }

    async fn create_item(
        &self,
        _: &Request,
        _: Option<String>,
        item: Option<Item>,
    ) -> Result<CreateItemResponse, Fault> {
        match item {
            Some(item) if item.name == PANIC => panic!("a handler that panics"),
            // The schema of a name wants a capital letter.
            Some(item) if item.name == UNTRUE => Ok(CreateItemResponse::Ok(Item {
                name: "untrue".to_owned(),
                ..item
            })),
            Some(body) => Ok(CreateItemResponse::Created {
                location: format!("/items/{}", body.id),
                x_remaining: Some(i64::MAX),
                x_kind: None,
                x_tags: "new,plain".to_owned(),
                x_note: None,
                x_node: None,
                body,
            }),
            None => Ok(CreateItemResponse::BadRequest {
                body: Error {
                    code: ProblemCode::Bad,
                    detail: Some(None),
                },
                retry_after: None,
                www_authenticate: None,
            }),
        }
    }

    async fn get_item(
        &self,
        _: &Request,
        GetItemPath { item_id }: GetItemPath,
    ) -> Result<GetItemResponse, Fault> {
        Ok(match item_id.is_nil() {
            true => GetItemResponse::NotFound,
            false => GetItemResponse::Status499,
        })
    }

    async fn put_item(
        &self,
        _: &Request,
        _: String,
        _: PutItemPath,
        PutItemBody(_): PutItemBody,
    ) -> Result<PutItemResponse, Fault> {
        Ok(PutItemResponse::NoContent)
    }

    async fn patch_item(
        &self,
        _: &Request,
        _: String,
        _: PatchItemPath,
        body: Patch,
    ) -> Result<PatchItemResponse, Fault> {
        Ok(PatchItemResponse::Success {
            status: RangeStatus::of::<203>(),
            body,
        })
    }

    async fn delete_items_item_id(
        &self,
        _: &Request,
        _: String,
        path: DeleteItemsItemIdPath,
    ) -> Result<DeleteItemsItemIdResponse, Fault> {
        // A location that no field can have.
        let location = if path.item_id.is_nil() {
            "\n"
        } else {
            "/items"
        };
        Ok(DeleteItemsItemIdResponse::SeeOther {
            location: location.to_owned(),
        })
    }

    async fn latest(&self, _: &Request) -> Result<LatestResponse, Fault> {
        Ok(LatestResponse::NoContent)
    }

    async fn latest_slash(&self, _: &Request) -> Result<LatestSlashResponse, Fault> {
        Ok(LatestSlashResponse::Accepted)
    }

    async fn get_part(
        &self,
        _: &Request,
        GetPartPath { owner, part }: GetPartPath,
    ) -> Result<GetPartResponse, Fault> {
        Ok(GetPartResponse::Ok(format!("{part} of {owner}")))
    }

    async fn head_item(
        &self,
        _: &Request,
        _: String,
        _: HeadItemPath,
    ) -> Result<HeadItemResponse, Fault> {
        Ok(HeadItemResponse::Ok)
    }

    async fn options_item(
        &self,
        _: &Request,
        _: String,
        _: OptionsItemPath,
    ) -> Result<OptionsItemResponse, Fault> {
        Err(Fault::defect("nothing can be done"))
    }
}
