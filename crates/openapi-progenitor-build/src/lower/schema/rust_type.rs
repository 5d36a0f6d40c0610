//! Names the Rust type of a lowered schema, for types that are not typify's.

use openapi_document::Location;
use serde_json::Value;

use super::define;
use crate::lower::context::{Context, Object};
use crate::lower::names;

/// Keywords that leave the type as it is.
const ANNOTATIONS: [&str; 6] = [
    "default",
    "deprecated",
    "description",
    "example",
    "nullable",
    "title",
];

/// Returns the type of a lowered schema, as the module `types` names it. A schema that no
/// type of the standard library or of typify fits gets a type with the preferred name.
pub(crate) fn rust_type<'d>(
    context: &mut Context<'d>,
    lowered: Object,
    preferred_name: &str,
    location: &'d Location,
) -> String {
    let is_nullable = lowered.get("nullable") == Some(&Value::Bool(true));
    let kind = match known(context, &lowered, preferred_name, location) {
        Some(kind) => kind,
        None => {
            let mut lowered = lowered;
            lowered.remove("nullable");
            let name = context.types.free_name(preferred_name);
            define(context, name.clone(), lowered, location);
            names::type_name(&name)
        }
    };
    match is_nullable {
        true => format!("::std::option::Option<{kind}>"),
        false => kind,
    }
}

fn known<'d>(
    context: &mut Context<'d>,
    lowered: &Object,
    preferred_name: &str,
    location: &'d Location,
) -> Option<String> {
    if let Some(name) = referred(lowered) {
        return Some(names::type_name(name));
    }
    let text = |keyword: &str| lowered.get(keyword).and_then(Value::as_str);
    let has_only = |keywords: &[&str]| {
        lowered
            .keys()
            .all(|name| ANNOTATIONS.contains(&name.as_str()) || keywords.contains(&name.as_str()))
    };
    let kind = match text("type") {
        None if has_only(&[]) => "::serde_json::Value",
        Some("boolean") if has_only(&["type"]) => "bool",
        Some("string") if has_only(&["type", "format"]) => match text("format") {
            Some("date") => "::chrono::naive::NaiveDate",
            Some("date-time") => "::chrono::DateTime<::chrono::offset::Utc>",
            Some("uuid") => "::uuid::Uuid",
            Some("ip") => "::std::net::IpAddr",
            Some("ipv4") => "::std::net::Ipv4Addr",
            Some("ipv6") => "::std::net::Ipv6Addr",
            _ => "::std::string::String",
        },
        Some("integer") if !lowered.contains_key("enum") => match text("format") {
            Some("int8") => "i8",
            Some("int16") => "i16",
            Some("int32") => "i32",
            Some("uint8") => "u8",
            Some("uint16") => "u16",
            Some("uint32") => "u32",
            Some("uint64") => "u64",
            _ if lowered.get("minimum").and_then(Value::as_f64) >= Some(0.0) => "u64",
            _ => "i64",
        },
        Some("number") if !lowered.contains_key("enum") => match text("format") {
            Some("float") => "f32",
            _ => "f64",
        },
        Some("array") => {
            let items = lowered.get("items")?.as_object()?.clone();
            let item = rust_type(context, items, &format!("{preferred_name}Item"), location);
            return Some(format!("::std::vec::Vec<{item}>"));
        }
        _ => return None,
    };
    Some(kind.to_owned())
}

/// Returns the component to which a schema refers, at most with annotations beside it.
fn referred(lowered: &Object) -> Option<&str> {
    let is_annotated = |keyword: &str| {
        lowered
            .keys()
            .all(|name| name == keyword || ANNOTATIONS.contains(&name.as_str()))
    };
    let reference = match lowered.get("allOf") {
        Some(Value::Array(schemas)) if is_annotated("allOf") => match schemas.as_slice() {
            [only] => only.get("$ref"),
            _ => None,
        },
        _ => lowered.get("$ref"),
    };
    reference?.as_str()?.rsplit('/').next()
}
