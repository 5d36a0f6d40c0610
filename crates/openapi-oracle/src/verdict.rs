//! What each side says of a case, and where they part.

use serde_json::Value;

use crate::kept::Loss;

/// The status of a request that reached its operation.
pub(crate) const ACCEPTED: u16 = 503;

/// What is said of one case.
#[derive(Clone, Debug)]
pub(crate) struct Verdicts {
    /// JSON Schema and the declared limits; why not.
    pub schema: Result<(), Refusal>,
    /// The status that the server answered with, or why it did not.
    pub server: Result<u16, String>,
    /// Whether the server's type holds the value, where it was accepted.
    pub kept: Result<(), Loss>,
    /// Whether the type of the generated client takes the body, if there is one.
    pub client: Option<bool>,
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
}

impl Verdicts {
    /// How they part; `None` where they agree.
    pub fn parting(&self) -> Option<Parting> {
        match (&self.server, self.schema.is_ok()) {
            (Ok(ACCEPTED), true) if self.kept.is_err() => Some(Parting::NotKept),
            (Ok(ACCEPTED), true) | (Ok(400..500), false) => None,
            (Ok(ACCEPTED), false) => Some(Parting::Wider),
            (Ok(400..500), true) => Some(Parting::Narrower),
            _ => Some(Parting::Neither),
        }
    }

    /// What the parting is about: where, and by which rule. Two of the same are
    /// shown once.
    pub fn about(&self) -> (String, String) {
        match (&self.schema, &self.kept) {
            (Err(Refusal { pointer, rule }), _) => (pointer.clone(), rule.clone()),
            (_, Err(Loss { pointer, .. })) => (pointer.clone(), String::new()),
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
        if let Some(takes) = self.client {
            lines.push_str(if takes {
                "  client    takes it\n"
            } else {
                "  client    does not take it\n"
            });
        }
        lines
    }
}

/// What a server made of a body that it accepted.
pub type Decoded = Result<Value, String>;
