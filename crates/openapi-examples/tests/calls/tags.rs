//! Values of each branch of the unions of `tags.yaml`, in the types of both sides and over HTTP.

use libtest_mimic::Failed;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::runtime::Runtime;

use crate::Generated;
use crate::generated::tags::{client, server};
use crate::server::Server;

/// The name of the document.
pub const NAME: &str = "tags";

/// A value of each branch of `Place`, and the variant with it.
const PLACES: [(&str, &str); 11] = [
    ("Home", r#"{"type": "home"}"#),
    ("Away", r#"{"type": "away"}"#),
    ("Shelf { object: ", r#"{"type": "shelf", "object": "o", "serializer": 1}"#),
    ("Lent { member: ", r#"{"type": "lent", "member": "m"}"#),
    (
        "Lent { member: ",
        r#"{"type": "lent", "member": "m", "until": "u", "was-at": {"type": "home"}}"#,
    ),
    (
        "Lent { member: ",
        r#"{"type": "lent", "member": "m", "move": {"last": {"type": "moved", "by": "b"}}}"#,
    ),
    ("Sold { price: ", r#"{"type": "sold", "price": 1}"#),
    ("Found(PlaceFound {", r#"{"type": "found", "by": [1]}"#),
    ("Hidden(PlaceHidden {", r#"{"type": "hidden", "floor": 2}"#),
    ("Locked(PlaceLocked {", r#"{"type": "locked", "code": "c"}"#),
    ("Moved(MoveLast {", r#"{"type": "moved", "by": "b"}"#),
];

/// Requires that a value is of the branch, and comes back whole.
fn comes_back<T: DeserializeOwned + Serialize + std::fmt::Debug>(json: &str, branch: &str) {
    let written: Value = serde_json::from_str(json).unwrap();
    let read: T = serde_json::from_value(written.clone()).unwrap();
    assert!(format!("{read:?}").starts_with(branch), "{read:?}");
    assert_eq!(serde_json::to_value(&read).unwrap(), written, "{read:?}");
}

macro_rules! come_back {
    ($($name:ident $branch:literal $json:literal)+) => {
        $(
            comes_back::<server::types::$name>($json, $branch);
            comes_back::<client::types::$name>($json, $branch);
        )+
    };
}

pub fn a_value_of_each_branch_comes_back() -> Result<(), Failed> {
    come_back! {
        Inline "Choice" r#"{"type": "choice", "options": ["a"], "next": {"type": "unit"}}"#
        Inline "Open" r#"{"type": "open", "text": "t"}"#
        Inline "Unit" r#"{"type": "unit"}"#
        Nullable "Bay(Some" r#"{"water": "Bay", "depth": 1}"#
        Nullable "Bay(None" r#"null"#
        Nullable "Gulf" r#"{"water": "Gulf"}"#
        Pet "Stray" r#"{"petType": "Stray"}"#
        Mixed "Ping" r#"{"type": "ping"}"#
        Mixed "Say" r#"{"type": "say", "text": "t"}"#
        Boolean "Secure" r#"{"tls": true, "certificate": "c"}"#
        Boolean "Plain" r#"{"tls": false, "port": 1}"#
        Integer "FrameOne" r#"{"version": 1, "a": "x"}"#
        Integer "Version2" r#"{"version": 2, "b": "x"}"#
        Contrary "CircleShape" r#"{"shape": "circle", "radius": 1}"#
        Contrary "SquareShape" r#"{"shape": "square", "side": 1}"#
        Open "Person" r#"{"kind": "natural", "born": 1}"#
        Open "Company" r#"{"kind": "legal", "seat": "s"}"#
        Open "Company" r#"{"kind": "natural", "seat": "s"}"#
        Open "Company" r#"{"kind": "other", "seat": "s"}"#
        Repeated "ById" r#"{"by": "key", "id": 1}"#
        Repeated "ByName" r#"{"by": "key", "name": "n"}"#
        Optional "First" r#"{"tag": "first", "a": "x"}"#
        Optional "Second" r#"{"b": "x"}"#
        Nested "Contrary(SquareShape" r#"{"shape": "square", "side": 1}"#
        Nested "None" r#"{"shape": "none"}"#
        Silent "Shelf" r#"{"place": "shelf", "number": 1}"#
        Silent "Lent" r#"{"place": "lent", "until": "u"}"#
        Event "Opened" r#"{"id": "i", "type": "opened", "by": "b"}"#
        Event "Closed" r#"{"id": "i", "type": "closed", "reason": "r"}"#
        Part "Measured" r#"{"name": "n", "length": 1}"#
        Part "Weighed" r#"{"name": "n", "weight": 1}"#
        Node "Branch" r#"{"kind": "branch", "children": [{"kind": "leaf", "value": 1}]}"#
        Listed "Oak" r#"{"tree": "oak"}"#
        Listed "Fir" r#"{"tree": "fir"}"#
        Pet "Dog" r#"{"petType": "dog", "barks": true, "friend": {"petType": "Cat", "lives": 9}}"#
        Pet "Dog(Puppy" r#"{"petType": "puppy", "barks": true, "weeks": 2}"#
        Pet "Base" r#"{"petType": "bird", "wings": 2}"#
        Vehicle "Car" r#"{"kind": "car", "doors": 4}"#
        Vehicle "Boat" r#"{"kind": "Boat", "draught": 1.5}"#
        Account "PersonAccount" r#"{"id": "i", "kind": "person", "born": 1}"#
        Switch "OnTrue { level: 1 }" r#"{"on": true, "level": 1}"#
        Switch "OnFalse" r#"{"on": false}"#
        Noted "Opened { by: \"b\", note:" r#"{"type": "opened", "by": "b", "note": [1]}"#
        Noted "Closed { reason: \"r\", note:" r#"{"type": "closed", "reason": "r", "note": 1, "by": {}}"#
        Conditional "Conditional" r#"{"card": "c", "address": "a", "code": 1}"#
        Conditional "Conditional" r#"{"iban": "i"}"#
        Signs "GreaterThan1 { unit: None }" r#"{"size": ">1"}"#
        Signs "AB" r#"{"size": "a b"}"#
        Signs "AMinusB" r#"{"size": "a-b"}"#
        Alias "Text" r#""t""#
        Alias "StringList" r#"["t"]"#
        Alone "Alone { alone: One }" r#"{"alone": "one"}"#
        Cats "Cat(BlackCat" r#"{"kind": "cat", "color": "black", "luck": 1}"#
        Cats "Cat(WhiteCat" r#"{"kind": "cat", "color": "white"}"#
        Cats "Lizard" r#"{"kind": "gecko"}"#
        External "NotFound(ExternalNotFound" r#"{"NotFound": "n"}"#
        External "Failed(ExternalFailed" r#"{"Failed": {"code": 1}}"#
        External "Function(ExternalFunction" r#"{"type": "function", "name": "n"}"#
        External "Forbidden(Forbidden" r#""Forbidden""#
        Record "Base(RecordBase" r#"{"@type": "other", "more": 1}"#
        Record "Sheet(Sheet" r#"{"@type": "Sheet", "rows": 1}"#
        Dependent "Dependent" r#"{"card": "c", "address": "a"}"#
        AccountRequest "CompanyAccount(" r#"{"kind": "company", "seat": "s"}"#
    }
    for (variant, json) in PLACES {
        comes_back::<server::types::Place>(json, variant);
        comes_back::<client::types::Place>(json, variant);
    }
    Ok(())
}

pub fn a_value_of_each_branch_is_received(document: &Generated) -> Result<(), Failed> {
    Runtime::new()?.block_on(async {
        let server = Server::start(document)?;
        let client = client::Client::new(&server.url(), client::CONTRACT);
        for (variant, json) in PLACES {
            let place: client::types::Place = serde_json::from_str(json)?;
            client.place(&place).await?;
            let exchange = server.http.app_private().exchange().unwrap();
            let received = format!("body: {place:?}");
            assert!(received.starts_with(&format!("body: {variant}")), "{received}");
            assert_eq!(exchange.arguments, [received]);
        }
        // What a variant does not have is refused where the schema says so.
        let refused = r#"{"type": "shelf", "object": "o", "serializer": 1, "more": 2}"#;
        assert!(serde_json::from_str::<server::types::Place>(refused).is_err());
        assert!(serde_json::from_str::<server::types::Place>(r#"{"type": "lent"}"#).is_err());
        Ok(())
    })
}
