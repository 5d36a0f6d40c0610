//! Changes of the generator, and therefore of every generated server.

use super::{Check, EVERYTHING, EXTERNAL, Mutation, REFUSED, WIRE};

const ENDPOINTS: &str = "crates/openapi-dropshot/src/emit/endpoints.rs";
const RESPONSES: &str = "crates/openapi-dropshot/src/emit/responses.rs";
const SECURITY: &str = "crates/openapi-dropshot/src/emit/security.rs";
const STRUCTS: &str = "crates/openapi-dropshot/src/emit/structs.rs";
const UNION: &str = "crates/openapi-dropshot/src/union.rs";
const DIRECTIONS: &str = "crates/openapi-model/src/directions/mod.rs";
const SCALAR: &str = "crates/openapi-dropshot/src/types/scalar.rs";
const TYPES: &str = "crates/openapi-dropshot/src/types/mod.rs";
const DEFINITION: &str = "crates/openapi-dropshot/src/types/definition.rs";

pub(super) const ALL: &[Mutation] = &[
    Mutation::new(
        SECURITY,
        "takes one of several required schemes for enough",
        &[(
            "let required = alternative.iter().map(|(scheme, scopes)| {",
            "let required = alternative.iter().take(1).map(|(scheme, scopes)| {",
        )],
        &[EVERYTHING],
    ),
    Mutation::new(
        UNION,
        "takes null in a union because of the type beside it",
        &[(
            "!nulls.is_empty() && (merged.types.is_none() || merged.nullable)",
            "!nulls.is_empty() || merged.nullable",
        )],
        &[EVERYTHING],
    ),
    Mutation::new(
        UNION,
        "gives a string the format of the number beside it",
        &[("if has_numbers && (", "if false && (")],
        &[EVERYTHING],
    ),
    Mutation::new(
        ENDPOINTS,
        "documents no parameters",
        &[(
            "quote!(openapi_runtime::Documented<#extractor<#kind>>)",
            "quote!(openapi_runtime::Documented<#extractor<()>>)",
        )],
        &[Check::Conformance, EVERYTHING],
    ),
    Mutation::new(
        ENDPOINTS,
        "does not check a credential again after a slow body",
        &[("steps.extend(again);", "drop(again);")],
        &[WIRE],
    ),
    Mutation::new(
        RESPONSES,
        "declares a response without its body",
        &[(
            "quote!(ResponseSpec::json::<#body>(#status, #description))",
            "quote!({ type _Body = #body; ResponseSpec::empty(#status, #description) })",
        )],
        &[Check::Conformance],
    ),
    Mutation::new(
        RESPONSES,
        "shows no header of a response",
        &[(
            "quote!(.#method(#name, #description, #schema))",
            "{ let _ = (method, name, description, schema); quote!() }",
        )],
        &[EVERYTHING],
    ),
    Mutation::new(
        STRUCTS,
        "takes optional members for required",
        &[(
            "} else if !required {",
            "} else if !required && self.name.is_empty() {",
        )],
        &[Check::Conformance],
    ),
    Mutation::new(
        STRUCTS,
        "shows that `null` is accepted for an absent member",
        &[(
            "shown = Some(quote!(#[schemars(with = #with)]));",
            "shown = with.is_empty().then(|| quote!(#[schemars(with = #with)]));",
        )],
        &[Check::Conformance],
    ),
    Mutation::new(
        STRUCTS,
        "applies no default of a parameter",
        &[(
            "serde.push(quote!(default = #function));",
            "drop(function);",
        )],
        &[EVERYTHING],
    ),
    Mutation::new(
        STRUCTS,
        "takes zero for the default of every integer",
        &[(
            "default.as_i64().unwrap_or_default()",
            "default.as_i64().unwrap_or_default() / i64::MAX",
        )],
        &[EVERYTHING],
    ),
    Mutation::new(
        SCALAR,
        "holds `int64` in 32 bits",
        &[(r#"("int64", "i64")"#, r#"("int64", "i32")"#)],
        &[Check::Conformance, WIRE],
    ),
    Mutation::new(
        TYPES,
        "generates a type of another crate where the type contains itself",
        &[("external: merged.external.clone(),", "external: None,")],
        &[EXTERNAL],
    ),
    Mutation::new(
        DEFINITION,
        "emits the schema that a type of another crate has",
        &[(
            "self.rules.is_empty()\n            && self.external.is_none()",
            "self.rules.is_empty()",
        )],
        &[EXTERNAL],
    ),
    Mutation::new(
        DIRECTIONS,
        "requires members in requests that only responses have",
        &[(
            r#"Self::Request => "readOnly","#,
            r#"Self::Request => "writeOnly","#,
        )],
        &[REFUSED],
    ),
];
