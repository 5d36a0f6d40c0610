//! Expected responses, derived from the contract and not from the behaviour of the
//! service.

use serde_json::{Value, json};

use test_kit::connection::Answer;

/// The expected response to a request.
pub enum Expected {
    /// 200 with this plant.
    Plant(Value),
    /// This status, with an `Error` of this value.
    Error(u16, i64),
    /// 400, because the body is not a `NewPlant`; the message has this JSON
    /// Pointer (RFC 6901).
    Invalid(&'static str),
    /// This status, outside of every operation: the body is dropshot's.
    Status(u16),
    /// `100 Continue`, and then this response.
    Continue(Box<Expected>),
}

/// The body is not one JSON document.
pub const NOT_JSON: Expected = Expected::Error(400, 100);
/// The content type is not `application/json`.
pub const CONTENT_TYPE: Expected = Expected::Error(400, 102);
/// The body is larger than the limit.
pub const TOO_LARGE: Expected = Expected::Error(400, 103);
/// The body did not arrive in time.
pub const TOO_SLOW: Expected = Expected::Error(400, 104);
/// The id belongs to a different plant.
pub const ID_TAKEN: Expected = Expected::Error(400, 110);
/// No bearer credential.
pub const NO_CREDENTIAL: Expected = Expected::Error(401, 200);
/// The credential is not accepted.
pub const REFUSED: Expected = Expected::Error(401, 201);

/// 200 with a plant without a tag.
pub fn named(name: &str) -> Expected {
    Expected::Plant(json!({ "name": name }))
}

/// 200 with a plant with a tag.
pub fn tagged(name: &str, tag: &str) -> Expected {
    Expected::Plant(json!({ "name": name, "tag": tag }))
}

impl Expected {
    /// Compares the responses to a request with the expected ones. An error names the
    /// expected ones.
    pub fn judge(&self, answers: &[Answer]) -> Result<(), String> {
        match (self, answers) {
            (Expected::Continue(then), [interim, rest @ ..]) if interim.status == 100 => {
                then.judge(rest)
            }
            (Expected::Continue(_), _) => Err("100 Continue first".to_owned()),
            (expected, [answer]) => expected.judge_one(answer),
            _ => Err("one answer".to_owned()),
        }
    }

    fn judge_one(&self, answer: &Answer) -> Result<(), String> {
        let must = |holds: bool, what: &str| holds.then_some(()).ok_or_else(|| what.to_owned());
        let must_be = |status: u16| must(answer.status == status, &status.to_string());
        let is_json = answer.field("content-type") == ["application/json"];
        let body = answer.json();
        match self {
            Expected::Plant(plant) => {
                must_be(200)?;
                must(is_json, "application/json")?;
                must(body == *plant, "the plant as it was sent")
            }
            Expected::Error(status, error) => {
                must_be(*status)?;
                must(is_json, "application/json")?;
                must(body["error"] == *error, &format!("error {error}"))?;
                must(body["message"].is_string(), "a message")?;
                must(body.as_object().is_some_and(|body| body.len() == 2), "an Error")?;
                let challenge: &[&str] = match error {
                    200 => &["Bearer realm=\"plants\""],
                    201 => &["Bearer realm=\"plants\", error=\"invalid_token\""],
                    _ => &[],
                };
                let found = answer.field("www-authenticate");
                must(found == challenge, "the challenge")
            }
            Expected::Invalid(pointer) => {
                Expected::Error(400, 101).judge_one(answer)?;
                let pointer = format!("at \"{pointer}\" ");
                let message = body["message"].as_str().unwrap_or_default();
                must(message.contains(&pointer), &pointer)
            }
            Expected::Status(status) => {
                must_be(*status)?;
                let allow: &[&str] = if *status == 405 { &["POST"] } else { &[] };
                must(answer.field("allow") == allow, "Allow: POST")
            }
            Expected::Continue(_) => Err("another answer".to_owned()),
        }
    }
}
