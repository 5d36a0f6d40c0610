//! Generates the conversion of requests from an older version to a newer one.

use openapi_model::ParameterLocation;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::super::content::request_type;
use super::super::scope::Scope;
use super::super::service::argument;
use super::{Adapter, Pair, are_bytes, json};
use crate::names::ident;
use crate::operation::{Endpoint, Parameters};
use crate::types::Field;
use crate::versions::{Function, Part, Verdict};

/// How a request body is converted.
enum Body {
    /// By these statements.
    Statements(TokenStream),
    /// By a function for the type, for this reason.
    Function(String),
    /// Not without the rest of the request, for this reason.
    No(String),
}

impl Adapter<'_> {
    /// Generates the statements that turn the inputs of the older operation into those of
    /// the newer one, and the functions that they call.
    pub(super) fn request(&mut self, pair: &Pair<'_>) -> (TokenStream, Vec<Function>) {
        let mut reasons = self.parameter_differences(pair);
        match self.body(pair) {
            Body::Statements(body) if reasons.is_empty() => {
                let parameters = parameters(pair);
                return (quote!(#parameters #body), Vec::new());
            }
            Body::Function(reason) if reasons.is_empty() => {
                return self.by_body_function(pair, reason);
            }
            Body::Statements(_) => {}
            Body::Function(reason) | Body::No(reason) => reasons.push(reason),
        }
        self.by_request_function(pair, &reasons.join("\n\n"))
    }

    fn version(&self, index: usize) -> &str {
        &self.modules[index].version
    }

    /// Returns the differences of parameters that have no conversion without a function.
    fn parameter_differences(&mut self, pair: &Pair<'_>) -> Vec<String> {
        let newer = self.version(pair.counterpart.version).to_owned();
        let mut reasons = Vec::new();
        let is_optional = |field: &Field| !field.required;
        for (location, field) in fields(&pair.new.parameters) {
            let place = format!("{location} parameter `{}`", field.wire_name);
            match field_of(&pair.old.parameters, location, &field.wire_name) {
                None if is_optional(field) => {}
                None => reasons.push(format!("{newer} requires the {place}.")),
                Some(old) => {
                    if is_optional(old) && old.default.is_none() && field.required {
                        reasons.push(format!("{newer} requires the {place}."));
                    }
                    let place = location.to_string();
                    let verdict = self.comparison.verdict(
                        (self.index, pair.old_name),
                        (pair.counterpart.version, pair.counterpart.name),
                        Part::Parameter(&place, &field.wire_name),
                    );
                    if let Verdict::Different(reason) = verdict {
                        reasons.push(reason);
                    }
                }
            }
        }
        for (location, field) in fields(&pair.old.parameters) {
            if field_of(&pair.new.parameters, location, &field.wire_name).is_none() {
                let name = &field.wire_name;
                reasons.push(format!("{newer} has no {location} parameter `{name}`."));
            }
        }
        reasons
    }

    fn body(&mut self, pair: &Pair<'_>) -> Body {
        let newer = self.version(pair.counterpart.version).to_owned();
        let (old, new) = match (&pair.old.body, &pair.new.body) {
            (None, None) => return Body::Statements(TokenStream::new()),
            (None, Some(new)) if !new.required => {
                return Body::Statements(quote!(let body = None;));
            }
            (None, Some(_)) => return Body::No(format!("{newer} requires a request body.")),
            (Some(_), None) => return Body::No(format!("{newer} has no request body.")),
            (Some(old), Some(new)) => (old, new),
        };
        let (Some(old_json), Some(new_json)) = (json(&old.content), json(&new.content)) else {
            if are_bytes(&old.content, &new.content) && old.required == new.required {
                return Body::Statements(TokenStream::new());
            }
            return Body::No("A request body that is not JSON has no conversion.".to_owned());
        };
        if !old.required && new.required {
            return Body::No(format!("{newer} requires a request body."));
        }
        let verdict = self.comparison.verdict(
            (self.index, pair.old_name),
            (pair.counterpart.version, pair.counterpart.name),
            Part::RequestBody,
        );
        if let Verdict::Different(reason) = verdict {
            return Body::Function(reason);
        }
        let is_same = self.is_same(&old_json.shape, pair.counterpart.version, &new_json.shape);
        let converted = match is_same {
            true => quote!(body),
            false => quote!(openapi_runtime::convert(&body)?),
        };
        Body::Statements(optionally(old.required, new.required, is_same, &converted))
    }

    /// Generates the conversion of the body by a function for its type.
    fn by_body_function(
        &mut self,
        pair: &Pair<'_>,
        reason: String,
    ) -> (TokenStream, Vec<Function>) {
        let mut statements = parameters(pair);
        let mut functions = Vec::new();
        if let (Some(old), Some(new)) = (&pair.old.body, &pair.new.body)
            && let (Some(old_json), Some(_)) = (json(&old.content), json(&new.content))
        {
            let kind = request_type(&Scope::root(), &old.content);
            let newer = request_type(&pair.scope, &new.content);
            let name = self.functions.request(
                (&old_json.shape, &kind),
                &newer,
                &pair.old.value_name,
                &reason,
            );
            let function = ident(&name);
            let converted = quote!(<A as Compatibility>::#function(body)?);
            statements.extend(optionally(old.required, new.required, false, &converted));
            functions.push(Function { name, reason });
        }
        (statements, functions)
    }

    /// Generates the conversion of a request as a whole.
    fn by_request_function(
        &mut self,
        pair: &Pair<'_>,
        reason: &str,
    ) -> (TokenStream, Vec<Function>) {
        let wanted = format!("request_{}", pair.old.value_name);
        let name = self.functions.claim(&wanted);
        let function = ident(&name);
        let scope = Scope::root();
        let (inputs, kinds): (Vec<_>, Vec<_>) = inputs(&scope, pair.old).into_iter().unzip();
        let (outputs, newer): (Vec<_>, Vec<_>) =
            self::inputs(&pair.scope, pair.new).into_iter().unzip();
        // One output is no tuple.
        let (pattern, output) = match (outputs.as_slice(), newer.as_slice()) {
            ([name], [kind]) => (quote!(#name), quote!(#kind)),
            _ => (quote!((#(#outputs),*)), quote!((#(#newer),*))),
        };
        self.functions.of_operation(
            reason,
            &quote! {
                fn #function(#(#inputs: #kinds),*)
                -> Result<#output, openapi_runtime::Rejection>;
            },
        );
        let statements = quote! {
            let #pattern = <A as Compatibility>::#function(#(#inputs),*)?;
        };
        let reason = reason.to_owned();
        (statements, vec![Function { name, reason }])
    }
}

/// Generates the conversion of a body that may be optional.
fn optionally(
    old_required: bool,
    new_required: bool,
    is_same: bool,
    converted: &TokenStream,
) -> TokenStream {
    match (old_required, new_required) {
        (true, true) if is_same => TokenStream::new(),
        (true, true) => quote!(let body = #converted;),
        (true, false) => quote!(let body = Some(#converted);),
        _ if is_same => TokenStream::new(),
        _ => quote! {
            let body = match body {
                Some(body) => Some(#converted),
                None => None,
            };
        },
    }
}

/// Generates the conversion of parameters without a function.
fn parameters(pair: &Pair<'_>) -> TokenStream {
    let statements = pair.new.parameters.iter().map(|new| {
        let variable = argument(new.location);
        let kind = pair.scope.named(&new.type_name);
        let members = new.fields.iter().filter_map(|field| {
            let old = field_of(&pair.old.parameters, new.location, &field.wire_name)?;
            let (name, wire_name) = (ident(&old.name), &field.wire_name);
            Some(quote!(.member(#wire_name, &#variable.#name)?))
        });
        quote! {
            let #variable: #kind = openapi_runtime::Members::default() #(#members)* .decode()?;
        }
    });
    let dropped = pair.old.parameters.iter().filter(|old| {
        pair.new
            .parameters
            .iter()
            .all(|new| new.location != old.location)
    });
    let dropped = dropped.map(|old| {
        let variable = argument(old.location);
        quote!(let _ = #variable;)
    });
    quote!(#(#dropped)* #(#statements)*)
}

fn fields(parameters: &[Parameters]) -> impl Iterator<Item = (ParameterLocation, &Field)> {
    parameters
        .iter()
        .flat_map(|one| one.fields.iter().map(|field| (one.location, field)))
}

fn field_of<'p>(
    parameters: &'p [Parameters],
    location: ParameterLocation,
    name: &str,
) -> Option<&'p Field> {
    let mut fields = fields(parameters);
    let found = fields.find(|(at, field)| *at == location && field.wire_name == name);
    found.map(|(_, field)| field)
}

/// Returns the names and types of the parameters and of the body.
fn inputs(scope: &Scope<'_>, endpoint: &Endpoint) -> Vec<(TokenStream, TokenStream)> {
    let parameters = endpoint.parameters.iter();
    let parameters = parameters.map(|one| (argument(one.location), scope.named(&one.type_name)));
    let body = endpoint.body.iter().map(|body| {
        let kind = request_type(scope, &body.content);
        let kind = if body.required {
            kind
        } else {
            quote!(Option<#kind>)
        };
        let name = format_ident!("body");
        (quote!(#name), kind)
    });
    parameters.chain(body).collect()
}
