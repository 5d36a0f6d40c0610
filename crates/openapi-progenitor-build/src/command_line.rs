//! Generates the commands of a command line, one for each operation.

use std::collections::BTreeMap;

use openapi_document::{Diagnostics, Document};
use openapi_rust::names::{Names, ident};
use openapi_rust::print::{self, Imports, Scope, path};
use openapi_rust::types::{Body, EnumeratedValue, Field, Kind, Shape};
use openapiv3::{Operation, ReferenceOr};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use untrusted_text::one_line;

use crate::lower::answers::Side;
use crate::lower::{Lowered, head};

/// The flags of each command that no parameter and no member has.
const RESERVED: [&str; 3] = ["help", "version", "json-body"];

/// Generates the commands for the client with this path, such as `trees_client`.
pub(crate) fn code(document: &Document, client: &str) -> Result<String, Diagnostics> {
    let lowered = crate::lower(document)?;
    let operations = lowered.document.operations();
    let commands = operations.filter_map(|(_, _, operation)| Command::of(operation, &lowered));
    let commands: Vec<_> = commands.collect();
    let mut imports = Imports::new(&["clap", "serde_json"], []);
    let mut items = vec![entry(&commands)];
    items.extend(commands.into_iter().map(|command| command.functions));
    let items: Vec<_> = items.into_iter().map(|one| imports.shorten(one)).collect();
    let (imports, client) = (imports.declarations(), path(client));
    let head = quote! {
        #imports
        #[allow(unused_imports, reason = "a document need not have types")]
        use #client::{Client, Error, types};
    };
    let all = [head].into_iter().chain(items).chain([flags()]);
    Ok(print::items(&all.collect::<Vec<_>>()))
}

/// Returns the functions that a program calls.
fn entry(commands: &[Command]) -> TokenStream {
    let count = commands.len();
    let definitions = commands.iter().map(|command| &command.definition);
    let failures = commands.iter().map(|command| &command.failure);
    let failures: BTreeMap<_, _> = failures.map(|one| (one.to_string(), one)).collect();
    let failures = failures.values();
    let names = commands.iter().map(|command| &command.name);
    let calls = commands.iter().map(|command| &command.call);
    quote! {
        /// Returns the command of each operation.
        pub fn commands() -> [clap::Command; #count] {
            [#(#definitions()),*]
        }

        /// Calls the operation of a command. Returns the success, `None` if it has no body.
        pub async fn execute<F>(
            client: &Client,
            command: &str,
            matches: &clap::ArgMatches,
        ) -> Result<Option<serde_json::Value>, F>
        where
            F: From<anyhow::Error> #(+ From<Error<#failures>>)*,
        {
            match command {
                #(#names => #calls(client, matches).await,)*
                _ => Err(anyhow::anyhow!("there is no command `{command}`").into()),
            }
        }
    }
}

/// The command of an operation.
struct Command {
    name: String,
    /// The function that returns the command of clap.
    definition: Ident,
    /// The function that calls the operation.
    call: Ident,
    /// The type of the operation's failures.
    failure: TokenStream,
    functions: TokenStream,
}

impl Command {
    /// Returns the command of an operation, unless it answers with a stream or upgrades the
    /// connection, or its body is neither JSON nor a URL-encoded form.
    fn of(operation: &Operation, lowered: &Lowered) -> Option<Self> {
        let id = operation.operation_id.as_deref()?;
        let (answers, inputs) = (lowered.answers.get(id)?, lowered.inputs.get(id));
        let body = inputs.and_then(|inputs| inputs.body.as_ref());
        let upgrades = matches!(answers.successes, Side::Upgraded);
        let is_raw = operation.request_body.is_some() && body.is_none();
        if upgrades || is_raw || answers.successes.is_stream() {
            return None;
        }
        let mut flags = Flags::new(lowered);
        for parameter in inputs.iter().flat_map(|inputs| &inputs.parameters) {
            flags.parameter(parameter);
        }
        let declared = operation.request_body.as_ref().and_then(ReferenceOr::as_item);
        let is_required = declared.is_none_or(|body| body.required);
        let file = body.map(|body| flags.body(body, is_required));
        let (arguments, steps) = (flags.arguments.values().chain(&file), &flags.steps);
        let name = kebab(id);
        let [definition, call] = ["command", "call"].map(|kind| format_ident!("{kind}_{id}"));
        let failure = match &answers.failures {
            Side::Typed(failure) => flags.scope.named(&failure.name),
            _ => quote!(::openapi_progenitor::Never),
        };
        let texts = [&operation.summary, &operation.description];
        let texts: Vec<_> = texts.into_iter().flatten().map(|one| text(one)).collect();
        let about = texts.join("\n\n");
        let first = about.lines().next().into_iter();
        let about = quote!(#(.about(#first).long_about(#about))*);
        let mutable = (!steps.is_empty()).then(|| quote!(mut));
        let matches = if steps.is_empty() { quote!(_) } else { quote!(matches) };
        let client_method = ident(id);
        let success = match answers.successes {
            Side::Plain(None) => quote! {
                request.send().await?;
                Ok(None)
            },
            _ => quote! {
                let response = request.send().await?;
                let value = serde_json::to_value(response.into_inner());
                Ok(Some(value.map_err(anyhow::Error::from)?))
            },
        };
        let functions = quote! {
            fn #definition() -> clap::Command {
                clap::Command::new(#name) #about #(.arg(#arguments))*
            }

            async fn #call<F>(
                client: &Client,
                #matches: &clap::ArgMatches,
            ) -> Result<Option<serde_json::Value>, F>
            where
                F: From<anyhow::Error> + From<Error<#failure>>,
            {
                let #mutable request = client.#client_method();
                #(#steps)*
                #success
            }
        };
        Some(Self { name, definition, call, failure, functions })
    }
}

/// The flags of a command.
struct Flags<'l> {
    lowered: &'l Lowered,
    scope: Scope<'static>,
    taken: Names,
    /// The arguments of clap by their names.
    arguments: BTreeMap<String, TokenStream>,
    /// The statements by which a request gets its parameters.
    steps: Vec<TokenStream>,
}

impl<'l> Flags<'l> {
    fn new(lowered: &'l Lowered) -> Self {
        let mut taken = Names::default();
        for name in RESERVED {
            taken.claim_value(name);
        }
        Self {
            lowered,
            scope: Scope::root().for_client([]),
            taken,
            arguments: BTreeMap::new(),
            steps: Vec::new(),
        }
    }

    /// Adds a flag for a parameter, which is given once for each item of a list.
    fn parameter(&mut self, parameter: &Field) {
        let items = match &parameter.shape.kind {
            Kind::Array(items) if parameter.shape.external.is_none() => Some(&**items),
            _ => None,
        };
        let value = items.unwrap_or(&parameter.shape);
        let parser = self.parser(value).unwrap_or_else(|| self.decoded(value));
        let action = items.map(|_| quote!(.action(clap::ArgAction::Append)));
        let required = parameter.required.then(|| quote!(.required(true)));
        let flag = self.flag(parameter, &quote!(.value_parser(#parser) #action #required));
        let (method, kind) = (ident(&parameter.name), self.kind(value));
        let value = match items {
            None => quote!(matches.get_one::<#kind>(#flag).cloned()),
            Some(_) => quote! {
                matches.get_many::<#kind>(#flag).map(|values| values.cloned().collect::<Vec<_>>())
            },
        };
        self.steps.push(quote! {
            if let Some(value) = #value {
                request = request.#method(value);
            }
        });
    }

    /// Adds the flags for the members of a body that are one text. Returns the argument for
    /// its file.
    fn body(&mut self, body: &Shape, is_required: bool) -> TokenStream {
        let fields = self.definition(body).map_or(&[][..], Body::fields);
        let mut needs_file = is_required && fields.is_empty();
        let mut names = vec!["json-body".to_owned()];
        let mut members = Vec::new();
        for field in fields {
            let required = is_required && field.required;
            let Some(parser) = self.parser(&field.shape) else {
                needs_file |= required;
                continue;
            };
            let settings = match required {
                true => quote!(.value_parser(#parser).required_unless_present("json-body")),
                false => quote!(.value_parser(#parser)),
            };
            let name = self.flag(field, &settings);
            let (member, kind) = (&field.wire_name, self.kind(&field.shape));
            members.push(quote!((#member, flags::member::<#kind>(matches, #name))));
            names.push(name);
        }
        let kind = self.scope.shape(body);
        let set = quote!(request = request.body(flags::body::<#kind>(matches, [#(#members),*])?););
        self.steps.insert(
            0,
            match is_required {
                true => set,
                false => {
                    quote!(if [#(#names),*].iter().any(|name| matches.contains_id(name)) { #set })
                }
            },
        );
        let required = needs_file.then(|| quote!(.required(true)));
        quote!(flags::json_body() #required)
    }

    /// Adds the flag of a field. Returns its name.
    fn flag(&mut self, field: &Field, settings: &TokenStream) -> String {
        let name = kebab(&self.taken.claim_value(&field.wire_name));
        let value_name = name.to_uppercase();
        let help = head::described(field.description.as_deref(), field.deprecation.as_deref());
        let help = help.iter().map(|help| text(help));
        let argument = quote!(flags::flag(#name, #value_name) #(.help(#help))* #settings);
        self.arguments.insert(name.clone(), argument);
        name
    }

    /// Returns the parser of values that are one text.
    fn parser(&self, shape: &Shape) -> Option<TokenStream> {
        match (&shape.kind, self.definition(shape)) {
            (Kind::Boolean | Kind::Integer(_) | Kind::Number(_) | Kind::String, _)
                if shape.external.is_none() =>
            {
                let kind = self.kind(shape);
                Some(quote!(clap::value_parser!(#kind)))
            }
            (_, Some(Body::Enumeration(values))) if values.iter().all(is_visible) => {
                let kind = self.kind(shape);
                let values = values.iter().filter_map(|one| one.value.as_str());
                Some(quote!(flags::one_of::<#kind>(&[#(#values),*])))
            }
            (Kind::Boolean | Kind::Integer(_) | Kind::Number(_) | Kind::String, _)
            | (Kind::Date | Kind::DateTime | Kind::Uuid, _)
            | (_, Some(Body::Enumeration(_) | Body::KnownValues { .. })) => {
                Some(self.decoded(shape))
            }
            _ => None,
        }
    }

    /// Returns the parser of values that are a text or JSON.
    fn decoded(&self, shape: &Shape) -> TokenStream {
        let kind = self.kind(shape);
        quote!(flags::decoded::<#kind>)
    }

    /// Returns the type of the values of a flag.
    fn kind(&self, shape: &Shape) -> TokenStream {
        let mut shape = shape.clone();
        shape.nullable = false;
        self.scope.shape(&shape)
    }

    fn definition(&self, shape: &Shape) -> Option<&'l Body> {
        let Kind::Named(name) = &shape.kind else {
            return None;
        };
        let mut definitions = self.lowered.definitions.iter();
        let definition = definitions.find(|one| one.name == *name);
        definition.map(|definition| &definition.body)
    }
}

/// Returns the functions that the commands use.
fn flags() -> TokenStream {
    quote! {
        #[allow(dead_code, reason = "a document need not have flags of each kind")]
        mod flags {
            use std::fs;
            use std::path::PathBuf;

            use anyhow::Context as _;
            use clap::builder::{PathBufValueParser, PossibleValuesParser, TypedValueParser};
            use clap::{Arg, ArgMatches};
            use serde::Serialize;
            use serde::de::DeserializeOwned;
            use serde_json::{Map, Value};

            pub fn flag(name: &'static str, value_name: &'static str) -> Arg {
                Arg::new(name).long(name).value_name(value_name).allow_negative_numbers(true)
            }

            pub fn json_body() -> Arg {
                let help = "A file with the body as JSON, or - for standard input; flags replace its members";
                let file = PathBufValueParser::new().map(|path| match path.to_str() {
                    Some("-") => PathBuf::from("/dev/stdin"),
                    _ => path,
                });
                flag("json-body", "FILE").help(help).value_parser(file)
            }

            /// Parses a value that is a text in JSON, or else the JSON of a value.
            pub fn decoded<T: DeserializeOwned>(text: &str) -> serde_json::Result<T> {
                serde_json::from_value(text.into()).or_else(|error| {
                    let value: Value = serde_json::from_str(text).map_err(|_| error)?;
                    serde_json::from_value(value)
                })
            }

            pub fn one_of<T: DeserializeOwned + Clone + Send + Sync + 'static>(
                values: &'static [&'static str],
            ) -> impl TypedValueParser<Value = T> {
                PossibleValuesParser::new(values).try_map(|value| decoded(&value))
            }

            pub fn member<T: Serialize + Clone + Send + Sync + 'static>(
                matches: &ArgMatches,
                flag: &str,
            ) -> Option<Value> {
                serde_json::to_value(matches.get_one::<T>(flag)?).ok()
            }

            /// Returns a body: the members of a file, and in their place those that have flags.
            pub fn body<T: DeserializeOwned>(
                matches: &ArgMatches,
                members: impl IntoIterator<Item = (&'static str, Option<Value>)>,
            ) -> anyhow::Result<T> {
                let members = members.into_iter();
                let members = members.filter_map(|(name, value)| Some((name.to_owned(), value?)));
                let members: Map<_, _> = members.collect();
                let Some(file) = matches.get_one::<PathBuf>("json-body") else {
                    return serde_json::from_value(members.into()).context("invalid body");
                };
                let name = file.display();
                let text = fs::read_to_string(file);
                let text = text.with_context(|| format!("failed to read {name}"))?;
                let body = if members.is_empty() {
                    serde_json::from_str(&text)
                } else {
                    serde_json::from_str(&text).and_then(|mut body: Map<_, _>| {
                        body.extend(members);
                        serde_json::from_value(body.into())
                    })
                };
                body.with_context(|| format!("failed to parse {name}"))
            }
        }
    }
}

/// Returns the name of a command or a flag. A name with a trailing `_` is a keyword of Rust.
fn kebab(name: &str) -> String {
    name.trim_end_matches('_').replace('_', "-")
}

fn is_visible(value: &EnumeratedValue) -> bool {
    let mut text = value.value.as_str().into_iter();
    text.all(|text| one_line(text) == text)
}

/// Returns a text of the document as the lines of a help text.
fn text(text: &str) -> String {
    let lines: Vec<_> = text.trim().lines().map(one_line).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the commands of a document with these fields of an operation.
    fn outcome(operation: &str) -> String {
        let text = format!(
            "openapi: 3.1.0
info: {{ title: Case, version: '1' }}
paths:
  /a:
    post:
      operationId: readA
{operation}
  /b:
    get: {{ operationId: readB, responses: {{ '204': {{ description: d }} }} }}
"
        );
        let document = Document::from_bytes("case.yaml", text.as_bytes()).expect("a document");
        code(&document, "trees").expect("commands")
    }

    /// Returns the commands of a document with a body that has these members.
    fn of_members(members: &str) -> String {
        outcome(&format!(
            "
      parameters:
        - {{ name: id, in: query, schema: {{ type: string }} }}
        - {{ name: help, in: query, schema: {{ type: array, items: {{ type: string }} }} }}
      requestBody:
        required: true
        content:
          application/json: {{ schema: {{ type: object, {members} }} }}
      responses: {{ '204': {{ description: d }} }}
"
        ))
    }

    fn parts<'t>(text: &'t str, before: &str, after: &str) -> Vec<&'t str> {
        let parts = text.split(before).skip(1);
        parts.filter_map(|part| Some(part.split_once(after)?.0)).collect()
    }

    #[test]
    fn an_operation_is_a_command_unless_it_sends_or_answers_with_bytes() {
        for (media_type, is_command) in [("application/json", true), ("text/plain", false)] {
            let content = format!("content: {{ {media_type}: {{ schema: {{ type: string }} }} }}");
            for operation in [
                format!("      responses: {{ '200': {{ description: d, {content} }} }}"),
                format!(
                    "      requestBody: {{ {content} }}
      responses:
        '204': {{ description: d }}
        '404': {{ description: d, content: {{ text/plain: {{}} }} }}"
                ),
            ] {
                let code = outcome(&operation);
                assert_eq!(code.contains(r#""read-a" => call_read_a"#), is_command);
                assert!(code.contains(r#""read-b" => call_read_b"#));
            }
        }
    }

    #[test]
    fn a_flag_whose_name_is_taken_has_a_number() {
        let code = of_members(
            "properties: { id: { type: integer }, fooBar: {}, foo-bar: { type: string }, \
             foo_bar: { type: string }, json-body: { type: string }, version: { type: string }, \
             self: { type: string } }",
        );
        let mut flags = parts(&code, r#"flags::flag(""#, "\"");
        flags.sort_unstable();
        let expected =
            ["foo-bar", "foo-bar2", "help2", "id", "id2", "json-body2", "self", "version2"];
        assert_eq!(flags, expected);
        for member in [
            r#"("id", flags::member::<i64>(matches, "id2"))"#,
            r#"("foo-bar", flags::member::<String>(matches, "foo-bar"))"#,
            r#"("foo_bar", flags::member::<String>(matches, "foo-bar2"))"#,
            r#".get_many::<String>("help2")"#,
        ] {
            assert!(code.contains(member), "{code}");
        }
    }

    #[test]
    fn a_member_that_is_one_text_is_a_flag_and_others_need_the_file() {
        for (schema, parser) in [
            ("type: string", Some("clap::value_parser!(String)")),
            ("type: [integer, 'null'], format: int32", Some("clap::value_parser!(i32)")),
            ("type: boolean", Some("clap::value_parser!(bool)")),
            ("type: string, format: date", Some("flags::decoded::<chrono::NaiveDate>")),
            ("type: string, format: uuid", Some("flags::decoded::<uuid::Uuid>")),
            (
                "type: string, enum: [a, b c]",
                Some(r#"flags::one_of::<types::ReadABodyMember>(&["a", "b c"])"#),
            ),
            (r#"type: string, enum: ["\e[2J"]"#, Some("flags::decoded::<types::ReadABodyMember>")),
            (
                "type: string, x-extensible-enum: [a]",
                Some("flags::decoded::<types::ReadABodyMember>"),
            ),
            ("type: array, items: { type: string }", None),
            ("type: object", None),
        ] {
            let code = of_members(&format!(
                "required: [member], properties: {{ member: {{ {schema} }} }}"
            ));
            let flag = parts(&code, r#"flags::flag("member""#, "),\n").concat();
            let found = parts(&flag, ".value_parser(", ")\n").concat();
            assert_eq!(found, parser.unwrap_or_default(), "{code}");
            let needs_file = code.contains("flags::json_body().required(true)");
            assert_eq!(needs_file, parser.is_none(), "{schema}");
        }
    }

    #[test]
    fn a_help_text_has_no_control_characters() {
        let code = outcome(
            r#"      summary: "A\e[2J"
      description: "B\tC\n\nD"
      responses: { '204': { description: d } }"#,
        );
        assert!(code.contains(r#".about("A\\u{1b}[2J")"#), "{code}");
        assert!(code.contains(r#""A\\u{1b}[2J\n\nB\\tC\n\nD""#), "{code}");
    }
}
