//! Generates the schemas of types in the document that a server emits.

use openapi_document::Pointer;
use openapi_schema::http::FieldContent;
use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote};
use serde_json::{Map, Value};

use super::scope::Scope;
use crate::names::ident;
use crate::operation::Part;
use crate::types::{Kind, Shape, referred};

/// The length of the tokens of an expression that fits into a line of a function.
const LONGEST: usize = 89;

impl Scope<'_> {
    /// Returns an expression for the emitted schema, given a `generator`.
    pub fn schema(&self, shape: &Shape) -> TokenStream {
        if shape.is_plain() {
            let tokens = self.shape(shape);
            return quote!(generator.subschema_for::<#tokens>());
        }
        let tokens = match &shape.kind {
            Kind::Array(items) if !items.is_plain() => {
                let items = self.schema(items);
                let array = quote!(openapi_dropshot::shape::array_of(#items));
                with_rules(self, array, &shape.rules)
            }
            Kind::Map(values) if !values.is_plain() => {
                let values = self.schema(values);
                let map = quote!(openapi_dropshot::shape::map_of(#values));
                with_rules(self, map, &shape.rules)
            }
            kind => schema_of(self, &self.kind(kind), &shape.rules),
        };
        if shape.nullable { quote!(openapi_dropshot::shape::nullable(#tokens)) } else { tokens }
    }

    /// Returns a function from a generator to the emitted schema.
    pub fn schema_function(&self, shape: &Shape) -> TokenStream {
        if shape.is_plain() {
            let tokens = self.shape(shape);
            return quote!(openapi_dropshot::SchemaGenerator::subschema_for::<#tokens>);
        }
        let schema = self.schema(shape);
        quote!(|generator| #schema)
    }

    /// Generates an implementation of `JsonSchema`. schemars treats types with equal
    /// ids as the same schema, so the id of a type contains its module: another
    /// document, or dropshot, may have a type with the same name.
    pub fn json_schema(&self, name: &str, schema: &TokenStream) -> TokenStream {
        let in_module = format!("::{name}");
        let id = quote! {
            fn schema_id() -> std::borrow::Cow<'static, str> {
                concat!(module_path!(), #in_module).into()
            }
        };
        self.json_schema_with(name, &id, schema)
    }

    /// Generates an implementation of `JsonSchema` for a type that is written out
    /// wherever it is used, and thus needs no id.
    pub fn inline_json_schema(&self, name: &str, schema: &TokenStream) -> TokenStream {
        let inline = quote!(
            fn is_referenceable() -> bool {
                false
            }
        );
        self.json_schema_with(name, &inline, schema)
    }

    fn json_schema_with(
        &self,
        name: &str,
        more: &TokenStream,
        schema: &TokenStream,
    ) -> TokenStream {
        if !self.has_schemas() {
            return TokenStream::new();
        }
        let (text, name, string) = (name, ident(name), self.prelude("String"));
        quote! {
            impl schemars::JsonSchema for #name {
                fn schema_name() -> #string { #text.to_owned() }

                #more

                fn json_schema(
                    generator: &mut openapi_dropshot::SchemaGenerator,
                ) -> openapi_dropshot::EmittedSchema {
                    #schema
                }
            }
        }
    }
}

/// Returns an expression for a schema with additional keywords. They are text, because
/// the compiler limits the size of an argument of `serde_json::json!`. The types that they
/// refer to are emitted, too.
pub fn with_rules(
    scope: &Scope<'_>,
    schema: TokenStream,
    rules: &Map<String, Value>,
) -> TokenStream {
    if rules.is_empty() {
        return schema;
    }
    let keywords = keywords(rules);
    let schema = quote!(openapi_dropshot::shape::with_keywords(#schema, #keywords));
    with_referred(scope, schema, rules)
}

/// Returns an expression for the schema of a type with additional keywords.
pub fn schema_of(
    scope: &Scope<'_>,
    named: &TokenStream,
    rules: &Map<String, Value>,
) -> TokenStream {
    if rules.is_empty() {
        return quote!(generator.subschema_for::<#named>());
    }
    let keywords = keywords(rules);
    let schema = quote!(openapi_dropshot::shape::of::<#named>(generator, #keywords));
    // prettyplease breaks a longer line between the angle brackets.
    if schema.to_string().len() > LONGEST {
        return with_rules(scope, quote!(generator.subschema_for::<#named>()), rules);
    }
    with_referred(scope, schema, rules)
}

fn keywords(rules: &Map<String, Value>) -> Literal {
    raw_string(&Value::Object(rules.clone()).to_string())
}

fn with_referred(
    scope: &Scope<'_>,
    schema: TokenStream,
    rules: &Map<String, Value>,
) -> TokenStream {
    let referred = referred(rules);
    if referred.is_empty() {
        return schema;
    }
    let types = referred.iter().map(|name| scope.named(name));
    quote!({
        #(generator.subschema_for::<#types>();)*
        #schema
    })
}

/// Returns a literal without escapes for a line that has only visible characters.
fn raw_string(line: &str) -> Literal {
    let visible = |byte: u8| byte == b' ' || byte.is_ascii_graphic();
    if !line.bytes().all(visible) {
        return Literal::string(line);
    }
    let mut hashes = String::from("#");
    while line.contains(&format!("\"{hashes}")) {
        hashes.push('#');
    }
    let literal = format!("r{hashes}\"{line}\"{hashes}").parse();
    literal.expect("the line does not contain the end of the literal")
}

/// Returns a schema of the embedded document, for an item of the file's root.
pub fn embedded_schema(pointer: &Pointer) -> TokenStream {
    let pointer = pointer.to_fragment();
    quote!(openapi_dropshot::Schema::at(&DOCUMENT, #pointer))
}

/// Returns the code of a field of `multipart/form-data`, with the types of a library and a schema.
pub fn form_field(
    library: &TokenStream,
    part: &Part,
    schema: Option<impl ToTokens>,
) -> TokenStream {
    let (name, repeated) = (&part.name, part.repeated);
    let content = match &part.content {
        FieldContent::Text => quote!(Text),
        FieldContent::Json => quote!(Json),
        FieldContent::TextOrJson => quote!(TextOrJson),
        FieldContent::File(media_types) => quote!(File(#media_types)),
    };
    let schema = schema.map_or_else(|| quote!(None), |schema| quote!(Some(#schema)));
    quote! {
        #library::FormField {
            name: #name,
            content: #library::FieldContent::#content,
            repeated: #repeated,
            schema: #schema,
        }
    }
}
