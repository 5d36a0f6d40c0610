//! Generates structs and their representation in the emitted document.
//!
//! schemars derives the schema. Where a struct has rules of its own, which no
//! attribute can express, the generated code assembles the schema from the members.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};
use serde_json::{Map, Value};

use super::rust::{docs, docs_if, schema, schema_names, shape_type, with_rules};
use crate::names::{ident, value_name};
use crate::types::{Field, Kind, Shape};

/// A struct to be generated.
pub(super) struct Structure<'s> {
    pub name: &'s str,
    pub docs: TokenStream,
    pub fields: &'s [Field],
    /// The type of undeclared members.
    pub additional: Option<&'s Shape>,
    /// Whether undeclared members are rejected.
    pub closed: bool,
    /// Keywords that apply to the whole object.
    pub rules: Option<&'s Map<String, Value>>,
    /// Whether the struct is serialized too, not only deserialized.
    pub serialized: bool,
}

impl Structure<'_> {
    pub fn tokens(&self) -> TokenStream {
        let mut functions = Vec::new();
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
        let serialize = self.serialized.then(|| quote!(Serialize,));
        let json_schema = derived.then(|| quote!(, JsonSchema));
        let json_schema_impl = self.rules.map(|rules| self.json_schema_impl(rules));
        let (docs, name) = (&self.docs, ident(self.name));
        quote! {
            #docs
            #[derive(Clone, Debug, PartialEq, #serialize Deserialize #json_schema)]
            #closed
            #open
            pub struct #name { #(#members),* }

            #json_schema_impl
            #(#functions)*
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
        } = field;
        let mut serde = Vec::new();
        if name != wire_name {
            serde.push(quote!(rename = #wire_name));
        }
        let mut field_type = shape_type(shape);
        let mut shown = None;
        if let Some(default) = default {
            let function = self.default(name, &field_type, &shape.kind, default, functions);
            serde.push(quote!(default = #function));
        } else if !required {
            serde.push(quote!(default));
            if self.serialized {
                serde.push(quote!(skip_serializing_if = "Option::is_none"));
            }
            if shape.nullable {
                serde.push(quote!(with = "shape::optional_nullable"));
            } else if *holds_null {
                serde.push(quote!(deserialize_with = "shape::present"));
            }
            // Otherwise schemars would emit that `null` is accepted.
            let with = field_type.to_string().replace(' ', "").replace(',', ", ");
            shown = Some(quote!(#[schemars(with = #with)]));
            field_type = quote!(Option<#field_type>);
        }
        // A required nullable member would be emitted as an optional member.
        if !shape.is_plain() || (*required && shape.nullable) {
            shown = self
                .rules
                .is_none()
                .then(|| self.schema_with(name, &schema(shape), functions));
        }
        let shown = shown.filter(|_| self.rules.is_none());
        let serde = (!serde.is_empty()).then(|| quote!(#[serde(#(#serde),*)]));
        let docs = docs_if(description.as_deref());
        let name = ident(name);
        quote!(#docs #serde #shown pub #name: #field_type)
    }

    /// Returns the name of the function for the default of a parameter, and
    /// generates the function.
    fn default(
        &self,
        name: &str,
        field_type: &TokenStream,
        kind: &Kind,
        default: &Value,
        functions: &mut Vec<TokenStream>,
    ) -> String {
        let function = format_ident!("{}_{}_default", value_name(self.name), name);
        let docs = docs(&format!("The default of `{}::{name}`.", self.name));
        let value = match (kind, default) {
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
            (_, value) => {
                let value = value.to_string();
                quote!(serde_json::from_str(#value).expect("the type has the value"))
            }
        };
        functions.push(quote!(#docs fn #function() -> #field_type { #value }));
        function.to_string()
    }

    fn additional(&self, shape: &Shape, functions: &mut Vec<TokenStream>) -> TokenStream {
        let values = shape_type(shape);
        let shown = (self.rules.is_none() && !shape.is_plain()).then(|| {
            let schema = schema(shape);
            self.schema_with(
                "additional_members",
                &quote!(shape::map_of(#schema)),
                functions,
            )
        });
        quote! {
            /// Members that the document does not name.
            #[serde(flatten)]
            #shown
            pub additional_members: BTreeMap<String, #values>
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
        let function = format_ident!("{}_{}_schema", value_name(self.name), name);
        let docs = docs(&format!(
            "What the type of `{}::{name}` can't say.",
            self.name
        ));
        functions.push(quote! {
            #docs
            fn #function(generator: &mut SchemaGenerator) -> schemars::schema::Schema { #schema }
        });
        let function = function.to_string();
        quote!(#[schemars(schema_with = #function)])
    }

    fn json_schema_impl(&self, rules: &Map<String, Value>) -> TokenStream {
        let (name, names) = (ident(self.name), schema_names(self.name));
        let members = self.fields.iter().map(
            |Field {
                 wire_name,
                 required,
                 shape,
                 ..
             }| {
                let schema = schema(shape);
                quote!((#wire_name, #required, #schema))
            },
        );
        let others = match self.additional {
            _ if self.closed => quote!(false.into()),
            Some(shape) => schema(shape),
            None => quote!(true.into()),
        };
        let object = with_rules(quote!(shape::object([#(#members),*], #others)), rules);
        quote! {
            impl JsonSchema for #name {
                #names

                fn json_schema(generator: &mut SchemaGenerator) -> schemars::schema::Schema {
                    #object
                }
            }
        }
    }
}
