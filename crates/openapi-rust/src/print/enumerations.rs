//! Generates enumerations, of which the values of open ones may be others than the known ones.

use proc_macro2::{Literal, TokenStream};
use quote::quote;
use serde_json::{Map, Value};

use super::rust::{docs_if, schema_description};
use super::scope::Scope;
use super::structs::compact;
use crate::names::ident;
use crate::types::{Definition, EnumeratedValue, Kind, Shape};

/// Generates an enumeration with all values of a string.
pub fn closed(
    scope: &Scope<'_>,
    definition: &Definition,
    docs: &TokenStream,
    values: &[EnumeratedValue],
) -> TokenStream {
    let Definition { name, description, deprecation, .. } = definition;
    // schemars would emit a schema for each variant that has docs.
    let is_derived = values.iter().all(|one| one.description.is_none());
    let json_schema = (!is_derived).then(|| {
        let values: Value = values.iter().map(|one| one.value.clone()).collect();
        let schema =
            Shape { rules: Map::from_iter([("enum".to_owned(), values)]), ..Kind::String.into() };
        scope.json_schema(name, &scope.schema(&schema))
    });
    let is_derived = is_derived && scope.has_schemas();
    let derive = is_derived.then(|| quote!(, schemars::JsonSchema));
    let derives = scope.take_derives(name);
    let description = schema_description(description.as_deref(), deprecation.as_deref());
    let description = description.filter(|_| is_derived);
    let name = ident(name);
    let rule = rename_rule(values).filter(|_| is_derived);
    let rename_all = rule.map(|rule| quote!(#[schemars(rename_all = #rule)]));
    let variants = values.iter().map(|one| {
        let (docs, variant) = (docs_if(one.description.as_deref()), ident(&one.variant));
        let value = literal(&one.value);
        let is_renamed =
            is_derived && rule.is_none() && one.value.as_str().is_some_and(|text| variant != text);
        let rename = is_renamed.then(|| quote!(#[schemars(rename = #value)]));
        quote!(#docs #rename #variant)
    });
    let texts = pairs(values).map(|(variant, value)| quote!(#variant = #value));
    let library = scope.library();
    quote! {
        #docs
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash #derive #derives)]
        #description
        #rename_all
        pub enum #name { #(#variants),* }

        #library::texts! { #name { #(#texts),* } }

        #json_schema
    }
}

/// Generates an enumeration with the known values of a string or an integer, and a variant for
/// all others if there are some.
pub fn converted(
    scope: &Scope<'_>,
    name: &str,
    docs: &TokenStream,
    base: &Shape,
    values: &[EnumeratedValue],
    has_others: bool,
) -> TokenStream {
    let json_schema = scope.inline_json_schema(name, &scope.schema(base));
    let derives = scope.take_derives(name);
    let (name, from_trait) = (ident(name), scope.prelude("From"));
    let is_text = base.kind == Kind::String;
    let base = scope.shape(base);
    let base_text = compact(&base);
    let variants = values.iter().map(|one| {
        let value = one.value.as_str().map_or(one.value.to_string(), str::to_owned);
        let description = one.description.as_deref().unwrap_or_default();
        let text = format!("{value}: {description}");
        let (docs, variant) = (super::rust::docs(text.trim_end_matches(": ")), ident(&one.variant));
        quote!(#docs #variant)
    });
    let into = pairs(values).map(|(variant, value)| {
        let value = if is_text { quote!(#value.to_owned()) } else { value };
        quote!(#name::#variant => #value,)
    });
    let (copy, own, matched, rest) = match is_text {
        true => {
            (None, quote!(self.clone()), quote!(value.as_str()), quote!(_ => Self::Other(value)))
        }
        false => {
            (Some(quote!(Copy,)), quote!(*self), quote!(value), quote!(other => Self::Other(other)))
        }
    };
    let (ok, err, library) = (scope.prelude("Ok"), scope.prelude("Err"), scope.library());
    let unknown = quote!(#library::object::UnknownValue);
    let other_docs = super::rust::docs("A value that the document does not list.");
    let other = has_others.then(|| quote!(#other_docs Other(#base)));
    let of_other = has_others.then(|| quote!(#name::Other(other) => other));
    let (trait_name, function, error, read, rest) = if has_others {
        (from_trait.clone(), quote!(from), None, quote!(Self), rest)
    } else {
        let error = quote!(type Error = #unknown;);
        let read = quote!(Result<Self, #unknown>);
        (scope.prelude("TryFrom"), quote!(try_from), Some(error), read, quote!(_ => #err(#unknown)))
    };
    let from = pairs(values).map(|(variant, value)| match has_others {
        true => quote!(#value => Self::#variant,),
        false => quote!(#value => #ok(Self::#variant),),
    });
    quote! {
        #docs
        #[derive(
            Clone, #copy Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize #derives
        )]
        #[serde(#function = #base_text, into = #base_text)]
        pub enum #name {
            #(#variants,)*
            #other
        }

        impl #trait_name<#base> for #name {
            #error

            fn #function(value: #base) -> #read {
                match #matched { #(#from)* #rest }
            }
        }

        impl #from_trait<#name> for #base {
            fn from(value: #name) -> Self {
                match value { #(#into)* #of_other }
            }
        }

        impl std::fmt::Display for #name {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                #base::from(#own).fmt(formatter)
            }
        }

        #json_schema
    }
}

/// Returns the rule of serde by which the variants have the names of all values, such as
/// `snake_case`.
fn rename_rule(values: &[EnumeratedValue]) -> Option<&'static str> {
    let snake = |variant: &str| {
        let mut text = String::new();
        for (index, character) in variant.char_indices() {
            if index > 0 && character.is_uppercase() {
                text.push('_');
            }
            text.push(character.to_ascii_lowercase());
        }
        text
    };
    type Renaming<'r> = &'r dyn Fn(&str) -> String;
    let rules: [(&str, Renaming<'_>); 7] = [
        ("PascalCase", &str::to_owned),
        ("lowercase", &str::to_ascii_lowercase),
        ("UPPERCASE", &str::to_ascii_uppercase),
        ("snake_case", &snake),
        ("kebab-case", &|variant| snake(variant).replace('_', "-")),
        ("SCREAMING_SNAKE_CASE", &|variant| snake(variant).to_ascii_uppercase()),
        ("SCREAMING-KEBAB-CASE", &|variant| snake(variant).to_ascii_uppercase().replace('_', "-")),
    ];
    let mut fitting = rules.into_iter().filter(|(_, renamed)| {
        values.iter().all(|one| one.value.as_str() == Some(&renamed(&one.variant)))
    });
    let (rule, _) = fitting.next()?;
    // Variants have their own names without a rule, and a single one is renamed by itself.
    (rule != "PascalCase" && values.len() > 1).then_some(rule)
}

/// Returns the variants with their values.
fn pairs(values: &[EnumeratedValue]) -> impl Iterator<Item = (TokenStream, TokenStream)> + '_ {
    values.iter().map(|one| {
        let variant = ident(&one.variant);
        (quote!(#variant), literal(&one.value))
    })
}

fn literal(value: &Value) -> TokenStream {
    match value.as_str() {
        Some(text) => quote!(#text),
        None => {
            let value = value.as_i64().expect("known values are texts or integers of 64 bits");
            let value = Literal::i64_unsuffixed(value);
            quote!(#value)
        }
    }
}
