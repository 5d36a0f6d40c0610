//! Generates the types, the trait and the endpoints of the service from
//! `openapi.yaml`, and a stand-in for the differential test.

use openapi_dropshot::{BuildError, Builder};

fn main() -> Result<(), BuildError> {
    Builder::new("openapi.yaml").stand_in().build()
}
