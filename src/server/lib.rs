//! The shell around judgement: the only room with sockets, storage, time, entropy and log lines.
//!
//! Inside, arrows point one way: `core` knows nobody; tournaments use matches; the solve service stands beside them, and reviews use it; REST
//! and sockets use all of these; what assembles them is on top.

mod assembly;
mod core;
mod matches;
mod rest;
mod reviews;
mod socket;
pub mod solve;
pub mod tokens;
mod tournaments;

pub use assembly::{Door, Node, Pipes, Played, Referee, Term, bind, bind_lines};
pub use core::config::{self, Config};
pub use core::memory;
pub use core::storage;
pub use core::work;
pub use core::{BotName, Checkpoint, Error};

#[cfg(feature = "fuzzing")]
pub mod fuzzing {
    //! What strangers' bytes are read by, for the fuzz targets alone.

    /// A frame of a bot; whether it is a message.
    pub fn frame(text: &str) -> bool {
        web::socket::reads(text)
    }

    /// An archive; whether it can be taken in.
    pub fn archive(bytes: &[u8]) -> bool {
        contest::tournaments::archive::Archive::read(std::io::Cursor::new(bytes), rules::Catalogue::ALL, &Default::default()).is_ok()
    }

    /// A first line of the line protocol; its name.
    pub fn first_line(text: &str) -> Option<String> {
        web::socket::first_name(text)
    }
}
