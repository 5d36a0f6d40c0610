//! The example of the README: a dropshot server from an OpenAPI 3.1 document.

use dropshot::{ConfigLogging, ConfigLoggingLevel, RequestContext, ServerBuilder};
use openapi_dropshot::{Rejection, StatusCode};

mod api {
    include!(concat!(env!("OUT_DIR"), "/api.rs"));
}
use api::types::{GetWidgetPath, GetWidgetResponse, Problem, Widget};
use api::{Api, api_mod};

enum Widgets {}

impl Api for Widgets {
    type Context = ();

    fn problem_for(rejection: &Rejection, _: StatusCode) -> Problem {
        let message = rejection.to_string();
        Problem { message }
    }

    async fn get_widget(
        _: &RequestContext<()>,
        GetWidgetPath { name }: GetWidgetPath,
    ) -> Result<GetWidgetResponse, Rejection> {
        Ok(GetWidgetResponse::Ok(Widget { name, weight: 1 }))
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let level = ConfigLoggingLevel::Info;
    let log = ConfigLogging::StderrTerminal { level }.to_logger("widgets")?;
    let api = api_mod::api_description::<Widgets>()?;
    let server = ServerBuilder::new(api, (), log).start()?;
    println!("http://{}/widgets/lever", server.local_addr());
    Ok(server.await?)
}
