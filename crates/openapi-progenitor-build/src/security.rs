//! The security schemes of the client, and the methods that set their credentials.

use openapi_document::{CredentialKind, ParameterLocation, SecurityScheme, doc_lines};
use openapi_rust::names::{Names, ident};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use crate::lower::code::{option, variant};

/// A security scheme of the document.
#[derive(Clone, Debug)]
pub(crate) struct Scheme {
    pub(crate) name: String,
    method: String,
    description: String,
    /// The parameter that has the credential.
    place: Option<(ParameterLocation, String)>,
    /// Without it the HTTP client sends the credential, such as a certificate.
    setter: Option<&'static Setter>,
}

/// How the client takes a kind of credential.
#[derive(Debug)]
struct Setter {
    /// The parameters of the method, and the credential that it makes of them: code.
    parameters: &'static str,
    credential: &'static str,
    /// What the method sets, such as `token`: a word of its documentation.
    what: &'static str,
    /// The arguments in an example: the name of each variable, and `{}` for it in an expression.
    arguments: &'static [(&'static str, &'static str)],
}

impl Setter {
    fn of(kind: &CredentialKind) -> Option<&'static Self> {
        Some(match kind {
            CredentialKind::Http(name) if name == CredentialKind::BEARER => &Self {
                parameters: "token: impl openapi_progenitor::TokenProvider",
                credential: "Credential::token(token)",
                what: "token",
                arguments: &[("token", "Token::new(&{})?")],
            },
            CredentialKind::Http(name) if name == CredentialKind::BASIC => &Self {
                parameters: "user: &str, password: impl Into<openapi_progenitor::Secret>",
                credential: "Credential::Basic(user.to_owned(), password.into())",
                what: "user and the password",
                arguments: &[("user", "&{}"), ("password", "{}")],
            },
            CredentialKind::Http(_) => return None,
            CredentialKind::ApiKey(..) => &Self {
                parameters: "key: impl Into<openapi_progenitor::Secret>",
                credential: "Credential::Key(key.into())",
                what: "key",
                arguments: &[("key", "{}")],
            },
        })
    }
}

impl Scheme {
    pub(crate) fn all(schemes: &[SecurityScheme<'_>]) -> Vec<Self> {
        let mut methods = Names::default();
        let scheme = |one: &SecurityScheme<'_>| Self::new(one, methods.claim_value(one.name));
        schemes.iter().map(scheme).collect()
    }

    fn new(scheme: &SecurityScheme<'_>, method: String) -> Self {
        let kind = scheme.credential_kind().ok();
        let setter = kind.as_ref().and_then(Setter::of);
        Self {
            name: scheme.name.to_owned(),
            method: format!("with_{method}"),
            description: scheme.description.unwrap_or_default().to_owned(),
            place: kind.filter(|_| setter.is_some()).map(|kind| {
                let (location, name, _) = kind.sent("");
                (location, name.to_owned())
            }),
            setter,
        }
    }

    /// Generates the method.
    pub(crate) fn method(&self) -> Option<TokenStream> {
        let Setter { parameters, credential, what, .. } = self.setter?;
        let code = |text: &str| text.parse::<TokenStream>().expect("a setter consists of code");
        let (parameters, credential) = (code(parameters), code(credential));
        let (name, description) = (&self.name, &self.description);
        let method = ident(&self.method);
        let mut docs = format!("Sets the {what} of the security scheme `{name}`");
        docs += &if description.is_empty() { ".".to_owned() } else { format!(": {description}") };
        let docs = doc_lines(&docs);
        Some(quote! {
            #(#[doc = #docs])*
            #[must_use]
            pub fn #method(mut self, #parameters) -> Self {
                let credential = openapi_progenitor::#credential;
                self.inner = self.inner.credential(#name, credential);
                self
            }
        })
    }

    /// Returns a call of the method in an example, and the variables that it needs, whose names
    /// `variable` gives.
    pub(crate) fn call(&self, variable: impl Fn(&str) -> String) -> Option<(Vec<String>, String)> {
        let arguments = self.setter?.arguments.iter();
        let (variables, arguments): (Vec<_>, Vec<_>) = arguments
            .map(|(name, expression)| {
                let variable = variable(name);
                let argument = expression.replace("{}", &variable);
                (variable, argument)
            })
            .unzip();
        Some((variables, format!(".{}({})", self.method, arguments.join(", "))))
    }
}

impl ToTokens for Scheme {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let name = &self.name;
        let place = option(self.place.as_ref().map(|(location, name)| {
            let location = variant(location);
            quote!((openapi_progenitor::ParameterLocation::#location, #name))
        }));
        tokens.extend(quote!(openapi_progenitor::Scheme { name: #name, place: #place }));
    }
}
