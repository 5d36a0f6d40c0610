//! A document in several files: its server emits the document that they are together.

mod api {
    #![allow(missing_docs, reason = "the document describes what it wants to")]
    #![allow(dead_code, reason = "no handler is served")]

    include!(concat!(env!("OUT_DIR"), "/files.rs"));
}

use api::{api_mod, types};
use openapi_compare::Document;

#[test]
fn a_document_in_several_files_is_emitted_as_one() {
    let api = api_mod::stub_api_description().unwrap();
    let emitted = crate::emitted(api, &api_mod::emitted_document().unwrap());
    let contract = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/round_trip/files/openapi.yaml");
    let contract = Document::read(contract.as_ref()).unwrap();
    assert_eq!(crate::limits_of(&contract, &emitted), Vec::<String>::new());
}

#[test]
fn a_schema_of_another_file_is_a_type_with_the_name_of_its_component() {
    let branch = types::TreeBranch::new(3);
    let mut tree = types::Tree::new("Oak".to_owned());
    tree.branches = Some(vec![branch]);
    let json = serde_json::to_value(&tree).unwrap();
    assert_eq!(json.to_string(), r#"{"branches":[{"length":3}],"name":"Oak"}"#);
}
