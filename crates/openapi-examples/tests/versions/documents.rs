//! The documents that the versions emit.

use dropshot::{ApiDescription, RequestContext, StubContext};
use openapi_compare::{Document, Level, compare_at};
use openapi_dropshot::{EmittedDocument, Rejection};
use openapi_examples::versions::api;
use openapi_versions::{Documents, Service, Source, generate};

use crate::VERSIONS;

#[allow(dead_code, reason = "no function is called")]
mod notes {
    include!(concat!(env!("OUT_DIR"), "/notes.rs"));
}

const NOTES: [&str; 3] = ["1.0.0", "1.0.1", "1.1.0"];

/// Asserts that the document that a version emits does not differ from its source.
fn assert_emitted(
    (emitted, api): (&EmittedDocument, &ApiDescription<StubContext>),
    (folder, version): (&str, &str),
) {
    let file = format!("{folder}/{version}.yaml");
    let source = Document::read(file.as_ref()).expect("the document can be read");
    let version = version.parse().expect("the version is one");
    let emitted = emitted.emit(api, version);
    let emitted = emitted.expect("every operation is served").to_string();
    let emitted = Document::parse("emitted.json", &emitted).expect("dropshot emits a document");
    let report = compare_at(Level::Documentation, &source, &emitted);
    assert!(report.is_clean(), "{file}: {report}");
}

#[test]
fn the_document_of_each_version_does_not_differ_from_its_source() {
    let built = "dropshot takes every endpoint";
    let library = api::api_mod::stub_api_description().expect(built);
    let emitted = api::api_mod::emitted_document().expect(built);
    for version in VERSIONS {
        assert_emitted((&emitted, &library), ("openapi", version));
    }
    let notes = notes::api_mod::stub_api_description().expect(built);
    let emitted = notes::api_mod::emitted_document().expect(built);
    for version in NOTES {
        assert_emitted((&emitted, &notes), ("tests/versions/notes", version));
    }
}

/// A service for versions without differences.
enum Notes {}

impl notes::v1_1_0::Api for Notes {
    type Context = ();

    async fn list_notes(
        _: &RequestContext<()>,
        _: notes::v1_1_0::types::ListNotesQuery,
    ) -> Result<notes::v1_1_0::types::ListNotesResponse, Rejection> {
        Ok(notes::v1_1_0::types::ListNotesResponse::Ok(Vec::new()))
    }

    async fn create_note(
        _: &RequestContext<()>,
        _: notes::v1_1_0::types::Note,
    ) -> Result<notes::v1_1_0::types::CreateNoteResponse, Rejection> {
        Ok(notes::v1_1_0::types::CreateNoteResponse::Created)
    }

    async fn delete_note(
        _: &RequestContext<()>,
        _: notes::v1_1_0::types::DeleteNotePath,
    ) -> Result<notes::v1_1_0::types::DeleteNoteResponse, Rejection> {
        Ok(notes::v1_1_0::types::DeleteNoteResponse::NoContent)
    }
}

#[test]
fn a_version_that_changes_nothing_or_adds_an_operation_needs_no_code() {
    notes::api_mod::api_description::<Notes>().expect("dropshot takes every endpoint");
    let sources = NOTES.map(|one| Source::new(format!("tests/versions/notes/{one}.yaml")));
    let mut documents = Documents::read(&sources).expect("the documents can be read");
    let generated = generate(&mut documents, "notes", "version").expect("they are supported");
    for operations in &generated.operations {
        assert_eq!(operations.len(), 2);
        assert!(operations.iter().all(|one| one.service == Service::Unchanged));
    }
    // The types are those of the newest version, which serves all operations.
    let defines = generated.files.files.iter().filter(|(name, text)| {
        let is_code = name.ends_with(".rs");
        is_code && (text.contains("struct Note") || text.contains("async fn list_notes"))
    });
    let defines: Vec<_> = defines.map(|(name, _)| name).collect();
    assert_eq!(defines, ["notes_v1_1_0.rs"]);
}
