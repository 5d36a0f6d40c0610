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

/// Inserts a blank line before a documented member that follows another member.
fn spaced(text: &str) -> String {
    let mut spaced = String::new();
    let mut previous = "";
    for line in text.lines() {
        let ends = previous == "    }" || (previous.starts_with("    ") && previous.ends_with(';'));
        let begins = line.starts_with("    ///")
            || line.starts_with("    fn ")
            || line.starts_with("    async fn ");
        let top = (previous == "}" || previous.ends_with(");") || previous == "];")
            && !line.is_empty()
            && !line.starts_with([' ', '}', ')', ']']);
        if (ends && begins) || top {
            spaced.push('\n');
        }
        spaced.push_str(line);
        spaced.push('\n');
        previous = line;
    }
    spaced
}
