//! The service with an empty store in memory, for tools that call it.

use crate::process::{cannot_run, command, program, shown};
use anyhow::{Context, Result};
use serde::Deserialize;
use std::{
    io::{BufRead, BufReader},
    process::{Child, Stdio},
};

/// A running service, terminated on drop.
pub struct Service {
    child: Child,
    pub access: Access,
}

/// The line that the service prints when it is ready.
#[derive(Default, Deserialize)]
pub struct Access {
    pub url: String,
    pub token: String,
}

impl Service {
    /// Starts the service on a free port and waits until it accepts calls.
    pub fn start() -> Result<Self> {
        let mut command = command(program("plant-store")?, "serve --ephemeral --log-level error");
        let spawned = command.stdout(Stdio::piped()).spawn();
        let mut service = Self {
            child: spawned.with_context(|| cannot_run(&command))?,
            access: Access::default(),
        };
        let output = service.child.stdout.take().map(BufReader::new);
        let announced = output.and_then(|output| output.lines().next()?.ok());
        service.access = serde_json::from_str(&announced.unwrap_or_default())
            .with_context(|| format!("`{}` failed", shown(&command)))?;
        Ok(service)
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        // Fails only if the process has ended already.
        let _ = self.child.kill().and_then(|()| self.child.wait());
    }
}
