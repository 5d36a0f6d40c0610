//! The documentation of the generated client: how to make one, set a credential, call an
//! operation, and match on its failures.

use openapi_document::Status;

use crate::lower::answers::{AnswerType, Side};
use crate::{Interface, Lowered};

/// Returns a section for the documentation of the client.
pub(crate) fn section(lowered: &Lowered, interface: Interface) -> String {
    let credential = lowered.schemes.iter().find_map(|scheme| scheme.call(str::to_owned));
    let credential = credential.map(|(_, setter)| setter).unwrap_or_default();
    let call = lowered.answers.iter().find_map(|(id, answers)| {
        let Side::Typed(failures) = &answers.failures else {
            return None;
        };
        let success = match &answers.successes {
            Side::Typed(success) if !success.is_struct() => {
                format!("match value.into_inner() {{ {}, … }}", arm(success))
            }
            Side::Typed(only) if only.variants[0].body.is_some() => {
                "value.into_inner().body".to_owned()
            }
            _ => "value.into_inner()".to_owned(),
        };
        let call = match interface {
            Interface::Positional => format!("client.{id}(…).await"),
            Interface::Builders => format!("client.{id}().….send().await"),
        };
        let failure = arm(failures);
        Some(format!(
            "match {call} {{
    Ok(value) => {success},
    Err(Error::ErrorResponse(failure)) => match failure.into_inner() {{
        {failure},
        other => println!(\"{{other}}\"),
    }},
    Err(error) => return Err(CallError::from(error).into()),
}}
"
        ))
    });
    let call = call.unwrap_or_default();
    format!(
        "# Use
A client serves many calls and keeps its connections open.

```text
let client = Client::new(\"https://…\", CONTRACT){credential};
{call}```

A value and a failure have all headers of the response (`headers`); those that the document
declares are fields of the types in [`types`]. `openapi_progenitor::CallError` has the reason of
a failed call, and `openapi_progenitor::Retry` repeats calls."
    )
}

/// Returns an arm for the first variant of a type.
fn arm(answer: &AnswerType) -> String {
    let variant = &answer.variants[0];
    let fields = match variant.status {
        _ if variant.body.is_some() => " { body, .. }",
        Status::Code(_) if variant.headers.is_empty() => "",
        _ => " { .. }",
    };
    format!("types::{}::{}{fields} => …", answer.name, variant.name)
}
