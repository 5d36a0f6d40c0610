//! Credentials are sent where the document requires them, and nowhere else.

use crate::library::{CONTRACT, Client, Error};
use openapi_progenitor::{CallError, ClientCredentials, Reason, Token};
use test_kit::answers::Service;

const SECRET: &str = "secret-7";
const DONE: &str = "HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n";
const REFUSED: &str = "HTTP/1.1 401 Unauthorized\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";

fn client(url: &str) -> Client {
    Client::new(url, CONTRACT)
}

fn token() -> Token {
    Token::new(SECRET).unwrap()
}

fn json(status: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{body}"
    )
}

fn issued(token: &str) -> String {
    json(
        "200 OK",
        &format!(r#"{{"access_token":"{token}","token_type":"Bearer","expires_in":3600}}"#),
    )
}

fn client_credentials(service: &Service) -> ClientCredentials {
    let url = format!("{}/token", service.url).parse().unwrap();
    ClientCredentials::new(url, "shelf", SECRET).unwrap()
}

#[tokio::test]
async fn each_credential_is_sent_where_its_scheme_has_it() {
    let listed = async |set: fn(Client) -> Client| {
        let service = Service::answering(DONE);
        set(client(&service.url)).list_loans().await.unwrap();
        service.request()
    };
    let request = listed(|client| client.with_reader(token())).await;
    assert!(request.contains("\r\nauthorization: Bearer secret-7\r\n"), "{request}");
    let request = listed(|client| client.with_key("a").with_session("b")).await;
    assert!(request.contains("\r\nx-key: a\r\n"), "{request}");
    assert!(request.contains("\r\ncookie: session=b\r\n"), "{request}");
    assert!(!request.contains("authorization"), "{request}");
    // The first alternative that is set in whole.
    let all = |client: Client| client.with_key("a").with_session("b").with_reader(token());
    let request = listed(all).await;
    assert!(request.contains("authorization") && !request.contains("x-key"), "{request}");

    let service = Service::answering(DONE);
    client(&service.url).with_desk("ann", "pass").put_loans().await.unwrap();
    let request = service.request();
    assert!(request.contains("\r\nauthorization: Basic YW5uOnBhc3M=\r\n"), "{request}");
    let service = Service::answering(DONE);
    client(&service.url).with_query("a b").put_loans().await.unwrap();
    assert!(service.request().starts_with("PUT /loans?key=a+b HTTP"));
    // The HTTP client may have a certificate; what is set is meant to be sent.
    for (set, is_sent) in
        [(client as fn(&str) -> Client, false), (|url| client(url).with_reader(token()), true)]
    {
        let service = Service::answering(DONE);
        set(&service.url).post_loans().await.unwrap();
        assert_eq!(service.request().contains("authorization"), is_sent);
    }
}

#[tokio::test]
async fn a_credential_is_not_sent_with_an_operation_that_does_not_require_it() {
    let service = Service::answering(json("200 OK", "[]"));
    let client = client(&service.url)
        .with_reader(token())
        .with_desk(SECRET, SECRET)
        .with_key(SECRET)
        .with_session(SECRET)
        .with_query(SECRET);
    client.list_books(10, None, None, None).await.unwrap();
    let request = service.request();
    assert!(!request.contains("secret") && !request.contains("authorization"), "{request}");
}

#[tokio::test]
async fn without_its_credential_a_request_is_not_sent_and_the_error_names_what_is_missing() {
    let service = Service::silent();
    let missing = async |client: Client| {
        let error = client.list_loans().await.unwrap_err();
        let error = CallError::from(error);
        assert!(matches!(error.reason(), Reason::NotSent));
        error.to_string()
    };
    let message = "the request is invalid: list_loans requires reader, or key and session, and no such credential is set";
    assert_eq!(missing(client(&service.url)).await, message);
    assert_eq!(missing(client(&service.url).with_key("a")).await, message);
    assert_eq!(missing(client(&service.url).with_desk("a", "b")).await, message);

    let service = Service::answering_each([DONE, DONE]);
    client(&service.url).delete_loans().await.unwrap();
    assert!(!service.request().contains("authorization"));
    let own = Client::new(&service.url, CONTRACT.own_credentials());
    own.list_loans().await.unwrap();
}

#[tokio::test]
async fn a_token_is_fetched_once_and_again_after_the_service_refuses_it() {
    let tokens = Service::answering_each([issued("one"), issued("two")]);
    let service = Service::answering_each([DONE, DONE, REFUSED, DONE]);
    let client = client(&service.url).with_reader(client_credentials(&tokens));
    let (first, second) = tokio::join!(client.list_loans(), client.list_loans());
    assert!(first.is_ok() && second.is_ok());
    client.list_loans().await.unwrap();
    let request = tokens.request();
    // `shelf:secret-7`.
    assert!(request.contains("\r\nauthorization: Basic c2hlbGY6c2VjcmV0LTc=\r\n"), "{request}");
    assert!(request.ends_with("\r\n\r\ngrant_type=client_credentials&scope=loans"), "{request}");
    let sent: Vec<_> = (0..4).map(|_| service.request()).collect();
    let bearer = |request: &String| request.contains("authorization: Bearer two\r\n");
    assert_eq!(sent.iter().map(bearer).collect::<Vec<_>>(), [false, false, false, true]);
    assert!(sent.iter().all(|request| !request.contains("c2hlbGY")));
}

#[tokio::test]
async fn a_token_that_stays_refused_is_a_declared_failure() {
    let service = Service::answering(REFUSED);
    let error = client(&service.url).with_reader(token()).list_loans().await.unwrap_err();
    assert!(matches!(error, Error::ErrorResponse(failure) if failure.status() == 401));
}

#[tokio::test]
async fn a_token_that_cannot_be_had_is_an_error_of_its_own() {
    let cases = [
        (
            json("401 Unauthorized", r#"{"error":"invalid_client"}"#),
            "no credential for the request: reader: the authorization server answers 401: invalid_client",
        ),
        (
            json("502 Bad Gateway", "<html>"),
            "no credential for the request: reader: the authorization server answers 502: no code of an error",
        ),
        (
            json("200 OK", r#"{"access_token":"a","token_type":"mac"}"#),
            "no credential for the request: reader: the response of the authorization server has no bearer token",
        ),
        (
            json("200 OK", r#"{"access_token":"a b","token_type":"bearer"}"#),
            "no credential for the request: reader: the token has characters that no token has; give it without quotes, spaces or line breaks",
        ),
        (
            json("200 OK", &"a".repeat(70 << 10)),
            "no credential for the request: reader: the response of the authorization server has no bearer token",
        ),
    ];
    for (answer, message) in cases {
        let tokens = Service::answering(answer);
        let client = client("http://127.0.0.1:1").with_reader(client_credentials(&tokens));
        let error = CallError::from(client.list_loans().await.unwrap_err());
        assert!(matches!(error.reason(), Reason::NoCredential));
        assert_eq!(error.to_string(), message);
    }
}

#[tokio::test]
async fn a_client_follows_no_redirection_to_another_host() {
    let other = Service::silent();
    let found =
        format!("HTTP/1.1 302 Found\r\nlocation: {}/\r\ncontent-length: 0\r\n\r\n", other.url);
    let service = Service::answering(found);
    let client = client(&service.url).with_key(SECRET).with_session(SECRET);
    let error = client.list_loans().await.unwrap_err();
    assert!(matches!(error, Error::UnexpectedResponse(response) if response.status() == 302));
}

#[tokio::test]
async fn no_credential_is_in_debug_output_or_in_an_error() {
    let with_all = |url: &str| {
        client(url)
            .with_reader(token())
            .with_desk("ann", SECRET)
            .with_key(SECRET)
            .with_query(SECRET)
    };
    let tokens = Service::silent();
    let shown = format!("{:?} {:?}", with_all("http://a.example"), client_credentials(&tokens));
    assert!(!shown.contains("secret"), "{shown}");
    // The credential is in the query, and an error shows the URL.
    for answer in [json("200 OK", "{}"), json("500 Odd", "{}"), "nothing".to_owned()] {
        let service = Service::answering(answer);
        let client = client(&service.url).with_query(SECRET);
        let error = client.put_loans().await.unwrap_err();
        let shown = format!("{error} {error:?}") + &format!("{:?}", CallError::from(error));
        assert!(!shown.contains("secret"), "{shown}");
    }
    let service = Service::answering(
        "HTTP/1.1 500 Odd\r\nset-cookie: session=secret\r\ncontent-length: 0\r\n\r\n".to_owned(),
    );
    let error = client(&service.url).with_query(SECRET).put_loans().await.unwrap_err();
    assert!(!format!("{:?}", CallError::from(error)).contains("secret"));
    let error = client("http://127.0.0.1:1").with_query(SECRET).put_loans().await;
    let shown = format!("{error:?}");
    assert!(!shown.contains("secret"), "{shown}");
}

#[tokio::test]
async fn all_keys_of_a_query_are_sent_and_shown_nowhere() {
    for answer in [json("500 Odd", "{}"), "nothing".to_owned()] {
        let service = Service::answering(answer);
        for url in [&*service.url, "http://127.0.0.1:1"] {
            let client = client(url).with_query(SECRET).with_mark("secret mark");
            let error = client.patch_loans().await.unwrap_err();
            let shown = format!("{error} {error:?}") + &format!("{:?}", CallError::from(error));
            assert!(!shown.contains("secret"), "{shown}");
        }
        let request = service.request();
        let query = "PATCH /loans?key=secret-7&m+k=secret+mark HTTP";
        assert!(request.starts_with(query), "{request}");
    }
}

#[tokio::test]
async fn the_life_of_a_token_is_a_number_or_its_text() {
    let life = |life: &str| {
        let token = |name| {
            let life = format!(r#""token_type":"Bearer","expires_in":{life}"#);
            json("200 OK", &format!(r#"{{"access_token":"{name}",{life}}}"#))
        };
        [token("one"), token("two")]
    };
    for (issued, expected) in [
        (life("3600"), "one"),
        (life("\"3600\""), "one"),
        (life("\" 3600 \""), "one"),
        (life("3600.5"), "one"),
        (life("1e300"), "one"),
        // As without it, the token is kept for a while.
        (life("null"), "one"),
        (life("\"an hour\""), "one"),
        (life("-1"), "one"),
        (life("[]"), "one"),
        (life("20"), "two"),
        (life("\"20\""), "two"),
        (life("0"), "two"),
    ] {
        let tokens = Service::answering_each(issued);
        let service = Service::answering_each([DONE, DONE]);
        let client = client(&service.url).with_reader(client_credentials(&tokens));
        client.list_loans().await.unwrap();
        client.list_loans().await.unwrap();
        let [_, second] = [service.request(), service.request()];
        assert!(second.contains(&format!("Bearer {expected}\r\n")), "{second}");
    }
}

#[test]
fn debug_hides_the_secrets_of_a_type() {
    let member = r#"{
        "name": "Ann", "password": "secret-1", "past": ["secret-2"], "type": "secret-3",
        "proof": "secret-4", "pins": { "door": "secret-5" }, "card": { "number": "secret-6" }
    }"#;
    let member: crate::library::types::Member = serde_json::from_str(member).unwrap();
    assert_eq!(
        format!("{member:?}"),
        "Member { password: [hidden], past: [hidden], name: \"Ann\", type: [hidden], \
         proof: Some(MemberProof([hidden])), pins: [hidden], card: [hidden] }"
    );
}
