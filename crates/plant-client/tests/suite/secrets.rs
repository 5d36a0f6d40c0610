//! A token is sent in a request and occurs nowhere else. An invalid address or
//! token is rejected before anything is sent.

use plant_client::{Connection, CredentialError, Token};

const TOKEN: &str = "plant_c2VjcmV0";

#[test]
fn debug_output_does_not_contain_the_token() {
    let token = Token::new(TOKEN).unwrap();
    let connection = Connection::new("http://127.0.0.1:1", token.clone());
    let client = connection.clone().client().unwrap();
    for text in [
        format!("{token:?}"),
        format!("{connection:#?}"),
        format!("{client:?}"),
        format!("{client:#?}"),
    ] {
        assert!(!text.contains("c2VjcmV0"), "{text}");
    }
}

#[test]
fn an_invalid_token_is_rejected_and_not_repeated() {
    for token in ["", "=", "two words", "line\n", "\"quoted\"", "naïve", "nul\0", "a=b"] {
        let error = Token::new(token).unwrap_err();
        assert!(matches!(error, CredentialError::InvalidToken));
        let text = format!("{error} {error:?}");
        assert!(token.len() < 3 || !text.contains(token), "{text}");
    }
    for token in ["a", "A-Za-z0-9._~+/==", TOKEN] {
        assert!(Token::new(token).is_ok(), "{token}");
    }
}

#[test]
fn an_invalid_address_is_rejected_with_the_reason() {
    let refusals = [
        ("", "`` is not the address of a service: relative URL without a base"),
        (
            "127.0.0.1:8080",
            "`127.0.0.1:8080` is not the address of a service: relative URL without a base",
        ),
        (
            "localhost:8080",
            "`localhost:8080` is not the address of a service: an address begins with http:// or https://",
        ),
        (
            "ftp://plants",
            "`ftp://plants` is not the address of a service: an address begins with http:// or https://",
        ),
        (
            "http://user:secret@plants",
            "`…` is not the address of a service: a user name or a password in it is not sent; give a token",
        ),
        (
            "http://user:secret@plants:port",
            "`…` is not the address of a service: invalid port number",
        ),
        (
            "user:secret@plants",
            "`…` is not the address of a service: an address begins with http:// or https://",
        ),
        (
            "ftp://user:secret@plants",
            "`…` is not the address of a service: an address begins with http:// or https://",
        ),
        (
            "http://plants/?page=1",
            "`…` is not the address of a service: an address has no query and no fragment",
        ),
        (
            "http://plants/#top",
            "`…` is not the address of a service: an address has no query and no fragment",
        ),
        ("http://", "`http://` is not the address of a service: empty host"),
    ];
    for (url, expected) in refusals {
        let error = Connection::anonymous(url).client().unwrap_err();
        assert_eq!(error.to_string(), expected);
    }
}
