//! The web server: REST, WebSocket, the line protocol and the site.

pub mod config;
mod error;
mod listen;
mod listeners;
mod rest;
mod socket;

use error::Error;

pub use config::{Config, OptionError, Registration};
pub use listen::{ConnectionLimits, bind, bind_lines, listen, listen_for_lines};
pub use listeners::{ChannelListener, MemoryConnector, in_memory};
pub use rest::{FeaturedGame, RateLimits, ServedFiles, Services, pages, router};
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

    /// The lines of a client of the line protocol, and the name in the first one.
    pub fn lines(bytes: &[u8]) -> (Option<String>, Vec<String>) {
        let lines = crate::socket::lines_of(bytes);
        (lines.first().and_then(|line| first_line(line)), lines)
    }

    /// A first line of the line protocol; its name.
    pub fn first_line(text: &str) -> Option<String> {
        crate::socket::first_name(text)
    }
}
