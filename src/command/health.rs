//! `health`: for containers, whose images have no other client.

use crate::error::Error;
use crate::remote::{Content, Remote};
use std::time::Duration;
use ureq::http::Method;

/// How long the referee has for its answer.
const PATIENCE: Duration = Duration::from_secs(3);

/// Ask a referee whether it is ready; the exit code says so too
#[derive(Debug, clap::Args)]
pub struct Health {
    /// The referee's address
    #[arg(long, env = "ARBITRE_HEALTH", default_value = "127.0.0.1:8080")]
    address: String,
}

impl Health {
    /// Asks; an error is the answer no.
    pub fn run(self) -> Result<(), Error> {
        Remote::patient(&self.address, None, PATIENCE).send(Method::GET, "/readyz", Content::Nothing)?;
        println!("ready");
        Ok(())
    }
}
