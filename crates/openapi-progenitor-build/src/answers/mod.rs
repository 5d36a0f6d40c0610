//! The types of responses: [`types`] writes them.
//!
//! progenitor sees one response with the type for all statuses of a side. `openapi-progenitor`
//! decodes it.

mod types;

use std::collections::BTreeMap;

use crate::Lowered;
use crate::lower::answers::{AnswerType, Answers, Side};

pub(crate) use types::definitions;

/// Returns the types of responses with the operations that declare them.
fn typed(answers: &BTreeMap<String, Answers>) -> impl Iterator<Item = (&str, &AnswerType)> {
    answers.iter().flat_map(|(id, answers)| {
        let sides = [&answers.successes, &answers.failures];
        sides.into_iter().filter_map(move |side| match side {
            Side::Typed(answer) => Some((id.as_str(), answer)),
            Side::Plain(_) | Side::Stream(_) | Side::Upgraded | Side::Never => None,
        })
    })
}

/// Returns the names of the types of responses.
pub(crate) fn names(lowered: &Lowered) -> impl Iterator<Item = &str> {
    let types = typed(&lowered.answers);
    types
        .flat_map(|(_, answer)| [&answer.name].into_iter().chain(&answer.shared))
        .map(String::as_str)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use openapi_document::Document;

    use crate::{Interface, TypeOptions, client, mocks};

    const DOCUMENT: &str = "
openapi: 3.1.0
info: { title: a, version: '1' }
paths:
  /watch:
    get:
      operationId: watch
      responses:
        '200':
          description: The trees
          content: { application/jsonl: { schema: { $ref: '#/components/schemas/Tree' } } }
components:
  schemas: { Tree: { type: object, properties: { id: { type: integer } } } }
";

    #[test]
    fn a_stream_of_items_has_its_type_in_both_interfaces_and_is_bytes_in_a_mock() {
        let document = Document::parse("a.yaml", DOCUMENT).unwrap();
        let compact = |code: &str| code.split_whitespace().collect::<String>();
        for interface in [Interface::Positional, Interface::Builders] {
            let code = compact(
                &client(&document, "a.json", interface, TypeOptions::default(), |_| {})
                    .unwrap()
                    .code,
            );
            assert_eq!(code.matches("ItemStream<types::Tree>>").count(), 1, "{code}");
            assert!(code.contains(".inner.items(response,&info).await"), "{code}");
            let accept = r#".header(reqwest::header::ACCEPT,"application/jsonl")"#;
            assert_eq!(code.matches("ACCEPT").count(), 1, "{code}");
            assert!(code.contains(accept), "{code}");
        }
        let mocks = compact(&mocks::code(&document, "crate").unwrap());
        assert!(mocks.contains("pubfnsuccess(self,status:u16,body:implAsRef<[u8]>)"), "{mocks}");
        assert!(mocks.contains(r#""content-type","application/jsonl""#), "{mocks}");
        assert!(!mocks.contains("ItemStream"), "{mocks}");
    }
}
