//! Formats tokens as a person would.
//!
//! prettyplease puts no blank lines between items.

use proc_macro2::TokenStream;

/// Returns the text of a file's items.
pub(crate) fn items(items: &[TokenStream]) -> String {
    let mut text = String::new();
    for tokens in items {
        let file = syn::parse2::<syn::File>(tokens.clone()).unwrap_or_else(|error| {
            panic!("generated code is not Rust, a defect of the generator: {error}\n{tokens}")
        });
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&spaced(&prettyplease::unparse(&file)));
    }
    text
}

/// Inserts a blank line between items, and before a documented member that follows
/// another member.
fn spaced(text: &str) -> String {
    let mut spaced = String::new();
    let mut previous = "";
    for line in text.lines() {
        let indent = line.len() - line.trim_start().len();
        let (line_start, end) = (line.trim_start(), previous.trim_start());
        let same_level = previous.len() - end.len() == indent;
        let is_item = |start: &str| {
            [
                "///",
                "#[",
                "pub ",
                "fn ",
                "async fn ",
                "impl",
                "static ",
                "enum ",
            ]
            .iter()
            .any(|word| start.starts_with(word))
        };
        let is_docs = end.starts_with("///");
        let ends_item = end == "}"
            || (indent > 0 && end.ends_with(" {}"))
            || end.ends_with(");")
            || end == "];";
        let ends_member = indent > 0 && end.ends_with(';');
        let begins_member = ["///", "fn ", "async fn "]
            .iter()
            .any(|word| line_start.starts_with(word));
        if same_level
            && !is_docs
            && (ends_item && is_item(line_start) || ends_member && begins_member)
        {
            spaced.push('\n');
        }
        spaced.push_str(line);
        spaced.push('\n');
        previous = line;
    }
    spaced
}
