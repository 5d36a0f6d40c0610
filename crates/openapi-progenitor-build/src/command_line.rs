//! Generates the commands of a command line, one for each operation.

use openapi_model::{Diagnostics, Document};
use quote::quote;

use crate::{Interface, refused, with_progenitor};

/// Generates the commands for the client with this path, such as `trees_client`.
pub(crate) fn code(document: &Document, client: &str) -> Result<String, Diagnostics> {
    let (_, commands) = with_progenitor(document, Interface::Builders, |generator, lowered| {
        generator.cli(lowered, client)
    })?;
    // progenitor's code for such an operation is `todo!()`.
    if commands.to_string().contains("todo !") {
        let reason = "it writes no command for an operation whose response is not JSON";
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
"
        );
        code(
            &Document::from_bytes("case.yaml", text.as_bytes())?,
            "trees",
        )
    }

    #[test]
    fn an_operation_is_a_command_unless_its_response_is_not_json() {
        let code = outcome("application/json");
        assert!(code.is_ok_and(|code| code.contains("CliCommand::ReadA")));
        let refused = outcome("text/plain").map_err(|diagnostics| diagnostics.to_string());
        let reason = "no command for an operation whose response is not JSON";
        assert!(refused.is_err_and(|message| message.contains(reason)));
    }
}
