//! What a program can name in generated code, and what a change of it asks of the next version:
//! the rules are those of Cargo's documentation on Semantic Versioning.

use quote::ToTokens;
use std::collections::{BTreeMap, BTreeSet};
use syn::{Attribute, Field, ImplItem, Item, Meta, ReturnType, Signature, Token, Type, Visibility};

/// The version that a change needs, the greatest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, strum::Display)]
#[strum(serialize_all = "lowercase")]
pub(crate) enum Step {
    Major,
    Minor,
    Patch,
}

/// What a path names.
#[derive(PartialEq, Eq)]
enum Entry {
    /// The fields of a struct, or the variants of an enum.
    Members { members: BTreeMap<String, String>, is_exhaustive: bool },
    /// What anything else is, such as the types of a function.
    Text(String),
}

type Surface = BTreeMap<String, Entry>;

/// Returns what has changed between two versions of generated code, what needs the greatest step
/// first.
///
/// # Errors
/// The code is not Rust.
pub(crate) fn changes(old: &str, new: &str) -> syn::Result<BTreeSet<(Step, String)>> {
    let (old, new) = (read(old)?, read(new)?);
    let mut changes = BTreeSet::new();
    let mut add = |step, path: &str, what: String| changes.insert((step, format!("{path} {what}")));
    for (path, entry) in &old {
        match (entry, new.get(path)) {
            (_, None) if is_within(path, entry, &new) => {
                add(Step::Major, path, "is gone".to_owned());
            }
            (
                Entry::Members { members, is_exhaustive },
                Some(Entry::Members { members: others, is_exhaustive: remains }),
            ) => {
                for (name, member) in members {
                    let what = match others.get(name) {
                        Some(other) if other == member => continue,
                        Some(other) => format!("has `{name}{other}`, which was `{name}{member}`"),
                        None => format!("has no `{name}` any more"),
                    };
                    add(Step::Major, path, what);
                }
                for name in others.keys().filter(|name| !members.contains_key(*name)) {
                    let (step, why) = match is_exhaustive {
                        true => (Step::Major, ", and programs list all members"),
                        false => (Step::Minor, ""),
                    };
                    add(step, path, format!("has the new member `{name}`{why}"));
                }
                if *is_exhaustive && !remains {
                    add(Step::Major, path, "can have other members than those declared".to_owned());
                }
            }
            (Entry::Text(text), Some(Entry::Text(other))) if text == other => {}
            (Entry::Text(text), Some(Entry::Text(other))) => {
                add(Step::Major, path, format!("is `{other}`, and was `{text}`"));
            }
            (_, Some(_)) => {
                add(Step::Major, path, "is a type of another kind".to_owned());
            }
            (_, None) => {}
        }
    }
    for (path, entry) in new.iter().filter(|(path, _)| !old.contains_key(*path)) {
        if is_within(path, entry, &old) {
            add(Step::Minor, path, "is new".to_owned());
        }
    }
    Ok(changes)
}

/// Returns whether the item around a path exists on the other side, too. Without it the path says
/// nothing more, and a variant is a member of its enum.
fn is_within(path: &str, entry: &Entry, other: &Surface) -> bool {
    let parent = path.rsplit_once("::").map(|(parent, _)| other.get(parent));
    match (parent, entry) {
        (Some(Some(Entry::Members { .. })), Entry::Members { .. }) => false,
        (parent, _) => parent.is_none_or(|parent| parent.is_some()),
    }
}

fn read(code: &str) -> syn::Result<Surface> {
    let mut surface = Surface::new();
    collect(&syn::parse_file(code)?.items, "", &mut surface);
    Ok(surface)
}

fn collect(items: &[Item], module: &str, surface: &mut Surface) {
    let path = |name: &dyn ToTokens| format!("{module}{}", text(name));
    for item in items {
        match item {
            Item::Mod(item) if is_public(&item.vis) => {
                let path = path(&item.ident);
                let items = item.content.as_ref().map_or(&[][..], |(_, items)| items);
                collect(items, &format!("{path}::"), surface);
                surface.insert(path, Entry::Text("a module".to_owned()));
            }
            Item::Struct(item) if is_public(&item.vis) => {
                let (path, fields) = (path(&item.ident), item.fields.iter());
                let has_private = fields.clone().any(|field| !is_public(&field.vis));
                let members = fields.enumerate().filter(|(_, field)| is_public(&field.vis));
                let members = members.map(|(index, field)| member(index, field)).collect();
                let is_exhaustive = !has_private && !is_non_exhaustive(&item.attrs);
                derived(&path, &item.attrs, surface);
                surface.insert(path, Entry::Members { members, is_exhaustive });
            }
            Item::Enum(item) if is_public(&item.vis) => {
                let path = path(&item.ident);
                let mut members = BTreeMap::new();
                for variant in &item.variants {
                    let fields = variant.fields.iter().enumerate();
                    let own = fields.map(|(index, field)| member(index, field)).collect();
                    let is_exhaustive = !is_non_exhaustive(&variant.attrs);
                    let one = Entry::Members { members: own, is_exhaustive };
                    surface.insert(format!("{path}::{}", variant.ident), one);
                    members.insert(variant.ident.to_string(), String::new());
                }
                let is_exhaustive = !is_non_exhaustive(&item.attrs);
                derived(&path, &item.attrs, surface);
                surface.insert(path, Entry::Members { members, is_exhaustive });
            }
            Item::Type(item) if is_public(&item.vis) => {
                surface.insert(path(&item.ident), Entry::Text(text(&item.ty)));
            }
            Item::Const(item) if is_public(&item.vis) => {
                surface.insert(path(&item.ident), Entry::Text(text(&item.ty)));
            }
            Item::Fn(item) if is_public(&item.vis) => {
                surface.insert(path(&item.sig.ident), Entry::Text(signature(&item.sig)));
            }
            Item::Use(item) if is_public(&item.vis) => {
                surface.insert(path(&item.tree), Entry::Text("an import".to_owned()));
            }
            Item::Impl(item) => {
                // Without its parameters, as the type is named where it is defined.
                let of = match &*item.self_ty {
                    Type::Path(of) => path(&of.path.segments.last().map(|last| &last.ident)),
                    other => path(other),
                };
                if let Some((_, name, _)) = &item.trait_ {
                    let path = format!("{of}::impl {}", implemented(name));
                    surface.insert(path, Entry::Text("a trait".to_owned()));
                    continue;
                }
                for item in &item.items {
                    if let ImplItem::Fn(item) = item
                        && is_public(&item.vis)
                    {
                        let path = format!("{of}::{}", item.sig.ident);
                        surface.insert(path, Entry::Text(signature(&item.sig)));
                    }
                }
            }
            _ => {}
        }
    }
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

fn is_non_exhaustive(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|one| one.path().is_ident("non_exhaustive"))
}

/// Returns a public field, whose name is its place if it has none.
fn member(index: usize, field: &Field) -> (String, String) {
    let name = field.ident.as_ref().map_or_else(|| index.to_string(), ToString::to_string);
    (name, format!(": {}", text(&field.ty)))
}

fn derived(path: &str, attributes: &[Attribute], surface: &mut Surface) {
    for attribute in attributes.iter().filter(|one| one.path().is_ident("derive")) {
        let list = syn::punctuated::Punctuated::<Meta, Token![,]>::parse_terminated;
        for name in attribute.parse_args_with(list).into_iter().flatten() {
            let path = format!("{path}::impl {}", implemented(name.path()));
            surface.insert(path, Entry::Text("a trait".to_owned()));
        }
    }
}

/// Returns the name of a trait, which code derives or implements: without its modules and
/// lifetimes.
fn implemented(path: &syn::Path) -> String {
    let name = text(&path.segments.last()).replace("::", " ");
    name.split("<'").take(1).collect()
}

/// Returns the types of a function. The names of arguments are none of a caller.
fn signature(signature: &Signature) -> String {
    let types = signature.inputs.iter().map(|input| match input {
        syn::FnArg::Receiver(receiver) => text(receiver),
        syn::FnArg::Typed(typed) => text(&typed.ty),
    });
    let types: Vec<_> = types.collect();
    let (generics, bounds) = (&signature.generics, &signature.generics.where_clause);
    let asynchronous = if signature.asyncness.is_some() { "async " } else { "" };
    let types = types.join(", ");
    let output = match &signature.output {
        ReturnType::Default => String::new(),
        ReturnType::Type(_, output) => format!(" -> {}", text(output)),
    };
    format!("{asynchronous}fn{}({types}){output} {}", text(generics), text(bounds))
        .trim()
        .to_owned()
}

/// Returns tokens with the spaces that rustfmt leaves.
fn text(tokens: &dyn ToTokens) -> String {
    let text = tokens.to_token_stream().to_string();
    let text = text.replace(" :: ", "::").replace(" < ", "<").replace(" >", ">");
    text.replace(" ,", ",").replace("& ", "&").replace(" :", ":").replace("< ", "<")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that can't go on has failed")]

    use super::*;

    const OLD: &str = "
        pub mod types {
            #[derive(Clone, Debug)]
            pub struct Tree { pub name: String, pub age: Option<u8> }
            #[derive(Debug)]
            #[non_exhaustive]
            pub struct Leaf { pub green: bool }
            pub enum Kind { Oak, Elm { high: bool } }
            #[non_exhaustive]
            pub enum Failure { Gone }
        }
        pub struct Client { inner: () }
        impl Client {
            pub async fn plan<'a>(&'a self, name: &'a str) -> Result<(), Error> {}
            fn hidden() {}
        }
        impl Default for Client {}
        pub struct Planning<'a> { client: &'a Client }
        impl<'a> Planning<'a> { pub fn height(self) -> Self {} }
        fn private() {}
    ";

    #[track_caller]
    fn assert_changes(change: (&str, &str), expected: &[(Step, &str)]) {
        assert!(OLD.contains(change.0));
        let new = OLD.replacen(change.0, change.1, 1);
        let found = changes(OLD, &new).unwrap();
        let found: Vec<_> = found.iter().map(|(step, text)| (*step, text.as_str())).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_change_that_breaks_a_program_needs_a_major_version() {
        for (change, text) in [
            (("pub name: String, ", ""), "types::Tree has no `name` any more"),
            (
                ("age: Option<u8>", "age: u8"),
                "types::Tree has `age: u8`, which was `age: Option<u8>`",
            ),
            (
                ("pub age", "pub new: u8, pub age"),
                "types::Tree has the new member `new`, and programs list all members",
            ),
            (
                ("Oak, ", "Oak, Ash, "),
                "types::Kind has the new member `Ash`, and programs list all members",
            ),
            (
                ("high: bool", "high: bool, old: bool"),
                "types::Kind::Elm has the new member `old`, and programs list all members",
            ),
            ((", Elm { high: bool }", ""), "types::Kind has no `Elm` any more"),
            (("{ Gone }", "{}"), "types::Failure has no `Gone` any more"),
            (("Clone, Debug", "Debug"), "types::Tree::impl Clone is gone"),
            (
                ("name: &'a str", "name: &'a str, age: u8"),
                "Client::plan is `async fn<'a>(&'a self, &'a str, u8) -> Result<(), Error>`, and was \
                 `async fn<'a>(&'a self, &'a str) -> Result<(), Error>`",
            ),
            (("pub enum Kind", "enum Kind"), "types::Kind is gone"),
            (("impl Default for Client {}", ""), "Client::impl Default is gone"),
            (("pub fn height(self) -> Self {}", ""), "Planning::height is gone"),
        ] {
            assert_changes(change, &[(Step::Major, text)]);
        }
    }

    #[test]
    fn an_addition_that_breaks_no_program_needs_a_minor_version() {
        for (change, text) in [
            (("pub green", "pub high: bool, pub green"), "types::Leaf has the new member `high`"),
            (("{ Gone }", "{ Gone, Late }"), "types::Failure has the new member `Late`"),
            (("fn hidden", "pub fn hidden"), "Client::hidden is new"),
            (("{ pub fn height", "{ pub fn age() {} pub fn height"), "Planning::age is new"),
            (
                ("pub enum Kind", "#[derive(Clone)] pub struct Moss; pub enum Kind"),
                "types::Moss is new",
            ),
        ] {
            assert_changes(change, &[(Step::Minor, text)]);
        }
    }

    #[test]
    fn what_a_program_cannot_name_changes_nothing() {
        for change in [
            ("fn private", "fn secret"),
            ("#[derive(Debug)]", "impl std::fmt::Debug for Leaf {}"),
            ("impl Default", "impl<'a> serde::Default<'a>"),
            ("name: &'a str", "title: &'a str"),
            ("inner: ()", "inner: u8"),
            ("pub mod types {", "/// Types.\npub mod types {"),
        ] {
            assert_changes(change, &[]);
        }
    }
}
