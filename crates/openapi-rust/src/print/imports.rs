//! Shortens the paths of generated items to names that their module imports.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Group, TokenStream, TokenTree};
use quote::quote;

use crate::names::ident;

/// The names that a module imports from a few crates.
pub struct Imports<'n> {
    /// The crates by name. Of their items without a module, types, traits and constants are
    /// imported.
    crates: &'static [&'static str],
    /// The names of the module's own types, traits and constants.
    taken: BTreeSet<&'n str>,
    /// The crate of each imported name.
    imported: BTreeMap<String, String>,
}

impl<'n> Imports<'n> {
    pub fn new(crates: &'static [&'static str], taken: impl IntoIterator<Item = &'n str>) -> Self {
        Self { crates, taken: taken.into_iter().collect(), imported: BTreeMap::new() }
    }

    /// Replaces each path of a crate and such an item by the item's name, unless the module has
    /// an item or an import with this name. A module within `tokens` has to import everything of
    /// its parent.
    pub fn shorten(&mut self, tokens: TokenStream) -> TokenStream {
        let tokens: Vec<_> = tokens.into_iter().collect();
        let mut shortened = Vec::new();
        let mut rest = tokens.as_slice();
        while let [first, after @ ..] = rest {
            rest = after;
            match first {
                TokenTree::Group(group) => {
                    let content = self.shorten(group.stream());
                    let mut content = Group::new(group.delimiter(), content);
                    content.set_span(group.span());
                    shortened.push(content.into());
                }
                TokenTree::Ident(name) if !is_path(&shortened) => {
                    if let [colon, second, TokenTree::Ident(item), after @ ..] = rest
                        && is_path(&[colon.clone(), second.clone()])
                        && self.import(&name.to_string(), &item.to_string())
                    {
                        shortened.push(item.clone().into());
                        rest = after;
                    } else {
                        shortened.push(first.clone());
                    }
                }
                _ => shortened.push(first.clone()),
            }
        }
        shortened.into_iter().collect()
    }

    /// Imports an item of a crate, if it can be imported.
    fn import(&mut self, from: &str, item: &str) -> bool {
        // Both are modules. Other names in lower case keep their path.
        let is_imported = matches!(item, "shape" | "union")
            || item.starts_with(|first: char| first.is_ascii_uppercase());
        if !is_imported || !self.crates.contains(&from) || self.taken.contains(item) {
            return false;
        }
        self.imported.entry(item.to_owned()).or_insert_with(|| from.to_owned()) == from
    }

    /// Returns the declarations of the imported names.
    pub fn declarations(&self) -> TokenStream {
        let declarations = self.crates.iter().filter_map(|from| {
            let names = self.imported.iter().filter(|(_, known)| known == from);
            let names: Vec<_> = names.map(|(name, _)| ident(name)).collect();
            let from = ident(from);
            match names.as_slice() {
                [] => None,
                [only] => Some(quote!(use #from::#only;)),
                _ => Some(quote!(use #from::{#(#names),*};)),
            }
        });
        quote!(#(#declarations)*)
    }
}

/// Returns whether tokens end with `::`.
fn is_path(tokens: &[TokenTree]) -> bool {
    let is_colon =
        |token: &TokenTree| matches!(token, TokenTree::Punct(one) if one.as_char() == ':');
    matches!(tokens, [.., first, second] if is_colon(first) && is_colon(second))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_becomes_a_name_unless_it_is_taken_or_of_a_module() {
        let mut imports = Imports::new(&["serde", "schemars"], ["Serialize"]);
        let shortened = imports.shorten(quote! {
            #[derive(serde::Serialize, serde::Deserialize)]
            struct Serialize(::serde::Deserialize, schemars::schema::Schema, schemars::Deserialize);
        });
        let expected = quote! {
            #[derive(serde::Serialize, Deserialize)]
            struct Serialize(::serde::Deserialize, schemars::schema::Schema, schemars::Deserialize);
        };
        assert_eq!(shortened.to_string(), expected.to_string());
        let declarations = quote!(
            use serde::Deserialize;
        );
        assert_eq!(imports.declarations().to_string(), declarations.to_string());
    }
}
