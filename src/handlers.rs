//! The implementation of the generated trait. Each function unwraps the request,
//! calls the store and wraps the result; there is no SQL and no `error` value.
//!
//! A handler is cancelled when its caller disconnects. The commit writes the record of a create.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use dropshot::RequestContext;
use http::header::{AUTHORIZATION, CONTENT_LENGTH};
use http::{HeaderMap, StatusCode};
use openapi_dropshot::{BearerToken, Outcome, Rejection, RequestLimits, ResponseOrigin};
use plant_storage::{CreateError, CreateResult, Created, Storage, TokenRecord, Trail};
use slog::{Logger, info};

use crate::api::types::{CreatePlantResponse, Error, NewPlant, Plant};
use crate::api::{Api, Call, Principals};
use crate::config::Config;
use crate::cors::Cors;
use crate::error;
use crate::logging::{Completion, OF_PEER, RequestLog, trace_id};
use crate::metrics::Metrics;
use crate::tokens::{TokenLimiter, TokenVerifier};

/// The implementation of the generated trait. It is never constructed.
pub enum PlantStoreApi {}

/// The state of the service: the store, the tokens, and settings.
pub struct PlantStore {
    storage: Arc<dyn Storage>,
    pub(crate) tokens: TokenVerifier,
    limiter: TokenLimiter,
    request_timeout: Duration,
    validate_responses: bool,
    /// Which pages may send requests.
    pub(crate) cors: Cors,
    metrics: Arc<Metrics>,
    requests: RequestLog,
    log: Logger,
}

impl PlantStore {
    /// Returns a service on a store. A debug build validates responses whatever the
    /// configuration says.
    pub fn new(
        storage: Arc<dyn Storage>,
        config: &Config,
        metrics: Arc<Metrics>,
        log: Logger,
    ) -> Self {
        Self {
            tokens: TokenVerifier::new(Arc::clone(&storage)),
            limiter: TokenLimiter::new(
                config.token_rate.clone().unwrap_or_default(),
                config.token_bytes.clone().unwrap_or_default(),
                metrics.tokens.clone(),
            ),
            storage,
            request_timeout: config.request_timeout,
            validate_responses: config.validate_responses || cfg!(debug_assertions),
            cors: Cors(config.cors_origin.clone()),
            metrics,
            requests: RequestLog::default(),
            log,
        }
    }

    /// Returns the name of the token of a request that was refused, without a query of the store.
    fn token(&self, headers: &HeaderMap, rejection: &Rejection) -> Option<String> {
        if matches!(rejection, Rejection::NoCredential(_) | Rejection::CredentialRefused(_)) {
            return None;
        }
        let (_, token) = headers.get(AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
        self.tokens.known_name(token.trim())
    }
}

/// The token of a request, and the time at which it was presented.
pub struct Verified {
    token: Arc<TokenRecord>,
    since: Instant,
}

/// Returns the length of the body that the head of a request declares. A body without a
/// length may have the maximum length.
fn body_length(rqctx: &RequestContext<PlantStore>) -> u64 {
    let most = RequestLimits::of(rqctx).body as u64;
    let declared = rqctx
        .request
        .headers()
        .get(CONTENT_LENGTH)
        .and_then(|length| length.to_str().ok()?.parse().ok());
    declared.map_or(most, |length: u64| length.min(most))
}

impl Api for PlantStoreApi {
    type Context = PlantStore;
    type BearerAuth = Verified;
    const REALM: &str = "plants";

    async fn bearer_auth(
        rqctx: &RequestContext<PlantStore>,
        token: BearerToken<'_>,
    ) -> Result<Option<Verified>, Rejection> {
        let since = Instant::now();
        let verified = rqctx.context().tokens.verify(token.reveal()).await;
        let token = verified.map_err(error::unavailable)?;
        Ok(token.map(|token| Verified { token, since }))
    }

    async fn before_operation(
        rqctx: &RequestContext<PlantStore>,
        principals: Principals<'_, Self>,
        _: Call,
    ) -> Result<(), Rejection> {
        let Some(Verified { token, since }) = principals.bearer_auth else {
            return Ok(());
        };
        let admitted = rqctx.context().limiter.admit(&token.name, body_length(rqctx), *since);
        admitted.map_err(error::beyond_limit)
    }

    fn limits(rqctx: &RequestContext<PlantStore>) -> RequestLimits {
        RequestLimits { time: rqctx.context().request_timeout, ..RequestLimits::of(rqctx) }
    }

    fn validates_responses(rqctx: &RequestContext<PlantStore>) -> bool {
        rqctx.context().validate_responses
    }

    fn on_response(
        rqctx: &RequestContext<PlantStore>,
        outcome: &Outcome<'_>,
        headers: &mut HeaderMap,
    ) {
        let service = rqctx.context();
        let operation = &rqctx.endpoint.operation_id;
        service.metrics.requests.answered(operation, outcome);
        let request = rqctx.request.headers();
        service.cors.allow(request, headers);
        let answer = |token: Option<String>| Completion {
            status: outcome.status,
            latency: outcome.latency,
            token: token.map(Into::into),
            trace: trace_id(request),
        };
        match outcome.origin {
            ResponseOrigin::Operation => service.requests.succeeded(&service.log),
            ResponseOrigin::Rejection(rejection) => {
                let answer = answer(service.token(request, rejection));
                service.requests.refused(&rqctx.log, rejection, &answer);
            }
            _ => {
                info!(rqctx.log, #OF_PEER, "refused";
                    "reason" => "HTTP forbids the request, or no operation has its path",
                    answer(None));
            }
        }
    }

    fn error_for(rejection: &Rejection, _: StatusCode) -> Error {
        error::error_for(rejection)
    }

    async fn create_plant(
        rqctx: &RequestContext<PlantStore>,
        Verified { token, since }: Verified,
        NewPlant { id, name, tag }: NewPlant,
    ) -> Result<CreatePlantResponse, Rejection> {
        let plant = Plant { name: name.clone(), tag: tag.clone() };
        let PlantStore { storage, metrics, .. } = rqctx.context();
        let trail = Trail::now(Some(&token.name));
        let (log, metrics) = (rqctx.log.clone(), Arc::clone(metrics));
        let trace = trace_id(rqctx.request.headers()).map(str::to_owned);
        let is_refused = Arc::new(AtomicBool::default());
        let refused = Arc::clone(&is_refused);
        // Called by the commit, also when the caller has gone and this function with it.
        let decided = move |created: &CreateResult| {
            let was_refused = refused.load(Ordering::Relaxed);
            metrics.requests.decided(created, was_refused);
            let (latency, token) = (since.elapsed(), Some((&*token.name).into()));
            let answer = |status| {
                let status = if was_refused { StatusCode::SERVICE_UNAVAILABLE } else { status };
                Completion { status, latency, token, trace: trace.as_deref() }
            };
            match created {
                Ok(created) => {
                    info!(log, "plant created"; "id" => id,
                        "repeated" => *created == Created::AlreadyExists, answer(StatusCode::OK));
                }
                Err(CreateError::Conflict { id }) => {
                    let Error { error, message } = error::id_taken(*id);
                    info!(log, #OF_PEER, "refused"; "reason" => message,
                        "error" => i32::from(error), answer(StatusCode::BAD_REQUEST));
                }
                // Whether the plant is stored is unknown.
                Err(_) => {}
            }
        };
        let plant_record = plant_storage::Plant { id, name, tag };
        match storage.plant_create_by(plant_record, trail, Box::new(decided)).await {
            Ok(_) => Ok(CreatePlantResponse::Ok(plant)),
            Err(CreateError::Conflict { id }) => {
                Ok(CreatePlantResponse::BadRequest(error::id_taken(id)))
            }
            Err(error) => {
                // The store may still store the plant. Then this request is counted already.
                is_refused.store(true, Ordering::Relaxed);
                Err(error::not_created(error))
            }
        }
    }
}
