//! Generates the extension of `httpmock` by which tests of callers prepare responses.
//!
//! progenitor writes each response as `application/json` without headers, which the client
//! refuses where the document declares another media type or a required header.

use openapi_document::{Diagnostics, Document};
use openapi_rust::names::type_name;
use quote::{ToTokens, format_ident};
use syn::{File, ImplItem, Item, ItemImpl, Stmt, parse_quote};

use crate::calls::with_sent_names;
use crate::lower::Described;
use crate::lower::answers::Side;
use crate::{Interface, Lowered, lower, refused, run_progenitor, settings, with_texts};

/// Generates the extension for the client with this path, such as `crate`.
pub(crate) fn code(document: &Document, client: &str) -> Result<String, Diagnostics> {
    let lowered = lower(document)?;
    let settings = settings(&lowered, Interface::Builders);
    let mocks = run_progenitor(document, &settings, |generator| {
        generator.httpmock(&lowered.document, client)
    })?;
    let mut file: File = syn::parse2(mocks).map_err(|error| refused(document, &error))?;
    for item in &mut file.items {
        if let Item::Mod(module) = item {
            let items = module.content.iter_mut().flat_map(|(_, items)| items);
            items.for_each(|item| respond_as_declared(item, &lowered));
        }
    }
    Ok(prettyplease::unparse(&file))
}

/// Changes the methods of a type such as `CreateTreeWhen` or `CreateTreeThen`.
fn respond_as_declared(item: &mut Item, lowered: &Lowered) {
    let Item::Impl(implementation) = item else {
        return;
    };
    let name = implementation.self_ty.to_token_stream().to_string();
    let is = |one: &Described, kind: &str| type_name(&one.id) + kind == name;
    let mut operations = lowered.operations.iter();
    if let Some(operation) = operations.clone().find(|one| is(one, "When")) {
        let sent = with_sent_names(implementation.to_token_stream(), operation);
        *implementation = parse_quote!(#sent);
        // progenitor compares with one text, which these values do not have.
        let values = operation.query_values.iter();
        remove(implementation, &values.map(|(name, _)| name.as_str()).collect::<Vec<_>>());
    }
    let operation = operations.find(|one| is(one, "Then"));
    let answers = operation.and_then(|one| lowered.answers.get(&one.id));
    let Some((operation, answers)) = operation.zip(answers) else {
        return;
    };
    let sides = [
        (&answers.successes, "responds", ["success"].as_slice()),
        (&answers.failures, "fails", &["client_error", "server_error"]),
    ];
    for (side, method, replaced) in sides {
        if let Side::Typed(answer) = side {
            remove(implementation, replaced);
            write_answer(implementation, operation, method, &answer.name);
        }
    }
    if answers.successes.is_stream() {
        remove(implementation, &["success"]);
        implementation.items.push(parse_quote! {
            /// Responds with the bytes of a stream, such as the lines of JSON Lines.
            pub fn success(self, status: u16, body: impl AsRef<[u8]>) -> Self {
                Self(self.0.status(status).header("content-type", "application/json").body(body))
            }
        });
    }
    allow_redirections(implementation);
    write_media_type(implementation, operation);
}

/// Lets `success` have the statuses of a redirection, too, which progenitor doesn't know.
fn allow_redirections(implementation: &mut ItemImpl) {
    let methods = implementation.items.iter_mut().filter_map(|item| match item {
        ImplItem::Fn(method) if method.sig.ident == "success" => Some(method),
        _ => None,
    });
    for statement in methods.flat_map(|method| &mut method.block.stmts) {
        if let Stmt::Macro(_) = statement {
            *statement = parse_quote!(assert!((200..400).contains(&status)););
        }
    }
}

fn remove(implementation: &mut ItemImpl, methods: &[&str]) {
    let is_kept = |item: &ImplItem| match item {
        ImplItem::Fn(method) => !methods.contains(&method.sig.ident.to_string().as_str()),
        _ => true,
    };
    implementation.items.retain(is_kept);
}

/// Adds a method that writes a response with its status, headers and body.
fn write_answer(implementation: &mut ItemImpl, operation: &Described, method: &str, answer: &str) {
    let (method, answer) = (format_ident!("{method}"), format_ident!("{answer}"));
    let id = &operation.id;
    implementation.items.push(parse_quote! {
        /// Responds with the status, the headers and the body of a declared response.
        pub fn #method(self, response: &types::#answer) -> Self {
            let response = CONTRACT.write(#id, response);
            let then = self.0.status(response.status().as_u16());
            let headers = response.headers().iter();
            let then = headers.fold(then, |then, (name, value)| {
                then.header(name.as_str(), value.to_str().unwrap_or_default())
            });
            Self(then.body(response.body()))
        }
    });
}

/// Writes the declared media type of a success that is a body alone.
fn write_media_type(implementation: &mut ItemImpl, operation: &Described) {
    let Some(name) = &operation.media_type else {
        return;
    };
    // A range is no content type of a response. Any name in its place is in the range.
    let name = name.replace('*', "x");
    for item in &mut implementation.items {
        if let ImplItem::Fn(method) = item {
            let block = with_texts(method.block.to_token_stream(), &|text| {
                (text == "application/json").then(|| name.clone())
            });
            method.block = parse_quote!(#block);
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use openapi_document::Document;

    #[test]
    fn a_mock_compares_only_parameters_of_one_text() {
        let text = "{openapi: 3.1.0, info: {title: a, version: '1'}, paths: {/a: {get: {operationId: a, \
                    parameters: [{name: one, in: query, schema: {type: string}}, \
                    {name: several, in: query, schema: {type: array, items: {type: string}}}], \
                    responses: {'204': {description: a}}}}}}";
        let document = Document::parse("a.yaml", text).unwrap();
        let mocks = super::code(&document, "crate").unwrap();
        assert!(mocks.contains("fn one") && !mocks.contains("fn several"), "{mocks}");
    }

    #[test]
    fn a_mock_compares_a_variable_beside_an_array_of_the_same_name() {
        let text = "{openapi: 3.1.0, info: {title: a, version: '1'}, paths: {'/a/{id}': {get: \
                    {operationId: a, parameters: \
                    [{name: id, in: path, required: true, schema: {type: string}}, \
                    {name: id, in: query, schema: {type: array, items: {type: string}}}], \
                    responses: {'204': {description: a}}}}}}";
        let document = Document::parse("a.yaml", text).unwrap();
        let mocks = super::code(&document, "crate").unwrap();
        assert!(mocks.contains("fn id(") && !mocks.contains("fn id_query"), "{mocks}");
    }

    #[test]
    fn a_mock_of_any_success_has_a_content_type_that_the_client_accepts() {
        let cases = [
            ("'200'", "application/vnd.api+json", "application/vnd.api+json"),
            ("'210'", "application/vnd.api+json", "application/vnd.api+json"),
            ("'303'", "application/vnd.api+json", "application/vnd.api+json"),
            ("default", "text/csv", "text/csv"),
            ("'200'", "image/*", "image/x"),
        ];
        for (status, declared, sent) in cases {
            let text = format!(
                "{{openapi: 3.1.0, info: {{title: a, version: '1'}}, paths: {{/a: {{get: \
                 {{operationId: a, responses: {{{status}: {{description: a, content: \
                 {{'{declared}': {{}}}}}}}}}}}}}}}}"
            );
            let document = Document::parse("a.yaml", &text).unwrap();
            let mocks = super::code(&document, "crate").unwrap();
            let mocks: String = mocks.split_whitespace().collect();
            let header = format!("\"content-type\",\"{sent}\"");
            assert!(mocks.contains(&header), "{status} {declared}: {mocks}");
            let is_of_2xx = mocks.contains("assert_eq!(status/100u16,2u16)");
            assert!(!is_of_2xx || status != "'303'", "{mocks}");
        }
    }
}
