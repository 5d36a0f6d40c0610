//! Structs, enumerations and unions.

use heck::ToShoutySnakeCase;
use openapi_model::{ParameterLocation, TypeName};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::rust::{docs, docs_if, embedded_schema, path, schema, shape_type};
use crate::names::{ident, value_name};
use crate::operation::Endpoint;
use crate::types::{Body, Definition, Field, OpenValue, Shape};
use crate::union::{Told, UnionVariant};

/// A definition and what it needs beside it.
pub(super) fn definition(definition: &Definition) -> TokenStream {
    let Definition {
        name,
        description,
        body,
    } = definition;
    let docs = docs_if(description.as_deref());
    match body {
        Body::Struct {
            fields,
            additional,
            closed,
        } => structure(name, &docs, fields, additional.as_ref(), *closed, true),
        Body::Enumeration(values) => {
            let name = ident(name);
            let variants = values.iter().map(|(variant, value)| {
                let variant = ident(variant);
                let rename = (variant != value).then(|| quote!(#[serde(rename = #value)]));
                quote!(#rename #variant)
            });
            quote! {
                #docs
                #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
                pub enum #name { #(#variants),* }
            }
        }
        Body::OpenEnumeration { integer, values } => open_enumeration(name, &docs, integer, values),
        Body::Union {
            exclusive,
            tag,
            variants,
        } => union(name, &docs, *exclusive, tag.as_deref(), variants),
        Body::Transparent(shape) => transparent(name, &docs, shape),
    }
}

/// The structs that parameters are decoded into.
pub(super) fn parameters(endpoint: &Endpoint) -> Vec<TokenStream> {
    let structs = endpoint.parameters.iter().map(|parameters| {
        let place = match parameters.place {
            ParameterLocation::Path => "path",
            ParameterLocation::Query => "query",
            ParameterLocation::Header | ParameterLocation::Cookie => "header",
        };
        let docs = docs(&format!("The {place} parameters of `{}`", endpoint.id));
        structure(
            &parameters.type_name,
            &docs,
            &parameters.fields,
            None,
            false,
            false,
        )
    });
    structs.collect()
}

fn structure(
    name: &str,
    docs: &TokenStream,
    fields: &[Field],
    additional: Option<&Shape>,
    closed: bool,
    serialized: bool,
) -> TokenStream {
    let mut functions = Vec::new();
    let members: Vec<_> = fields
        .iter()
        .map(|field| member(name, field, serialized, &mut functions))
        .collect();
    let open = additional.is_some().then(|| {
        // schemars leaves the flattened map out of a struct that is neither open nor closed.
        quote!(#[schemars(deny_unknown_fields)])
    });
    let additional = additional.map(|shape| {
        let values = shape_type(shape);
        let shown = (!shape.is_plain()).then(|| {
            let schema = schema(shape);
            schema_with(
                name,
                "additional_members",
                &quote!(shape::map_of(#schema)),
                &mut functions,
            )
        });
        quote! {
            /// Members that the document does not name.
            #[serde(flatten)]
            #shown
            pub additional_members: BTreeMap<String, #values>
        }
    });
    let members = members.into_iter().chain(additional);
    let closed = closed.then(|| quote!(#[serde(deny_unknown_fields)]));
    let serialize = serialized.then(|| quote!(Serialize,));
    let name = ident(name);
    quote! {
        #docs
        #[derive(Clone, Debug, PartialEq, #serialize Deserialize, JsonSchema)]
        #closed
        #open
        pub struct #name { #(#members),* }
        #(#functions)*
    }
}

fn member(
    owner: &str,
    field: &Field,
    serialized: bool,
    functions: &mut Vec<TokenStream>,
) -> TokenStream {
    let Field {
        name,
        wire_name,
        description,
        required,
        shape,
    } = field;
    let mut serde = Vec::new();
    if name != wire_name {
        serde.push(quote!(rename = #wire_name));
    }
    let mut field_type = shape_type(shape);
    let mut shown = None;
    if !required {
        serde.push(quote!(default));
        if serialized {
            serde.push(quote!(skip_serializing_if = "Option::is_none"));
        }
        if shape.nullable {
            serde.push(quote!(with = "shape::optional_nullable"));
        }
        // Without this, schemars would show that `null` is accepted.
        let with = field_type.to_string().replace(' ', "").replace(',', ", ");
        shown = Some(quote!(#[schemars(with = #with)]));
        field_type = quote!(Option<#field_type>);
    }
    // A required member that may be `null` would be shown as one that may be absent.
    if !shape.is_plain() || (*required && shape.nullable) {
        shown = Some(schema_with(owner, name, &schema(shape), functions));
    }
    let serde = (!serde.is_empty()).then(|| quote!(#[serde(#(#serde),*)]));
    let docs = docs_if(description.as_deref());
    let name = ident(name);
    quote!(#docs #serde #shown pub #name: #field_type)
}

/// The attribute for a member whose type says too little, and its function.
fn schema_with(
    owner: &str,
    name: &str,
    schema: &TokenStream,
    functions: &mut Vec<TokenStream>,
) -> TokenStream {
    let function = format_ident!("{}_{}_schema", value_name(owner), name);
    let docs = docs(&format!("What the type of `{owner}::{name}` can't say."));
    functions.push(quote! {
        #docs
        fn #function(generator: &mut SchemaGenerator) -> schemars::schema::Schema { #schema }
    });
    let function = function.to_string();
    quote!(#[schemars(schema_with = #function)])
}

fn transparent(name: &str, docs: &TokenStream, shape: &Shape) -> TokenStream {
    let text = name;
    let name = ident(name);
    let inner = shape_type(shape);
    let schema = schema(shape);
    quote! {
        #docs
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct #name(pub #inner);

        impl JsonSchema for #name {
            fn schema_name() -> String { #text.to_owned() }

            fn json_schema(generator: &mut SchemaGenerator) -> schemars::schema::Schema {
                #schema
            }
        }
    }
}

fn open_enumeration(
    name: &str,
    docs: &TokenStream,
    integer: &Shape,
    values: &[OpenValue],
) -> TokenStream {
    let text = name;
    let name = ident(name);
    let schema = schema(integer);
    let integer = shape_type(integer);
    let integer_text = integer.to_string();
    let variants = values.iter().map(
        |OpenValue {
             variant,
             value,
             description,
         }| {
            let description = description.as_deref().unwrap_or_default();
            let docs = super::rust::docs(format!("{value}: {description}").trim_end_matches(": "));
            let variant = ident(variant);
            quote!(#docs #variant)
        },
    );
    let arms = |arm: fn(TokenStream, TokenStream) -> TokenStream| {
        let arms = values.iter().map(move |OpenValue { variant, value, .. }| {
            let variant = ident(variant);
            let value = proc_macro2::Literal::i64_unsuffixed(*value);
            arm(quote!(#variant), quote!(#value))
        });
        arms.collect::<Vec<_>>()
    };
    let from = arms(|variant, value| quote!(#value => Self::#variant,));
    let into = arms(|variant, value| quote!(#variant => #value,))
        .into_iter()
        .map(|arm| quote!(#name::#arm));
    quote! {
        #docs
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[serde(from = #integer_text, into = #integer_text)]
        pub enum #name {
            #(#variants,)*
            /// A value that the document does not list.
            Other(#integer),
        }

        impl From<#integer> for #name {
            fn from(value: #integer) -> Self {
                match value { #(#from)* other => Self::Other(other) }
            }
        }

        impl From<#name> for #integer {
            fn from(value: #name) -> Self {
                match value { #(#into)* #name::Other(other) => other }
            }
        }

        impl JsonSchema for #name {
            fn schema_name() -> String { #text.to_owned() }

            fn is_referenceable() -> bool { false }

            fn json_schema(generator: &mut SchemaGenerator) -> schemars::schema::Schema {
                #schema
            }
        }
    }
}

fn union(
    name: &str,
    docs: &TokenStream,
    exclusive: bool,
    tag: Option<&str>,
    variants: &[UnionVariant],
) -> TokenStream {
    let text = name;
    let candidates = format_ident!("{}_VARIANTS", name.to_shouty_snake_case());
    let name = ident(name);
    let members = variants.iter().map(|variant| {
        let docs = docs_if(variant.description.as_deref());
        let (variant, inner) = (ident(&variant.name), shape_type(&variant.shape));
        quote!(#docs #variant(#inner))
    });
    let mut pointers = Vec::new();
    let mut arms = Vec::new();
    for (index, variant) in variants.iter().enumerate() {
        let name = ident(&variant.name);
        let pattern = match &variant.told {
            Told::Tag(values) => quote!(Some(#(#values)|*)),
            Told::Type(type_name) => value_pattern(*type_name),
            Told::Schema(pointer) => {
                pointers.push(embedded_schema(pointer));
                let index = proc_macro2::Literal::usize_unsuffixed(index);
                quote!(Some(#index))
            }
        };
        arms.push(quote!(#pattern => shape::decode(value).map(Self::#name),));
    }
    let told = match (tag, pointers.is_empty()) {
        (Some(tag), _) => quote!(value.get(#tag).and_then(serde_json::Value::as_str)),
        (None, false) => quote!(shape::first_accepting(&#candidates, &value)),
        (None, true) => quote!(&value),
    };
    let count = proc_macro2::Literal::usize_unsuffixed(pointers.len());
    let candidates = (!pointers.is_empty()).then(|| {
        quote! {
            static #candidates: [Schema; #count] = [#(#pointers),*];
        }
    });
    let schemas = variants.iter().map(|variant| schema(&variant.shape));
    let combine = if exclusive {
        quote!(shape::one_of)
    } else {
        quote!(shape::any_of)
    };
    quote! {
        #docs
        #[derive(Clone, Debug, PartialEq, Serialize)]
        #[serde(untagged)]
        pub enum #name { #(#members),* }

        #candidates

        impl<'de> Deserialize<'de> for #name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let value = serde_json::Value::deserialize(deserializer)?;
                match #told {
                    #(#arms)*
                    _ => Err(shape::no_variant(#text)),
                }
            }
        }

        impl JsonSchema for #name {
            fn schema_name() -> String { #text.to_owned() }

            fn json_schema(generator: &mut SchemaGenerator) -> schemars::schema::Schema {
                #combine(Vec::from([#(#schemas),*]))
            }
        }
    }
}

fn value_pattern(type_name: TypeName) -> TokenStream {
    let variant = match type_name {
        TypeName::Array => "Array(_)",
        TypeName::Boolean => "Bool(_)",
        TypeName::Integer | TypeName::Number => "Number(_)",
        TypeName::Null => "Null",
        TypeName::Object => "Object(_)",
        TypeName::String => "String(_)",
    };
    path(&format!("serde_json::Value::{variant}"))
}
