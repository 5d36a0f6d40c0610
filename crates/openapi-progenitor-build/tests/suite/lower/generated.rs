//! Generates a client with progenitor and parses it.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// Returns the code of the client, as tokens separated by spaces.
///
/// The error is progenitor's.
pub fn code(document: &openapiv3::OpenAPI) -> Result<String, String> {
    let tokens = progenitor::Generator::default().generate_tokens(document);
    let tokens = tokens.map_err(|error| error.to_string())?;
    Ok(tokens.to_string())
}

/// Returns the string literals that follow the given tokens, sorted.
pub fn strings_after(code: &str, tokens: &str) -> Vec<String> {
    let mut strings: Vec<_> = code
        .split(tokens)
        .skip(1)
        .filter_map(|rest| rest.trim_start().strip_prefix('"')?.split('"').next())
        .map(str::to_owned)
        .collect();
    strings.sort();
    strings
}

/// Returns the number of methods of the client that progenitor generates.
///
/// The error is progenitor's, or names a duplicate item.
pub fn client(document: &openapiv3::OpenAPI) -> Result<usize, String> {
    let generated = catch_unwind(AssertUnwindSafe(|| {
        progenitor::Generator::default().generate_tokens(document)
    }));
    let tokens = match generated {
        Ok(Ok(tokens)) => tokens,
        Ok(Err(error)) => return Err(error.to_string()),
        Err(panic) => {
            let text = panic.downcast_ref::<String>().cloned();
            return Err(text.unwrap_or_else(|| "a panic".to_owned()));
        }
    };
    let file: syn::File = syn::parse2(tokens).map_err(|error| error.to_string())?;
    let mut methods = 0;
    no_name_twice(&file.items, &mut methods)?;
    Ok(methods)
}

fn no_name_twice(items: &[syn::Item], methods: &mut usize) -> Result<(), String> {
    let mut names = Vec::new();
    for item in items {
        let name = match item {
            syn::Item::Struct(item) => item.ident.to_string(),
            syn::Item::Enum(item) => item.ident.to_string(),
            syn::Item::Mod(item) => {
                let content = item.content.as_ref();
                no_name_twice(content.map_or(&[], |(_, items)| items), methods)?;
                continue;
            }
            syn::Item::Impl(item) if is_client(item) => {
                let functions = item.items.iter();
                *methods += functions.filter(|item| is_async(item)).count();
                continue;
            }
            _ => continue,
        };
        if names.contains(&name) {
            return Err(format!("two items called {name}"));
        }
        names.push(name);
    }
    Ok(())
}

fn is_client(item: &syn::ItemImpl) -> bool {
    let syn::Type::Path(path) = item.self_ty.as_ref() else {
        return false;
    };
    item.trait_.is_none() && path.path.is_ident("Client")
}

fn is_async(item: &syn::ImplItem) -> bool {
    matches!(item, syn::ImplItem::Fn(function) if function.sig.asyncness.is_some())
}
