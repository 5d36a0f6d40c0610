//! Generates structs and their representation in the emitted document.
//!
//! schemars derives the schema. Where a struct has rules of its own, which no
//! attribute can express, the generated code assembles the schema from the members.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};
use serde_json::{Map, Value};

use super::construct::default_function;
use super::rust::{docs, docs_if, schema_description, with_rules};
use super::scope::Scope;
use crate::names::ident;
use crate::types::{Field, Kind, Shape};

/// A struct to be generated.
pub(super) struct Structure<'s> {
    pub name: &'s str,
    pub description: Option<&'s str>,
    pub fields: &'s [Field],
    /// The type of undeclared members.
    pub additional: Option<&'s Shape>,
    /// Whether undeclared members are rejected.
    pub closed: bool,
    /// Keywords that apply to the whole object.
    pub rules: Option<&'s Map<String, Value>>,
    /// Whether the struct is serialized too, not only deserialized.
    pub serialized: bool,
    pub scope: &'s Scope<'s>,
}

impl Structure<'_> {
    pub fn tokens(&self) -> TokenStream {
        let mut functions: Vec<_> = self.new_function().into_iter().collect();
        let fields = self
            .fields
            .iter()
            .map(|field| self.field(field, &mut functions));
        let fields: Vec<_> = fields.collect();
        let additional = self
            .additional
            .map(|shape| self.additional(shape, &mut functions));
        let derived = self.rules.is_none();
        // schemars omits the flattened map of a struct that is neither open nor
        // closed.
        let open =
            (derived && additional.is_some()).then(|| quote!(#[schemars(deny_unknown_fields)]));
        let members = fields.into_iter().chain(additional);
        let closed = self.closed.then(|| quote!(#[serde(deny_unknown_fields)]));
        let serialize = self.serialized.then(|| quote!(serde::Serialize,));
        let json_schema = derived.then(|| quote!(, schemars::JsonSchema));
        let json_schema_impl = self.rules.map(|rules| self.json_schema_impl(rules));
        let (docs, name) = (docs_if(self.description), ident(self.name));
        let description = schema_description(self.description).filter(|_| derived);
        let functions = (!functions.is_empty()).then(|| quote!(impl #name { #(#functions)* }));
        let debug = (!self.has_secret()).then(|| quote!(Debug,));
        let default = self.derives_default().then(|| quote!(Default,));
        let (default_impl, debug_impl) = (self.default_impl(), self.debug_impl());
        quote! {
            #docs
            #[derive(Clone, #debug #default PartialEq, #serialize serde::Deserialize #json_schema)]
            #description
            #closed
            #open
            pub struct #name { #(#members),* }

            #json_schema_impl
            #functions

            #default_impl

            #debug_impl
        }
    }

    fn field(&self, field: &Field, functions: &mut Vec<TokenStream>) -> TokenStream {
        let Field {
            name,
            wire_name,
            description,
            required,
            shape,
            holds_null,
            default,
            is_secret: _,
        } = field;
        let mut serde = Vec::new();
        if name != wire_name {
            serde.push(quote!(rename = #wire_name));
        }
        let mut field_type = self.scope.shape(shape);
        let mut shown = None;
        if let Some(default) = default {
            let function = self.default(name, &field_type, shape, default, functions);
            serde.push(quote!(default = #function));
        } else if !required {
            serde.push(quote!(default));
            if self.serialized {
                let is_none = format!("{}::is_none", compact(&self.scope.prelude("Option")));
                serde.push(quote!(skip_serializing_if = #is_none));
            }
            if shape.nullable {
                serde.push(quote!(with = "openapi_runtime::shape::optional_nullable"));
            } else if *holds_null {
                serde.push(quote!(deserialize_with = "openapi_runtime::shape::present"));
            }
            // Otherwise schemars would emit that `null` is accepted.
            let with = compact(&field_type);
            shown = Some(quote!(#[schemars(with = #with)]));
            field_type = self.scope.option(&field_type);
        }
        // A nullable member that is not an `Option` of its type would be emitted as an
        // optional member.
        if !shape.is_plain() || ((*required || default.is_some()) && shape.nullable) {
            shown = self
                .rules
                .is_none()
                .then(|| self.schema_with(name, &self.scope.schema(shape), functions));
        }
        let shown = shown.filter(|_| self.rules.is_none());
        let serde = (!serde.is_empty()).then(|| quote!(#[serde(#(#serde),*)]));
        let description = description.as_deref();
        let docs = docs_if(description);
        let description = schema_description(description).filter(|_| self.rules.is_none());
        let name = ident(name);
        quote!(#docs #description #serde #shown pub #name: #field_type)
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
        let value = if shape.nullable {
            quote!(Some(#value))
        } else {
            value
        };
        functions.push(quote!(#docs fn #function() -> #field_type { #value }));
        format!("{}::{function}", self.name)
    }

    fn additional(&self, shape: &Shape, functions: &mut Vec<TokenStream>) -> TokenStream {
        let values = self.scope.shape(shape);
        let string = self.scope.prelude("String");
        let shown = (self.rules.is_none() && !shape.is_plain()).then(|| {
            let schema = self.scope.schema(shape);
            self.schema_with(
                "additional_members",
                &quote!(openapi_runtime::shape::map_of(#schema)),
                functions,
            )
        });
        quote! {
            /// Members that the document does not declare.
            #[serde(flatten)]
            #shown
            pub additional_members: std::collections::BTreeMap<#string, #values>
        }
    }

    /// Generates the attribute for a member whose type lacks keywords, and its
    /// function.
    fn schema_with(
        &self,
        name: &str,
        schema: &TokenStream,
        functions: &mut Vec<TokenStream>,
    ) -> TokenStream {
        let function = format_ident!("{name}_schema");
        let docs = docs(&format!(
            "Returns the schema of `{name}`, which the type does not express."
        ));
        functions.push(quote! {
            #docs
            fn #function(
                generator: &mut schemars::r#gen::SchemaGenerator,
            ) -> schemars::schema::Schema {
                #schema
            }
        });
        let function = format!("{}::{function}", self.name);
        quote!(#[schemars(schema_with = #function)])
    }

    fn json_schema_impl(&self, rules: &Map<String, Value>) -> TokenStream {
        let members = self.fields.iter().map(
            |Field {
                 wire_name,
                 required,
                 shape,
                 ..
             }| {
                let schema = self.scope.schema(shape);
                quote!((#wire_name, #required, #schema))
            },
        );
        let others = match self.additional {
            _ if self.closed => quote!(false.into()),
            Some(shape) => self.scope.schema(shape),
            None => quote!(true.into()),
        };
        let object = quote!(openapi_runtime::shape::object([#(#members),*], #others));
        self.scope
            .json_schema(self.name, &with_rules(object, rules))
    }
}

fn decoded(value: &Value) -> TokenStream {
    let value = value.to_string();
    quote!(serde_json::from_str(#value).expect("the type has the value"))
}

/// Returns the text of a type, as an attribute contains it.
fn compact(tokens: &TokenStream) -> String {
    tokens.to_string().replace(' ', "").replace(',', ", ")
}
