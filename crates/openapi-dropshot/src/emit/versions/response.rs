//! Generates the conversion of responses from a newer version to an older one.

use openapi_model::Status;
use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::super::content::response_type;
use super::super::responses::{handled, has_fields, members, status_code};
use super::super::rust::path;
use super::super::scope::Scope;
use super::{Adapter, Pair, are_bytes, json};
use crate::names::{ident, value_name};
use crate::operation::{Response, Role};
use crate::versions::{Function, Part, Verdict};

/// How a response is converted.
enum Conversion {
    /// The response of the older version: an expression of the members.
    Value(TokenStream, Option<Function>),
    /// By a function for the response, for this reason.
    Function(String),
}

impl Adapter<'_> {
    /// Generates an arm for each response of the newer operation, and the functions that
    /// they call.
    pub(super) fn response(&mut self, pair: &Pair<'_>) -> (Vec<TokenStream>, Vec<Function>) {
        let (mut arms, mut functions) = (Vec::new(), Vec::new());
        for new in handled(pair.new) {
            let pattern = pattern(new);
            let value = match self.conversion(pair, new) {
                Conversion::Value(value, function) => {
                    functions.extend(function);
                    value
                }
                Conversion::Function(reason) => {
                    let (value, function) = self.by_function(pair, new, reason);
                    functions.push(function);
                    value
                }
            };
            arms.push(quote!(Newer::#pattern => #value,));
        }
        (arms, functions)
    }

    fn conversion(&mut self, pair: &Pair<'_>, new: &Response) -> Conversion {
        let version = pair.counterpart.version;
        let (older, newer) = (
            self.modules[self.index].version.clone(),
            self.modules[version].version.clone(),
        );
        let status = new.status.to_string();
        let Some(old) = handled(pair.old)
            .filter(|old| covers(old, new))
            .min_by_key(|old| {
                // The most exact key applies.
                match old.status {
                    Status::Code(_) => 0,
                    Status::Class(_) => 1,
                    Status::Default => 2,
                }
            })
        else {
            return Conversion::Function(format!(
                "{older} does not declare the response {status} of {newer}."
            ));
        };
        let more_exact = handled(pair.old).find(|one| {
            let is_declared = |other: &Response| other.status == one.status;
            one.status != old.status
                && covered(new.status, one.status)
                && !handled(pair.new).any(is_declared)
        });
        if let Some(one) = more_exact {
            return Conversion::Function(format!(
                "{older} declares the response {} apart, which is one of {status} in {newer}.",
                one.status
            ));
        }
        for header in old.headers.iter().filter(|one| one.required) {
            let sent = new
                .headers
                .iter()
                .any(|one| one.required && one.name == header.name);
            if !sent {
                return Conversion::Function(format!(
                    "{older} requires the header field `{}`, and {newer} does not.",
                    header.name
                ));
            }
        }
        let owner = new.type_name.as_ref().map(|_| quote!(response.));
        let mut values = Vec::new();
        for header in &old.headers {
            let field = ident(&header.field);
            let Some(sent) = new.headers.iter().find(|one| one.name == header.name) else {
                values.push(quote!(#field: None));
                continue;
            };
            if sent.shape.rules != header.shape.rules || sent.kind != header.kind {
                return Conversion::Function(format!(
                    "The header field `{}` of the response {status} differs.",
                    header.name
                ));
            }
            let value = ident(&sent.field);
            let value = quote!(#owner #value);
            values.push(match (sent.required, header.required) {
                (true, false) => quote!(#field: Some(#value)),
                _ => field_value(&header.field, &value),
            });
        }
        let (body, function) = match self.response_body(pair, old, new) {
            Ok(converted) => converted,
            Err(reason) => return Conversion::Function(reason),
        };
        let variant = ident(&old.variant);
        let kind = Scope::root().named(&pair.old.response_name);
        let status = status_value(old.status, new.status);
        let status = status.map(|status| field_value("status", &status));
        let value = if let Some(name) = &old.type_name {
            let name = Scope::root().named(name);
            let body = body.map(|body| field_value("body", &body));
            let values = body.into_iter().chain(values);
            let response = quote!(#name { #(#values),* });
            match status {
                Some(status) => quote!(#kind::#variant { #status, response: #response }),
                None => quote!(#kind::#variant(#response)),
            }
        } else if has_fields(old) {
            let body = body.map(|body| field_value("body", &body));
            let values = status.into_iter().chain(body).chain(values);
            quote!(#kind::#variant { #(#values),* })
        } else {
            let body = body.map(|body| quote!((#body)));
            quote!(#kind::#variant #body)
        };
        Conversion::Value(value, function)
    }

    /// Returns the expression of the body, and the function that it calls, or the reason for
    /// a function for the response.
    fn response_body(
        &mut self,
        pair: &Pair<'_>,
        old: &Response,
        new: &Response,
    ) -> Result<(Option<TokenStream>, Option<Function>), String> {
        let version = pair.counterpart.version;
        let status = new.status.to_string();
        let owner = new.type_name.as_ref().map(|_| quote!(response.));
        let (old_body, new_body) = match (old.body(), new.body()) {
            (None, None) => return Ok((None, None)),
            (Some(old), Some(new)) => (old, new),
            (None, Some(_)) => return Ok((None, None)),
            (Some(_), None) => return Err(format!("The response {status} has no body any more.")),
        };
        let (Some(old_json), Some(new_json)) = (json(old_body), json(new_body)) else {
            if are_bytes(old_body, new_body) {
                return Ok((Some(quote!(#owner body)), None));
            }
            return Err(format!(
                "The response {status} is not JSON, and has no conversion."
            ));
        };
        let verdict = self.comparison.verdict(
            (version, pair.counterpart.name),
            (self.index, pair.old_name),
            Part::Response(&status, &old.status.to_string()),
        );
        match verdict {
            Verdict::Proved if self.is_same(&old_json.shape, version, &new_json.shape) => {
                Ok((Some(quote!(#owner body)), None))
            }
            Verdict::Proved => Ok((Some(quote!(openapi_runtime::convert(&#owner body)?)), None)),
            Verdict::Different(reason) => {
                let kind = response_type(&Scope::root(), old_body);
                let newer = response_type(&pair.scope, new_body);
                let function =
                    self.functions
                        .response(self.index, (&old_json.shape, &kind), &newer, &reason);
                let name = function.to_string();
                let value = quote!(<A as Compatibility>::#function(#owner body));
                Ok((Some(value), Some(Function { name, reason })))
            }
        }
    }

    /// Generates the conversion of a response by a function of the operation.
    fn by_function(
        &mut self,
        pair: &Pair<'_>,
        new: &Response,
        reason: String,
    ) -> (TokenStream, Function) {
        let name = self.functions.claim(&format!(
            "response_{}_{}",
            pair.old.value_name,
            value_name(&new.variant)
        ));
        let function = ident(&name);
        let (names, kinds): (Vec<_>, Vec<_>) = arguments(&pair.scope, new).into_iter().unzip();
        let kind = Scope::root().named(&pair.old.response_name);
        self.functions.of_operation(
            &reason,
            &quote!(fn #function(#(#names: #kinds),*) -> #kind;),
        );
        let value = quote!(<A as Compatibility>::#function(#(#names),*));
        (value, Function { name, reason })
    }
}

/// Returns a field with its value, in short form if the value is a variable of its name.
fn field_value(field: &str, value: &TokenStream) -> TokenStream {
    let name = ident(field);
    match name == value.to_string() {
        true => quote!(#name),
        false => quote!(#name: #value),
    }
}

/// Returns the pattern of a response, which binds its members.
fn pattern(response: &Response) -> TokenStream {
    let name = ident(&response.variant);
    let members = members(response);
    let open = (!matches!(response.status, Status::Code(_))).then(|| quote!(status,));
    match members.as_slice() {
        members if has_fields(response) => quote!(#name { #open #(#members,)* .. }),
        [] => quote!(#name),
        members => quote!(#name(#(#members),*)),
    }
}

/// Returns the names and types of the members of a response.
fn arguments(scope: &Scope<'_>, response: &Response) -> Vec<(TokenStream, TokenStream)> {
    let status = match response.status {
        Status::Code(_) => None,
        Status::Class(class) => {
            let class = Literal::u16_unsuffixed(class.digit());
            Some(quote!(openapi_runtime::RangeStatus<#class>))
        }
        Status::Default => Some(path("http::StatusCode")),
    };
    let status = status.map(|kind| (quote!(status), kind));
    if let Some(name) = &response.type_name {
        let kind = (quote!(response), scope.named(name));
        return status.into_iter().chain([kind]).collect();
    }
    let body = response.body();
    let body = body.map(|body| (quote!(body), response_type(scope, body)));
    let headers = response.headers.iter().map(|header| {
        let (name, kind) = (ident(&header.field), scope.kind(&header.kind));
        let kind = if header.required {
            kind
        } else {
            scope.option(&kind)
        };
        (quote!(#name), kind)
    });
    status.into_iter().chain(body).chain(headers).collect()
}

/// Returns whether a response of the older version is one for the status of a newer one.
fn covers(old: &Response, new: &Response) -> bool {
    let is_declared = |one: &Response| one.role != Role::Undeclared;
    covered(old.status, new.status)
        && (is_declared(old) || (!is_declared(new) && old.status == new.status))
}

/// Returns whether each status of `narrow` is one of `wide`.
fn covered(wide: Status, narrow: Status) -> bool {
    match (wide, narrow) {
        (Status::Default, _) => true,
        (Status::Class(class), Status::Code(code)) => class.digit() == code / 100,
        _ => wide == narrow,
    }
}

/// Returns the status of a response whose key is a range or `default`.
fn status_value(old: Status, new: Status) -> Option<TokenStream> {
    Some(match (old, new) {
        (Status::Code(_), _) => return None,
        (Status::Class(class), Status::Code(code)) => {
            let class = Literal::u16_unsuffixed(class.digit());
            let code = Literal::u16_unsuffixed(code);
            quote!(openapi_runtime::RangeStatus::<#class>::of::<#code>())
        }
        (Status::Default, Status::Code(code)) => status_code(code),
        (Status::Default, Status::Class(_)) => quote!(status.into()),
        _ => quote!(status),
    })
}
