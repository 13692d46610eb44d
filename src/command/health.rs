//! `health`: for containers, whose images have no other client.

use std::io::{Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::Duration;

/// Ask a referee whether it is ready; the exit code says so too
#[derive(Debug, clap::Args)]
pub struct Health {
    /// The referee's address
    #[arg(long, env = "ARBITRE_HEALTH", default_value = "127.0.0.1:8080")]
    address: String,
}

impl Health {
    /// Asks; an error is the answer no.
    pub fn run(self) -> Result<(), String> {
        let address = &self.address;
        let failed = |error: &dyn std::fmt::Display| format!("{address}: {error}");
        let patience = Duration::from_secs(3);
        let resolved = address.to_socket_addrs().map_err(|error| failed(&error))?.next().ok_or_else(|| failed(&"no such address"))?;
        let mut stream = TcpStream::connect_timeout(&resolved, patience).map_err(|error| failed(&error))?;
        stream.set_read_timeout(Some(patience)).map_err(|error| failed(&error))?;
        let request = format!("GET /readyz HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).map_err(|error| failed(&error))?;
        let mut answer = Vec::new();
        stream.take(16_384).read_to_end(&mut answer).map_err(|error| failed(&error))?;
        let answer = String::from_utf8_lossy(&answer);
        if answer.starts_with("HTTP/1.1 200") {
            println!("ready");
            Ok(())
        } else {
            Err(failed(&answer.lines().next().unwrap_or("no answer")))
        }
    }
}
