//! Writes the description of the operations for the library `openapi-progenitor`.

use openapi_rust::print::Imports;
use proc_macro2::TokenStream;
use quote::quote;

use crate::Lowered;
use crate::security::Scheme;

/// Generates the items beside the generated client, which is named `Client` and has
/// the contract as its inner value.
pub(crate) fn items(lowered: &Lowered, document_file: &str) -> Vec<TokenStream> {
    let schemes = &lowered.schemes;
    let operations = lowered.operations.iter().map(|operation| {
        let code = operation.code.parse::<TokenStream>();
        code.expect("the description is code")
    });
    let setters: Vec<_> = schemes.iter().filter_map(Scheme::method).collect();
    let credentials = (!setters.is_empty()).then(|| {
        quote! {
            /// The credentials of the security schemes.
            impl Client {
                #(#setters)*
            }
        }
    });
    let document = quote! {
        static DOCUMENT: openapi_progenitor::Document =
            openapi_progenitor::Document::new(include_str!(#document_file));
    };
    let mut imports = Imports::new(&["openapi_progenitor"], ["Client", "Error"]);
    let contract = imports.shorten(quote! {
        /// The operations of the client, as the document declares them.
        pub const CONTRACT: openapi_progenitor::Contract =
            openapi_progenitor::Contract::new(&API);

        static API: openapi_progenitor::Api =
            openapi_progenitor::Api::new(&DOCUMENT, SCHEMES, OPERATIONS);

        static SCHEMES: &[openapi_progenitor::Scheme] = &[#(#schemes),*];

        static OPERATIONS: &[openapi_progenitor::Operation] = &[#(#operations),*];

        impl ClientHooks<openapi_progenitor::Contract> for Client {
            async fn pre<E>(
                &self,
                request: &mut reqwest::Request,
                info: &OperationInfo,
            ) -> Result<(), Error<E>> {
                self.inner.prepare(&self.baseurl, request, info).await
            }

            async fn exec(
                &self,
                request: reqwest::Request,
                info: &OperationInfo,
            ) -> reqwest::Result<reqwest::Response> {
                self.inner.execute(&self.client, request, info).await
            }
        }
    });
    let imports = imports.declarations();
    let contract = quote! {
        /// The contract by which the client validates requests and responses.
        mod contract {
            #imports
            use super::{Client, ClientHooks, DOCUMENT, Error, OperationInfo};

            #contract
        }
    };
    let reexport = quote!(
        pub use contract::CONTRACT;
    );
    let contract = [reexport, document, contract];
    credentials.into_iter().chain(contract).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use openapi_document::Document;

    #[test]
    fn the_names_of_a_document_are_data_in_the_description() {
        let text = r###"{
            "openapi": "3.1.0", "info": { "title": "a", "version": "1" },
            "paths": { "/a\"##/\\": { "get": {
                "operationId": "read",
                "parameters": [
                    { "name": "q\"\r\n\u202e", "in": "query", "schema": { "type": "string" } }
                ],
                "responses": { "204": { "description": "Done" } }
            } } }
        }"###;
        let document = Document::parse("a.json", text).unwrap();
        let code = crate::generate(&document).unwrap().code;
        assert!(!code.contains(['\r', '\u{202e}']), "{code}");
        assert!(code.contains(r###"path: "/a\"##/\\","###), "{code}");
        assert!(code.contains(r#"name: "q\"\r\n\u{202e}","#), "{code}");
    }
}
