//! Selects the declared response for a request that its operation does not handle.
//!
//! HTTP has a status for each kind of rejection. A document may declare this
//! status, a broader status, or none. The selection happens here, at generation
//! time, so that nothing undeclared can be sent; where no declared response fits,
//! there is a warning.

use openapi_model::{Diagnostic, Diagnostics, Operation, Status};

use crate::operation::Reply;

/// A kind of rejection, as the generated code distinguishes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FaultKind {
    Credential,
    Request,
    MediaType,
    Size,
    Timeout,
    /// A dropshot error of the class 4XX that the service returns.
    ClientError,
    Unavailable,
    Defect,
    /// A dropshot error of the class 5XX that the service returns.
    ServerError,
}

impl FaultKind {
    const ALL: [Self; 9] = [
        Self::Credential,
        Self::Request,
        Self::MediaType,
        Self::Size,
        Self::Timeout,
        Self::ClientError,
        Self::Unavailable,
        Self::Defect,
        Self::ServerError,
    ];

    /// Returns the suitable statuses, in order of preference (RFC 9110 §15.5 and
    /// §15.6).
    fn statuses(self) -> &'static [u16] {
        match self {
            Self::Credential => &[401, 403],
            Self::Request | Self::ClientError => &[400, 422],
            Self::MediaType => &[415, 400, 422],
            Self::Size => &[413, 400, 422],
            Self::Timeout => &[408, 400, 422],
            Self::Unavailable => &[503, 500],
            Self::Defect | Self::ServerError => &[500],
        }
    }

    /// Returns whether the error has its own status, which a range or `default`
    /// preserves.
    fn has_status(self) -> bool {
        matches!(self, Self::ClientError | Self::ServerError)
    }

    fn description(self) -> &'static str {
        match self {
            Self::Credential => "a missing or refused credential",
            Self::Request => "an invalid request",
            Self::MediaType => "a wrong content type",
            Self::Size => "a body that is too large",
            Self::Timeout => "a body that does not arrive in time",
            Self::ClientError | Self::ServerError => "an error of dropshot",
            Self::Unavailable => "a service that can't do it now",
            Self::Defect => "a defect of the service",
        }
    }
}

/// Kinds of rejections with the index of their response.
pub(crate) type FaultAnswers = Vec<(FaultKind, usize)>;

pub(crate) fn answers(
    replies: &[Reply],
    has_security: bool,
    has_input: bool,
    operation: &Operation<'_>,
    diagnostics: &mut Diagnostics,
) -> FaultAnswers {
    let mut answers = Vec::new();
    let mut missing = Vec::new();
    for kind in FaultKind::ALL {
        let possible = match kind {
            FaultKind::Credential => has_security,
            FaultKind::Request => has_input,
            FaultKind::MediaType | FaultKind::Size | FaultKind::Timeout => {
                operation.request_body.is_some()
            }
            FaultKind::ClientError
            | FaultKind::Unavailable
            | FaultKind::Defect
            | FaultKind::ServerError => true,
        };
        if !possible {
            continue;
        }
        match find(replies, kind) {
            Some(index) => answers.push((kind, index)),
            // Only a service that returns such errors needs a response for them.
            None if kind.has_status() => {}
            None => missing.push(kind.description()),
        }
    }
    if !missing.is_empty() {
        let message = format!(
            "no declared response fits {}; the bare status will be sent, which the document does not declare",
            missing.join(", ")
        );
        let diagnostic = Diagnostic::warning(operation.location, message);
        diagnostics.push(diagnostic.help("declare `4XX` and `5XX`, or `default`"));
    }
    answers
}

fn find(replies: &[Reply], kind: FaultKind) -> Option<usize> {
    let class = kind.statuses()[0] / 100;
    let usable = |index: &usize| {
        replies[*index]
            .headers
            .iter()
            .all(|header| !header.required || is_known(&header.name))
    };
    let at = |status: &dyn Fn(Status) -> bool| {
        replies
            .iter()
            .position(|reply| status(reply.status))
            .filter(usable)
    };
    let exact = || {
        kind.statuses()
            .iter()
            .find_map(|code| at(&|status| status == Status::Code(*code)))
    };
    let broad = || {
        at(&|status| matches!(status, Status::Class(found) if found.digit() == class))
            .or_else(|| at(&|status| status == Status::Default))
    };
    if kind.has_status() {
        broad().or_else(exact)
    } else {
        exact().or_else(broad)
    }
}

/// Returns whether a rejection determines the value of a header.
pub(crate) fn is_known(name: &str) -> bool {
    ["www-authenticate", "retry-after"].contains(&name.to_lowercase().as_str())
}
