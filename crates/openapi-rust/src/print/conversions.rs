//! Generates conversions between the types that one schema has in requests and in responses.

use proc_macro2::TokenStream;
use quote::quote;

use super::scope::Scope;
use crate::names::ident;
use crate::types::{Body, Definition, Field, Kind, Shape};

/// A type, and another one of the same schema that can be made from it.
type Pair<'d> = (&'d Definition, &'d Definition);

/// How a value of one type becomes one of another.
enum Step {
    Same,
    Into,
    /// By each item of an array.
    Each,
}

/// Generates `From` for the types that a schema has in requests and in responses, where all that
/// the one needs is in the other. `shared` has the types of other modules, as [`shared`] returns it.
///
/// [`shared`]: super::shared
pub fn conversions<'d>(
    scope: &Scope<'_>,
    definitions: impl Iterator<Item = &'d Definition> + Clone,
    shared: &[(String, String)],
) -> Vec<TokenStream> {
    let find = |name: &str| definitions.clone().find(|one| one.name == name);
    let copies =
        definitions.clone().filter_map(|copy| Some((find(copy.copy_of.as_deref()?)?, copy)));
    let mut pairs: Vec<_> = copies.flat_map(|(one, other)| [(one, other), (other, one)]).collect();
    // A type that contains another one needs the conversion of that one.
    loop {
        let (known, count) = (pairs.clone(), pairs.len());
        pairs.retain(|pair| members(*pair, &known).is_some());
        if pairs.len() == count {
            break;
        }
    }
    let is_own = |one: &&Pair<'_>| !shared.iter().any(|(name, _)| *name == one.1.name);
    let conversions = pairs.iter().filter(is_own).filter_map(|pair| {
        let ([from, to], members) =
            ([ident(&pair.0.name), ident(&pair.1.name)], members(*pair, &pairs)?);
        let trait_name = scope.prelude("From");
        Some(quote! {
            impl #trait_name<#from> for #to {
                fn from(value: #from) -> Self { Self { #(#members),* } }
            }
        })
    });
    conversions.collect()
}

/// Returns the members of a struct that is made from another one, if all can be had.
fn members((from, to): Pair<'_>, pairs: &[Pair<'_>]) -> Option<Vec<TokenStream>> {
    let (
        Body::Struct { fields: own, additional: rest, .. },
        Body::Struct { fields: wanted, additional: wanted_rest, .. },
    ) = (&from.body, &to.body)
    else {
        return None;
    };
    let members = wanted.iter().map(|field| {
        let name = ident(&field.name);
        let own = own.iter().find(|own| own.wire_name == field.wire_name);
        let value = match own {
            Some(own) => taken(own, field, pairs)?,
            None if is_option(field) => quote!(None),
            None => return None,
        };
        Some(quote!(#name: #value))
    });
    let rest = match (rest, wanted_rest) {
        (_, None) => None,
        (Some(rest), Some(wanted)) if rest == wanted => Some(quote!(value.additional_members)),
        _ => return None,
    };
    members.chain(rest.map(|rest| Some(quote!(additional_members: #rest)))).collect()
}

fn taken(own: &Field, wanted: &Field, pairs: &[Pair<'_>]) -> Option<TokenStream> {
    let (step, name) = (step(&own.shape, &wanted.shape, pairs)?, ident(&own.name));
    let each = quote!(into_iter().map(Into::into).collect());
    match (is_option(own), is_option(wanted)) {
        (true, true) => Some(match step {
            Step::Same => quote!(value.#name),
            Step::Into => quote!(value.#name.map(Into::into)),
            Step::Each => quote!(value.#name.map(|items| items.#each)),
        }),
        (true, false) => None,
        (false, is_wrapped) => {
            let value = match step {
                Step::Same => quote!(value.#name),
                Step::Into => quote!(value.#name.into()),
                Step::Each => quote!(value.#name.#each),
            };
            Some(if is_wrapped { quote!(Some(#value)) } else { value })
        }
    }
}

/// Returns whether the type of a member is an `Option` because the member may be absent.
fn is_option(field: &Field) -> bool {
    !field.required && field.default.is_none() && !field.null_is_absent
}

fn step(own: &Shape, wanted: &Shape, pairs: &[Pair<'_>]) -> Option<Step> {
    let is_like = |one: &Shape, other: &Shape| {
        (&one.external, one.nullable, one.boxed) == (&other.external, other.nullable, other.boxed)
    };
    if !is_like(own, wanted) {
        return None;
    }
    match (&own.kind, &wanted.kind) {
        (own, wanted) if own == wanted => Some(Step::Same),
        _ if own.nullable || own.boxed => None,
        (Kind::Named(own), Kind::Named(wanted)) => {
            let is_known = pairs.iter().any(|(from, to)| from.name == *own && to.name == *wanted);
            is_known.then_some(Step::Into)
        }
        (Kind::Array(own), Kind::Array(wanted)) => match step(own, wanted, pairs)? {
            Step::Same => Some(Step::Same),
            Step::Into => Some(Step::Each),
            Step::Each => None,
        },
        _ => None,
    }
}
