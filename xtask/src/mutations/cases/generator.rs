//! Changes of the generator, and so of every server that it makes.

use super::{Check, EVERYTHING, Mutation};

const ENDPOINTS: &str = "crates/openapi-dropshot/src/emit/endpoints.rs";

pub(super) const ALL: &[Mutation] = &[
    Mutation::new(
        ENDPOINTS,
        "shows no credential",
        &[("quote!(.bearer())", "quote!()")],
        &[Check::Conformance],
    ),
    Mutation::new(
        ENDPOINTS,
        "shows no parameters",
        &[("quote!(.parameters::<#extractor<#kind>>())", "quote!()")],
        &[Check::Conformance, EVERYTHING],
    ),
];
