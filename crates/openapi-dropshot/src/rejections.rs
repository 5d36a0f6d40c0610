//! Selects the declared response for a request that its operation does not handle.
//!
//! HTTP has a status for each kind of rejection. A document may declare this
//! status, a broader status, or none. The selection happens here, at generation
//! time, so that nothing undeclared can be sent; where no declared response fits,
//! there is a warning.

use openapi_model::{Diagnostic, Diagnostics, Operation, Status};

use crate::operation::Response;

/// A kind of rejection, as the generated code distinguishes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RejectionKind {
    Credential,
    /// A credential without the required scopes.
    Scope,
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

impl RejectionKind {
    const ALL: [Self; 10] = [
        Self::Credential,
        Self::Scope,
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
            Self::Scope => &[403, 401],
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
            Self::Scope => "a credential without the required scopes",
            Self::Request => "an invalid request",
            Self::MediaType => "a wrong content type",
            Self::Size => "a body that is too large",
            Self::Timeout => "a body that does not arrive in time",
            Self::ClientError | Self::ServerError => "an error of dropshot",
            Self::Unavailable => "an unavailable service",
            Self::Defect => "a defect of the service",
        }
    }
}

/// The kinds of rejections that an operation can cause, each with the index of its
/// response.
pub(crate) type RejectionResponses = Vec<(RejectionKind, usize)>;

/// Returns the response for each kind of rejection. There is a warning for the kinds
/// without a response.
pub(crate) fn select(
    responses: &[Response],
    has_security: bool,
    has_scopes: bool,
    has_input: bool,
    operation: &Operation<'_>,
    diagnostics: &mut Diagnostics,
) -> RejectionResponses {
    let mut selected = Vec::new();
    let mut missing = Vec::new();
    for kind in RejectionKind::ALL {
        let possible = match kind {
            RejectionKind::Credential => has_security,
            RejectionKind::Scope => has_scopes,
            RejectionKind::Request => has_input,
            RejectionKind::MediaType | RejectionKind::Size | RejectionKind::Timeout => {
                operation.request_body.is_some()
            }
            RejectionKind::ClientError
            | RejectionKind::Unavailable
            | RejectionKind::Defect
            | RejectionKind::ServerError => true,
        };
        if !possible {
            continue;
        }
        match find(responses, kind) {
            Some(index) => selected.push((kind, index)),
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
    selected
}

fn find(responses: &[Response], kind: RejectionKind) -> Option<usize> {
    let class = kind.statuses()[0] / 100;
    let usable = |index: &usize| {
        let response = &responses[*index];
        let mut headers = response.headers.iter();
        headers.all(|header| !header.required || is_known(&header.name))
            && response.fits_rejections()
    };
    let at = |status: &dyn Fn(Status) -> bool| {
        responses
            .iter()
            .position(|response| status(response.status))
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
