//! Generates the conversion of responses from a newer version to an older one.

use openapi_document::Status;
use openapi_rust::names::{ident, value_name};
use openapi_rust::operation::{BodyKind, Response, Role};
use openapi_rust::print::Scope;
use proc_macro2::{Ident, Literal, TokenStream, TokenTree};
use quote::quote;

use super::super::content::response_type;
use super::super::responses::{handled, header_type, members, status_code, status_type};
use super::{Adapter, Pair, UNCONVERTED, convertible};
use crate::versions::{Function, Part, Verdict};

/// An expression, and the functions that it calls; or why the service has to write a function for
/// the whole response.
type Conversion<T> = Result<(T, Vec<Function>), String>;

impl Adapter<'_> {
    /// Generates an arm for each response of the newer operation, and the functions that
    /// they call.
    pub(super) fn response(&mut self, pair: &Pair<'_>) -> (Vec<TokenStream>, Vec<Function>) {
        let (mut arms, mut functions) = (Vec::new(), Vec::new());
        for new in handled(pair.new) {
            let (value, called) = self
                .conversion(pair, new)
                .unwrap_or_else(|reason| self.by_function(pair, new, reason));
            functions.extend(called);
            let pattern = pattern(new, &value);
            arms.push(quote!(Newer::#pattern => #value,));
        }
        (arms, functions)
    }

    fn conversion(&mut self, pair: &Pair<'_>, new: &Response) -> Conversion<TokenStream> {
        let older = self.version(self.index);
        let newer = self.version(pair.counterpart.version);
        let status = new.status;
        // The most exact key applies. It is the least.
        let old = handled(pair.old)
            .filter(|old| covers(old, new))
            .min_by_key(|old| old.status)
            .ok_or_else(|| format!("{older} does not declare the response {status} of {newer}."))?;
        let key = |of: Status| {
            handled(pair.new).map(|new| new.status).filter(move |key| key.covers(of)).min()
        };
        let more_exact = handled(pair.old)
            .find(|one| one.status != old.status && key(one.status) == Some(status));
        if let Some(one) = more_exact {
            return Err(format!(
                "{older} declares the response {} apart, which is one of {status} in {newer}.",
                one.status
            ));
        }
        let owner = new.type_name.as_ref().map(|_| quote!(response.));
        let mut values = Vec::new();
        // Old callers don't know what only the newer version has.
        for header in &old.headers {
            let (name, field) = (&header.name, ident(&header.field));
            let mut headers = new.headers.iter();
            let sent = headers.find(|one| one.name.eq_ignore_ascii_case(name));
            let sent = sent.ok_or_else(|| {
                format!("{older} declares the header field `{name}`, and {newer} does not.")
            })?;
            if header.required && !sent.required {
                return Err(format!(
                    "{older} requires the header field `{name}`, and {newer} does not."
                ));
            }
            let is_same = self.is_same(&header.shape, pair.counterpart.version, &sent.shape);
            if sent.documented.rules != header.documented.rules || !is_same {
                return Err(format!("The header field `{name}` of the response {status} differs."));
            }
            let value = ident(&sent.field);
            let value = quote!(#owner #value);
            values.push(match (sent.is_optional(), header.is_optional()) {
                (false, true) => quote!(#field: Some(#value)),
                _ => field_value(&header.field, &value),
            });
        }
        let (body, functions) = self.response_body(pair, old, new)?;
        let variant = ident(&old.variant);
        let kind = Scope::root().named(&pair.old.response_name);
        let status = status_value(old.status, new.status);
        let status = status.map(|status| field_value("status", &status));
        if old.type_name.is_none() && !old.has_fields() {
            let body = body.map(|body| quote!((#body)));
            return Ok((quote!(#kind::#variant #body), functions));
        }
        let body = body.map(|body| field_value("body", &body));
        let members = body.into_iter().chain(values);
        let value = match &old.type_name {
            None => {
                let members = status.into_iter().chain(members);
                quote!(#kind::#variant { #(#members),* })
            }
            Some(name) => {
                let name = Scope::root().named(name);
                let response = quote!(#name { #(#members),* });
                match status {
                    Some(status) => quote!(#kind::#variant { #status, response: #response }),
                    None => quote!(#kind::#variant(#response)),
                }
            }
        };
        Ok((value, functions))
    }

    /// Generates the conversion of the body.
    fn response_body(
        &mut self,
        pair: &Pair<'_>,
        old: &Response,
        new: &Response,
    ) -> Conversion<Option<TokenStream>> {
        let version = pair.counterpart.version;
        let status = new.status.to_string();
        let owner = new.type_name.as_ref().map(|_| quote!(response.));
        let body = quote!(#owner body);
        let (old_body, new_body) = match (old.body(), new.body()) {
            (Some(old), Some(new)) => (old, new),
            (None, _) => return Ok((None, vec![])),
            (Some(_), None) => return Err(format!("The response {status} has no body any more.")),
        };
        let Some((old_json, new_json)) = convertible(old_body, new_body) else {
            return Err(format!("The body of the response {status} {UNCONVERTED}"));
        };
        let is_stream = match old_json.format.kind() {
            BodyKind::Bytes => return Ok((Some(body), vec![])),
            kind => matches!(kind, BodyKind::Items(_)),
        };
        let verdict = self.comparison.verdict(
            (version, pair.counterpart.name),
            (self.index, pair.old_name),
            Part::Response(&status, &old.status.to_string()),
        );
        let is_same = self.is_same(&old_json.shape, version, &new_json.shape);
        Ok(match verdict {
            Verdict::Proved if is_same => (Some(body), vec![]),
            Verdict::Proved if is_stream => {
                let body = quote!(#body.try_map(|value| openapi_dropshot::convert(&value)));
                (Some(body), vec![])
            }
            Verdict::Proved => (Some(quote!(openapi_dropshot::convert(&#body)?)), vec![]),
            Verdict::Different(first, others) => {
                let (from, to) = ((version, &new_json.shape), (self.index, &old_json.shape));
                let (body, name) = ((&body, is_stream), &pair.old.value_name);
                let (value, functions) = self.by_parts(body, name, from, to, (first, others));
                (Some(value), functions)
            }
        })
    }

    /// Generates the conversion of a response by a function of the operation.
    fn by_function(
        &mut self,
        pair: &Pair<'_>,
        new: &Response,
        reason: String,
    ) -> (TokenStream, Vec<Function>) {
        let variant = value_name(&new.variant);
        let wanted = format!("response_{}_{variant}", pair.old.value_name);
        let (names, kinds): (Vec<_>, Vec<_>) = arguments(&pair.scope, new).into_iter().unzip();
        let kind = Scope::root().named(&pair.old.response_name);
        let signature = quote!((#(#names: #kinds),*) -> #kind);
        let function = self.functions.add(&wanted, reason, &signature);
        let name = ident(&function.name);
        let value = quote!(<A as Compatibility>::#name(#(#names),*));
        (value, vec![function])
    }
}

/// Returns a field with its value, in short form if the value is a variable of its name.
fn field_value(field: &str, value: &TokenStream) -> TokenStream {
    let name = ident(field);
    if name == value.to_string() { quote!(#name) } else { quote!(#name: #value) }
}

/// Returns the pattern of a response, which binds the members that an expression uses.
fn pattern(response: &Response, value: &TokenStream) -> TokenStream {
    let name = ident(&response.variant);
    let mut members = members(response);
    let is_tuple = !members.is_empty() && !response.has_fields();
    members.retain(|member| mentions(value, member));
    let open = (!matches!(response.status, Status::Code(_))).then(|| quote!(status,));
    match members.as_slice() {
        members if response.has_fields() => quote!(#name { #open #(#members,)* .. }),
        [] if is_tuple => quote!(#name(_)),
        [] => quote!(#name),
        members => quote!(#name(#(#members),*)),
    }
}

fn mentions(tokens: &TokenStream, name: &Ident) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Ident(other) => other == *name,
        TokenTree::Group(group) => mentions(&group.stream(), name),
        _ => false,
    })
}

/// Returns the names and types of the members of a response.
fn arguments(scope: &Scope<'_>, response: &Response) -> Vec<(TokenStream, TokenStream)> {
    let status = status_type(response.status).map(|kind| (quote!(status), kind));
    if let Some(name) = &response.type_name {
        let kind = (quote!(response), scope.named(name));
        return status.into_iter().chain([kind]).collect();
    }
    let body = response.body();
    let body = body.map(|body| (quote!(body), response_type(scope, body)));
    let headers = response.headers.iter().map(|header| {
        let name = ident(&header.field);
        (quote!(#name), header_type(scope, header))
    });
    status.into_iter().chain(body).chain(headers).collect()
}

/// Returns whether a response of the older version is one for the status of a newer one.
fn covers(old: &Response, new: &Response) -> bool {
    let is_declared = |one: &Response| one.role != Role::Undeclared;
    old.status.covers(new.status)
        && (is_declared(old) || (!is_declared(new) && old.status == new.status))
}

/// Returns the value of the status for a response of the older version whose key is a range or
/// `default`.
fn status_value(old: Status, new: Status) -> Option<TokenStream> {
    Some(match (old, new) {
        (Status::Code(_), _) => return None,
        (Status::Class(class), Status::Code(code)) => {
            let class = Literal::u16_unsuffixed(class);
            let code = Literal::u16_unsuffixed(code);
            quote!(openapi_dropshot::RangeStatus::<#class>::of::<#code>())
        }
        (Status::Default, Status::Code(code)) => status_code(code),
        (Status::Default, Status::Class(_)) => quote!(status.into()),
        _ => quote!(status),
    })
}
