//! Changes what progenitor writes into the client's own functions: the HTTP client, the header
//! fields of a request, and how a response is decoded.

use openapi_schema::http::FieldEncoding;
use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::{Expr, ExprLit, FnArg, ImplItem, ImplItemFn, Item, Lit, Stmt, parse_quote};

use crate::lower::Described;
use crate::{Lowered, with_texts};

/// Changes the functions of an item, and of those of a module.
pub(crate) fn change(item: &mut Item, lowered: &Lowered) {
    let methods = match item {
        Item::Impl(implementation) => &mut implementation.items,
        Item::Mod(module) => {
            let items = module.content.iter_mut().flat_map(|(_, items)| items);
            return items.for_each(|item| change(item, lowered));
        }
        _ => return,
    };
    for method in methods {
        match method {
            ImplItem::Fn(method) if method.sig.ident == "new" && method.sig.inputs.len() == 2 => {
                // It follows no redirection.
                method.block = parse_quote!({
                    Self::new_with_client(baseurl, openapi_progenitor::http_client(), inner)
                });
            }
            ImplItem::Fn(method) => change_call(method, lowered),
            _ => {}
        }
    }
}

/// Changes a function that sends a request and returns the response to it.
fn change_call(method: &mut ImplItemFn, lowered: &Lowered) {
    let statements = &mut method.block.stmts;
    let text = |one: &Stmt| one.to_token_stream().to_string();
    let is_info = |one: &Stmt| text(one).contains("OperationInfo");
    let Some(info) = statements.iter().position(is_info) else {
        return;
    };
    let text = text(&statements[info]);
    let is_own = |one: &&Described| text.contains(&format!("{:?}", one.id));
    let Some(operation) = lowered.operations.iter().find(is_own) else {
        return;
    };
    for statement in &mut statements[..info] {
        let sent = with_sent_names(statement.to_token_stream(), operation);
        *statement = match sent.to_string().starts_with("let body =") {
            // Of a builder.
            true if operation.has_optional_body => parse_quote! {
                let body = openapi_progenitor::if_set(body).map_err(Error::InvalidRequest)?;
            },
            _ => parse_quote!(#sent),
        };
    }
    if let (true, Some(FnArg::Typed(body))) =
        (operation.has_optional_body, method.sig.inputs.last_mut())
    {
        let kind = &body.ty;
        body.ty = parse_quote!(Option<#kind>);
    }
    let [
        ..,
        Stmt::Local(request),
        _info,
        _pre,
        _result,
        post,
        _response,
        Stmt::Expr(last @ Expr::Match(_), None),
    ] = statements.as_mut_slice()
    else {
        return;
    };
    // Names that no parameter has.
    let (client, response) = match last {
        Expr::Match(last) => (first(post), first(&last.expr)),
        _ => return,
    };
    let decode = format_ident!("{}", operation.decode);
    *last = parse_quote!(#client.inner.#decode(#response, &info).await);
    if let Some(request) = &mut request.init {
        let fields = [("ACCEPT", &operation.accept), ("CONTENT_TYPE", &operation.content_type)];
        let fields = fields.into_iter().filter_map(|(name, value)| {
            let (name, value) = (format_ident!("{name}"), value.as_ref()?);
            Some(quote!(reqwest::header::#name, #value))
        });
        let fields: Vec<_> = fields.collect();
        set_headers(&mut request.expr, &fields, operation);
    }
    // The document's version comes before a parameter with the name of its header.
    let is_version = |one: &Stmt| {
        let text = one.to_token_stream().to_string().to_lowercase();
        matches!(one, Stmt::Expr(..)) && text.contains("\"api-version\"")
    };
    let mut versions = statements.iter().enumerate().filter(|(_, one)| is_version(one));
    if let (Some((first, _)), Some(_)) = (versions.next(), versions.next()) {
        statements.remove(first);
    }
}

/// Replaces the names of arguments, by which progenitor sends parameters.
pub(crate) fn with_sent_names(tokens: TokenStream, operation: &Described) -> TokenStream {
    with_texts(tokens, &|text| operation.arguments.get(text).cloned())
}

fn first(tokens: &impl ToTokens) -> Option<TokenStream> {
    tokens.to_token_stream().into_iter().next().map(TokenStream::from)
}

/// Replaces the header fields that progenitor sets in a chain of calls: it knows one media type
/// for all responses, and four for requests.
fn set_headers(request: &mut Expr, fields: &[TokenStream], operation: &Described) {
    match request {
        Expr::Try(request) => set_headers(&mut request.expr, fields, operation),
        // The first call, of the function for the method of HTTP.
        Expr::MethodCall(call) if matches!(*call.receiver, Expr::Field(_)) => {
            *request = parse_quote!(#call #(.header(#fields))*);
        }
        Expr::MethodCall(call) => {
            set_headers(&mut call.receiver, fields, operation);
            call.args.iter_mut().for_each(|argument| set_query_value(argument, operation));
            let (receiver, arguments) = (&call.receiver, &call.args);
            let name = arguments.first().to_token_stream().to_string();
            let (sent, none) = match call.method.to_string().as_str() {
                "header" if name.ends_with("ACCEPT") || name.ends_with("CONTENT_TYPE") => {
                    *request = (**receiver).clone();
                    return;
                }
                "json" | "body" => (quote!(#call), quote!(#receiver)),
                "form_urlencoded" => {
                    let encodings = operation.encodings.iter().map(encoding);
                    let arguments = quote!(#receiver, #arguments, &[#(#encodings),*]);
                    let sent = quote!(openapi_progenitor::form_urlencoded(#arguments));
                    (sent, quote!(Ok(#receiver)))
                }
                _ => return,
            };
            *request = match operation.has_optional_body {
                true => parse_quote!(match body { Some(body) => #sent, None => #none }),
                false => parse_quote!(#sent),
            };
        }
        _ => {}
    }
}

/// Replaces the type by which progenitor writes a parameter of a query.
fn set_query_value(argument: &mut Expr, operation: &Described) {
    if let Expr::Reference(argument) = argument
        && let Expr::Call(new) = &mut *argument.expr
        && let Some(Expr::Lit(ExprLit { lit: Lit::Str(name), .. })) = new.args.first()
        && operation.query_values.iter().any(|(_, sent)| *sent == name.value())
    {
        new.func = parse_quote!(openapi_progenitor::QueryValue::new);
    }
}

/// Returns a field of a form, and how it is written.
fn encoding((name, encoding): &(String, FieldEncoding)) -> TokenStream {
    let encoding = match encoding {
        FieldEncoding::Style(style, explode) => {
            let style = format_ident!("{style:?}");
            quote!(Style(openapi_progenitor::Style::#style, #explode))
        }
        other => format_ident!("{other:?}").into_token_stream(),
    };
    quote!((#name, openapi_progenitor::FieldEncoding::#encoding))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use openapi_document::Document;
    use progenitor::{GenerationSettings, TagStyle};

    use crate::{Interface, TypeOptions, client};

    const DOCUMENT: &str = "
openapi: 3.1.0
info: { title: a, version: '1' }
paths:
  /a:
    patch:
      operationId: change
      parameters: [{ name: API-Version, in: header, schema: { type: string } }]
      requestBody:
        required: true
        content: { application/merge-patch+json: { schema: { type: object } } }
      responses:
        '200': { description: a, content: { application/json: {} } }
        4XX: { description: b, content: { application/problem+json: {}, text/plain: {} } }
        5XX: { description: c, content: { application/json: {} } }
    delete: { operationId: remove, responses: { '204': { description: d } } }
    get:
      operationId: find
      parameters: [{ name: api-version, in: query, schema: { type: string } }]
      responses: { '204': { description: e } }
";

    #[test]
    fn settings_of_progenitor_apply_to_a_client_whose_methods_validate() {
        let document = DOCUMENT.replace("operationId: remove", "operationId: remove, tags: [old]");
        let document = Document::parse("a.yaml", &document).unwrap();
        let by_tag = |settings: &mut GenerationSettings| {
            settings.with_tag(TagStyle::Separate);
        };
        let code = client(&document, "a.json", Interface::Builders, TypeOptions::default(), by_tag)
            .unwrap()
            .code;
        assert!(code.contains("impl ClientOldExt for Client"), "{code}");
        assert_eq!(code.matches(".inner.answer(").count(), 3, "{code}");
    }

    #[test]
    fn a_method_sets_the_declared_header_fields() {
        let document = Document::parse("a.yaml", DOCUMENT).unwrap();
        for interface in [Interface::Positional, Interface::Builders] {
            let code = client(&document, "a.json", interface, TypeOptions::default(), |_| {})
                .unwrap()
                .code;
            let code: String = code.split_whitespace().collect();
            let fields = r#".patch(url).header(reqwest::header::ACCEPT,"application/json,application/problem+json",).header(reqwest::header::CONTENT_TYPE,"application/merge-patch+json").json(&body).headers(header_map).build()?;"#;
            assert!(code.contains(fields), "{code}");
            assert!(code.contains(".delete(url).headers(header_map).build()?;"), "{code}");
            // That of `remove`, which has no parameter, and of `find`, which sends another one.
            assert_eq!(code.matches("::api_version()").count(), 2, "{code}");
        }
    }
}
