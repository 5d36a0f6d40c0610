//! Gives the fields that tell null from absent the type `Option<Option<_>>`.

use std::collections::BTreeSet;

use quote::quote;
use syn::{Expr, Field, Ident, ImplItem, Item, ItemImpl, ItemStruct, Stmt, Type, parse_quote};

use crate::items::first_argument;
use crate::optional::has_attribute;

/// Changes the fields of a type, and those of its builder.
pub(crate) fn tell_apart(item: &mut Item, fields: &BTreeSet<(String, String)>) {
    if fields.is_empty() {
        return;
    }
    let is_told_apart = |owner: &Ident, field: &Ident| {
        let (owner, field) = (owner.to_string(), field.to_string());
        fields.contains(&(owner, field.trim_start_matches("r#").to_owned()))
    };
    match item {
        Item::Struct(owner) => {
            for field in named(owner, &is_told_apart) {
                field.ty = optional(&field.ty);
                let attribute = match has_attribute(field, "default") {
                    true => quote!(deserialize_with = "::openapi_progenitor::present"),
                    false => quote!(default, deserialize_with = "::openapi_progenitor::present"),
                };
                field.attrs.push(parse_quote!(#[serde(#attribute)]));
            }
        }
        Item::Mod(builders) if builders.ident == "builder" => {
            let items = builders.content.iter_mut().flat_map(|(_, items)| items);
            items.for_each(|item| change_builder(item, &is_told_apart));
        }
        _ => {}
    }
}

/// Changes the fields of a builder, and the functions that set them: absent is what is not set.
fn change_builder(item: &mut Item, is_told_apart: &dyn Fn(&Ident, &Ident) -> bool) {
    match item {
        Item::Struct(owner) => {
            for field in named(owner, is_told_apart) {
                if let Some(kind) = first_argument(&mut field.ty) {
                    *kind = optional(kind);
                }
            }
        }
        Item::Impl(ItemImpl {
            trait_: None,
            self_ty,
            items,
            ..
        }) => {
            let Type::Path(owner) = &**self_ty else {
                return;
            };
            let Some(owner) = owner.path.get_ident() else {
                return;
            };
            for function in items {
                if let ImplItem::Fn(function) = function
                    && is_told_apart(owner, &function.sig.ident)
                    && let Some(Stmt::Expr(Expr::Assign(set), _)) = function.block.stmts.first_mut()
                {
                    let value = &set.right;
                    set.right = parse_quote!(#value.map(::std::option::Option::Some));
                }
            }
        }
        _ => {}
    }
}

fn named<'i>(
    owner: &'i mut ItemStruct,
    is_told_apart: &dyn Fn(&Ident, &Ident) -> bool,
) -> impl Iterator<Item = &'i mut Field> {
    let ItemStruct { ident, fields, .. } = owner;
    let fields = fields.iter_mut();
    fields.filter(move |field| {
        let name = field.ident.as_ref();
        name.is_some_and(|name| is_told_apart(ident, name))
    })
}

fn optional(kind: &Type) -> Type {
    parse_quote!(::std::option::Option<#kind>)
}
