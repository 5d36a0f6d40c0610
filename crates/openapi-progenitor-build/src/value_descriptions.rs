//! Documents the variants of enumerations: `x-enum-descriptions`.

use openapi_document::doc_lines;
use syn::{Item, LitStr, Variant, parse_quote};

use crate::Lowered;

/// Adds the descriptions to the variants of an enumeration.
pub(crate) fn document(item: &mut Item, lowered: &Lowered) {
    let Item::Enum(item) = item else { return };
    let Some(descriptions) = lowered.value_descriptions.get(&item.ident.to_string()) else {
        return;
    };
    for variant in &mut item.variants {
        let lines = descriptions
            .get(&value(variant))
            .map(|text| doc_lines(text));
        let lines = lines.unwrap_or_default();
        let docs = lines.iter().map(|line| parse_quote!(#[doc = #line]));
        variant.attrs.splice(0..0, docs);
    }
}

/// Returns the value of a variant: its name, unless an attribute has another one.
fn value(variant: &Variant) -> String {
    let mut renamed = None;
    for attribute in variant
        .attrs
        .iter()
        .filter(|one| one.path().is_ident("serde"))
    {
        // Attributes without a value are not of interest.
        let _ = attribute.parse_nested_meta(|meta| {
            if meta.path.is_ident("rename") {
                renamed = Some(meta.value()?.parse::<LitStr>()?.value());
            }
            Ok(())
        });
    }
    renamed.unwrap_or_else(|| variant.ident.to_string())
}
