//! Hides secret parameters in `Debug` of builders. Types hide theirs themselves.

use std::collections::BTreeSet;

use quote::{ToTokens, quote};
use syn::{Item, ItemMod, parse_quote};

/// Replaces the derived `Debug` of each builder with a secret parameter by one that shows no
/// parameter.
pub(crate) fn hide(module: &mut ItemMod, builders: &BTreeSet<String>) {
    let Some((_, items)) = &mut module.content else {
        return;
    };
    let mut hidden = Vec::new();
    for item in items.iter_mut() {
        let Item::Struct(builder) = item else {
            continue;
        };
        let (name, text) = (&builder.ident, builder.ident.to_string());
        if !builders.contains(&text) {
            continue;
        }
        hidden.push(parse_quote! {
            /// Hides passwords.
            impl std::fmt::Debug for #name<'_> {
                fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    formatter.debug_struct(#text).finish_non_exhaustive()
                }
            }
        });
        for derive in &mut builder.attrs {
            if derive.path().is_ident("derive") {
                // A builder with a body of bytes is no `Clone`.
                let is_clone = derive.to_token_stream().to_string().contains("Clone");
                let clone = is_clone.then(|| quote!(Clone));
                *derive = parse_quote!(#[derive(#clone)]);
            }
        }
    }
    items.extend(hidden);
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use openapi_document::Document;

    use crate::{Interface, TypeOptions, client};

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
                }, "additionalProperties": { "type": "string", "format": "password" } }
            } }
        }"##;
        let document = Document::parse("a.json", text).unwrap();
        let generated =
            client(&document, "a.json", Interface::Builders, TypeOptions::default(), |_| {})
                .unwrap();
        let text: String = generated.code.split_whitespace().collect();
        let user = r#".field("name",&self.name).field("password",&format_args!("[hidden]"))
            .field("additional_members",&format_args!("[hidden]")).finish()"#;
        let user: String = user.split_whitespace().collect();
        assert_eq!(text.matches(&user).count(), 1, "{}", generated.code);
        let call = r#"std::fmt::DebugforAddUser<'_>{"#;
        assert_eq!(text.matches(call).count(), 1, "{}", generated.code);
        let fields = r#"formatter.debug_struct("AddUser").finish_non_exhaustive()"#;
        assert!(text.contains(fields), "{}", generated.code);
        assert!(syn::parse_file(&generated.code).is_ok());
    }
}
