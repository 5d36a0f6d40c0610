//! Generates the commands of a command line, one for each operation.

use openapi_document::{Diagnostics, Document};
use openapiv3::{OpenAPI, Operation, ReferenceOr, StatusCode};
use quote::quote;

use crate::{Interface, Run, answers, generated, refused, run};

/// Generates the commands for the client with this path, such as `trees_client`. An operation
/// whose success is a stream has none: progenitor's code for it is `todo!()`.
pub(crate) fn code(document: &Document, client: &str) -> Result<String, Diagnostics> {
    let Run {
        lowered, settings, ..
    } = run(document, Interface::Builders)?;
    let commands = generated(document, &settings, |generator| {
        generator.cli(&without_streams(&lowered.document), client)
    })?;
    if commands.to_string().contains("todo !") {
        let reason = "it writes no command for an operation of this document";
        return Err(refused(document, &reason));
    }
    let file = syn::parse2(quote! {
        #commands

        /// progenitor bounds the values of outputs by this trait. Clients don't implement
        /// the trait of the crate, which no output needs.
        mod schemars {
            pub trait JsonSchema {}
            impl<T> JsonSchema for T {}
        }
    });
    Ok(prettyplease::unparse(
        &file.map_err(|error| refused(document, &error))?,
    ))
}

/// Returns the document without the operations whose success is a stream or an upgraded
/// connection.
fn without_streams(document: &OpenAPI) -> OpenAPI {
    let mut document = document.clone();
    for path in document.paths.paths.values_mut() {
        let ReferenceOr::Item(path) = path else {
            continue;
        };
        for operation in answers::methods(path) {
            if operation.as_ref().is_some_and(is_stream) {
                *operation = None;
            }
        }
    }
    document
}

fn is_stream(operation: &Operation) -> bool {
    let mut responses = operation.responses.responses.iter();
    responses.any(|(status, response)| match response {
        ReferenceOr::Item(response) => {
            let is_json = response.content.contains_key("application/json");
            *status == StatusCode::Code(101) || !response.content.is_empty() && !is_json
        }
        ReferenceOr::Reference { .. } => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(media_type: &str) -> Result<String, Diagnostics> {
        let text = format!(
            "openapi: 3.1.0
info: {{ title: Case, version: '1' }}
paths:
  /a:
    get:
      operationId: readA
      responses:
        '200':
          description: d
          content: {{ {media_type}: {{ schema: {{ type: string }} }} }}
        '404': {{ description: d, content: {{ text/plain: {{}} }} }}
  /b:
    get: {{ operationId: readB, responses: {{ '204': {{ description: d }} }} }}
"
        );
        code(
            &Document::from_bytes("case.yaml", text.as_bytes())?,
            "trees",
        )
    }

    #[test]
    fn an_operation_is_a_command_unless_its_success_is_a_stream() {
        for (media_type, is_command) in [("application/json", true), ("text/plain", false)] {
            let code = outcome(media_type).expect("commands");
            assert_eq!(code.contains("CliCommand::ReadA"), is_command);
            assert!(code.contains("CliCommand::ReadB"));
        }
    }
}
