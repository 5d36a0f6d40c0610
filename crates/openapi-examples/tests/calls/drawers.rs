//! Both interfaces of a client, positional and with builders, call the server of
//! `documents/drawers.yaml`: each declared response, kind of credential and alternative, names
//! that are the same in Rust, null and absent, undeclared members, pages, and an upload.

use std::error::Error as _;
use std::fmt::{Debug, Display, Write};

use futures::{StreamExt, TryStreamExt, stream};
use libtest_mimic::Failed;
use openapi_progenitor::{CallError, MultipartForm, Reason, StreamedForm, Token, Upload, pages};
use progenitor_client::{Error, ResponseValue};
use reqwest::Body;
use tokio::runtime::Runtime;

use crate::generated::drawers::{builders, client};
use crate::server::Server;
use crate::{CREDENTIAL, Generated};

/// The name of the document.
pub const NAME: &str = "drawers";

pub fn both_interfaces_are_called(document: &Generated) -> Result<(), Failed> {
    let [positional, built] = Runtime::new()?.block_on(async {
        let server = Server::start(document)?;
        Ok::<_, Failed>([positional(&server).await?, built(&server).await?])
    })?;
    expectorate::assert_contents("tests/calls/output/drawers_calls.txt", &positional);
    assert_eq!(positional, built);

    // A member that is not set is not sent.
    let change = builders::types::DrawerChange {
        label: Some(None),
        tags: Some(Some(vec!["b".to_owned()])),
        ..builders::types::DrawerChange::new(Some(1))
    };
    let sent = r#"{"label":null,"always":1,"tags":["b"]}"#;
    assert_eq!(serde_json::to_string(&change)?, sent);
    Ok(())
}

fn token() -> Token {
    Token::new(CREDENTIAL).expect("it is a token")
}

/// Writes what the caller got, and what the handler received. Returns the number of responses
/// that the handler has.
fn line<T: Debug, E: Debug + Display + 'static>(
    text: &mut String,
    server: &Server,
    result: Result<ResponseValue<T>, Error<E>>,
) -> Result<usize, std::fmt::Error> {
    let exchange = server.http.app_private().exchange().unwrap_or_default();
    writeln!(text, "{} {}", exchange.operation, exchange.status)?;
    for argument in exchange.arguments {
        writeln!(text, "  received {argument}")?;
    }
    match result {
        Ok(value) => writeln!(text, "  {} {:?}", value.status(), value.into_inner())?,
        Err(error) => {
            let error = CallError::from(error);
            match (error.reason(), error.source()) {
                (Reason::Declared(failure), _) => {
                    writeln!(text, "  {} {:?}", failure.status(), **failure)?;
                }
                (_, Some(cause)) => writeln!(text, "  {error}: {cause}")?,
                (_, None) => writeln!(text, "  {error}")?,
            }
        }
    }
    Ok(exchange.responses)
}

/// Returns a form whose file is a stream.
fn form() -> StreamedForm {
    let chunks = stream::iter(["II", "*\0"]).map(Ok::<_, std::io::Error>);
    let scan = Upload::new("1.tiff", "image/tiff", Body::wrap_stream(chunks));
    MultipartForm::new().text("title", "front").upload("scan", scan)
}

/// The calls of an interface, whose methods are the expressions.
macro_rules! interface {
    (
        $function:ident, $interface:ident, |$client:ident, $argument:ident|
        list: $list:expr, add: $add:expr, read: $read:expr, change: $change:expr, scan: $scan:expr,
    ) => {
        async fn $function(server: &Server) -> Result<String, Failed> {
            use $interface::types::{Drawer, DrawerChange, DrawerPage, Size};

            let mut text = String::new();
            let bare = $interface::Client::new(&server.url(), $interface::CONTRACT);
            let state = server.http.app_private();

            let drawer = Drawer {
                name: "top".to_owned(),
                guid: "text".to_owned(),
                guid2: 7,
                label: None,
                additional_members: [("colour".to_owned(), "red".into())].into(),
            };
            let $client = &bare.clone().with_basic("user", CREDENTIAL);
            let mut number = 0;
            loop {
                state.select(number);
                let $argument = &drawer;
                number += 1;
                if line(&mut text, server, $add.await)? <= number {
                    break;
                }
            }

            let alternatives = [
                bare.clone().with_header(CREDENTIAL).with_query(CREDENTIAL),
                bare.clone().with_query(CREDENTIAL).with_cookie(CREDENTIAL),
            ];
            for $client in &alternatives {
                let mut number = 0;
                loop {
                    state.select(number);
                    let $argument = ("left", 1, "\"tag\"");
                    number += 1;
                    if line(&mut text, server, $read.await)? <= number {
                        break;
                    }
                }
            }
            state.select(0);

            let $client = &bare.clone().with_oidc(token());
            let size = |width| Some(Some(Size { width }));
            for (label, size, tags) in [
                (None, None, None),
                (Some(None), Some(None), Some(None)),
                (Some(Some("a".to_owned())), size(None), Some(Some(Vec::new()))),
                (None, size(Some(None)), None),
                (None, size(Some(Some(7))), Some(Some(vec!["b".to_owned()]))),
            ] {
                let change = DrawerChange { always: None, label, size, tags };
                let sent = serde_json::to_string(&change)?;
                writeln!(text, "sent {sent}")?;
                // Decoding the encoded value returns it.
                assert_eq!(serde_json::from_str::<DrawerChange>(&sent)?, change);
                let $argument = &change;
                line(&mut text, server, $change.await)?;
            }

            for $client in &[bare.clone(), bare.clone().with_bearer(token())] {
                let $argument = form();
                line(&mut text, server, $scan.await)?;
            }

            let $client = &bare.clone().with_oauth(token());
            let drawers = pages(
                async |$argument: Option<String>| $list.await,
                |page: DrawerPage| {
                    assert!(!page.additional_members.is_empty());
                    (page.items, page.next)
                },
            );
            let drawers: Vec<Drawer> = drawers.take(5).try_collect().await?;
            writeln!(text, "pages {}", drawers.len())?;

            let $client = &bare.with_header(CREDENTIAL);
            let $argument = ("left", 1, "\"tag\"");
            line(&mut text, server, $read.await)?;
            Ok(text)
        }
    };
}

interface! {
    positional, client, |client, argument|
    list: client.list_drawers(argument.as_deref()),
    add: client.add_drawer(argument),
    read: client.read_drawer(argument.0, Some(argument.1), Some(argument.2)),
    change: client.change_drawer("left", argument),
    scan: client.add_scan("left", argument),
}

interface! {
    built, builders, |client, argument|
    list: match argument {
        Some(cursor) => client.list_drawers().cursor(cursor),
        None => client.list_drawers(),
    }
    .send(),
    add: client.add_drawer().body(argument.clone()).send(),
    read: client
        .read_drawer()
        .id(argument.0)
        .id_query(argument.1)
        .if_none_match(argument.2)
        .send(),
    change: client
        .change_drawer()
        .id("left")
        .body(argument.clone())
        .send(),
    scan: client.add_scan().id("left").body(argument).send(),
}
