//! Generates structs and their representation in the emitted document.
//!
//! schemars derives the schema. Where a struct has rules of its own, which no
//! attribute can express, the generated code assembles the schema from the members.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};
use serde_json::{Map, Value};

use super::emitted::with_rules;
use super::rust::{docs, docs_if, docs_of, schema_description};
use super::scope::Scope;
use crate::keywords::rules;
use crate::names::ident;
use crate::types::{Body, Definition, Field, Kind, Shape};

/// The length of the tokens of an attribute that fits into a line of a member.
const LONGEST: usize = 86;

/// A struct to be generated.
pub struct Structure<'s> {
    pub name: &'s str,
    pub description: Option<&'s str>,
    pub deprecation: Option<&'s str>,
    pub fields: &'s [Field],
    /// The type of undeclared members.
    pub additional: Option<&'s Shape>,
    /// Whether undeclared members are rejected.
    pub closed: bool,
    /// Keywords that apply to the whole object.
    pub rules: Option<&'s Map<String, Value>>,
    /// Whether the struct is serialized too, not only deserialized.
    pub serialized: bool,
    /// The variant of the union with this name that has the members, and the member that it
    /// lacks, its tag.
    pub variant: Option<(&'s str, &'s str)>,
    pub scope: &'s Scope<'s>,
}

impl<'s> Structure<'s> {
    /// Returns the struct that a definition is, if it is one.
    pub fn of(definition: &'s Definition, scope: &'s Scope<'s>) -> Option<Self> {
        let Body::Struct { fields, additional, closed, rules } = &definition.body else {
            return None;
        };
        Some(Self {
            name: &definition.name,
            description: definition.description.as_deref(),
            deprecation: definition.deprecation.as_deref(),
            fields,
            additional: additional.as_ref(),
            closed: *closed,
            rules: Some(rules).filter(|rules| !rules.is_empty()),
            serialized: true,
            variant: None,
            scope,
        })
    }

    pub fn tokens(&self) -> TokenStream {
        let mut functions: Vec<_> = self.new_function().into_iter().collect();
        let fields = self.own_fields().map(|field| self.field(field, &mut functions));
        let fields: Vec<_> = fields.collect();
        let additional = self.additional.map(|shape| self.additional(shape, &mut functions));
        let derived = self.is_derived();
        // schemars omits the flattened map of a struct that is neither open nor
        // closed.
        let closed = (derived && (self.closed || additional.is_some()))
            .then(|| quote!(#[schemars(deny_unknown_fields)]));
        let members = fields.into_iter().chain(additional);
        let json_schema = derived.then(|| quote!(, schemars::JsonSchema));
        let object = self.object();
        let json_schema_impl =
            self.rules.map(|_| self.scope.json_schema(self.name, &self.schema()));
        let non_exhaustive = self.non_exhaustive();
        let (description, deprecation) = (self.description, self.deprecation);
        let (docs, name) = (docs_of(description, deprecation), ident(self.name));
        let description = schema_description(description, deprecation).filter(|_| derived);
        let functions = (!functions.is_empty()).then(|| quote!(impl #name { #(#functions)* }));
        let debug = (!self.has_secret()).then(|| quote!(Debug,));
        let default = self.derives_default().then(|| quote!(Default,));
        let derives = self.scope.take_derives(self.name);
        let (default_impl, debug_impl) = (self.default_impl(), self.debug_impl());
        quote! {
            #docs
            #[derive(Clone, #debug #default PartialEq #json_schema #derives)]
            #description
            #closed
            #non_exhaustive
            pub struct #name { #(#members),* }

            #object

            #json_schema_impl
            #functions

            #default_impl

            #debug_impl
        }
    }

    /// Generates the variant with its members.
    pub fn variant(&self, name: &str) -> TokenStream {
        let fields = self.own_fields().map(|field| self.field(field, &mut Vec::new()));
        let fields: Vec<_> = fields.collect();
        let (docs, name) = (docs_of(self.description, self.deprecation), ident(name));
        let non_exhaustive = self.non_exhaustive();
        match fields.as_slice() {
            [] => quote!(#docs #name),
            fields => quote!(#docs #non_exhaustive #name { #(#fields),* }),
        }
    }

    /// Returns the members that are Rust members: those of a variant lack its tag.
    pub fn own_fields(&self) -> impl Iterator<Item = &Field> {
        let tag = self.variant.map(|(_, tag)| tag);
        self.fields.iter().filter(move |field| Some(field.wire_name.as_str()) != tag)
    }

    fn non_exhaustive(&self) -> Option<TokenStream> {
        self.is_received().then(|| quote!(#[non_exhaustive]))
    }

    /// Returns whether schemars derives the schema.
    fn is_derived(&self) -> bool {
        self.rules.is_none() && self.variant.is_none() && self.scope.has_schemas()
    }

    /// Returns whether only a service makes values of the struct.
    pub fn is_received(&self) -> bool {
        self.scope.is_received(self.name)
    }

    fn field(&self, field: &Field, functions: &mut Vec<TokenStream>) -> TokenStream {
        let Field {
            name,
            wire_name,
            description,
            deprecation,
            required,
            shape,
            default,
            null_is_absent,
            ..
        } = field;
        // The attributes by which schemars derives what `object!` does.
        let mut derive = Vec::new();
        let mut shown = None;
        if name != wire_name {
            derive.push(quote!(rename = #wire_name));
        }
        let mut field_type = self.scope.shape(shape);
        // A nullable member that is not an `Option` of its type would be emitted as an
        // optional member.
        let has_function =
            !shape.is_plain() || ((*required || default.is_some()) && shape.nullable);
        if let Some(default) = default {
            let function = self.default(name, &field_type, shape, default, functions);
            derive.push(quote!(default = #function));
        } else if !required {
            derive.push(quote!(default));
            if self.serialized {
                let is_none = format!("{}::is_none", compact(&self.scope.prelude("Option")));
                derive.push(quote!(skip_serializing_if = #is_none));
            }
            // schemars would emit that `null` is accepted.
            let with = compact(&field_type);
            shown = Some(quote!(with = #with));
            if !null_is_absent {
                field_type = self.scope.option(&field_type);
            }
        }
        if has_function && self.is_derived() {
            let function = self.schema_function(name, &self.scope.schema(shape), functions);
            shown = Some(quote!(schema_with = #function));
        }
        let derive = self.is_derived().then(|| attributes(derive, shown));
        let (description, deprecation) = (description.as_deref(), deprecation.as_deref());
        let constraints = match self.scope.has_schemas() {
            // schemars would take them for the description of the schema.
            true => None,
            false => constraints(field),
        };
        let parts: Vec<_> =
            [description, constraints.as_deref(), deprecation].into_iter().flatten().collect();
        let docs = docs_if((!parts.is_empty()).then(|| parts.join("\n\n")).as_deref());
        let description = schema_description(description, deprecation);
        let description = description.filter(|_| self.is_derived());
        let visibility = self.variant.is_none().then(|| quote!(pub));
        let name = ident(name);
        quote!(#docs #description #derive #visibility #name: #field_type)
    }

    /// Returns the name of the function for the default of a member, and
    /// generates the function.
    fn default(
        &self,
        name: &str,
        field_type: &TokenStream,
        shape: &Shape,
        default: &Value,
        functions: &mut Vec<TokenStream>,
    ) -> String {
        let function = default_function(name);
        let docs = docs(&format!("Returns the default of `{name}`."));
        let value = match (&shape.kind, default) {
            (_, value) if shape.external.is_some() => decoded(value),
            (Kind::Integer(_), _) => {
                let value = Literal::i64_unsuffixed(default.as_i64().unwrap_or_default());
                quote!(#value)
            }
            (Kind::Number(_), _) => {
                let value = Literal::f64_unsuffixed(default.as_f64().unwrap_or_default());
                quote!(#value)
            }
            (Kind::Boolean, Value::Bool(value)) => quote!(#value),
            (Kind::String, Value::String(value)) => quote!(#value.to_owned()),
            (_, value) => decoded(value),
        };
        let value = if shape.nullable { quote!(Some(#value)) } else { value };
        functions.push(quote!(#docs fn #function() -> #field_type { #value }));
        format!("{}::{function}", self.name)
    }

    fn additional(&self, shape: &Shape, functions: &mut Vec<TokenStream>) -> TokenStream {
        let values = self.scope.shape(shape);
        let string = self.scope.prelude("String");
        let with = (!shape.is_plain() && self.is_derived()).then(|| {
            let schema = self.scope.schema(shape);
            let schema = quote!(openapi_dropshot::shape::map_of(#schema));
            let function = self.schema_function("additional_members", &schema, functions);
            quote!(, schema_with = #function)
        });
        let derive = self.is_derived().then(|| quote!(#[schemars(flatten #with)]));
        quote! {
            /// Members that the document does not declare.
            #derive
            pub additional_members: std::collections::BTreeMap<#string, #values>
        }
    }

    /// Generates the function for the schema of a member whose type lacks keywords, unless
    /// another member has the same, and returns its name.
    fn schema_function(
        &self,
        name: &str,
        schema: &TokenStream,
        functions: &mut Vec<TokenStream>,
    ) -> String {
        let function = format_ident!("{}_schema", name.trim_end_matches('_'));
        let own = format!("{}::{function}", self.name);
        let (path, is_first) = self.scope.member_schema(schema, own);
        if !is_first {
            return path;
        }
        let docs =
            docs(&format!("Returns the schema of `{name}`, which the type does not express."));
        functions.push(quote! {
            #docs
            fn #function(
                generator: &mut openapi_dropshot::SchemaGenerator,
            ) -> openapi_dropshot::EmittedSchema {
                #schema
            }
        });
        path
    }

    /// Returns the members as macros know them: with their presence, and their names in JSON.
    pub fn members_of_macro(&self) -> impl Iterator<Item = TokenStream> {
        self.own_fields().map(|field| {
            let (member, wire_name) = (ident(&field.name), &field.wire_name);
            let kind = if field.default.is_some() {
                let (structure, default) = (ident(self.name), default_function(&field.name));
                quote!(default(#structure::#default))
            } else if field.required {
                quote!(required)
            } else if field.null_is_absent {
                quote!(nullable)
            } else {
                quote!(optional)
            };
            let renamed = (member != wire_name).then_some(wire_name);
            quote!(#member: #kind #renamed)
        })
    }

    /// Generates the implementations of serde's traits.
    fn object(&self) -> TokenStream {
        let members = self.members_of_macro();
        let others = match self.additional {
            Some(_) => Some(quote!(kept additional_members)),
            None => self.closed.then(|| quote!(refused)),
        };
        let name = ident(self.name);
        let object = quote!(#name { #(#members),* } #others);
        let library = self.scope.library();
        if self.serialized {
            quote!(#library::object! { #object })
        } else {
            quote!(#library::decoded_object! { #object })
        }
    }

    /// Returns an expression for the schema of the object.
    pub fn schema(&self) -> TokenStream {
        let emitted = self.fields.iter().filter(|field| field.is_emitted);
        let members = emitted.map(|Field { wire_name, required, shape, .. }| {
            let schema = self.scope.schema(shape);
            quote!((#wire_name, #required, #schema))
        });
        let others = match self.additional {
            _ if self.closed => quote!(false.into()),
            Some(shape) => self.scope.schema(shape),
            None => quote!(true.into()),
        };
        let object = quote!(openapi_dropshot::shape::object([#(#members),*], #others));
        match self.rules {
            Some(rules) => with_rules(self.scope, object, rules),
            None => object,
        }
    }
}

/// Returns the sentence with the bounds of a member, its default and its example.
fn constraints(field: &Field) -> Option<String> {
    let is_shown = |name: &str| name != "uniqueItems" && rules().any(|rule| rule == name);
    let shown = field.shape.rules.iter().map(|(name, value)| (name.as_str(), value));
    let values = [("default", &field.default), ("example", &field.example)];
    let values = values.into_iter().filter(|_| !field.is_secret);
    let values = values.filter_map(|(name, value)| Some((name, value.as_ref()?)));
    let shown: Vec<_> = shown
        .filter(|(name, _)| is_shown(name))
        .chain(values)
        .map(|(name, value)| match value.as_str() {
            Some(text) => format!("`{name}`: `{text}`"),
            None => format!("`{name}`: {value}"),
        })
        .collect();
    (!shown.is_empty()).then(|| format!("{}.", shown.join(", ")))
}

/// Returns the attributes of schemars: one, if its line is short enough.
fn attributes(derive: Vec<TokenStream>, shown: Option<TokenStream>) -> TokenStream {
    let one = derive.iter().chain(&shown);
    let one = quote!(#[schemars(#(#one),*)]);
    match shown {
        None if derive.is_empty() => TokenStream::new(),
        Some(shown) if !derive.is_empty() && one.to_string().len() > LONGEST => {
            quote!(#[schemars(#(#derive),*)] #[schemars(#shown)])
        }
        _ => one,
    }
}

fn decoded(value: &Value) -> TokenStream {
    let value = value.to_string();
    quote!(serde_json::from_str(#value).expect("the type has the value"))
}

/// Returns the text of a type, as an attribute contains it.
pub fn compact(tokens: &TokenStream) -> String {
    tokens.to_string().replace(' ', "").replace(',', ", ")
}

/// Returns the name of the function for the default of a member.
pub fn default_function(member: &str) -> Ident {
    format_ident!("{member}_default")
}
