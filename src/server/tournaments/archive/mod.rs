//! A whole tournament as one file, out and in again: JSON lines, a header first and a footer with a checksum last.
//!
//! What is taken in is believed in nothing: every game is played again by the rules, and every table is worked out anew.

mod check;
mod read;
mod take_in;
mod write;

pub use read::Archive;
pub use write::write;

use crate::core::Error;

const KIND: &str = "arbitre tournament";
const VERSION: u32 = 1;

fn hex(digest: &[u8]) -> String {
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn bad(line: usize, why: impl Into<String>) -> Error {
    Error::BadArchive { line, why: why.into() }
}
