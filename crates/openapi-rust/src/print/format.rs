//! Formats tokens as a person would.
//!
//! prettyplease puts no blank lines between items, and fills lines with the arguments of
//! macros.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::{Item, Macro, MacroDelimiter};

/// Returns the text of a file's items.
///
/// # Panics
/// The tokens are not items of Rust.
pub fn items(items: &[TokenStream]) -> String {
    let texts = items.iter().map(|tokens| {
        let mut file = syn::parse2::<syn::File>(tokens.clone()).unwrap_or_else(|error| {
            panic!("generated code is not Rust, a defect of the generator: {error}\n{tokens}")
        });
        let mut arguments = Vec::new();
        take_arguments(&mut file.items, &mut arguments);
        spaced(&with_arguments(&prettyplease::unparse(&file), &arguments))
    });
    texts.collect::<Vec<_>>().join("\n")
}

/// The length of a line up to which the members of a group fit in it, without its braces.
const WIDTH: usize = 85;

/// The argument of a macro until its arguments are written.
const PLACEHOLDER: &str = "arguments";

/// Replaces the arguments of the macros that are items, and collects them in their order.
fn take_arguments(items: &mut [Item], arguments: &mut Vec<TokenStream>) {
    for item in items {
        match item {
            Item::Mod(module) => {
                if let Some((_, items)) = &mut module.content {
                    take_arguments(items, arguments);
                }
            }
            Item::Macro(item) if matches!(item.mac.delimiter, MacroDelimiter::Brace(_)) => {
                let Macro { tokens, .. } = &mut item.mac;
                arguments.push(std::mem::take(tokens));
                *tokens = PLACEHOLDER.parse().expect("the placeholder is a name");
            }
            _ => {}
        }
    }
}

/// Writes the arguments of macros, each member of a group in a line of its own.
fn with_arguments(text: &str, arguments: &[TokenStream]) -> String {
    let mut arguments = arguments.iter().peekable();
    let mut written = String::new();
    for line in text.lines() {
        let trimmed = line.trim_start();
        match arguments.next_if(|_| trimmed == PLACEHOLDER) {
            Some(tokens) => {
                let indent = &line[..line.len() - trimmed.len()];
                written.push_str(&lines(tokens, indent));
            }
            None => written.push_str(line),
        }
        written.push('\n');
    }
    written
}

/// Returns the arguments of a macro: words, and the members of a group, in one line if they
/// fit, or else in filled lines.
fn lines(tokens: &TokenStream, indent: &str) -> String {
    let mut text = indent.to_owned();
    for token in tokens.clone() {
        match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                let members = members(group.stream());
                let line = members.join(", ");
                let width = text.lines().last().map_or(0, str::len);
                if members.is_empty() {
                    text.push_str(" {}");
                } else if width + line.len() <= WIDTH {
                    text.push_str(&format!(" {{ {line} }}"));
                } else {
                    let lines = filled(&members, WIDTH - indent.len());
                    let lines = lines.join(&format!("\n{indent}    "));
                    text.push_str(&format!(" {{\n{indent}    {lines}\n{indent}}}"));
                }
            }
            token if text.ends_with('}') => text.push_str(&format!("\n{indent}{token}")),
            token => push(&mut text, &token),
        }
    }
    text
}

/// Returns what the commas of a group separate.
fn members(tokens: TokenStream) -> Vec<String> {
    let mut members = vec![String::new()];
    for token in tokens {
        match (&token, members.last_mut()) {
            (TokenTree::Punct(one), _) if one.as_char() == ',' => members.push(String::new()),
            (_, member) => push(member.expect("the list begins with a member"), &token),
        }
    }
    members.retain(|member| !member.is_empty());
    members
}

/// Returns lines of members, as many in each as fit.
fn filled(members: &[String], width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for member in members {
        let member = format!("{member},");
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(&member),
            Some(line) if line.len() + member.len() <= width => {
                line.push(' ');
                line.push_str(&member);
            }
            _ => lines.push(member),
        }
    }
    lines
}

/// Adds a token to a line.
fn push(line: &mut String, token: &TokenTree) {
    let is_attached = match token {
        TokenTree::Group(group) => group.delimiter() != Delimiter::Brace,
        TokenTree::Punct(one) => match one.as_char() {
            ':' | '.' | ',' => true,
            '=' => line.ends_with(".."),
            '>' => line.ends_with('='),
            _ => false,
        },
        _ => line.ends_with("::") || line.ends_with("..="),
    };
    if !is_attached && !line.trim_start().is_empty() {
        line.push(' ');
    }
    match token {
        TokenTree::Group(group) => {
            let mut inner = String::new();
            group.stream().into_iter().for_each(|token| push(&mut inner, &token));
            line.push_str(&match group.delimiter() {
                Delimiter::Brace if inner.is_empty() => "{}".to_owned(),
                Delimiter::Brace => format!("{{ {inner} }}"),
                Delimiter::Bracket => format!("[{inner}]"),
                _ => format!("({inner})"),
            });
        }
        token => line.push_str(&token.to_string()),
    }
}

/// How the lines of items begin.
const ITEMS: [&str; 9] =
    ["///", "#[", "pub ", "fn ", "async ", "impl", "static ", "enum ", "openapi_"];

/// How the lines of members begin that a blank line precedes.
const MEMBERS: [&str; 4] = ["///", "#[derive", "fn ", "async fn "];

/// Inserts a blank line between items, and before a documented member that follows
/// another member.
fn spaced(text: &str) -> String {
    let mut spaced = String::new();
    let mut previous = ("", "");
    for line in text.lines() {
        let (indent, start) = line.split_at(line.len() - line.trim_start().len());
        let (indent_above, end) = previous;
        let is_inside = !indent.is_empty();
        let begins = |words: &[&str]| words.iter().any(|word| start.starts_with(word));
        let ends_item =
            matches!(end, "}" | "];") || end.ends_with(");") || (is_inside && end.ends_with(" {}"));
        let are_members = is_inside && end.ends_with(';') && begins(&MEMBERS);
        let are_apart = ends_item && begins(&ITEMS) || are_members;
        if are_apart && indent == indent_above && !end.starts_with("///") {
            spaced.push('\n');
        }
        spaced.push_str(line);
        spaced.push('\n');
        previous = (indent, start);
    }
    spaced
}
