//! How the fields of `application/x-www-form-urlencoded` are written (OpenAPI 3.2 §4.15, which
//! says more than 3.1.1 §4.8.15 and contradicts nothing in it).

use serde::Deserialize;
#[cfg(feature = "json-schema")]
use serde_json::Value;

#[cfg(feature = "json-schema")]
use super::{Encoding, Pair, Texts, Unwritable};
use super::{Style, is_json};

/// How an Encoding Object, from which this is deserialized, says that the value of a field is
/// written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(from = "EncodingObject")]
pub enum FieldEncoding {
    /// As the type of the value says: an object as JSON, an array item by item, and others as
    /// text.
    #[default]
    Usual,
    /// As JSON, an array item by item.
    Json,
    /// As a parameter of a query, in a style that may be exploded.
    Style(Style, bool),
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct EncodingObject {
    style: Option<Style>,
    explode: Option<bool>,
    allow_reserved: Option<bool>,
    content_type: Option<String>,
}

/// If `style`, `explode` or `allowReserved` is there, `contentType` has no effect.
impl From<EncodingObject> for FieldEncoding {
    fn from(object: EncodingObject) -> Self {
        if object.style.is_none() && object.explode.is_none() && object.allow_reserved.is_none() {
            let is_json = object.content_type.is_some_and(|name| is_json(&name));
            return if is_json { Self::Json } else { Self::Usual };
        }
        let style = object.style.unwrap_or(Style::Form);
        Self::Style(style, object.explode.unwrap_or(style == Style::Form))
    }
}

#[cfg(feature = "json-schema")]
impl FieldEncoding {
    /// Returns the text of a value or of an item, without a style.
    ///
    /// # Errors
    /// The value is `null`, which has no text but in JSON.
    pub fn text(self, item: &Value) -> Result<String, Unwritable> {
        match item {
            Value::String(text) if self != Self::Json => Ok(text.clone()),
            Value::Null if self != Self::Json => Err(Unwritable::Nested),
            item => Ok(item.to_string()),
        }
    }

    /// Writes a field. An array without items has no pairs.
    ///
    /// # Errors
    /// The value has no text.
    pub fn write(self, name: &str, value: &Value) -> Result<Vec<Pair>, Unwritable> {
        let encoding = Encoding::Uri;
        if let Self::Style(style, explode) = self {
            return style.write(explode, name, &Texts::of(value)?, encoding);
        }
        let items = match value {
            Value::Array(items) => items.as_slice(),
            single => std::slice::from_ref(single),
        };
        let pair = |item| Ok((encoding.encode(name), encoding.encode(&self.text(item)?)));
        items.iter().map(pair).collect()
    }
}

/// A field of `multipart/form-data`.
#[derive(Clone, Debug, PartialEq)]
pub struct FormField<S, N = &'static str> {
    /// Its name.
    pub name: N,
    /// How its value is written.
    pub content: FieldContent<N>,
    /// Whether it is an array, whose items are sent under the same name.
    pub repeated: bool,
    /// The schema of the value, or of the array. Of a field that branches of a union declare each
    /// in its way, the schema of the form decides which value its text represents.
    pub schema: Option<S>,
}

/// How the value of a field of `multipart/form-data` is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldContent<N = &'static str> {
    /// The text of a string, number or boolean.
    Text,
    /// JSON.
    Json,
    /// JSON of an object or an array, or else text.
    TextOrJson,
    /// Any bytes. The content type of the part must be one of these media types or ranges, which
    /// commas separate; any, if there are none.
    File(N),
}

impl FieldContent<String> {
    /// Returns the content with its media types borrowed.
    pub fn as_deref(&self) -> FieldContent<&str> {
        match self {
            Self::Text => FieldContent::Text,
            Self::Json => FieldContent::Json,
            Self::TextOrJson => FieldContent::TextOrJson,
            Self::File(media_types) => FieldContent::File(media_types),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use serde_json::json;

    use super::*;

    #[test]
    fn an_encoding_object_says_how_a_field_is_written() {
        let list = json!(["a b", "7"]);
        let point = json!({"x": 1, "n": "c"});
        for (encoding, value, expected) in [
            // OpenAPI 3.1.1 §4.8.15.3.1: the id is text, the address is JSON.
            (json!({}), json!("f81d"), "f=f81d"),
            (json!({}), point.clone(), "f=%7B%22n%22%3A%22c%22%2C%22x%22%3A1%7D"),
            (json!({ "contentType": "application/json" }), json!("f81d"), "f=%22f81d%22"),
            (json!({ "contentType": "image/png, image/jpeg" }), json!("iVBO=="), "f=iVBO%3D%3D"),
            // OpenAPI 3.2 §4.14.5.1: one value for each item.
            (json!({}), list.clone(), "f=a%20b&f=7"),
            (json!({}), json!([{"x": 1}, [2], "c"]), "f=%7B%22x%22%3A1%7D&f=%5B2%5D&f=c"),
            (json!({ "contentType": "application/json" }), list.clone(), "f=%22a%20b%22&f=%227%22"),
            (json!({ "contentType": "application/a+json" }), json!(null), "f=null"),
            (json!({}), json!([]), ""),
            // A style, or what belongs to one, is that of a parameter of a query.
            (json!({ "style": "form" }), point.clone(), "n=c&x=1"),
            (json!({ "explode": true }), list.clone(), "f=a%20b&f=7"),
            (json!({ "explode": false }), list.clone(), "f=a%20b,7"),
            (
                json!({ "explode": false, "contentType": "application/json" }),
                list.clone(),
                "f=a%20b,7",
            ),
            (json!({ "allowReserved": false }), point.clone(), "n=c&x=1"),
            (json!({ "style": "form", "explode": false }), point.clone(), "f=n,c,x,1"),
            (json!({ "style": "spaceDelimited" }), json!([1, 2]), "f=1%202"),
            (json!({ "style": "pipeDelimited" }), json!([1, 2]), "f=1%7C2"),
            (json!({ "style": "pipeDelimited", "explode": true }), json!([1, 2]), "f=1&f=2"),
            (json!({ "style": "deepObject", "explode": true }), point, "f%5Bn%5D=c&f%5Bx%5D=1"),
        ] {
            let field: FieldEncoding = serde_json::from_value(encoding.clone()).unwrap();
            let written = field.write("f", &value).unwrap();
            let written: Vec<_> =
                written.iter().map(|(name, text)| format!("{name}={text}")).collect();
            assert_eq!(written.join("&"), expected, "{encoding} {value}");
        }
        for value in [json!(null), json!(["a", null])] {
            assert_eq!(FieldEncoding::Usual.write("f", &value), Err(Unwritable::Nested));
        }
    }
}
