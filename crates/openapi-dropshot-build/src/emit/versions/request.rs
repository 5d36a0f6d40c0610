//! Generates the conversion of requests from an older version to a newer one.

use openapi_document::ParameterLocation;
use openapi_rust::names::ident;
use openapi_rust::operation::{BodyKind, Parameters};
use openapi_rust::print::Scope;
use openapi_rust::types::Field;
use proc_macro2::TokenStream;
use quote::quote;

use super::super::parameters::argument;
use super::super::service::inputs;
use super::{Adapter, Pair, UNCONVERTED, convertible};
use crate::versions::{Function, Part, Verdict};

impl Adapter<'_> {
    /// Generates the statements that turn the inputs of the older operation into those of
    /// the newer one, and the functions that they call.
    pub(super) fn request(&mut self, pair: &Pair<'_>) -> (TokenStream, Vec<Function>) {
        let mut reasons = self.parameter_differences(pair);
        match self.request_body(pair, reasons.is_empty()) {
            Ok((body, functions)) if reasons.is_empty() => {
                let parameters = parameters(pair);
                return (quote!(#parameters #body), functions);
            }
            Ok(_) => {}
            Err(reason) => reasons.push(reason),
        }
        let wanted = format!("request_{}", pair.old.value_name);
        let (old, kinds): (Vec<_>, Vec<_>) = inputs(&Scope::root(), pair.old).into_iter().unzip();
        let (new, newer): (Vec<_>, Vec<_>) = inputs(&pair.scope, pair.new).into_iter().unzip();
        // One output is no tuple.
        let (pattern, output) = match (new.as_slice(), newer.as_slice()) {
            ([name], [kind]) => (quote!(#name), quote!(#kind)),
            _ => (quote!((#(#new),*)), quote!((#(#newer),*))),
        };
        let signature = quote!((#(#old: #kinds),*) -> Result<#output, openapi_dropshot::Rejection>);
        let function = self.functions.add(&wanted, reasons.join("\n\n"), &signature);
        let name = ident(&function.name);
        let statements = quote!(let #pattern = <A as Compatibility>::#name(#(#old),*)?;);
        (statements, vec![function])
    }

    /// Returns the differences of parameters that have no conversion without a function.
    fn parameter_differences(&mut self, pair: &Pair<'_>) -> Vec<String> {
        let newer = self.version(pair.counterpart.version);
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
                    if let Verdict::Different(first, _) = verdict {
                        reasons.push(first.reason);
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

    /// Generates the conversion of the body, and the functions for its parts that it calls, if
    /// `may_call`. Returns the reason if the conversion needs another function.
    fn request_body(
        &mut self,
        pair: &Pair<'_>,
        may_call: bool,
    ) -> Result<(TokenStream, Vec<Function>), String> {
        let newer = self.version(pair.counterpart.version);
        let (old, new) = match (&pair.old.body, &pair.new.body) {
            (None, None) => return Ok(Default::default()),
            (None, Some(new)) if !new.required => return Ok((quote!(let body = None;), vec![])),
            (Some(_), None) => return Err(format!("{newer} has no request body.")),
            (Some(old), Some(new)) if old.required || !new.required => (old, new),
            (_, Some(_)) => return Err(format!("{newer} requires a request body.")),
        };
        let Some((old_json, new_json)) = convertible(&old.content, &new.content) else {
            return Err(format!("The request body {UNCONVERTED}"));
        };
        let is_stream = match old_json.format.kind() {
            BodyKind::Bytes if old.required == new.required => return Ok(Default::default()),
            BodyKind::Bytes => return Ok((quote!(let body = Some(body);), vec![])),
            kind => matches!(kind, BodyKind::Items(_)),
        };
        let verdict = self.comparison.verdict(
            (self.index, pair.old_name),
            (pair.counterpart.version, pair.counterpart.name),
            Part::RequestBody,
        );
        let from = (self.index, &old_json.shape);
        let to = (pair.counterpart.version, &new_json.shape);
        let is_same = self.is_same(&old_json.shape, pair.counterpart.version, &new_json.shape);
        let (is_same, converted, functions) = match verdict {
            Verdict::Different(first, _) if !may_call => return Err(first.reason),
            Verdict::Different(first, others) => {
                let (body, name) = ((&quote!(body), is_stream), &pair.old.value_name);
                let (call, functions) = self.by_parts(body, name, from, to, (first, others));
                (false, call, functions)
            }
            Verdict::Proved if is_same => (true, quote!(body), vec![]),
            Verdict::Proved => (false, quote!(openapi_dropshot::convert(&body)?), vec![]),
        };
        let converted = optionally(old.required, new.required, is_same, &converted);
        Ok((converted, functions))
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
            let #variable: #kind = openapi_dropshot::Members::default() #(#members)* .decode()?;
        }
    });
    let dropped = pair
        .old
        .parameters
        .iter()
        .filter(|old| pair.new.parameters.iter().all(|new| new.location != old.location));
    let dropped = dropped.map(|old| {
        let variable = argument(old.location);
        quote!(let _ = #variable;)
    });
    quote!(#(#dropped)* #(#statements)*)
}

fn fields(parameters: &[Parameters]) -> impl Iterator<Item = (ParameterLocation, &Field)> {
    parameters.iter().flat_map(|one| one.fields.iter().map(|field| (one.location, field)))
}

fn field_of<'p>(
    parameters: &'p [Parameters],
    location: ParameterLocation,
    name: &str,
) -> Option<&'p Field> {
    let mut fields = fields(parameters);
    fields.find(|(at, field)| *at == location && field.wire_name == name).map(|(_, field)| field)
}
