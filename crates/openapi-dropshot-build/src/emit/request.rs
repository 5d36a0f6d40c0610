//! Generates how a handler reads the body of a request.

use heck::ToShoutySnakeCase;
use openapi_rust::names::ident;
use openapi_rust::operation::{Alternative, BodyKind, Endpoint, Format, RequestBody};
use openapi_rust::print::{Scope, docs, embedded_schema, form_field};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::parameters::parameter;

/// Returns the type that documents a body.
pub(super) fn documented(scope: &Scope<'_>, body: &RequestBody) -> TokenStream {
    let content = match body.content.plain_json() {
        Some(json) => {
            let shape = scope.shape(&json.shape);
            quote!(openapi_dropshot::Json<#shape>)
        }
        None => scope.named(&body.content_name),
    };
    if body.required { content } else { quote!(openapi_dropshot::Optional<#content>) }
}

/// Generates the expression that reads a body.
pub(super) fn read(scope: &Scope<'_>, endpoint: &Endpoint, body: &RequestBody) -> TokenStream {
    let content = &body.content;
    if let Some(json) = body.content.plain_json().filter(|json| json.pointer.is_some()) {
        let schema = schema_name(endpoint, json);
        let read = if body.required { quote!(read) } else { quote!(read_if_sent) };
        return quote!(body.#read(&#schema, A::limits(&rqctx)).await?);
    }
    let names = content.alternatives.iter().map(|one| &one.media_type);
    let select = quote!(body.select(&[#(#names),*])?);
    let read = match (&content.type_name, content.alternatives.as_slice()) {
        (None, [only]) => {
            let read = read_alternative(endpoint, only);
            quote!({ #select; #read })
        }
        (name, alternatives) => {
            let name = scope.named(name.as_deref().unwrap_or_default());
            let last = alternatives.len() - 1;
            let arms = alternatives.iter().enumerate().map(|(index, one)| {
                let (variant, read) = (ident(&one.variant), read_alternative(endpoint, one));
                let index = Literal::usize_unsuffixed(index);
                let is_last = index.to_string() == last.to_string();
                let pattern = if is_last { quote!(_) } else { quote!(#index) };
                quote!(#pattern => #name::#variant(#read),)
            });
            quote!(match #select { #(#arms)* })
        }
    };
    if body.required {
        read
    } else {
        quote!(if body.is_absent(A::limits(&rqctx)).await { None } else { Some(#read) })
    }
}

fn read_alternative(endpoint: &Endpoint, alternative: &Alternative) -> TokenStream {
    let limits = quote!(A::limits(&rqctx));
    let schema = alternative.pointer.is_some().then(|| schema_name(endpoint, alternative));
    let fields = fields_name(endpoint, alternative);
    let function = ident(alternative.format.function().0);
    let content = match alternative.format.kind() {
        BodyKind::Bytes => {
            let most = alternative.max_length.map(Literal::usize_unsuffixed).into_iter();
            quote!(body.stream(#limits #(.at_most(#most))*)?)
        }
        BodyKind::Value | BodyKind::Items(_) => {
            let fields = has_fields(alternative).then(|| quote!(&#fields,));
            let schema = schema.map_or(quote!(None), |schema| quote!(&#schema));
            quote!(body.#function(#fields #schema, #limits).await?)
        }
    };
    match alternative.has_content_type() {
        true => quote! {
            openapi_dropshot::WithContentType {
                content_type: openapi_dropshot::content_type(&rqctx),
                content: #content,
            }
        },
        false => content,
    }
}

/// Generates the schemas and fields by which a body is read.
pub(super) fn statics(endpoint: &Endpoint, body: &RequestBody) -> Vec<TokenStream> {
    let mut statics = Vec::new();
    for alternative in &body.content.alternatives {
        if let Some(pointer) = &alternative.pointer {
            let (name, schema) = (schema_name(endpoint, alternative), embedded_schema(pointer));
            let docs = docs(&format!("The schema of the body of `{}`.", endpoint.id));
            statics.push(quote!(#docs static #name: openapi_dropshot::Schema = #schema;));
        }
        let (kind, items): (_, Vec<_>) = match &alternative.format {
            Format::Form(fields) => (quote!(Parameter), fields.iter().map(parameter).collect()),
            Format::Multipart(parts, _) => {
                let fields = parts.iter().map(|part| {
                    let schema = part.schema.as_ref().map(embedded_schema);
                    form_field(&quote!(openapi_dropshot), part, schema)
                });
                (quote!(FormField), fields.collect())
            }
            _ => continue,
        };
        let name = fields_name(endpoint, alternative);
        let count = Literal::usize_unsuffixed(items.len());
        let docs = docs(&format!("The fields of the form of `{}`.", endpoint.id));
        statics
            .push(quote!(#docs static #name: [openapi_dropshot::#kind; #count] = [#(#items),*];));
    }
    statics
}

/// Generates the statements that compile the schemas of a body.
pub(super) fn compile(endpoint: &Endpoint, body: &RequestBody) -> Vec<TokenStream> {
    let mut statements = Vec::new();
    for alternative in &body.content.alternatives {
        if alternative.pointer.is_some() {
            let name = schema_name(endpoint, alternative);
            statements.push(quote!(#name.compile()?;));
        }
        let fields = fields_name(endpoint, alternative);
        if has_fields(alternative) {
            statements.push(quote!(for field in &#fields { field.compile()?; }));
        }
    }
    statements
}

fn has_fields(alternative: &Alternative) -> bool {
    matches!(alternative.format, Format::Form(_) | Format::Multipart(..))
}

fn schema_name(endpoint: &Endpoint, alternative: &Alternative) -> Ident {
    name(endpoint, alternative, "BODY")
}

fn fields_name(endpoint: &Endpoint, alternative: &Alternative) -> Ident {
    name(endpoint, alternative, "FIELDS")
}

fn name(endpoint: &Endpoint, alternative: &Alternative, kind: &str) -> Ident {
    let operation = endpoint.value_name.to_shouty_snake_case();
    let body = endpoint.body.as_ref();
    if body.is_some_and(|body| body.content.type_name.is_some()) {
        let variant = alternative.variant.to_shouty_snake_case();
        format_ident!("{operation}_{variant}_{kind}")
    } else {
        format_ident!("{operation}_{kind}")
    }
}
