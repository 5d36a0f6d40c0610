//! Generates the functions that send webhooks and callbacks.

mod types;

use openapi_document::Status;
use openapi_rust::names::ident;
use openapi_rust::operation::{Alternative, Content, ExpectedResponse, Format, Sender, Service};
use openapi_rust::print::{Scope, docs, embedded_schema, path, status_pattern};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

use super::parameters::{argument, location, parameter};
use super::responses::static_name;
pub(super) use types::types;
use types::{borrowed, has_fields, has_status, is_validated};

/// Generates the modules of webhooks and callbacks.
pub(super) fn modules(service: &Service) -> Vec<TokenStream> {
    let webhooks = "Sends the webhooks of the document. The receiver of a webhook has registered \
                    its URL.";
    let callbacks = "Sends the callbacks of the operations. The URL of a callback is the value of \
                     its runtime expression.";
    let modules = [("webhooks", webhooks, false), ("callbacks", callbacks, true)];
    let modules = modules.into_iter().filter_map(|(name, text, is_callback)| {
        let senders = service.senders.iter();
        let senders: Vec<_> =
            senders.filter(|one| one.expression.is_some() == is_callback).collect();
        (!senders.is_empty()).then(|| module(name, text, &senders))
    });
    modules.collect()
}

fn module(name: &str, text: &str, senders: &[&Sender]) -> TokenStream {
    let (name, docs) = (ident(name), docs(text));
    let has_schemas = senders.iter().any(|one| one.has_schemas());
    let import = has_schemas.then(|| {
        quote!(
            use super::DOCUMENT;
        )
    });
    let functions = senders.iter().map(|sender| Function::new(sender).tokens());
    quote! {
        #docs
        #[allow(dead_code, reason = "a program need not send all of them")]
        pub mod #name {
            #import
            #(#functions)*
        }
    }
}

/// The function of a sender, and the schemas and parameters that it uses.
struct Function<'s> {
    sender: &'s Sender,
    scope: Scope<'s>,
    statics: Vec<TokenStream>,
}

impl<'s> Function<'s> {
    fn new(sender: &'s Sender) -> Self {
        Self { sender, scope: Scope::module(), statics: Vec::new() }
    }

    fn tokens(mut self) -> TokenStream {
        let sender = self.sender;
        let mut arguments = Vec::new();
        let mut steps = Vec::new();
        for parameters in &sender.parameters {
            let name = argument(parameters.location);
            let kind = self.scope.named(&parameters.type_name);
            arguments.push(quote!(#name: &#kind));
            let location = location(parameters.location);
            let items: Vec<_> = parameters.sources.iter().map(parameter).collect();
            let list = self.list(&parameters.location.to_string(), &items);
            steps.push(quote! {
                request.parameters(#location, &#list, #name);
            });
        }
        if let Some((content, is_required)) = &sender.body {
            let kind = borrowed(&self.scope, content);
            let set = self.set_body(content);
            if *is_required {
                arguments.push(quote!(body: #kind));
                steps.push(set);
            } else {
                arguments.push(quote!(body: Option<#kind>));
                steps.push(quote!(if let Some(body) = body { #set }));
            }
        }
        let response = self.scope.named(&sender.response_name);
        let decoded = self.decoded(&response);
        let text = docs(&self.docs());
        let (function, statics) = (ident(&sender.value_name), &self.statics);
        let method = path(&format!("openapi_dropshot::Method::{}", sender.method));
        let request = (!steps.is_empty()).then(|| quote!(mut));
        quote! {
            #text
            pub async fn #function<T: openapi_dropshot::Transport>(
                transport: &T,
                url: &str,
                #(#arguments),*
            ) -> Result<#response, openapi_dropshot::SendError<T::Error>> {
                #(#statics)*
                let #request request = openapi_dropshot::OutgoingRequest::new(#method, url);
                #(#steps)*
                let response = request.send(transport).await?;
                response.decode(|response| Ok(#decoded))
            }
        }
    }

    fn docs(&self) -> String {
        let Sender { title, method, expression, summary, description, .. } = self.sender;
        let mut text = format!("Sends the {title}, a {method} request.");
        for part in [summary, description].into_iter().flatten() {
            text.push_str(&format!("\n\n{part}"));
        }
        if let Some(expression) = expression {
            text.push_str(&format!("\n\nThe URL is `{expression}`."));
        }
        text + "\n\n# Errors\nThe request violates the document and is not sent, there is no \
                response, or the\nresponse violates the document."
    }

    /// Generates the statements that set the body, given as a reference `body`.
    fn set_body(&mut self, content: &Content) -> TokenStream {
        let Some(name) = &content.type_name else {
            let only = content.alternatives.iter();
            return only.map(|one| self.set_alternative(one, "body")).collect();
        };
        let name = self.scope.named(name);
        let arms: Vec<_> = content
            .alternatives
            .iter()
            .map(|one| {
                let set = self.set_alternative(one, &format!("{} body", one.variant));
                let variant = ident(&one.variant);
                quote!(#name::#variant(body) => { #set })
            })
            .collect();
        quote!(match body { #(#arms)* })
    }

    fn set_alternative(&mut self, alternative: &Alternative, name: &str) -> TokenStream {
        let schema = self.schema(name, alternative);
        let media_type = alternative.content_type();
        if !is_validated(alternative) {
            return quote!(request.bytes(#media_type, body););
        }
        let mut fields = None;
        if let Format::Form(items) = &alternative.format {
            let items = items.iter().map(parameter);
            let name = self.list(&format!("{name} fields"), &items.collect::<Vec<_>>());
            fields = Some(quote!(&#name,));
        }
        let function = ident(alternative.format.function().0);
        quote!(request.#function(#media_type, #fields #schema, body);)
    }

    /// Generates the expression that decodes the response by its status, specific ones
    /// first.
    fn decoded(&mut self, name: &TokenStream) -> TokenStream {
        let mut responses: Vec<_> = self.sender.responses.iter().collect();
        responses.sort_by_key(|response| response.status);
        if let [only] = responses.as_slice()
            && only.status == Status::Default
        {
            return self.response(name, only);
        }
        let mut arms = Vec::new();
        for response in &responses {
            let pattern = status_pattern(response.status);
            let value = self.response(name, response);
            arms.push(quote!(#pattern => #value,));
        }
        if responses.iter().all(|one| one.status != Status::Default) {
            arms.push(quote!(_ => return Err(response.undeclared()),));
        }
        quote!(match response.status().as_u16() { #(#arms)* })
    }

    fn response(&mut self, name: &TokenStream, response: &ExpectedResponse) -> TokenStream {
        let variant = ident(&response.variant);
        let body =
            response.content.as_ref().map(|content| self.received(content, &response.variant));
        if !has_fields(response) {
            return match body {
                Some(body) => quote!(#name::#variant(#body)),
                None => quote!(#name::#variant),
            };
        }
        let status = has_status(response).then(|| quote!(status: response.status(),));
        let headers = response.has_headers.then(|| quote!(headers: response.headers(),));
        let body = body.map(|body| quote!(body: #body,));
        quote!(#name::#variant { #status #headers #body })
    }

    /// Generates the expression that decodes a body.
    fn received(&mut self, content: &Content, variant: &str) -> TokenStream {
        let names = content.alternatives.iter().map(|one| &one.media_type);
        let select = quote!(response.select(&[#(#names),*])?);
        let Some(name) = &content.type_name else {
            let only = content.alternatives.iter();
            let read: TokenStream =
                only.map(|one| self.received_alternative(one, variant)).collect();
            return quote!({ #select; #read });
        };
        let name = self.scope.named(name);
        let last = content.alternatives.len() - 1;
        let alternatives = content.alternatives.iter().enumerate();
        let arms: Vec<_> = alternatives
            .map(|(index, one)| {
                let read = self.received_alternative(one, &format!("{variant} {}", one.variant));
                let variant = ident(&one.variant);
                let literal = Literal::usize_unsuffixed(index);
                let pattern = if index == last { quote!(_) } else { quote!(#literal) };
                quote!(#pattern => #name::#variant(#read),)
            })
            .collect();
        quote!(match #select { #(#arms)* })
    }

    fn received_alternative(&mut self, alternative: &Alternative, name: &str) -> TokenStream {
        let schema = self.schema(name, alternative);
        if !is_validated(alternative) {
            return quote!(response.bytes());
        }
        let function = ident(alternative.format.function().0);
        quote!(response.#function(#schema)?)
    }

    /// Adds the schema of a body, if it has one. Returns the reference to it.
    fn schema(&mut self, name: &str, alternative: &Alternative) -> TokenStream {
        let Some(pointer) = alternative.pointer.as_ref().filter(|_| is_validated(alternative))
        else {
            return quote!(None);
        };
        let (name, schema) = (static_name(name), embedded_schema(pointer));
        let item = quote!(static #name: openapi_dropshot::Schema = #schema;);
        self.statics.push(item);
        quote!(Some(&#name))
    }

    /// Adds a list of parameters. Returns its name.
    fn list(&mut self, name: &str, items: &[TokenStream]) -> Ident {
        let name = static_name(name);
        let count = Literal::usize_unsuffixed(items.len());
        self.statics.push(quote! {
            static #name: [openapi_dropshot::Parameter; #count] = [#(#items),*];
        });
        name
    }
}
