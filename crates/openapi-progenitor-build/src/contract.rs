//! Writes the description of the operations for the library `openapi-progenitor`.

use openapi_document::doc_lines;
use openapi_progenitor::{Description, Scheme, SchemeKind};
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use crate::Lowered;
use crate::lower::names;

/// Generates the items beside the generated client, which is named `Client` and has
/// the contract as its inner value.
pub(crate) fn items(lowered: &Lowered, document_file: &str) -> TokenStream {
    let description = literal(&Description {
        schemes: lowered
            .schemes
            .iter()
            .map(|(scheme, _)| scheme.clone())
            .collect(),
        operations: lowered.operations.clone(),
    });
    let setters = lowered.schemes.iter();
    let setters: Vec<_> = setters
        .filter_map(|(scheme, text)| setter(scheme, text))
        .collect();
    let credentials = (!setters.is_empty()).then(|| {
        quote! {
            /// The credentials of the security schemes.
            impl Client {
                #(#setters)*
            }
        }
    });
    quote! {
        #credentials

        pub use contract::CONTRACT;

        static DOCUMENT: ::openapi_progenitor::Document =
            ::openapi_progenitor::Document::new(include_str!(#document_file));

        /// The contract by which the client validates requests and responses.
        mod contract {
            use openapi_progenitor::{Contract, Operations};
            use reqwest::Request;

            use super::{Client, ClientHooks, DOCUMENT, Error, OperationInfo};

            static OPERATIONS: Operations = Operations::new(&DOCUMENT, #description);

            /// The operations of the client, as the document declares them.
            pub const CONTRACT: Contract = Contract::new(&OPERATIONS);

            impl ClientHooks<Contract> for Client {
                async fn pre<E>(
                    &self,
                    request: &mut Request,
                    info: &OperationInfo,
                ) -> Result<(), Error<E>> {
                    self.inner.prepare(&self.baseurl, request, info).await
                }

                async fn exec(
                    &self,
                    request: Request,
                    info: &OperationInfo,
                ) -> reqwest::Result<reqwest::Response> {
                    self.inner.execute(&self.client, request, info).await
                }
            }
        }
    }
}

/// Returns the method that sets the credential of a security scheme.
fn setter(scheme: &Scheme, description: &str) -> Option<TokenStream> {
    let name = &scheme.name;
    let method = format_ident!("with_{}", names::field_name(name));
    let (arguments, credential, what) = match &scheme.kind {
        SchemeKind::Bearer => (
            quote!(token: impl ::openapi_progenitor::TokenProvider),
            quote!(Credential::token(token)),
            "token",
        ),
        SchemeKind::Basic => (
            quote!(user: &str, password: impl Into<::openapi_progenitor::Secret>),
            quote!(Credential::Basic(user.to_owned(), password.into())),
            "user and the password",
        ),
        SchemeKind::Key(..) => (
            quote!(key: impl Into<::openapi_progenitor::Secret>),
            quote!(Credential::Key(key.into())),
            "key",
        ),
        SchemeKind::Other => return None,
    };
    let mut docs = format!("Sets the {what} of the security scheme `{name}`");
    match description.is_empty() {
        true => docs.push('.'),
        false => docs.push_str(&format!(": {description}")),
    }
    let docs = doc_lines(&docs);
    Some(quote! {
        #(#[doc = #docs])*
        #[must_use]
        pub fn #method(mut self, #arguments) -> Self {
            let credential = ::openapi_progenitor::#credential;
            self.inner = self.inner.credential(#name, credential);
            self
        }
    })
}

/// Returns JSON as a literal that a person can read: raw, and not on one line.
fn literal(description: &Description) -> Literal {
    let text = serde_json::to_string_pretty(description).expect("names and texts are JSON");
    // Without `##`, and without characters that rustc refuses.
    let text = untrusted_text::json(&text);
    let literal = format!("r##\"{text}\"##").parse();
    literal.expect("the text doesn't end the literal")
}

#[cfg(test)]
mod tests {
    use proc_macro2::TokenTree;

    use openapi_progenitor::Operation;

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
            security: Vec::new(),
        };
        let description = Description {
            operations: vec![operation],
            ..Description::default()
        };
        let literal = TokenStream::from(TokenTree::from(literal(&description)));
        let text = syn::parse2::<syn::LitStr>(literal).expect("a literal");
        assert!(!text.value().contains(['\r', '\u{202e}']));
        let read: Result<Description, _> = serde_json::from_str(&text.value());
        assert_eq!(read.expect("a description"), description);
    }
}
