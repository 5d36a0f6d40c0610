//! Writes the description of the operations for the library `openapi-progenitor`.

use openapi_progenitor::Operation;
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// Generates the items beside the generated client, which is named `Client` and has
/// the contract as its inner value.
pub(crate) fn items(operations: &[Operation], document_file: &str) -> TokenStream {
    let operations = literal(operations);
    quote! {
        pub use contract::CONTRACT;

        /// The contract by which the client validates requests and responses.
        mod contract {
            use openapi_progenitor::{Contract, Document, Operations};
            use reqwest::Request;

            use super::{Client, ClientHooks, Error, OperationInfo};

            static DOCUMENT: Document = Document::new(include_str!(#document_file));

            static OPERATIONS: Operations = Operations::new(&DOCUMENT, #operations);

            /// The operations of the client, as the document declares them.
            pub static CONTRACT: Contract = Contract::new(&OPERATIONS);

            impl ClientHooks<Contract> for Client {
                async fn pre<E>(
                    &self,
                    request: &mut Request,
                    info: &OperationInfo,
                ) -> Result<(), Error<E>> {
                    self.inner.prepare(&self.baseurl, request, info)
                }

                async fn exec(
                    &self,
                    request: Request,
                    info: &OperationInfo,
                ) -> reqwest::Result<reqwest::Response> {
                    self.inner.execute(&self.client, request, info).await
                }

                async fn post<E>(
                    &self,
                    result: &reqwest::Result<reqwest::Response>,
                    _: &OperationInfo,
                ) -> Result<(), Error<E>> {
                    self.inner.accept(result)
                }
            }
        }
    }
}

/// Returns JSON as a literal that a person can read: raw, and not on one line.
fn literal(operations: &[Operation]) -> Literal {
    let text = serde_json::to_string_pretty(operations).expect("names and texts are JSON");
    // Without `##`, and without characters that rustc refuses.
    let text = untrusted_text::json(&text);
    let literal = format!("r##\"{text}\"##").parse();
    literal.expect("the text doesn't end the literal")
}

#[cfg(test)]
mod tests {
    use proc_macro2::TokenTree;

    use openapi_progenitor::TypedSides;

    use super::*;

    #[test]
    fn a_client_reads_the_description_that_its_build_script_made() {
        let operation = Operation {
            id: "read".to_owned(),
            path: "/a\"##/\\{b}\r\n\u{202e}".to_owned(),
            parameters: Vec::new(),
            body: None,
            content_type: Some("text/plain; charset=\"utf-8\"".to_owned()),
            responses: Vec::new(),
            typed: TypedSides::default(),
        };
        let literal = TokenStream::from(TokenTree::from(literal(std::slice::from_ref(&operation))));
        let text = syn::parse2::<syn::LitStr>(literal).expect("a literal");
        assert!(!text.value().contains(['\r', '\u{202e}']));
        let read: Result<Vec<Operation>, _> = serde_json::from_str(&text.value());
        assert_eq!(read.expect("operations"), [operation]);
    }
}
