//! The types of responses: [`types`] writes them.
//!
//! progenitor sees one response with the type for all statuses of a side. `openapi-progenitor`
//! decodes it.

mod types;

use std::collections::BTreeMap;

use proc_macro2::{Group, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::{Expr, ExprMatch, ImplItem, Item, Local, Stmt, parse_quote};

use crate::lower::answers::{AnswerType, Answers, Side};
use crate::{Lowered, methods};

pub(crate) use types::definitions;

/// Returns the types of responses with the operations that declare them.
fn typed(answers: &BTreeMap<String, Answers>) -> impl Iterator<Item = (&str, &AnswerType)> {
    answers.iter().flat_map(|(id, answers)| {
        let sides = [&answers.successes, &answers.failures];
        sides.into_iter().filter_map(move |side| match side {
            Side::Typed(answer) => Some((id.as_str(), answer)),
            Side::Plain(_) | Side::Stream(_) | Side::Never => None,
        })
    })
}

/// Returns the names of the types of responses.
pub(crate) fn names(lowered: &Lowered) -> impl Iterator<Item = &str> {
    typed(&lowered.answers).map(|(_, answer)| answer.name.as_str())
}

/// Lets the library decode responses, which progenitor does from their bodies alone: the last
/// expression of a method becomes `self.inner.answer(response, &info).await`.
pub(crate) fn decode(item: &mut Item) {
    let Item::Impl(implementation) = item else {
        return;
    };
    for item in &mut implementation.items {
        let ImplItem::Fn(method) = item else {
            continue;
        };
        let success = methods::success(method).and_then(methods::path);
        let success = success.map(|(name, _)| name.to_string());
        let function = format_ident!(
            "{}",
            match success.as_deref() {
                Some("ByteStream") => "stream",
                Some("ItemStream") => "items",
                Some("Upgraded") => "upgrade",
                _ => "answer",
            }
        );
        // Names that no parameter has.
        let first = |tokens: &dyn ToTokens| tokens.to_token_stream().into_iter().next();
        if let [.., post, _, Stmt::Expr(last, None)] = method.block.stmts.as_mut_slice()
            && post.to_token_stream().to_string().contains(". post (")
            && let Expr::Match(ExprMatch { expr, .. }) = last
        {
            let (client, response) = (first(post), first(expr));
            *last = parse_quote!(#client.inner.#function(#response, &info).await);
            let requests = method.block.stmts.iter_mut().filter_map(|one| match one {
                Stmt::Local(Local { init, .. }) => init.as_mut(),
                _ => None,
            });
            requests.for_each(|init| accept_nothing(&mut init.expr));
        }
    }
}

/// Removes the header field `Accept`, which the library writes for all responses.
fn accept_nothing(request: &mut Expr) {
    match request {
        Expr::Try(request) => accept_nothing(&mut request.expr),
        Expr::MethodCall(call) => {
            accept_nothing(&mut call.receiver);
            let is_accept = |one: &Expr| one.to_token_stream().to_string().ends_with(":: ACCEPT");
            if call.method == "header" && call.args.first().is_some_and(is_accept) {
                *request = (*call.receiver).clone();
            }
        }
        _ => {}
    }
}

/// Lets the HTTP client of `Client::new` follow no redirection: a declared one is a success,
/// and reqwest sends keys in headers of their own to other hosts.
pub(crate) fn follow_no_redirections(item: &mut Item) {
    let Item::Impl(implementation) = item else {
        return;
    };
    for item in &mut implementation.items {
        if let ImplItem::Fn(method) = item
            && method.sig.ident == "new"
            && let Ok(block) = syn::parse2(without_redirections(method.block.to_token_stream()))
        {
            method.block = block;
        }
    }
}

fn without_redirections(tokens: TokenStream) -> TokenStream {
    tokens
        .into_iter()
        .flat_map(|token| match token {
            TokenTree::Group(group) => {
                let content = without_redirections(group.stream());
                TokenTree::from(Group::new(group.delimiter(), content)).into()
            }
            TokenTree::Ident(name) if name == "connect_timeout" => {
                quote!(redirect(::reqwest::redirect::Policy::none()).#name)
            }
            token => TokenStream::from(token),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use openapi_document::Document;

    use crate::{Interface, client, mocks};

    const DOCUMENT: &str = "
openapi: 3.1.0
info: { title: a, version: '1' }
paths:
  /watch:
    get:
      operationId: watch
      responses:
        '200':
          description: The trees
          content: { application/jsonl: { schema: { $ref: '#/components/schemas/Tree' } } }
components:
  schemas: { Tree: { type: object, properties: { id: { type: integer } } } }
";

    #[test]
    fn a_stream_of_items_has_its_type_in_both_interfaces_and_is_bytes_in_a_mock() {
        let document = Document::parse("a.yaml", DOCUMENT).unwrap();
        let compact = |code: &str| code.split_whitespace().collect::<String>();
        for interface in [Interface::Positional, Interface::Builders] {
            let code = compact(&client(&document, "a.json", interface).unwrap().code);
            let result = "ResponseValue<::openapi_progenitor::ItemStream<types::Tree>>";
            assert_eq!(code.matches(result).count(), 1, "{code}");
            assert!(
                code.contains(".inner.items(response,&info).await"),
                "{code}"
            );
            assert!(!code.contains("ACCEPT"), "{code}");
        }
        let mocks = compact(&mocks::code(&document, "crate").unwrap());
        assert!(
            mocks.contains("pubfnsuccess(self,status:u16,body:implAsRef<[u8]>)"),
            "{mocks}"
        );
        assert!(
            mocks.contains(r#""content-type","application/jsonl""#),
            "{mocks}"
        );
        assert!(!mocks.contains("ItemStream"), "{mocks}");
    }
}
