//! Hides secrets in `Debug`, as the types of the server do.

use std::collections::BTreeSet;

use quote::quote;
use syn::punctuated::Punctuated;
use syn::{Fields, Item, Path, Token, parse_quote};

/// Takes the derived `Debug` from a type with secrets, and from its builder. Returns one that
/// hides them.
pub(crate) fn hide(item: &mut Item, secrets: &BTreeSet<(String, String)>) -> Option<Item> {
    let (name, generics, attributes, fields) = match item {
        Item::Struct(one) => (&one.ident, &one.generics, &mut one.attrs, &one.fields),
        Item::Enum(one) => (&one.ident, &one.generics, &mut one.attrs, &Fields::Unit),
        Item::Mod(builders) if builders.ident == "builder" => {
            let (_, items) = builders.content.as_mut()?;
            let added: Vec<_> = items
                .iter_mut()
                .filter_map(|one| hide(one, secrets))
                .collect();
            items.extend(added);
            return None;
        }
        _ => return None,
    };
    let text = name.to_string();
    let is_secret = |field: &str| secrets.contains(&(text.clone(), field.to_owned()));
    let mut has_secret = is_secret("");
    let shown = fields.iter().filter_map(|field| field.ident.as_ref());
    let shown: Vec<_> = shown
        .map(|field| {
            let name = field.to_string();
            let name = name.trim_start_matches("r#");
            if !is_secret(name) {
                return quote!(.field(#name, &self.#field));
            }
            has_secret = true;
            quote!(.field(#name, &format_args!("[hidden]")))
        })
        .collect();
    if !has_secret {
        return None;
    }
    for derive in attributes
        .iter_mut()
        .filter(|one| one.path().is_ident("derive"))
    {
        let traits = derive.parse_args_with(Punctuated::<Path, Token![,]>::parse_terminated);
        let others = traits
            .into_iter()
            .flatten()
            .filter(|one| !one.is_ident("Debug"));
        *derive = parse_quote!(#[derive(#(#others),*)]);
    }
    let written = match is_secret("") {
        true => {
            let text = format!("{text}([hidden])");
            quote!(write_str(#text))
        }
        false => quote!(debug_struct(#text) #(#shown)* .finish()),
    };
    let (parameters, arguments, _) = generics.split_for_impl();
    Some(parse_quote! {
        /// Hides passwords and members that are never sent to callers.
        impl #parameters ::std::fmt::Debug for #name #arguments {
            fn fmt(&self, formatter: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                formatter.#written
            }
        }
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use openapi_document::Document;

    use crate::{Interface, client};

    #[test]
    fn builders_hide_the_secrets_of_types_and_parameters() {
        let text = r##"{
            "openapi": "3.1.0", "info": { "title": "a", "version": "1" },
            "paths": { "/a": { "post": {
                "operationId": "addUser",
                "parameters": [
                    { "name": "Old-Password", "in": "header", "schema": { "type": "string", "format": "password" } },
                    { "name": "limit", "in": "query", "schema": { "type": "integer" } }
                ],
                "requestBody": { "content": { "application/json": { "schema": { "$ref": "#/components/schemas/User" } } } },
                "responses": { "204": { "description": "Done" } }
            } } },
            "components": { "schemas": {
                "User": { "type": "object", "properties": {
                    "name": { "type": "string" },
                    "password": { "type": "string", "format": "password" }
                } }
            } }
        }"##;
        let document = Document::parse("a.json", text).unwrap();
        let generated = client(&document, "a.json", Interface::Builders).unwrap();
        let text: String = generated.code.split_whitespace().collect();
        let user =
            r#".field("name",&self.name).field("password",&format_args!("[hidden]")).finish()"#;
        // That of the type and that of its builder.
        assert_eq!(text.matches(user).count(), 2);
        let call = r#"impl<'a>::std::fmt::DebugforAddUser<'a>"#;
        let (_, call) = text.split_once(call).unwrap();
        let old = r#".field("limit",&self.limit).field("old_password",&format_args!("[hidden]"))"#;
        assert!(call.contains(old), "{}", generated.code);
        assert!(syn::parse_file(&generated.code).is_ok());
    }
}
