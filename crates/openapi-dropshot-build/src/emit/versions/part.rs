//! The parts of a body that functions convert: what is around them is converted by way of JSON.

use openapi_rust::names::{ident, value_name};
use openapi_rust::print::Scope;
use openapi_rust::types::{Body, Kind, Shape};
use proc_macro2::TokenStream;
use quote::quote;

use super::Adapter;
use crate::versions::{Function, Place};

/// A body, or a part of it that a function converts, in two versions.
struct BodyPart {
    /// The whole body, or a place that both versions have.
    place: Place,
    from: Shape,
    to: Shape,
    /// The type and the member that the part is, unless no type around it has a name.
    member: Option<String>,
}

impl BodyPart {
    /// Returns what the function is named after: the type in the older version; the member, if it
    /// is made, or if that type has no name or another one in the newer version; without either,
    /// the operation.
    fn name(&self, older: &Shape, operation: &str) -> String {
        let name = older.held().filter(|_| !older.nullable);
        let is_same = !self.place.is_missing && self.from.held() == self.to.held();
        match (&self.member, name) {
            (Some(member), _) if !is_same || name.is_none() => value_name(member),
            (_, Some(name)) => value_name(name),
            (_, None) => format!("{operation}_body"),
        }
    }

    /// Returns the reason for the function, with the place of the part.
    fn explained(&self) -> String {
        let Place { reason, at, is_missing } = &self.place;
        // Names of members are any text.
        let at = at.escape_debug().to_string().replace('`', "\\u0060");
        match is_missing {
            _ if at.is_empty() => reason.clone(),
            true => format!("{reason}\n\nReturns the member `{at}`."),
            false => format!("{reason}\n\nThe part is `{at}`."),
        }
    }
}

impl Adapter<'_> {
    /// Generates the conversion of a body by a function for each part that differs: a request
    /// from this version, or a response to it. Of a stream, a function converts each value.
    pub(super) fn by_parts(
        &mut self,
        (body, is_stream): (&TokenStream, bool),
        operation: &str,
        from: (usize, &Shape),
        to: (usize, &Shape),
        (first, others): (Place, Vec<Place>),
    ) -> (TokenStream, Vec<Function>) {
        let mut parts: Vec<BodyPart> = Vec::new();
        for mut place in std::iter::once(first).chain(others) {
            if is_stream {
                place.at.clear();
            }
            let mut part = self.part(place, from, to);
            if parts.iter().any(|one| one.place.contains(&part.place)) {
                continue;
            }
            // The first reason has a value, if any has one.
            let index = parts.iter().position(|one| part.place.contains(&one.place));
            if let Some(index) = index {
                part.place.reason.clone_from(&parts[index].place.reason);
            }
            parts.retain(|one| !part.place.contains(&one.place));
            parts.insert(index.unwrap_or(parts.len()), part);
        }
        let is_request = from.0 == self.index;
        let (prefix, scopes) = match is_request {
            true => ("request", [Scope::root(), self.scope(to.0)]),
            false => ("response", [self.scope(from.0), Scope::root()]),
        };
        let (mut calls, mut functions) = (Vec::new(), Vec::new());
        for part in &parts {
            let older = if is_request { &part.from } else { &part.to };
            let wanted = format!("{prefix}_{}", part.name(older, operation));
            let (from, to) = (scopes[0].shape(&part.from), scopes[1].shape(&part.to));
            let rejecting = quote!(Result<#to, openapi_dropshot::Rejection>);
            let to = if is_request { rejecting } else { to };
            let function = self.functions.conversion(&wanted, &from, &to, part.explained());
            let (name, pointer) = (ident(&function.name), &part.place.at);
            functions.push(function);
            let by = quote!(<A as Compatibility>::#name);
            if pointer.is_empty() {
                let converted = match (is_stream, is_request) {
                    (false, true) => quote!(#by(#body)?),
                    (false, false) => quote!(#by(#body)),
                    (true, true) => quote!(#body.into_iter().map(#by).collect::<Result<_, _>>()?),
                    (true, false) => quote!(#body.try_map(|value| Ok(#by(value)))),
                };
                return (converted, functions);
            }
            let by = if is_request { by } else { quote!(|value| Ok(#by(value))) };
            calls.push(match part.place.is_missing {
                true => quote!(.member(#pointer, #by)?),
                false => quote!(.part(#pointer, #by)?),
            });
        }
        (quote!(openapi_dropshot::Conversion::of(&#body)? #(#calls)* .decode()?), functions)
    }

    /// Returns the innermost part on the way to a place for which both versions have a type. Absent
    /// members and null stay what they are, but for a missing member.
    fn part(
        &self,
        place: Place,
        (from_version, from): (usize, &Shape),
        (to_version, to): (usize, &Shape),
    ) -> BodyPart {
        let (mut from, mut to) = (from.clone(), to.clone());
        let mut found = BodyPart {
            place: Place { at: String::new(), is_missing: false, ..place.clone() },
            from: from.clone(),
            to: to.clone(),
            member: None,
        };
        let (mut pointer, mut member) = (String::new(), String::new());
        let mut tokens = place.at.split('/').skip(1).peekable();
        while let Some(token) = tokens.next() {
            let name = token.replace("~1", "/").replace("~0", "~");
            if let Some(kind) = from.held() {
                member = format!("{kind} {name}");
            }
            let is_missing = place.is_missing && tokens.peek().is_none();
            let inner_from = match is_missing {
                true => Some(from),
                false => self.inner(from_version, &from, &name).map(|(inner, _)| inner),
            };
            let inner_to = self.inner(to_version, &to, &name);
            (from, to) = match (inner_from, inner_to) {
                (Some(from), Some((to, is_required))) if is_required || !is_missing => (from, to),
                _ => break,
            };
            pointer = format!("{pointer}/{token}");
            if is_missing || from.nullable == to.nullable {
                let nullable = is_missing && to.nullable;
                found.place = Place { at: pointer.clone(), is_missing, ..found.place };
                found.from = Shape { nullable: false, boxed: false, ..from.clone() };
                found.to = Shape { nullable, boxed: false, ..to.clone() };
                found.member = Some(member.clone()).filter(|member| !member.is_empty());
            }
        }
        found
    }

    /// Returns the type of a part of a value, and whether it is a required member.
    fn inner(&self, version: usize, shape: &Shape, name: &str) -> Option<(Shape, bool)> {
        match &shape.kind {
            _ if shape.external.is_some() => None,
            Kind::Array(inner) | Kind::Map(inner) => {
                (name == "*").then(|| ((**inner).clone(), false))
            }
            Kind::Named(kind) => match &self.plan.modules[version].definition(kind)?.body {
                // The pointer of a member `*` is that of each member.
                Body::Struct { fields, .. } if name != "*" => {
                    let field = fields.iter().find(|field| field.wire_name == name)?;
                    Some((field.shape.clone(), field.required))
                }
                Body::Transparent(shape) | Body::Alias(shape) => self.inner(version, shape, name),
                _ => None,
            },
            _ => None,
        }
    }
}
