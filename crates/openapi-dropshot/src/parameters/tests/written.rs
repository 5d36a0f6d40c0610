//! A written value is decoded as the same value.

use http::{HeaderMap, HeaderName, HeaderValue};
use serde_json::{Value, json};

use super::super::{Parameter, ParameterLocation, read, sent::Sent, write};
use super::{DOCUMENT, OBJECT, Style, ValueKind, declared};
use crate::Schema;

/// Returns the parameter `color` with the schema at a pointer.
fn parameter(
    pointer: &'static str,
    style: Style,
    explode: bool,
    kinds: &'static [ValueKind],
) -> Parameter {
    let parameter = Parameter::required("color", Schema::at(&DOCUMENT, pointer));
    declared(parameter, pointer).style(style, explode, kinds)
}

/// Writes a value and decodes the text.
fn round_trip(location: ParameterLocation, parameter: Parameter, value: &Value) {
    let parameters = [parameter];
    let object = json!({ "color": value });
    let pairs = write(location, &parameters, object.as_object().unwrap()).unwrap();
    let delimiter = match location {
        ParameterLocation::Cookie => "; ",
        _ => "&",
    };
    let text: Vec<_> = pairs.iter().map(|(name, text)| format!("{name}={text}")).collect();
    let text = text.join(delimiter);
    let mut headers = HeaderMap::new();
    let sent = match location {
        ParameterLocation::Header => {
            for (name, value) in &pairs {
                let name = HeaderName::try_from(name).unwrap();
                headers.append(name, HeaderValue::from_bytes(value.as_bytes()).unwrap());
            }
            Sent::headers(&headers, ["color"].into_iter())
        }
        ParameterLocation::Cookie => {
            headers.insert("cookie", HeaderValue::try_from(&text).unwrap());
            Sent::cookies(&headers)
        }
        _ => Sent::query(&text),
    };
    assert_eq!(Value::Object(read(&sent, &parameters).unwrap()), object, "{text}");
}

#[test]
fn a_written_value_is_decoded_as_the_same_value() {
    use ParameterLocation::{Cookie, Header, Query};
    use Style::{DeepObject, Form, PipeDelimited, Simple, SpaceDelimited};
    const SCALAR: &[ValueKind] = &[ValueKind::Scalar];
    const ARRAY: &[ValueKind] = &[ValueKind::Array];
    let text = json!("a b,c&d=e;f|ü");
    let array = json!(["a b", "c&d", "e=f|g", ""]);
    let plain = json!(["blue", "black"]);
    let object = json!({ "R": 100, "G": 200 });
    let nested = json!({ "tags": [1, 2], "inner": { "a": true }, "x": "y&z" });
    for (location, pointer, style, explode, kinds, value) in [
        (Query, "#/string", Form, false, SCALAR, &text),
        (Cookie, "#/string", Form, false, SCALAR, &text),
        (Header, "#/string", Simple, false, SCALAR, &text),
        (Query, "#/array", Form, true, ARRAY, &array),
        (Query, "#/array", Form, false, ARRAY, &array),
        (Query, "#/array", SpaceDelimited, false, ARRAY, &plain),
        (Query, "#/array", PipeDelimited, false, ARRAY, &plain),
        (Query, "#/array", PipeDelimited, true, ARRAY, &array),
        (Cookie, "#/array", Form, false, ARRAY, &array),
        (Header, "#/array", Simple, false, ARRAY, &plain),
        (Header, "#/array", Simple, true, ARRAY, &plain),
        (Query, "#/object", Form, true, OBJECT, &object),
        (Query, "#/object", Form, false, OBJECT, &object),
        (Query, "#/object", DeepObject, true, OBJECT, &object),
        (Header, "#/object", Simple, false, OBJECT, &object),
        (Header, "#/object", Simple, true, OBJECT, &object),
        (Query, "#/nested", DeepObject, true, OBJECT, &nested),
    ] {
        round_trip(location, parameter(pointer, style, explode, kinds), value);
    }
}

#[test]
fn a_json_parameter_is_encoded_as_a_whole() {
    let parameters = [Parameter::required("color", Schema::at(&DOCUMENT, "#/array")).json()];
    let object = json!({ "color": ["a,b", "c"] });
    let values = object.as_object().unwrap();
    let pairs = write(ParameterLocation::Query, &parameters, values);
    let encoded = "%5B%22a%2Cb%22%2C%22c%22%5D".to_owned();
    assert_eq!(pairs.unwrap(), [("color".to_owned(), encoded)]);
}

#[test]
fn a_value_that_its_schema_rejects_or_its_style_cannot_write_is_not_written() {
    use ParameterLocation::{Header, Query};
    for (location, style, item) in [
        (Query, Style::Form, json!(1)),
        (Query, Style::SpaceDelimited, json!("a b")),
        (Query, Style::PipeDelimited, json!("a|b")),
        (Header, Style::Simple, json!("a,b")),
    ] {
        let parameter = parameter("#/array", style, false, &[ValueKind::Array]);
        let object = json!({ "color": [item] });
        let written = write(location, &[parameter], object.as_object().unwrap());
        let message = written.unwrap_err().to_string();
        assert!(message.starts_with("`color`: "), "{message}");
    }
}
