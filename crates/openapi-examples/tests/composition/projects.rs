//! A service for several tenants, with rate limits and an audit log.

use std::collections::BTreeMap;
use std::sync::Mutex;

use dropshot::{ClientErrorStatusCode, HttpError, HttpServer, RequestContext};
use http::header::RETRY_AFTER;
use openapi_dropshot::{ApiKey, BearerToken, Rejection, testing};

pub mod api {
    //! The code that `build.rs` generates.
    #![allow(missing_docs)]
    include!(concat!(env!("OUT_DIR"), "/projects.rs"));
}

use api::types::{
    CreateProjectBody, CreateProjectResponse, GetStatusResponse, ListProjectsPath,
    ListProjectsQuery, ListProjectsResponse,
};
use api::{Api, Call, Principals};

/// A caller.
#[derive(Clone, Copy)]
pub struct User {
    name: &'static str,
    tenant: &'static str,
}

/// The state of the server.
#[derive(Default)]
pub struct State {
    users: BTreeMap<&'static str, User>,
    /// The number of requests of each user.
    requests: Mutex<BTreeMap<&'static str, u32>>,
    /// The projects, each with its tenant.
    pub projects: Mutex<Vec<(String, String)>>,
    /// The audit log.
    pub audit: Mutex<Vec<String>>,
}

impl State {
    /// Counts a request, of which each user has three.
    fn limit(&self, user: &User) -> Result<(), HttpError> {
        let mut requests = self.requests.lock().unwrap();
        let count = requests.entry(user.name).or_default();
        *count += 1;
        if *count <= 3 {
            return Ok(());
        }
        let status = ClientErrorStatusCode::TOO_MANY_REQUESTS;
        let error = HttpError::for_client_error_with_status(None, status);
        Err(error.with_header(RETRY_AFTER, "60").unwrap())
    }

    /// Adds a call to the audit log. `Debug` of the parameters hides passwords.
    fn record(&self, caller: &str, call: Call<'_>) {
        let mut audit = self.audit.lock().unwrap();
        audit.push(format!("{caller}: {call:?}"));
    }
}

/// Refuses a request for the data of another tenant.
fn require_tenant(user: &User, call: Call<'_>) -> Result<(), HttpError> {
    let tenant = match call {
        Call::ListProjects { path, .. } => &path.tenant,
        Call::CreateProject { path } => &path.tenant,
        Call::GetStatus => return Ok(()),
    };
    if tenant == user.tenant {
        Ok(())
    } else {
        let message = format!("{} is not of {tenant}", user.name);
        Err(HttpError::for_not_found(None, message))
    }
}

/// The implementation.
pub enum Projects {}

impl Api for Projects {
    type Context = State;
    type User = User;
    type Monitor = ();

    async fn user(
        rqctx: &RequestContext<State>,
        token: BearerToken<'_>,
    ) -> Result<Option<User>, Rejection> {
        Ok(rqctx.context().users.get(token.reveal()).copied())
    }

    async fn monitor(_: &RequestContext<State>, key: ApiKey<'_>) -> Result<Option<()>, Rejection> {
        Ok((key.reveal() == "monitor").then_some(()))
    }

    async fn before_operation(
        rqctx: &RequestContext<State>,
        principals: Principals<'_, Self>,
        call: Call<'_>,
    ) -> Result<(), Rejection> {
        let state = rqctx.context();
        if let Some(user) = principals.user {
            state.limit(user)?;
            require_tenant(user, call)?;
            state.record(user.name, call);
        }
        if principals.monitor.is_some() {
            state.record("monitor", call);
        }
        Ok(())
    }

    async fn list_projects(
        rqctx: &RequestContext<State>,
        _: api::types::UserOrMonitorPrincipal<User, ()>,
        path: ListProjectsPath,
        _: ListProjectsQuery,
    ) -> Result<ListProjectsResponse, Rejection> {
        let _span = tracing::info_span!("select projects").entered();
        let projects = rqctx.context().projects.lock().unwrap();
        let own = projects.iter().filter(|(tenant, _)| *tenant == path.tenant);
        Ok(ListProjectsResponse::Ok(own.map(|(_, name)| name.clone()).collect()))
    }

    async fn create_project(
        rqctx: &RequestContext<State>,
        _: User,
        path: api::types::CreateProjectPath,
        body: CreateProjectBody,
    ) -> Result<CreateProjectResponse, Rejection> {
        let project = (path.tenant, body.0);
        rqctx.context().projects.lock().unwrap().push(project);
        Ok(CreateProjectResponse::NoContent)
    }

    async fn get_status(
        _: &RequestContext<State>,
        _: Option<User>,
    ) -> Result<GetStatusResponse, Rejection> {
        Ok(GetStatusResponse::NoContent)
    }
}

/// Starts the service.
pub fn start() -> HttpServer<State> {
    let user = |name, tenant| (name, User { name, tenant });
    let state = State {
        users: BTreeMap::from([user("ada", "acme"), user("bob", "globex")]),
        ..State::default()
    };
    let api = api::api_mod::api_description::<Projects>().unwrap();
    testing::serve(api, state).unwrap()
}
