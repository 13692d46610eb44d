//! `health`: a health check for containers, whose images have no other client.

use crate::error::Error;
use crate::output::{Output, print_line};
use crate::remote::{RefereeAddress, Remote, TEXT};
use std::time::Duration;
use ureq::http::Method;

/// How long the referee may take to answer.
const TIMEOUT: Duration = Duration::from_secs(3);

/// Check whether a referee is ready (exit status 0)
#[derive(Debug, clap::Args)]
pub struct Health {
    #[command(flatten)]
    server: RefereeAddress,
}

impl Health {
    pub fn run(self) -> Result<(), Error> {
        Remote::with_timeout(&self.server.server, None, TIMEOUT).send(Method::GET, "/readyz", TEXT, ())?;
        Ok(print_line(&Output::Ready)?)
    }
}
