//! Hides secret parameters in `Debug` of builders. Types hide theirs themselves.

use std::collections::BTreeSet;

use quote::quote;
use syn::{Item, ItemStruct, parse_quote};

/// Replaces the derived `Debug` of each builder with a secret parameter by one that hides it.
pub(crate) fn hide(item: &mut Item, secrets: &BTreeSet<(String, String)>) {
    let Item::Mod(module) = item else { return };
    let Some((_, items)) = &mut module.content else {
        return;
    };
    let builders = items.iter_mut().filter_map(|item| match item {
        Item::Struct(builder) => hidden(builder, secrets),
        _ => None,
    });
    let added: Vec<_> = builders.collect();
    items.extend(added);
}

fn hidden(builder: &mut ItemStruct, secrets: &BTreeSet<(String, String)>) -> Option<Item> {
    let text = builder.ident.to_string();
    let is_secret = |field: &str| secrets.contains(&(text.clone(), field.to_owned()));
    secrets.iter().find(|(name, _)| *name == text)?;
    let fields = builder
        .fields
        .iter()
        .filter_map(|field| field.ident.as_ref());
    let fields = fields.map(|field| {
        let name = field.to_string();
        match is_secret(name.trim_start_matches("r#")) {
            true => quote!(.field(#name, &format_args!("[hidden]"))),
            false => quote!(.field(#name, &self.#field)),
        }
    });
    let fields: Vec<_> = fields.collect();
    for derive in &mut builder.attrs {
        if derive.path().is_ident("derive") {
            *derive = parse_quote!(#[derive(Clone)]);
        }
    }
    let (parameters, arguments, _) = builder.generics.split_for_impl();
    let name = &builder.ident;
    Some(parse_quote! {
        /// Hides passwords.
        impl #parameters ::std::fmt::Debug for #name #arguments {
            fn fmt(&self, formatter: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                formatter.debug_struct(#text) #(#fields)* .finish()
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
    fn types_and_builders_hide_their_secrets() {
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
        assert_eq!(text.matches(user).count(), 1);
        let call = r#"impl<'a>::std::fmt::DebugforAddUser<'a>"#;
        let (_, call) = text.split_once(call).unwrap();
        let old = r#".field("limit",&self.limit).field("old_password",&format_args!("[hidden]"))"#;
        assert!(call.contains(old), "{}", generated.code);
        assert!(syn::parse_file(&generated.code).is_ok());
    }
}
