//! Prints generated code an item at a time. The syntax trees of a whole client need
//! several times the memory of its tokens.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{File, Item, Result};

/// Returns the text of items, each changed by `change`, and the items of a module by
/// `change_in_module`, which may return another one.
///
/// # Errors
/// The tokens are not items of Rust.
pub(crate) fn items(
    tokens: TokenStream,
    mut change: impl FnMut(&mut Item),
    mut change_in_module: impl FnMut(&mut Item) -> Option<Item>,
) -> Result<String> {
    let mut text = String::new();
    for mut item in split(tokens) {
        let content = take_module(&mut item);
        let mut file: File = syn::parse2(item.into_iter().collect())?;
        file.items.iter_mut().for_each(&mut change);
        let printed = prettyplease::unparse(&file);
        let Some(content) = content else {
            text.push_str(&printed);
            continue;
        };
        text.push_str(printed.trim_end().trim_end_matches('}'));
        text.push('\n');
        for item in split(content) {
            // In a module, so that the item is printed with its indentation.
            let item = TokenStream::from_iter(item);
            if let Some(printed) = macro_call(&item) {
                text.push_str(&printed);
                continue;
            }
            let mut file: File = syn::parse2(quote!(mod module { #item }))?;
            if let Some(Item::Mod(module)) = file.items.first_mut() {
                let items = module.content.iter_mut().flat_map(|(_, items)| items);
                let added: Vec<Item> = items.filter_map(&mut change_in_module).collect();
                let items = module.content.iter_mut().map(|(_, items)| items);
                if items.map(without_removed).any(|items| items.is_empty()) {
                    continue;
                }
                let items = module.content.iter_mut().flat_map(|(_, items)| Some(items));
                items.for_each(|items| items.extend(added.iter().cloned()));
            }
            let printed = prettyplease::unparse(&file);
            let lines = printed.lines().skip(1).map(|line| line.to_owned() + "\n");
            text.extend(lines);
            text.truncate(text.len() - "}\n".len());
        }
        text.push_str("}\n");
    }
    Ok(text)
}

/// Removes the items that a change replaced by nothing.
fn without_removed(items: &mut Vec<Item>) -> &[Item] {
    items.retain(|item| !matches!(item, Item::Verbatim(tokens) if tokens.is_empty()));
    items
}

/// Separates the tokens of items: an item ends with `;` or with braces.
fn split(tokens: TokenStream) -> impl Iterator<Item = Vec<TokenTree>> {
    let mut tokens = tokens.into_iter().peekable();
    let is_semicolon =
        |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ';');
    std::iter::from_fn(move || {
        let mut item = Vec::new();
        while let Some(token) = tokens.next() {
            let ends_item = is_semicolon(&token)
                || is_braces(&token) && !tokens.peek().is_some_and(is_semicolon);
            item.push(token);
            if ends_item {
                break;
            }
        }
        (!item.is_empty()).then_some(item)
    })
}

fn is_braces(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
}

/// Takes the content of an item that is a module.
fn take_module(item: &mut [TokenTree]) -> Option<TokenStream> {
    let [
        ..,
        TokenTree::Ident(keyword),
        TokenTree::Ident(_),
        TokenTree::Group(braces),
    ] = item
    else {
        return None;
    };
    if keyword != "mod" {
        return None;
    }
    let empty = Group::new(Delimiter::Brace, TokenStream::new());
    Some(std::mem::replace(braces, empty).stream())
}

/// Returns the call of a macro in a module, with a line for each argument; prettyplease fills
/// lines with them.
fn macro_call(item: &TokenStream) -> Option<String> {
    let call: syn::ItemMacro = syn::parse2(item.clone()).ok()?;
    let path = call.mac.path.to_token_stream().to_string().replace(' ', "");
    let mut text = format!("    {path}! {{\n        ");
    for token in call.mac.tokens {
        let TokenTree::Group(group) = token else {
            text.push_str(&format!("{token} "));
            continue;
        };
        text.push_str("{\n");
        let tokens: Vec<_> = group.stream().into_iter().collect();
        let arguments = tokens
            .split(|token| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ','))
            .filter(|argument| !argument.is_empty());
        for argument in arguments {
            let argument = TokenStream::from_iter(argument.iter().cloned()).to_string();
            let argument = argument
                .replace(" ,", ",")
                .replace(" :", ":")
                .replace("..= ", "..=");
            text.push_str(&format!("            {argument},\n"));
        }
        text.push_str("        }\n");
    }
    Some(text + "    }\n")
}
