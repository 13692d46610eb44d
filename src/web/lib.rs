//! What clients see: REST, WebSocket, the line protocol and the site.

pub mod config;
mod error;
mod flaw;
mod listen;
mod pipes;
mod rest;
mod socket;

pub use config::{Config, Registration};
pub use error::Error;
pub use listen::{Doors, bind, bind_lines, listen, listen_for_lines};
pub use pipes::{Arrivals, Door, Pipes};
pub use rest::{Pinned, RateLimits, Services, pages, router};
pub use socket::Sockets;

#[cfg(feature = "fuzzing")]
pub mod fuzzing {
    //! The parsers of untrusted bytes, for the fuzz targets alone.

    /// A frame of a bot; whether it is a message.
    pub fn frame(text: &str) -> bool {
        crate::socket::reads(text)
    }

    /// An archive; whether it can be imported.
    pub fn archive(bytes: &[u8]) -> bool {
        contest::tournaments::archive::Archive::read(std::io::Cursor::new(bytes), rules::Catalogue::ALL, &Default::default()).is_ok()
    }

    /// A first line of the line protocol; its name.
    pub fn first_line(text: &str) -> Option<String> {
        crate::socket::first_name(text)
    }
}
