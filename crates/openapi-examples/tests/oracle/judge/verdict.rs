//! The verdicts on a case, and their disagreement.

use std::fmt;

use serde_json::Value;

use super::client::Unread;
use super::kept::Loss;

/// The status of a request that reached its operation.
pub(crate) const ACCEPTED: u16 = 503;

/// All verdicts on a case.
#[derive(Clone, Debug)]
pub(crate) struct Verdicts {
    /// The verdict of JSON Schema and the declared limits, or the reason for
    /// rejection.
    pub schema: Result<(), Refusal>,
    /// Whether the server may reject the body although the document accepts it:
    /// because of a number beyond the range of floats that no type has to
    /// represent, but that the selection of a variant may have to parse.
    pub may_be_refused: bool,
    /// The status of the server's response, or the reason why there is none.
    pub server: Result<u16, String>,
    /// Whether the server's type preserves an accepted value.
    pub kept: Result<(), Loss>,
    /// Whether a caller of the generated client receives the value, if it has a type for the
    /// body.
    pub client: Option<Result<(), Unread>>,
}

/// The reason why a document rejects a body.
#[derive(Clone, Debug)]
pub(crate) struct Refusal {
    /// The JSON Pointer of the rejected part.
    pub pointer: String,
    /// The violated rule.
    pub rule: String,
}

/// The kind of a disagreement between verdicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum DisagreementKind {
    /// The server accepts a body that the document rejects.
    Wider,
    /// The server rejects a body that the document accepts.
    Narrower,
    /// The server accepts a body, but its type contains another value.
    NotKept,
    /// The server neither accepts nor rejects the body.
    Neither,
    /// A caller of the client receives a value although the document rejects the
    /// body.
    ClientWider,
    /// A caller of the client receives no value, or another, although the document accepts the
    /// body.
    ClientNarrower,
}

impl fmt::Display for DisagreementKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Wider => "the server accepts more than the document",
            Self::Narrower => "the server refuses what the document accepts",
            Self::NotKept => "the server's type does not hold what it accepts",
            Self::Neither => "the server neither accepts nor refuses",
            Self::ClientWider => "the client accepts more than the document",
            Self::ClientNarrower => "the client does not hold what the document accepts",
        })
    }
}

impl Verdicts {
    /// Returns the kind of disagreement, or `None` if the verdicts agree.
    pub fn disagreement_kind(&self) -> Option<DisagreementKind> {
        match (&self.server, self.schema.is_ok()) {
            (Ok(ACCEPTED), true) if self.kept.is_err() => Some(DisagreementKind::NotKept),
            (Ok(ACCEPTED), true) | (Ok(400..500), false) => self.client_disagreement(),
            (Ok(ACCEPTED), false) => Some(DisagreementKind::Wider),
            (Ok(400..500), true) if self.may_be_refused => self.client_disagreement(),
            (Ok(400..500), true) => Some(DisagreementKind::Narrower),
            _ => Some(DisagreementKind::Neither),
        }
    }

    fn client_disagreement(&self) -> Option<DisagreementKind> {
        match (self.client.as_ref()?, self.schema.is_ok()) {
            (Ok(()), false) => Some(DisagreementKind::ClientWider),
            _ if self.may_be_refused => None,
            (Err(Unread::NotHeld(_)), false) => Some(DisagreementKind::ClientWider),
            (Err(_), true) => Some(DisagreementKind::ClientNarrower),
            _ => None,
        }
    }

    /// Returns the location and the rule of the disagreement. Disagreements with
    /// the same location and rule are reported once.
    pub fn about(&self) -> (String, String) {
        match (&self.schema, &self.kept, &self.client) {
            (Err(Refusal { pointer, rule }), ..) => (pointer.clone(), rule.clone()),
            (_, Err(Loss { pointer, .. }), _) => (pointer.clone(), String::new()),
            (.., Some(Err(Unread::Refused(reason) | Unread::NotHeld(reason)))) => {
                (String::new(), reason.clone())
            }
            _ => Default::default(),
        }
    }

    /// Returns a line for each verdict.
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
            let read = match client {
                Ok(()) => "accepted".to_owned(),
                Err(Unread::Refused(reason)) => format!("refused: {reason}"),
                Err(Unread::NotHeld(reason)) => format!("does not hold it: {reason}"),
            };
            lines.push_str(&format!("  client    {read}\n"));
        }
        lines
    }
}

/// A body that a server accepted, decoded to its type and serialized again.
pub type Decoded = Result<Value, String>;
