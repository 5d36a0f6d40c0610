//! The media types of a request body, for the emitted document.

use std::marker::PhantomData;

use dropshot::{
    ApiEndpointBodyContentType, ExclusiveExtractor, ExtensionMode, ExtractorMetadata, TypedBody,
};
use schemars::JsonSchema;
use schemars::r#gen::SchemaGenerator;
use schemars::schema::Schema;
use serde::de::DeserializeOwned;

pub(crate) const JSON: &str = "application/json";

/// The media types of a request body.
pub trait RequestContent: 'static {
    /// Returns the metadata of the extractor of dropshot that is most similar.
    fn metadata() -> ExtractorMetadata;

    /// Returns the media types that replace the one that dropshot emits for
    /// [`RequestContent::metadata`]; none if that is right.
    fn declared() -> Vec<MediaTypeSpec> {
        Vec::new()
    }
}

/// A media type of a body.
#[derive(Clone, Copy)]
pub struct MediaTypeSpec {
    pub(crate) name: &'static str,
    pub(crate) schema: Option<fn(&mut SchemaGenerator) -> Schema>,
}

impl MediaTypeSpec {
    /// Returns a media type or range with a schema.
    pub fn new(name: &'static str, schema: fn(&mut SchemaGenerator) -> Schema) -> Self {
        Self { name, schema: Some(schema) }
    }

    /// Returns a media type or range without a schema.
    pub fn any(name: &'static str) -> Self {
        Self { name, schema: None }
    }
}

/// No body.
impl RequestContent for () {
    fn metadata() -> ExtractorMetadata {
        ExtractorMetadata { extension_mode: ExtensionMode::None, parameters: Vec::new() }
    }
}

/// `application/json` and no other media type.
pub struct Json<T>(PhantomData<fn() -> T>);

impl<T: DeserializeOwned + JsonSchema + Send + Sync + 'static> RequestContent for Json<T> {
    fn metadata() -> ExtractorMetadata {
        TypedBody::<T>::metadata(ApiEndpointBodyContentType::Json)
    }
}

/// A body that may be absent.
pub struct Optional<C>(PhantomData<fn() -> C>);

impl<C: RequestContent> RequestContent for Optional<C> {
    fn metadata() -> ExtractorMetadata {
        let mut metadata = C::metadata();
        // dropshot emits `required: true` all the same; `EmittedDocument` reads this.
        for body in &mut metadata.parameters {
            body.required = false;
        }
        metadata
    }

    fn declared() -> Vec<MediaTypeSpec> {
        C::declared()
    }
}
