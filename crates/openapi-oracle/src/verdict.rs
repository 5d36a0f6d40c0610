//! What each side says of a case, and where they part.

use std::fmt;

use serde_json::Value;

use crate::client::{ClientVerdict, Difference, Unread};
use crate::kept::Loss;

/// The status of a request that reached its operation.
pub(crate) const ACCEPTED: u16 = 503;

/// What is said of one case.
#[derive(Clone, Debug)]
pub(crate) struct Verdicts {
    /// JSON Schema and the declared limits; why not.
    pub schema: Result<(), Refusal>,
    /// Whether it may be refused all the same: for a number beyond floats that
    /// no type has to hold, but one of several may have to look at.
    pub may_be_refused: bool,
    /// The status that the server answered with, or why it did not.
    pub server: Result<u16, String>,
    /// Whether the server's type holds the value, where it was accepted.
    pub kept: Result<(), Loss>,
    /// What the generated client makes of the body, if it has a type for it.
    pub client: Option<ClientVerdict>,
}

/// Why a document refuses a body.
#[derive(Clone, Debug)]
pub(crate) struct Refusal {
    /// The JSON Pointer of the part that is refused.
    pub pointer: String,
    /// What is wrong with it.
    pub rule: String,
}

/// How verdicts part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Parting {
    /// The server accepts what the document refuses.
    Wider,
    /// The server refuses what the document accepts.
    Narrower,
    /// The server accepts, and then holds another value.
    NotKept,
    /// The server neither accepts nor refuses.
    Neither,
    /// A caller of the client gets a value where the document has none.
    ClientWider,
    /// The client refuses a body for what the document accepts.
    ClientNarrower,
}

impl fmt::Display for Parting {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Wider => "the server accepts more than the document",
            Self::Narrower => "the server refuses what the document accepts",
            Self::NotKept => "the server's type does not hold what it accepts",
            Self::Neither => "the server neither accepts nor refuses",
            Self::ClientWider => "the client accepts more than the document",
            Self::ClientNarrower => "the client refuses what the document accepts",
        })
    }
}

impl Verdicts {
    /// How they part; `None` where they agree.
    pub fn parting(&self) -> Option<Parting> {
        match (&self.server, self.schema.is_ok()) {
            (Ok(ACCEPTED), true) if self.kept.is_err() => Some(Parting::NotKept),
            (Ok(ACCEPTED), true) | (Ok(400..500), false) => self.client_parting(),
            (Ok(ACCEPTED), false) => Some(Parting::Wider),
            (Ok(400..500), true) if self.may_be_refused => self.client_parting(),
            (Ok(400..500), true) => Some(Parting::Narrower),
            _ => Some(Parting::Neither),
        }
    }

    fn client_parting(&self) -> Option<Parting> {
        let client = self.client.as_ref()?;
        match (&client.reads, self.schema.is_ok()) {
            (Ok(()), false) => Some(Parting::ClientWider),
            (Err(Unread::NotHeld(_)), false) if !self.may_be_refused => Some(Parting::ClientWider),
            (Err(Unread::Refused(_)), true) if !self.may_be_refused => {
                Some(Parting::ClientNarrower)
            }
            _ => None,
        }
    }

    /// How the client's type parts from the document, if it does.
    pub fn difference(&self) -> Option<Difference> {
        let client = self.client.as_ref()?;
        match (&self.schema, &client.reads, &client.kept, &client.takes) {
            (Ok(()), Err(Unread::NotHeld(message)), ..) => Some(Difference::not_held(message)),
            (Ok(()), Ok(()), Err(loss), _) => Some(Difference::not_kept(&loss.message)),
            (Ok(()), _, _, Err(message)) => Some(Difference::narrower(message)),
            (Err(refusal), .., Ok(())) => Some(Difference::Wider(refusal.rule.clone())),
            _ => None,
        }
    }

    /// What the parting is about: where, and by which rule. Two of the same are
    /// shown once.
    pub fn about(&self) -> (String, String) {
        let client = self.client.as_ref().map(|client| &client.reads);
        match (&self.schema, &self.kept, client) {
            (Err(Refusal { pointer, rule }), ..) => (pointer.clone(), rule.clone()),
            (_, Err(Loss { pointer, .. }), _) => (pointer.clone(), String::new()),
            (.., Some(Err(Unread::Refused(reason)))) => (String::new(), reason.clone()),
            _ => Default::default(),
        }
    }

    /// One line for each verdict.
    pub fn lines(&self) -> String {
        let schema = match &self.schema {
            Ok(()) => "accepted".to_owned(),
            Err(Refusal { pointer, rule }) => format!("refused: at {pointer:?} {rule}"),
        };
        let server = match &self.server {
            Ok(ACCEPTED) => "accepted".to_owned(),
            Ok(status @ 400..500) => format!("refused: {status}"),
            Ok(status) => format!("neither accepted nor refused: {status}"),
            Err(reason) => format!("did not answer: {reason}"),
        };
        let mut lines = format!("  document  {schema}\n  server    {server}\n");
        if let Err(Loss { pointer, message }) = &self.kept {
            lines.push_str(&format!("  type      at {pointer:?} {message}\n"));
        }
        if let Some(client) = &self.client {
            let read = match (&client.reads, &client.kept) {
                (Err(Unread::Refused(reason)), _) => format!("refused: {reason}"),
                (Err(Unread::NotHeld(reason)), _) => format!("can't hold it: {reason}"),
                (_, Err(Loss { pointer, message })) => format!("at {pointer:?} {message}"),
                _ => "accepted".to_owned(),
            };
            lines.push_str(&format!("  client    {read}\n"));
        }
        lines
    }
}

/// What a server made of a body that it accepted.
pub type Decoded = Result<Value, String>;
